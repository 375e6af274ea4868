"""Fully connected layers, for a batch at once. A row of the weights is a receiving unit.

Arrays of a layer's numbers have shape (steps, batch, units); a function works on the first `size` instances of the step
in `row`. Small products are loops, which cost next to nothing to enter; large ones go to BLAS. Which of them it is
depends on shapes alone, so that the same step gives the same bits wherever it stands in a block.

`rows.py` has the products of models whose instances are rows of one array, and which choose the way by themselves. One
function for both would have to take a view of each step's arrays, which costs the small networks here more than their
loops. So there are two.
"""

from math import isfinite

import numpy as np

from explorer.maths.kernel import kernel

_BY_BLAS = 1_500  # multiply-adds from which on BLAS is the faster way


@kernel
def affine(row, size, weights, bias, x, u):
    """u = weights · x + bias for each instance; weights (units of u, units of x), bias (units of u,), or empty."""
    large = size * weights.size >= _BY_BLAS
    if large:
        _products(row, size, weights, x, u)
    for b in range(size):
        for j in range(weights.shape[0]):
            total = bias[j] if bias.size else 0.0
            if large:
                total += u[row, b, j]
            else:
                for i in range(weights.shape[1]):
                    total += weights[j, i] * x[row, b, i]
            u[row, b, j] = total


@kernel
def backward(row, size, weights, error, back):
    """back = weightsᵀ · error for each instance; weights (units of error, units of back)."""
    if size * weights.size >= _BY_BLAS:
        _products_back(row, size, weights, error, back)
        return
    for b in range(size):
        for i in range(weights.shape[1]):
            back[row, b, i] = 0.0
        for j in range(weights.shape[0]):
            for i in range(weights.shape[1]):
                back[row, b, i] += weights[j, i] * error[row, b, j]


@kernel
def descend(rate, row, size, error, x, weights, bias, scratch):
    """weights −= rate · Σ error ⊗ x and bias −= rate · Σ error, where there is one; returns whether all is finite.

    scratch : an array of the weights' shape, which may be overwritten.
    """
    finite = True
    for b in range(size):
        for j in range(bias.size):
            bias[j] -= rate * error[row, b, j]
            finite &= isfinite(bias[j])
    if size > 1 and size * weights.size >= _BY_BLAS:
        _outer_products(row, size, error, x, scratch)
        for j in range(weights.shape[0]):
            for i in range(weights.shape[1]):
                weights[j, i] -= rate * scratch[j, i]
                finite &= isfinite(weights[j, i])
        return finite
    for b in range(size):
        for j in range(weights.shape[0]):
            pull = rate * error[row, b, j]
            for i in range(weights.shape[1]):
                weights[j, i] -= pull * x[row, b, i]
                finite &= isfinite(weights[j, i])
    return finite


# By BLAS. They stand apart since slices would make the small loops beside them slow.


@kernel
def _products(row, size, weights, x, u):
    if size == 1:
        np.dot(weights, x[row, 0], u[row, 0])
    else:
        np.dot(x[row, :size], weights.T, u[row, :size])


@kernel
def _products_back(row, size, weights, error, back):
    if size == 1:
        np.dot(error[row, 0], weights, back[row, 0])
    else:
        np.dot(error[row, :size], weights, back[row, :size])


@kernel
def _outer_products(row, size, error, x, scratch):
    np.dot(error[row, :size].T, x[row, :size], scratch)
