"""Cosines between the rows of a matrix: nearest neighbours."""

import numpy as np


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


def _directions(vectors):
    """Vectors (the last axis) of length 1, zero ones as they are. Scaled first, so that no square overflows."""
    scale = np.abs(vectors).max(axis=-1, keepdims=True)
    scaled = vectors / np.where(scale > 0, scale, 1.0)
    lengths = np.linalg.norm(scaled, axis=-1, keepdims=True)
    return scaled / np.where(lengths > 0, lengths, 1.0)
