"""Many arrays in one piece of memory, and large pieces used again."""

from collections import deque
from math import prod

import numpy as np

_LARGE, _LARGEST = 2**17, 2**23  # numbers: of a piece worth keeping, 1 to 64 MB
_ROOM = 4  # how many times larger than asked for a piece may be
_spare = deque(maxlen=4)  # pieces that nobody looks at any more


class _Loan:
    """A piece of memory that is spare again when the last array on it is gone.

    The system hands large pieces out page by page, on first use, which can take longer than the arithmetic that
    fills them.
    """

    def __init__(self, size: int):
        self.piece = _fitting(size)
        self.__array_interface__ = self.piece[:size].__array_interface__

    def __del__(self):
        if self.piece.size <= _LARGEST:
            _spare.append(self.piece)


def _fitting(size: int) -> np.ndarray:
    for _ in range(len(_spare)):
        try:
            piece = _spare.pop()
        except IndexError:  # another thread was faster
            break
        if size <= piece.size <= _ROOM * size:
            return piece
        _spare.appendleft(piece)
    return np.empty(size)


def together(shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    """Float64 arrays of these shapes by name, not filled."""
    size = sum(map(prod, shapes.values()))
    whole = np.empty(size) if size < _LARGE else np.asarray(_Loan(size))
    start, arrays = 0, {}
    for name, shape in shapes.items():
        stop = start + prod(shape)
        arrays[name] = whole[start:stop].reshape(shape)
        start = stop
    return arrays
