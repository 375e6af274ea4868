"""What comes next: likeliest words, and draws that are functions of seed and place."""

from collections import Counter

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run, limits
from explorer.analysis.continuation import following
from explorer.web import queries

NNLM, RNNLM = "preset=we-all-have-it", "preset=rhyme-by-heart"


def run_at(query, step):
    return Run(Recipe.from_query(query)).seek(step)


@pytest.mark.parametrize(("query", "typed"), [(NNLM, "We all have"), (RNNLM, "This is the dog that")])
def test_the_likeliest_words_are_the_runs(query, typed):
    run = run_at(query, 300)
    found = following(run, typed)
    chances = run.probabilities(typed.lower().split())
    assert [run.vocabulary[i] for i in np.argsort(-chances)[:10]] == [word for word, _ in found.likely]
    assert found.likely[0][1] == chances.max()
    assert found.words == found.context == tuple(typed.lower().split())


def test_a_model_of_fixed_context_reads_the_last_words():
    run = run_at(NNLM, 300)
    long = following(run, "it all went we all have")
    assert long.context == ("we", "all", "have")
    assert long.likely == following(run, "we all have").likely


@pytest.mark.parametrize(("name", "value"), [("seed", -1), ("seed", "x"), ("count", -2), ("count", 1.5)])
def test_a_seed_or_a_count_that_cannot_be_is_refused_by_its_name(name, value):
    with pytest.raises(RecipeError, match=f"{name}: got .* allowed is a whole number from 0"):
        following(run_at(NNLM, 10), "we all have", **{name: value})


def test_draws_follow_the_probabilities_and_repeat():
    run = run_at(NNLM, 100)
    drawn = Counter(following(run, "we all have", seed=seed).drawn[0] for seed in range(2000))
    for word, chance in following(run, "we all have").likely:
        assert drawn[word] / 2000 == pytest.approx(chance, abs=4 * np.sqrt(chance / 2000))
    assert following(run, "we all have", seed=7) == following(run, ["we", "all", "have"], seed=7)


def test_words_of_pairs_stand_between_blanks():
    run = Run(Recipe(pairs="it's^of-a|Kind, Kind^it's|of-a", model="nnlm", context=2))
    assert following(run, "it's of-a").words == ("it's", "of-a")


@pytest.mark.parametrize(
    ("query", "typed", "field"),
    [
        (NNLM, "all have", "words"),
        (NNLM, "we all hate", "word"),
        (RNNLM, " ", "words"),
        (RNNLM, "the " * (limits.MAX_CONTEXT_WORDS + 1), "words"),
        ("preset=cat-dog", "the cat", "model"),
    ],
)
def test_what_cannot_go_on_is_told(query, typed, field):
    with pytest.raises(RecipeError) as error:
        following(run_at(query, 0), typed)
    assert [name for name, *_ in error.value.problems] == [field]


def test_vectors_are_taken_over_into_a_model_that_looks_words_up():
    for query, context in (("preset=cat-dog", 3), ("preset=king-queen", 1)):
        taken = Recipe.from_query(queries.taken(query, 200, "nnlm"))
        vectors = run_at(query, 200).parameters["W"]
        assert (taken.model, taken.freeze, taken.context) == ("nnlm", True, context)
        np.testing.assert_array_equal(Run(taken).seek(9).parameters["C"], vectors)
    for query, model in (("preset=cat-dog", "rnnlm"), (NNLM, "nnlm"), ("preset=xor-network", "nnlm")):
        with pytest.raises(RecipeError, match="model"):
            queries.taken(query, 0, model)
