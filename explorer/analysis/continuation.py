"""What comes next: the likeliest words after a context, and one of them drawn.

A draw is a function of the seed and of how many words stand there already, so the same words under the same seed always
go on in the same way: drawing word by word needs no hidden state.
"""

from dataclasses import dataclass

import numpy as np

from explorer import limits
from explorer.budget import CHARACTER, at_most, charge
from explorer.corpus.text import tokenize
from explorer.errors import RecipeError
from explorer.training.fields import BY_NAME
from explorer.training.steps import checked, checked_step

CONTINUES = ("preceding", "sequence")  # readings of text by models of the next word


@dataclass(frozen=True)
class Following:
    """After `words`, of which the model reads the last ones, `context`.

    likely : (word, probability), the likeliest first. drawn : (word, probability).
    """

    words: tuple[str, ...]
    context: tuple[str, ...]
    likely: tuple[tuple[str, float], ...]
    drawn: tuple[str, float]


def following(run, words, count: int = 10, seed: int = 1) -> Following:
    """What a language model at its run's step says of the next word.

    words : text, read as the run's own is, or a sequence of words. count : of the likeliest words. seed : of the draw.
    RecipeError where the words are too few for the model, or one is unknown to it; where it is no model of the next
    word; and for a count or a seed that is no whole number from 0.
    """
    count, seed = checked_step(count, "count"), checked("seed", seed, BY_NAME["seed"].kind)
    if run.trajectory.model.reading not in CONTINUES:
        raise RecipeError([("model", run.recipe.model, "a model that reads words in order and predicts the next one")])
    words = words_of(run.recipe, words)
    takes = run.trajectory.model.takes(run.trajectory.sizes)
    if len(words) < (takes or 1):
        raise RecipeError([("words", " ".join(words), f"at least {_counted(takes or 1)}, in reading order")])
    if len(words) > limits.MAX_CONTEXT_WORDS:
        raise RecipeError([("words", f"{len(words):,} words", f"at most {limits.MAX_CONTEXT_WORDS:,} words")])
    context = words[-takes:] if takes else words
    chances = run.probabilities(context)
    likely = np.argsort(-chances, kind="stable")[:count]
    drawn = _draw(chances, seed, len(words))
    named = [(run.vocabulary[word], float(chances[word])) for word in (*likely, drawn)]
    return Following(words, context, tuple(named[:-1]), named[-1])


def words_of(recipe, typed) -> tuple[str, ...]:
    """The words of typed text, read as the recipe's own is; a sequence of words as it is."""
    if not isinstance(typed, str):
        return tuple(typed)
    charge("words", f"{len(typed):,} characters", 10 * CHARACTER * len(typed), 60 * len(typed), at_most(len(typed)))
    if recipe.corpus_kind != "text":
        return tuple(typed.split())
    return tuple(word for line in tokenize(typed, recipe.lowercase, recipe.tokenizer) for word in line)


def _draw(chances, seed, length) -> int:
    """A word's id, each as probable as it is likely."""
    reached = np.cumsum(chances)
    point = np.random.Generator(np.random.PCG64([seed, length])).random() * reached[-1]
    return int(min(np.searchsorted(reached, point, side="right"), np.flatnonzero(chances)[-1]))


def _counted(words):
    return f"{words} word{'s' if words > 1 else ''}"
