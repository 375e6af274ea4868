"""Recipes: validation, links, edits."""

import copy
import pickle
from urllib.parse import parse_qs

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import PRESETS, Recipe, RecipeError, Run

# Letters of any script, digits, marks between, symbols and punctuation, but for the notation's own.
_CHARACTERS = st.characters(categories=("L", "N", "S", "P"), exclude_characters="|^,")
WORDS = st.text(_CHARACTERS, min_size=1, max_size=9)
SIDES = st.lists(WORDS, min_size=1, max_size=3).map("^".join)
PAIRS = st.lists(st.builds("{}|{}".format, SIDES, SIDES), min_size=1, max_size=4).map(", ".join)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "model": st.sampled_from(["cbow", "skip-gram"]),
        "vector_size": st.integers(1, 1000),
        "learning_rate": st.floats(0, 1e6),
        "schedule": st.sampled_from(["constant", "linear", "inverse"]),
        "epochs": st.integers(1, 10**6),
        "batch_size": st.integers(1, 1024),
        "order": st.sampled_from(["cyclic", "shuffled"]),
        "seed": st.integers(0, 2**53 - 1),
        "init": st.sampled_from(["wevi", "uniform"]),
    },
)


def problems(**keywords):
    with pytest.raises(RecipeError) as raised:
        Recipe(**keywords)
    return {field: allowed for field, _, allowed in raised.value.problems}


@settings(max_examples=60, deadline=None)
@given(PAIRS, FIELDS, st.lists(st.tuples(st.integers(0, 10**7), st.floats(0, 1e6)), max_size=3))
def test_links_round_trip(pairs, fields, rates):
    recipe = Recipe(pairs=pairs, **fields)
    for step, rate in rates:
        recipe = recipe.edited(step, learning_rate=rate).edited(step, weight=("W", 0, 0, rate))
    again = Recipe.from_query(recipe.to_query())
    assert again == recipe
    assert again.edits == recipe.edits
    assert (again.learning_rate, again.pairs, again.init) == (recipe.learning_rate, recipe.pairs, recipe.init)


@pytest.mark.parametrize("slug", PRESETS)
def test_a_preset_is_its_name_in_a_link(slug):
    recipe = PRESETS[slug].recipe
    assert recipe.to_query() == f"preset={slug}"
    assert Recipe.from_query(f"?preset={slug}") == recipe


def test_a_link_holds_what_differs():
    recipe = Recipe(preset="king-queen", seed=3, learning_rate=0.25)
    assert parse_qs(recipe.to_query()) == {"preset": ["king-queen"], "learning_rate": ["0.25"], "seed": ["3"]}
    assert Recipe(pairs="a|b", vector_size=5).to_query() == "pairs=a%7Cb"
    assert Recipe(preset="king-queen", seed=1) == Recipe(preset="king-queen")


def test_the_pages_own_keys_are_ignored_and_others_refused():
    assert Recipe.from_query("pairs=a%7Cb&step=4&stage=h&view.pins=a") == Recipe(pairs="a|b")
    with pytest.raises(RecipeError, match="colour"):
        Recipe.from_query("pairs=a%7Cb&colour=red")
    with pytest.raises(RecipeError, match="one value"):
        Recipe.from_query("pairs=a%7Cb&seed=1&seed=2")


def test_every_problem_is_named_at_once():
    query = "pairs=a%7C&learning_rate=fast&seed=-1&model=lstm&window=3&edit=x&colour=red"
    with pytest.raises(RecipeError) as raised:
        Recipe.from_query(query)
    named = [problem.field for problem in raised.value.problems]
    assert {"pairs", "learning_rate", "seed", "model", "window", "edit", "colour"} == set(named)
    assert problems(pairs="a|", learning_rate=-1).keys() == {"pairs", "learning_rate"}
    assert problems(preset="nowhere", vector_size=-1).keys() == {"preset", "vector_size"}
    assert problems(vector_size=-1).keys() == {"pairs", "vector_size"}


@pytest.mark.parametrize(
    ("keywords", "field", "allowed"),
    [
        ({}, "pairs", "a corpus"),
        ({"preset": "nowhere"}, "preset", "king-queen"),
        ({"pairs": "a|b", "text": "a b"}, "text", "one corpus"),
        ({"pairs": "a|b", "window": 2}, "window", "raw text"),
        ({"pairs": "a|b", "output": "magic"}, "output", "softmax"),
        ({"pairs": "a|b", "vector_size": 0}, "vector_size", "1 to 1,000"),
        ({"pairs": "a|b", "vector_size": True}, "vector_size", "whole number"),
        ({"pairs": "a|b", "vector_size": 2.5}, "vector_size", "whole number"),
        ({"pairs": "a|b", "learning_rate": float("nan")}, "learning_rate", "a number"),
        ({"pairs": "a|b", "learning_rate": "0.2"}, "learning_rate", "a number"),
        ({"pairs": "a|b", "alpha": 0.1, "learning_rate": 0.1}, "learning_rate", "one value"),
        ({"pairs": "a|b\nc^|d"}, "pairs", "line 2, column 3"),
        ({"text": "one"}, "text", "no sentence has two words"),
        ({"pairs": "a|b", "parameters": {"W": [[1, 2]]}}, "parameters", "of shape (2, 5)"),
        ({"pairs": "a|b", "parameters": {"W": [[np.inf] * 5] * 2}}, "parameters", "finite"),
        ({"pairs": "a|b", "parameters": {"X": 1}}, "parameters", "W, W_out"),
        ({"pairs": "a|b", "parameters": 5}, "parameters", "by parameter name"),
        ({"pairs": "a|b", "parameters": {"W": np.ones((2, 5)) * 1j}}, "parameters", "finite numbers"),
        ({"pairs": "a|b", "parameters": {"W": [["1"] * 5] * 2}}, "parameters", "finite numbers"),
        ({"pairs": "a|b", "learning_rate": b"0.2"}, "learning_rate", "a number"),
        ({"preset": ["king-queen"]}, "preset", "king-queen"),
        ({"pairs": "a|b", "edits": 5}, "edits", "(step, kind, value)"),
        ({"pairs": "a|b", "output": "negative", "noise": 5}, "noise", "unigram"),
        ({"pairs": "a|b", "edits": [(1, ["weight"], 5)]}, "edit", "learning_rate, weight"),
    ],
)
def test_bad_values_say_what_is_allowed(keywords, field, allowed):
    assert allowed in problems(**keywords)[field]


@pytest.mark.parametrize(
    ("change", "field", "allowed"),
    [
        ({"weight": ("W", "zebra", 0, 1.0)}, "weight", "a word of the vocabulary"),
        ({"weight": ("W", "a", 5, 1.0)}, "weight", "0 to 4"),
        ({"weight": ("X", "a", 0, 1.0)}, "weight", "W, W_out"),
        ({"weight": ("W", "a", 0, float("inf"))}, "weight", "(parameter, row, column, value)"),
        ({"weight": 7}, "weight", "(parameter, row, column, value)"),
        ({"weight": ("W", "a", 0, 10**400)}, "weight", "(parameter, row, column, value)"),
        ({"weight": ("W", "a", 0, "1")}, "weight", "(parameter, row, column, value)"),
        ({"weight": (["W"], "a", 0, 1.0)}, "weight", "W, W_out"),
        ({"weight": ("W", {"a"}, 0, 1.0)}, "weight", "a word of the vocabulary"),
        ({"pairs": "a|zebra"}, "pairs", "line 1, column 3"),
        ({"learning_rate": -1}, "learning_rate", "a number"),
        ({"seed": 2}, "seed", "learning_rate, weight"),
    ],
)
def test_bad_edits_say_what_is_allowed(change, field, allowed):
    with pytest.raises(RecipeError) as raised:
        Recipe(pairs="a|b").edited(3, **change)
    assert [(problem.field, allowed in problem.allowed) for problem in raised.value.problems] == [(field, True)]
    with pytest.raises(RecipeError, match="step"):
        Recipe(pairs="a|b").edited(-1, learning_rate=0.1)


@pytest.mark.parametrize("query", ["edits=1", "self=1", "parameters=5", "parameters=%7B%22query%22%3A5%7D"])
def test_links_that_no_recipe_writes_are_refused(query):
    with pytest.raises(RecipeError, match=query.split("=")[0]):
        Recipe.from_query(f"pairs=a%7Cb&{query}")


def test_numpys_whole_numbers_are_whole_numbers():
    recipe = Recipe(pairs="a|b", vector_size=np.int8(3), seed=np.uint64(4))
    edited = recipe.edited(np.int64(3), weight=("W", np.int64(0), np.int32(2), np.float32(0.5)))
    assert edited == Recipe(pairs="a|b", vector_size=3, seed=4).edited(3, weight=("W", "a", 2, 0.5))
    assert Recipe.from_query(edited.to_query()) == edited


def test_a_recipe_does_not_change():
    recipe = Recipe(pairs="a|b", hidden_size=3, alpha=0.5, random_state=9)
    assert (recipe.vector_size, recipe.learning_rate, recipe.seed) == (3, 0.5, 9)
    with pytest.raises(AttributeError, match="does not change"):
        recipe.seed = 2
    with pytest.raises(AttributeError, match="no field"):
        _ = recipe.colour
    assert pickle.loads(pickle.dumps(recipe)) == copy.deepcopy(recipe) == recipe
    assert eval(repr(recipe), {"Recipe": Recipe}) == recipe
    assert len({recipe, Recipe(pairs="a|b", vector_size=3, learning_rate=0.5, seed=9)}) == 1


def test_another_corpus_or_model_replaces_what_the_preset_says_of_its_own():
    assert Recipe(preset="cat-dog", pairs="a|b").window == 2  # its text's window means nothing here
    assert Recipe(preset="cat-dog", pairs="a|b").init == "wevi"
    assert Recipe(preset="cat-dog").init == "uniform"
    assert Recipe(preset="fruit-and-juice", text="a b").corpus_kind == "text"


def test_given_parameters_travel_in_links_to_the_bit():
    W = np.random.default_rng(5).normal(size=(2, 3))
    recipe = Recipe(pairs="a|b", vector_size=3, parameters={"W": W})
    again = Recipe.from_query(recipe.to_query())
    assert again == recipe
    np.testing.assert_array_equal(Run(again).parameters["W"], W)
    np.testing.assert_array_equal(Run(again).parameters["W_out"], Run(recipe).parameters["W_out"])


def test_parameters_taken_from_a_run_travel_as_its_link():
    run = Run(Recipe(preset="king-queen", vector_size=30)).seek(200)
    start = Recipe(preset="king-queen", vector_size=30, parameters=run.parameters)
    assert len(start.to_query()) < 200
    again = Recipe.from_query(start.to_query())
    assert again == start
    for name, array in run.parameters.items():
        np.testing.assert_array_equal(Run(again).parameters[name], array)
    swapped = Recipe(preset="king-queen", vector_size=30, parameters=run.parameters.renamed(W="W_out"))
    array = Run(Recipe.from_query(swapped.to_query())).parameters["W"]
    np.testing.assert_array_equal(array, run.parameters["W_out"])


def test_a_value_that_cannot_be_shown_is_still_told():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(RecipeError, match="seed: got a list, allowed is a whole number"):
        Recipe(pairs="a|b", seed=nested)
