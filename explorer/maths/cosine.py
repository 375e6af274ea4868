"""Cosines between the rows of a matrix: nearest neighbours."""

from math import sqrt

import numpy as np

from explorer.maths.kernel import kernel

_TAME = 1e140  # lengths between 1/this and this are computed without scaling


def nearest_rows(matrix: np.ndarray, query: np.ndarray, leave_out, count: int) -> list[tuple[int, float]]:
    """The rows of `matrix` (V, N) with the largest cosine to `query` (N), as (row, cosine), best first.

    Rows in `leave_out` do not take part. A zero vector has no direction: its cosine is 0. Ties go to
    the smaller row number.
    """
    cosines = cosines_of_rows(matrix, query)
    excluded = set(leave_out)
    order = np.argsort(-cosines, kind="stable")
    best = [row for row in order[: count + len(excluded)].tolist() if row not in excluded][:count]
    return [(row, float(cosines[row])) for row in best]


def cosines_of_rows(matrices: np.ndarray, queries: np.ndarray) -> np.ndarray:
    """The cosine of each row of a matrix to a query, (V,); of stacked ones, (…, V, N) and (…, N), likewise (…, V).

    A zero vector has no direction: its cosine is 0.
    """
    return np.clip((_directions(matrices) @ _directions(queries)[..., None])[..., 0], -1.0, 1.0)


def cosines_in_stack(matrices: np.ndarray, queries: np.ndarray) -> np.ndarray:
    """The same of many matrices, (n, V, N), and as many queries, (n, N), in one loop: (n, V); of finite numbers."""
    found = np.empty(matrices.shape[:2])
    _fill(np.ascontiguousarray(matrices), np.ascontiguousarray(queries), found)
    return found


@kernel
def _fill(matrices, queries, found):
    for s in range(matrices.shape[0]):
        square = 0.0
        for k in range(queries.shape[1]):
            square += queries[s, k] * queries[s, k]
        length = sqrt(square)
        for j in range(matrices.shape[1]):
            product, square = 0.0, 0.0
            for k in range(queries.shape[1]):
                product += matrices[s, j, k] * queries[s, k]
                square += matrices[s, j, k] * matrices[s, j, k]
            lengths = length * sqrt(square)
            if 1.0 / _TAME < lengths < _TAME:
                found[s, j] = min(1.0, max(-1.0, product / lengths))
            else:
                found[s, j] = _scaled(matrices[s, j], queries[s])


@kernel
def _scaled(vector, query):
    """The cosine of two vectors of any length; 0 where one of them is 0."""
    largest = most = 0.0
    for k in range(query.size):
        largest, most = max(largest, abs(vector[k])), max(most, abs(query[k]))
    product = square = length = 0.0
    for k in range(query.size):
        a, b = vector[k] / largest if largest else vector[k], query[k] / most if most else query[k]
        product, square, length = product + a * b, square + a * a, length + b * b
    lengths = sqrt(square) * sqrt(length)
    return min(1.0, max(-1.0, product / lengths)) if lengths else 0.0


def _directions(vectors):
    """Vectors (the last axis) of length 1, zero ones as they are. Scaled first, so that no square overflows."""
    scale = np.abs(vectors).max(axis=-1, keepdims=True)
    scaled = vectors / np.where(scale > 0, scale, 1.0)
    lengths = np.linalg.norm(scaled, axis=-1, keepdims=True)
    return scaled / np.where(lengths > 0, lengths, 1.0)
