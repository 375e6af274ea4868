"""An exponential that is arithmetic alone, so that the compiler turns a loop over it into vector instructions.

For a single number the one of the system is as fast; for dozens in a row this one is faster, for hundreds by far.
"""

from math import factorial

import numpy as np

from explorer.maths.kernel import kernel

LOWEST = -708.0  # below it exp is no longer a normal number

_LOG2_E = 1.4426950408889634
_LN_2_HIGH, _LN_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # the former times k is exact
_ROUNDING = 6755399441055744.0  # 1.5 · 2⁵²: added to a number, it leaves the nearest whole number in the last bits
_C2, _C3, _C4, _C5, _C6, _C7, _C8, _C9, _C10, _C11, _C12, _C13 = (1 / factorial(n) for n in range(2, 14))


@kernel
def _parts(x):
    """2ᵏ and exp(r) − 1, with x = k ln 2 + r and |r| ≤ ½ ln 2.

    The series ends where its terms are below rounding; 2ᵏ is put together from its bits.
    """
    shifted = x * _LOG2_E + _ROUNDING
    k = shifted - _ROUNDING
    r = (x - k * _LN_2_HIGH) - k * _LN_2_LOW
    p = ((((_C13 * r + _C12) * r + _C11) * r + _C10) * r + _C9) * r + _C8
    p = (((((p * r + _C7) * r + _C6) * r + _C5) * r + _C4) * r + _C3) * r + _C2
    power = np.int64((np.float64(shifted).view(np.int64) + 1023) << 52).view(np.float64)
    return power, r + r * r * p


@kernel
def exponential(x):
    """exp(x), for x from `LOWEST` to 0, within a few units of the last place."""
    power, rest = _parts(x)
    return power + power * rest


@kernel
def exp_minus_1(x):
    """exp(x) − 1, likewise: exact also where x is almost 0."""
    power, rest = _parts(x)
    return power * rest + (power - 1.0)
