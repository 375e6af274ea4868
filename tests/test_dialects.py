"""The dialects of word2vec: what its programs do otherwise than the papers, each field beside its naive twin."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.maths.random import uniform_at
from explorer.training.gradient_check import gradient_errors
from tests.reference import dialects as naive

PAIRS = "a^b|c, b^c^a|d^d^e, d|a, e^e|c, a|a^b^c^d^e"
MATRIX = {"softmax": "W_out", "hierarchical": "W_node", "negative": "W_out"}
outputs = pytest.mark.parametrize("output", MATRIX)
batches = pytest.mark.parametrize("batch_size", [1, 3])


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def asked(frame, b):
    """The output rows that an instance asks, each with its error."""
    model = frame.model
    rows = frame.of_instance(model.layer.rows, b) if model.layer.name != "softmax" else range(len(frame.vocabulary))
    return list(zip(map(int, rows), frame.of_instance("e", b).tolist(), strict=True))


def stepped(frame, matrix, undivided):
    """W and the output matrix after the frame's step, by the naive twin."""
    before = [frame.parameters[name].tolist() for name in ("W", matrix)]
    batch = [
        (instance.inputs, *(frame.of_instance(name, b).tolist() for name in ("h", "EH")), asked(frame, b))
        for b, instance in enumerate(frame.instances)
    ]
    return naive.step(*before, batch, frame.learning_rate, undivided)


@outputs
@batches
def test_the_undivided_error_moves_each_context_word_by_all_of_it(output, batch_size):
    recipe = Recipe(pairs=PAIRS, output=output, batch_size=batch_size, vector_size=3, context_gradient="undivided")
    assert Recipe.from_query(recipe.to_query()) == recipe
    run = Run(recipe)
    assert not recipe.architecture.descends
    for step in (0, 1, 40):
        frame = run.seek(step).frame()
        for name, expected in zip(("W", MATRIX[output]), stepped(frame, MATRIX[output], True), strict=True):
            close(frame.updated[name], expected)
            close(frame.gradients[name], (frame.parameters[name] - frame.updated[name]) / frame.learning_rate)
    errors = gradient_errors(run.seek(40).frame())
    assert errors["W"] > 1e-3
    assert errors[MATRIX[output]] < 1e-8
    of_one = Run(Recipe(pairs="a|b, b|c^a, c|a", output=output, context_gradient="undivided")).seek(9).frame()
    assert max(gradient_errors(of_one).values()) < 1e-8  # of one context word both are the gradient


TEXT = "the cat sat on the mat\nalone\nthe dog sat on the rug and the cat ran after the dog\nthe end of it"
SENTENCES = [line.split() for line in TEXT.splitlines()]


def instances(recipe):
    words = recipe.corpus.words
    return [tuple([words[i] for i in side] for side in instance) for instance in recipe.corpus.instances]


@pytest.mark.parametrize("formula", ["c", "paper"])
@pytest.mark.parametrize("sample", [0, 0.02, 0.1])
@pytest.mark.parametrize("shrink", [False, True])
def test_windows_by_chance_equal_the_naive_twin(shrink, sample, formula):
    chance = {"shrink_window": shrink, "sample": sample, "sample_formula": formula, "window": 3, "text": TEXT}
    found = set()
    for seed in range(5):
        recipe = Recipe(**chance, seed=seed)
        expected = naive.reading(SENTENCES, seed, 3, shrink, sample, formula)
        assert instances(recipe) == [(context, [centre]) for context, centre in expected]
        turned = Recipe(**chance, seed=seed, model="skip-gram")
        assert instances(turned) == [([centre], context) for context, centre in expected]
        singles = Recipe(**chance, seed=seed, model="skip-gram", predicts="centre")
        assert instances(singles) == [([word], [centre]) for context, centre in expected for word in context]
        assert singles.instances == "pairs"
        for each in (recipe, turned, singles):
            assert Recipe.from_query(each.to_query()) == each
            edited = each.edited(3, text=f"{TEXT}\n{TEXT}").edited(9, weight=("W", "the", 0, 1))
            assert Recipe.from_query(edited.to_query()) == edited
        found.add(str(instances(recipe)))
    assert (len(found) > 1) == (shrink or sample > 0)


def test_chance_has_its_share():
    """Each reach as often, words that stay as often as they should, and both apart."""
    n = 40_000
    both = np.array([uniform_at(3, purpose, n) for purpose in (1, 2)])
    assert both[:, 17].tolist() == [naive.uniform(3, purpose, 17) for purpose in (1, 2)]
    assert np.abs(np.histogram(both, 10)[0] / (2 * n) - 0.1).max() < 0.005
    assert abs(np.corrcoef(both)[0, 1]) < 0.02
    recipe = Recipe(text="a b " * (n // 4) + "c " * (n // 2), sample=0.1, window=4, shrink_window=True)
    tokens = recipe.corpus.tokens
    for word, count in enumerate(recipe.corpus.counts):
        share = tokens.stayed[tokens.ids == word].mean()
        assert share == pytest.approx(naive.staying(count, n, 0.1, "c"), abs=0.01)
        assert share == pytest.approx(tokens.staying[word], abs=0.01)
    assert np.abs(np.bincount(tokens.reach)[1:] / n - 0.25).max() < 0.01


@pytest.mark.parametrize(
    ("keywords", "field"),
    [
        ({"text": TEXT, "model": "skip-gram", "context_gradient": "undivided"}, "context_gradient"),
        ({"text": TEXT, "predicts": "centre"}, "predicts"),
        ({"text": TEXT, "model": "skip-gram", "predicts": "centre", "instances": "window"}, "instances"),
        ({"text": TEXT, "model": "nnlm", "shrink_window": True}, "shrink_window"),
        ({"pairs": "a|b", "sample": 0.1}, "sample"),
        ({"pairs": "a|b", "sample_formula": "paper"}, "sample_formula"),
        ({"text": TEXT, "sample": 1.5}, "sample"),
        ({"text": TEXT, "sample": 1e-12}, "text"),
        ({"pairs": "a|b", "rate_floor": 0.1}, "rate_floor"),
        ({"pairs": "a|b", "schedule": "linear", "rate_floor": -1}, "rate_floor"),
    ],
)
def test_fields_where_they_make_no_sense(keywords, field):
    with pytest.raises(RecipeError) as raised:
        Recipe(**keywords)
    assert [problem.field for problem in raised.value.problems] == [field]


def test_the_rate_falls_to_its_floor_and_no_further():
    recipe = Recipe(pairs="a|b, b|a", schedule="linear", epochs=5, rate_floor=0.25)
    rates = [Run(recipe).frame(step).learning_rate for step in (0, 5, 7, 8, 30)]
    np.testing.assert_allclose(rates, [0.2, 0.1, 0.06, 0.05, 0.05])
    assert Recipe.from_query(recipe.to_query()) == recipe
    assert recipe.replaced(schedule="constant").rate_floor == 1e-4
