"""The softmax's loss of many instances at once, where their scores together would be too many to hold."""

import numpy as np

from explorer.maths.softmax import log_sum_exp

_SCORES, _LEAST_ROWS = 1 << 16, 16  # half a megabyte of scores, and few enough products of matrices


def surprises(scores, words: int, instances) -> np.ndarray:
    """−Σ ln y of each instance's output words, (B,): the softmax's loss of many instances.

    `scores` gives the scores of a slice of them, (rows, words), and is asked for so few at a time that they stay in the
    processor's cache.
    """
    found, step = [], max(_LEAST_ROWS, _SCORES // words)
    for first in range(0, len(instances), step):
        start = instances.output_start[first : first + step + 1]
        u, asked = scores(slice(first, first + step)), instances.output_ids[start[0] : start[-1]]
        rows = np.repeat(np.arange(len(u)), np.diff(start))
        own = u[rows, asked]
        found.append(np.bincount(rows, log_sum_exp(u)[rows] - own, len(u)))
    return np.concatenate(found)
