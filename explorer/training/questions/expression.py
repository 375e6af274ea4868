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
    words by name and units from 1, symbols as on the page too (W′[node 0, 1]); the functions of `functions.FUNCTIONS`.
    A bare word, or one in quotes, is a word; names of quantities go before words, quotes decide. What has no value
    makes a comparison unknown, which is never true, nor is `not` of it; what is infinite has no value.

    Attributes
    ----------
    text : str, as it was given; `str()` gives it in its plainest form, which means the same.
    recipe : Recipe.
    of_lesson : bool, whether it may also be a word, and knows the recipe's fields by their names (learning_rate > 0.3,
    output == "negative"), which go before words.
    is_condition : bool, whether it is true or false; is_word : whether its values are ids of words.
    leaves : what it reads; numbers : about how many numbers these are at a position; lead : int, how many positions
    before one it looks back.

    Raises `ExpressionError`, with the character at which it was met.
    """

    def __init__(self, text: str, recipe, of_lesson: bool = False):
        self.text, self.recipe, self.of_lesson = text, recipe, of_lesson
        self.tree = parse(text)
        binder = Binder(recipe, of_lesson)
        self._meaning = binder.meaning(self.tree)
        binder.check_result(self.tree, self._meaning, of_lesson)
        what = self._meaning.kind.what
        self.is_condition, self.is_word = what == "truth", what == "word"
        self.leaves, self.lead = tuple(binder.leaves), self._meaning.lead
        self.numbers = sum(prod(size or _RAGGED for size in kind.shape) for kind in binder.leaves.values())

    def __str__(self):
        return text_of(self.tree)

    def __repr__(self):
        return f"Expression({self.text!r})"

    def __eq__(self, other):
        if not isinstance(other, Expression):
            return NotImplemented
        return (self.tree, self.recipe, self.of_lesson) == (other.tree, other.recipe, other.of_lesson)

    def __hash__(self):
        return hash((self.tree, self.recipe))

    def values(self, window) -> np.ndarray:
        """The value at each position of a window, (n,) float64: truth as 1 and 0, NaN where there is none.

        A word is its id, of several the first.
        """
        with np.errstate(all="ignore"):
            found = self._meaning.value(window)
        if not self.is_word:
            return found
        ids = found.reshape(len(found), -1)[:, 0]
        return np.where(ids < 0, np.nan, ids.astype(float))
