"""The plane in which word vectors are drawn: their first two principal components.

The components are those of the input vectors, or of both sets together; both sets are then drawn with
the same mean and the same axes. scikit-learn fits them (centred, by singular values, signs fixed by its
own rule), so the axes are a function of the weights alone.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.decomposition import PCA

FITS = {"W": ("input",), "both": ("input", "output")}  # what the axes can be fitted to: parts of a model's panels


@dataclass(frozen=True)
class Axes:
    """A plane: `mean` (N,), `basis` (2, N) with orthonormal rows, `share` (2,) of the variance.

    Where the vectors span less than a plane (one unit, one word, all equal) the missing rows of the basis
    and their shares are zero.
    """

    mean: np.ndarray
    basis: np.ndarray
    share: np.ndarray

    def project(self, vectors: np.ndarray) -> np.ndarray:
        """The coordinates of `vectors` (V, N) in the plane, (V, 2)."""
        return (vectors - self.mean) @ self.basis.T

    def share_of(self, *matrices: np.ndarray) -> np.ndarray:
        """The share of the variance of the rows of other `matrices`, each (V, N), along each axis, (2,).

        Of axes that are kept while vectors move it is not the share that they were fitted with.
        """
        vectors = np.concatenate(matrices)
        off = vectors - vectors.mean(axis=0)
        off /= np.abs(off).max() or 1.0  # so that no square overflows or vanishes
        whole = (off**2).sum()
        return ((off @ self.basis.T) ** 2).sum(axis=0) / whole if whole else np.zeros(2)


def fit_axes(*matrices: np.ndarray) -> Axes:
    """The principal plane of the rows of all `matrices`, each (V, N)."""
    vectors = np.concatenate(matrices)
    units = vectors.shape[1]
    basis, share = np.zeros((2, units)), np.zeros(2)
    if (vectors == vectors[0]).all():  # no variance to explain
        return Axes(vectors[0].copy(), basis, share)
    # Scaled by a power of two, which changes no bit of the axes, so that no square overflows or vanishes.
    exponent = int(np.frexp(np.abs(vectors).max())[1])
    scaled = np.ldexp(vectors, -exponent)
    pca = PCA(n_components=min(2, *vectors.shape), svd_solver="full").fit(scaled)
    found = len(pca.components_)
    basis[:found], share[:found] = pca.components_, pca.explained_variance_ratio_
    return Axes(np.ldexp(pca.mean_, exponent), basis, share)


def aligned(axes: Axes, reference: Axes) -> Axes:
    """The same plane, turned or mirrored in itself so that its axes lie as near as they can to another's.

    Orthogonal Procrustes. The components of two successive fits may change sign or, where their shares are
    close, swap; the aligned axes do not, so that no point jumps. The shares are those of the turned axes.
    """
    left, _, right = np.linalg.svd(reference.basis @ axes.basis.T)
    turn = left @ right
    return Axes(axes.mean, turn @ axes.basis, turn**2 @ axes.share)
