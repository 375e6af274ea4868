"""Steps, positions and counts of them, checked."""

from explorer import limits
from explorer.errors import RecipeError
from explorer.training.kinds import Integer, read_number, read_whole


def checked_step(step, name="step", least=0) -> int:
    """A step, or a count of them, as an int. `RecipeError` where it is none, or beyond the step limit."""
    return checked(name, step, Integer(least, limits.MAX_STEP))


def checked(name: str, value, kind):
    """A value of a kind, read. `RecipeError`, by its name, for what is none."""
    try:
        return kind.check(value)
    except (ValueError, TypeError):
        raise RecipeError([(name, value, kind.allowed)]) from None


def checked_count(count):
    """How many of what is found, from the end where it is negative; None for all. `RecipeError` for what is none."""
    try:
        return count if count is None else read_whole(count)
    except (ValueError, TypeError):
        raise RecipeError([("count", count, "a whole number; negative: the last so many")]) from None


def checked_width(width) -> float:
    """By how much a weight is moved, above 0. `RecipeError` for what is no such number."""
    try:
        number = read_number(width)
    except (ValueError, TypeError, OverflowError):
        number = 0.0
    if number <= 0:
        raise RecipeError([("width", width, "a number above 0")])
    return number
