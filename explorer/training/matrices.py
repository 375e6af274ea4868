"""The matrices of a batch: quantities of its instances side by side, a column an instance. Nothing is computed."""

import numpy as np


def matrices(quantity, read, shape) -> np.ndarray:
    """A quantity that is a matrix of whole batches, float64 or int64 (steps, rows, columns).

    read : a name's rows, (steps, B, size), −1 or NaN where a batch is short. shape : the matrix's, (rows, columns).
    """
    rows = read(quantity.matrix_of)
    if quantity.summed_at:
        return _summed(rows, read(quantity.summed_at), shape)
    if quantity.position is None:
        return np.moveaxis(rows, 1, -1)
    if rows.dtype.kind == "i":
        return _one_hot(rows[..., quantity.position], shape[0])
    return np.moveaxis(rows[..., quantity.position * shape[0] :][..., : shape[0]], 1, -1)


def _one_hot(ids, words):
    """A column for each id, (steps, words, B); NaN where there is none."""
    found = np.equal(np.arange(words)[:, None], ids[:, None]).astype(float)
    return np.where(ids[:, None] < 0, np.nan, found)


def _summed(rows, ids, shape):
    """The pieces of rows added up at the rows that the ids name, (steps, *shape)."""
    found = np.zeros((len(rows), *shape))
    pieces = rows.reshape(*ids.shape, -1)
    step, *_ = np.nonzero(ids >= 0)
    np.add.at(found, (step, ids[ids >= 0]), pieces[ids >= 0])
    return found
