"""Arrays that remember how they were computed, so that a line of NumPy can be differentiated as it stands.

Each operation keeps, for each of its operands, the linear map that is its derivative there, both ways: `forward` takes
a change of the operand to one of the result (a Jacobian times a vector), `back` takes a gradient of the result to its
part of the operand's (a vector times the Jacobian). No Jacobian is ever written down.

It knows the operations that lines of `models.formulas` are made of; another one is a TypeError. The kernels never read
it: it explains them.

Source: Rumelhart, Hinton and Williams (1986); Baydin et al. (2018), "Automatic differentiation in machine learning: a
survey", for both ways.
"""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

import numpy as np

from explorer.maths.activations import ACTIVATE, SIGMOID, through

_NUMBERS = count()


class Map(NamedTuple):
    """A derivative: what it makes of a change of the operand, and of a gradient of the result."""

    forward: Callable
    back: Callable


class Traced:
    """An array, float64, and the operands that it was computed from, each with the derivative by it.

    `value` may be set to what is known of the result; derivatives that are told by the result then go by that.
    """

    def __init__(self, value, operands=()):
        self.value, self.operands = np.asarray(value, float), operands
        self.number = next(_NUMBERS)  # operands have smaller ones

    @property
    def shape(self):
        """The shape of the array."""
        return self.value.shape

    def __len__(self):
        return len(self.value)

    def __getitem__(self, index):
        def scattered(g):
            out = np.zeros(self.shape)
            np.add.at(out, index, g)
            return out

        return Traced(self.value[index], ((self, Map(lambda d: d[index], scattered)),))

    def ravel(self):
        """All numbers in one row."""
        return Traced(self.value.ravel(), ((self, Map(np.ravel, lambda g: g.reshape(self.shape))),))

    def sum(self):
        """The sum of all numbers."""
        return Traced(self.value.sum(), ((self, Map(np.sum, lambda g: np.full(self.shape, g))),))

    def mean(self, axis):
        """The mean along an axis."""
        size, spread = self.shape[axis], lambda g: np.broadcast_to(np.expand_dims(g, axis), self.shape)
        by = Map(lambda d: d.mean(axis=axis), lambda g: spread(g) / size)
        return Traced(self.value.mean(axis=axis), ((self, by),))

    def __array_ufunc__(self, ufunc, method, *operands):
        if method != "__call__" or ufunc not in _DERIVATIVES:
            return NotImplemented
        values = [each.value if isinstance(each, Traced) else np.asarray(each) for each in operands]
        result = Traced(ufunc(*values))
        if ufunc is np.greater:
            return result.value > 0
        by = _DERIVATIVES[ufunc](result, *values)
        result.operands = tuple((each, m) for each, m in zip(operands, by, strict=True) if isinstance(each, Traced))
        return result

    def __array_function__(self, function, types, arguments, options):
        if function is not np.where or options:
            return NotImplemented
        chosen, *either = arguments
        values = [each.value if isinstance(each, Traced) else each for each in either]
        shares = np.where(chosen, 1.0, 0.0), np.where(chosen, 0.0, 1.0)
        by = zip(either, map(_scaled, shares), strict=True)
        return Traced(np.where(chosen, *values), tuple((each, m) for each, m in by if isinstance(each, Traced)))

    def __neg__(self):
        return np.negative(self)

    def __add__(self, other):
        return np.add(self, other)

    def __radd__(self, other):
        return np.add(other, self)

    def __sub__(self, other):
        return np.subtract(self, other)

    def __rsub__(self, other):
        return np.subtract(other, self)

    def __mul__(self, other):
        return np.multiply(self, other)

    __rmul__ = __mul__

    def __pow__(self, power):
        return np.power(self, power)

    def __matmul__(self, other):
        return np.matmul(self, other)

    def __rmatmul__(self, other):
        return np.matmul(other, self)

    def __gt__(self, other):
        return np.greater(self, other)


def leaf(value) -> Traced:
    """An array that was given, (…), float64."""
    return Traced(value)


def passed(of: Traced, value) -> Traced:
    """The same array under another name, at the value that is known of it."""
    return Traced(value, ((of, Map(lambda d: d, lambda g: g)),))


def sigmoid(u: Traced) -> Traced:
    """σ(u), with the slope y(1 − y)."""
    y = Traced(np.exp(-np.logaddexp(0, -u.value)))

    def sloped(g):
        out = np.array(g, float)
        through(SIGMOID, u.value, y.value, out)
        return out

    y.operands = ((u, Map(sloped, sloped)),)
    return y


def softmax(u: Traced) -> Traced:
    """exp(u) / Σ exp(u), whose Jacobian is diag(y) − y yᵀ."""
    y = Traced(ACTIVATE["softmax"](u.value))

    def turned(g):
        return y.value * (g - y.value @ g)

    y.operands = ((u, Map(turned, turned)),)
    return y


def log_sum_exp(u: Traced) -> Traced:
    """ln Σ exp(u), whose gradient is the softmax."""
    top, y = u.value.max(), ACTIVATE["softmax"](u.value)
    return Traced(top + np.log(np.exp(u.value - top).sum()), ((u, Map(lambda d: y @ d, lambda g: g * y)),))


def back(result: Traced, gradient) -> dict[Traced, np.ndarray]:
    """The part that `result` has in the gradient of each leaf, of the leaf's shape, given its own (of its shape).

    Each is a vector–Jacobian product.
    """
    found, leaves = {result: np.asarray(gradient, float)}, {}
    for each in sorted(_reached(result), key=lambda traced: -traced.number):
        g = found.pop(each)
        if not each.operands:
            leaves[each] = g
        for operand, by in each.operands:
            found[operand] = found.get(operand, 0.0) + by.back(g)
    return leaves


def forward(result: Traced, changes: dict[Traced, np.ndarray]) -> np.ndarray:
    """How `result` changes, of its shape, with changes of its leaves, each of its shape; leaves without one rest.

    To first order: a Jacobian–vector product.
    """
    found = dict(changes)
    for each in sorted(_reached(result), key=lambda traced: traced.number):
        if each.operands:
            found[each] = sum(by.forward(found[operand]) for operand, by in each.operands)
        else:
            found.setdefault(each, np.zeros(each.shape))
    return found[result]


def _reached(result):
    """The result and all that it was computed from."""
    found, ahead = {result}, [result]
    while ahead:
        for operand, _ in ahead.pop().operands:
            if operand not in found:
                found.add(operand)
                ahead.append(operand)
    return found


def _scaled(slope):
    return Map(lambda d: slope * d, lambda g: slope * g)


def _elementwise(*slopes):
    """Derivatives of a function of each number: `slopes` of the result and the operands, of which one may be single."""

    def maps(result, *values):
        for slope, value in zip(slopes, values, strict=True):
            by = slope(result.value, *values)
            yield _single(by, value.shape) if value.size == 1 else _scaled(by)

    return maps


def _single(slope, shape):
    return Map(lambda d: slope * d, lambda g: np.reshape(np.sum(slope * g), shape))


def _product(result, a, b):
    across = (lambda g: np.outer(g, b)) if a.ndim == 2 else (lambda g: g * b)
    return Map(lambda d: d @ b, across), Map(lambda d: a @ d, lambda g: a.T @ g if a.ndim == 2 else a * g)


def _share(a, b):
    return np.exp(a - np.logaddexp(a, b))


_DERIVATIVES = {
    np.add: _elementwise(lambda r, a, b: 1, lambda r, a, b: 1),
    np.subtract: _elementwise(lambda r, a, b: 1, lambda r, a, b: -1),
    np.multiply: _elementwise(lambda r, a, b: b, lambda r, a, b: a),
    np.power: _elementwise(lambda r, a, n: n * a ** (n - 1), lambda r, a, n: 0),
    np.negative: _elementwise(lambda r, a: -1),
    np.log: _elementwise(lambda r, a: 1 / a),
    np.tanh: _elementwise(lambda r, a: np.cosh(a) ** -2.0),
    np.maximum: _elementwise(lambda r, a, b: a > b, lambda r, a, b: b > a),
    np.logaddexp: _elementwise(lambda r, a, b: _share(a, b), lambda r, a, b: _share(b, a)),
    np.greater: None,
    np.matmul: _product,
}
