"""Somebody's own training, step by step: the first number that is wrong, and why."""

import numpy as np
import pytest

from explorer import Diverged, Recipe, RecipeError, Run
from tests.questions.naive import positions
from tests.questions.recipes import PAIRS, RECIPES, STOP

every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)


def traced(recipe, dtype=np.float64, stop=STOP):
    known = positions(recipe, stop)
    return {name: np.array([each.parameters[name] for each in known], dtype) for name in known[0].parameters}


@every_recipe
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_first_wrong_number_is_found_and_nothing_else(recipe, dtype):
    run, arrays = Run(recipe), traced(recipe, dtype)
    assert run.check_trace(arrays) is None
    name = list(arrays)[-1]
    last = (-1,) * (arrays[name].ndim - 1)
    index = tuple(size - 1 for size in arrays[name].shape[1:])
    largest = float(np.abs(arrays[name]).max())
    for step in (9, 4):
        arrays[name][(step + 1, *last)] += 0.01 * largest
        found = run.check_trace(arrays)
        assert (found.step, found.parameter, found.index, found.hint) == (step, name, index, "")
        assert abs(found.got - found.expected) == pytest.approx(0.01 * largest, rel=0.01)


def test_a_mistake_that_goes_on_is_told_where_it_begins():
    recipe, arrays = RECIPES["cbow, softmax"], traced(RECIPES["cbow, softmax"])
    forked = traced(recipe.edited(6, learning_rate=0.4))
    found = Run(recipe).check_trace({name: np.concatenate([arrays[name][:7], forked[name][7:]]) for name in arrays})
    assert (found.step, found.parameter) == (6, "W")
    later = {name: array[4:] for name, array in arrays.items()}
    assert Run(recipe).check_trace(later, start=4) is None
    assert Run(recipe).check_trace(later, start=5).step == 5


@pytest.mark.parametrize(
    ("hint", "times"), [("sign", -1), ("not divided by C", 3), ("no learning rate", 5), ("divided twice", 1 / 3)]
)
def test_known_mistakes_are_told(hint, times):
    recipe = RECIPES["cbow, softmax"]
    frame = Run(recipe).frame(0)
    arrays = {name: np.array([frame.parameters[name], frame.updated[name]]) for name in frame.updated}
    arrays["W"][1] = arrays["W"][0] + times * (arrays["W"][1] - arrays["W"][0])
    found = Run(recipe).check_trace(arrays)
    assert (found.step, found.parameter, found.hint) == (0, "W", hint)


def test_weights_of_theirs_are_no_weights_of_the_run():
    """Numbers that no run of the recipe comes to, and steps from them that are not finite, leave the run as it is."""
    recipe = Recipe(pairs=PAIRS)
    run = Run(recipe)
    wild = {name: np.full((2, *array.shape), 1e200) for name, array in run.parameters.items()}
    with pytest.raises(Diverged):
        run.check_trace(wild)
    assert run.seek(100).parameters["W"].tobytes() == Run(recipe).seek(100).parameters["W"].tobytes()


def test_what_does_not_fit_is_told():
    arrays = traced(RECIPES["cbow, softmax"])
    run = Run(RECIPES["cbow, softmax"])
    wrong = (
        {"W": arrays["W"]}, arrays | {"Q": arrays["W"]}, arrays | {"W": arrays["W"][:, :2]},
        arrays | {"W": arrays["W"][:3]}, arrays | {"W": arrays["W"].astype(str)}, arrays | {"W": 5},
        arrays | {"W": np.where(np.arange(len(arrays["W"]))[:, None, None] == 0, np.nan, arrays["W"])}, None, [arrays],
    )  # fmt: skip
    for given in wrong:
        with pytest.raises(RecipeError):
            run.check_trace(given)
    with pytest.raises(RecipeError, match=r"\(steps \+ 1, 7, 5\); these are transposed"):
        run.check_trace(arrays | {"W": arrays["W"].swapaxes(1, 2)})
