"""The input side of word2vec: the hidden layer is the mean of the input words' vectors.

With x the mean of the one-hot vectors, h = Wᵀx picks rows of W, and the gradient of W is the outer
product x ⊗ EH: it has a row for each input word, and nothing else of W moves. A word that stands twice
among the inputs counts twice, in the mean and in the update. The original C program and gensim leave out the
division by C on the way back: each input word then moves by all of EH, which is C times the gradient (`divided` false).

W : (V, N). inputs : (C,), ids. h, EH : (N,). rate : η.
"""

from math import isfinite

import numpy as np

from explorer.maths.kernel import inlined

_NUMBERS = 1 << 20  # of the rows that `means_of_rows` gathers at a time


@inlined
def mean_of_rows(W, inputs, h):
    """h = 1/C Σ_c v_{i_c}."""
    h[:] = 0.0
    for i in inputs:
        for k in range(h.size):
            h[k] += W[i, k]
    for k in range(h.size):
        h[k] /= inputs.size


@inlined
def update_rows(rate, EH, inputs, W, divided):
    """v_{i_c} ← v_{i_c} − η/C EH for every input word, undivided η EH; returns whether all of it is finite."""
    finite = True
    share = rate / inputs.size if divided else rate
    for i in inputs:
        for k in range(EH.size):
            W[i, k] -= share * EH[k]
            finite &= isfinite(W[i, k])
    return finite


def means_of_rows(W: np.ndarray, instances) -> np.ndarray:
    """The hidden layer of each of some instances, (B, units)."""
    start, ids, first = instances.input_start, instances.input_ids, 0
    h = np.empty((len(instances), W.shape[1]))
    while first < len(h):
        end = max(first + 1, np.searchsorted(start, start[first] + _NUMBERS // W.shape[1], "right") - 1)
        rows = W[ids[start[first] : start[end]]]
        h[first:end] = np.add.reduceat(rows, start[first:end] - start[first])
        first = end
    return h / np.diff(start)[:, None]
