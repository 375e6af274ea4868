"""Two runs compared: the first bit in which they differ, and what they differ by."""

import numpy as np
import pytest

from explorer import MODELS, PRESETS, Recipe, RecipeError, Run, limits
from explorer.training.questions.comparison import parting
from tests.questions.naive import positions
from tests.questions.recipes import PAIRS, RECIPES, STOP, TEXT

SOFTMAX, NEGATIVE = RECIPES["cbow, softmax"], RECIPES["cbow, negative"]
FORKS = {
    "rate": (SOFTMAX, SOFTMAX.edited(5, learning_rate=0.3)),
    "weight": (SOFTMAX, SOFTMAX.edited(9, weight=("W_out", "girl", 1, 0.5))),
    "weight at rest": (SOFTMAX, SOFTMAX.edited(7, weight=("W", "queen", 1, 0.5))),
    "data": (SOFTMAX, SOFTMAX.edited(5, pairs="king|girl")),
    "longer data": (NEGATIVE, NEGATIVE.edited(11, pairs="king|girl^boy^man^woman^royal")),
    "seed": (SOFTMAX, Recipe(pairs=PAIRS, seed=2)),
    "size": (SOFTMAX, Recipe(pairs=PAIRS, vector_size=4)),
    "layer": (SOFTMAX, NEGATIVE),
    "batches": (RECIPES["batches, softmax"], RECIPES["batches, softmax"].edited(6, learning_rate=0.3)),
    "network": (RECIPES["mlp"], RECIPES["mlp"].edited(3, learning_rate=0.3)),
    "recurrent": (RECIPES["rnnlm"], RECIPES["rnnlm"].edited(3, learning_rate=0.3)),
    "decay": (RECIPES["nnlm"], Recipe(text=TEXT, model="nnlm", context=2, hidden=(3,))),
}


def naively(one, other):
    """By frames: of each position the quantities as the stages show them, then the parameters."""
    shown = [name for stage in one.architecture.stages for name in stage.shows]
    for mine, theirs in zip(positions(one, STOP), positions(other, STOP), strict=True):
        for name in shown if mine.step else ():
            if name == "loss":
                both = np.array(mine.frame.loss), np.array(theirs.frame.loss)
            elif name in mine.frame and name in theirs.frame:
                both = mine.frame[name], theirs.frame[name]
            else:
                continue
            if both[0].shape != both[1].shape or both[0].tobytes() != both[1].tobytes():
                return mine.step, name
        for name, array in mine.parameters.items():
            if name in theirs.parameters and array.tobytes() != theirs.parameters[name].tobytes():
                return mine.step, name
    return None


@pytest.mark.parametrize(("one", "other"), FORKS.values(), ids=FORKS)
def test_the_first_difference_is_the_first_bit(one, other):
    found = Run(one).seek(STOP).compare(Run(other))
    assert found.first_difference == naively(one, other)
    last, theirs = positions(one, STOP)[-1], positions(other, STOP)[-1]
    assert "loss" in found.differences
    for name, difference in found.differences.items():
        mine = (
            last.parameters[name]
            if name in last.parameters
            else last.frame.loss
            if name == "loss"
            else last.frame[name]
        )
        both = theirs.parameters, theirs.frame
        other_ = both[0][name] if name in both[0] else both[1].loss if name == "loss" else both[1][name]
        np.testing.assert_array_equal(difference, other_ - np.asarray(mine))


def test_what_differs_may_begin_in_any_piece(monkeypatch):
    monkeypatch.setattr("explorer.training.questions.comparison._MOST_STEPS", 3)
    run, other = Run(SOFTMAX), Run(SOFTMAX.edited(800, learning_rate=0.3))
    assert run.compare(other, 0, 800).first_difference is None
    assert run.compare(other, 0, 900).first_difference == (801, "W")
    assert run.compare(other, 850, 900).first_difference == (850, "W")


def test_the_same_recipe_does_not_differ_and_rows_neither(monkeypatch):
    recipe, same = RECIPES["edits, negative"], Run(RECIPES["edits, negative"])
    monkeypatch.setattr(limits, "MAX_WHOLE_WORDS", 0)
    found = Run(recipe).seek(40).compare(same)
    assert found.first_difference is None
    assert not any(difference.any() for difference in found.differences.values())


def test_quantities_of_one_name_may_be_numbers_of_another_kind():
    """`output` and `t` of a tree are not those of the full softmax."""
    one, other = Recipe(preset="self-loop", output="hierarchical"), Recipe(preset="directed-loop")
    for mine, theirs in ((one, other), (other, one)):
        assert Run(mine).compare(Run(theirs), stop=3).first_difference[0] <= 1


def test_what_is_no_run_is_told():
    for other in (None, SOFTMAX, "run"):
        with pytest.raises(RecipeError, match="a run, such as"):
            Run(SOFTMAX).compare(other)


def test_runs_are_compared_as_far_as_both_come():
    near, far = Recipe(preset="king-queen"), Recipe(preset="king-queen", learning_rate=1e6)
    found = Run(near).seek(100).compare(Run(far))
    assert found.first_difference == (1, "W")
    assert found.stop == 40


@pytest.mark.parametrize(("one", "other"), FORKS.values(), ids=FORKS)
def test_before_two_recipes_part_their_runs_are_the_same(one, other):
    parted = parting(one, other)
    assert parting(other, one) == parted == min((edit.step for edit in other.edits), default=0)
    found = Run(one).compare(Run(other), stop=parted).first_difference
    assert found is None or found[0] == parted


def test_two_recipes_part_at_the_first_edit_that_only_one_has():
    one = SOFTMAX.edited(5, learning_rate=0.3).edited(5, learning_rate=0.4)
    assert parting(one, one) == limits.MAX_STEP
    assert parting(one, SOFTMAX.edited(5, learning_rate=0.4).edited(5, learning_rate=0.3)) == 5  # in another order
    assert parting(one, one.edited(9, learning_rate=0.3)) == 9
    assert parting(one.edited(9, learning_rate=0.3), one.edited(8, learning_rate=0.3)) == 8


def test_a_name_that_is_a_weight_in_one_and_a_quantity_in_the_other_is_not_compared():
    kinds = {}
    for name in MODELS:
        preset = next(each.recipe for each in PRESETS.values() if each.recipe.model == name)
        kinds[name] = Run(preset).seek(3)
    for one in kinds.values():
        for other in kinds.values():
            compared = one.compare(other)
            weights = [{each.name for each in run.recipe.architecture.parameters} for run in (one, other)]
            assert all((name in weights[0]) == (name in weights[1]) for name in compared.differences)
