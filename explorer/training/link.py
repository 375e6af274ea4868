"""What a link of the page has: a recipe and, of the page's own, a position in the run and view options."""

from collections.abc import Iterable
from typing import NamedTuple

_POSITION = ("step", "stage")
_VIEW = "view."


class Link(NamedTuple):
    """The items of a link's query, each (key, text), a key may come twice; those of the view are without "view."."""

    recipe: list[tuple[str, str]]
    position: list[tuple[str, str]]
    view: list[tuple[str, str]]


def parted(items: Iterable[tuple[str, str]]) -> Link:
    """The items of a query, parted into what they are of."""
    link = Link([], [], [])
    for key, text in items:
        if key.startswith(_VIEW):
            link.view.append((key.removeprefix(_VIEW), text))
        else:
            (link.position if key in _POSITION else link.recipe).append((key, text))
    return link
