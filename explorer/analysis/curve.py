"""A long curve in few points."""

import numpy as np


def stretches(losses: np.ndarray, most: int, unit: int = 1) -> tuple[int, np.ndarray]:
    """At most `most` equal stretches of consecutive losses, each of whole `unit`s, the last one perhaps shorter.

    Returns how many losses a stretch has, and the mean, lowest and highest of each, shape (3, stretches).
    """
    stride = unit * max(1, -(-len(losses) // (unit * most)))
    if stride == 1:
        return 1, np.stack([losses] * 3)
    whole = len(losses) // stride * stride
    rows, rest = losses[:whole].reshape(-1, stride), losses[whole:]
    reduced = np.stack([rows.mean(axis=1), rows.min(axis=1), rows.max(axis=1)])
    if len(rest):
        reduced = np.column_stack([reduced, [rest.mean(), rest.min(), rest.max()]])
    return stride, reduced
