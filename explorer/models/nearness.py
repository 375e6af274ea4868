"""Numbers of explanations that are almost their target: the rules of live lines (`live`), with the digits put in.

Where y is almost 1, 1 − y is a number of its own, and the error −(1 − y). Where two numbers share their digits and what
is between them is no such number, it stands in letters.
"""

import numpy as np

from explorer.maths.activations import ACTIVATE
from explorer.models import curves
from explorer.models.notation import bracketed, number

NEAR, TINY = 0.01, 0.001  # as panels/explanation/expression.mjs has them
LOST = 1e-10  # of 1 − y that is computed from y: below it some of four digits are


def below_1(u) -> float:
    """1 − σ(u)."""
    return float(ACTIVATE["sigmoid"](np.float64(-u)))


def minus_target(
    y: float, t: float, missing: float | None = None, C: int = 1, of_both: bool = False, rounded: bool = True
) -> str:
    """LaTeX of C·y − t, `of_both` C (y − t).

    missing : 1 − y, where it is known better than from y. rounded : whether y can equal t by rounding alone.
    """
    times, letters = (rf"{C} \cdot ", f"{C} ") if C > 1 else ("", "")
    if missing is not None and missing < NEAR and t == (1 if of_both else C):
        return rf"-{letters}(1 - y) = -{times}{bracketed(missing) if C > 1 else number(missing)}"
    close = t and (rounded or y != t)
    if of_both and C > 1:
        return rf"{letters}(y - t)" if close and abs(y - t) < TINY else rf"{times}({number(y)} - {bracketed(t)})"
    if close and abs(C * y - t) < TINY:
        return f"{letters}y - t"
    return rf"{times}{number(y)} - {bracketed(t)}"


def times_slope(activation: str, error: float, y: float, u: float) -> str:
    """LaTeX of error · f′(u), y being f(u)."""
    if activation == "sigmoid":
        return rf"{number(error)} \cdot {sigmoid_slope(y, below_1(u))}"
    if activation == "tanh" and (slope := 4 * below_1(2 * u) * below_1(-2 * u)) < NEAR:
        return rf"{number(error)} \cdot {bracketed(slope)}"
    return curves.times_slope(activation, number(error), bracketed(y))


def sigmoid_slope(y: float, missing: float | None = None) -> str:
    """LaTeX of y(1 − y); missing : 1 − y, where it is known better than from y."""
    if missing is None:
        missing = 1 - y
        if missing < LOST:
            return "y (1 - y)"
    return rf"{bracketed(y)} \cdot " + (bracketed(missing) if missing < NEAR else f"(1 - {bracketed(y)})")
