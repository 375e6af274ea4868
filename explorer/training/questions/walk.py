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

    positions : (n,) int64. order : (n, batch), instance numbers; −1 where a batch is short. rates : (n,).
    record : what the steps computed, None of position 0. grids : `Grid` to its numbers at each position,
    (n, rows, columns).
    """

    def __init__(self, trajectory, start: int, count: int, record, grids):
        """start : the first step; None for position 0."""
        self.trajectory, self.record, self.grids = trajectory, record, grids
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
    def rates(self) -> np.ndarray:
        """The learning rate of each step, (n,) float64."""
        return self.trajectory.stream.rates(self.start, self.count)

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
    losses. numbers : how many more numbers each position takes while it is worked on.
    """

    def __init__(self, trajectory, grids: tuple[Grid, ...] = (), keeps: bool = True, numbers: int = 0):
        self._trajectory, self._grids, self._keeps = trajectory, grids, keeps or bool(grids)
        costs = trajectory.costs
        self.numbers = numbers + sum(map(self._size, grids))
        bytes_of_one = (costs.record_bytes if self._keeps else 16) + 8 * self.numbers
        self._most = int(min(max(1, _PIECE_BYTES // bytes_of_one), _MOST_STEPS))
        self._singly = False  # whether steps are taken one by one, as their kernel adds up in an order of its own

    def pieces(self, first: int, stop: int):
        """The positions from `first` to `stop`, in pieces; fewer where the run diverges.

        Raises `Diverged` where the run does not come to `first`, `OverBudget` where it is too far.
        """
        trajectory, at = self._trajectory, max(0, first - 1)
        trajectory.charge_walk(at, stop, self.numbers)
        parameters = trajectory.weights(at)
        if first == 0:
            yield self._start(parameters)
        while at < stop:
            end = trajectory.piece_end(at, min(stop, at + self._most))
            try:
                piece = self._advanced(parameters, at, end - at)
            except Diverged as diverged:
                stop, parameters = diverged.step, trajectory.weights(at)
                if diverged.step < first:
                    raise
                continue
            if piece is None:
                self._singly, parameters = True, trajectory.weights(at)
                continue
            yield piece
            at = end
        trajectory.remember(at, parameters)

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
        if self._singly:
            return self._one_by_one(parameters, at, count)
        starts = {grid: grid.of(parameters[grid.name]) for grid in self._grids}
        record = self._trajectory.advance(parameters, at, count, self._keeps)
        piece = Piece(self._trajectory, at, count, record, {})
        for grid, state in starts.items():
            after = self._after(piece, grid, state, grid.of(parameters[grid.name]))
            if after is None:
                return None
            piece.grids[grid] = after
        return piece

    def _after(self, piece, grid, state, end):
        """The grid after each step, (n, rows, columns), where the last of them is `end` to the last bit."""
        if len(piece) == 1:
            return end[None]
        model = self._trajectory.model
        parameter = model.declared(grid.name)
        if len(parameter.change) > 1:
            return None
        out = np.empty((len(piece), 1, *state.shape))
        replay(grid, parameter, sides_of(model, parameter, parameter.change[0], piece), piece, state, out)
        return out[:, 0] if out[-1, 0].tobytes() == end.tobytes() else None

    def _one_by_one(self, parameters, at, count):
        records, grids = [], {grid: [] for grid in self._grids}
        for step in range(at, at + count):
            records.append(self._trajectory.advance(parameters, step, 1, self._keeps))
            for grid, kept in grids.items():
                kept.append(grid.of(parameters[grid.name]))
        record = {name: np.concatenate([each[name] for each in records]) for name in records[0]}
        return Piece(self._trajectory, at, count, record, {grid: np.array(kept) for grid, kept in grids.items()})
