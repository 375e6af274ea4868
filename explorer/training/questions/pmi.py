"""What negative sampling converges to: w · w′ against the pointwise mutual information of the pairs.

Where each instance has one input word, the loss of all of them falls apart into one function of x = w · w′ for each
pair of words, n(w, c) ln σ(x) + k n(w) P(c) ln σ(−x), if a draw of the target counts like any other. It is largest at

    x = ln( n(w, c) / (n(w) P(c)) ) − ln k

with P the noise. So vectors of enough dimensions, trained long enough, factorise the matrix of these numbers.

What is done with a draw of the target changes how often c is drawn against w, which is k n(w) P(c) only where every
draw is kept. Skipped, those for c itself are missing; drawn again, each other target o of w draws c more often:

    k (n(w) − n(w, c)) P(c)        k P(c) Σ_{o ≠ c} n(w, o) / (1 − P(o))

Then x is the logarithm of n(w, c) over that. It has no bound where w has no other target, for then nothing says no.

Source: Levy and Goldberg (2014), "Neural word embedding as implicit matrix factorization", eq. 11 and 12.
"""

from dataclasses import dataclass
from math import log

import numpy as np

from explorer.budget import CALL, charge
from explorer.errors import RecipeError


@dataclass(frozen=True, eq=False)
class Pmi:
    """The distinct pairs (input word, output word) of the data, and both sides of the equation for each of them.

    Attributes
    ----------
    pairs : (n, 2) int64, ids of the words, ascending.
    pmi : (n,) float64, nats: ln(n(w, c) / (n(w) P(c))), infinite where the noise never draws c.
    dots : (n,) float64, w · w′.
    shift : float, ln k: dots converge to pmi − shift.
    limits : (n,) float64, what they converge to where draws of the target are not kept; else the same.
    correlation : float, Pearson's, between pmi and dots, each pair counted once; NaN where one of them does not vary.
    """

    pairs: np.ndarray
    pmi: np.ndarray
    dots: np.ndarray
    shift: float
    limits: np.ndarray
    correlation: float


def pmi_of(instances, noise: np.ndarray, W: np.ndarray, W_out: np.ndarray, k: float, hit: str) -> Pmi:
    """The pairs of instances that have one input word each.

    noise : (V,), P. W, W_out : (V, N), input and output vectors. k : how many words are drawn against each.
    hit : what is done with a draw of the target: "keep", "skip" or "redraw".

    Raises `RecipeError` where an instance has several input words.
    """
    if (most := int(np.diff(instances.input_start).max())) > 1:
        raise RecipeError([("instances", f"one with {most:,} input words", "instances of one input word each")])
    outputs = instances.output_ids
    charge("instances", f"{len(outputs):,} pairs", CALL + len(outputs) * (50 + W.shape[1]), scratch=64 * len(outputs))
    inputs = np.repeat(instances.input_ids, np.diff(instances.output_start))
    pairs, together = np.unique(np.stack([inputs, outputs], axis=1), axis=0, return_counts=True)
    w, c = pairs.T
    alone = np.bincount(inputs, minlength=len(noise))
    with np.errstate(divide="ignore"):
        pmi = np.log(together / (alone[w] * noise[c]))
        limits = np.log(together / (_drawn_against(w, c, together, noise, hit) * noise[c])) - log(k)
    dots = np.einsum("ij,ij->i", W[w], W_out[c])
    for array in (pairs, pmi, dots, limits):
        array.flags.writeable = False
    return Pmi(pairs, pmi, dots, log(k), limits, pearson(pmi, dots))


def _drawn_against(w, c, together, noise, hit):
    """How often c is drawn against w, over k P(c), for each pair: (n,)."""
    weights = together / (1 - noise[c]) if hit == "redraw" else together
    of_word = np.bincount(w, weights, minlength=len(noise))[w]
    if hit == "keep":
        return of_word
    others = np.bincount(w, minlength=len(noise))[w] > 1  # what is left of a difference that should be 0 is rounding
    return np.where(others, of_word - weights, 0.0)


def pearson(x: np.ndarray, y: np.ndarray) -> float:
    """The correlation of two (n,) where both are finite; NaN where one of them does not vary."""
    known = np.isfinite(x) & np.isfinite(y)
    x, y = (each[known] - each[known].mean() if known.any() else each[known] for each in (x, y))
    spread = np.sqrt((x @ x) * (y @ y))
    return float(np.clip(x @ y / spread, -1, 1)) if spread > 0 else float("nan")
