"""Where scales end. The page's pictures have the same rules, in assets/maths/limits.mjs; tests/shared/limits.json
holds the two together.
"""

import numpy as np

_STEPS = (1, 1.5, 2, 3, 5, 7.5, 10)


def round_limit(value: float) -> float:
    """The next of 1, 1.5, 2, 3, 5, 7.5 × 10^n that is not below the value; 1 for zero and what is not finite."""
    if not (0 < value < np.inf):
        return 1.0
    power = 10.0 ** np.floor(np.log10(value))
    step = next(step for step in _STEPS if step * power >= value * (1 - 1e-9))
    return float(f"{step * power:.2g}")


def colour_limit(*arrays) -> float:
    """Where the colours of some arrays end: their largest size, but at most eight times the mean size.

    One outlier (which is then marked) does not make the others pale. Zeros do not count, since a change may be zero in
    all rows but one; nor does what is not finite.
    """
    sizes = np.abs(np.concatenate([np.ravel(array) for array in arrays]))
    sizes = sizes[(sizes > 0) & (sizes < np.inf)]
    return round_limit(min(sizes.max(), 8 * sizes.mean())) if sizes.size else 1.0
