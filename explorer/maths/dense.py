"""Fully connected layers: the loops that networks of layers are made of. A row of the weights is a receiving unit."""

from math import isfinite

from explorer.maths.kernel import kernel


@kernel
def affine(weights, bias, x, u):
    """u = weights · x + bias; weights (u, x), bias (u,)."""
    for j in range(u.size):
        total = bias[j]
        for i in range(x.size):
            total += weights[j, i] * x[i]
        u[j] = total


@kernel
def add_transposed(weights, error, back):
    """back += weightsᵀ · error. Four terms at a time, in order, as every write to `back` costs more than a term."""
    fours = error.size // 4 * 4
    for j in range(0, fours, 4):
        for i in range(back.size):
            total = back[i] + weights[j, i] * error[j]
            total += weights[j + 1, i] * error[j + 1]
            total += weights[j + 2, i] * error[j + 2]
            back[i] = total + weights[j + 3, i] * error[j + 3]
    for j in range(fours, error.size):
        for i in range(back.size):
            back[i] += weights[j, i] * error[j]


@kernel
def descend(rate, error, x, weights):
    """weights −= rate · error ⊗ x; returns whether all of it is finite."""
    finite = True
    for j in range(error.size):
        pull = rate * error[j]
        for i in range(x.size):
            weights[j, i] -= pull * x[i]
            finite &= isfinite(weights[j, i])
    return finite


@kernel
def descend_bias(rate, error, bias):
    """bias −= rate · error; returns whether all of it is finite."""
    finite = True
    for j in range(error.size):
        bias[j] -= rate * error[j]
        finite &= isfinite(bias[j])
    return finite
