"""Activation functions of numbers as they are, to 400 digits: for a judge of rounding. No package, plain decimals."""

from decimal import Context, Decimal

_DIGITS = Context(prec=400, Emin=-10_000, Emax=10_000)
ONE = Decimal(1)


def exp(x):
    return _DIGITS.exp(Decimal(x))


def ln(x):
    return _DIGITS.ln(x)


def over(a, b):
    return _DIGITS.divide(a, b)


def times(a, b):
    return _DIGITS.multiply(a, b)


def sigmoid(u):
    return over(ONE, _DIGITS.add(ONE, exp(-Decimal(u))))


def tanh(u):
    """1 − 2σ(−2u)."""
    return _DIGITS.subtract(ONE, times(Decimal(2), sigmoid(-2 * Decimal(u))))


def sigmoid_slope(u):
    return times(sigmoid(u), sigmoid(-Decimal(u)))


def tanh_slope(u):
    return times(times(Decimal(4), sigmoid(2 * Decimal(u))), sigmoid(-2 * Decimal(u)))


def softmax(u):
    powers = [exp(Decimal(score)) for score in u]
    total = powers[0]
    for power in powers[1:]:
        total = _DIGITS.add(total, power)
    return [over(power, total) for power in powers]


def minus(a, b):
    return _DIGITS.subtract(Decimal(a), Decimal(b))
