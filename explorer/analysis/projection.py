"""The plane in which word vectors are drawn: their first two principal components.

The components are those of the input vectors, or of both sets together; both sets are then drawn with
the same mean and the same axes. scikit-learn fits them (centred, by singular values), and of each axis and its
opposite the one is taken whose largest part is positive, so the axes are a function of the weights alone. Axes that
follow a run, or that stand beside another picture, are turned in their plane to lie as near as they can to those.
The page follows a run in the browser, by the same rules: assets/maths/axes.mjs, held by tests/shared/axes.json.
"""

from dataclasses import dataclass
from functools import partial
from math import atan2, hypot

import numpy as np
from sklearn.decomposition import PCA

from explorer.budget import FIT, afford, charge
from explorer.errors import RecipeError

_TALL = 5_000  # vectors, above which the eigenvectors of their covariance are as good, and ten times sooner there
_ALIKE = 1e-9  # share by which two numbers have to differ for one to be the larger
# What the axes can be fitted to: parts of a model's network. Both together only where they live in one space.
FITS = {"W": ("input",), "output": ("output",), "both": ("input", "output")}


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

    def turned(self, angle: float, sign: int = 1) -> "Axes":
        """The same plane with its axes turned by `angle`, in radians, and for sign −1 mirrored; shares are theirs."""
        if (angle, sign) == (0.0, 1):
            return self
        turn = np.array([[np.cos(angle), -sign * np.sin(angle)], [np.sin(angle), sign * np.cos(angle)]])
        return Axes(self.mean, turn @ self.basis, turn**2 @ self.share)

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
    _charge(*vectors.shape)
    units = vectors.shape[1]
    basis, share = np.zeros((2, units)), np.zeros(2)
    if (vectors == vectors[0]).all():  # no variance to explain
        return Axes(vectors[0].copy(), basis, share)
    # Scaled by a power of two, which changes no bit of the axes, so that no square overflows or vanishes.
    exponent = int(np.frexp(np.abs(vectors).max())[1])
    scaled = np.ldexp(vectors, -exponent)
    solver = "full" if len(vectors) <= _TALL else "covariance_eigh"
    pca = PCA(n_components=min(2, *vectors.shape), svd_solver=solver).fit(scaled)
    found = len(pca.components_)
    basis[:found], share[:found] = upright(pca.components_), pca.explained_variance_ratio_
    return Axes(np.ldexp(pca.mean_, exponent), basis, share)


def fit_each(stack: np.ndarray) -> Axes:
    """The principal planes of stacked matrices (n, V, N), as one `Axes` of arrays: (n, N), (n, 2, N) and (n, 2).

    Those of `fit_axes`, within rounding, without scikit-learn's call for each.
    """
    if stack.shape[1] > _TALL:  # there the call is what takes least
        each = [fit_axes(vectors) for vectors in stack]
        return Axes(*(np.array([getattr(axes, name) for axes in each]) for name in ("mean", "basis", "share")))
    largest = np.abs(stack).max(axis=(1, 2), keepdims=True)
    exponents = np.frexp(largest)[1]
    scaled = np.ldexp(stack, -exponents)
    mean = scaled.mean(axis=1, keepdims=True)
    _, values, rows = np.linalg.svd(scaled - mean, full_matrices=False)
    found = min(2, values.shape[1])
    spread, all_of_it = values**2, (values**2).sum(axis=1, keepdims=True)
    alike = (stack == stack[:, :1]).all(axis=(1, 2))  # no variance to explain
    basis, share = np.zeros((len(stack), 2, stack.shape[2])), np.zeros((len(stack), 2))
    basis[:, :found] = upright(rows[:, :found].reshape(-1, rows.shape[2])).reshape(len(stack), found, -1)
    np.divide(spread[:, :found], all_of_it, out=share[:, :found], where=all_of_it > 0)
    basis[alike], share[alike] = 0.0, 0.0
    return Axes(np.ldexp(mean, exponents)[:, 0], basis, share)


def upright(directions: np.ndarray) -> np.ndarray:
    """Each of `directions` (n, N) or its opposite: the largest part is positive; of several as large the first."""
    sizes = np.abs(directions)
    first = (sizes >= sizes.max(axis=1, keepdims=True) * (1 - _ALIKE)).argmax(axis=1)
    return directions * np.where(np.take_along_axis(directions, first[:, None], axis=1) < 0, -1.0, 1.0)


def nearest_turn(along) -> tuple[float, int]:
    """(angle, sign) for `Axes.turned` that bring two axes nearest to a reference: orthogonal Procrustes in the plane.

    along : (2, 2), how much of each axis (columns) lies along each of the reference (rows), in any unit. Mirrored only
    where that is nearer by more than rounding.
    """
    (a, b), (c, d) = np.asarray(along, float).tolist()
    if hypot(a + d, c - b) >= hypot(a - d, c + b) * (1 - _ALIKE):
        return atan2(c - b, a + d), 1
    return atan2(c + b, a - d), -1


def turn_onto(vectors: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """The (N, M) turn that brings `vectors` (V, N) nearest to `reference` (V, M), each about its own mean.

    Orthogonal Procrustes, which keeps lengths and angles and may mirror: Schönemann (1966), "A generalized solution of
    the orthogonal Procrustes problem", eq. 1–9. Of spaces of different sizes the smaller lies in the larger one.
    """
    units = max(vectors.shape[1], reference.shape[1])
    work, scratch = FIT + vectors.size * reference.shape[1] + 20 * units**3, 16 * vectors.size + 64 * units**2
    told, nearest = f"{len(vectors):,} vectors of {units:,}", lambda *_: "fewer words, or shorter vectors"
    charge("fit", told, work, nearest=nearest, scratch=scratch)
    along = np.zeros((units, units))
    along[: vectors.shape[1], : reference.shape[1]] = _centred(vectors).T @ _centred(reference)
    left, _, right = np.linalg.svd(along)
    return (left @ right)[: vectors.shape[1], : reference.shape[1]]


def _centred(vectors):
    """About their mean, and at most 1, so that no product overflows."""
    off = vectors - vectors.mean(axis=0)
    return off / (np.abs(off).max() or 1.0)


def axes_of_changes(matrices, changes) -> list[Axes]:
    """The principal planes of `matrices`, each (V, N), while some of their rows change.

    changes : for each matrix the ids of these rows, and for each fit its rows, (ids, N).

    The sums over the rows at rest are made once, about the first mean, so that a fit costs no pass over all vectors.
    """
    _charge(sum(map(len, matrices)), matrices[0].shape[1])
    centre = np.concatenate(matrices).mean(axis=0)
    count = sum(len(matrix) for matrix in matrices)
    total, square = np.zeros(len(centre)), np.zeros((len(centre), len(centre)))
    for matrix, (ids, _) in zip(matrices, changes, strict=True):
        resting = np.delete(matrix, ids, axis=0) - centre
        total += resting.sum(axis=0)
        square += resting.T @ resting
    planes = []
    for moving in zip(*(rows for _, rows in changes), strict=True):
        moved = np.concatenate(moving) - centre
        work = FIT // 4 + moved.size * (len(centre) + 10) + 20 * len(centre) ** 3
        charge("count", "axes of every frame", work, nearest=partial(_so_far, len(planes)))
        off = (total + moved.sum(axis=0)) / count
        planes.append(_plane(centre + off, (square + moved.T @ moved) / count - np.outer(off, off)))
    return planes


def fit_work(model, sizes, fit: str) -> float:
    """About the multiply–adds of a fit to the parameters that `fit` names, of these sizes."""
    return _work(*_size(model, sizes, fit))


def afford_fit(model, sizes, fit: str) -> float:
    """The same, for who goes on to charge it: `OverBudget` where a fit alone takes too much."""
    _charge(*_size(model, sizes, fit), budgeted=afford)
    return fit_work(model, sizes, fit)


def _size(model, sizes, fit):
    """How many vectors a fit is to, and of how many numbers."""
    shapes = [model.axes_shape(parameter, sizes) for parameter in fitted_on(model, fit)]
    across = [_turned(parameter) for parameter in fitted_on(model, fit)]
    vectors = [shape[::-1] if turned else shape for shape, turned in zip(shapes, across, strict=True)]
    return sum(count for count, _ in vectors), vectors[0][1]


def _work(count, units):
    """By singular values, or of very many by their covariance."""
    return FIT + (count * units * min(count, units) if count <= _TALL else units * units * (count + 20 * units))


def _charge(count, units, budgeted=charge):
    told, nearest = f"{count:,} vectors of {units:,}", lambda *_: "fewer words, or shorter vectors"
    budgeted("fit", told, _work(count, units), nearest=nearest, scratch=32 * count * units)


def _so_far(done, *_):
    return f"at most {done}" if done else "not even 1"


def _plane(mean, covariance):
    values, vectors = np.linalg.eigh(covariance)
    basis, share = np.zeros((2, len(mean))), np.zeros(2)
    all_of_it = values.sum()
    for number, axis in enumerate(vectors.T[::-1][:2]):
        if all_of_it > 0:
            basis[number] = axis
            share[number] = max(0.0, values[-1 - number]) / all_of_it
    return Axes(mean, upright(basis), share)


def vectors_of(parameter, array: np.ndarray) -> np.ndarray:
    """The last two axes of a parameter's array as (word, space): turned where the words are its columns."""
    return np.swapaxes(array, -1, -2) if _turned(parameter) else array


def space_of(parameter) -> str | None:
    """The axis along the vectors that a parameter's rows are (or, where the words are its columns, these)."""
    return None if len(parameter.axes) < 2 else parameter.axes[0 if _turned(parameter) else 1]


def fitted_on(model, fit: str) -> list:
    """The parameters that `fit` names. RecipeError where it names none, or sets that live in different spaces."""
    if fit not in FITS:
        raise RecipeError([("fit", fit, "one of " + ", ".join(FITS))])
    names = [getattr(model.network, part) for part in FITS[fit]]
    if None in names:
        raise RecipeError([("fit", fit, "nothing here: these are no vectors of words")])
    found = [model.declared(name) for name in names]
    if len({space_of(parameter) for parameter in found}) > 1:
        raise RecipeError([("fit", fit, "W or output: input and output vectors live in different spaces")])
    return found


def _turned(parameter):
    return parameter.axes[1:] == ("word",) and parameter.axes[0] != "word"
