"""Where an expression meets the run: each leaf reads its values from a piece of positions (`walk.Piece`).

A leaf is a frozen value, so that what is named twice is read once. Where a position has no step, or its step has no
such number, there is no value: NaN, −1 of words.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from explorer.models.declarations import RAGGED
from explorer.training.matrices import matrices
from explorer.training.questions.replayed import Grid

FIRST_TARGET = -1  # as an id in an index: the step's first output word


@dataclass(frozen=True)
class Leaf(ABC):
    """What reads values from a piece. `keeps` says whether it needs what steps compute, beside their losses."""

    keeps = False

    @abstractmethod
    def of(self, piece) -> np.ndarray:
        """The values at each position of a piece that has steps, (n, …)."""

    def at_start(self, piece) -> np.ndarray:
        """The value at position 0, (1, …), of the shape and type that it has at others; none, as a rule."""
        return np.full(1, np.nan)


@dataclass(frozen=True)
class Position(Leaf):
    """step: the position itself."""

    def of(self, piece):
        return piece.positions.astype(float)

    def at_start(self, piece):
        return np.zeros(1)


@dataclass(frozen=True)
class Epoch(Leaf):
    """epoch: the number, from 1, of the pass over the data."""

    def of(self, piece):
        passed = (piece.positions - 1 - piece.segment.step) // piece.segment.steps_per_epoch
        return 1.0 + piece.segment.epoch + passed


@dataclass(frozen=True)
class Loss(Leaf):
    """loss: the mean over the batch, or the sum, as the recipe has it."""

    def of(self, piece):
        return piece.trajectory.stream.over_batch(piece.record["loss"])


@dataclass(frozen=True)
class InstanceNumber(Leaf):
    """instance: its number in the data, from 1, (n,), or (n, batch) of all; `instance` is which of the batch."""

    instance: int | None

    def of(self, piece):
        numbers = np.where(piece.order < 0, np.nan, piece.order + 1.0)
        return numbers if self.instance is None else numbers[:, self.instance]

    def at_start(self, piece):
        return np.full((1, piece.trajectory.recipe.batch_size) if self.instance is None else 1, np.nan)


@dataclass(frozen=True)
class Targets(Leaf):
    """target: the output words' ids, (n, most)."""

    instance: int
    most: int

    def of(self, piece):
        ids = piece.outputs[0][:, self.instance]
        found = np.full((len(ids), self.most), -1)
        found[:, : ids.shape[1]] = ids[:, : self.most]
        return found

    def at_start(self, piece):
        return np.full((1, self.most), -1)


@dataclass(frozen=True)
class Weights(Leaf):
    """Numbers of a parameter, (n,) or (n, …): those of a grid, of the shape that the indices left."""

    grid: Grid
    shape: tuple[int, ...]
    turned: bool = False

    def of(self, piece):
        found = piece.grids[self.grid]
        return (found.swapaxes(1, 2) if self.turned else found).reshape(len(found), *self.shape)

    def at_start(self, piece):
        return self.of(piece)


@dataclass(frozen=True)
class Reading(Leaf):
    """A quantity of one instance of the batch, or one of its elements.

    at : an index for each axis that is told, from 0; on an axis `asked` names, the id of what is asked there.
    asked : the index quantity whose ids the first index is one of. words : whether its numbers are ids of words.
    offset : is added to an index quantity's numbers. nth : which time the step asks that id, from 0.
    """

    name: str
    instance: int
    at: tuple[int, ...] = ()
    asked: str | None = None
    words: bool = False
    offset: int = 0
    nth: int = 0
    keeps = True

    def of(self, piece):
        quantity = piece.trajectory.model.declared(self.name)
        if quantity.matrix_of:
            return self._of_matrix(piece, quantity)
        if quantity.of_instance:
            return self._of_instance(piece, quantity)
        values = piece.record[self.name][:, self.instance]
        if quantity.axes[0] in RAGGED and values.dtype.kind == "f":
            values = np.where(self._length(piece, quantity), values, np.nan)
        for axis, index in enumerate(self.at):
            if axis == 0 and (self.asked or index == FIRST_TARGET):
                values = self._looked_up(piece, values, index)
            else:
                values = values[:, index]
        return self._told(np.ascontiguousarray(values))

    def at_start(self, piece):
        sizes = piece.trajectory.sizes | {"instance": piece.trajectory.recipe.batch_size}
        axes = piece.trajectory.model.declared(self.name).axes[len(self.at) :]
        shape = (1, *(sizes[axis] for axis in axes))
        return np.full(shape, -1) if self.words else np.full(shape, np.nan)

    def _told(self, values):
        if self.words or values.dtype.kind == "f":
            return values
        return np.where(values < 0, np.nan, values + float(self.offset))

    def _looked_up(self, piece, values, index):
        """The element whose id is asked; none where it is not."""
        ids = index if index != FIRST_TARGET else piece.outputs[0][:, self.instance, :1]
        if self.asked is None:  # an element for each word
            found = np.take_along_axis(values, np.maximum(ids, 0), axis=1)[:, 0]
            return np.where(piece.order[:, self.instance] < 0, np.nan, found)
        there = (piece.record[self.asked][:, self.instance] == ids) & (piece.order[:, self.instance] >= 0)[:, None]
        there &= there.cumsum(axis=1) == self.nth + 1
        found = np.take_along_axis(values, there.argmax(axis=1)[:, None], axis=1)[:, 0]
        return np.where(there.any(axis=1), found, np.nan)

    def _length(self, piece, quantity):
        """Where a ragged quantity has a number."""
        index = next(each for each in piece.trajectory.model.quantities if each.role == "index" and
                     each.axes == quantity.axes)  # fmt: skip
        return piece.record[index.name][:, self.instance] >= 0

    def _of_matrix(self, piece, quantity):
        """Features × instances of the batch."""
        trajectory = piece.trajectory

        def rows(name):
            if name in piece.record:
                return piece.record[name]
            each = (replace(self, name=name, instance=b, at=()) for b in range(piece.order.shape[1]))
            return np.stack([one.of(piece) for one in each], axis=1)

        values = matrices(quantity, rows, trajectory.model.axes_shape(quantity, trajectory.sizes))
        for index in self.at:
            values = values[:, index]
        return np.ascontiguousarray(values)

    def _of_instance(self, piece, quantity):
        """x, the mean one-hot vector of the input words, their counts, and t, the counts of the output words."""
        ids, lengths = piece.outputs if quantity.of_instance == "outputs" else piece.inputs
        ids, there = ids[:, self.instance], piece.order[:, self.instance] >= 0
        if self.at:
            asked = ids[:, :1] if self.at[0] != FIRST_TARGET else piece.outputs[0][:, self.instance, :1]
            asked = asked if self.at[0] == FIRST_TARGET else np.full_like(asked, self.at[0])
            values = (ids == asked).sum(axis=1).astype(float)
        else:
            words = piece.trajectory.sizes["word"]
            flat = np.arange(len(ids))[:, None] * words + ids
            values = np.bincount(flat[ids >= 0], minlength=len(ids) * words).reshape(len(ids), words).astype(float)
        if quantity.of_instance == "inputs":
            values /= lengths[:, self.instance].reshape(len(ids), *[1] * (values.ndim - 1))
        values[~there] = np.nan
        return values
