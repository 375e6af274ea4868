"""The page's HTML as tests look at it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_WITHOUT_END = {"input", "link", "meta", "br"}


@dataclass
class Element:
    """A tag with its attributes, one without a value as "", and the elements inside, to any depth."""

    tag: str
    attributes: dict[str, str]
    inside: list["Element"] = field(default_factory=list)


def elements(html: str) -> list[Element]:
    """Every element in order. AssertionError where a tag is not closed by its own end."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader.found


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.open = [], []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), (tag, names)
        element = Element(tag, {name: value or "" for name, value in attributes})
        self.found.append(element)
        for around in self.open:
            around.inside.append(element)
        if tag not in _WITHOUT_END:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag
