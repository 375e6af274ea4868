"""The panels of the page, read from the records beside their scripts, `assets/panels/<name>/panel.json`.

A record says once what the page's HTML and the scripts both need: what a panel is called, where it stands, which view
options it has and what these may be. `assets/panels/all.mjs` lists the panels; the scripts import from it, and here the
same lines are read, so that no list has to be kept beside it.
"""

import json
from dataclasses import dataclass
from typing import NamedTuple

from explorer import resources
from explorer.web import linker

LIST = "panels/all.mjs"
# Where a panel stands: in the upper or lower row, between them, in the lower row's last cell, or there as the form of
# the words that come next, which the template writes.
AREAS = ("above", "between", "below", "answers", "questions")
CONTROLS = ("segments", "toggle", "select")
_LAST = 99


class Choice(NamedTuple):
    """A value of a view option, what it is called, and what a press on it does."""

    value: str
    label: str
    title: str = ""


@dataclass(frozen=True)
class Option:
    """A view option: its key in links, `view.<key>`, and what it may be where that is known beforehand.

    control : how it stands in the panel's head; None where the panel's script shows it, or nothing does.
    button : a button beside the control: its id, label and title.
    usual : the choice that holds where a view names none; else the first.
    """

    key: str
    title: str = ""
    control: str | None = None
    choices: tuple[Choice, ...] = ()
    button: dict[str, str] | None = None
    usual: str | None = None

    def __post_init__(self):
        _check("control", self.control, (None, *CONTROLS))
        object.__setattr__(self, "choices", tuple(Choice(*each) for each in self.choices))


@dataclass(frozen=True)
class Panel:
    """A panel of the page. Its name is its id and its folder.

    at : its number, from 1, among those in its area; without one it comes last. Scripts write the same markup where no
        server does (assets/shell/markup.mjs), and a module does not know in which order it exports.
    enlarged : its number, from 1, in the list of what can be shown enlarged; None if it cannot.
    suits : the data that it is of, "words" or "numbers"; None where it is of any.
    moment : what of a step it shows, told in its head, as assets/text/steps.mjs calls it.
    foresees : what it shows though no stage has computed it yet, covered where that is to be predicted: "answers" of
        the network, or the name of one of its pictures.
    """

    name: str
    title: str
    area: str
    options: tuple[Option, ...] = ()
    at: int = _LAST
    enlarged: int | None = None
    suits: str | None = None
    moment: str | None = None
    foresees: str | None = None

    def __post_init__(self):
        _check("area", self.area, AREAS)
        _check("suits", self.suits, (None, "words", "numbers"))
        object.__setattr__(self, "options", tuple(Option(**each) for each in self.options))


def load() -> dict[str, Panel]:
    """All panels by name, in the order of the list. ValueError or TypeError for a record that cannot be."""
    assets = resources.path("assets")
    folders = [(assets / module).parent for module in linker.imported(assets, LIST)]
    panels = {folder.name: Panel(**json.loads((folder / "panel.json").read_text("utf-8"))) for folder in folders}
    for name, panel in panels.items():
        _check("name", panel.name, (name,))
    return panels


def enlargeable(panels: dict[str, Panel]) -> list[str]:
    """Names of the panels that can be shown enlarged, in the order of the list of these."""
    shown = [panel for panel in panels.values() if panel.enlarged]
    return [panel.name for panel in sorted(shown, key=lambda panel: panel.enlarged)]


def _check(field, value, allowed):
    if value not in allowed:
        raise ValueError(f"{field}: got {value!r}, allowed is {', '.join(map(repr, allowed))}")
