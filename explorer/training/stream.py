"""Which instances each step sees, and with which learning rate: functions of the recipe and the step.

The stream is cut into segments. The first begins at step 0; an edit of the data begins another, with its
own instances and, whatever was left of the old pass, a new epoch. Within a segment, batches never cross
an epoch, so an epoch's last batch may be short.

Of a model that reads word after word, whose state goes from one to the next, what a shuffled or sampled epoch draws
are whole sentences, each read in its order; an epoch has as many words as ever, so the last sentence of a sampled one
may be cut short.
"""

from bisect import bisect_right
from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from explorer.corpus.corpus import Corpus
from explorer.maths.random import epoch_draws, epoch_permutation
from explorer.training.fields import CORPORA

SHORT = -1  # stands in a batch for an instance that is not there


@dataclass(frozen=True)
class Segment:
    """A stretch of steps over the same data, from `step` on; its first epoch has number `epoch`."""

    step: int
    epoch: int
    corpus: Corpus
    steps_per_epoch: int


def lacking(recipe, instances) -> str | None:
    """Why a recipe's order cannot be drawn of instances, as they have no sentences; None where it can."""
    if recipe.order == "cyclic" or recipe.architecture.reading != "sequence" or instances.sentence is not None:
        return None
    return f"{recipe.model} draws whole sentences, and pairs have none"


class Stream:
    """The instances and learning rates of a recipe's steps."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.segments = self._segments()
        self._read = -1, None  # the latest epoch of drawn sentences, of one segment: steps are often asked one by one
        self.rate_edits = [(edit.step, edit.value) for edit in recipe.edits if edit.kind == "learning_rate"]
        self.horizon = recipe.epochs * self.segments[0].steps_per_epoch  # S, of the data at the start

    def segment(self, step: int) -> Segment:
        """The segment that a step belongs to."""
        return self.segments[self._number_of_segment(step)]

    def segment_end(self, step: int) -> float:
        """The first step that belongs to a later segment; infinity if there is none."""
        following = self._number_of_segment(step) + 1
        return self.segments[following].step if following < len(self.segments) else inf

    def _number_of_segment(self, step):
        return bisect_right(self.segments, step, key=lambda segment: segment.step) - 1

    def sum_over(self, start: int, stop: int, of_a_step) -> float:
        """The sum over the steps from `start` to before `stop` of a number that each step of a segment has."""
        ends = [*(segment.step for segment in self.segments[1:]), inf]
        spans = zip(self.segments, ends, of_a_step, strict=True)
        return sum(max(0, min(stop, end) - max(start, segment.step)) * number for segment, end, number in spans)

    def epoch(self, step: int) -> int:
        """The number, from 0, of the pass over the data that a step belongs to."""
        segment = self.segment(step)
        return segment.epoch + (step - segment.step) // segment.steps_per_epoch

    def order(self, start: int, count: int) -> np.ndarray:
        """Instance numbers of `count` steps of one segment, (count, batch_size) int64; else `SHORT`."""
        segment, batch = self.segment(start), self.recipe.batch_size
        instances, per_epoch = len(segment.corpus.instances), segment.steps_per_epoch
        steps = np.arange(start, start + count) - segment.step
        turns = (steps % per_epoch)[:, None] * batch + np.arange(batch)
        if self.recipe.order != "cyclic":
            numbers = self._drawn(segment, steps // per_epoch, np.minimum(turns, instances - 1))
        else:
            numbers = turns
        return np.where(turns < instances, numbers, SHORT)

    def rates(self, start: int, count: int) -> np.ndarray:
        """The learning rate of each of `count` steps, (count,) float64."""
        steps = np.arange(start, start + count)
        rates = np.full(count, self.recipe.learning_rate)
        for step, rate in self.rate_edits:
            rates[steps >= step] = rate
        if self.recipe.schedule == "linear":
            return rates * np.maximum(1 - steps / self.horizon, self.recipe.rate_floor)
        if self.recipe.schedule == "inverse":
            return rates / (1 + steps / self.horizon)
        return rates

    def pulls(self, start: int, order: np.ndarray) -> np.ndarray:
        """What kernels, which take means over a batch, get as learning rates, (steps,) float64.

        order : of the steps from `start` on. A sum of B gradients is their mean at B times the rate.
        """
        rates = self.rates(start, len(order))
        return rates if self.averages else rates * np.count_nonzero(order != SHORT, axis=1)

    @property
    def averages(self) -> bool:
        """Whether a step takes the mean over its instances, or the sum."""
        return self.recipe.batch_gradient == "mean"

    def over_batch(self, losses: np.ndarray) -> np.ndarray:
        """(steps, B) losses, NaN where a batch is short, to what each step descends, (steps,): their mean or sum."""
        if losses.shape[1] == 1:
            return losses[:, 0]
        return (np.nanmean if self.averages else np.nansum)(losses, axis=1)

    def _drawn(self, segment, epochs, turns):
        visited = self._of_sentences if self.recipe.architecture.reading == "sequence" else self._of_instances
        numbers = np.empty_like(turns)
        found, starts = np.unique(epochs, return_index=True)  # epochs ascend
        for epoch, start, stop in zip(found.tolist(), starts, [*starts, len(epochs)][1:], strict=True):
            numbers[start:stop] = visited(segment.corpus.instances, segment.epoch + epoch, turns[start:stop])
        return numbers

    def _order(self, size, epoch, count):
        """What an epoch visits of `size` things: all of them in a new order, or `count` of them drawn."""
        if self.recipe.order == "shuffled":
            return epoch_permutation(size, self.recipe.seed, epoch)
        return epoch_draws(size, self.recipe.seed, epoch, count)

    def _of_instances(self, instances, epoch, turns):
        return self._order(len(instances), epoch, len(instances))[turns]

    def _of_sentences(self, instances, epoch, turns):
        known, read = self._read
        if known != epoch:
            read = self._sentence_by_sentence(instances, epoch)
            self._read = epoch, read  # at once, as other threads may ask
        return read[turns]

    def _sentence_by_sentence(self, instances, epoch):
        starts, turns = np.flatnonzero(instances.first), np.arange(len(instances))
        drawn = self._order(len(starts), epoch, len(instances))
        lengths = np.diff(starts, append=len(instances))[drawn]
        ends = np.cumsum(lengths)
        at = np.searchsorted(ends, turns, side="right")
        return starts[drawn[at]] + turns - (ends - lengths)[at]

    def _segments(self):
        recipe = self.recipe
        segments = [self._segment(0, 0, recipe.corpus)]
        for edit in recipe.edits:
            if edit.kind in CORPORA:
                last = segments[-1]
                passed = ceil((edit.step - last.step) / last.steps_per_epoch)
                corpus = recipe.corpus_from(edit.kind, edit.value)
                segments.append(self._segment(edit.step, last.epoch + passed, corpus))
        return segments

    def _segment(self, step, epoch, corpus):
        return Segment(step, epoch, corpus, ceil(len(corpus.instances) / self.recipe.batch_size))
