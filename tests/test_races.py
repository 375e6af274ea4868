"""The race: lockstep from the same vectors, losses that compare, rows and multiply–adds counted exactly; formulas Q."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.analysis.costs import COSTS, LETTERS, Cost
from explorer.models.outputs import OUTPUTS
from explorer.training.races import Race, distinct
from explorer.training.replay import Trajectory
from tests.reference import counting

pytestmark = pytest.mark.kernels

PAIRS = "a^b|c, b^c^a|d^d^e, d|a, e|c, a|a^b^c^d^e"
models = pytest.mark.parametrize("model", ["cbow", "skip-gram"])
batches = pytest.mark.parametrize("batch_size", [1, 3])
lanes = pytest.mark.parametrize("output", OUTPUTS)


def recipe(**more):
    return Recipe(**{"pairs": PAIRS, "vector_size": 3, "output": "negative", "seed": 4} | more)


def run_of(race, output):
    lane = race.lanes[output]
    return Run(lane.recipe, lane.trajectory)


@models
@pytest.mark.parametrize("init", ["wevi", "uniform"])
def test_all_start_from_the_same_vectors_and_see_the_same_instances(model, init):
    race = Race(recipe(model=model, init=init, order="shuffled"))
    softmax, hierarchical, negative = (run_of(race, output) for output in OUTPUTS)
    for run in (hierarchical, negative):
        assert np.array_equal(run.parameters["W"], softmax.parameters["W"])
        for step in range(12):
            assert run.frame(step).instances == softmax.frame(step).instances
    assert np.array_equal(negative.parameters["W_out"], softmax.parameters["W_out"])
    assert np.array_equal(hierarchical.parameters["W_node"], softmax.parameters["W_out"][:-1])


@pytest.mark.parametrize("output", ["softmax", "hierarchical"])
def test_given_vectors_are_every_lanes(output):
    keywords = {"pairs": PAIRS, "output": output, "vector_size": 3}
    given = {name: array + 1 for name, array in Run(Recipe(**keywords)).parameters.items()}
    race = Race(Recipe(**keywords, parameters=given))
    rows = given["W_out" if output == "softmax" else "W_node"]
    for name in OUTPUTS:
        W, output_rows = run_of(race, name).parameters.values()
        assert np.array_equal(W, given["W"])
        assert np.array_equal(output_rows[:4], rows[:4])


def test_edits_of_rate_and_data_hold_for_all_and_those_of_output_weights_for_none():
    edited = recipe(output="softmax").edited(3, learning_rate=0.05, weight=("W", "a", 0, 0.5), pairs="a|b, b|c^d")
    race = Race(edited.edited(5, weight=("W_out", "a", 0, 9.0)))
    for output in OUTPUTS:
        run = run_of(race, output).seek(3)
        assert run.frame().learning_rate == 0.05
        assert run.parameters["W"][0, 0] == 0.5
        assert len(run.instances) == 2
        assert [edit.step for edit in run.recipe.edits] == [3, 3, 3]


@lanes
@batches
@models
def test_loss_and_surprise_are_those_of_the_run_at_every_step(output, batch_size, model):
    race = Race(recipe(model=model, batch_size=batch_size, order="shuffled").edited(20, pairs="a|b, b|c^d"))
    lap = race.laps(5, 25)[output]
    run = run_of(race, output)
    assert np.array_equal(lap.loss, run.losses(5, 30))
    for i in range(25):
        frame = run.seek(5 + i).frame()
        surprises = [
            -np.log(run.probabilities(instance.inputs)[list(instance.outputs)]).sum() for instance in frame.instances
        ]
        assert lap.surprise[i] == pytest.approx(np.mean(surprises), abs=1e-12)
    if output != "negative":
        assert np.array_equal(lap.loss, lap.surprise)


@batches
def test_rows_touched_are_the_vocabulary_the_path_and_the_distinct_words_drawn(batch_size):
    race = Race(recipe(batch_size=batch_size))
    laps = race.laps(0, 10)
    tree = run_of(race, "hierarchical").tree
    for step in range(10):
        frame = run_of(race, "negative").frame(step)
        outputs = [o for instance in frame.instances for o in instance.outputs]
        negatives = frame.negatives if frame.batched else [frame.negatives]
        drawn = {word for lists in negatives for words in lists for word in words}
        assert laps["softmax"].rows[step] == 5
        assert laps["hierarchical"].rows[step] == len({node for o in outputs for node in tree.paths[o]})
        assert laps["negative"].rows[step] == len(drawn | set(outputs))
        if len(outputs) == 1:
            assert laps["hierarchical"].rows[step] == len(tree.paths[outputs[0]])
    for output in OUTPUTS:
        frame = run_of(race, output).frame(2)
        name = frame.model.layer.weights
        moved = (frame.updated[name] != frame.parameters[name]).any(axis=1).sum()
        assert moved == laps[output].rows[2]


@lanes
@batches
def test_multiply_adds_are_those_of_a_step_counted_one_by_one(output, batch_size):
    race = Race(recipe(batch_size=batch_size))
    run, lap = run_of(race, output), race.laps(0, 9)[output]
    for step in range(9):
        frame, counted = run.frame(step), np.zeros(2, np.int64)
        name = frame.model.layer.weights
        for b, instance in enumerate(frame.instances):
            W, M = (frame.parameters[each].tolist() for each in ("W", name))
            at = frame.model.declared(name).change[0].at
            asked = frame.of_instance(at, b).tolist() if at else range(5)
            e = frame.of_instance("e", b)
            counted += counting.step(W, M, instance.inputs, asked, lambda scores, e=e: e, frame.learning_rate)
            if len(frame.instances) == 1:
                np.testing.assert_allclose(W, frame.updated["W"], atol=1e-14)
                np.testing.assert_allclose(M, frame.updated[name], atol=1e-14)
        assert (lap.forward[step], lap.operations[step]) == tuple(counted)


@lanes
@pytest.mark.parametrize("batch_size", [1, 2])
def test_a_stretch_is_a_part_of_the_whole_race(output, batch_size):
    edited = recipe(batch_size=batch_size, order="shuffled").edited(7, pairs="a|b, b|c^d, c|a").edited(16, pairs="e|d")
    whole, part = Race(edited).laps(0, 30)[output], Race(edited).laps(11, 19)[output]
    for name, array in vars(part).items():
        assert np.array_equal(array, vars(whole)[name][11:]), name
    assert np.array_equal(whole.total, np.cumsum(whole.operations))
    assert Race(edited).lanes[output].total(30) == whole.total[-1]


def test_a_lane_ends_where_it_diverges_and_the_others_go_on():
    race = Race(recipe(output="softmax").edited(3, weight=("W", "a", 0, 1e200)))
    laps = race.laps(0, 50)
    ends = {name: len(lap.loss) for name, lap in laps.items()}
    assert min(ends.values()) < 50
    for name, lap in laps.items():
        assert len(lap.loss) == len(lap.surprise) == len(lap.rows) == len(lap.total)
        assert len(lap.loss) == len(Trajectory(race.lanes[name].recipe).losses(0, 50))
    later = race.laps(49, 10)
    assert [len(lap.loss) for name, lap in later.items() if ends[name] < 49] == [0] * len(
        [end for end in ends.values() if end < 49]
    )


def test_a_layer_that_the_data_do_not_allow_is_left_out_and_says_why():
    race = Race(Recipe(pairs="a|b"))
    assert list(race.lanes) == ["softmax", "hierarchical"]
    assert "two possible words" in race.left_out["negative"]
    assert set(Race(Recipe(pairs="a|a")).lanes) == {"softmax"}


def test_distinct_ids():
    assert distinct(np.array([[3, 3, 0, -1], [-1, -1, -1, -1], [0, 1, 2, 3]])).tolist() == [2, 0, 4]


# ---- the formulas ----


@pytest.mark.parametrize(
    ("model", "output", "text", "expected"),
    [
        ("NNLM", "hierarchical", "N·D + N·D·H + H·log₂V", 820_800),
        ("RNNLM", "hierarchical", "H·H + H·log₂V", 1_020_000),
        ("CBOW", "softmax", "N·D + D·V", 104_858_400),
        ("CBOW", "hierarchical", "N·D + D·log₂V", 2_800),
        ("CBOW", "negative", "N·D + D·(K + 1)", 1_400),
        ("skip-gram", "softmax", "C·(D + D·V)", 1_048_577_000),
        ("skip-gram", "hierarchical", "C·(D + D·log₂V)", 21_000),
        ("skip-gram", "negative", "C·(D + D·(K + 1))", 7_000),
    ],
)
def test_formulas_by_hand(model, output, text, expected):
    cost = Cost(model, output)
    assert cost in COSTS
    assert cost.text == text
    assert cost.of(V=2**20, N=8, C=10, D=100, H=1000, K=5) == expected
    assert {letter for letter in text if letter.isupper()} <= set(LETTERS)


@pytest.mark.parametrize(
    ("keywords", "cost"),
    [
        ({"pairs": "a^b|c, b^c|d, c^d|a, d^a|b", "model": "cbow", "tree": "balanced"}, Cost("CBOW", "hierarchical")),
        ({"pairs": "a^b|c, b^c|d, c^d|a, d^a|b", "model": "cbow"}, Cost("CBOW", "softmax")),
        ({"pairs": "a|c, b|d, c|a, d|b", "model": "skip-gram", "tree": "balanced"}, Cost("skip-gram", "hierarchical")),
        ({"pairs": "a|c, b|d, c|a, d|b", "model": "skip-gram", "negative": 3}, Cost("skip-gram", "negative")),
    ],
)
def test_the_way_to_the_scores_costs_what_the_formula_says(keywords, cost):
    output = cost.output
    lap = Race(Recipe(**keywords, output=output, vector_size=6)).laps(0, 8)[output]
    assert set(lap.forward) == {cost.of(V=4, N=2, C=1, D=6, K=3)}


@pytest.mark.parametrize("preset", ["xor-network", "logistic-unit"])
def test_a_race_is_of_models_with_several_output_layers(preset):
    with pytest.raises(RecipeError, match="race"):
        Race(Recipe(preset=preset))
