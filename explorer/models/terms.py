"""The declared terms of a gradient (`declarations.Outer`), put to work: the whole array, or one number's products."""

import numpy as np

from explorer.models.declarations import Outer

_NUMBERS = 1 << 22  # of a term's pieces that are gathered at a time: 32 MB


def add_term(gradient: np.ndarray, term: Outer, readers, share: float) -> None:
    """Add `share` times a term, summed over instances, to `gradient`, (rows, columns) or (rows,), in place.

    readers : a `read(name)` for each instance, its quantity of that name. As many instances are added up at once as
    have `_NUMBERS` numbers together.
    """
    gradient = gradient.reshape(len(gradient), -1)  # a vector has one column
    gathered, numbers = [], 0
    for read in readers:
        gathered.append(_sides(term, read, gradient.shape))
        numbers += sum(side.size for side in gathered[-1])
        if numbers > _NUMBERS:
            _add(gradient, gathered, share)
            gathered, numbers = [], 0
    if gathered:
        _add(gradient, gathered, share)


def _sides(term, read, shape):
    """The pieces of a term's rows and columns of one instance, as many of either; of a bias its rows alone."""
    rows = read(term.rows)
    if term.columns is None:
        return (_pieces(rows, shape[0]),) if term.at is None else (read(term.at), rows[:, None])
    columns = _pieces(read(term.columns), shape[1])[term.skip :]
    if term.at is not None:
        return read(term.at), rows[:, None] * columns
    rows = _pieces(rows, shape[0])
    count = min(len(rows), len(columns))
    return rows[:count], columns[:count]


def _add(gradient, gathered, share):
    sides = [np.concatenate(each) if len(each) > 1 else each[0] for each in zip(*gathered, strict=True)]
    if len(sides) == 1:
        gradient[:, 0] += share * sides[0].sum(axis=0)
        return
    rows, columns = sides
    if rows.ndim == 1:
        np.add.at(gradient, rows[rows >= 0], share * columns[rows >= 0])
    elif columns.ndim == 1:
        np.add.at(gradient.T, columns[columns >= 0], share * rows[columns >= 0])
    else:
        gradient += share * (rows.T @ columns)


def products(term: Outer, shape, index, read) -> list[tuple[tuple[str, tuple[int, ...]], ...]]:
    """The products that add up to a term's number at `index`, each of them (quantity, index) factors.

    shape : the parameter's. A one-hot vector's 1 is no factor, and a product with its 0 is left out.
    """
    shape, index = (*shape, 1), (*index, 0)  # a vector has one column
    rows = _Factors(term.rows, read(term.rows), shape[0], index[0])
    if term.at is not None:
        rows.ids, rows.count = read(term.at), len(read(term.at))
    if term.columns is None:
        return [found for j in range(rows.count) if (found := rows.factor(j)) is not None]
    columns = _Factors(term.columns, read(term.columns), shape[1], index[1], term.skip)
    shared = term.at is not None and columns.count == 1
    count = rows.count if shared else min(rows.count, columns.count)
    found = ((rows.factor(j), columns.factor(0 if shared else j)) for j in range(count))
    return [(*left, *right) for left, right in found if left is not None and right is not None]


def _pieces(values, length):
    """Ids as they are, numbers cut into rows of `length`."""
    return values if values.dtype.kind == "i" else values.reshape(-1, length)


class _Factors:
    """One side of a term, for one index of its axis."""

    def __init__(self, name, values, length, index, skip=0):
        self.name, self.values, self.length, self.index, self.skip = name, values, length, index, skip
        self.of_ids = values.dtype.kind == "i"
        self.ids = values if self.of_ids else None
        self.count = len(values) - skip if self.of_ids else values.size // length - skip

    def factor(self, j):
        """The (name, index) of piece j's number, () for a one, None for a zero."""
        if self.ids is not None and not self.of_ids:  # a number for each id
            return ((self.name, (j,)),) if self.ids[j] == self.index else None
        if self.of_ids:
            return () if self.ids[j + self.skip] == self.index else None
        flat = (j + self.skip) * self.length + self.index
        return ((self.name, tuple(int(i) for i in np.unravel_index(flat, self.values.shape))),)
