"""What a page asks first, named in its head: the browser asks while the page's scripts are still on their way.

The address must be the very one that they ask for (`assets/shell/address.mjs`, `assets/sources/http.mjs`), else it is
asked for in vain; `tests/shared/links.json` holds the two together. What a link has in its fragment, so may be the data
of one that names none, or a recipe too long for an address, only the scripts know. So where a link names a preset and
has more in its fragment, edits or given arrays, it is asked in vain: that costs an answer, and shows nothing wrong.
"""

from urllib.parse import parse_qsl, quote_plus

from markupsafe import Markup

from explorer.training.fields import CORPORA
from explorer.training.link import parted

DEFAULT = ("preset", "fruit-and-juice")  # of a link that names no recipe
_LONGEST = 6000  # characters of a recipe in an address
_TAG = Markup('<link rel="preload" as="fetch" crossorigin href="{}">')


def tag(link: str, api: str) -> str:
    """The tag that has a browser ask it, for the head of the page of a link; "" where it is not known."""
    address = first_question(link, api)
    return _TAG.format(address) if address else ""


def first_question(link: str, api: str) -> str | None:
    """The address of what the page of a link asks first, None where it is not known.

    link : its query. api : the path below which the scripts ask.
    """
    recipe = parted(parse_qsl(link, keep_blank_values=True)).recipe or [DEFAULT]
    if not any(key in ("preset", *CORPORA) for key, _ in recipe):
        return None
    query = "&".join(f"{_encoded(key)}={_encoded(value)}" for key, value in recipe)
    return f"{api}/describe?{query}" if len(query) <= _LONGEST else None


def _encoded(text):
    """As a URLSearchParams of a browser writes it."""
    return quote_plus(text, safe="*").replace("~", "%7E")
