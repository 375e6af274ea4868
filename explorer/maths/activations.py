"""Activation functions and their slopes, elementwise on vectors."""

from math import exp, tanh

from explorer.maths.kernel import kernel

IDENTITY, SIGMOID, TANH, RELU, STEP = range(5)
CODES = {"identity": IDENTITY, "sigmoid": SIGMOID, "tanh": TANH, "relu": RELU, "step": STEP}


@kernel
def sigmoid(u):
    """1/(1 + exp(−u)), without overflow."""
    if u >= 0:
        return 1.0 / (1.0 + exp(-u))
    return exp(u) / (1.0 + exp(u))


@kernel
def activate(code, u, y):
    """Write f(u) into y, f by its code. The step is 1 where u is above 0, ReLU max(0, u)."""
    for j in range(u.size):
        if code == SIGMOID:
            y[j] = sigmoid(u[j])
        elif code == TANH:
            y[j] = tanh(u[j])
        elif code == RELU:
            y[j] = u[j] if u[j] > 0.0 or u[j] != u[j] else 0.0
        elif code == STEP:
            y[j] = 1.0 if u[j] > 0.0 else 0.0
        else:
            y[j] = u[j]


@kernel
def through(code, y, error):
    """error ← error · f′(u), in place, f′ from y = f(u): σ′ = y(1 − y), tanh′ = 1 − y², ReLU′ = [y > 0].

    The slope of ReLU at 0 is taken as 0. The step has none: its error passes unchanged, as the perceptron rule has it.
    """
    for j in range(y.size):
        if code == SIGMOID:
            error[j] *= y[j] * (1.0 - y[j])
        elif code == TANH:
            error[j] *= 1.0 - y[j] * y[j]
        elif code == RELU:
            error[j] *= 1.0 if y[j] > 0.0 else 0.0
