"""Counted n-grams: what a table of counts says of the next word, from the same instances that a network learns from.

After the n − 1 words before, w stood c(context, w) times, of c(context) in all; of V words

    p(w | context) = (c(context, w) + k) / (c(context) + k V)

With k = 0 it is the share of the counts, and what was never seen is impossible; add-k gives every word a little. A
context that was never seen has no shares at all: then the table backs off to the words but the first, and so on down to
no words. Each of these is a distribution of its own, so the one that answers sums to 1.

A table knows words by their names alone: that two contexts are alike it cannot say. That is what embeddings are for.

Source: Jurafsky and Martin, "Speech and Language Processing", chapter "N-gram Language Models", maximum likelihood,
add-k and back-off (here to the longest context that was seen, undiscounted).
"""

from dataclasses import dataclass

import numpy as np

from explorer.analysis.continuation import CONTINUES, words_of
from explorer.budget import CALL, at_most, charge
from explorer.errors import RecipeError
from explorer.training.kinds import Integer, Number

_ADDED = Number(0, 1e6)


@dataclass(frozen=True)
class Order:
    """The table of one order: the words that it looks at, and how often each word stood after them, (V,) int64."""

    order: int
    context: tuple[str, ...]
    counts: np.ndarray

    @property
    def total(self) -> int:
        """How often the context stood there."""
        return int(self.counts.sum())

    def probabilities(self, k: float = 0.0) -> np.ndarray:
        """p(w | context) by add-k, (V,) float64; NaN where k is 0 and the context was never seen."""
        with np.errstate(invalid="ignore"):
            return (self.counts + k) / (self.total + k * len(self.counts))


@dataclass(frozen=True)
class Counted:
    """What the tables say after some words: those of every order, the highest first, and the one that answers.

    probabilities : (V,) float64, of the answering one.
    """

    k: float
    orders: tuple[Order, ...]
    answering: Order
    probabilities: np.ndarray


def counted(run, words, order: int | None = None, k: float = 0.0) -> Counted:
    """The counted n-gram model of a run's data at its step, asked what follows `words` (words or ids, in order).
    order : n, from 1 to one more than the words that an instance has, which it is without. k : what is added to counts.
    RecipeError for another order or k, an unknown word, too few words, or where the model reads no words in order.
    """
    if run.trajectory.model.reading not in CONTINUES:
        raise RecipeError([("model", run.recipe.model, "a model that reads words in order and predicts the next one")])
    instances = run.instances
    longest = run.trajectory.model.takes(run.trajectory.sizes) or 1
    order = _checked("order", Integer(1, longest + 1), longest + 1 if order is None else order)
    k = _checked("k", _ADDED, k)
    ids = [_known(run, word) for word in words_of(run.recipe, words)]
    if len(ids) < order - 1:
        raise RecipeError([("words", words, f"at least {order - 1}, in reading order")])
    charge("words", f"{len(instances):,} instances", 2 * CALL + 40 * len(instances), nearest=at_most(len(instances)))
    orders = tuple(_table(run, instances, ids[len(ids) - n :]) for n in range(order - 1, -1, -1))
    answering = next((each for each in orders if each.total), orders[-1])
    return Counted(k, orders, answering, answering.probabilities(k))


def _table(run, instances, context):
    """What stood after the last words of each instance's inputs."""
    each = np.diff(instances.output_start)
    there, ends = np.ones(len(instances), bool), instances.input_start[1:]
    for back, word in enumerate(reversed(context), start=1):
        there &= instances.input_ids[ends - back] == word
    counts = np.bincount(instances.output_ids[np.repeat(there, each)], minlength=len(run.vocabulary))
    return Order(len(context) + 1, tuple(run.vocabulary[word] for word in context), counts)


def _known(run, word):
    if word not in run.recipe.corpus.index:
        raise RecipeError([("word", word, "a word of the vocabulary")])
    return run.recipe.corpus.index[word]


def _checked(field, kind, value):
    try:
        return kind.check(value)
    except (TypeError, ValueError, OverflowError):
        raise RecipeError([(field, value, kind.allowed)]) from None
