"""Noise distributions, and draws from them that are functions of counters alone.

A draw is a hash of the seed and of where it is needed (step, instance, question, attempt), turned into a number in
[0, 1). So a step's draws are known without those before it, and a seek replays no drawing.
"""

import numpy as np

from explorer.maths.kernel import kernel
from explorer.maths.random import hashed

_hashed = kernel(hashed)


def unigram(counts, exponent: float) -> np.ndarray:
    """Probabilities proportional to counts ** exponent, (V,); a word that never occurs is never drawn."""
    counts = np.asarray(counts, dtype=float)
    return normalised(np.where(counts > 0, np.power(np.maximum(counts, 1), exponent), 0))


def normalised(weights) -> np.ndarray:
    """Weights, none negative and not all zero, as probabilities, (V,)."""
    weights = np.asarray(weights, dtype=float)
    return weights / weights.sum()


@kernel
def draw(edges, refused, seed, step, instance, question):
    """A word id drawn by its probability, other than `refused`.

    edges : (V,) float64, the cumulative probabilities; at least two words must be possible.
    seed : uint64; step, instance, question : int64, where in the run the word is needed.
    """
    attempt = 0
    while True:
        number = uniform(seed, step, instance, question, attempt)
        word = np.searchsorted(edges, number * edges[-1], side="right")
        if word != refused and word < edges.size:
            return word
        attempt += 1


@kernel
def uniform(seed, step, instance, question, attempt):
    """A number in [0, 1) with 53 random bits, a hash of the seed (uint64) and four counters (int64)."""
    state = seed
    for counter in (step, instance, question, attempt):
        state = _hashed(state, np.uint64(counter))
    return np.float64(state >> np.uint64(11)) * 2.0**-53
