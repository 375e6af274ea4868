"""What negative sampling factorises, beside what counting gives: w · w′ by step, pairs never seen, and the SVD.

w · w′ comes to the pointwise mutual information of w and c less ln k (explorer.training.questions.pmi). Words that
never stand together have none: ln 0 is −∞, and every draw of c against w says so. A matrix of these numbers cannot be
taken apart, so Levy and Goldberg set what is below zero to zero,

    M = max(PMI − ln k, 0) ≈ U_d Σ_d V_dᵀ        w = a row of U_d √Σ_d

the shifted positive PMI, whose truncated singular value decomposition is the best of rank d that there is for M, where
all pairs weigh alike. In negative sampling a pair weighs as often as it stands there or is drawn.

Source: Levy and Goldberg (2014), "Neural word embedding as implicit matrix factorization", sections 4.1 and 4.2.
"""

from typing import NamedTuple

import numpy as np
from sklearn.decomposition import TruncatedSVD

from explorer import limits
from explorer.budget import CALL, FIT, charge, go_on
from explorer.errors import Diverged
from explorer.training.questions.pmi import Pmi, pearson

MOST_WORDS = 300  # of either side, the most frequent; with more it is of their pairs alone
_ROUNDS = 7  # of the power iteration: more than the numbers of a small matrix need
_POINTS = 41  # of the correlation's curve
_WORK = limits.MAX_WORK // 4  # multiply–adds of the curve, at most


class Counted(NamedTuple):
    """Word vectors by the truncated SVD of the shifted positive PMI.

    words : (n,) ids, those that are input words. vectors : (n, d) float64. share : of the squares of M that its rank d
    keeps, 0 to 1; NaN where M is zero, and then so are the vectors.
    """

    words: np.ndarray
    vectors: np.ndarray
    share: float


def unseen_pairs(found: Pmi, W: np.ndarray, W_out: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pairs that never stand together, (m, 2) int64, and their w · w′, (m,), the largest first.

    W, W_out : (V, N), input and output vectors. Of many words those of the most frequent ones.
    """
    w, c, seen = _matrix(found, np.ones(len(found.pairs)))
    rows, columns = np.nonzero(seen == 0)
    charge("vector_size", W.shape[1], CALL + seen.size * (50 + W.shape[1]), scratch=40 * seen.size)
    dots = (W[w] @ W_out[c].T)[rows, columns]
    order = np.argsort(-dots, kind="stable")
    return np.stack([w[rows], c[columns]], axis=1)[order], dots[order]


def shifted_svd(found: Pmi, size: int) -> Counted:
    """The vectors of as many numbers as `size`, or of as many as the matrix has rows or columns."""
    shifted = found.pmi - found.shift
    w, _, M = _matrix(found, np.where(np.isfinite(shifted), np.maximum(shifted, 0), 0))
    size = min(size, *M.shape)
    charge("vector_size", size, FIT + 4 * _ROUNDS * M.size * (size + 10), scratch=16 * M.size)
    if not M.any():
        return Counted(w, np.zeros((len(w), size)), float("nan"))
    svd = TruncatedSVD(size, n_iter=_ROUNDS, random_state=0).fit(M)
    vectors = M @ svd.components_.T  # U Σ
    scale = np.sqrt(svd.singular_values_)
    kept = svd.singular_values_ > 1e-9 * svd.singular_values_.max()
    vectors = np.divide(vectors, scale, out=np.zeros_like(vectors), where=kept)
    return Counted(w, vectors, float((svd.singular_values_**2).sum() / (M**2).sum()))


def correlations(run, found: Pmi) -> tuple[np.ndarray, np.ndarray] | None:
    """The correlation at up to 41 positions from 0 to the run's own: (positions, values), each (n,).

    None where that takes more than half a second, or the vocabulary is so large that weights are replayed row by row.
    """
    trajectory, (w, c) = run.trajectory, found.pairs.T
    if trajectory.by_rows:
        return None
    positions = np.unique(np.linspace(0, run.step, _POINTS).astype(int))
    work = CALL + len(w) * (50 + run.recipe.vector_size)
    if trajectory.costs.between(0, run.step) + len(positions) * work > _WORK:
        return None
    charge("step", run.step, len(positions) * work)
    values, near = [], None
    for position in positions.tolist():
        go_on()
        try:
            near = position, trajectory.parameters(position, near, spend=near is not None)
        except Diverged:
            break
        dots = np.einsum("ij,ij->i", near[1]["W"][w], near[1]["W_out"][c])
        values.append(pearson(found.pmi, dots))
    return positions[: len(values)], np.array(values)


def _matrix(found, values):
    """Values of the pairs as a matrix, with the ids of its rows and columns: the words with the most pairs."""
    (w, i), (c, j) = (_most_frequent(side) for side in found.pairs.T)
    known = (i >= 0) & (j >= 0)
    matrix = np.zeros((len(w), len(c)))
    matrix[i[known], j[known]] = values[known]
    return w, c, matrix


def _most_frequent(side):
    """The ids of a side that stand in most pairs, ascending; and where each pair's is among them, or −1."""
    ids, inverse, counts = np.unique(side, return_inverse=True, return_counts=True)
    chosen = np.sort(np.argsort(-counts, kind="stable")[:MOST_WORDS])
    row_of = np.full(len(ids), -1)
    row_of[chosen] = np.arange(len(chosen))
    return ids[chosen], row_of[inverse]
