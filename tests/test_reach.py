"""Colours end where numbers reach in a stretch of steps, whichever way one came."""

import numpy as np
import pytest

from explorer import Diverged, Recipe, Run, limits
from explorer.views.limits import Sizes
from explorer.views.reach import reach_of_quantity, reach_of_weights

RECIPE = Recipe(preset="king-queen")
NAMES = ("W", "W_out")
MANY = Recipe(
    pairs=", ".join(f"w{i}|w{3 * i % 2500}" for i in range(limits.MAX_WHOLE_WORDS + 500)),
    output="negative",
    vector_size=3,
)


def limit_at(run, step, change=False):
    return reach_of_weights(run.seek(step), NAMES, change).limit


@pytest.mark.parametrize("change", [False, True])
def test_limits_are_those_of_the_largest_number_of_a_stretch(change):
    trace = Run(RECIPE).trace(0, 258)
    states = [trace[name] for name in NAMES]
    run = Run(RECIPE)
    for start, end in ((8, 12), (64, 96), (128, 192)):
        arrays = [np.diff(each[start : end + 1], axis=0) if change else each[start : end + 1] for each in states]
        found = {limit_at(run, step, change) for step in (end, start + 1, end - 1)}
        assert found == {Sizes(*arrays).limit}


def test_an_edit_begins_another_stretch():
    """Before it nothing pales; from it on the edited weight counts, though it is no outlier's scale that it gets."""
    plain, edited = Run(RECIPE), Run(RECIPE.edited(11, weight=("W", "queen", 0, 3.0)))
    assert [limit_at(edited, step) for step in (9, 10)] == [limit_at(plain, 8 + 1)] * 2
    assert limit_at(edited, 11) > limit_at(plain, 11)
    assert reach_of_weights(edited.seek(12), NAMES).largest >= 3


def test_a_run_that_diverges_is_measured_as_far_as_it_comes():
    run = Run(Recipe(pairs="drink^juice|apple, eat|orange", learning_rate=1e6, batch_size=2, vector_size=2))
    with pytest.raises(Diverged) as ended:
        run.seek(100)
    step = ended.value.step
    start, end = run.trajectory.stretch(step)
    assert start < step < end
    weights = abs(run.trace(start, end - start)["W"]).max()
    assert reach_of_weights(run, ("W",)).largest == max(weights, abs(run.parameters["W"]).max())


@pytest.mark.parametrize("change", [False, True])
def test_what_grows_out_of_hand_is_measured_where_it_is(change):
    """Its stretch ends at 1e10: what it is now would be nothing beside that."""
    run, ratios = Run(RECIPE.edited(40, learning_rate=50.0)), []
    for step in range(40, 60):
        before, now = (run.seek(each).parameters for each in (step - change, step))
        largest = max(abs(now[name] - before[name] if change else now[name]).max() for name in NAMES)
        ratios.append(limit_at(run, step, change) / largest)
    assert max(ratios) <= 1000 * 1.5
    assert limit_at(run, 41, change) < limit_at(run, 59, change) / 1000


@pytest.mark.parametrize("output", ["negative", "hierarchical"])
def test_of_a_large_vocabulary_the_rows_that_travel_are_measured(output):
    run = Run(MANY.replaced(output=output)).seek(40)
    block = run.trace(32, 32)
    known = reach_of_weights(run, ("W",))
    assert known.largest >= max(abs(block.start_rows("W", np.arange(120))).max(), abs(run.parameters["W"][32:64]).max())
    assert known.limit == reach_of_weights(Run(run.recipe).seek(48), ("W",)).limit


def test_a_quantity_is_measured_in_all_frames_of_its_stretch():
    run = Run(RECIPE)
    largest = abs(run.trace(64, 32)["h"]).max()
    assert {reach_of_quantity(run.frame(step), "h").largest for step in (64, 90, 95)} == {largest}
    batch = Run(Recipe(preset="king-queen", batch_size=3))
    assert reach_of_quantity(batch.frame(5), "h").largest == np.nanmax(np.abs(batch.trace(4, 2)["h"]))
