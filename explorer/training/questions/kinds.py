"""What a part of an expression can be, known before anything is computed: a number, a truth, a word; its shape.

At each of n positions numbers are float64, (n, …), NaN where there is no value; truths likewise, 1, 0 or NaN; words
are ids, int64 (n,) or, where several are meant at once, (n, k), −1 for none.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from explorer.models.declarations import RAGGED


class Kind(NamedTuple):
    """What a part is.

    what : "number", "truth" or "word". axes, shape : of a vector or a matrix; a ragged axis has length 0 here, as it
    depends on the step. many : whether it is several at once, any of which may be meant. instance : the number in the
    batch, from 0, of the instance whose ragged axis it has.
    """

    what: str
    axes: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()
    many: bool = False
    instance: int = 0

    @property
    def told(self) -> str:
        """What it is, in words."""
        if self.what != "number":
            return {"truth": "a condition", "word": "a word"}[self.what]
        if not self.shape:
            return "a number of each instance" if self.many else "a number"
        sizes = " × ".join(str(size) if size else "some" for size in self.shape)
        return f"a {'vector' if len(self.shape) == 1 else 'matrix'} of {sizes} number{'s' if sizes != '1' else ''}"

    @property
    def ragged(self) -> bool:
        """Whether its numbers are as many as the step needs, NaN after them."""
        return any(axis in RAGGED for axis in self.axes)


NUMBER, TRUTH, WORD = Kind("number"), Kind("truth"), Kind("word")


class Meaning(NamedTuple):
    """What a part of an expression means: its kind, and its value at the positions of a window.

    lead : how many positions before the first it looks back. word : the id, where it is a word as such.
    """

    kind: Kind
    value: Callable[[Any], np.ndarray]
    lead: int = 0
    word: int | None = None


def known(values: np.ndarray) -> np.ndarray:
    """Numbers, in place, without infinities, which are no values: (…), as given."""
    values[np.isinf(values)] = np.nan
    return values


def rows_of(values: np.ndarray) -> np.ndarray:
    """(n, …) as (n, size), a row a position."""
    return values.reshape(len(values), -1)


def widened(values: np.ndarray, axes: int) -> np.ndarray:
    """(n,) numbers with so many axes of length 1 behind, to be joined with (n, …)."""
    return values if values.ndim > 1 else values.reshape(len(values), *[1] * axes)
