"""Why a number is what it is: what each step, each instance of it and each edit added to it.

A batch's step is parted in the order in which it is applied: decay, then each instance, each of them what the number
changed by. So the changes add up to the whole way from the start to the value, but for the rounding of each change.
"""

from math import fsum

import numpy as np

from explorer.budget import charge
from explorer.errors import RecipeError
from explorer.training.questions.by_word import by_word
from explorer.training.questions.groups import Group, largest_first
from explorer.training.questions.ledgered import Product, Weight
from explorer.training.questions.walk import Walk
from explorer.training.steps import checked_step

_KINDS = ("decay", "update", "edit")
_LARGEST = 1e300  # of numbers whose changes can be added up, as many as there may be
WAYS = ("instance", "sentence", "epoch", "word")  # in which the entries of a ledger are grouped


class Entries:
    """What changed a number, gathered piece by piece, in the order in which it was applied.

    What left the number as it was is no entry, so that steps which do not touch it take no memory; an edit always is.
    """

    def __init__(self):
        self._found = []

    def add(self, piece, levels: np.ndarray, edited: np.ndarray) -> None:
        """Take the entries of a piece.

        levels : (n, 3 + batch), the number before each step, after the decay, after each instance, after the edits.
        edited : (n,), whether there are edits of it at the position.
        """
        changes = np.diff(levels, axis=1)
        listed = changes != 0.0
        listed[:, -1] = edited
        row, slot = np.nonzero(listed)
        last = changes.shape[1] - 1
        kinds = np.where(slot == 0, 0, np.where(slot == last, 2, 1))
        steps = piece.positions[row] - (slot < last)
        batch = np.clip(slot - 1, 0, piece.order.shape[1] - 1)
        instances = np.where(kinds == 1, piece.order[row, batch], -1)
        found = steps, changes[row, slot], kinds, instances, levels[row, slot + 1], batch
        charge("stop", int(piece.positions[-1]), memory=48 * len(row))
        self._found.append(found)

    def arrays(self) -> list[np.ndarray]:
        """Steps, changes, numbers of kinds, instances, values after, numbers in the batch: (entries,) each."""
        none = np.empty(0, np.int64), np.empty(0), *[np.empty(0, np.int64)] * 2, np.empty(0), np.empty(0, np.int64)
        return [np.concatenate(each) for each in zip(none, *self._found, strict=True)]


class Ledger:
    """The history of a number, from position `start` to position `stop`.

    Attributes
    ----------
    start, stop : the positions; `stop` is earlier than asked for where the run diverges, or the number exceeds 1e300.
    start_value, value : float, the number there.
    steps : (n,) int64, of an update or a decay the step, of an edit the position at which it is applied.
    changes : (n,) float64, what each entry added; none is 0 but an edit's.
    kinds : (n,) of "update", "decay" and "edit". instances : (n,) int64, the number in the data from 0; −1 of others.
    in_batch : (n,) int64, the instance's number in its batch, from 0. reached : (n,) int64, the position led to.
    """

    def __init__(self, trajectory, start: int, stop: int, start_value: float, entries: Entries, by_word=None):
        """by_word : function that gives (what, change, count) of this ledger, where there is one."""
        self.start, self.stop, self.start_value = start, stop, start_value
        self._stream, self._recipe, self._parted = trajectory.stream, trajectory.recipe, by_word
        steps, changes, kinds, instances, self._after, in_batch = entries.arrays()
        self.steps, self.kinds = steps, np.array(_KINDS)[kinds]
        self.changes = changes
        self.reached = steps + (kinds != _KINDS.index("edit"))
        self.instances = instances
        self.in_batch = in_batch
        self.value = float(self._after[-1]) if len(self._after) else start_value

    def __len__(self):
        return len(self.steps)

    def __repr__(self):
        return f"<Ledger: {self.start_value:g} → {self.value:g} in {len(self):,} entries>"

    @property
    def residual(self) -> float:
        """value − start_value − Σ changes: what the rounding of the changes leaves over."""
        return fsum([self.value, -self.start_value, *(-self.changes).tolist()])

    def by_instance(self) -> list[tuple[object, float, int]]:
        """(what, change, count), the largest first: what is an instance's number in the data from 0, "decay" or "edit".

        After an edit of the data an instance is (segment, number), segments counted from 0.
        """
        return [group[:3] for group in self.groups("instance")]

    def by_sentence(self) -> list[tuple[object, float, int]]:
        """The same by sentence, counted from 0. Raises `RecipeError` for a run whose data are no text."""
        return [group[:3] for group in self.groups("sentence")]

    def by_epoch(self) -> list[tuple[object, float, int]]:
        """The same by pass over the data, counted from 1; decay and edits apart."""
        return [group[:3] for group in self.groups("epoch")]

    def by_word(self) -> list[tuple[object, float, int]]:
        """The same by word: of an input vector, and of all before the output of a language model, by the output words
        (or nodes) whose errors moved it; of an output vector of word2vec by the input words whose vectors made h, of
        weights past a hidden layer by the words before, whose features they take; of those from a hidden layer to the
        output, and of biases there, by the words that were to come, each with what its part of the loss made. Each
        change is parted into that sum's terms, of steps that left the number as it was, too. A count is of the
        instances in which the word has a part.

        Raises `RecipeError` for a run that learns from points, which has no words.
        """
        return [group[:3] for group in self.groups("word")]

    def groups(self, by: str) -> list[Group]:
        """The groups of one of the four ways, "instance", "sentence", "epoch" or "word", the largest first.

        Raises `RecipeError` for another way, and for one that this ledger does not have.
        """
        if by not in WAYS:
            raise RecipeError([("by", by, "one of " + ", ".join(WAYS))])
        if by == "word":
            if self._parted is None:
                raise RecipeError([("by", "word", "another way: words are of a run that learns from words")])
            return largest_first(self._parted(self))
        if by == "epoch":
            return self._grouped(self._epochs().tolist())
        numbers = self.instances if by == "instance" else self._sentences()
        if len(self._stream.segments) == 1:
            return self._grouped(numbers.tolist())
        return self._grouped(list(zip(self._segments().tolist(), numbers.tolist(), strict=True)))

    def _sentences(self):
        """The number of the sentence of each entry, (n,); −1 of what has no instance."""
        sentence = [getattr(segment.corpus.instances, "sentence", None) for segment in self._stream.segments]
        if any(numbers is None for numbers in sentence):
            raise RecipeError([("by", "sentence", "another way: sentences are of a run that learns from text")])
        segments = self._segments()
        sentences = np.full(len(self), -1)
        for number, of_instance in enumerate(sentence):
            chosen = (segments == number) & (self.instances >= 0)
            sentences[chosen] = of_instance[self.instances[chosen]]
        return sentences

    def _epochs(self):
        """The pass over the data of each entry, (n,), from 1."""
        segments, all_ = self._segments(), self._stream.segments
        begun = self.steps - np.array([segment.step for segment in all_])[segments]
        passed = begun // np.array([each.steps_per_epoch for each in all_])[segments]
        return 1 + np.array([segment.epoch for segment in all_])[segments] + passed

    def curve(self, points: int = 500) -> tuple[np.ndarray, np.ndarray]:
        """Positions, (p,) int64, and the values there, (p,) float64: at most so many, both ends among them.

        Raises `RecipeError` for what is no number of points.
        """
        count = max(2, min(checked_step(points, "points", least=1), self.stop - self.start + 1))
        positions = np.unique(np.linspace(self.start, self.stop, count).round().astype(np.int64))
        last = np.searchsorted(self.reached, positions, "right")
        return positions, np.concatenate([[self.start_value], self._after])[last]

    def _segments(self):
        """The number of the stretch of data that each entry's step belongs to, (n,)."""
        starts = [segment.step for segment in self._stream.segments]
        return np.searchsorted(starts, self.steps, "right") - 1

    def _grouped(self, keys: list):
        """The entries in groups by their keys, decay and edits under their own names."""
        groups = {}
        for n, (kind, key) in enumerate(zip(self.kinds.tolist(), keys, strict=True)):
            groups.setdefault(key if kind == "update" else kind, []).append(n)
        return largest_first(self._group(what, some) for what, some in groups.items())

    def apart(self) -> list[Group]:
        """The entries that no instance made: decay and edits, where there are some."""
        kinds = {kind: np.flatnonzero(self.kinds == kind) for kind in ("decay", "edit")}
        return [self._group(kind, some) for kind, some in kinds.items() if len(some)]

    def _group(self, what, some):
        changes = self.changes[some]
        sizes = np.abs(changes)
        most = sizes.argmax()
        return Group(what, fsum(changes.tolist()), len(changes), int(self.reached[some][most]), float(sizes[most]))


def ledger(trajectory, of: Weight | Product, start: int, stop: int) -> Ledger:
    """The history of a weight, or of a dot product, from position `start` to position `stop`."""
    entries, before, reached, edits, grid = Entries(), None, start, _edits_of(trajectory, of.grid), of.grid
    for piece in Walk(trajectory, (grid,), within=(grid,)).pieces(start, stop):
        numbers = of.value(piece.grids[grid])
        if before is None:  # the piece that leads to the start, or is it
            before = start_value = float(numbers[piece.positions == start][0])
            skipped = int(np.searchsorted(piece.positions, start, "right"))
        else:
            skipped = 0
        if skipped < len(piece):
            levels = np.empty((len(piece), 3 + piece.order.shape[1]))
            levels[:, 1:-1], levels[:, -1] = of.value(piece.within[grid]), numbers
            levels[0, 0], levels[1:, 0] = before, numbers[:-1]
            if skipped:
                levels[:skipped] = levels[:skipped, -1:]
            summed = _summable(levels)
            known, numbers = slice(summed), numbers[:summed]
            entries.add(piece, levels[known], (np.isin(piece.positions, edits) & (piece.positions > start))[known])
            if summed < len(piece):
                reached = int(piece.positions[summed - 1]) if summed else reached
                break
        before, reached = float(numbers[-1]), int(piece.positions[-1])
    return Ledger(trajectory, start, reached, start_value, entries, by_word(trajectory, of))


def _summable(levels) -> int:
    """How many of the steps come before the first whose numbers are too large for their changes to be added up."""
    beyond = ~(np.abs(levels) < _LARGEST).all(axis=1)
    return int(beyond.argmax()) if beyond.any() else len(levels)


def _edits_of(trajectory, grid):
    """The positions at which a number of a grid is edited."""
    shape = trajectory.model.axes_shape(trajectory.model.declared(grid.name), trajectory.sizes)
    rows, columns = grid.ids(shape)

    def touches(patch):
        name, row, column, _ = patch
        return name == grid.name and row in rows and (len(shape) == 1 or column in columns)

    return [step for step in trajectory.edit_steps if any(map(touches, trajectory.patches(step)))]
