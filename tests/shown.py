"""What a line of shown numbers says: intervals, as a rounded number stands for all that would be rounded to it.

A part of a line is what stands between its signs of equality. A part with a letter in it says nothing about numbers.
"""

import math
import re
from itertools import pairwise

_TOKEN = re.compile(r"\s*(~?-?(?:inf|NaN|\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.])|exp|ln|tanh|sigma|max|.)")
_SIGNED = re.compile(r"~?-[\d.]")  # a number that is not in brackets
# How far a logarithm may be left open by the digits of its number: 4 significant ones suffice.
_LOGARITHM = math.log(1.0005 / 0.9995)
_LEAST = 2.0**-150  # what is not more is 0 as a float32
_SLACK = 1e-9  # of the arithmetic here, and of numbers that travel as float32 where they are for the eye: see `wire`


class Letters(Exception):
    """A part that is no number."""


class Wrong(AssertionError):
    """A line whose parts are not equal."""


def check(formula: str) -> int:
    """How many equations of a line could be checked; Wrong where one does not hold."""
    parts = []
    for text in formula.split("="):
        try:
            parts.append((text.strip(), *evaluated(text)))
        except Letters:
            continue
        except Wrong as error:
            raise Wrong(f"{error}: {formula}") from None
    for (left, low, high, shown), (right, other_low, other_high, other) in pairwise(parts):
        size = _SLACK * max(1e-300, *(abs(each) for each in (low, high, other_low, other_high) if math.isfinite(each)))
        lost = other_low == other_high == 0 and -_LEAST <= low <= high <= _LEAST
        if not (lost or (low - size <= other_high and other_low - size <= high)):
            there = f"{left} is in [{low:.8g}, {high:.8g}], {right} in [{other_low:.8g}, {other_high:.8g}]"
            raise Wrong(f"{there}: {formula}")
        if shown == 0 != other:  # the other way round is rounding: of what cancels to 0 the digits need not
            raise Wrong(f"by its digits {left} is 0, and not {right}: {formula}")
    return len(parts) - 1 if len(parts) > 1 else 0


def evaluated(text: str) -> tuple[float, float, float]:
    """(lowest, highest, by the digits as they stand)."""
    tokens = [token for token in _TOKEN.findall(text) if token.strip()]
    if not tokens or "?" in tokens:
        raise Letters
    reader = _Reader(tokens)
    value = reader.sum()
    if reader.at < len(tokens):
        raise ValueError(f"{tokens[reader.at :]} is left of {text!r}")
    return value


def _number(token):
    value = float(token.lstrip("~"))
    if not token.startswith("~"):
        return value, value, value
    if not re.search(r"[.e]", token):  # whole as a float32, which 1.9999999977 is, too
        return value - abs(value) * 2.0**-24, value + abs(value) * 2.0**-24, value
    mantissa, _, exponent = token.lstrip("~").partition("e")
    half = 0.5 * 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return value - half, value + half, value


def _product(a, b):
    ends = [0.0 if 0 in (x, y) else x * y for x in a[:2] for y in b[:2]]
    return min(ends), max(ends), a[2] * b[2]


def _quotient(a, b):
    if b[0] <= 0 <= b[1]:
        return -math.inf, math.inf, a[2] / b[2] if b[2] else math.nan
    return _product(a, (1 / b[1], 1 / b[0], 1 / b[2]))


def _rising(function):
    return lambda a: tuple(map(function, a))


def _exp(x):
    return math.exp(x) if x < 709 else math.inf


def _ln(x):
    return math.log(x) if x > 0 else -math.inf


def _sigma(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(x)  # of which 1 + exp(x) takes nothing off


_FUNCTIONS = {"exp": _rising(_exp), "ln": _rising(_ln), "tanh": _rising(math.tanh), "sigma": _rising(_sigma)}


class _Reader:
    """Reads sums of products of powers; what stands side by side is multiplied."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            sign, other = self.sign(), self.product()
            if sign == "-":
                other = -other[1], -other[0], -other[2]
            value = value[0] + other[0], value[1] + other[1], value[2] + other[2]
        return value

    def product(self):
        value = self.power()
        while self.peek() and self.peek() not in (*"+-)=],>",):
            if self.peek() in "*/":
                sign = self.sign()
                value = (_product if sign == "*" else _quotient)(value, self.power())
            else:
                value = _product(value, self.power())
        return value

    def sign(self):
        sign = self.take()
        if _SIGNED.match(self.peek()):
            raise Wrong(f"two signs in a row, {sign} and that of {self.peek()}")
        return sign

    def power(self):
        base = self.peek()
        value = self.atom()
        if self.peek() == "^":
            if _SIGNED.match(base):
                raise Wrong(f"{base} is raised without brackets")
            self.take()
            assert self.atom()[2] == 2
            low, high, shown = _product(value, value)
            value = (0.0 if value[0] <= 0 <= value[1] else low), high, shown
        return value

    def atom(self):
        token = self.take()
        if token == "-":
            low, high, shown = self.product()
            return -high, -low, -shown
        if token == "(":
            value = self.sum()
            assert self.take() == ")"
            return value
        if token == "[":
            value = self.sum()
            assert self.take() == ">"
            limit = self.sum()
            assert self.take() == "]"
            return tuple(float(each > limit[2]) for each in value)
        if token == "max":
            assert self.take() == "("
            first = self.sum()
            assert self.take() == ","
            second = self.sum()
            assert self.take() == ")"
            return tuple(map(max, first, second))
        one = self.tokens[self.at : self.at + 3]
        if token == "ln" and one in (["(", "1", "-"], ["(", "1.0", "-"]):  # 1 − y would have no digits left
            self.at += 3
            missing = self.product()
            assert self.take() == ")"
            return tuple(math.log1p(-each) for each in (missing[1], missing[0], missing[2]))
        if token in _FUNCTIONS:
            value = _FUNCTIONS[token](self.atom())
            if token == "ln" and not value[1] - value[0] <= _LOGARITHM * (1 + _SLACK):
                raise Wrong(f"a logarithm anywhere in [{value[0]:.8g}, {value[1]:.8g}]")
            return value
        return _number(token)
