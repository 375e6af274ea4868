"""Why a loss is what it is: its curve, and what the weights between two of its steps made of it to the first order."""

from math import exp, fsum, log, log1p

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from tests.questions.recipes import PAIRS, RECIPES, TEXT

STEPS = 18
every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
OF_WORDS = (
    "cbow, hierarchical", "batches, softmax", "skip-gram, softmax", "nnlm", "rnnlm", "nnlm, tree", "rnnlm, tree",
)  # fmt: skip
DRAWN = ("cbow, negative", "batches, negative", "skip-gram, negative", "edits, negative")
TREES = ("cbow, hierarchical", "batches, hierarchical", "nnlm, tree", "rnnlm, tree")
OF_POINTS = ("mlp", "mlp, deep", "mlp, hinge", "mlp, binary", "mlp, two answers", "perceptron, gradient")
RECIPES_HERE = RECIPES | {
    "mlp, two answers": Recipe(
        points="0 1 | 1 0.25; 1 1 | 0 1; 1 0 | 1 1", model="mlp", hidden=(3,), loss="binary", batch_size=2
    )
}
CURVED = ("cbow, softmax", "batches, hierarchical", "nnlm", "mlp", "undivided", "perceptron, gradient")


def slope(frame, b, name, index, width=1e-5):
    """The central difference of the loss of one instance of a frame."""
    parameters = {each: array.copy() for each, array in frame.parameters.items()}
    losses = []
    for moved in (width, -width):
        parameters[name][index] = frame.parameters[name][index] + moved
        losses.append(frame.loss_of(b, parameters))
    return (losses[0] - losses[1]) / (2 * width)


@every_recipe
def test_the_curve_is_of_the_steps_at_which_the_instance_came(recipe):
    run = Run(recipe).seek(STEPS)
    ledger = run.loss_ledger()
    segment, number = ledger.instance
    stream = run.trajectory.stream
    came = [
        step
        for step in range(stream.segments[segment].step, STEPS)
        if number in stream.order(step, 1) and stream.segment(step) is stream.segments[segment]
    ]
    assert ledger.steps.tolist() == came
    assert ledger.stop == STEPS
    for step, loss in zip(ledger.steps.tolist()[:3], ledger.losses, strict=False):
        frame = Run(recipe).frame(step)
        b = stream.order(step, 1)[0].tolist().index(number)
        own = frame.loss_of(b, frame.parameters) if frame.batched else frame.loss
        assert loss == pytest.approx(own, rel=1e-5 if recipe.model == "rnnlm" else 1e-12)


@every_recipe
def test_the_difference_is_slope_times_change_and_what_remains(recipe):
    run = Run(recipe).seek(40)  # by then each has met its first instance twice
    ledger = run.loss_ledger(0)
    found = ledger.difference(1)
    first, last = (Run(recipe).frame(step) for step in ledger.steps[:2].tolist())
    b = run.trajectory.stream.order(first.step, 1)[0].tolist().index(0)
    assert found.change == ledger.losses[1] - ledger.losses[0]
    size = fsum(np.abs(found.changes)) + abs(found.change) + 1e-9
    assert found.first_order + found.remainder + found.redrawn == pytest.approx(found.change, abs=1e-9 * size)
    assert found.first_order == pytest.approx(fsum(found.changes), rel=1e-12)
    for n in range(min(4, len(found))):
        name, index = found.parameters[n], found.indices[n]
        assert found.moves[n] == last.parameters[name][index] - first.parameters[name][index]
        assert found.slopes[n] == pytest.approx(slope(first, b, name, index), rel=1e-4, abs=1e-6)
        assert found.changes[n] == found.slopes[n] * found.moves[n]
    moved = sum(np.count_nonzero(last.parameters[name] != first.parameters[name]) for name in first.parameters)
    assert len(found) <= moved
    if recipe.output != "negative" and recipe.model != "rnnlm":
        assert abs(found.redrawn) <= 1e-12 * size  # nothing is drawn, nothing is carried


@pytest.mark.parametrize("name", CURVED)
def test_the_remainder_shrinks_with_the_square_of_the_changes(name):
    found, recipe = [], RECIPES[name]
    for share in (1e-2, 1e-3):
        slower = recipe.replaced(learning_rate=share * recipe.learning_rate)
        found.append(Run(slower).seek(STEPS).loss_ledger(0).difference(1))
    wide, narrow = found
    assert wide.first_order == pytest.approx(10 * narrow.first_order, rel=0.1)
    assert wide.remainder == pytest.approx(100 * narrow.remainder, rel=0.2)
    assert abs(wide.remainder) < 0.1 * abs(wide.first_order)


@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "sampled"])
def test_slopes_of_a_recurrent_network_are_off_as_its_weights_have_moved(order, batch_size):
    """Its states are of the weights that were: the slopes are those of differences where the weights hardly move."""
    slow = Recipe(text=TEXT, model="rnnlm", hidden=(3,), bptt=2, batch_size=batch_size, order=order, seed=1)
    off, remainders = [], []
    for rate in (2e-3, 2e-4):
        run = Run(slow.replaced(learning_rate=rate)).seek(40)
        found = run.loss_ledger(0).difference()
        b = run.trajectory.stream.order(found.start, 1)[0].tolist().index(0)
        first, weights = run.frame(found.start), zip(found.parameters, found.indices, strict=True)
        off.append(np.abs(found.slopes - [slope(first, b, *weight) for weight in weights]).max())
        remainders.append(found.remainder)
    assert off[0] == pytest.approx(10 * off[1], rel=0.1, abs=1e-9)
    assert off[1] < 1e-6
    assert remainders[0] == pytest.approx(100 * remainders[1], rel=0.1)


@pytest.mark.parametrize("name", OF_WORDS)
def test_a_words_surprise_has_a_curve_too(name):
    recipe = RECIPES[name]
    run = Run(recipe).seek(STEPS)
    word = run.vocabulary[-1]
    ledger = run.loss_ledger(1, word)
    inputs = run.instances[1].inputs
    for step, surprise in zip(ledger.steps.tolist(), ledger.losses, strict=True):
        p = Run(recipe).seek(step).probabilities(inputs)[run.vocabulary.index(word)]
        assert surprise == pytest.approx(-log(p), rel=1e-12)
    found = ledger.difference(1)
    assert found.first_order + found.remainder + found.redrawn == pytest.approx(found.change, abs=1e-12)
    assert abs(found.remainder) < 0.6 * abs(found.first_order)


def surprise(parameters, inputs, word, truth):
    """−ln σ(±u) of a question of negative sampling, by hand."""
    h = [fsum(parameters["W"][i, k] for i in inputs) / len(inputs) for k in range(parameters["W"].shape[1])]
    u = fsum(weight * unit for weight, unit in zip(parameters["W_out"][word].tolist(), h, strict=True))
    return log1p(exp(-u if truth else u))


def adds_up(found):
    size = fsum(np.abs(found.changes)) + abs(found.change) + 1e-9
    assert found.before + found.first_order + found.remainder + found.redrawn == pytest.approx(
        found.after, abs=1e-12 + 1e-12 * size
    )


@pytest.mark.parametrize("truth", [0, 1])
@pytest.mark.parametrize("name", DRAWN)
def test_a_question_is_the_same_at_each_visit_whatever_is_drawn(name, truth):
    recipe = RECIPES[name]
    run = Run(recipe).seek(STEPS)
    inputs = run.instances[1].inputs
    for word in range(2, 5):
        ledger = run.loss_ledger(1, word, truth=truth)
        assert (ledger.truth, ledger.title) == (truth, f"−ln σ({'' if truth else '−'}u) of {run.vocabulary[word]}")
        states = [Run(recipe).seek(step).parameters for step in ledger.steps.tolist()]
        np.testing.assert_allclose(ledger.losses, [surprise(each, inputs, word, truth) for each in states], rtol=1e-12)
        found = ledger.difference(1)
        adds_up(found)
        assert abs(found.redrawn) < 1e-12
        for parameter, index, slope_there in zip(found.parameters, found.indices, found.slopes, strict=True):
            moved = [{each: array.copy() for each, array in states[0].items()} for _ in range(2)]
            moved[0][parameter][index] += 1e-5
            moved[1][parameter][index] -= 1e-5
            up, down = (surprise(each, inputs, word, truth) for each in moved)
            assert slope_there == pytest.approx((up - down) / 2e-5, rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("name", DRAWN)
def test_a_loss_is_the_sum_of_its_questions(name):
    run = Run(RECIPES[name]).seek(STEPS)
    step = int(run.loss_ledger(1).steps[-1])
    frame = run.frame(step)
    b = run.trajectory.stream.order(step, 1)[0].tolist().index(1)
    asked = [(o, 1) for o in run.instances[1].outputs]
    asked += [(w, 0) for drawn in (frame.negatives[b] if frame.batched else frame.negatives) for w in drawn]
    each = [run.loss_ledger(1, word, step, step + 1, truth=truth).losses[0] for word, truth in asked]
    assert fsum(each) == pytest.approx(run.loss_ledger(1).losses[-1], rel=1e-12)
    assert [run.loss_ledger(1, word).truth for word in range(len(run.vocabulary))] == [
        int(word in run.instances[1].outputs) for word in range(len(run.vocabulary))
    ]


@pytest.mark.parametrize("name", TREES)
def test_a_words_surprise_is_the_sum_of_its_turns(name):
    run = Run(RECIPES[name]).seek(STEPS)
    word = run.vocabulary[2]
    path, signs = run.tree.paths[2], run.tree.signs[2]
    whole = run.loss_ledger(1, word)
    turns = [run.loss_ledger(1, node=n, truth=int(sign > 0)) for n, sign in zip(path, signs, strict=True)]
    np.testing.assert_allclose(sum(turn.losses for turn in turns), whole.losses, rtol=1e-12)
    parts = [turn.difference() for turn in turns]
    assert sum(part.first_order for part in parts) == pytest.approx(whole.difference().first_order, rel=1e-9)
    for part in parts:
        adds_up(part)
    own = run.instances[1].outputs[0]
    assert [run.loss_ledger(1, node=n).truth for n in run.tree.paths[own][:1]] == [int(run.tree.signs[own][0] > 0)]


def part_of(recipe, y, t, j):
    """The part of output j in a loss, by hand."""
    if recipe.loss == "binary":
        return -t[j] * log(y[j]) - (1 - t[j]) * log(1 - y[j])
    if recipe.loss == "hinge":
        return max(0, 1 - t[j] * y[j])
    return (y[j] - t[j]) ** 2 * (0.5 if recipe.loss == "squared" else 1)


@pytest.mark.parametrize("name", OF_POINTS)
def test_an_output_has_its_own_part_of_the_loss(name):
    recipe = RECIPES_HERE[name]
    run = Run(recipe).seek(STEPS)
    inputs, targets = run.instances[1]
    parts = [run.loss_ledger(1, output=j) for j in range(len(targets))]
    np.testing.assert_allclose(sum(part.losses for part in parts), run.loss_ledger(1).losses, rtol=1e-12)
    changes = [part.difference() for part in parts]
    assert fsum(each.first_order for each in changes) == pytest.approx(
        run.loss_ledger(1).difference().first_order, rel=1e-9, abs=1e-15
    )
    for j, part in enumerate(parts):
        adds_up(changes[j])
        known = [part_of(recipe, Run(recipe).seek(s).probabilities(inputs), targets, j) for s in part.steps.tolist()]
        np.testing.assert_allclose(part.losses, known, rtol=1e-9)
        others = {(name, i) for name, i in zip(changes[j].parameters, changes[j].indices, strict=True) if "out" in name}
        assert {i[0] for _, i in others} <= {j}


def test_an_answer_of_a_softmax_has_its_surprise():
    recipe = RECIPES["mlp, softmax"]
    run = Run(recipe).seek(STEPS)
    for j in range(2):
        ledger = run.loss_ledger(1, output=j)
        y = [Run(recipe).seek(step).probabilities(run.instances[1].inputs)[j] for step in ledger.steps.tolist()]
        np.testing.assert_allclose(ledger.losses, [-log(each) for each in y], rtol=1e-12)
        adds_up(ledger.difference())


def test_groups_add_up_and_lead_to_the_weights_own_ledgers():
    run = Run(RECIPES["cbow, softmax"]).seek(STEPS)
    found = run.loss_ledger().difference()
    for groups in (found.by_weight(), found.by_vector()):
        assert fsum(change for _, change, _ in groups) == pytest.approx(found.first_order, rel=1e-12)
        assert sum(count for *_, count in groups) == len(found)
        assert [abs(change) for _, change, _ in groups] == sorted((abs(each[1]) for each in groups), reverse=True)
    (parameter, index), _, _ = found.by_weight()[0]
    made = run.ledger(parameter, index, found.start, found.stop)
    assert fsum(made.changes) == pytest.approx(found.moves[0], rel=1e-12)
    assert {what for what, *_ in found.by_vector()} <= {
        (name, word) for name in ("W", "W_out") for word in run.vocabulary
    }


def test_draws_that_are_others_are_told_apart():
    run = Run(Recipe(pairs=PAIRS, output="negative", learning_rate=1e-9)).seek(40)
    found = [run.loss_ledger(0).difference(n) for n in range(1, 5)]
    assert max(abs(each.first_order) for each in found) < 1e-6 < max(abs(each.redrawn) for each in found)


@pytest.mark.parametrize("preset", ["and-learnt", "or-learnt"])
def test_a_step_is_flat_so_that_all_its_changes_are_jumps(preset):
    run = Run(Recipe(preset=preset)).seek(12)
    found = [run.loss_ledger(n).difference(visit) for n in range(4) for visit in (1, 2)]
    assert [each.first_order for each in found] == [0] * 8 == [len(each) for each in found]
    assert {abs(each.remainder) for each in found} == {0, 0.5}
    assert all(each.remainder == each.change for each in found)


def test_an_instance_is_of_its_own_stretch_of_data():
    run = Run(RECIPES["edits, softmax"]).seek(STEPS)
    old, new = run.loss_ledger((0, 1)), run.loss_ledger(1)
    assert (old.instance, new.instance) == ((0, 1), (1, 1))
    assert old.steps.tolist() == [step for step in range(11) if step % 5 == 1]
    assert new.steps.tolist() == [step for step in range(11, STEPS) if (step - 11) % 2 == 1]
    assert run.loss_ledger(1, start=13).steps.tolist() == [step for step in new.steps if step >= 13]


def test_what_cannot_be_asked_is_told():
    run = Run(RECIPES["cbow, negative"]).seek(STEPS)
    for asked in (
        {"instance": 99}, {"instance": "x"}, {"instance": True}, {"instance": (3, 0)}, {"word": "moon"},
        {"word": False}, {"stop": -1}, {"node": 0}, {"output": 0}, {"word": 1, "truth": 2}, {"word": 1, "truth": "yes"},
        {"word": 1, "node": 1}, {"truth": 1},
    ):  # fmt: skip
        with pytest.raises(RecipeError):
            run.loss_ledger(**asked)
    tree = Run(RECIPES["cbow, hierarchical"])
    on = {node for word in tree.instances[0].outputs for node in tree.tree.paths[word]}
    off = next(node for node in range(len(tree.vocabulary) - 1) if node not in on)
    with pytest.raises(RecipeError, match="0 or 1"):
        tree.loss_ledger(0, node=off)
    with pytest.raises(RecipeError, match="truth: got 1, allowed is none here"):
        tree.loss_ledger(0, 1, truth=1)  # −ln p of a word
    with pytest.raises(RecipeError, match="output"):
        Run(RECIPES["mlp"]).loss_ledger(0, output=1)
    with pytest.raises(RecipeError, match="word"):
        Run(RECIPES["mlp"]).loss_ledger(0, 0)
    for n in (0, 10**6, "2", 1.5, None):
        with pytest.raises(RecipeError, match="not the first"):
            run.loss_ledger().difference(n)
    with pytest.raises(RecipeError, match="weight or vector"):
        run.loss_ledger().difference().groups("moon")
    far = Run(Recipe(preset="king-queen", learning_rate=1e6))
    ledger = far.loss_ledger(0, stop=400)
    assert ledger.stop < 400
    assert Run(Recipe(text=TEXT)).loss_ledger(0, stop=1).steps.tolist() == [0]
    last = far.loss_ledger(0, stop=40)
    for n in range(1, len(last)):  # the last of them are too large to be added up
        try:
            found = last.difference(n)
        except RecipeError:
            break
        assert np.isfinite([found.first_order, found.remainder, found.redrawn]).all()
