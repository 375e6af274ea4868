"""Why a loss is what it is: its curve, and what the weights between two of its steps made of it to the first order."""

from math import fsum, log

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from tests.questions.recipes import PAIRS, RECIPES, TEXT

STEPS = 18
every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
OF_WORDS = ("cbow, hierarchical", "batches, softmax", "skip-gram, softmax", "nnlm", "rnnlm")
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
    run = Run(recipe).seek(STEPS)
    ledger = run.loss_ledger(0)
    if len(ledger) < 2:
        return
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


def test_an_instance_is_of_its_own_stretch_of_data():
    run = Run(RECIPES["edits, softmax"]).seek(STEPS)
    old, new = run.loss_ledger((0, 1)), run.loss_ledger(1)
    assert (old.instance, new.instance) == ((0, 1), (1, 1))
    assert old.steps.tolist() == [step for step in range(11) if step % 5 == 1]
    assert new.steps.tolist() == [step for step in range(11, STEPS) if (step - 11) % 2 == 1]
    assert run.loss_ledger(1, start=13).steps.tolist() == [step for step in new.steps if step >= 13]


def test_what_cannot_be_asked_is_told():
    run = Run(RECIPES["cbow, negative"]).seek(STEPS)
    for asked in ({"instance": 99}, {"instance": "x"}, {"instance": (3, 0)}, {"word": "king"}, {"stop": -1}):
        with pytest.raises(RecipeError):
            run.loss_ledger(**asked)
    with pytest.raises(RecipeError, match="word"):
        Run(RECIPES["mlp"]).loss_ledger(0, 0)
    with pytest.raises(RecipeError, match="not the first"):
        run.loss_ledger().difference(0)
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
