"""A trace: a block of frames, consecutive or strided.

Consecutive frames are made by one kernel call from one edit to the next. The parameters are not kept for
each of them, which would be most of the cost: they are known at the start, and replayed when asked for.
"""

from functools import cached_property, partial

import numpy as np

from explorer.budget import SENT_INSTANCE, SENT_STEP, at_most, charge, reserved
from explorer.errors import Diverged, told_as
from explorer.training import wire
from explorer.training.frames import Frame
from explorer.training.given import Given
from explorer.training.matrices import matrices
from explorer.training.quantities import quantity_rows
from explorer.training.rows import copied, touched


class Trace:
    """Frames start, start + stride, …, `count` of them.

    ``trace["h"]`` has shape (count, size), or (count, B, size) in batch mode, padded with NaN where a batch
    is short; ``trace["W"]`` has shape (count, rows, columns): the parameters before each step. Other names raise
    KeyError.

    Attributes
    ----------
    steps : int64 array (count,); shorter than asked for where the run diverges.
    stride : int.
    start_parameters : read-only arrays by name, before the first frame's step.
    end : (step, parameters) reached.
    diverged : the `Diverged` that ended the run on the way, or None.
    """

    def __init__(self, trajectory, start: int, count: int, stride: int = 1, near=None):
        self.trajectory, self.stride, self.diverged = trajectory, stride, None
        with told_as(lambda field: "start" if field == "step" else field), reserved(self._work(start, 1)):
            self._start = trajectory.weights(start, near)
        try:
            self._compute(start, start + count * stride)
        except Diverged as diverged:
            self.diverged = diverged
            self._compute(start, diverged.step)

    def _compute(self, start, stop):
        self.steps = np.arange(start, stop, self.stride)
        self._charge(start, stop)
        parameters = copied(self._start)
        self._kept, self._starts, self._records, self._losses = [], [], [], []
        for at, size, keep in self._pieces(start, stop):
            if keep and self.stride > 1:
                self._kept.append(copied(self.trajectory.learnt(parameters)))
            record = self.trajectory.advance(parameters, at, size, keep)
            self._losses.append(record["loss"])
            if keep:
                self._starts.append(at)
                self._records.append(record)
        self.reached, self._end = stop, parameters
        self.trajectory.remember(stop, parameters)

    def _charge(self, start, stop):
        frames, costs = len(self.steps), self.trajectory.costs
        memory = 2 * frames * costs.record_bytes  # they are put together, and then packed
        if self._with_states:
            memory += 2 * frames * costs.state_bytes
        costs.charge_record()
        work = partial(self._work, start)
        charge("count", frames, work(frames), memory, at_most(frames, work=work))

    def _work(self, start, frames):
        """The multiply–adds of so many frames: their steps, and to pack them."""
        costs = self.trajectory.costs
        sent = SENT_STEP + SENT_INSTANCE * self._batch + (costs.state_bytes if self._with_states else 0)
        return frames * sent + costs.between(start, start + frames * self.stride)

    @property
    def _with_states(self):
        """Whether the parameters of every frame are kept whole, and sent."""
        return self.stride > 1 and not self.trajectory.by_rows

    @cached_property
    def start_parameters(self) -> Given:
        """Read-only arrays by name, before the first frame's step."""
        return Given(self.trajectory.learnt(self._start))

    @property
    def end(self) -> tuple[int, Given]:
        """(step, parameters) that the trace came to."""
        return self.reached, Given(self.trajectory.learnt(self._end))

    def __repr__(self):
        first = int(self.steps[0]) if len(self) else 0
        strides = f", every {self.stride}" if self.stride > 1 else ""
        return f"<Trace: {len(self):,} frames from step {first:,}{strides}, of {self.trajectory.recipe!r}>"

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, name: str) -> np.ndarray:
        if name in self.trajectory.learnt(self._start):
            kept = [np.asarray(parameters[name]) for parameters in self._parameters]
            return np.array(kept).reshape(len(kept), *self._start[name].shape)
        rows = self._rows(name)
        return rows if self._batch > 1 or self.trajectory.model.declared(name).matrix_of else rows[:, 0]

    @cached_property
    def losses(self) -> np.ndarray:
        """The loss of every step on the way, skipped ones included, (steps,): float64, each as `Frame.loss`."""
        losses = np.concatenate([np.empty((0, self._batch)), *self._losses])
        return self.trajectory.stream.over_batch(losses)

    @property
    def loss(self) -> np.ndarray:
        """The loss of each frame, (count,) float64."""
        return self.losses[:: self.stride]

    @cached_property
    def learning_rate(self) -> np.ndarray:
        """The learning rate of each frame, (count,) float64."""
        if not len(self):
            return np.empty(0)
        return self.trajectory.stream.rates(int(self.steps[0]), len(self.losses))[:: self.stride]

    @cached_property
    def numbers(self) -> np.ndarray:
        """Each instance's number in the data, a row a frame, (count, B) int64; −1 where a batch is short."""
        return np.concatenate([np.empty((0, self._batch), np.int64), *(numbers for _, numbers in self._stretches)])

    @cached_property
    def instances(self) -> list[list]:
        """The instances of each frame's batch."""
        return [[data[n] for n in batch if n >= 0] for data, numbers in self._stretches for batch in numbers.tolist()]

    def sides(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """The word ids on either side ("input", "output") of all instances of all batches, one after the other, and
        where each begins, (count · B + 1,); a missing one has none.
        """
        lengths, ids = {"input": [], "output": []}, {"input": [], "output": []}
        for data, numbers in self._stretches:
            there = numbers.ravel() >= 0
            chosen = data.chosen(numbers.ravel()[there])
            for side in ids:
                sizes = np.zeros(numbers.size, np.int64)
                sizes[there] = np.diff(getattr(chosen, f"{side}_start"))
                lengths[side].append(sizes)
                ids[side].append(getattr(chosen, f"{side}_ids"))
        none = np.empty(0, np.int64)
        return {
            side: (np.cumsum(np.concatenate([[0], *lengths[side]])), np.concatenate([none, *ids[side]])) for side in ids
        }

    @cached_property
    def _stretches(self) -> list[tuple]:
        """(instances, numbers of those in each batch) of the frames, from one change of the data to the next."""
        stretches, stream, done = [], self.trajectory.stream, 0
        while done < len(self):
            steps = self.steps[done:]
            start = int(steps[0])
            last = int(steps[steps < stream.segment_end(start)][-1])
            numbers = stream.order(start, last - start + 1)[:: self.stride]
            stretches.append((stream.segment(start).corpus.instances, numbers))
            done += len(numbers)
        return stretches

    @cached_property
    def touched(self) -> dict[str, np.ndarray]:
        """The rows of each parameter that any step of the block touches, ascending ids (rows,) by name."""
        found = {name: [np.empty(0, np.int64)] for name in self._start}
        model, stream = self.trajectory.model, self.trajectory.stream
        for at, record in zip(self._starts, self._records, strict=True):
            order = stream.order(at, len(record["loss"]))
            for name, ids in touched(model, stream.segment(at).corpus.instances, order, record).items():
                found[name].append(ids)
        return {name: np.unique(np.concatenate(ids)) for name, ids in found.items()}

    def rows(self, name: str, ids: np.ndarray) -> np.ndarray:
        """Some rows of a parameter before each step, (count, len(ids), columns)."""
        kept = list(self.each(name, ids))
        return np.array(kept).reshape(len(kept), len(ids), self._start[name].shape[1])

    def states(self):
        """The parameters before each step, one step after the other; they are changed by the next."""
        if self.stride > 1 or not len(self):
            yield from self._kept
            return
        at, state = int(self.steps[0]), self._start
        for step in self.steps.tolist():
            spend = state is not self._start
            state = self.trajectory.parameters(step, (at, state), spend)
            at = step
            yield state

    def each(self, name: str, ids: np.ndarray):
        """Some rows of a parameter before each step, one step after the other: (len(ids), columns)."""
        return (parameters[name][ids] for parameters in self._parameters)

    def start_rows(self, name: str, ids: np.ndarray) -> np.ndarray:
        """Some rows of a parameter before the first step, (len(ids), columns)."""
        return self._start[name][ids]

    def frames(self) -> list[Frame]:
        """Each frame of the block, whole."""
        return [self.trajectory.frame(step) for step in self.steps.tolist()]

    def to_bytes(self, more: dict | None = None, words=(), only: bool = False) -> bytes:
        """The block as the browser reads it, with `more` arrays by name; see `explorer.training.wire`.

        words : ids of words whose rows travel even where the block does not touch them; with `only`, where it touches
        all, nothing about other words travels.
        """
        return wire.pack_trace(self, more or {}, words, only)

    @property
    def _batch(self):
        return self.trajectory.recipe.batch_size

    @cached_property
    def _parameters(self) -> list[dict]:
        """The parameters before each step."""
        if self.stride > 1 or not len(self):
            return self._kept
        near, kept = (int(self.steps[0]), self._start), []
        for step in self.steps.tolist():
            near = (step, self.trajectory.weights(step, near))
            kept.append(near[1])
        return kept

    def _rows(self, name):
        """A quantity with its batch axis, (count, B, size)."""
        quantity = self.trajectory.model.declared(name)
        if quantity.matrix_of:
            model = self.trajectory.model
            return matrices(quantity, self._rows, model.axes_shape(quantity, self.trajectory.sizes))
        if quantity.computed:
            if len(self._records) == 1:
                rows = self._records[0][name].view()
                rows.flags.writeable = False
                return rows
            none = self.trajectory.model.new_record(0, self._batch, self.trajectory.sizes, keep=True)
            return np.concatenate([none[name], *(record[name] for record in self._records)])
        words = self.trajectory.sizes["word"]
        rows = np.full((len(self), self._batch, words), np.nan)
        for row, instances in enumerate(self.instances):
            rows[row, : len(instances)] = quantity_rows(quantity, instances, words, None, row)
        return rows

    def _pieces(self, start, stop):
        """(first step, steps, whether to keep them as frames) such that no edit lies inside a piece."""
        at = start
        while at < stop:
            skipped = (at - start) % self.stride
            keep = skipped == 0
            wanted = self.stride - skipped if not keep else stop - at if self.stride == 1 else 1
            end = int(min(at + wanted, stop, self.trajectory.next_edit(at)))
            yield at, end - at, keep
            at = end
