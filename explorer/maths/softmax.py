"""The softmax and its logarithm, computed so that no exponential overflows."""

from math import log, log1p

import numpy as np

from explorer.maths.activations import NEAR_1
from explorer.maths.exponential import LOWEST, exponential
from explorer.maths.kernel import kernel


@kernel
def softmax(u, y):
    """Write softmax(u) into y and return log Σ exp(u_j); both are vectors of the same length.

    The largest score is subtracted first, so that the largest exponential is 1. Where a score is not
    finite, neither is the result.
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
    for j in range(u.size):
        y[j] /= total
    return largest + log(total)


@kernel
def below_1(y, j):
    """1 − y_j, of y = softmax(u): near 1, where y_j has no digits left for it, the sum of the others."""
    if not y[j] > NEAR_1:
        return 1.0 - y[j]
    total = 0.0
    for k in range(y.size):
        if k != j:
            total += y[k]
    return total


@kernel
def surprise(u, y, normaliser, j):
    """−ln y_j, of y = softmax(u), which returned the normaliser: never the logarithm of a rounded probability."""
    return -log1p(-below_1(y, j)) if y[j] > NEAR_1 else normaliser - u[j]


def log_sum_exp(u: np.ndarray) -> np.ndarray:
    """log Σ exp(u_j) of each row of u, (rows,), which has then been used as scratch."""
    largest = u.max(axis=1)
    u -= largest[:, None]
    return largest + np.log(np.exp(u, out=u).sum(axis=1))
