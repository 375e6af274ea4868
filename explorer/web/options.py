"""Numbers in a request's own options: RecipeError for what is none, or too much."""

from collections.abc import Mapping

from explorer import limits
from explorer.errors import RecipeError


def step_of(options: Mapping[str, str], route: str) -> int:
    """The step that a route is asked about."""
    return number(options, f"{route}.step", most=limits.MAX_STEP)


def number(options: Mapping[str, str], key: str, default: int | None = None, least: int = 0, most: int = 10**9) -> int:
    """A whole number from `least` to `most`, which may be missing where it has a default. RecipeError for another."""
    try:
        found = int(options.get(key, default))
    except (TypeError, ValueError):
        found = least - 1
    if not least <= found <= most:
        raise RecipeError([(key, options.get(key), f"a whole number from {least} to {most:,}")])
    return found


def rows(options: Mapping[str, str], key: str) -> list[int]:
    """Words whose rows are wanted: no more of them than travel."""
    most = limits.MAX_NUMBERS
    first = ",".join(options.get(key, "").split(",", most)[:most])
    return numbers({key: first}, key) if first else []


def numbers(options: Mapping[str, str], key: str) -> list[int]:
    """Whole numbers with commas between, at least one. RecipeError for anything else, or too many."""
    if (count := options.get(key, "").count(",") + 1) > limits.MAX_NUMBERS:
        raise RecipeError([(key, f"{count:,} numbers", f"at most {limits.MAX_NUMBERS:,}")])
    try:
        return [int(each) for each in options[key].split(",")]
    except (KeyError, ValueError):
        raise RecipeError([(key, options.get(key), "whole numbers with commas between")]) from None
