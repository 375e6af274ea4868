"""The figure of a panel, as the enlarged view and the route of figures both draw it; and those of two runs."""

import re

from explorer.budget import FIGURE, charge
from explorer.errors import RecipeError
from explorer.training.replay import Trajectory
from explorer.views import OF_TWO, VIEWS
from explorer.web.answers import run_of

_ROOM = re.compile(r"(\d{1,5}) (\d{1,5})", re.ASCII)  # px, width and height


def figure(trajectory: Trajectory, step: int, panel: str, view: dict[str, str]):
    """The Plotly figure of a panel. RecipeError for a panel that has none.

    view : the page's view options, "stage", "theme", and "room", "<width> <height>" in px.
    """
    return VIEWS[_drawn(panel, VIEWS)](run_of(trajectory, step), _shown(step, view))


def of_two(trajectory: Trajectory, other: Trajectory, step: int, panel: str, view: dict[str, str]):
    """The Plotly figure of two runs at the same step, for that of a panel; arguments and errors as of `figure`."""
    draw = OF_TWO[_drawn(panel, OF_TWO)]
    return draw(run_of(trajectory, step), run_of(other, step), _shown(step, view))


def _drawn(panel, views):
    """The panel, whose drawing is charged."""
    if panel not in views:
        raise RecipeError([("panel", panel, "one of " + ", ".join(views))])
    charge("panel", panel, FIGURE)
    return panel


def _shown(step, view):
    instance = view.get("instance", "")
    shown = {"stage": "update" if step else "start", "theme": "light"} | view
    shown |= {"instance": int(instance) if instance.isdecimal() and len(instance) < 9 else 0}
    if room := _ROOM.fullmatch(shown.pop("room", "")):
        shown["room"] = tuple(map(int, room.groups()))
    return shown
