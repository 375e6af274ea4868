"""What a ledger's updates are made of, instance by instance, and their parts, added up by what they are of."""

from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

import numpy as np

from explorer.training.frames import Frame
from explorer.training.given import Given
from explorer.training.questions.groups import Group
from explorer.training.questions.replayed import sides_of
from explorer.training.questions.walk import Walk
from explorer.training.rows import copied


class Updates(NamedTuple):
    """m updates of a piece, each of them what an instance made.

    before : vectors before each step of the piece, where they are asked for. at, b : the steps in the piece, and the
    instances' numbers in the batches. rates : by which their gradients are multiplied. changes : what they changed.
    """

    piece: object
    before: np.ndarray | None
    at: np.ndarray
    b: np.ndarray
    rates: np.ndarray
    changes: np.ndarray

    def of_record(self, name: str) -> np.ndarray:
        """A quantity of each, (m, …)."""
        return self.piece.record[name][self.at, self.b]

    @property
    def inputs(self) -> np.ndarray:
        """The ids of the input words of each, (m, most); −1 beyond their number."""
        return self.piece.inputs[0][self.at, self.b]

    @property
    def outputs(self) -> np.ndarray:
        """The ids of the output words of each, (m, most), likewise."""
        return self.piece.outputs[0][self.at, self.b]

    def cut(self, most: int) -> Iterator["Updates"]:
        """The same, so many at a time at most."""
        for start in range(0, len(self.at), most):
            own = (each[start : start + most] for each in (self.at, self.b, self.rates, self.changes))
            yield Updates(self.piece, self.before, *own)


class Parts:
    """Adds up the parts of updates, by what they are of."""

    def __init__(self):
        self._parts, self._counts, self._largest = {}, {}, {}

    def add(self, updates: Updates, terms, ids):
        """terms, ids : (m, terms), of each update's gradient, and what they are of; −1 where there is none.

        What rounding leaves over of a change goes to the largest of its parts.
        """
        parts = np.where(ids < 0, 0.0, -updates.rates[:, None] * terms)
        largest = np.abs(parts).argmax(axis=1)[:, None]
        rest = updates.changes - parts.sum(axis=1)
        np.put_along_axis(parts, largest, np.take_along_axis(parts, largest, axis=1) + rest[:, None], axis=1)
        row, slot = np.nonzero((ids >= 0) & (parts != 0.0))
        reached = updates.piece.positions[updates.at][row]
        for one, own, count, position in _by_id(ids[row, slot], parts[row, slot], row, reached):
            self._parts.setdefault(one, []).append(fsum(own.tolist()))
            self._counts[one] = self._counts.get(one, 0) + count
            self._largest[one] = max(self._largest.get(one, (-1.0, 0)), (abs(float(own[0])), -position))

    def groups(self, name) -> list[Group]:
        """The groups; name : function of an id that gives what it is called."""
        return [self._group(one, name(one)) for one in self._parts]

    def _group(self, one, what):
        size, position = self._largest[one]
        return Group(what, fsum(self._parts[one]), self._counts[one], -position, size)


def _by_id(ids, parts, row, reached):
    """Of each id (id, its parts, the largest first, in how many rows they are, the position that the first led to)."""
    order = np.lexsort((reached, -np.abs(parts), ids))
    starts = np.flatnonzero(np.diff(ids[order], prepend=-1))
    if not len(starts):
        return ()
    rows = row.max() + 1
    counts = np.unique(np.unique(ids * rows + row) // rows, return_counts=True)[1]
    first = order[starts]
    own = np.split(parts[order], starts[1:])
    return zip(ids[first].tolist(), own, counts.tolist(), reached[first].tolist(), strict=True)


def updates(trajectory, of, ledger, vectors=None):
    """The updates of a ledger's steps, piece by piece: all instances that have to do with the number.

    vectors : a grid, of which the numbers before each step are asked for.
    """
    previous, grids = None, (vectors,) if vectors else ()
    for piece in Walk(trajectory, (*of.varying, *grids), within=of.varying).pieces(ledger.start, ledger.stop):
        numbers = piece.grids.get(vectors)
        before = numbers
        if vectors:
            before = np.concatenate([numbers[:1] if previous is None else previous, numbers[:-1]])
            previous = numbers[-1:]
        if not piece.is_start:
            some = _updates_of(trajectory, of, ledger, piece, before)
            if len(some.at):
                yield some


def one_by_one(trajectory, of, ledger, steps):
    """The same of chosen steps, ascending, one after the other: (updates, frame)."""
    walk, near = Walk(trajectory, of.varying, within=of.varying), None
    for step in steps:
        trajectory.costs.charge_frame(step)
        after = trajectory.parameters(step, near, spend=near is not None)
        before = copied(after)
        piece = walk.single(after, step)
        near = step + 1, after
        states = (Given(trajectory.learnt(each)) for each in (before, after))
        yield _updates_of(trajectory, of, ledger, piece, None), Frame(trajectory, step, *states, piece.record)


def touched(trajectory, of, ledger) -> tuple[np.ndarray, int]:
    """The steps, (n,) ascending, whose instances have to do with a ledger's number; and how many instances these are.

    Where all have, as many as there may be.
    """
    (term,) = trajectory.model.declared(of.grid.name).change
    names = (name for name in (term.rows, term.columns, term.at) if name)
    if not any(trajectory.model.declared(name).role == "index" for name in names):
        return np.arange(ledger.start, ledger.stop), (ledger.stop - ledger.start) * trajectory.recipe.batch_size
    found = [some.piece.start + some.at for some in updates(trajectory, of, ledger)]
    steps = np.concatenate([np.empty(0, np.int64), *found])
    return np.unique(steps), len(steps)


def _updates_of(trajectory, of, ledger, piece, before):
    """The updates of a piece that belong to a ledger and have to do with its number; none where it is frozen."""
    model = trajectory.model
    parameter, steps = model.declared(of.grid.name), piece.positions - 1
    sides = sides_of(model, parameter, parameter.change[0], piece)
    there = (piece.order >= 0) & ((steps >= ledger.start) & (steps < ledger.stop) & (not parameter.frozen))[:, None]
    for ids, chosen in ((sides.row_ids, of.grid.rows), (sides.column_ids, of.grid.columns)):
        if ids.size and chosen is not None:
            there &= np.isin(ids, chosen).any(axis=2)
    at, b = np.nonzero(there)
    rates = piece.pulls[at] / np.count_nonzero(piece.order >= 0, axis=1)[at] / sides.counts[at, b]
    return Updates(piece, before, at, b, rates, _changes(ledger, steps[at], b))


def _changes(ledger, steps, b):
    """What instances `b` of steps changed, (m,): 0 where the ledger has no entry of them."""
    updates = ledger.kinds == "update"
    batch = max(int(b.max(initial=0)), int(ledger.in_batch.max(initial=0))) + 1
    known = ledger.steps[updates] * batch + ledger.in_batch[updates]
    asked = steps * batch + b
    found = np.searchsorted(known, asked)
    changes = np.append(ledger.changes[updates], 0.0)
    return np.where(np.append(known, -1)[found] == asked, changes[found], 0.0)
