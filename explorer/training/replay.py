"""Parameters at any step, by replay from the nearest step at which they are known.

The arithmetic is deterministic and knows no history beyond the parameters, so replaying from a checkpoint
gives the same bits as never having left. Checkpoints are a cache: dropping them changes the speed of a
seek and nothing else. Several threads may use a trajectory at once: parameters are copied on their way in
and out, and a thread that misses a checkpoint only replays more.
"""

from bisect import bisect_right
from functools import partial
from math import inf

import numpy as np

from explorer import limits
from explorer.budget import at_most, charge, go_on, reserved
from explorer.errors import Diverged
from explorer.training import rows
from explorer.training.costs import Costs
from explorer.training.frames import Frame
from explorer.training.given import Given
from explorer.training.questions.finite import first_not_finite
from explorer.training.rows import as_rows, copied, has_rows, whole
from explorer.training.shapes import initial_parameters
from explorer.training.stream import Stream
from explorer.training.stretches import longest_stretch, stretch_of

_WORK_BETWEEN_CHECKPOINTS = 6_000_000  # multiply-adds, a few milliseconds
_WORK_FOR_A_NUMBER = 10  # so many multiply-adds for each number that a checkpoint copies, which stays the lesser part
_CHECKPOINT_BYTES = 16_000_000
_WORK_OF_A_PIECE = 100_000_000  # at most, between two looks at the clock


class Trajectory:
    """Everything that a recipe determines: its stream of instances, and the parameters at every step."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.model = recipe.architecture
        self.stream = Stream(recipe)
        sizes = [self.model.sizes(recipe, segment.corpus.instances) for segment in self.stream.segments]
        self.sizes = {axis: max(size[axis] for size in sizes) for axis in sizes[0]}
        self.by_rows = len(recipe.corpus.words) > limits.MAX_WHOLE_WORDS and rows.touches_rows(self.model)
        self.longest_stretch = longest_stretch(self)
        carried = self.model.carried(self.sizes)
        self.costs = Costs(recipe, self.stream, self.sizes, sum(array.size for array in carried.values()))
        self.costs.charge_start()
        self._diverged = None  # the (step, quantity) that ends the run, once it is known
        self._latest = None  # the (step, parameters) of the last block, where the next one usually begins
        self._patches = self._weight_edits()
        self.edit_steps = sorted(self._patches)  # the steps before which a weight is edited
        self._checkpoints = {0: self._edited(0, initial_parameters(recipe) | carried)}
        self._names = tuple(parameter.name for parameter in self.model.parameters)
        dearest = max(self.costs.of_a_step)
        self._spacing = max(64, max(_WORK_BETWEEN_CHECKPOINTS, _WORK_FOR_A_NUMBER * self.costs.numbers) // dearest)
        self._piece = max(1, _WORK_OF_A_PIECE // dearest)
        self._most = max(2, _CHECKPOINT_BYTES // self.costs.state_bytes)

    def parameters(self, step: int, near=None, spend: bool = False) -> dict[str, np.ndarray]:
        """The parameters after `step` steps, edits at `step` included; float64, yours to change.

        What the model carries from step to step is among them; `learnt` leaves it out.
        `near` is a (step, parameters) that is known already; with `spend` its arrays may be changed, so that a step
        on from there costs no copy. Raises `Diverged` where the run ends before `step`.
        """
        at, start = self._nearest(step, near)
        if spend and start is near[1] and not has_rows(start):
            return self._replayed(at, start, step)
        self.costs.charge_copy(step)
        return self._replayed(at, whole(start), step)

    def weights(self, step: int, near=None) -> dict:
        """The same, to read from or to advance; `Rows`, which copy little, where steps touch only rows."""
        if not self.by_rows:
            return self.parameters(step, near)
        at, start = self._nearest(step, near)
        theirs = near is not None and start is near[1]  # arrays that go on changing
        return self._replayed(at, as_rows(start, array_of=np.copy if theirs else np.asarray), step)

    def _replayed(self, at, parameters, step):
        self.costs.charge_steps(at, step)
        if self._diverged and step > self._diverged[0]:
            raise Diverged(*self._diverged)
        while at < step:
            stop = min(step, self._next_stop(at))
            self.advance(parameters, at, stop - at)
            at = stop
            if at % self._spacing == 0:
                self._keep(at, parameters)
        return parameters

    def learnt(self, parameters) -> dict[str, np.ndarray]:
        """The parameters alone, by name, each of its shape, without what the model carries beside them."""
        return {name: parameters[name] for name in self._names}

    @property
    def start(self) -> dict:
        """The parameters before the first step, edits there included, to read from: a checkpoint that always stays."""
        return self._checkpoints[0]

    @property
    def end(self) -> float:
        """The step at which the run ends, as far as that is known; infinity where it has not been met."""
        return self._diverged[0] if self._diverged else inf

    @property
    def bytes(self) -> int:
        """About the memory that this takes, the recipe included."""
        checkpoints, latest = self._checkpoints, self._latest
        if not self.by_rows:
            return self.costs.bytes_at_rest + self.costs.state_bytes * (len(checkpoints) + (latest is not None))
        states = [*checkpoints.values(), *([latest[1]] if latest else [])]
        arrays = (array for state in states for each in state.values() for array in getattr(each, "arrays", (each,)))
        shared = {id(array): array.nbytes for array in arrays}
        return self.costs.bytes_at_rest + sum(shared.values())

    def advance(self, parameters, start: int, count: int, keep: bool = False) -> dict:
        """Apply `count` steps from `start`, between which there is no edit, in place; the model's record.

        Edits at the step reached are applied. Raises `Diverged`, and then `parameters` are spoiled.
        """
        go_on()
        record, done = self._train(parameters, start, count, keep)
        if done < count:
            self._diverged = start + done, self._first_not_finite(start + done)
            raise Diverged(*self._diverged)
        self._edited(start + count, parameters)
        return record

    def step_from(self, parameters, step: int) -> dict | None:
        """Apply a step to parameters that need not be the run's, in place, edits at its end included.

        The model's record; None where a number is not finite, and then `parameters` are spoiled.
        """
        record, done = self._train(parameters, step, 1, keep=True)
        if not done:
            return None
        self._edited(step + 1, parameters)
        return record

    def remember(self, step: int, parameters) -> None:
        """Keep the end of a block, which must not be changed any more."""
        self._latest = step, parameters
        self.grown()

    def grown(self) -> None:
        """Called when this takes more memory than before: whoever keeps many puts a function of its own here."""

    def losses(self, start: int, stop: int) -> np.ndarray:
        """The loss of each step from `start` to before `stop`, (steps,): float64, each as `Frame.loss`.

        Shorter where the run diverges.
        """
        try:
            return self._losses(start, stop)
        except Diverged as diverged:
            return self._losses(start, max(start, diverged.step))

    def frame(self, step: int, near=None, known=None) -> Frame:
        """Step number `step`, computed and not applied. Raises `Diverged` where it cannot be.

        known : function that gives a (step, parameters) to start from when whole matrices are asked of a frame that
        has only rows.
        """
        self.costs.charge_frame(step)
        if self.by_rows:
            return self._frame_of_rows(step, near, known or (lambda: None))
        self.costs.charge_copy(step)
        before = self.parameters(step, near)
        updated = copied(before)
        record, done = self._train(updated, step, 1, keep=True)
        if not done:
            raise Diverged(step, self._first_not_finite(step))
        return Frame(self, step, Given(self.learnt(before)), Given(self.learnt(updated)), record)

    def _frame_of_rows(self, step, near, known):
        at, start = self._nearest(step, near)
        before = as_rows(start) if at == step else self.weights(step, near)
        after = copied(before)
        record, done = self._train(after, step, 1, keep=True)
        if not done:
            raise Diverged(step, self._first_not_finite(step))
        instances = self.stream.segment(step).corpus.instances
        ids = rows.touched(self.model, instances, self.stream.order(step, 1), record)
        both = (
            rows.RowsOfStep(ids, {name: state[name][ids[name]] for name in ids}, lambda: self.parameters(step, known()))
            for state in (before, after)
        )
        return Frame(self, step, *both, record)

    def next_edit(self, step: int) -> float:
        """The first step after `step` before which the weights or the data are edited; or infinity."""
        number = bisect_right(self.edit_steps, step)
        following = self.edit_steps[number] if number < len(self.edit_steps) else inf
        return min(following, self.stream.segment_end(step))

    def stretch(self, step: int) -> tuple[int, int]:
        """The stretch of steps, over which scales stay as they are, that the state after `step` updates belongs to."""
        return stretch_of(step, self.longest_stretch, [edit.step for edit in self.recipe.edits])

    def patches(self, step: int) -> list[tuple[str, int, int, float]]:
        """The weight edits at `step`, as (parameter, row, column, value)."""
        return self._patches.get(step, [])

    def _weight_edits(self):
        """The patches of each step that has some."""
        index, patches = self.recipe.corpus.index, {}
        for edit in self.recipe.edits:
            if edit.kind == "weight":
                name, row, column, value = edit.value  # an index is a word, where it can be one
                patch = (name, index.get(row, row), index.get(column, column), value)
                patches.setdefault(edit.step, []).append(patch)
        return patches

    def charge_walk(self, start: int, stop: int, numbers: int = 0) -> None:
        """Charge the steps from `start` to `stop`, for each of which so many numbers are worked on, and the way there.

        The steps on the way are reserved only, as they are charged where they are replayed.
        """
        known, _ = self._nearest(start)
        self.costs.afford_steps(known, start, "start")
        with reserved(self.costs.between(known, start)):
            self.costs.charge_steps(start, stop, 16, "stop")
            steps = max(0, stop - start)
            charge("stop", stop, 10 * numbers * steps, nearest=at_most(steps, start))

    def piece_end(self, start: int, stop: int) -> int:
        """Where a piece of steps from `start` on must end that goes to `stop` at most.

        It has no edit inside, is short enough to be gone on with, and one that ends at an edit of weights is a single
        step: the end of any other is as its steps left it.
        """
        edit = self.next_edit(start)
        end = int(min(stop, edit, start + self._piece))
        return end - 1 if end - start > 1 and self.patches(end) else end

    def _losses(self, start, stop):
        self.charge_walk(start, stop)
        parameters, at, losses = self.weights(start), start, [np.empty(0)]
        while at < stop:
            end = min(stop, self._next_stop(at))
            losses.append(self.stream.over_batch(self.advance(parameters, at, end - at)["loss"]))
            at = end
        return np.concatenate(losses)

    def _nearest(self, step, near=None):
        """The last (step, parameters) known that is not after `step`."""
        known = [*filter(None, (near, self._latest)), *self._checkpoints.items()]
        return max((each for each in known if each[0] <= step), key=lambda each: each[0])

    def _next_stop(self, step):
        checkpoint = (step // self._spacing + 1) * self._spacing
        return min(checkpoint, self.next_edit(step), step + self._piece)

    def _edited(self, step, parameters):
        for name, row, column, value in self.patches(step):
            index = (row, column)[: len(parameters[name].shape)]
            parameters[name][index] = value
        return parameters

    def _keep(self, step, parameters):
        """Keep a checkpoint; when there are too many, drop every other and space them twice as far."""
        checkpoints = self._checkpoints | {step: copied(parameters)}
        if len(checkpoints) > self._most:
            self._spacing *= 2
            checkpoints = {at: kept for at, kept in checkpoints.items() if at % self._spacing == 0}
        self._checkpoints = checkpoints
        self.grown()

    def _train(self, parameters, start, count, keep):
        """The model's record, and how many of the steps it could do."""
        record = self.model.new_record(count, self.recipe.batch_size, self.sizes, keep)
        order = self.stream.order(start, count)
        rates = self.stream.pulls(start, order)
        instances = self.stream.segment(start).corpus.instances
        self.model.lay_out(instances, order, start, record)
        train = partial(rows.train, self.model) if has_rows(parameters) else self.model.train
        with np.errstate(over="ignore", invalid="ignore"):  # the model looks for them and says so
            return record, train(instances, order, start, rates, parameters, record)

    def last_frame(self, step: int) -> Frame:
        """The step in which the run ends, as far as it is computed: not all of its numbers are finite."""
        before = self.parameters(step)
        after = copied(before)
        record, _ = self._train(after, step, 1, keep=True)
        return Frame(self, step, Given(self.learnt(before)), Given(self.learnt(after)), record)

    def _first_not_finite(self, step):
        """The name of the first quantity of a step, in the order of computing, that is not finite."""
        with np.errstate(over="ignore", invalid="ignore"):
            return first_not_finite(self.last_frame(step)).name
