"""Where a run leaves the reals: the number, the weight to blame, and the steps in which that grew."""

from itertools import pairwise

import numpy as np
import pytest

from explorer import Diverged, Recipe, Run
from tests.questions.recipes import PAIRS, TEXT, XOR

FAR = {
    "softmax": Recipe(preset="king-queen", learning_rate=1e6),
    "batches": Recipe(pairs=PAIRS, batch_size=3, learning_rate=1e6),
    "tree": Recipe(pairs=PAIRS, output="hierarchical", learning_rate=1e6, context_gradient="undivided"),
    "negative": Recipe(text=TEXT, output="negative", learning_rate=1e6),
    "cancelling": Recipe(preset="king-queen", model="skip-gram", learning_rate=1e5, seed=1),
    "loss": Recipe(preset="king-queen", model="cbow", learning_rate=1e5, seed=3),
    "nnlm": Recipe(text=TEXT, model="nnlm", context=2, hidden=(3,), activation="relu", learning_rate=1e4),
    "mlp": Recipe(points=XOR, model="mlp", hidden=(3,), activation="relu", output_activation="identity",
                  learning_rate=50),
}  # fmt: skip
STOP = 400


def made_of_each_other(run, found):
    """Each number that is blamed is one of those that the one before it is computed from."""
    with np.errstate(all="ignore"):
        frame = run.trajectory.last_frame(found.step)
        for number, operand in pairwise([found.lost, *found.blamed]):
            if number.quantity == "loss":
                assert operand.quantity in ("u", "y")
            else:
                made_of = frame.explain(number.quantity, number.index).operands
                assert operand[:2] in [each[:2] for each in made_of]


@pytest.mark.parametrize("recipe", FAR.values(), ids=FAR)
def test_the_weight_to_blame_is_found_and_its_growth(recipe):
    found = Run(recipe).divergence(STOP)
    if found is None:
        Run(recipe).seek(STOP)
        pytest.skip("it stays finite")
    run = Run(recipe)
    with pytest.raises(Diverged) as raised:
        run.seek(STOP)
    assert (found.step, found.lost.quantity) == (raised.value.step, raised.value.quantity)
    assert not np.isfinite(found.lost.value)
    made_of_each_other(run, found)
    weight = found.blamed[-1]
    here = Run(recipe).seek(found.step)
    assert weight.value == here.parameters[weight.quantity][weight.index]
    assert abs(weight.value) > 1e50
    last, value = found.grown[-1]
    assert value == weight.value or last < found.step  # a ledger ends before numbers over 1e300
    for (_, before), (position, value) in zip(found.grown, found.grown[1:], strict=False):
        assert abs(value) > 10 * abs(before)
        assert value == Run(recipe).seek(position).parameters[weight.quantity][weight.index]


def test_most_of_these_runs_do_diverge():
    assert sum(Run(recipe).divergence(STOP) is not None for recipe in FAR.values()) >= 4


def test_a_run_that_stays_finite_has_none():
    assert Run(Recipe(preset="king-queen")).divergence(300) is None


def test_an_instance_that_the_step_did_not_come_to_is_not_blamed():
    found = Run(Recipe(preset="king-queen", batch_size=4, learning_rate=1e6)).divergence(STOP)
    assert found.lost == ("u", (0, 0), np.inf)  # h of the instances after it was never computed
    assert [each.quantity for each in found.blamed] == ["W_out"]
