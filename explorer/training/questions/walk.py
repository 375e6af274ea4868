"""A trajectory, piece by piece: at each position what its step computed, and chosen numbers of the parameters.

A position s is a run after s updates: its quantities are those of step s − 1, its parameters those after it, edits at
s included; position 0 has no step. Pieces are as long as their memory allows, so that kernels work in blocks and no
Python runs for a single step, and end at edits.
"""

from functools import cached_property
from math import prod

import numpy as np

from explorer.errors import Diverged
from explorer.training.questions.replayed import Grid, replay, sides_of

_PIECE_BYTES = 4_000_000
_MOST_STEPS = 8_192


class Piece:
    """Consecutive positions, each of which but position 0 has a step that led there.

    positions : (n,) int64. order : (n, batch), instance numbers; −1 where a batch is short. pulls : (n,).
    record : what the steps computed, None of position 0. grids : `Grid` to its numbers at each position,
    (n, rows, columns). within : the same within each step, after the decay and after each instance of the batch,
    (n, 1 + batch, rows, columns), where they are asked for.
    """

    def __init__(self, trajectory, start: int, count: int, record, grids, within=()):
        """start : the first step; None for position 0."""
        self.trajectory, self.record, self.grids, self.within = trajectory, record, grids, dict(within)
        self.start, self.count = start, count
        self.positions = np.zeros(1, np.int64) if start is None else np.arange(start + 1, start + count + 1)

    def __len__(self):
        return self.count

    @property
    def is_start(self) -> bool:
        """Whether this is position 0, which no step led to."""
        return self.start is None

    @cached_property
    def order(self) -> np.ndarray:
        """The numbers of each step's instances, (n, batch) int64; −1 where a batch is short."""
        return self.trajectory.stream.order(self.start, self.count)

    @cached_property
    def pulls(self) -> np.ndarray:
        """What kernels get as each step's learning rate, (n,) float64; see `Stream.pulls`."""
        return self.trajectory.stream.pulls(self.start, self.order)

    @cached_property
    def segment(self):
        """The stretch of the stream that the steps belong to."""
        return self.trajectory.stream.segment(self.start)

    @cached_property
    def inputs(self) -> tuple[np.ndarray, np.ndarray]:
        """The input words of each instance, (n, batch, most) int64, −1 beyond their number, and that, (n, batch)."""
        return self._side("input")

    @cached_property
    def outputs(self) -> tuple[np.ndarray, np.ndarray]:
        """The output words, likewise (n, batch, most) and (n, batch)."""
        return self._side("output")

    def _side(self, side):
        instances = self.segment.corpus.instances
        starts, ids = getattr(instances, f"{side}_start"), getattr(instances, f"{side}_ids")
        numbers = np.maximum(self.order, 0)
        first = starts[numbers]
        lengths = np.where(self.order < 0, 0, starts[numbers + 1] - first)
        at = first[..., None] + np.arange(lengths.max())
        beyond = np.arange(lengths.max()) >= lengths[..., None]
        return np.where(beyond, -1, ids[np.minimum(at, len(ids) - 1)]), np.maximum(lengths, 1)

    def shape(self, parameter) -> tuple[int, ...]:
        """The shape of a parameter."""
        return self.trajectory.model.axes_shape(parameter, self.trajectory.sizes)


class Walk:
    """Walks over a trajectory's positions.

    grids : the numbers of parameters that are asked for. keeps : whether what steps compute is asked for, beside their
    losses. numbers : how many more numbers each position takes while it is worked on. within : those of the grids that
    are asked for within each step, too.
    """

    def __init__(
        self, trajectory, grids: tuple[Grid, ...] = (), keeps=True, numbers: int = 0, within: tuple[Grid, ...] = ()
    ):
        self._trajectory, self._grids, self._keeps = trajectory, grids, keeps or bool(grids)
        costs = trajectory.costs
        self._slots = {grid: 1 + trajectory.recipe.batch_size if grid in within else 1 for grid in grids}
        self.numbers = numbers + sum(slots * self._size(grid) for grid, slots in self._slots.items())
        bytes_of_one = (costs.record_bytes if self._keeps else 16) + 8 * self.numbers
        self._most = int(min(max(1, _PIECE_BYTES // bytes_of_one), _MOST_STEPS))
        self._singly = False  # whether steps are taken one by one, as their kernel adds up in an order of its own

    def pieces(self, first: int, stop: int):
        """The positions from `first` to `stop`, in pieces; fewer where the run diverges.

        Raises `Diverged` where the run does not come to `first`, `OverBudget` where it is too far.
        """
        trajectory, at = self._trajectory, max(0, first - 1)
        trajectory.charge_walk(at, stop, self.numbers)
        parameters = self._state(at, stop)
        if first == 0:
            yield self._start(parameters)
        while at < stop:
            end = trajectory.piece_end(at, min(stop, at + self._most))
            try:
                piece = self._advanced(parameters, at, end - at)
            except Diverged as diverged:
                stop = diverged.step
                if stop < first:
                    raise
                parameters = self._state(at, stop)
                continue
            if piece is None:
                self._singly, parameters = True, self._state(at, stop)
                continue
            yield piece
            at = end
        trajectory.remember(at, parameters)

    def single(self, parameters, step: int) -> Piece:
        """One step alone, applied to its parameters in place, edits at its end included."""
        return self._advanced(parameters, step, 1)

    def _state(self, at, stop):
        """The parameters to walk on from; whole matrices where most rows will be touched on the way."""
        many = stop - at > len(self._trajectory.recipe.corpus.words)
        return self._trajectory.parameters(at) if many else self._trajectory.weights(at)

    def _size(self, grid):
        return prod(map(len, grid.ids(self._shape(grid))))

    def _shape(self, grid):
        model = self._trajectory.model
        return model.axes_shape(model.declared(grid.name), self._trajectory.sizes)

    def _start(self, parameters):
        grids = {grid: grid.of(parameters[grid.name])[None] for grid in self._grids}
        return Piece(self._trajectory, None, 1, None, grids)

    def _advanced(self, parameters, at, count):
        """The piece of so many steps; None where its replay does not come to the true parameters."""
        if self._singly and count > 1:
            return self._one_by_one(parameters, at, count)
        starts = {grid: grid.of(parameters[grid.name]) for grid in self._grids}
        record = self._trajectory.advance(parameters, at, count, self._keeps)
        piece = Piece(self._trajectory, at, count, record, {})
        for grid, state in starts.items():
            if not self._replayed(piece, grid, state, grid.of(parameters[grid.name])):
                return None
        return piece

    def _replayed(self, piece, grid, state, end):
        """Put the grid into the piece; returns whether its replay comes to `end`, to the last bit.

        A single step need not be replayed to know where it ends, and may end at an edit. Within it, what a sum in
        another order leaves over belongs to the last instance.
        """
        single = len(piece) == 1
        if single and self._slots[grid] == 1:
            piece.grids[grid] = end[None]
            return True
        model = self._trajectory.model
        parameter = model.declared(grid.name)
        out = np.empty((len(piece), self._slots[grid], *state.shape))
        if len(parameter.change) != 1:
            out[:] = state
        else:
            replay(grid, parameter, sides_of(model, parameter, parameter.change[0], piece), piece, state, out)
        if single and not self._trajectory.patches(piece.start + 1):
            out[0, np.count_nonzero(piece.order[0] >= 0) :] = end
        piece.within[grid], piece.grids[grid] = out, out[:, -1]
        if single:
            piece.grids[grid] = end[None]
        return single or out[-1, -1].tobytes() == end.tobytes()

    def _one_by_one(self, parameters, at, count):
        """The piece of so many steps, each of them taken by itself."""
        pieces = [self._advanced(parameters, step, 1) for step in range(at, at + count)]
        record = {name: np.concatenate([each.record[name] for each in pieces]) for name in pieces[0].record}
        grids = {grid: np.concatenate([each.grids[grid] for each in pieces]) for grid in self._grids}
        within = {grid: np.concatenate([each.within[grid] for each in pieces]) for grid in pieces[0].within}
        return Piece(self._trajectory, at, count, record, grids, within)


def reached(trajectory, stop: int) -> int:
    """The last position up to `stop` that a run comes to."""
    try:
        trajectory.weights(stop)
    except Diverged as diverged:
        return diverged.step
    return stop
