"""Activation functions and their slopes, elementwise on vectors; `ACTIVATE` has the functions for any NumPy array.

A number near 1 has no digits left for how far it is from 1: from u ≈ 37 on σ(u) is 1. So where an answer is above
`NEAR_1`, 1 − y, errors and slopes are computed from u anew; below it, where y loses less than a digit, from y.

u, y, e : (n,), net inputs, answers and errors, or floats of one unit; t : what y is held against. code : of `CODES`.
"""

from math import copysign, exp, log1p, tanh

import numpy as np

from explorer.maths.exponential import LOWEST, exp_minus_1, exponential
from explorer.maths.kernel import kernel

IDENTITY, SIGMOID, TANH, RELU, STEP = range(5)
NEAR_1 = 0.9
_LONG = 8  # numbers in a row from which on vector instructions are the faster way
CODES = {"identity": IDENTITY, "sigmoid": SIGMOID, "tanh": TANH, "relu": RELU, "step": STEP}


@kernel
def sigmoid(u):
    """1/(1 + exp(−u)), without overflow."""
    small = exp(-abs(u))
    return 1.0 / (1.0 + small) if u >= 0 else small / (1.0 + small)


@kernel
def softplus(u):
    """ln(1 + exp(u)) = −ln σ(−u), without overflow."""
    return max(u, 0.0) + log1p(exp(-abs(u)))


@kernel
def value(code, u):
    """f(u), f by its code. The step is 1 where u is above 0, ReLU max(0, u)."""
    if code == SIGMOID:
        return sigmoid(u)
    if code == TANH:
        return tanh(u)
    if code == RELU:
        return u if u > 0.0 or u != u else 0.0
    if code == STEP:
        return 1.0 if u > 0.0 else 0.0
    return u


@kernel
def below_1(u, y):
    """1 − y, of y = σ(u)."""
    return sigmoid(-u) if y > NEAR_1 else 1.0 - y


@kernel
def error(code, u, y, t):
    """y − t, of y = f(u)."""
    if code == SIGMOID and t == 1.0:
        return -below_1(u, y)
    if code == TANH and abs(t) == 1.0 and t * y > NEAR_1:
        return -2.0 * t * sigmoid(-2.0 * t * u)
    return y - t


@kernel
def slope(code, u, y):
    """f′(u), y being f(u): σ′ = y(1 − y), tanh′ = (1 − y)(1 + y), ReLU′ = [y > 0].

    The slope of ReLU at 0 is taken as 0. The step has none: 1 lets its error pass unchanged, as the perceptron rule
    has it.
    """
    if code == SIGMOID:
        return y * below_1(u, y)
    if code == TANH:
        if abs(y) > NEAR_1:
            small = exp(-2.0 * abs(u))
            return 4.0 * small / ((1.0 + small) * (1.0 + small))
        return 1.0 - y * y
    if code == RELU:
        return 1.0 if y > 0.0 else 0.0
    return 1.0


@kernel
def activate(code, u, y):
    """Write f(u) into y, vectors both. Long ones of sigmoids and tanhs come from vector instructions."""
    if code == SIGMOID and u.size >= _LONG:
        for j in range(u.size):
            y[j] = exponential(max(-abs(u[j]), LOWEST))
        for j in range(u.size):
            y[j] = (1.0 if u[j] >= 0 else y[j]) / (1.0 + y[j])
    elif code == TANH and u.size >= _LONG:
        for j in range(u.size):
            y[j] = exp_minus_1(max(-2.0 * abs(u[j]), LOWEST))
        for j in range(u.size):
            y[j] = copysign(y[j] / (2.0 + y[j]), u[j])
    else:
        for j in range(u.size):
            y[j] = value(code, u[j])


@kernel
def activate_batch(code, row, size, u, y):
    """The same for the first `size` instances of the step in `row`, both arrays (steps, batch, units).

    Small ones without slices, which would cost more than the arithmetic.
    """
    if size * u.shape[2] >= _LONG:
        activate(code, u[row, :size].ravel(), y[row, :size].ravel())
        return
    for b in range(size):
        for j in range(u.shape[2]):
            y[row, b, j] = value(code, u[row, b, j])


@kernel
def through(code, u, y, error):
    """error ← error · f′(u), in place, y being f(u)."""
    for j in range(y.size):
        error[j] *= slope(code, u[j], y[j])


def _softmax(u):
    y = np.exp(u - u.max(axis=-1, keepdims=True))
    return y / y.sum(axis=-1, keepdims=True)


# Arrays of any shape, where no step is trained: a network's answers to inputs that someone asks about. The softmax is
# that of the last axis.
ACTIVATE = {
    "identity": lambda u: u,
    "sigmoid": lambda u: np.exp(-np.logaddexp(0, -u)),
    "tanh": np.tanh,
    "relu": lambda u: np.maximum(u, 0),
    "step": lambda u: np.where(u > 0, 1.0, 0.0),
    "softmax": _softmax,
}
