"""A long curve in few points."""

import numpy as np


def stretches(losses: np.ndarray, most: int, unit: int = 1) -> tuple[int, np.ndarray]:
    """At most `most` equal stretches of consecutive losses, each of whole `unit`s, the last one perhaps shorter.

    Returns how many losses a stretch has, and the mean, lowest and highest of each, shape (3, stretches).
    """
    stride = unit * max(1, -(-len(losses) // (unit * most)))
    if stride == 1:
        return 1, np.stack([losses] * 3)
    padded = np.full(-(-len(losses) // stride) * stride, np.nan)
    padded[: len(losses)] = losses
    rows = padded.reshape(-1, stride)
    return stride, np.stack([np.nanmean(rows, axis=1), np.nanmin(rows, axis=1), np.nanmax(rows, axis=1)])
