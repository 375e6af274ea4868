"""Why the loss of an instance is what it is: its curve over the steps at which it came, and between two of these the
weights whose changes made the difference.

Between two such steps the weights θ move by Δ, and at the first of them the slopes of the instance's own loss are
known, so that to the first order each weight w has made

    ∂E/∂w · Δw        and all of them together  ∇E · Δ,

which is off by a remainder that shrinks with the square of Δ. What is held of a step (words drawn as noise, the states
that a network reads) may be another at the second one: that is told apart. The three add up to the difference. Of one
question of negative sampling nothing is redrawn: it is asked at both, see `visits`.

Where a model's steps are not the slopes of its loss (`descends` is false), these are central differences; the loss
of a unit that answers through a step is flat but for jumps, and all that it changed by in the remainder. A recurrent
network's are those of its step, by states that came about with the weights of then: they are off from differences by as
much as the weights have moved meanwhile, in proportion to the learning rate, so that this, too, is in the remainder.
"""

import operator
from math import fsum

import numpy as np

from explorer.budget import charge
from explorer.errors import RecipeError
from explorer.training.questions.groups import Group, largest_first
from explorer.training.questions.visits import OfLoss

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

    def __init__(self, asked: OfLoss, start: int, stop: int, before: float, after: float):
        self.start, self.stop, self.before, self.after = start, stop, before, after
        self.change = after - before
        with np.errstate(over="ignore", invalid="ignore"):  # then it is refused
            self._compute(asked)
        if not np.isfinite([self.first_order, self.remainder, self.redrawn]).all():
            raise RecipeError([("n", stop, "a step up to which the numbers can be added up")])

    def _compute(self, asked):
        start, stop = self.start, self.stop
        first, moved = asked.visit(start), asked.trajectory.parameters(stop)
        weights = first.parameters
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
    """The loss of an instance, or the part that one answer has in it, at the steps at which the instance came.

    Attributes
    ----------
    start, stop : positions, between which the steps are; `stop` is earlier than asked for where the run diverges.
    instance : (segment, number in its data), both from 0. title : what is asked of it, such as "−ln p(queen)".
    truth : 1 or 0, of a question that is answered by yes or no; None where it is none.
    steps : (n,) int64, ascending. losses : (n,) float64, in the unit of `Frame.loss`, at the weights
    before each of these steps.
    """

    def __init__(self, asked: OfLoss, instance: tuple[int, int], start: int, stop: int):
        """asked : of the instance, from `visits.asked_of`."""
        self._asked = asked
        self.instance, self.start = instance, start
        self.title, self.truth = asked.title, asked.truth
        self.steps, self.losses, self.stop = asked.curve(start, stop)

    def __len__(self):
        return len(self.steps)

    def __repr__(self):
        return f"<LossLedger: {self.title} of instance {self.instance[1] + 1:,} at {len(self):,} steps>"

    def difference(self, n: int = -1) -> Difference:
        """What made the loss at the n-th of the steps (by default the last) another than at the one before.

        Raises `RecipeError` for one that has none before it.
        """
        try:
            at = range(len(self))[operator.index(n)]
        except (TypeError, IndexError):
            at = 0
        if at < 1:
            raise RecipeError([("n", n, f"one of the {len(self):,} steps that is not the first")])
        both = self.steps[at - 1 : at + 1].tolist()
        return Difference(self._asked, *both, *self.losses[at - 1 : at + 1].tolist())


def _products(name, slopes, before, after):
    """(name, indices, slopes, moves) of the weights whose slope and move are not 0."""
    moves = after - before
    there = np.nonzero(slopes * moves)
    return name, list(zip(*(ids.tolist() for ids in there), strict=True)), slopes[there], moves[there]
