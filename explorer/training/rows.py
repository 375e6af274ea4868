"""Matrices of which a step changes only a few rows: those rows travel and are copied, the rest is shared.

Of a large vocabulary a step of hierarchical softmax or of negative sampling touches a dozen rows: to copy millions
of numbers for it would cost thousands of times the step. So a state is kept as `Rows`, the rows that differ from a
matrix that nobody changes, and steps are computed on matrices that hold only the rows they touch. The arithmetic
of a row does not ask where the row stands, so the bits are those of whole matrices.
"""

from collections.abc import Callable, Mapping

import numpy as np

from explorer.corpus.instances import Instances
from explorer.training.given import Given

_SHARE = 8  # a matrix is made anew when more than this part of its rows differ


class Rows:
    """A matrix (rows, columns) as a shared one, which must not change any more, and the rows that differ from it."""

    def __init__(self, base: np.ndarray):
        self._base = base
        self._ids, self._rows = np.empty(0, np.int64), np.empty((0, base.shape[1]))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns), as an array's."""
        return self._base.shape

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays (rows, columns) that it holds, for counting bytes."""
        return self._base, self._rows

    def copy(self) -> "Rows":
        """The same matrix, free to be changed; nothing is copied yet."""
        other = Rows(self._base)
        other._ids, other._rows = self._ids, self._rows
        return other

    def dense(self) -> np.ndarray:
        """The whole matrix, (rows, columns), a copy."""
        whole = self._base.copy()
        whole[self._ids] = self._rows
        return whole

    def put(self, ids: np.ndarray, rows: np.ndarray) -> None:
        """Replace the rows `ids`, ascending, by `rows`, (ids, columns)."""
        merged = np.union1d(self._ids, ids)
        together = np.empty((len(merged), self.shape[1]))
        together[np.searchsorted(merged, self._ids)] = self._rows
        together[np.searchsorted(merged, ids)] = rows
        self._ids, self._rows = merged, together
        if _SHARE * len(merged) > len(self._base):
            self.__init__(self.dense())

    def __len__(self):
        return len(self._base)

    def __getitem__(self, ids) -> np.ndarray:
        """The rows of an array of ids, a copy; or the number at (row, column)."""
        if isinstance(ids, tuple):
            return self[[ids[0]]][0, ids[1]]
        ids = np.asarray(ids)
        found = np.array(self._base[ids])
        if len(self._ids):
            found_at = np.minimum(np.searchsorted(self._ids, ids), len(self._ids) - 1)
            differs = self._ids[found_at] == ids
            found[differs] = self._rows[found_at[differs]]
        return found

    def __setitem__(self, index: tuple[int, int], value: float) -> None:
        row, column = index
        changed = self[[row]]
        changed[0, column] = value
        self.put(np.array([row]), changed)

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return self.dense()

    def __matmul__(self, vector: np.ndarray) -> np.ndarray:
        product = self._base @ vector
        product[self._ids] = self._rows @ vector
        return product


def copied(parameters) -> dict:
    """The same arrays, or `Rows`, by name, free to be changed."""
    return {name: array.copy() for name, array in parameters.items()}


def whole(parameters) -> dict[str, np.ndarray]:
    """Arrays, or `Rows`, by name as arrays of their shapes that are free to be changed."""
    return {name: array.dense() if isinstance(array, Rows) else array.copy() for name, array in parameters.items()}


def has_rows(parameters) -> bool:
    """Whether some of them are `Rows`."""
    return any(isinstance(array, Rows) for array in parameters.values())


def as_rows(parameters, array_of=np.asarray) -> dict[str, Rows]:
    """The same as `Rows` over the arrays, or over what `array_of` makes of them, such as copies."""
    return {
        name: array.copy() if isinstance(array, Rows) else Rows(array_of(array)) for name, array in parameters.items()
    }


def touches_rows(model) -> bool:
    """Whether a step of the model leaves most rows of every parameter as they are."""
    return all(
        not parameter.decay and all(_named_by(model, term) is not None for term in parameter.change)
        for parameter in model.parameters
    )


def touched(model, instances, order, record) -> dict[str, np.ndarray]:
    """The rows of each parameter that steps touch: ascending ids (rows,) by name.

    record : has what is laid out of the steps.
    """
    return {
        parameter.name: np.unique(
            np.concatenate([_ids_of(_named_by(model, term), instances, order, record) for term in parameter.change])
        )
        for parameter in model.parameters
    }


def train(model, instances, order, first_step, rates, parameters, record) -> int:
    """`model.train` on parameters that are `Rows`, which change; how many steps were done.

    order : (steps, batch) numbers of `instances`. rates : (steps,) float64. record : has what is laid out of the steps.
    """
    ids = touched(model, instances, order, record)
    held = {name: parameters[name][rows] for name, rows in ids.items()}
    laid_out = dict(record)
    for parameter in model.parameters:
        for term in parameter.change:
            if term.at is None:
                instances, order = _numbered_anew(instances, order, ids[parameter.name])
            else:
                named = record[term.at]
                laid_out[term.at] = np.where(named < 0, named, np.searchsorted(ids[parameter.name], named))
    done = model.train(instances, order, first_step, rates, held, laid_out)
    for name, rows in ids.items():
        parameters[name].put(rows, held[name])
    return done


class RowsOfStep(Given):
    """A frame's parameters, read-only by name: the rows of its step are here, a matrix is made when it is asked for."""

    def __init__(self, ids: Mapping, rows: Mapping, others: Callable[[], Mapping]):
        """others : gives whole matrices, free to be changed, of which all rows but `ids` are right."""
        super().__init__({})
        self._ids, self._rows, self._others = ids, rows, others

    def number(self, name: str, row: int, column: int) -> float:
        """One weight; where the step touches its row, without making the matrix."""
        kept = np.flatnonzero(self._ids[name] == row)
        rows, row = (self._rows[name], kept[0]) if len(kept) else (self[name], row)
        return float(rows[row, column])

    def __getitem__(self, name):
        if name in self._ids and not self._arrays:
            for each, array in self._others().items():
                array[self._ids[each]] = self._rows[each]
                array.flags.writeable = False
                self._arrays[each] = array
        return self._arrays[name]

    def __iter__(self):
        return iter(self._ids)

    def __len__(self):
        return len(self._ids)


def _named_by(model, term):
    """The index that names the rows of a term, "inputs" where they are the input words; None where all change."""
    return term.at or ("inputs" if model.declared(term.rows).of_instance in ("inputs", "input counts") else None)


def _ids_of(name, instances, order, record):
    if name != "inputs":
        return record[name][record[name] >= 0]
    used = np.unique(order)
    return instances.chosen(used[used >= 0]).input_ids


def _numbered_anew(instances, order, ids) -> tuple[Instances, np.ndarray]:
    """Only the instances that are in `order`, numbered for it; their input words are indices into `ids`."""
    used = np.unique(order)
    used = used[used >= 0]
    chosen = instances.chosen(used)
    inputs = np.searchsorted(ids, chosen.input_ids)
    numbers = np.where(order < 0, order, np.searchsorted(used, order))
    return Instances(chosen.input_start, inputs, chosen.output_start, chosen.output_ids), numbers
