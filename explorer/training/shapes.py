"""The shapes of a recipe's arrays: its own, if it brings some, and those that the model would make."""

from collections.abc import Mapping
from itertools import chain
from math import prod

import numpy as np

from explorer import limits
from explorer.corpus.text import tokenize
from explorer.errors import shortened
from explorer.models.outputs.logistic import counts_of
from explorer.training.fields import BY_NAME
from explorer.training.nested import leaves, length_of_paths
from explorer.training.stream import lacking


def shapes(recipe) -> dict[str, tuple[int, ...]]:
    """The shape of each parameter of the recipe's model, by name, in the model's order."""
    model = recipe.architecture
    sizes = model.sizes(recipe, recipe.corpus.instances)
    return {parameter.name: model.axes_shape(parameter, sizes) for parameter in model.parameters}


def check_shapes(recipe, problems):
    """Add a problem where the model would be too large, or where a given array does not fit."""
    expected = shapes(recipe)
    numbers = sum(prod(shape) for shape in expected.values())
    if numbers > limits.MAX_PARAMETERS:
        name = sized_by(recipe)
        problems.append((name, getattr(recipe, name), allowed_size(f"at most {limits.MAX_PARAMETERS:,}", numbers)))
    for name, array in (recipe.parameters or {}).items():
        if name not in expected:
            problems.append(("parameters", name, f"arrays by parameter name: {', '.join(expected)}"))
        elif array.shape != expected[name]:
            given, allowed = (f"{name} of shape {shape}" for shape in (array.shape, expected[name]))
            problems.append(("parameters", given, allowed))


def sized_by(recipe) -> str:
    """The field that says how large the recipe's network is; where none does, its data."""
    sized = (name for name in ("hidden", "vector_size") if BY_NAME[name].applies(*recipe.scope))
    return next(sized, recipe.corpus_kind)


def allowed_size(most: str, numbers: int) -> str:
    """What is allowed where a model has too many weights."""
    return f"a size with which the model has {most} weights; it has {numbers:,}"


def check_sense(recipe, problems):
    """Add what makes no sense together: of the model's fields, its instances, its tree or noise."""
    found = _tree_problems(recipe)
    if found:  # without its tree there is no model to ask further
        problems += found
        return
    model = recipe.architecture
    problems += model.problems(recipe)
    misfit = model.misfit(recipe, recipe.corpus.instances)
    if misfit:
        problems.append((recipe.corpus_kind, getattr(recipe, recipe.corpus_kind), misfit))
    if lack := lacking(recipe, recipe.corpus.instances):
        problems.append(("order", recipe.order, f"cyclic: {lack}"))
    _check_output(recipe, problems)


def _tree_problems(recipe):
    """What is wrong with a tree that is written down."""
    if recipe.output != "hierarchical" or isinstance(recipe.tree, str):
        return []
    if sorted(leaves(recipe.tree)) != sorted(recipe.corpus.words):
        return [("tree", recipe.tree, "a tree with each word of the vocabulary at one leaf")]
    total = length_of_paths(recipe.tree)
    if total > limits.MAX_INSTANCE_WORDS:
        allowed = f"a tree whose paths to all words have at most {limits.MAX_INSTANCE_WORDS:,} nodes together"
        return [("tree", recipe.tree, f"{allowed}; this one's have {total:,}")]
    return []


def _check_output(recipe, problems):
    """Add a problem where the vocabulary has no tree, or where a noise distribution does not fit it."""
    words = recipe.corpus.words
    if recipe.output == "hierarchical":
        if len(words) < 2:
            allowed = "a vocabulary of at least two words, for a tree to have a node"
            problems.append(_cut_problem(recipe) or ("output", "hierarchical", allowed))
    elif recipe.output == "negative":
        possible = words
        if isinstance(recipe.noise, Mapping):
            unknown = [word for word in recipe.noise if word not in recipe.corpus.index]
            if unknown:
                problems.append(("noise", unknown[0], "weights of words of the vocabulary"))
            possible = [word for word, weight in recipe.noise.items() if weight > 0]
        elif recipe.noise == "unigram":
            possible = np.flatnonzero(counts_of(recipe))
        if len(possible) < 2 and recipe.noise_hit == "redraw":
            allowed = "a distribution with at least two possible words"
            problems.append(_cut_problem(recipe) or ("noise", recipe.noise, allowed))


def _cut_problem(recipe):
    """That it is the minimum count that has left only one word, where it is; else None."""
    words = recipe.corpus.words
    if len(words) > 1 or recipe.min_count == 1:
        return None
    read = tokenize(recipe.text, recipe.lowercase, recipe.tokenizer, recipe.sentences)
    if len(set(chain.from_iterable(read))) == 1:
        return None
    allowed = f"one that leaves at least two words: only {shortened(words[0], 40)} occurs so often"
    return ("min_count", recipe.min_count, allowed)


def initial_parameters(recipe) -> dict:
    """The arrays before the first step (float64, writable): drawn by the model, or given."""
    drawn = recipe.architecture.initial(recipe)
    return drawn | {name: array.copy() for name, array in (recipe.parameters or {}).items()}
