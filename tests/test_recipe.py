"""Recipes: validation, links, edits."""

import base64
import copy
import pickle
import tracemalloc
import zlib
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import PRESETS, Recipe, RecipeError, Run
from explorer.training.packing import packed

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
        "batch_gradient": st.sampled_from(["mean", "sum"]),
        "order": st.sampled_from(["cyclic", "shuffled", "sampled"]),
        "seed": st.integers(0, 2**53 - 1),
        "init": st.sampled_from(["wevi", "uniform"]),
    },
)
NUMBERS = st.floats(-1e300, 1e300).map(repr)
SETTINGS = {
    "perceptron": st.one_of(
        st.just({"rule": "perceptron", "link": "step"}),
        st.fixed_dictionaries({"link": st.sampled_from(["sigmoid", "tanh", "relu", "identity"])}),
    ),
    "mlp": st.fixed_dictionaries(
        {"hidden": st.lists(st.integers(1, 9), max_size=6).map(tuple)},
        optional={
            "activation": st.sampled_from(["sigmoid", "tanh", "relu", "identity"]),
            "output_activation": st.sampled_from(["sigmoid", "tanh", "relu", "identity"]),
            "loss": st.sampled_from(["squared", "mse"]),
            "output_bias": st.booleans(),
            "batch_size": st.integers(1, 5),
        },
    ),
}


@st.composite
def points_recipes(draw):
    """Recipes of networks that learn from points, a weight of each parameter and the data edited on the way."""
    model, inputs, count = draw(st.sampled_from([*SETTINGS])), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    fields = draw(SETTINGS[model])
    outputs = 1 if model == "perceptron" else draw(st.integers(1, 3))
    target = st.sampled_from(["0", "1"]) if "rule" in fields else NUMBERS
    sides = [st.lists(each, min_size=n, max_size=n).map(" ".join) for each, n in ((NUMBERS, inputs), (target, outputs))]
    data = st.lists(st.builds("{} | {}".format, *sides), min_size=count, max_size=count)
    points, later = (draw(data.map(joined)) for joined in ("; ".join, "\n".join))
    recipe = Recipe(points=points, model=model, seed=draw(st.integers(0, 9)), **fields)
    for parameter in recipe.architecture.parameters:
        recipe = recipe.edited(draw(st.integers(0, 50)), weight=(parameter.name, 0, 0, draw(st.floats(-9, 9))))
    return recipe.edited(draw(st.integers(0, 50)), points=later)


UNIT = {"points": "0|1", "model": "perceptron"}
NETWORK = {"points": "0|1", "model": "mlp"}
SOFTMAX = {"output_activation": "softmax", "loss": "cross-entropy"}
HINGE = {"output_activation": "identity", "loss": "hinge"}


def problems(**keywords):
    with pytest.raises(RecipeError) as raised:
        Recipe(**keywords)
    return {field: allowed for field, _, allowed in raised.value.problems}


@pytest.mark.smoke
@settings(max_examples=60)
@given(PAIRS, FIELDS, st.lists(st.tuples(st.integers(0, 10**7), st.floats(0, 1e6)), max_size=3))
def test_links_round_trip(pairs, fields, rates):
    recipe = Recipe(pairs=pairs, **fields)
    for step, rate in rates:
        recipe = recipe.edited(step, learning_rate=rate).edited(step, weight=("W", 0, 0, rate))
    again = Recipe.from_query(recipe.to_query())
    assert again == recipe
    assert again.edits == recipe.edits
    assert (again.learning_rate, again.pairs, again.init) == (recipe.learning_rate, recipe.pairs, recipe.init)


@settings(max_examples=60)
@given(points_recipes())
def test_links_of_points_round_trip(recipe):
    again = Recipe.from_query(recipe.to_query())
    assert again == recipe
    assert again.edits == recipe.edits
    assert again.corpus == recipe.corpus
    names = ("model", "hidden", "activation", "output_activation", "loss", "rule", "link", "points")
    assert [getattr(again, name) for name in names] == [getattr(recipe, name) for name in names]
    for name, array in Run(recipe).parameters.items():
        assert Run(again).parameters[name].tobytes() == array.tobytes()


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


def test_a_whole_link_is_read_with_what_is_packed_in_it():
    text = "\n".join(f"the cat sat on mat {i}, où est-il ? {i}=#{i}" for i in range(200))
    recipe = Recipe(text=text, tokenizer="words").edited(3, learning_rate=0.1)
    query, fragment = packed(recipe.to_query())
    assert len(query) < 100 < len(fragment)
    for link in (f"http://127.0.0.1:8050/?{query}&step=4{fragment}", f"?{query}{fragment}", f"{query}{fragment}"):
        assert Recipe.from_query(link) == recipe
    plain = Recipe(text=text)  # nothing before the fragment
    assert Recipe.from_query("http://127.0.0.1:8050/" + packed(plain.to_query())[1]) == plain
    assert Recipe.from_query("https://host/a/?preset=week&step=4") == Recipe(preset="week")
    assert Recipe.from_query("text=what?is#z+it") == Recipe(text="what?is#z it")
    for cut in (fragment[:200], "#z=", "#z=%%%"):
        with pytest.raises(RecipeError, match="the whole of what the page has written after #z="):
            Recipe.from_query(f"?{query}{cut}")


def test_what_is_packed_beyond_any_corpus_is_refused_before_it_is_unpacked():
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    bomb = b"".join(deflater.compress(bytes(1_000_000)) for _ in range(100)) + deflater.flush()
    tracemalloc.start()
    with pytest.raises(RecipeError, match="at most 8,000,000 characters once it is unpacked"):
        Recipe.from_query("#z=" + base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()


def test_what_cannot_be_read_is_told_as_a_sentence():
    with pytest.raises(RecipeError) as raised:
        Recipe(pairs="a")
    assert str(raised.value).startswith("pairs: got 'a', allowed is what can be read, but line 1, column 1: no \"|\"")
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
    assert raised.value.problems[0].allowed.startswith("line 1, column 1")  # the page shows the rest beside the text


@pytest.mark.parametrize(
    ("recipe", "changed", "told"),
    [
        ({"pairs": "a|b, b|c"}, {"pairs": "a"}, "pairs: got 'a', allowed is what can be read, but line 1"),
        ({"pairs": "a|b, b|c"}, {"points": "1|1"}, "points: got '1|1', allowed is nothing here: it is read only"),
        (
            {"pairs": "a^b|b, b^a|c", "model": "nnlm", "context": 2},
            {"pairs": "a|b"},
            "allowed is a corpus with context",
        ),
        ({"points": "1 2|1", "model": "perceptron"}, {"points": "1|1"}, "points: got '1|1', allowed is points with as"),
    ],
)
def test_a_change_of_data_that_cannot_be_made_is_told_as_a_sentence(recipe, changed, told):
    with pytest.raises(RecipeError) as raised:
        Recipe(**recipe).edited(1, **changed)
    assert told in str(raised.value)


def test_of_several_edits_the_error_says_which():
    edits = [(3, "weight", ("W", "king", 0, 1)), (5, "weight", ("W", "kng", 0, 1))]
    with pytest.raises(RecipeError, match=r"'kng', allowed is a word of the vocabulary, in edit 2 of 2$"):
        Recipe(preset="king-queen", edits=edits)
    with pytest.raises(RecipeError, match=r"'kng', allowed is a word of the vocabulary$"):
        Recipe(preset="king-queen", edits=edits[1:])


@pytest.mark.parametrize(("text", "rate"), [("0,5", 0.5), ("25%", 0.25), ("1e-3", 0.001), (" .5 ", 0.5), ("0.1", 0.1)])
def test_a_number_is_read_as_people_type_it(text, rate):
    query = urlencode({"pairs": "a|b", "learning_rate": text})
    assert Recipe.from_query(query) == Recipe(pairs="a|b", learning_rate=rate)


@pytest.mark.parametrize("text", ["1,000", "1 000", "1\u202f000", " +1,000 "])
def test_a_whole_number_is_read_as_people_write_it(text):
    assert Recipe.from_query(urlencode({"pairs": "a|b", "epochs": text})) == Recipe(pairs="a|b", epochs=1000)


@pytest.mark.parametrize("text", ["1,00", "1,0000", "1000,000", ",100", "1,,000", "1.000"])
def test_what_is_no_whole_number_is_refused(text):
    with pytest.raises(RecipeError, match=f"epochs: got '{text}', allowed is a whole number"):
        Recipe.from_query(urlencode({"pairs": "a|b", "epochs": text}))


@pytest.mark.parametrize("text", ["1,2,3", "1_0", "nan", "inf", "1e999", "0x1", ""])
def test_what_is_no_number_is_told_as_it_was_typed(text):
    with pytest.raises(RecipeError, match=rf"learning_rate: got '{text}', allowed is a number from 0 to"):
        Recipe.from_query(urlencode({"pairs": "a|b", "learning_rate": text}))


def test_of_many_names_that_no_field_has_the_first_are_told_the_nearest():
    with pytest.raises(RecipeError) as raised:
        Recipe.from_query("&".join(f"learning_rate_{i}=1" for i in range(RecipeError.TOLD + 30)))
    near = ["learning_rate" in problem.allowed for problem in raised.value.problems[:-1]]  # the last is the corpus
    assert near == [True] * RecipeError.TOLD + [False] * 30


@pytest.mark.parametrize("typed", ["-1", "1e400", "-0.50"])
def test_of_a_link_a_number_is_told_as_it_was_typed(typed):
    with pytest.raises(RecipeError, match=f"^learning_rate: got '{typed}', allowed is a number from 0 to"):
        Recipe.from_query(f"pairs=a%7Cb&learning_rate={typed}")
    with pytest.raises(RecipeError, match=f"^learning_rate: got '{typed}'"):
        Recipe.from_query(f"pairs=a%7Cb&alpha={typed}")


def test_every_problem_is_named_at_once():
    query = "pairs=a%7C&learning_rate=fast&seed=-1&model=lstm&window=3&edit=x&colour=red"
    with pytest.raises(RecipeError) as raised:
        Recipe.from_query(query)
    named = [problem.field for problem in raised.value.problems]
    assert {"pairs", "learning_rate", "seed", "model", "window", "edit", "colour"} == set(named)
    assert problems(pairs="a|", learning_rate=-1).keys() == {"pairs", "learning_rate"}
    assert problems(preset="nowhere", vector_size=-1).keys() == {"preset", "vector_size"}
    assert problems(vector_size=-1).keys() == {"pairs", "vector_size"}
    assert problems(pairs="a|b", model="word2vec", vector_size=3).keys() == {"model"}  # who knows what it would read
    assert problems(preset="king-queen", output="tree", negative=3).keys() == {"output"}


@pytest.mark.parametrize(
    ("keywords", "field", "allowed"),
    [
        ({}, "pairs", "a corpus"),
        ({"preset": "nowhere"}, "preset", "king-queen"),
        ({"preset": "fruits"}, "preset", "nearest to it are fruit-and-juice, fruit-and-juice-"),
        ({"preset": "kingqueen"}, "preset", "nearest to it are king-queen, king-and-queen, king-queen-sentences"),
        ({"preset": "king"}, "preset", "nearest to it are king-queen, king-and-queen, king-queen-sentences"),
        ({"preset": "feed the"}, "preset", "nearest to it are feed-the-cat, "),
        ({"preset": "XOR-network"}, "preset", "nearest to it are xor-network, "),
        ({"pairs": "a|b", "lr": 2}, "lr", "nothing of that name; there are 49 fields, such as learning_rate"),
        ({"pairs": "a|b", "windw": 2}, "windw", "nothing of that name; there are 49 fields, such as window"),
        ({"pairs": "a|b", "rate": 2}, "rate", "fields, such as rate_floor, learning_rate, schedule"),
        ({"pairs": "a|b", "%%%": 2}, "%%%", "fields, such as "),
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
        ({"text": "the cat the", "min_count": 2, "output": "negative"}, "min_count", "two words: only 'the' occurs"),
        ({"text": "the cat the", "min_count": 2, "output": "hierarchical"}, "min_count", "at least two words"),
        ({"text": "the the the", "min_count": 2, "output": "hierarchical"}, "output", "at least two words"),
        ({"text": "the the the", "min_count": 2, "output": "negative"}, "noise", "two possible words"),
        ({"pairs": "a|b", "edits": 5}, "edits", "(step, kind, value)"),
        ({"pairs": "a|b", "output": "negative", "noise": 5}, "noise", "unigram"),
        ({"pairs": "a|b", "edits": [(1, ["weight"], 5)]}, "edit", "learning_rate, weight"),
        ({"points": "0 1 | 1\n0 x | 1", "model": "mlp"}, "points", "line 2, column 3: 'x' is not a number"),
        ({"points": "0 1_0 | 1", "model": "mlp"}, "points", "'1_0' is not a number"),
        ({"points": "0 1 | 1; 0 nan | 1", "model": "mlp"}, "points", "line 1, column 12: 'nan' is not finite"),
        ({"points": "0 1 | 1\n0 | 1", "model": "mlp"}, "points", "1 numbers where the first point has 2"),
        ({"points": "0 1 | 1; 0 1 | 1 2", "model": "mlp"}, "points", "2 numbers where the first point has 1"),
        ({"points": "0 1 | ", "model": "perceptron"}, "points", "a number is missing here"),
        ({"points": "0 1", "model": "perceptron"}, "points", 'line 1, column 1: no "|" in this point'),
        ({"points": " ; ", "model": "perceptron"}, "points", "no point"),
        ({"points": "0|1", "model": "cbow"}, "points", "for perceptron and mlp"),
        ({"points": "0|1"}, "points", "for perceptron and mlp"),
        ({"pairs": "a|b", "model": "mlp"}, "pairs", "for cbow"),
        ({"text": "a b", "model": "perceptron"}, "text", "for cbow"),
        ({"preset": "king-queen", "model": "mlp"}, "model", "for pairs: cbow"),
        ({"points": "0|1 0", "model": "perceptron"}, "points", "one target each"),
        (UNIT | {"rule": "perceptron"}, "link", "step, with the perceptron rule"),
        (UNIT | {"link": "step"}, "link", "a step has no slope"),
        (UNIT | {"points": "0|0.5", "rule": "perceptron", "link": "step"}, "points", "target 0 or 1"),
        (UNIT | {"hidden": (3,)}, "hidden", "for"),
        (UNIT | {"parameters": {"w": [[1.0]]}}, "parameters", "w of shape (1,)"),
        (NETWORK | {"hidden": (1, 2, 3, 4, 5, 6, 7)}, "hidden", "at most 6 whole numbers"),
        (NETWORK | {"hidden": (0,)}, "hidden", "from 1 to 1,000"),
        (NETWORK | {"output_activation": "softmax"}, "loss", "cross-entropy, with output_activation softmax"),
        (NETWORK | {"loss": "cross-entropy"}, "loss", "squared or binary or mse, with output_activation sigmoid"),
        (NETWORK | {"loss": "hinge"}, "loss", "with output_activation sigmoid; hinge needs output_activation identity"),
        (NETWORK | HINGE | {"points": "0|1; 0|0"}, "points", "targets −1 and 1, with the loss hinge; point 2 has 0"),
        (NETWORK | {"loss": "binary", "points": "0|1; 1|1.5"}, "points", "from 0 to 1, with the loss binary; point 2"),
        (UNIT | {"loss": "hinge"}, "loss", "squared or binary or mse, with link sigmoid; hinge needs link identity"),
        (UNIT | {"points": "0|0", "loss": "hinge", "link": "identity"}, "points", "targets −1 and 1, with the loss"),
        (UNIT | {"loss": "mse", "rule": "perceptron", "link": "step"}, "loss", "squared, with link step"),
        (
            UNIT | {"loss": "cross-entropy"},
            "loss",
            "cross-entropy needs a softmax over outputs, which",
        ),
        ({"text": "a b c d", "dialect": "c"}, "dialect", "sample beside it, in place of its 0.001: 0, which"),
        ({"text": "a b c d", "dialect": "c", "sample": 0.002}, "sample", "or a larger share up to 1"),
        (NETWORK | SOFTMAX | {"points": "0|1 0; 1|0.5 0.6"}, "points", "point 2 has 0.5 0.6"),
        (NETWORK | SOFTMAX | {"points": "0|1.5 -0.5"}, "points", "point 1 has 1.5 -0.5"),
        (NETWORK | {"link": "tanh"}, "link", "for perceptron"),
    ],
)
def test_bad_values_say_what_is_allowed(keywords, field, allowed):
    assert allowed in problems(**keywords)[field]


def test_what_a_loss_needs_is_a_value_of_the_field():
    """A step is one of a perceptron's link alone."""
    needed = problems(**NETWORK | SOFTMAX | {"loss": "squared"})["loss"]
    assert needed.endswith("squared needs output_activation sigmoid or tanh or relu or identity")


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


@pytest.mark.parametrize(
    ("change", "field", "allowed"),
    [
        ({"points": "0 1 2 | 1"}, "points", "as before, 2 and 1; these have 3 and 1"),
        ({"points": "0 1 | 1 1"}, "points", "as before, 2 and 1; these have 2 and 2"),
        ({"points": "0 1 | x"}, "points", "line 1, column 7"),
        ({"pairs": "a|b"}, "pairs", "for cbow"),
        ({"weight": ("b", 2, 0, 1.0)}, "weight", "a row of b from 0 to 1"),
        ({"weight": ("b", 0, 1, 1.0)}, "weight", "a column of b from 0 to 0"),
        ({"weight": ("W", 0, 2, 1.0)}, "weight", "a column of W from 0 to 1"),
        ({"weight": ("W", "queen", 0, 1.0)}, "weight", "a row of W from 0 to 1"),
    ],
)
def test_bad_edits_of_networks_of_points_say_what_is_allowed(change, field, allowed):
    with pytest.raises(RecipeError) as raised:
        Recipe(points="0 1 | 1", model="mlp", hidden=(2,)).edited(3, **change)
    assert [(problem.field, allowed in problem.allowed) for problem in raised.value.problems] == [(field, True)]


def test_a_data_edit_keeps_to_one_target_and_to_distributions():
    with pytest.raises(RecipeError, match="one target each"):
        Recipe(**UNIT).edited(2, points="0|1 1")
    with pytest.raises(RecipeError, match="point 1 has 0 2"):
        Recipe(**NETWORK | SOFTMAX | {"points": "0|1 0"}).edited(2, points="0|0 2")
    run = Run(Recipe(**UNIT).edited(2, points="1|0; 2|1").edited(3, weight=("w", 0, 0, 0.5)))
    assert (run.frame(1).instance.inputs, run.frame(2).instance.inputs) == ((0.0,), (1.0,))
    assert run.seek(3).parameters["w"].tolist() == [0.5]


@pytest.mark.parametrize("query", ["edits=1", "self=1", "parameters=5", "parameters=%7B%22query%22%3A5%7D"])
def test_links_that_no_recipe_writes_are_refused(query):
    with pytest.raises(RecipeError, match=query.split("=")[0]):
        Recipe.from_query(f"pairs=a%7Cb&{query}")


def test_numpys_whole_numbers_are_whole_numbers():
    recipe = Recipe(pairs="a|b", vector_size=np.int8(3), seed=np.uint64(4))
    edited = recipe.edited(np.int64(3), weight=("W", np.int64(0), np.int32(2), np.float32(0.5)))
    assert edited == Recipe(pairs="a|b", vector_size=3, seed=4).edited(3, weight=("W", "a", 2, 0.5))
    assert Recipe.from_query(edited.to_query()) == edited


def test_of_two_names_of_a_field_the_other_one_is_told():
    with pytest.raises(RecipeError, match="vector_size: got 4, allowed is one value: hidden_size is given too"):
        Recipe(pairs="a|b", hidden_size=3, vector_size=4)
    with pytest.raises(RecipeError, match=r"alpha: got .* allowed is one value: learning_rate is given too"):
        Recipe(pairs="a|b", learning_rate=0.5, alpha=0.1)


@pytest.mark.parametrize("value", ["king-queen", None, 3])
def test_a_run_of_what_is_no_recipe_says_so(value):
    with pytest.raises(RecipeError, match=r"recipe: got .* allowed is a recipe, such as Recipe\("):
        Run(value)


def test_a_recipe_does_not_change():
    recipe = Recipe(pairs="a|b", hidden_size=3, alpha=0.5, random_state=9)
    assert recipe.edited(2, alpha=0.1) == recipe.edited(2, learning_rate=0.1)
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


def test_a_bias_of_one_number_may_be_given_as_a_number():
    recipe = Recipe(points="0 1 | 1", model="perceptron", parameters={"b": 0.5, "w": [1, -1]})
    np.testing.assert_array_equal(Run(recipe).parameters["b"], [0.5])
    assert Recipe.from_query(recipe.to_query()) == recipe
    with pytest.raises(RecipeError, match="shape"):
        Recipe(points="0 1 | 1", model="perceptron", parameters={"w": 0.5})


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
