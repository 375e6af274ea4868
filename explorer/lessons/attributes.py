"""What a lesson's HTML tells the page's scripts."""

import json
from html import escape


def data(name: str, value) -> str:
    """An attribute that holds JSON."""
    return f' data-{name}="{escape(json.dumps(value, ensure_ascii=False))}"'
