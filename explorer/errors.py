"""The two errors that the Python face raises on purpose."""

from typing import Any, NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a recipe: the field, what it got, and what is allowed."""

    field: str
    got: Any
    allowed: str

    def __str__(self) -> str:
        return f"{self.field}: got {_shortened(self.got)}, allowed is {self.allowed}"


class RecipeError(ValueError):
    """A recipe that cannot be run. ``problems`` lists every offending field, not only the first."""

    def __init__(self, problems):
        self.problems = [Problem(*problem) for problem in problems]
        super().__init__("; ".join(str(problem) for problem in self.problems))

    def __reduce__(self):
        return type(self), (self.problems,)


class Diverged(ArithmeticError):
    """A number stopped being finite.

    ``step`` is the number of the update in which it happened (the run stands before it) and
    ``quantity`` the first quantity, in the order in which a step computes them, that is not finite.
    """

    def __init__(self, step: int, quantity: str):
        self.step, self.quantity = step, quantity
        super().__init__(
            f"{quantity} is no longer finite in step {step}; the run stands before that step. "
            "A smaller learning rate usually helps."
        )

    def __reduce__(self):
        return type(self), (self.step, self.quantity)


def _shortened(value, width: int = 120) -> str:
    try:
        text = repr(value)
    except Exception:  # lists in lists without end, or a stranger's object: its message must not hide ours
        text = f"a {type(value).__name__}"
    return text if len(text) <= width else text[: width - 1] + "…"
