"""Two runs side by side: where they first differ, and by how much at the end."""

from collections.abc import Mapping
from functools import cached_property
from itertools import zip_longest

import numpy as np

from explorer import limits
from explorer.training.given import Given
from explorer.training.questions.replayed import Grid
from explorer.training.questions.walk import Piece, Walk, reached

_PIECE_BYTES, _MOST_STEPS = 4_000_000, 4_096


class Comparison:
    """Two runs from position `start` to `stop`, as far as both come.

    Attributes
    ----------
    start, stop : the positions compared.
    first_difference : (position, name) of the first parameter or quantity that differs in a bit, None where none does.
    Of a position the quantities of the step that led there come first, as they are computed, then the parameters.
    What only one of the two has is not compared; another shape is a difference, but for the padding of short instances.
    """

    def __init__(self, one, other, start: int, stop: int):
        """one, other : trajectories."""
        self._both = one, other
        self.start, self.stop = start, min(reached(each, stop) for each in self._both)
        self._parameters, self._quantities = self._names()
        self.first_difference = self._found()

    def __repr__(self):
        return f"<Comparison: the first difference is {self.first_difference}>"

    @cached_property
    def differences(self) -> Mapping[str, np.ndarray]:
        """Other − run at `stop`, by name, read-only: parameters, and quantities and loss of the step that led there.

        Each of the shape that both have; what they have in different shapes is left out.
        """
        states = [each.learnt(each.parameters(self.stop)) for each in self._both]
        if self.stop:
            frames = [each.frame(self.stop - 1) for each in self._both]
            states = [state | dict(frame) | {"loss": frame.loss} for state, frame in zip(states, frames, strict=True)]
        mine, others = ({name: np.asarray(array) for name, array in state.items()} for state in states)
        one, other = ({parameter.name for parameter in each.model.parameters} for each in self._both)
        alike = [name for name in mine if name in others and (name in one) == (name in other)]
        shared = [name for name in alike if mine[name].shape == others[name].shape]
        return Given({name: others[name] - mine[name] for name in shared})

    def _names(self):
        """The names that both have, of parameters and, as they are computed, of quantities."""
        one, other = (each.model for each in self._both)
        theirs = {each.name for each in other.parameters}
        mine, others = ({each.name for each in model.quantities if not each.matrix_of} for model in (one, other))
        computed = {"loss", *(mine & others)}
        shown = [name for stage in one.stages for name in stage.shows if name in computed]
        return [each.name for each in one.parameters if each.name in theirs], shown

    def _found(self):
        for each in self._both:
            each.charge_walk(self.start, self.stop)
        at, states = self.start, [each.weights(self.start) for each in self._both]
        changed = self._changed(states)
        if changed:
            return self.start, changed
        most = min(_PIECE_BYTES // each.costs.record_bytes for each in self._both)
        while at < self.stop:
            end = min(each.piece_end(at, min(self.stop, at + min(_MOST_STEPS, max(1, most)))) for each in self._both)
            pieces = [
                Piece(each, at, end - at, each.advance(state, at, end - at, keep=True), {})
                for each, state in zip(self._both, states, strict=True)
            ]
            if self._computed(pieces, slice(None)) or self._changed(states):
                return self._exactly(at, end)
            at = end
        return None

    def _exactly(self, at, end):
        """The first difference, which is known to be in the steps from `at` to `end`."""
        grids = tuple(Grid(name, None, None) for name in self._parameters)
        walked = [_each_position(Walk(each, grids).pieces(at, end), at) for each in self._both]
        for pieces in zip(*walked, strict=True):
            (one, i), (other, j) = pieces
            name = self._computed((one, other), (slice(i, i + 1), slice(j, j + 1)))
            name = name or next(
                (each.name for each in grids if not _same(one.grids[each][i], other.grids[each][j])), None
            )
            if name:
                return int(one.positions[i]), name
        return None

    def _changed(self, states):
        """The first parameter that differs between two states; None where none does."""
        arrays = (tuple(np.asarray(state[name]) for state in states) for name in self._parameters)
        return next((name for name, both in zip(self._parameters, arrays, strict=True) if not _same(*both)), None)

    def _computed(self, pieces, rows):
        """The first quantity that differs between two pieces; rows : which steps of them, of both or of each."""
        rows = rows if isinstance(rows, tuple) else (rows, rows)
        for name in self._quantities:
            one, other = (_of(piece, name)[chosen] for piece, chosen in zip(pieces, rows, strict=True))
            if not _same(*_padded(one, other)):
                return name
        return None


def parting(one, other) -> int:
    """The position up to which two recipes make the same run: that of the first edit that only one has, else 0.

    The last position of all where they are the same recipe.
    """
    if one.replaced() != other.replaced():
        return 0
    pairs = zip_longest(one.edits, other.edits)  # in the order in which they are applied
    apart = next((pair for pair in pairs if pair[0] != pair[1]), ())
    return min((edit.step for edit in apart if edit), default=limits.MAX_STEP)


def _of(piece, name):
    """What a piece has of a quantity, (n, batch, …)."""
    if name == "loss":
        return piece.record["loss"]
    asked = piece.trajectory.model.declared(name).of_instance
    if asked is None:
        return piece.record[name]
    return (piece.outputs if asked == "outputs" else piece.inputs)[0]


def _padded(one, other):
    """Two arrays whose last axis is filled up to the same length."""
    if one.shape[:-1] != other.shape[:-1]:
        return one, other
    length = max(one.shape[-1], other.shape[-1])
    sizes = ([(0, 0)] * (array.ndim - 1) + [(0, length - array.shape[-1])] for array in (one, other))
    fills = (np.nan if array.dtype.kind == "f" else -1 for array in (one, other))
    each = zip((one, other), sizes, fills, strict=True)
    return tuple(np.pad(array, size, constant_values=fill) for array, size, fill in each)


def _same(one, other):
    """Whether two arrays have the same shape and the same bits; what is no number is the same as any other."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if one.tobytes() == other.tobytes():
        return True
    missing = np.isnan(one) & np.isnan(other) if one.dtype.kind == "f" else np.zeros(one.shape, bool)
    return np.where(missing, 0, one).tobytes() == np.where(missing, 0, other).tobytes()


def _each_position(pieces, after):
    """(piece, row in it) of every position beyond `after`."""
    for piece in pieces:
        yield from ((piece, row) for row, position in enumerate(piece.positions.tolist()) if position > after)
