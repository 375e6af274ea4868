"""The whole model's gradient against central differences, asked of a run."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
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


# A unit whose sum is 0, or 0.04 from it, where max(0, ·) bends: hidden, of the output, of the hinge; in a batch too.
BENT = {
    "hinge": {"points": "1 1|1", "model": "perceptron", "link": "identity", "loss": "hinge"},
    "link": {"points": "1 1|1", "model": "perceptron", "link": "relu"},
    "hidden": {"points": "1 1|1; 0.5 0|1", "model": "mlp", "activation": "relu", "hidden": (1,), "batch_size": 2},
}
WEIGHTS = {"hinge": {"w": [0.5, 0.5], "b": [0.0]}, "link": {"w": [0.5, -0.5], "b": [0.0]}}
WEIGHTS["hidden"] = {"W": [[0.5, -0.5]], "b": [0.0], "W_out": [[1.0]], "b_out": [0.0]}


@pytest.mark.parametrize("name", BENT)
def test_a_kink_within_the_width_is_told(name):
    weight = "W" if name == "hidden" else "w"
    index = (0, 1) if name == "hidden" else (1,)
    near = {each: np.array(array) for each, array in WEIGHTS[name].items()}
    near[weight][index] -= 0.04
    on, beside = (Run(Recipe(**BENT[name], parameters=weights)) for weights in (WEIGHTS[name], near))
    assert weight in on.gradient_check().kinks
    assert on.gradient_check()[weight][0] > 0.01
    assert on.slope_check(weight, index).kinks.all()
    assert weight in beside.gradient_check(width=0.1).kinks
    assert not beside.gradient_check().kinks
    assert max(error for error, _ in beside.gradient_check().values()) < 1e-8
    found = beside.slope_check(weight, index)
    assert [*found.widths[found.kinks]] == [width for width in found.widths if width > 0.04]


def test_the_jump_of_a_step_is_told():
    """Where u is 0 a difference is 1 over its width, which is no slope of anything."""
    on = Run(Recipe(preset="and-learnt")).seek(2)
    assert on.frame(2)["u"][0] == 0
    assert "b" in on.gradient_check().kinks
    assert on.slope_check("b", (0,)).kinks.all()


def test_kinks_are_those_of_the_network_with_features_too_and_none_where_the_loss_is_smooth():
    bent = Recipe(text="a b c d a c", model="nnlm", activation="relu", vector_size=2)
    frame = Run(bent).seek(2).frame()
    assert frame.sides_at(frame.parameters).tolist() == [u > 0 for u in frame["o"]]
    assert {"C", "H", "d"} & Run(bent).gradient_check(width=1.0).kinks
    for name in ("cbow, softmax", "rnnlm", "mlp, batches", "nnlm, sums"):
        assert not Run(RECIPES[name]).gradient_check(width=1.0).kinks


def test_what_a_step_goes_by_that_is_no_gradient_stands_beside_its_errors():
    table = Run(Recipe(text="a b c d a c", output="negative", sigmoid="c")).gradient_check()
    assert "table" in table.goes_by
    assert not table.kinks
    assert not Run(RECIPES["cbow, softmax"]).gradient_check().goes_by


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
