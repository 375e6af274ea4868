"""Noise distributions, and draws from them that are functions of counters alone.

A draw is a hash of the seed and of where it is needed (step, instance, question, attempt), turned into a number in
[0, 1). So a step's draws are known without those before it, and a seek replays no drawing.
"""

import numpy as np

from explorer.maths.kernel import kernel


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
        state = _mixed(state ^ ((np.uint64(counter) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)))
    return np.float64(state >> np.uint64(11)) * 2.0**-53


@kernel
def _mixed(state):
    """The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): every bit of the state moves every other."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))
