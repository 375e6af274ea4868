"""Arrays that a recipe takes from another run; its link has that run's query, the step, and their names there.

A recipe knows how a run is made of a query, and says so (`run_of`): this module is read before it.
"""

from collections.abc import Callable

from explorer import limits
from explorer.budget import reserved
from explorer.errors import Diverged, OverBudget, RecipeError, told_as
from explorer.training.fields import BY_NAME
from explorer.training.given import Given, Origin
from explorer.training.run import Run

RunOf = Callable[[str], Run]  # of a query
_FOR_ITS_OWN_RUN = 0.05  # of a budget, of which the run that a recipe takes arrays from gets no more than the rest


def given_by(origin: Origin, key: str, text: str, run_of: RunOf, problems: list) -> Given | None:
    """The arrays that a link says are another run's; None, and what is wrong, where they are not to be had.

    text : what the link has, in the field `key`. Raises `OverBudget` where the other run costs too much.
    """
    if origin.levels > limits.MAX_TAKEN:
        problems.append((key, text, f"taken from a run that took its own; at most {limits.MAX_TAKEN} in a row"))
        return None
    try:
        with told_as(lambda part: f"{key}.{part}"):
            return taken(origin, run_of)
    except OverBudget:
        raise
    except RecipeError as error:
        problems += error.problems
    except Diverged as diverged:
        problems.append((f"{key}.step", origin.step, f"at most {diverged.step:,}: {diverged}"))
    except (ValueError, TypeError, KeyError):  # half a surrogate pair, for one
        problems.append((key, text, BY_NAME["parameters"].allowed))
    return None


def taken(origin: Origin, run_of: RunOf) -> Given:
    """The arrays of another run, from its recipe and step.

    Raises `RecipeError`, which names the part of `origin` that is wrong, and `Diverged` where the run ends before.
    """
    with told_as(_of_query):
        run = run_of(origin.query)
    with told_as(lambda field: field if field == "step" else _of_query(field)), reserved(share=_FOR_ITS_OWN_RUN):
        parameters = run.seek(origin.step).parameters
    try:
        return parameters.renamed(**origin.names)
    except (KeyError, TypeError):
        allowed = "this recipe's parameters, each with the name that it has there: " + ", ".join(parameters)
        raise RecipeError([("names", origin.names, allowed)]) from None


def _of_query(field):
    """The name of another recipe's field, within its query."""
    return field if field == "query" else f"query.{field}"
