"""What a ledger is the history of: one weight, or the dot product of two words' vectors.

Both are functions of the numbers of a `Grid`. Their slopes by these numbers are such that what each number has changed
by times its slope, added up, is exactly what the function has changed by.
"""

from typing import NamedTuple

import numpy as np

from explorer.training.questions.replayed import Grid


class Weight(NamedTuple):
    """The one number of a grid."""

    grid: Grid

    def value(self, numbers) -> np.ndarray:
        """(…, 1, 1) → (…)."""
        return numbers[..., 0, 0]

    @property
    def varying(self) -> tuple[Grid, ...]:
        """The grids whose numbers the slopes depend on, within a step."""
        return ()

    def slopes(self, piece, at, b) -> np.ndarray:
        """(m, 1, 1), for m instances `b` of steps `at` of a piece."""
        return np.ones((len(at), 1, 1))


class Product(NamedTuple):
    """The dot product of vectors a and b of a grid; `turned`: whether they are its columns."""

    grid: Grid
    a: int
    b: int
    turned: bool

    def value(self, numbers) -> np.ndarray:
        """(…, rows, columns) → (…)."""
        numbers = self._upright(numbers)
        with np.errstate(over="ignore", invalid="ignore"):  # then the ledger ends
            return (numbers[..., self.a, :] * numbers[..., self.b, :]).sum(axis=-1)

    @property
    def varying(self) -> tuple[Grid, ...]:
        """The grids whose numbers the slopes depend on, within a step."""
        return (self.grid,)

    def slopes(self, piece, at, b) -> np.ndarray:
        """(m, rows, columns), for m instances `b` of steps `at` of a piece: half way through what the instance changes,

        as a₁·b₁ − a₀·b₀ = (a₁ − a₀)·(b₀ + b₁)/2 + (a₀ + a₁)/2·(b₁ − b₀).
        """
        within = piece.within[self.grid]
        half_way = self._upright(within[at, b] / 2 + within[at, b + 1] / 2)
        slopes = np.zeros_like(half_way)
        slopes[:, self.a] += half_way[:, self.b]
        slopes[:, self.b] += half_way[:, self.a]
        return self._upright(slopes)

    def _upright(self, numbers):
        return numbers.swapaxes(-1, -2) if self.turned else numbers
