"""The routes of two runs, A and B (the query `other`): the difference of both at a step, and where they part."""

from explorer import limits
from explorer.training.questions.comparison import Comparison
from explorer.training.questions.comparison import parting as first_edit
from explorer.views.weights import MOST_ROWS
from explorer.web import figures, kept
from explorer.web.options import number, step_of


def difference(trajectory, options) -> str:
    """Plotly's JSON of a panel's figure of both runs; the options that are not of the request are view options.

    At most `rows` of a map's rows are shown.
    """
    own = {key.removeprefix("difference."): text for key, text in options.items()}
    view = {key: text for key, text in own.items() if key not in ("other", "step", "panel")}
    view["rows"] = number(options, "difference.rows", MOST_ROWS, least=1, most=MOST_ROWS)
    other, step = kept.trajectory(own.get("other", "")), step_of(options, "difference")
    return figures.of_two(trajectory, other, step, own.get("panel"), view).to_json()


def parting(trajectory, options) -> dict:
    """Where two runs part: the `position` and the `name` of the first number that differs, None where none does.

    They are looked at up to the position `stop`, or as far as both come: `seen`.
    """
    other, stop = (
        kept.trajectory(options.get("parting.other", "")),
        number(options, "parting.stop", most=limits.MAX_STEP),
    )
    found = Comparison(trajectory, other, min(first_edit(trajectory.recipe, other.recipe), stop), stop)
    position, name = found.first_difference or (None, None)
    return {"position": position, "name": name, "seen": found.stop}


# What answers, and the request's own options: as in `routes`.
ROUTES = {
    "difference": (difference, ("other", "step", "panel", "theme", "rows")),
    "parting": (parting, ("other", "stop")),
}
OF_TWO = {difference, parting}  # whatever B's recipe holds is nobody else's
