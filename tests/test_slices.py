"""The loss along weights: exact at every point, with the gradient as its slope."""

import numpy as np
import pytest

from explorer import MODELS, Recipe, RecipeError, Run
from explorer.analysis.slices import contour_along, slice_along, steepest, weight_of
from explorer.views.slices import contour, descent

NUMBERS, WORDS = {"points": "0 1|1; 1 1|0"}, {"text": "a b c d e a c"}
RECIPES = {name: {"model": name} | (NUMBERS if model.reading == "points" else WORDS) for name, model in MODELS.items()}
RECIPES["rnnlm"]["bptt"] = 0  # further back the states were computed with the weights of then: test_rnnlm.py
RECIPES |= {
    "batch": {"preset": "king-queen", "batch_size": 3},
    "negative": {"preset": "king-queen", "output": "negative"},
    "hierarchical": {"preset": "king-queen", "output": "hierarchical"},
}


@pytest.fixture(params=RECIPES)
def frame(request):
    return Run(Recipe(**RECIPES[request.param])).seek(40).frame()


def test_a_slice_is_the_loss_itself_and_its_slope_the_gradient(frame):
    name, index = steepest(frame)
    cut = slice_along(frame, name, index, points=4001)
    middle = len(cut.values) // 2
    assert cut.values[middle] == frame.parameters[name][index] == cut.weight.before
    assert cut.losses[middle] == cut.loss == pytest.approx(frame.loss, rel=1e-12)
    assert cut.loss_of_step == frame.loss_at(frame.updated)
    moved = {each: array.copy() for each, array in frame.parameters.items()}
    moved[name][index] = cut.values[17]
    assert cut.losses[17] == frame.loss_at(moved)
    assert np.gradient(cut.losses, cut.values)[middle] == pytest.approx(cut.weight.slope, rel=1e-3, abs=1e-5)
    assert cut.weight.after == pytest.approx(cut.weight.before - frame.learning_rate * cut.weight.slope, rel=1e-12)
    assert cut.values[0] < cut.weight.after < cut.values[-1]


def test_a_contour_holds_the_slices_through_its_middle(frame):
    first = steepest(frame)
    second = steepest(frame, first)
    ground = contour_along(frame, first, second)
    middle = len(ground.values[0]) // 2
    assert first != second
    assert len(ground.values[0]) == len(ground.values[1])
    across, up = (slice_along(frame, *each, points=len(ground.values[0])) for each in (first, second))
    np.testing.assert_array_equal(ground.losses[middle], across.losses)
    np.testing.assert_array_equal(ground.losses[:, middle], up.losses)


@pytest.mark.parametrize(("name", "index"), [("Q", (0, 0)), ("W", (99, 0)), ("W", (0,)), ("W", "x"), (None, ())])
def test_a_weight_that_is_none_is_refused(name, index):
    with pytest.raises(RecipeError, match="weight"):
        weight_of(Run(Recipe(pairs="a|b")).frame(), name, index)


def test_a_contour_takes_two_weights():
    with pytest.raises(RecipeError, match="two different"):
        contour_along(Run(Recipe(pairs="a|b")).frame(), ("W", (0, 0)), ("W", (0, 0)))


@pytest.mark.parametrize(
    ("recipe", "unit", "line"),
    [
        ({"preset": "xor-network"}, "½Σ(t − y)²", "tangent"),
        ({"preset": "softmax-of-six"}, "nats", "tangent"),
        ({"preset": "xor-unit"}, "½(t − y)²", "no tangent"),
    ],
)
def test_a_slice_says_what_its_loss_is_and_whether_its_line_is_a_tangent(recipe, unit, line):
    frame = Run(Recipe(**recipe)).seek(9).frame()
    figure = descent(frame, *steepest(frame))
    assert figure.layout.yaxis.title.text == f"loss, {unit}"
    assert figure.data[1].name.startswith(line)


def test_weights_that_no_instance_of_the_step_asks_are_said_to_be_so():
    run = Run(Recipe(preset="king-queen", model="skip-gram", output="negative"))
    frame = run.frame(3)
    idle = [int(i) for i in np.flatnonzero((frame.updated["W"] == frame.parameters["W"]).all(axis=1))[:2]]
    told = "does not depend on "
    line = descent(frame, "W", (idle[0], 0))
    assert told + "it" in line.layout.annotations[-1].text
    level = contour(frame, ("W", (idle[0], 0)), ("W", (idle[1], 1)))
    assert told + "them" in level.layout.annotations[-1].text
    assert not level.data[0].showscale
    first = steepest(frame)
    steep = contour(frame, first, steepest(frame, first))
    assert told not in steep.layout.annotations[-1].text
    assert steep.data[0].showscale
