"""From a recipe's data, as typed, to its corpus."""

from collections.abc import Mapping

from explorer.budget import at_most, charge
from explorer.corpus.corpus import Corpus
from explorer.corpus.errors import CorpusError, Misfit
from explorer.models import MODELS
from explorer.training.fields import CORPORA
from explorer.training.stream import lacking

_WORK_OF_A_CHARACTER = {"pairs": 1_100, "text": 300, "points": 800}  # see explorer.budget
_BYTES_OF_A_CHARACTER = 60  # a word of a few letters is a Python object, and so is each of its lists
# With the model: how text is read.
_READING = ("window", "context", "min_count", "lowercase", "tokenizer", "sentences", "instances", "predicts")
_CHANCE = ("shrink_window", "sample", "sample_formula", "seed")  # what chance has a say in


def read_corpus(kind: str, typed: str, values: Mapping, words=None) -> Corpus:
    """The corpus of pairs, text or points under a recipe's values; CorpusError names line and column."""
    characters = len(typed)
    work = _WORK_OF_A_CHARACTER[kind] * characters
    memory = _BYTES_OF_A_CHARACTER * characters
    charge(kind, f"{characters:,} characters", work, memory // 3, at_most(characters), scratch=memory)
    if kind == "pairs":
        return Corpus.from_pairs(typed, words=words)
    if kind == "points":
        return Corpus.from_points(typed)
    reading = MODELS[values["model"]].reading
    fields = {name: values[name] for name in (*_READING, *_CHANCE)}
    return Corpus.from_text(typed, reading=reading, **fields, words=words)


def check_fit(corpus, recipe):
    """CorpusError where the instances do not fit the recipe's model, or its order."""
    misfit = recipe.architecture.misfit(recipe, corpus.instances)
    if misfit:
        raise Misfit(misfit)
    if lack := lacking(recipe, corpus.instances):
        raise Misfit(f"a text, where the order is {recipe.order}: {lack}")


def checked_corpus(values, problems, like=None):
    """The corpus of a recipe's values; None where it, or a field that it is read by, is wrong.

    like : a recipe whose corpus is taken where it was read from the same.
    """
    kind = next((kind for kind in CORPORA if values.get(kind) is not None), None)
    by_chance = _CHANCE if values["shrink_window"] or values["sample"] else _CHANCE[:2]
    read_by = (kind, "model", *_READING, *by_chance) if kind == "text" else (kind,)
    if kind is None or any(field in read_by for field, *_ in problems):
        return None
    if like is not None and all(getattr(like, field) == values[field] for field in read_by):
        return like.corpus
    try:
        return read_corpus(kind, values[kind], values)
    except CorpusError as error:
        field = error.field or kind
        problems.append((field, values[field], error.told))
        return None
