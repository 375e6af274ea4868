"""The figure of a panel, as the enlarged view and the route of figures both draw it."""

from explorer.budget import FIGURE, charge
from explorer.errors import RecipeError
from explorer.training.replay import Trajectory
from explorer.views import VIEWS
from explorer.web.answers import run_of


def figure(trajectory: Trajectory, step: int, panel: str, view: dict[str, str]):
    """The Plotly figure of a panel. RecipeError for a panel that has none.

    view : the page's view options, and "stage", "theme".
    """
    if panel not in VIEWS:
        raise RecipeError([("panel", panel, "one of " + ", ".join(VIEWS))])
    charge("panel", panel, FIGURE)
    instance = view.get("instance", "")
    shown = {"stage": "update" if step else "start", "theme": "light"} | view
    shown["instance"] = int(instance) if instance.isdecimal() and len(instance) < 9 else 0
    return VIEWS[panel](run_of(trajectory, step), shown)
