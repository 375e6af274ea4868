"""Layers for several instances: rows of instances against weights with a row a receiving unit.

The functions of one row are loops, and the fastest way where a network is small: they are told the row's number, as a
view of it would cost more than a short loop. Those of all rows are BLAS's products. What works on the instances of a
step, (steps, batch, units), and chooses between loops and BLAS by itself, is in `dense.py`.

weights : (units, inputs). X : (rows, inputs), what the units get. E, out : (rows, units), errors, and sums; back :
(inputs,) or (rows, inputs), the errors sent back. bias : (units,). row : which one.
"""

import numpy as np

from explorer.maths.kernel import kernel

# While nothing that is multiplied is larger than this, no weight that moves by a product can overflow: a finite number
# stays finite as long as it moves by less than 1e291, half the gap between the largest two.
TAME = 1e140


@kernel
def add_product(weights, X, out, row):
    """out += weights · X of one row. Eight sums at a time, as an addition waits for the one before; each in order."""
    eights, fours = weights.shape[0] // 8 * 8, weights.shape[0] // 4 * 4
    for j in range(0, eights, 8):
        a, b, c, d = out[row, j], out[row, j + 1], out[row, j + 2], out[row, j + 3]
        e, f, g, h = out[row, j + 4], out[row, j + 5], out[row, j + 6], out[row, j + 7]
        for i in range(weights.shape[1]):
            number = X[row, i]
            a += weights[j, i] * number
            b += weights[j + 1, i] * number
            c += weights[j + 2, i] * number
            d += weights[j + 3, i] * number
            e += weights[j + 4, i] * number
            f += weights[j + 5, i] * number
            g += weights[j + 6, i] * number
            h += weights[j + 7, i] * number
        out[row, j], out[row, j + 1], out[row, j + 2], out[row, j + 3] = a, b, c, d
        out[row, j + 4], out[row, j + 5], out[row, j + 6], out[row, j + 7] = e, f, g, h
    for j in range(eights, fours, 4):
        a, b, c, d = out[row, j], out[row, j + 1], out[row, j + 2], out[row, j + 3]
        for i in range(weights.shape[1]):
            a += weights[j, i] * X[row, i]
            b += weights[j + 1, i] * X[row, i]
            c += weights[j + 2, i] * X[row, i]
            d += weights[j + 3, i] * X[row, i]
        out[row, j], out[row, j + 1], out[row, j + 2], out[row, j + 3] = a, b, c, d
    for j in range(fours, weights.shape[0]):
        for i in range(weights.shape[1]):
            out[row, j] += weights[j, i] * X[row, i]


@kernel
def add_transposed(weights, error, back):
    """back += weightsᵀ · error, of vectors. Four terms at a time, as a write to `back` costs more than a term."""
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
def add_transposed_product(weights, E, out, row):
    """out += weightsᵀ · E of one row. Four terms at a time, in order, as a write to `out` costs more than a term."""
    fours = weights.shape[0] // 4 * 4
    for j in range(0, fours, 4):
        a, b, c, d = E[row, j], E[row, j + 1], E[row, j + 2], E[row, j + 3]
        for i in range(weights.shape[1]):
            total = out[row, i] + weights[j, i] * a
            total += weights[j + 1, i] * b
            total += weights[j + 2, i] * c
            out[row, i] = total + weights[j + 3, i] * d
    for j in range(fours, weights.shape[0]):
        for i in range(weights.shape[1]):
            out[row, i] += weights[j, i] * E[row, j]


@kernel
def descend(rate, E, X, weights, row):
    """weights −= rate · E ⊗ X of one row."""
    for j in range(weights.shape[0]):
        pull = rate * E[row, j]
        for i in range(weights.shape[1]):
            weights[j, i] -= pull * X[row, i]


@kernel
def add_products(weights, X, out):
    """out += X · weightsᵀ, a row an instance."""
    if len(X) == 1:
        out[0] += np.dot(weights, X[0])
    else:
        out += np.dot(X, weights.T)


@kernel
def add_transposed_products(weights, E, out):
    """out += E · weights, a row an instance."""
    if len(E) == 1:
        out[0] += np.dot(E[0], weights)
    else:
        out += np.dot(E, weights)


@kernel
def descend_all(rate, E, X, weights):
    """weights −= rate · Eᵀ · X, summed over the instances."""
    if len(E) == 1:
        descend(rate, E, X, weights, 0)
    else:
        gradient = np.dot(E.T, X)
        for j in range(weights.shape[0]):
            for i in range(weights.shape[1]):
                weights[j, i] -= rate * gradient[j, i]


@kernel
def descend_bias(rate, E, bias, row):
    """bias −= rate · E of one row."""
    for j in range(bias.size):
        bias[j] -= rate * E[row, j]


@kernel
def shrink(share, weights):
    """weights ← (1 − share) · weights."""
    for j in range(weights.shape[0]):
        for i in range(weights.shape[1]):
            weights[j, i] *= 1.0 - share


@kernel
def sum_of_squares(weights):
    """Σ w² over all weights."""
    total = 0.0
    for j in range(weights.shape[0]):
        for i in range(weights.shape[1]):
            total += weights[j, i] * weights[j, i]
    return total


@kernel
def beyond(rows, start, stop, limit):
    """How many numbers of rows start … stop − 1 are not within ±limit; NaN is not."""
    count = 0
    for row in range(start, stop):
        for j in range(rows.shape[1]):
            count += not abs(rows[row, j]) <= limit
    return count


@kernel
def all_finite(array):
    """Whether every number of an array is finite."""
    numbers, wrong = array.reshape(-1), 0
    for k in range(numbers.size):
        wrong += numbers[k] - numbers[k] != 0.0
    return wrong == 0
