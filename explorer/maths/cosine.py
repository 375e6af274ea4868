"""Cosines between the rows of a matrix: nearest neighbours."""

import numpy as np


def nearest_rows(matrix: np.ndarray, query: np.ndarray, leave_out, count: int) -> list[tuple[int, float]]:
    """The rows of `matrix` (V, N) with the largest cosine to `query` (N), as (row, cosine), best first.

    Rows in `leave_out` do not take part. A zero vector has no direction: its cosine is 0. Ties go to
    the smaller row number.
    """
    lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(query)
    products = matrix @ query
    cosines = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    cosines = np.clip(cosines, -1.0, 1.0)
    excluded = set(leave_out)
    order = np.argsort(-cosines, kind="stable")
    best = [row for row in order[: count + len(excluded)].tolist() if row not in excluded][:count]
    return [(row, float(cosines[row])) for row in best]
