"""The errors that the Python face raises on purpose."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple


class Flaw(str):
    """What is wrong with a text that cannot be read: stands where else what is allowed does, and tells more."""

    __slots__ = ()


class Problem(NamedTuple):
    """One thing that is wrong with a recipe: the field, what it got, and what is allowed."""

    field: str
    got: Any
    allowed: str

    def __str__(self) -> str:
        allowed = f"what can be read, but {self.allowed}" if isinstance(self.allowed, Flaw) else self.allowed
        return f"{self.field}: got {shortened(self.got)}, allowed is {allowed}"


class RecipeError(ValueError):
    """A recipe that cannot be run. ``problems`` lists every offending field, the message the first `TOLD` of them."""

    TOLD = 20

    def __init__(self, problems):
        self.problems = [Problem(*problem) for problem in problems]
        told = [str(problem) for problem in self.problems[: self.TOLD]]
        if len(self.problems) > self.TOLD:
            told.append(f"and {len(self.problems) - self.TOLD:,} more")
        super().__init__("; ".join(told))

    def __reduce__(self):
        return type(self), (self.problems,)

    def told(self, name: Callable[[str], str]) -> "RecipeError":
        """The same error with other names for its fields: `name` of each."""
        return type(self)([(name(field), got, allowed) for field, got, allowed in self.problems])


class ExpressionError(RecipeError):
    """An expression that cannot be read: at which character, from 0, what it got there, and what was expected."""

    def __init__(self, position: int, got: str, expected: str, field: str = "expression"):
        super().__init__([(field, got, expected)])
        self.position, self.got, self.expected = position, got, expected
        self.args = (f"{field}, character {position + 1:,}: got {shortened(got)}, expected is {expected}",)

    def __reduce__(self):
        return type(self), (self.position, self.got, self.expected, self.problems[0].field)

    def told(self, name: Callable[[str], str]) -> "ExpressionError":
        """The same error with another name for its field."""
        return type(self)(self.position, self.got, self.expected, name(self.problems[0].field))


@contextmanager
def told_as(name: Callable[[str], str]) -> Iterator[None]:
    """Within the block a `RecipeError` tells its fields as whoever asked knows them: `name` of each."""
    try:
        yield
    except RecipeError as error:
        raise error.told(name) from None


class OverBudget(RecipeError):
    """More than one answer may cost, see `explorer.budget`; what is allowed names the nearest that would pass."""


class Overdue(RuntimeError):
    """An answer that was given up on the way: it took too long, or nobody waited for it any more."""


class Diverged(ArithmeticError):
    """A number stopped being finite.

    ``step`` is how many updates the run has had until then: it can be sought, and the one after it cannot.
    ``quantity`` is the first quantity, in the order in which a step computes them, that is not finite. The message
    counts steps from 1, as the page does.
    """

    def __init__(self, step: int, quantity: str):
        self.step, self.quantity = step, quantity
        super().__init__(
            f"{quantity} is no longer finite in step {step + 1:,}; the run ends before that step. "
            "A smaller learning rate usually helps."
        )

    def __reduce__(self):
        return type(self), (self.step, self.quantity)


class Named(dict):
    """Things by their names; the KeyError of a name that there is not says what is allowed."""

    def __init__(self, field: str, things: Mapping[str, Any], allowed: Callable[[object], str] | None = None):
        """field : what they are. allowed : function of a name that there is not; else every name is told."""
        super().__init__(things)
        self._field, self._allowed = field, allowed

    def __missing__(self, name: object):
        allowed = self._allowed(name) if self._allowed else f"one of {', '.join(self)}"
        raise KeyError(str(Problem(self._field, name, allowed)))


def shortened(value, width: int = 120) -> str:
    """How a value is told in a message: as Python writes it, cut to `width` characters."""
    if isinstance(value, str | bytes):
        value = value[: width + 1]
    try:
        text = repr(value)
    except Exception:  # lists in lists without end, or a stranger's object: its message must not hide ours
        text = f"a {type(value).__name__}"
    return text if len(text) <= width else text[: width - 1] + "…"
