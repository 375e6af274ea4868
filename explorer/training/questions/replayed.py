"""Some numbers of a parameter after each step of a piece, replayed from what the steps computed.

Keeping whole parameters for every step would cost far more than the steps themselves. But a step's change of a
parameter is declared (`declarations.Outer`), and the record has what it is made of. So the few numbers asked for are
moved once more, by the operations that the models' kernels apply, in their order:

    w ← (1 − η·decay)·w, then for each instance, for each piece j of the term: w ← w − ((η/size)·rows_j)·columns_j

Large networks leave sums over a batch to BLAS, in an order of its own: then the last bits differ. Whoever asks holds
the end of the piece against the true parameters (`walk`), and steps one by one where it does not agree.
"""

from typing import NamedTuple

import numpy as np

from explorer.maths.kernel import kernel

NO_IDS, NO_NUMBERS = np.empty((0, 0, 0), np.int64), np.empty((0, 0, 0))


class Grid(NamedTuple):
    """Some rows and columns of a parameter: ascending ids, int64; a vector has one column."""

    name: str
    rows: tuple[int, ...] | None
    columns: tuple[int, ...] | None

    def ids(self, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
        """The ids, (rows,) and (columns,) int64, in a parameter of a shape; all where none are named."""
        both = zip((self.rows, self.columns), (*shape, 1), strict=False)
        rows, columns = (np.arange(size) if chosen is None else np.array(chosen) for chosen, size in both)
        return rows, columns

    def of(self, array) -> np.ndarray:
        """The numbers of an array, or of `Rows`, (rows, columns): a copy."""
        rows, columns = self.ids(array.shape)
        if self.rows is None:
            whole = np.array(array)
            return np.ascontiguousarray(whole.reshape(len(whole), -1)[:, columns])
        chosen = array[rows]
        return np.ascontiguousarray(chosen.reshape(len(rows), -1)[:, columns])


class Sides(NamedTuple):
    """The sides of a term for each step and instance, (steps, batch, …): ids and numbers, empty where there are none.

    counts : (steps, batch), by which the rate is divided. shared : whether the first piece of columns serves all rows.
    """

    row_ids: np.ndarray
    row_numbers: np.ndarray
    column_ids: np.ndarray
    column_numbers: np.ndarray
    counts: np.ndarray
    skip: int = 0
    shared: bool = False


def sides_of(model, parameter, term, piece) -> Sides:
    """The sides of a term of a parameter's change, from the record of a piece."""
    counts, record = np.ones(piece.order.shape), piece.record
    if side := model.declared(term.rows).of_instance:
        ids, lengths = piece.inputs
        counts = lengths.astype(float) if side == "inputs" else counts  # else each word counts as a whole one
        return Sides(ids, NO_NUMBERS, NO_IDS, _flat(record[term.columns]), counts, 0, True)
    if term.columns is not None and len(parameter.axes) == 1:  # the kernels of a vector multiply the other way round
        return Sides(NO_IDS, _flat(record[term.rows]), NO_IDS, _flat(record[term.columns]), counts, term.skip)
    found = {"row": (NO_IDS, NO_NUMBERS), "column": (NO_IDS, NO_NUMBERS)}
    for side, name in (("row", term.rows), ("column", term.columns)):
        if name is not None:
            array = _flat(record[name])
            found[side] = (array, NO_NUMBERS) if array.dtype.kind == "i" else (NO_IDS, array)
    (row_ids, row_numbers), (column_ids, column_numbers) = found["row"], found["column"]
    if term.at is not None:
        row_ids = _flat(record[term.at])
        if term.columns is None:  # each row loses its number once
            column_numbers = np.ones((*row_ids.shape[:2], 1))
    width = column_numbers.shape[-1] // (*piece.shape(parameter), 1)[1] - term.skip if column_numbers.size else 0
    shared = term.at is not None and width == 1
    return Sides(row_ids, row_numbers, column_ids, column_numbers, counts, term.skip, shared)


def replay(grid: Grid, parameter, sides: Sides, piece, state: np.ndarray, out: np.ndarray) -> None:
    """Move `state`, (rows, columns), through the steps of a piece, in place; `out` gets it after each of them.

    out : (steps, slots, rows, columns); with one slot the end of each step, with 1 + batch slots after the decay and
    after each instance.
    """
    shape = piece.shape(parameter)
    rows, columns = grid.ids(shape)
    kept = [np.full(size, -1) for size in (*shape, 1)[:2]]
    for index, ids in zip(kept, (rows, columns), strict=True):
        index[ids] = np.arange(len(ids))
    decay = 0.0 if parameter.frozen else parameter.decay
    share = 0.0 if parameter.frozen else 1.0
    turned = parameter.change[0].columns is not None and len(shape) == 1
    _replay(piece.order, share * piece.pulls, decay, turned, rows, columns, *kept, *sides, state, out)


def _flat(array):
    """(steps, batch, size) of a quantity with any axes."""
    return array.reshape(*array.shape[:2], -1)


@kernel
def _replay(
    order, rates, decay, turned, rows, columns, row_of, column_of, row_ids, row_numbers, column_ids,
    column_numbers, counts, skip, shared, state, out,
):  # fmt: skip
    """Of each step: decay, then its instances in order; the state after each of them into the slots of `out`."""
    steps, batch = order.shape
    slots = out.shape[1]
    for s in range(steps):
        size = 0
        while size < batch and order[s, size] >= 0:
            size += 1
        if decay and rates[s] * decay:
            state *= 1.0 - rates[s] * decay
        out[s, 0] = state
        for b in range(size):
            rate = rates[s] / size / counts[s, b]
            if row_ids.size:
                _move_rows(
                    rate, s, b, row_of, column_of.size, columns, row_ids, row_numbers, column_numbers, skip,
                    shared, state,
                )  # fmt: skip
            elif column_ids.size:
                _move_columns(rate, s, b, rows, row_of.size, column_of, row_numbers, column_ids, skip, state)
            else:
                _move_all(
                    rate, s, b, turned, rows, row_of.size, columns, column_of.size, row_numbers, column_numbers,
                    skip, state,
                )  # fmt: skip
            if slots > 1:
                out[s, 1 + b] = state
        for b in range(size, slots - 1):
            out[s, 1 + b] = state
        if slots == 1:
            out[s, 0] = state


@kernel
def _move_rows(rate, s, b, row_of, width, columns, ids, numbers, column_numbers, skip, shared, state):
    """Rows that are named by ids; each of them by its number, or by 1, times its piece of columns."""
    for j in range(ids.shape[2]):
        if ids[s, b, j] < 0 or row_of[ids[s, b, j]] < 0:
            continue
        r = row_of[ids[s, b, j]]
        pull = rate * numbers[s, b, j] if numbers.size else rate
        first = (skip if shared else j + skip) * width
        for c in range(columns.size):
            state[r, c] -= pull * column_numbers[s, b, first + columns[c]]


@kernel
def _move_columns(rate, s, b, rows, height, column_of, row_numbers, ids, skip, state):
    """Columns that are named by ids, each of them by its piece of rows."""
    for j in range(ids.shape[2] - skip):
        if ids[s, b, j + skip] < 0 or column_of[ids[s, b, j + skip]] < 0:
            continue
        c = column_of[ids[s, b, j + skip]]
        for r in range(rows.size):
            state[r, c] -= rate * row_numbers[s, b, j * height + rows[r]]


@kernel
def _move_all(rate, s, b, turned, rows, height, columns, width, row_numbers, column_numbers, skip, state):
    """All rows by all columns; without columns the rows alone; `turned` for a vector times one number."""
    pieces = row_numbers.shape[2] // height
    if column_numbers.size:
        pieces = min(pieces, column_numbers.shape[2] // width - skip)
    for j in range(pieces):
        for r in range(rows.size):
            number = row_numbers[s, b, j * height + rows[r]]
            if not column_numbers.size:
                state[r, 0] -= rate * number
            elif turned:
                state[r, 0] -= rate * column_numbers[s, b, j + skip] * number
            else:
                pull = rate * number
                for c in range(columns.size):
                    state[r, c] -= pull * column_numbers[s, b, (j + skip) * width + columns[c]]
