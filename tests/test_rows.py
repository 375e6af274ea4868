"""Large vocabularies: states and blocks of rows hold the bits of whole matrices."""

import json
import tracemalloc

import numpy as np
import pytest

from explorer import Recipe, Run, limits
from explorer.training.replay import Trajectory
from explorer.training.rows import Rows

pytestmark = pytest.mark.kernels

TEXT = "the cat sat on the mat\nthe dog sat on the cat\na mat is a thing that lies on the floor"
RECIPES = {
    "hierarchical": Recipe(preset="king-queen", output="hierarchical"),
    "negative": Recipe(preset="king-queen", output="negative", negative=3, seed=5),
    "several words": Recipe(preset="fruit-and-juice-cbow", output="negative", schedule="linear", epochs=20),
    "batches": Recipe(text=TEXT, output="hierarchical", batch_size=4, order="shuffled"),
    "undivided": Recipe(text=TEXT, output="negative", dialect="c", sample=0, batch_size=2),
    "edits": Recipe(preset="king-and-queen", output="negative")
    .edited(0, weight=("W", "king", 0, 0.5))
    .edited(37, weight=("W_out", "queen", 1, -1.5))
    .edited(50, pairs="king|royal, queen^king|man")
    .edited(51, learning_rate=0.05),
}
every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)


@pytest.fixture
def rows_only(monkeypatch):
    """Runs of any vocabulary as if it were too large for whole matrices."""

    def make(recipe, step=0):
        with monkeypatch.context() as patch:
            patch.setattr(limits, "MAX_WHOLE_WORDS", 0)
            trajectory = Trajectory(recipe)
        trajectory._spacing = 16
        assert trajectory.by_rows
        return Run(recipe, trajectory, step)

    return make


def same(found, expected):
    assert found.keys() == expected.keys()
    for name in expected:
        assert found[name].tobytes() == expected[name].tobytes(), name


@every_recipe
def test_rows_have_the_bits_of_whole_matrices(recipe, rows_only):
    run, plain = rows_only(recipe), Run(recipe)
    for step in (0, 60, 36, 37, 49, 50, 51, 16):
        frame, expected = run.frame(step), plain.frame(step)
        same(frame.parameters, expected.parameters)
        same(frame.updated, expected.updated)
        same(frame.gradients, expected.gradients)
        assert frame.loss == expected.loss
        same(rows_only(recipe, step).parameters, plain.seek(step).parameters)
        same(run.seek(step).parameters, plain.parameters)
        same(run.frame().updated, plain.frame().updated)
    np.testing.assert_array_equal(run.losses(3, 80), plain.losses(3, 80))


@every_recipe
@pytest.mark.parametrize("stride", [1, 7])
def test_a_trace_of_rows_equals_one_of_whole_matrices(recipe, stride, rows_only):
    trace, expected = rows_only(recipe).trace(20, 40, stride), Run(recipe).trace(20, 40, stride)
    for name in (*expected.start_parameters, "h", "EH", "x"):
        assert trace[name].tobytes() == expected[name].tobytes(), name
    same(trace.start_parameters, expected.start_parameters)
    same(trace.end[1], expected.end[1])


@every_recipe
def test_a_block_carries_every_row_that_it_changes(recipe, rows_only):
    run, chosen = rows_only(recipe), [1, 2]
    _, arrays = unpacked(run.trace(30, 30).to_bytes(words=chosen))
    before, after = Run(recipe).seek(30).parameters, Run(recipe).seek(60).parameters
    for name in before:
        ids = arrays["rows.node" if name == "W_node" else "rows.word"]
        np.testing.assert_array_equal(arrays[f"start.{name}"], before[name][ids])
        changed = np.flatnonzero((before[name] != after[name]).any(axis=1))
        assert set(changed) | set(chosen if name != "W_node" else [0, 1]) <= set(ids.tolist())
    _, strided = unpacked(run.trace(30, 3, stride=10).to_bytes(words=chosen))
    for row, step in enumerate((30, 40, 50)):
        expected = Run(recipe).seek(step).parameters["W"][chosen]
        np.testing.assert_array_equal(strided["W"][row], expected.astype(np.float32))
    assert strided["rows.word"].tolist() == chosen


def unpacked(block):
    length = int.from_bytes(block[:4], "little")
    header = json.loads(block[4 : 4 + length])
    arrays = {}
    for entry in header["arrays"]:
        size = int(np.prod(entry["shape"]))
        array = np.frombuffer(block, f"<{entry['dtype']}", size, 4 + length + entry["offset"])
        arrays[entry["name"]] = array.reshape(entry["shape"])
    return header, arrays


@every_recipe
def test_a_number_is_explained_without_the_matrix(recipe, rows_only):
    frame, expected = rows_only(recipe).frame(40), Run(recipe).frame(40)
    for name in expected:
        index = (0,) * expected[name].ndim
        assert frame.explain(name, index) == expected.explain(name, index)
    row = expected.instances[0].inputs[0]
    assert frame.explain("W", (row, 1)) == expected.explain("W", (row, 1))
    for array in (frame.parameters["W"], frame.updated["W"], frame.gradients["W"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_a_large_vocabulary_costs_a_frame_no_copy_of_it():
    words = 10_000  # so many that what other threads allocate meanwhile does not matter
    pairs = ",".join(f"w{i}|w{(3 * i + 1) % words}" for i in range(words))
    run = Run(Recipe(pairs=pairs, vector_size=50, output="negative"))
    run.advance(10).frame()
    tracemalloc.start()
    try:
        frames = [run.advance(1).frame() for _ in range(5)]
        run.probabilities(["w1"])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * words * 50 / 4
    assert frames[0].updated["W"].tobytes() == Run(run.recipe).seek(12).parameters["W"].tobytes()


def test_rows_put_again_and_again_stay_a_matrix():
    random = np.random.default_rng(0)
    rows, expected = Rows(random.normal(size=(40, 3))), None
    expected = rows.dense()
    for _ in range(30):
        ids = np.unique(random.integers(0, 40, 2))
        values = random.normal(size=(len(ids), 3))
        other = rows.copy()
        rows.put(ids, values)
        np.testing.assert_array_equal(other.dense(), expected)
        expected[ids] = values
        np.testing.assert_array_equal(rows.dense(), expected)
        np.testing.assert_array_equal(rows[np.arange(40)], expected)
        np.testing.assert_allclose(rows @ np.ones(3), expected.sum(axis=1))
