"""Numbers in a lesson's prose, `=loss` and the like: none is typed, all are computed when the lesson is written.

=cos(king, queen)            at the place of the explorer as the text stands there, with four significant digits
=loss @ 12 : 2               at another position, with two digits after the point; : % as a percentage
=argmax(y)                   a word
=share(21..60, 500, c)       of the explorer's recipe with these seeds, how many satisfy c at position 500
"""

import re
from dataclasses import dataclass
from hashlib import sha256

from explorer import limits
from explorer.errors import ExpressionError, RecipeError
from explorer.lessons.places import Place
from explorer.numbers import fixed, percent, significant
from explorer.training.questions.expression import Expression

_SHARE = re.compile(r"share\(\s*(\d{1,9})\.\.(\d{1,9})\s*,\s*(\d{1,9})\s*,(.*)\)", re.DOTALL)
_SEEDS = re.compile(r"\s*(\d{1,9})\.\.(\d{1,9})\s*")
_ENDINGS = re.compile(r"\s+(?:@\s*(?P<at>\d{1,9})|:\s*(?P<form>\d{1,2}|%))\s*$")
_DIGITS = 4


@dataclass(frozen=True, eq=False)
class Number:
    """A number that a lesson's text has in a place.

    line : of the file. text : as it was written, without its sign =. place : of the explorer that it is of.
    expression, position : what is evaluated where. form : digits after the point, "%", or "" for significant ones.
    seeds : of a share, the first and the last.
    """

    line: int
    text: str
    place: Place
    expression: str
    position: int
    form: str = ""
    seeds: tuple[int, int] | None = None

    @property
    def key(self) -> str:
        """What names it where it is filled in later: a short hash of what is asked."""
        asked = f"{self.place.query} {self.seeds} {self.position} {self.expression} {self.form}"
        return sha256(asked.encode()).hexdigest()[:16]

    def written(self, computed) -> str:
        """The number as text. computed : the source of numbers, see `computed.Computed`; raises what it raises.

        ValueError where it has no value.
        """
        if self.seeds is not None:
            count, of = computed.share(self.place.query, self.seeds, self.position, self.expression)
            return percent(count / of) if self.form == "%" else f"{count} of {of}"
        value = computed.value(self.place.query, self.expression, self.position)
        if value is None:
            raise ValueError(f"{self.expression} has no value at position {self.position:,}")
        return value if isinstance(value, str) else formatted(value, self.form)


def formatted(value: float, form: str) -> str:
    """A number as the page writes it, with the digits that `form` asks for."""
    if form == "%":
        return percent(value)
    return fixed(value, int(form)) if form else significant(value, _DIGITS)


def read_number(text: str, line: int, place: Place, problems) -> Number | None:
    """The number that a code span `=text` asks for; None, and a problem, where it cannot be."""
    rest, told = text, {}
    while (ending := _ENDINGS.search(rest)) and told.keys().isdisjoint(given := _given(ending)):
        rest, told = rest[: ending.start()], told | given
    position = int(told.get("at", place.position))
    form, share = told.get("form", ""), _SHARE.fullmatch(rest.strip())
    if share is None:
        number = Number(line, text, place, rest.strip(), position, form)
    else:
        seeds = int(share[1]), int(share[2])
        number = Number(line, text, place, share[4].strip(), int(share[3]), form, seeds)
        if (wrong := wrong_seeds(seeds)) is not None:
            problems.tell(line, f"`={text}`: {wrong}")
            return None
    found = checked_expression(number.expression, place, line, problems, f"`={text}`")
    if found is None:
        return None
    if found.is_condition != (number.seeds is not None):
        problems.tell(line, f"`={text}`: {'a share is of a condition' if number.seeds else 'a condition is no number'}")
        return None
    return number


def _given(ending):
    return {name: value for name, value in ending.groupdict().items() if value is not None}


def read_seeds(text: str) -> tuple[int, int]:
    """The first and the last seed of "21..60". Raises ValueError."""
    match = _SEEDS.fullmatch(text)
    if match is None:
        raise ValueError(f"got {text!r}, allowed are seeds such as 21..60")
    seeds = int(match[1]), int(match[2])
    if (wrong := wrong_seeds(seeds)) is not None:
        raise ValueError(wrong)
    return seeds


def wrong_seeds(seeds: tuple[int, int]) -> str | None:
    """What is wrong with a range of seeds, in words."""
    first, last = seeds
    if 0 < last - first + 1 <= limits.MAX_SEEDS:
        return None
    return f"got the seeds {first}..{last}, allowed are up to {limits.MAX_SEEDS}, the last not before the first"


def checked_expression(text, place: Place, line: int, problems, what: str) -> Expression | None:
    """The expression of an explorer's recipe; None, and a problem, where it cannot be read."""
    try:
        return Expression(text, place.recipe, of_lesson=True)
    except ExpressionError as error:
        problems.tell(line, f"{what}, character {error.position + 1}: got {error.got!r}, expected is {told(error)}")
    except RecipeError as error:
        problems.tell(line, f"{what}: {error}")
    return None


def told(error: ExpressionError) -> str:
    """What was expected."""
    return error.problems[0].allowed
