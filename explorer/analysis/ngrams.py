"""Counted n-grams: what a table of counts says of the next word, from the same instances that a network learns from.

After the n − 1 words before, w stood c(context, w) times, of c(context) in all; of V words, add-k says

    p*(w | context) = (c(context, w) + k) / (c(context) + k V)

With k = 0 it is the share of the counts. A word that did stand there has that. What is left over for those that never
did, k each, the table of the shorter context, without its first word, shares among them:

    p(w | context) = p*(w | context)                  where c(context, w) > 0
                     α(context) p(w | shorter)        else, it is backed off
    α(context)     = (1 − Σ p*(v | context)) / Σ p(v | shorter)
                     over the v that stood there      over those that did not

and so on down to no words, where p is p*. A context that was never seen leaves all to the shorter one, α = 1; with
k = 0 one that was seen leaves nothing, α = 0. So p sums to 1 over the words, whatever k.

A table knows words by their names alone: that two contexts are alike it cannot say. That is what embeddings are for.

Source: Katz (1987), "Estimation of Probabilities from Sparse Data for the Language Model Component of a Speech
Recognizer": his back-off, but what is taken from the counts is by add-k, where he has Good and Turing's discount. Both
are in Jurafsky and Martin, "Speech and Language Processing", chapter "N-gram Language Models". "Stupid back-off" of
Brants et al. (2007) has a fixed number for α, and its scores do not sum to 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.analysis.continuation import CONTINUES, words_of
from explorer.budget import CALL, at_most, charge
from explorer.errors import RecipeError
from explorer.training.kinds import Integer, Number

_ADDED = Number(0, 1e6)
_A_WORD = 40  # of work, in a table


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
    """What the tables say after some words: those of every order, the highest first.

    probabilities : (V,) float64, which sum to 1. came_from : (V,) int64, the order n whose counts each word's is from.
    alphas : what each order leaves to the next, the highest first; the last leaves nothing and has none.
    """

    k: float
    orders: tuple[Order, ...]
    probabilities: np.ndarray
    came_from: np.ndarray
    alphas: tuple[float, ...]

    @property
    def factors(self) -> np.ndarray:
        """What p* of each order is multiplied by for the words that come from there: all α above it, (n,) float64."""
        return np.cumprod([1.0, *self.alphas])

    @property
    def answering(self) -> Order:
        """The table of the longest context that was seen."""
        return next((each for each in self.orders if each.total), self.orders[-1])

    def with_k(self, k: float) -> Iterator["Counted"]:
        """What the same tables say with another k: up to the order 1, up to 2, and so on, to this one."""
        words = len(self.probabilities)
        charge("words", f"{words:,} words", len(self.orders) * _A_WORD * words, nearest=at_most(words))
        return _backed_off(self.orders, k)


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
    work = 2 * CALL + order * (40 * len(instances) + _A_WORD * len(run.vocabulary))
    charge("words", f"{len(instances):,} instances", work, nearest=at_most(len(instances)))
    orders = tuple(_table(run, instances, ids[len(ids) - n :]) for n in range(order - 1, -1, -1))
    *_, highest = _backed_off(orders, k)
    return highest


def _backed_off(orders: Sequence[Order], k) -> Iterator[Counted]:
    """From no words before up to the whole context; see the module."""
    lowest = orders[-1]
    chances, came_from, alphas = lowest.probabilities(k), np.ones(len(lowest.counts), np.int64), ()
    yield Counted(k, (lowest,), chances, came_from, alphas)
    for at in range(len(orders) - 2, -1, -1):
        seen = orders[at].counts > 0
        alphas = (_left(orders[at], k, chances[~seen].sum()), *alphas)
        chances = np.where(seen, orders[at].probabilities(k), alphas[0] * chances)
        came_from = np.where(seen, orders[at].order, came_from)
        yield Counted(k, tuple(orders[at:]), chances, came_from, alphas)


def _left(table: Order, k, shared) -> float:
    """α of a table, for words that have `shared` in all by the shorter one."""
    if not table.total:
        return 1.0
    left = k * np.count_nonzero(table.counts == 0) / (table.total + k * len(table.counts))
    return float(left / shared) if shared else 0.0


def _table(run, instances, context):
    """What stood after the last words of each instance's inputs."""
    each = np.diff(instances.output_start)
    there, ends = np.ones(len(instances), bool), instances.input_start[1:]
    for back, word in enumerate(reversed(context), start=1):
        there &= instances.input_ids[ends - back] == word
    counts = np.bincount(instances.output_ids[np.repeat(there, each)], minlength=len(run.vocabulary))
    return Order(len(context) + 1, tuple(run.vocabulary[word] for word in context), counts)


def _known(run, word):
    known = run.recipe.corpus.id_of(word)
    if known is None:
        raise RecipeError([("word", word, "a word of the vocabulary")])
    return known


def _checked(field, kind, value):
    try:
        return kind.check(value)
    except (TypeError, ValueError, OverflowError):
        raise RecipeError([(field, value, kind.allowed)]) from None
