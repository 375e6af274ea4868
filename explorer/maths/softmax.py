"""The softmax and its logarithm, computed so that no exponential overflows."""

from math import exp, log

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
    total = 0.0
    for j in range(u.size):
        y[j] = exp(u[j] - largest)
        total += y[j]
    for j in range(u.size):
        y[j] /= total
    return largest + log(total)
