"""The declared terms of a gradient (`contract.Outer`), put to work: the whole array, or the products of one number."""

import numpy as np

from explorer.models.contract import Outer


def add_term(gradient: np.ndarray, term: Outer, read, share: float) -> None:
    """Add `share` times a term to `gradient`, in place. `read(name)` is the quantity of that name, of one instance."""
    gradient = gradient.reshape(len(gradient), -1)  # a vector has one column
    rows = read(term.rows)
    if term.columns is None:
        gradient[:, 0] += share * _pieces(rows, gradient.shape[0]).sum(axis=0)
        return
    columns = _pieces(read(term.columns), gradient.shape[1])[term.skip :]
    if term.at is not None:
        np.add.at(gradient, read(term.at), share * rows[:, None] * columns)
        return
    rows, columns = paired(_pieces(rows, gradient.shape[0]), columns)
    if rows.ndim == 1:
        np.add.at(gradient, rows[rows >= 0], share * columns[rows >= 0])
    elif columns.ndim == 1:
        np.add.at(gradient.T, columns[columns >= 0], share * rows[columns >= 0])
    else:
        gradient += share * (rows.T @ columns)


def products(term: Outer, shape, place, read) -> list[tuple[tuple[str, tuple[int, ...]], ...]]:
    """The products that add up to a term's number at `place`, each of them (quantity, index) factors.

    shape : the parameter's. A one-hot vector's 1 is no factor, and a product with its 0 is left out.
    """
    shape, place = (*shape, 1), (*place, 0)  # a vector has one column
    rows = _Factors(term.rows, read(term.rows), shape[0], place[0])
    if term.at is not None:
        rows.ids, rows.count = read(term.at), len(read(term.at))
    if term.columns is None:
        return [rows.factor(j) for j in range(rows.count)]
    columns = _Factors(term.columns, read(term.columns), shape[1], place[1], term.skip)
    longest, shortest = max(rows.count, columns.count), min(rows.count, columns.count)
    pairs = ((min(j, rows.count - 1), min(j, columns.count - 1)) for j in range(longest if shortest == 1 else shortest))
    found = ((rows.factor(i), columns.factor(j)) for i, j in pairs)
    return [(*left, *right) for left, right in found if left is not None and right is not None]


def paired(rows, columns):
    """As many pieces on either side: a single one serves all of the other's, else the shorter side counts."""
    if len(rows) == 1 or len(columns) == 1:
        most = max(len(rows), len(columns))
        return (np.repeat(side, most, axis=0) if len(side) == 1 else side for side in (rows, columns))
    least = min(len(rows), len(columns))
    return rows[:least], columns[:least]


def _pieces(values, length):
    """Ids as they are, numbers cut into rows of `length`."""
    return values if values.dtype.kind == "i" else values.reshape(-1, length)


class _Factors:
    """One side of a term, for one place of its axis."""

    def __init__(self, name, values, length, place, skip=0):
        self.name, self.values, self.length, self.place, self.skip = name, values, length, place, skip
        self.of_ids = values.dtype.kind == "i"
        self.ids = values if self.of_ids else None
        self.count = len(values) - skip if self.of_ids else values.size // length - skip

    def factor(self, j):
        """The (name, index) of piece j's number, () for a one, None for a zero."""
        if self.ids is not None and not self.of_ids:  # a number for each id
            return ((self.name, (j,)),) if self.ids[j] == self.place else None
        if self.of_ids:
            return () if self.ids[j + self.skip] == self.place else None
        flat = (j + self.skip) * self.length + self.place
        return ((self.name, tuple(int(i) for i in np.unravel_index(flat, self.values.shape))),)
