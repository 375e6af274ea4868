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
    """back += weightsᵀ · error."""
    for j in range(error.size):
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
