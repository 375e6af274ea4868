"""Where scales end. The page's pictures have the same rules, in assets/maths/limits.mjs; tests/shared/limits.json
holds the two together.
"""

import numpy as np

_LIMITS, _STEPS = (1, 1.5, 2, 3, 5, 7.5, 10), (1, 2, 5, 10)
_ENDS = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)


def round_limit(value: float) -> float:
    """The next of 1, 1.5, 2, 3, 5, 7.5 × 10^n that is not below the value; 1 for zero and what is not finite."""
    return _next(value, _LIMITS) if 0 < value < np.inf else 1.0


def round_step(value: float) -> float:
    """The next of 1, 2, 5 × 10^n that is not below the value, above zero: how far the marks of an axis are apart."""
    return _next(value, _STEPS)


def round_every(value: float) -> int:
    """The same for what is counted: of how many things each is numbered, at least 1."""
    return int(round_step(max(1, value)))


def round_end(value: float) -> float:
    """Where the axis of a curve ends: the next of 1, 1.5, 2, 3, 4, 5, 6, 8 × 10^n that is not below the value.

    Closer than a limit of colours, so that the curve fills its picture; 1 for zero and what is not finite.
    """
    return _next(value, _ENDS) if 0 < value < np.inf else 1.0


RUNAWAY = 1e3  # times as large as what is shown: numbers to come that would leave nothing to be seen


class Sizes:
    """How large numbers are, of arrays that are added one after the other.

    `limit` is where the colours of all of them end: their largest size, but at most eight times the mean size. One
    outlier (which is then marked) does not make the others pale. Zeros do not count, since a change may be zero in all
    rows but one; nor does what is not finite.
    """

    def __init__(self, *arrays):
        self.largest, self._sum, self._count = 0.0, 0.0, 0
        for array in arrays:
            self.add(array)

    def add(self, array):
        """Take in one more array, of any shape."""
        sizes = np.abs(np.ravel(array))
        sizes = sizes[(sizes > 0) & (sizes < np.inf)]
        self.largest = max(self.largest, float(sizes.max(initial=0)))
        self._sum += float(sizes.sum())
        self._count += sizes.size

    @property
    def limit(self) -> float:
        """Where the colours end."""
        return round_limit(min(self.largest, 8 * self._sum / max(1, self._count)))


def is_beyond(values: np.ndarray, limit: float) -> np.ndarray:
    """Which values, of any shape, lie beyond the end of the colours, rounding aside: they get the last one, and a mark.

    Of the same shape, bool.
    """
    return np.abs(values) > limit * (1 + 1e-9)


def _next(value, rounds):
    power = 10.0 ** np.floor(np.log10(value))
    return float(f"{next(each for each in rounds if each * power >= value * (1 - 1e-9)) * power:.2g}")
