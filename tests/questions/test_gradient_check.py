"""The whole model's gradient against central differences, asked of a run."""

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
    with Budget(work=1_000_000), pytest.raises(RecipeError, match="step"):
        run.gradient_check()
