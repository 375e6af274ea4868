"""Many arrays in one piece of memory."""

from math import prod

import numpy as np


def together(shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    """Float64 arrays of these shapes by name, not filled.

    A large piece comes from the system in large pages; arrays one by one come page by page, on first use, which takes
    longer than the arithmetic that fills them.
    """
    whole, start, arrays = np.empty(sum(map(prod, shapes.values()))), 0, {}
    for name, shape in shapes.items():
        stop = start + prod(shape)
        arrays[name] = whole[start:stop].reshape(shape)
        start = stop
    return arrays
