"""The softmax and its logarithm, computed so that no exponential overflows.

What is missing to 1 where a word is almost certain is what all others have together; 1 − y has no digits left for it.
u, y : (V,), scores and probabilities. j : an id.
"""

from math import log, log1p
from typing import NamedTuple

import numpy as np

from explorer.maths.activations import NEAR_1
from explorer.maths.exponential import LOWEST, exponential
from explorer.maths.kernel import inlined


class Top(NamedTuple):
    """Of the largest score: itself, and of its probability y the surprise −ln y and `below`, 1 − y."""

    score: float
    surprise: float
    below: float


@inlined
def softmax(u, y):
    """Write softmax(u) into y and return the `Top`; both are vectors of the same length.

    The largest score is subtracted first, so that the largest exponential is 1. Where a score is not finite, neither is
    the result.
    """
    largest = u[0]
    for j in range(1, u.size):
        largest = max(largest, u[j])
    for j in range(u.size):
        below = u[j] - largest
        y[j] = exponential(max(below, LOWEST)) if below >= LOWEST else -0.0 * below
    total = 0.0
    for j in range(u.size):
        total += y[j]
    others, surprise = total - 1.0, log(total)
    if total * NEAR_1 < 1.0:
        others = 0.0
        for j in range(u.size):
            others += y[j] if y[j] < 1.0 else 0.0
        surprise = log1p(others)
    for j in range(u.size):
        y[j] /= total
    return Top(largest, surprise, others / total)


@inlined
def surprise(u, top, j):
    """−ln y_j, of softmax(u), which returned `top`: never the logarithm of a rounded probability."""
    return top.score - u[j] + top.surprise


@inlined
def error(y, top, j):
    """y_j − 1, of y = softmax(u), which returned `top`."""
    return -top.below if y[j] > NEAR_1 else y[j] - 1.0


def top_of(u: np.ndarray) -> Top:
    """What `softmax` returns for scores u, (V,), outside kernels."""
    largest = u.max()
    y = np.exp(u - largest)
    total = float(y.sum())
    others = total - 1.0
    if total * NEAR_1 < 1.0:
        others = float(y[y < 1.0].sum())
    return Top(float(largest), log1p(others) if total * NEAR_1 < 1.0 else log(total), others / total)


def log_sum_exp(u: np.ndarray) -> np.ndarray:
    """log Σ exp(u_j) of each row of u, (rows,), which has then been used as scratch."""
    largest = u.max(axis=1)
    u -= largest[:, None]
    return largest + np.log(np.exp(u, out=u).sum(axis=1))
