"""An expression over what the page shows, such as `cos(W[king], W[queen]) > 0.9`."""

from math import prod

import numpy as np

from explorer.training.questions.meaning import Binder
from explorer.training.questions.parser import parse
from explorer.training.questions.tree import text_of

_RAGGED = 8  # numbers on an axis that is as long as the step needs, about


class Expression:
    """A parsed expression, checked against a recipe: what it names exists there, and its shapes fit.

    Numbers, + - * / ** and comparisons, `and or not`, parentheses; `step`, `epoch` (from 1), `loss`, `instance` (its
    number in the data from 1), `target` (the output words); quantities and parameters with indices as on the page,
    words by name and units from 1; the functions of `functions.FUNCTIONS`. A bare word, or one in quotes, is a word;
    names of quantities go before words, quotes decide. What has no value makes a comparison unknown, which is never
    true, nor is `not` of it; what is infinite has no value.

    Attributes
    ----------
    text : str, as it was given; `str()` gives it in its plainest form, which means the same.
    recipe : Recipe.
    is_condition : bool, whether it is true or false.
    leaves : what it reads; numbers : about how many numbers these are at a position; lead : int, how many positions
    before one it looks back.

    Raises `ExpressionError`, with the character at which it was met.
    """

    def __init__(self, text: str, recipe):
        self.text, self.recipe = text, recipe
        self.tree = parse(text)
        binder = Binder(recipe)
        self._meaning = binder.meaning(self.tree)
        binder.check_result(self.tree, self._meaning)
        self.is_condition = self._meaning.kind.what == "truth"
        self.leaves, self.lead = tuple(binder.leaves), self._meaning.lead
        self.numbers = sum(prod(size or _RAGGED for size in kind.shape) for kind in binder.leaves.values())

    def __str__(self):
        return text_of(self.tree)

    def __repr__(self):
        return f"Expression({self.text!r})"

    def __eq__(self, other):
        if not isinstance(other, Expression):
            return NotImplemented
        return self.tree == other.tree and self.recipe == other.recipe

    def __hash__(self):
        return hash((self.tree, self.recipe))

    def values(self, window) -> np.ndarray:
        """The value at each position of a window, (n,) float64: truth as 1 and 0, NaN where there is none."""
        with np.errstate(all="ignore"):
            return self._meaning.value(window)
