"""The input side of word2vec: the hidden layer is the mean of the input words' vectors.

With x the mean of the one-hot vectors, h = Wᵀx picks rows of W, and the gradient of W is the outer
product x ⊗ EH: it has a row for each input word, and nothing else of W moves. A word that stands twice
among the inputs counts twice, in the mean and in the update.
"""

from math import isfinite

from explorer.maths.kernel import kernel


@kernel
def mean_of_rows(W, inputs, h):
    """h = 1/C Σ_c v_{i_c}."""
    h[:] = 0.0
    for i in inputs:
        for k in range(h.size):
            h[k] += W[i, k]
    for k in range(h.size):
        h[k] /= inputs.size


@kernel
def update_rows(rate, EH, inputs, W):
    """v_{i_c} ← v_{i_c} − η/C EH for every input word; returns whether all of it is finite."""
    finite = True
    share = rate / inputs.size
    for i in inputs:
        for k in range(EH.size):
            W[i, k] -= share * EH[k]
            finite &= isfinite(W[i, k])
    return finite
