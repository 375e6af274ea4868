"""The presets keep their word: what a caption says holds for the seeds 1 to 60, at the step that it names.

A claim about some of so many seeds is counted over all of them. Those about all are run on a few of the seeds 1 to 20,
which they were made with, and of 21 to 60, which they were not; `--all-seeds` runs all 60.
"""

import re

import numpy as np
import pytest

from explorer import PRESETS, Recipe, Run
from tests import claims
from tests.claims import (
    ANIMALS,
    CLAIMS,
    KITCHEN,
    OURS,
    SEA,
    SEEDS,
    best_guesses,
    fed,
    likeliest,
    losses,
    noises_right,
    parallelogram,
    plane,
    probability,
    runs,
    settled,
)
from tests.reference import grammar

ALL = range(1, 61)
TWENTY, OTHERS = range(1, 21), range(21, 61, 13)


def test_every_preset_of_ours_makes_a_claim():
    assert set(CLAIMS) == set(OURS)


@pytest.mark.slow_without_jit
@pytest.mark.parametrize("slug", CLAIMS)
def test_the_caption_holds_for_all_seeds_at_its_step(slug, request):
    claimed, caption = dict(CLAIMS[slug]), " ".join(PRESETS[slug].caption.split())
    step, holds, of, some = (claimed.pop(name, None) for name in ("step", "holds", "of", "seeds"))
    assert f"{step:,} steps" in caption or f"step {step}" in caption
    few = sorted({*SEEDS, *OTHERS, PRESETS[slug].recipe.seed})
    seeds = range(1, of + 1) if of else ALL if request.config.getoption("--all-seeds") else few
    held = [run.recipe.seed for run in runs(slug, step, seeds=seeds) if getattr(claims, holds)(run, **claimed)]
    assert len(held) == (some or len(seeds)), sorted({*seeds} - {*held})
    assert PRESETS[slug].recipe.seed in held
    assert of is None or f"{some} of the seeds 1 to {of}" in caption


@pytest.mark.slow_without_jit
@pytest.mark.parametrize("step", [137, 300, 317, 700, 1000, 1505, 2000, 3000])
def test_the_parallelogram_does_not_hang_on_a_step(step):
    assert sum(map(parallelogram, runs("king-queen", step, TWENTY))) >= 19


@pytest.mark.slow_without_jit
@pytest.mark.parametrize("changes", [{"learning_rate": 0.1}, {"vector_size": 10}, {"init": "uniform"}])
def test_the_parallelogram_bears_other_settings(changes):
    assert sum(map(parallelogram, runs("king-queen", 500, TWENTY, **changes))) >= 19


def test_king_and_queen_with_the_recipe_written_out():
    recipe = Recipe(preset="king-queen", model="skip-gram", vector_size=5, learning_rate=0.2, seed=1)
    assert recipe == PRESETS["king-queen"].recipe
    assert parallelogram(Run(recipe).seek(137))


def test_random_reach_leaves_too_little_of_a_short_text():
    found = runs("as-the-program-has-it", 3000, TWENTY, shrink_window=True)
    assert sum(claims.answers(run, "king", "man", "woman", "queen") for run in found) == 7
    assert "queen with 7 of the seeds 1 to 20" in PRESETS["as-the-program-has-it"].caption


def test_target_words_of_king_and_queen_never_move():
    run = Run(PRESETS["king-queen"].recipe)
    inputs = {word for instance in run.instances for word in instance.inputs}
    rest = [word for word in range(len(run.vocabulary)) if word not in inputs]
    start = run.parameters["W"][rest].copy()
    assert len(rest) == 10
    assert np.array_equal(run.seek(500).parameters["W"][rest], start)


def test_fruit_and_juice_starts_near_a_blind_guess():
    for run in runs("fruit-and-juice"):
        assert np.all(np.abs(losses(run, 12) - np.log(8)) < 0.04)


def test_one_pair_starts_at_ln_2_and_waits():
    for run in runs("one-pair"):
        loss = losses(run, 41)
        assert abs(loss[0] - np.log(2)) < 0.04
        assert loss[3] > 0.6
        assert np.all(np.diff(loss) < 0)


def test_one_pair_overshoots_with_a_big_rate():
    loss = losses(runs("one-pair", seeds=[4], learning_rate=5)[0], 10)
    assert loss[1] > loss[0] > loss[-1]


@pytest.mark.slow_without_jit
def test_a_constant_rate_goes_on_swinging():
    for run in runs("falling-rate", 500, schedule="constant"):
        assert settled(run, 0.54, 0.78)
        assert not settled(run, 0.56, 0.76)


@pytest.mark.slow_without_jit
def test_without_steps_back_fewer_than_half_of_the_noises_are_learnt():
    for run in runs("who-makes-which-noise", 25_000, bptt=0):
        assert max(noises_right(run)) < 0.5


@pytest.mark.slow_without_jit
def test_without_weight_decay_the_dog_is_hardly_fed():
    for run in runs("feed-the-cat", 20_000, weight_decay=0):
        assert probability(run, "feed the", "dog") < probability(run, "feed the", "cat") / 2
    assert all(map(fed, runs("feed-the-cat", 20_000)))


@pytest.mark.slow_without_jit
def test_with_too_large_a_rate_most_instances_excite_no_relu_unit():
    for run in runs("features-given", 500, learning_rate=0.2):
        epoch = run.trace(500, len(run.instances))
        silent = ~epoch["a"].any(axis=-1)
        assert 0.6 < silent.mean() < 0.8
        assert np.ptp(epoch["y"][silent]) == 0


def test_or_begins_with_mistakes():
    mistakes = Run(PRESETS["or-learnt"].recipe).trace(0, 60).losses > 0
    assert mistakes[:5].sum() == 4
    assert not mistakes[48:].any()
    assert not Run(Recipe(preset="or-learnt", seed=1)).trace(0, 60).losses.any()


@pytest.mark.slow_without_jit
def test_only_in_the_first_sentence_thousands_of_times_less_reaches_the_animal():
    for run in runs("who-makes-which-noise"):
        trace = run.trace(0, 240)  # two rounds of thirty sentences
        ends = np.append(run.instances.first[1:], True)[trace.numbers[:, 0]]
        sizes = np.linalg.norm(trace["eh"][ends], axis=-1)
        smaller = sizes[:, -1] / sizes[:, 0]
        assert smaller[0] > 2000
        assert max(smaller[1:]) < 1000
        assert max(smaller[30:]) < 20


@pytest.mark.slow_without_jit
def test_the_four_grams_are_those_of_the_grammar_and_bear_new_ones():
    recipe = PRESETS["four-grams"].recipe
    assert recipe.text == grammar.text()
    assert sorted(recipe.corpus.words) == sorted(grammar.words())
    assert len(recipe.corpus.words) == 250
    assert round(grammar.perplexity(), 1) == 12.9
    run = Run(recipe).seek(1200)
    new = [line.rsplit(" ", 1) for line in grammar.text(seed=7).splitlines()[:500]]
    surprise = [-np.log(probability(run, before, last)) for before, last in new]
    assert 12.9 < np.exp(np.mean(surprise)) < 21


def test_the_right_noise_depends_on_the_word_four_before():
    corpus = PRESETS["who-makes-which-noise"].recipe.corpus
    lines = [line.split() for line in PRESETS["who-makes-which-noise"].recipe.text.strip().splitlines()]
    assert {len(line) for line in lines} == {5}
    assert len({(line[0], line[4]) for line in lines}) == len({line[0] for line in lines}) == 5
    assert all(len({line[4] for line in lines if line[1:4] == between}) == 5 for _, *between, _ in lines)
    assert sum(corpus.instances.first) == 30


@pytest.mark.slow_without_jit
def test_with_stands_between_the_topics():
    for run in runs("two-topics", 2000):
        left, right = sorted((plane(run, words)[:, 0] for words in (KITCHEN, SEA)), key=np.mean)
        assert left.max() < plane(run, ["with"])[0, 0] < right.min()


@pytest.mark.slow_without_jit
def test_the_rhyme_learns_more_than_frequencies_later():
    assert all(len(best_guesses(run)) >= 7 for run in runs("house-that-jack-built", 3000))


@pytest.mark.slow_without_jit
def test_the_whole_batch_only_goes_down_and_single_instances_do_not():
    for run in runs("whole-batch"):
        assert np.all(np.diff(losses(run, 500)) < 0)
    for run in runs("whole-batch", batch_size=1):
        assert np.mean(np.diff(losses(run, 500)) > 0) > 0.3


def test_rare_words_hang_deep_in_the_tree():
    run = Run(PRESETS["rare-and-frequent"].recipe)
    words, counts = run.vocabulary, run.instances.output_counts(len(run.vocabulary))
    questions = {word: len(path) for word, path in zip(words, run.tree.paths, strict=True)}
    kinds = ("sun", "cloud", "rain", "wind", "fog", "snow", "hail")
    assert [questions[kind] for kind in kinds] == [1, 2, 3, 4, 5, 6, 7]
    assert [counts[words.index(kind)] for kind in kinds] == [32, 16, 8, 4, 2, 1, 1]
    assert len(run.instances) == 64
    asked = [len(run.frame(step)["node"]) for step in range(64)]
    assert round(np.mean(asked), 2) == 1.98


@pytest.mark.slow_without_jit
def test_with_noise_exponent_0_the_is_likeliest():
    for run in runs("the-everywhere", 4000, ns_exponent=0):
        assert {likeliest(run, animal) for animal in ANIMALS} == {"the"}


@pytest.mark.slow_without_jit
def test_xor_with_four_hidden_units_is_learnt_from_193_of_200_seeds():
    assert sum(claims.within(run, 0.15) for run in runs("xor-network", 2000, range(1, 201), hidden=(4,))) == 193


def test_and_is_the_same_line_with_half_the_rate():
    run = Run(Recipe(preset="and-learnt", learning_rate=0.5)).seek(18)
    assert run.parameters["w"].tolist() == [1, 0.5]


@pytest.mark.parametrize(("start", "steps"), [(6.0, 250), (8.0, 1543), (10.0, 11_069)])
def test_large_weights_take_long_to_unlearn(start, steps):
    """The figures behind the question of `saturated-unit`."""
    run = Run(Recipe(preset="saturated-unit", parameters={"w": [start], "b": [0.0]}))
    assert run.seek(steps - 10).frame()["y"] > 0.1 > run.seek(steps + 10).frame()["y"]


def test_the_squared_error_stands_still_where_cross_entropy_learns():
    """The figures of `logistic-unit` beside those of `saturated-unit`, and of `hinge` beside the squared error."""
    squared = Run(Recipe(preset="logistic-unit", loss="squared"))
    assert Run(Recipe(preset="saturated-unit")).recipe.points == squared.recipe.points
    assert round(squared.frame()["EI"][0], 4) == 0.0003
    assert squared.seek(1000).frame()["y"][0] > 0.99
    assert squared.seek(1550).frame()["y"][0] < 0.1
    for run in runs("hinge", 200, loss="squared"):  # it has pulled points back that were far on their side
        pulled = [frame for frame in run.trace(200, 8).frames() if frame["e"][0] * frame["t"][0] > 0]
        assert len(pulled) >= 1


@pytest.mark.parametrize("slug", PRESETS)
def test_presets_are_complete(slug):
    preset = PRESETS[slug]
    assert preset.title
    assert preset.caption
    assert Recipe.from_query(preset.recipe.to_query()) == preset.recipe
    assert preset.recipe.to_query() == f"preset={slug}"
    words = preset.view.get("analogy", "").split(",") + preset.view.get("word", "").split(",")
    assert {word for word in words if word} <= set(preset.recipe.corpus.words)


@pytest.mark.parametrize("slug", OURS)
def test_our_presets_tell_a_class_what_to_look_for(slug):
    preset = PRESETS[slug]
    assert 2 <= len(preset.look_for) <= 4
    asked = re.compile(r"\b([Rr]estart|Enlarge|Pin|Hover|by hand|[Aa]nother seed)\b|^(Set|Change|Turn on|Raise) ")
    assert [each for each in preset.look_for if asked.search(each) and each not in preset.in_program] == []


def test_our_presets_show_every_kind_of_recipe():
    recipes = [PRESETS[slug].recipe for slug in OURS]
    assert len(recipes) >= 8
    assert {recipe.model for recipe in recipes} >= {"cbow", "mlp", "perceptron", "rnnlm", "skip-gram"}
    assert {recipe.output for recipe in recipes} == {"softmax", "hierarchical", "negative"}
    assert {recipe.corpus_kind for recipe in recipes} == {"pairs", "text", "points"}
    assert any(recipe.batch_size > 1 for recipe in recipes)
    assert any(recipe.schedule == "linear" for recipe in recipes)
    assert any(len(inputs) > 1 for recipe in recipes for inputs, _ in recipe.corpus.instances)
