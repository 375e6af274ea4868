"""What is wrong with a request, as an answer tells it."""

from explorer.errors import RecipeError, shortened
from explorer.training.fields import BY_NAME
from explorer.training.kinds import Sizes

_LONGEST_TOLD = 200  # characters of what a field got


def problems_of(error: RecipeError) -> list[list[str]]:
    """The first problems, [field, got, allowed] each, and with the last of them how many more there are."""
    told = [_told(*problem) for problem in error.problems[: error.TOLD]]
    if more := len(error.problems) - len(told):
        told[-1][-1] += f"; and {more:,} more"
    return told


def _told(field, got, allowed):
    """A problem, of what the field got as much as can be read: sizes as they are typed."""
    if field in BY_NAME and isinstance(BY_NAME[field].kind, Sizes) and isinstance(got, tuple):
        got = BY_NAME[field].kind.write(got)
    if not isinstance(got, str):
        got = shortened(got, _LONGEST_TOLD)
    return [field[:_LONGEST_TOLD], got if len(got) <= _LONGEST_TOLD else got[: _LONGEST_TOLD - 1] + "…", allowed]
