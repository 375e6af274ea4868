"""A race: the output layers of a model from the same initial vectors, on the same instances, in lockstep.

All train at once from one recipe: its data, sizes, seed, learning rates and order, and its edits, except those of
output weights, whose rows are words in one layer and nodes of a tree in another. The rows of the nodes start as the
first rows of the words. So after as many steps each has seen the same instances, and nothing but the output differs.

Their losses do not compare: a few yes-or-no questions are not a surprise at a word. So beside the loss stands the
`surprise`, −ln p of the output words (summed over them, over the batch as the loss), with p the softmax over W_out for
softmax and negative sampling, and the product along the path for hierarchical softmax. For the two layers that are
normalised this is the loss itself; for negative sampling it costs a pass over W_out a step, which training itself
does not need and which is not counted.

Counted are the **rows** of the output weights that a step touches, one that it asks twice counted once, and the
**multiply–adds** of its kernels (`Model.work`). Of CBOW and skip-gram, with C input words, N units and R rows asked (V
for softmax; the lengths of the output words' paths; K + 1 for each output word), added up over a batch:

    hidden layer C·N, scores R·N          the way forward
    EH R·N, output rows R·N, input rows C·N   and back: N·(2C + 3R) in all

Exponentials, divisions, drawing words, and what is done once for a row and not for each of its N weights are not
counted: they would change little, and not the growth with V. Nor is a look-up that only copies its words' rows, as the
neural language model's does: how many weights that are a lane tells apart.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer import limits
from explorer.budget import at_most, charge
from explorer.errors import Diverged, RecipeError
from explorer.maths.kernel import kernel
from explorer.models.contract import Work
from explorer.models.outputs import logistic, softmax_step
from explorer.training.costs import Costs
from explorer.training.replay import Trajectory
from explorer.training.shapes import initial_parameters
from explorer.training.stream import Stream

_BLOCK = 1_000  # steps that are computed at once, and
_BLOCK_BYTES = 30_000_000  # at most, of what they compute
_EXPONENTIAL = 20  # multiply–adds that take as long


@dataclass(frozen=True)
class Lap:
    """What one output layer did in a stretch of steps: arrays with an entry a step, fewer where it diverged.

    loss, surprise : float64, nats. rows, forward, operations : int64; `forward` is the part of the step's
    multiply–adds, `operations`, that leads to the scores. total : int64, the multiply–adds from step 0 to the end
    of each step.
    """

    loss: np.ndarray
    surprise: np.ndarray
    rows: np.ndarray
    forward: np.ndarray
    operations: np.ndarray
    total: np.ndarray


class Race:
    """The output layers that a recipe's data allow, side by side.

    Attributes
    ----------
    lanes : name of the output layer → Lane, those that the model can have, in the order of `OUTPUTS`.
    left_out : name → why it cannot run: a tree needs two words, and a noise two to draw from.
    """

    def __init__(self, recipe):
        if not recipe.architecture.outputs:
            raise RecipeError([("model", recipe.model, "a model of words, whose output layers can race")])
        self.recipe, self.lanes, self.left_out = recipe, {}, {}
        for name in recipe.architecture.outputs:
            try:
                self.lanes[name] = Lane(_with_output(recipe, name))
            except RecipeError as error:
                self.left_out[name] = str(error)

    def longest(self, steps: int) -> int:
        """How many of so many steps stay within the limits of one race."""
        most = min(steps, limits.MAX_RACE_STEPS)
        return bisect_right(range(most + 1), limits.MAX_RACE_WORK, key=self._work) - 1

    def _work(self, steps):
        """About the multiply–adds of the first steps of all lanes."""
        return sum(lane.work_between(0, steps) for lane in self.lanes.values())

    def laps(self, start: int, count: int) -> dict[str, Lap]:
        """The steps from `start` on, `count` of them, of every lane."""
        memory = 8 * count * len(self.lanes) * (5 + self.recipe.batch_size)

        def work(steps):
            return self._work(start + steps) - self._work(start)

        charge("steps of the race", count, work(count), memory, at_most(count, work=work))
        return {name: lane.lap(start, count) for name, lane in self.lanes.items()}


class Lane:
    """One output layer in a race.

    copied : how many weights an instance's look-up copies, which are in none of the counts.
    """

    def __init__(self, recipe):
        self.recipe, self.model, self.stream = recipe, recipe.architecture, Stream(recipe)
        data = [segment.corpus.instances for segment in self.stream.segments]
        sizes = [self.model.sizes(recipe, instances) for instances in data]
        self._work = [self.model.work(*each) for each in zip(data, sizes, strict=True)]
        self._costs = Costs(recipe, self.stream, {axis: max(size[axis] for size in sizes) for axis in sizes[0]})
        self.copied = self.model.copied(sizes[0])
        self._weights = self.model.network.output
        (term,) = self.model.declared(self._weights).change
        self._at = term.at  # the quantity that names the rows touched

    @cached_property
    def trajectory(self) -> Trajectory:
        """The lane's run, at any step."""
        return Trajectory(self.recipe)

    def lap(self, start: int, count: int) -> Lap:
        """Steps start … start + count − 1; fewer, or none, where the lane diverges."""
        try:
            return self._lap(start, start + count)
        except Diverged as diverged:
            return self._lap(start, diverged.step) if diverged.step > start else self._lap(0, 0)

    def cost(self, step: int) -> Work:
        """The mean multiply–adds of an instance of the data at a step."""
        number = self.stream.segments.index(self.stream.segment(step))
        return Work(*(float(counts.mean()) for counts in self._work[number]))

    def work_between(self, start: int, stop: int) -> float:
        """About the multiply–adds of the steps from `start` to before `stop`, surprises included."""
        units = self.recipe.vector_size + _EXPONENTIAL
        surprise = 0 if self.model.layer.normalised else len(self.recipe.corpus.words) * units
        batches = [min(self.recipe.batch_size, len(whole)) for _, whole in self._work]
        surprises = self.stream.sum_over(start, stop, [size * surprise for size in batches])
        return self._costs.between(start, stop) + surprises

    def total(self, step: int) -> int:
        """The multiply–adds of the first `step` steps, an exact number."""
        total = 0
        for segment, (_, whole) in zip(self.stream.segments, self._work, strict=True):
            stop = int(min(step, self.stream.segment_end(segment.step)))
            if stop > segment.step:
                epochs, rest = divmod(stop - segment.step, segment.steps_per_epoch)
                total += epochs * int(whole.sum()) + int(_over_batch(whole, self.stream.order(stop - rest, rest)).sum())
        return total

    def _lap(self, start, stop):
        parameters = self.trajectory.parameters(start)
        pieces, at = [[np.empty(0)] * 2 + [np.empty(0, np.int64)] * 3], start
        block = min(_BLOCK, max(1, _BLOCK_BYTES // self.trajectory.costs.record_bytes))
        while at < stop:
            end = int(min(stop, at + block, self.trajectory.next_edit(at)))
            pieces.append(self._piece(parameters, at, end - at))
            at = end
        loss, surprise, rows, forward, whole = map(np.concatenate, zip(*pieces, strict=True))
        return Lap(loss, surprise, rows, forward, whole, self.total(start) + np.cumsum(whole))

    def _piece(self, parameters, start, count):
        """Loss, surprise, rows and the two counts of steps between which there is no edit."""
        order = self.stream.order(start, count)
        segment = self.stream.segment(start)
        before = None if self.model.layer.normalised else parameters[self._weights].copy()
        record = self.trajectory.advance(parameters, start, count, keep=before is not None)
        loss = self.stream.over_batch(record["loss"])
        surprise = loss
        if before is not None:
            rates, instances = self.stream.pulls(start, order), segment.corpus.instances
            surprise = _surprises(before, instances, order, rates, record[self._at], record)
            surprise = self.stream.over_batch(surprise)
        every = np.full(count, len(parameters[self._weights]))
        rows = every if self._at is None else distinct(record[self._at].reshape(count, -1))
        work = self._work[self.stream.segments.index(segment)]
        return loss, surprise, rows, *(_over_batch(counts, order) for counts in work)


def distinct(ids: np.ndarray) -> np.ndarray:
    """How many different ids each row of `ids` (rows, entries) has; −1 stands for none."""
    ids = np.sort(ids, axis=1)
    first = np.diff(ids, axis=1, prepend=-1) > 0
    return np.count_nonzero(first, axis=1)


def _with_output(recipe, name):
    """The recipe with another output layer and the same initial vectors."""
    model = recipe.architecture
    rows = model.declared(model.network.output).axes[0]
    outputs = {each.name for each in model.parameters if each.axes[0] == rows and each.name != model.network.input}
    kept = [edit for edit in recipe.edits if edit.kind != "weight" or edit.value[0] not in outputs]
    if name == recipe.output:
        return recipe.replaced(kept)
    other = recipe.replaced(kept, output=name, parameters=None)
    if recipe.parameters is None:  # drawn from the same seed, row by row
        return other
    arrays, given = initial_parameters(other), initial_parameters(recipe)
    for array, rows in zip(arrays.values(), given.values(), strict=True):
        shorter = min(len(array), len(rows))
        array[:shorter] = rows[:shorter]
    return other.replaced(kept, parameters=arrays)


def _over_batch(counts, order):
    """Counts of instances (instances,) added up over each step of `order`, where −1 stands for none."""
    return np.append(counts, 0)[order].sum(axis=1)


def _surprises(W_out, instances, order, rates, rows, record):
    """−ln p of each instance's output words under the softmax over W_out, before each step: (steps, batch)."""
    found = np.full(order.shape, np.nan)
    outputs = instances.output_start, instances.output_ids
    _follow(*outputs, order, rates, rows, record["h"], record["e"], W_out, np.empty((2, len(W_out))), found)
    return found


@kernel
def _follow(output_start, output_ids, order, rates, rows, h, e, W_out, scratch, found):
    """W_out, which is changed, is that before the first step: the steps are done over again from their h and e."""
    steps, batch = order.shape
    for s in range(steps):
        size = 0
        for b in range(batch):
            n = order[s, b]
            if n < 0:
                break
            size += 1
            top = softmax_step.forward(h[s, b], W_out, scratch[0], scratch[1])
            outputs = output_ids[output_start[n] : output_start[n + 1]]
            found[s, b] = softmax_step.loss(scratch[0], top, outputs)
        for b in range(size):
            logistic.update(rates[s] / size, rows[s, b], e[s, b], h[s, b], W_out)
