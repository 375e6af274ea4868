"""The whole model's gradient against central differences, asked of a run."""

import numpy as np
import pytest

from explorer import RecipeError, Run
from explorer.budget import Budget
from tests.questions.recipes import RECIPES


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_the_worst_number_of_each_parameter_is_named(recipe):
    run = Run(recipe)
    found = run.gradient_check(step=0)
    assert found.keys() == run.parameters.keys()
    for name, (error, index) in found.items():
        assert run.parameters[name][index] is not None
        if recipe.architecture.descends:
            assert error < 1e-7, name
    if not recipe.architecture.descends:
        assert max(error for step in range(8) for error, _ in run.gradient_check(step).values()) > 1e-4


def test_a_wide_difference_is_a_worse_one():
    run = Run(RECIPES["cbow, softmax"]).seek(30)
    errors = [max(error for error, _ in run.gradient_check(width=width).values()) for width in (1e-1, 1e-3, 1e-5)]
    assert errors[0] > 1e3 * errors[1] > 1e3 * errors[2]


def test_it_keeps_to_a_budget_and_tells_a_bad_width():
    run = Run(RECIPES["cbow, softmax"])
    for width in (0, -1, "x", float("nan")):
        with pytest.raises(RecipeError):
            run.gradient_check(width=width)
    with Budget(work=1_000_000), pytest.raises(RecipeError, match="stop"):
        run.gradient_check()


@pytest.mark.parametrize("name", ["cbow, softmax", "rnnlm"])
def test_pieces_of_it_have_the_same_worst_weights(name):
    run = Run(RECIPES[name]).seek(3)
    pieces = [run.gradient_check(start=start, stop=start + 7) for start in range(0, 400, 7)]
    for parameter, worst in run.gradient_check().items():
        assert max(each[parameter] for each in pieces if parameter in each)[0] == worst[0]
    assert pieces[-1] == {}


CHECKED = ["cbow, softmax", "batches, negative", "nnlm, sums", "mlp, batches", "perceptron, gradient"]


@pytest.mark.parametrize("name", CHECKED)
def test_a_weight_has_its_gradient_beside_differences_of_every_width(name):
    recipe = RECIPES[name]
    run = Run(recipe).seek(3)
    frame = run.frame()
    for parameter, array in frame.parameters.items():
        index = tuple(int(i) for i in np.unravel_index(np.abs(frame.gradients[parameter]).argmax(), array.shape))
        found = run.slope_check(parameter, index)
        assert found.gradient == frame.gradients[parameter][index]
        assert len(found.widths) == len(found.differences) == len(found.errors) == 19
        moved = {each: one.copy() for each, one in frame.parameters.items()}
        losses = []
        for side in (1, -1):
            moved[parameter][index] = array[index] + side * found.widths[4]
            losses.append(frame.loss_at(moved))
        assert found.differences[4] == pytest.approx((losses[0] - losses[1]) / (2 * found.widths[4]), rel=1e-12)
        assert min(found.errors) < 1e-9
        # too wide a difference misses the curve, too narrow a one the digits
        assert found.errors[-1] > min(found.errors)
    narrow = run.slope_check(parameter, index, widths=[1e-3, 1e-5])
    assert narrow.widths.tolist() == [1e-3, 1e-5]


def test_what_is_no_weight_or_width_is_told():
    run = Run(RECIPES["cbow, softmax"])
    for asked in (("Q", 0), ("W", ("king", 99)), ("W", ("king", 0), 0, [0.0]), ("W", ("king", 0), -1)):
        with pytest.raises(RecipeError):
            run.slope_check(*asked)
