"""Why the loss of an instance is what it is: its curve over the steps at which it came, and between two of these the
weights whose changes made the difference.

Between two such steps the weights θ move by Δ, and at the first of them the slopes of the instance's own loss are
known, so that to the first order each weight w has made

    ∂E/∂w · Δw        and all of them together  ∇E · Δ,

which is off by a remainder that shrinks with the square of Δ. What is held of a step (words drawn as noise, the states
that a network reads) may be another at the second one: that is told apart. The three add up to the difference.

Where a model's steps are not the slopes of its loss (`descends` is false), these are central differences.
"""

from functools import partial
from math import fsum
from typing import NamedTuple

import numpy as np

from explorer.budget import CALL, FRAME, charge
from explorer.corpus.instances import Instances
from explorer.errors import RecipeError
from explorer.models.terms import add_term
from explorer.training.frames import Frame
from explorer.training.given import Given
from explorer.training.gradient_check import slopes_of
from explorer.training.questions.groups import Group, largest_first
from explorer.training.questions.walk import Walk, reached
from explorer.training.replay import copied

_SPAN = 8_192  # steps whose instances are looked through at a time
_WIDTH = 1e-5  # of central differences
_LARGEST = 1e300  # of numbers that are added up, as many as there may be
_ENTRY = 3_000  # multiply–adds that a weight takes as long as to be listed
WAYS = ("weight", "vector")  # in which the entries of a difference are grouped


class Difference:
    """What made the loss of an instance at one step another than at the step before at which it came.

    Attributes
    ----------
    start, stop : the two steps; before, after : the loss at either, and `change` their difference.
    first_order : Σ ∂E/∂w · Δw over all weights. remainder : what the same loss changed by beyond that. redrawn : what
    is held of the step, and was another at the second one.
    parameters : (n,) names; indices : n tuples; slopes, moves, changes : (n,) float64, ∂E/∂w at the first step, Δw and
    their product, of the weights where that is not 0, the largest first.
    """

    def __init__(self, asked: "_Asked", start: int, stop: int, before: float, after: float):
        self.start, self.stop, self.before, self.after = start, stop, before, after
        self.change = after - before
        with np.errstate(over="ignore", invalid="ignore"):  # then it is refused
            self._compute(asked)
        if not np.isfinite([self.first_order, self.remainder, self.redrawn]).all():
            raise RecipeError([("n", stop, "a step up to which the numbers can be added up")])

    def _compute(self, asked):
        start, stop = self.start, self.stop
        first, moved = asked.visit(start), asked.trajectory.parameters(stop)
        weights = first.frame.parameters
        found = [_products(name, slopes, weights[name], moved[name]) for name, slopes in asked.slopes(first)]
        entries = sum(len(each[1]) for each in found)
        charge("stop", stop, _ENTRY * entries, 300 * entries, nearest=lambda *_: "a step that moves fewer weights")
        self._keep(asked, found)
        summable = (np.abs(self.changes) < _LARGEST).all()
        self.first_order = fsum(self.changes.tolist()) if summable else np.nan
        here, there = asked.value(first, weights), asked.value(first, moved)
        self.remainder = there - here - self.first_order
        self.redrawn = self.change - (there - here)

    def _keep(self, asked, found):
        names = [name for name, indices, *_ in found for _ in indices]
        indices = [index for _, some, *_ in found for index in some]
        slopes, moves = (np.concatenate([np.empty(0), *(each[at] for each in found)]) for at in (2, 3))
        order = np.argsort(-np.abs(slopes * moves), kind="stable")
        self.parameters = [names[n] for n in order]
        self.indices = [indices[n] for n in order]
        self.slopes, self.moves = slopes[order], moves[order]
        self.changes = self.slopes * self.moves
        self._model, self._words = asked.model, asked.words

    def __len__(self):
        return len(self.changes)

    def __repr__(self):
        return (
            f"<Difference: {self.change:+g}, {self.first_order:+g} of it to the first order in {len(self):,} weights>"
        )

    def by_weight(self) -> list[tuple[object, float, int]]:
        """(what, change, count), the largest first: what is (parameter, index), as `run.ledger` takes them."""
        return [group[:3] for group in self.groups("weight")]

    def by_vector(self) -> list[tuple[object, float, int]]:
        """The same by a word's vector, or else by a row: what is (parameter, word or number of the row)."""
        return [group[:3] for group in self.groups("vector")]

    def groups(self, by: str) -> list[Group]:
        """The groups of one of the two ways; `largest` is a group's largest product. RecipeError for another way."""
        if by not in WAYS:
            raise RecipeError([("by", by, " or ".join(WAYS))])
        name_of, found = self._named if by == "weight" else self._vector, {}
        for n, what in enumerate(zip(self.parameters, self.indices, strict=True)):
            found.setdefault((what[0], name_of(*what)), []).append(n)
        return largest_first(self._group(what, self.changes[some]) for what, some in found.items())

    def _group(self, what, changes):
        return Group(what, fsum(changes.tolist()), len(changes), self.stop, float(np.abs(changes).max()))

    def _named(self, name, index):
        axes = self._model.declared(name).axes
        return tuple(self._words[i] if axis == "word" else i for axis, i in zip(axes, index, strict=True))

    def _vector(self, name, index):
        """The word whose vector a weight is of, or its row's number."""
        axes = self._model.declared(name).axes
        return self._named(name, index)[axes.index("word") if "word" in axes else 0]


class LossLedger:
    """The loss of an instance, or −ln p of a word after its inputs, at the steps at which the instance came.

    Attributes
    ----------
    start, stop : positions, between which the steps are; `stop` is earlier than asked for where the run diverges.
    instance : (segment, number in its data), both from 0. word : whose −ln p it is; None of the loss.
    steps : (n,) int64, ascending. losses : (n,) float64, nats, at the weights before each of these steps.
    """

    def __init__(self, trajectory, instance: tuple[int, int], word: int | None, start: int, stop: int):
        self._asked = _Asked(trajectory, instance, word)
        self.instance, self.start = instance, start
        self.word = None if word is None else trajectory.recipe.corpus.words[word]
        self.steps, losses, self.stop = self._asked.curve(start, stop)
        self.losses = losses

    def __len__(self):
        return len(self.steps)

    def __repr__(self):
        what = "loss" if self.word is None else f"−ln p({self.word})"
        return f"<LossLedger: {what} of instance {self.instance[1] + 1:,} at {len(self):,} steps>"

    def difference(self, n: int = -1) -> Difference:
        """What made the loss at the n-th of the steps (by default the last) another than at the one before.

        Raises `RecipeError` for one that has none before it.
        """
        at = range(len(self))[n] if -len(self) <= n < len(self) else 0
        if at < 1:
            raise RecipeError([("n", n, f"one of the {len(self):,} steps that is not the first")])
        both = self.steps[at - 1 : at + 1].tolist()
        return Difference(self._asked, *both, *self.losses[at - 1 : at + 1].tolist())


class _Visit(NamedTuple):
    """A step at which the instance came: its frame, the instance's number in the batch, and what is asked there."""

    frame: Frame
    b: int
    value: float


class _Asked:
    """An instance, and what is asked of it: its loss, or −ln p of a word, which is the loss if that were its output."""

    def __init__(self, trajectory, instance, word):
        self.trajectory, self.model, self.word = trajectory, trajectory.model, word
        self.words = trajectory.recipe.corpus.words
        self._segment, self._number = instance
        self._begin = trajectory.stream.segments[self._segment].step
        self._end = trajectory.stream.segment_end(self._begin)
        data = trajectory.stream.segments[self._segment].corpus.instances
        self._data = data if word is None else _answering(data, self._number, word)
        sizes = trajectory.model.sizes(trajectory.recipe, self._data) if word is not None else {}
        self._sizes = {axis: max(size, sizes.get(axis, 0)) for axis, size in trajectory.sizes.items()}

    def curve(self, start, stop):
        """Steps, losses, and the position up to which they are known."""
        if self.word is None:
            return self._recorded(start, stop)
        stop, near, found = reached(self.trajectory, stop), None, []
        visits = list(self._came(start, stop))
        for step, b in visits:
            near = step, self.trajectory.parameters(step, near)
            found.append(self._at(step, b, near[1]).value)
        return np.array([step for step, _ in visits], np.int64), np.array(found), stop

    def _recorded(self, start, stop):
        """Of the loss, which each step has computed."""
        steps, losses, known = [np.empty(0, np.int64)], [np.empty(0)], start
        for piece in Walk(self.trajectory, keeps=False).pieces(start, stop):
            known = int(piece.positions[-1])
            if piece.is_start or not self._begin <= piece.start < self._end:
                continue
            rows, batch = np.nonzero(piece.order == self._number)
            rows, first = np.unique(rows, return_index=True)
            chosen = piece.start + rows >= start
            rows, batch = rows[chosen], batch[first[chosen]]
            steps.append(piece.start + rows)
            losses.append(piece.record["loss"][rows, batch])
        return np.concatenate(steps), np.concatenate(losses), known

    def _came(self, start, stop):
        """(step, number in the batch) of the steps from `start` to before `stop` at which the instance came."""
        at, stop = max(start, self._begin), min(stop, self._end)
        while at < stop:
            count = int(min(_SPAN, stop - at))
            order = self.trajectory.stream.order(at, count)
            rows, batch = np.nonzero(order == self._number)
            rows, first = np.unique(rows, return_index=True)
            yield from zip((at + rows).tolist(), batch[first].tolist(), strict=True)
            at += count

    def visit(self, step) -> _Visit:
        """A step at which the instance came."""
        (_, b), parameters = next(self._came(step, step + 1)), self.trajectory.parameters(step)
        return self._at(step, b, parameters)

    def _at(self, step, b, parameters):
        """The step computed with what is asked as the instance's own, from the parameters before it."""
        trajectory = self.trajectory
        charge("step", step, FRAME + trajectory.costs.between(step, step + 1), scratch=2 * trajectory.costs.state_bytes)
        order = trajectory.stream.order(step, 1)
        record = self.model.new_record(1, order.shape[1], self._sizes, keep=True)
        self.model.lay_out(self._data, order, step, record)
        moved = copied(parameters)
        with np.errstate(over="ignore", invalid="ignore"):
            self.model.train(self._data, order, step, trajectory.stream.pulls(step, order), moved, record)
        before, after = Given(trajectory.learnt(copied(parameters))), Given(trajectory.learnt(moved))
        frame = Frame(trajectory, step, before, after, record, self._data)
        return _Visit(frame, b, float(record["loss"][0, b]) - self._penalty(before))

    def value(self, visit, parameters) -> float:
        """What is asked, at other parameters; −ln p without what the loss has of the weights' squares."""
        return visit.frame.loss_of(visit.b, parameters) - self._penalty(parameters)

    def _penalty(self, parameters):
        decayed = [each for each in self.model.parameters if each.decay] if self.word is not None else []
        return sum(0.5 * each.decay * float((parameters[each.name] ** 2).sum()) for each in decayed)

    def slopes(self, visit):
        """(name, slopes, of the parameter's shape) of what is asked, at the weights before the step."""
        frame, b = visit.frame, visit.b
        for parameter in self.model.parameters:
            name, weights = parameter.name, frame.parameters[parameter.name]
            if not self.model.descends:
                charge("step", frame.step, 2 * CALL * weights.size, nearest=lambda *_: "a step of a smaller model")
                yield name, slopes_of(partial(self.value, visit), frame.parameters, name, _WIDTH)
                continue
            slopes = (parameter.decay if self.word is None else 0.0) * weights
            for term in parameter.change:
                add_term(slopes, term, (lambda each: frame.of_instance(each, b),), 1.0)
            yield name, slopes


def _products(name, slopes, before, after):
    """(name, indices, slopes, moves) of the weights whose slope and move are not 0."""
    moves = after - before
    there = np.nonzero(slopes * moves)
    return name, list(zip(*(ids.tolist() for ids in there), strict=True)), slopes[there], moves[there]


def _answering(data, number, word):
    """The same instances, with one word as the output of one of them."""
    first, last = data.output_start[number : number + 2]
    ids = np.concatenate([data.output_ids[:first], [word], data.output_ids[last:]])
    starts = data.output_start + np.where(np.arange(len(data.output_start)) > number, 1 - (last - first), 0)
    return Instances(data.input_start, data.input_ids, starts, ids, data.first, data.sentence)
