"""Runs: the same recipe at the same step gives the same bits, however one came there."""

import json
import pickle
import threading

import numpy as np
import pytest

from explorer import MODELS, PRESETS, Diverged, Recipe, RecipeError, Run
from explorer.training.replay import Trajectory
from tests.reference import softmax as naive

RECIPES = {
    "plain": Recipe(preset="king-and-queen"),
    "batches": Recipe(preset="king-and-queen", batch_size=5, order="shuffled", schedule="linear", epochs=40),
    "text": Recipe(text="the cat sat\non the mat\nthe mat sat", model="skip-gram", schedule="inverse"),
    "edits": Recipe(preset="king-and-queen")
    .edited(70, learning_rate=0.05)
    .edited(100, weight=("W", "queen", 2, 0.5))
    .edited(130, pairs="king|royal, queen^king|man")
    .edited(131, weight=("W_out", "king", 0, -1.0)),
}
every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)


def bits(run):
    return {name: array.tobytes() for name, array in run.parameters.items()}


@pytest.fixture
def fresh():
    """Trajectories that keep checkpoints often, so that replay is exercised."""

    def make(recipe):
        trajectory = Trajectory(recipe)
        trajectory._spacing, trajectory._most = 16, 4
        return Run(recipe, trajectory)

    return make


@every_recipe
def test_a_walk_back_and_forth_equals_a_fresh_run(recipe, fresh):
    walker = fresh(recipe)
    for step in np.random.default_rng(0).integers(0, 200, 25).tolist():
        assert bits(walker.seek(step)) == bits(Run(recipe).seek(step)), step
        assert walker.step == step
    walker.seek(99)
    for step in range(100, 140):
        assert bits(walker.advance()) == bits(Run(recipe).seek(step)), step


@every_recipe
def test_a_block_equals_single_steps(recipe, fresh):
    trace = fresh(recipe).trace(60, 90)
    run = Run(recipe)
    for place, step in enumerate(trace.steps.tolist()):
        frame = run.frame(step)
        assert trace["W"][place].tobytes() == frame.parameters["W"].tobytes()
        for name in frame:
            kept = trace[name][place][: len(frame.instances)] if frame.batched else trace[name][place]
            assert kept.tobytes() == frame[name].tobytes(), (step, name)
        assert trace.loss[place] == frame.loss
        assert trace.learning_rate[place] == frame.learning_rate


@every_recipe
def test_a_strided_trace_holds_the_same_frames(recipe, fresh):
    strided, dense = fresh(recipe).trace(10, 12, stride=15), Run(recipe).trace(10, 180)
    assert strided.steps.tolist() == dense.steps[::15].tolist()
    for name in ("W", "W_out", "h", "e", "t"):
        np.testing.assert_array_equal(strided[name], dense[name][::15])
    np.testing.assert_array_equal(strided.losses, dense.loss)


@every_recipe
def test_a_frame_ends_where_the_next_begins_but_for_edits(recipe):
    run = Run(recipe)
    edited = {edit.step for edit in recipe.edits if edit.kind == "weight"}
    for step in (0, 69, 70, 98, 99, 100, 129, 130, 131):
        after = run.frame(step).updated
        for name, array in run.seek(step + 1).parameters.items():
            assert (array.tobytes() == after[name].tobytes()) or step + 1 in edited
        run.seek(5)  # a frame does not depend on where the run stands
        assert run.frame(step).updated["W"].tobytes() == after["W"].tobytes()


@every_recipe
def test_threads_share_a_trajectory(recipe, fresh):
    run = fresh(recipe)
    expected = {step: bits(Run(recipe).seek(step)) for step in (30, 90, 150)}
    wrong = []

    def walk(seed):
        mine = Run(recipe, run.trajectory)
        for step in np.random.default_rng(seed).choice([30, 90, 150], 20).tolist():
            if bits(mine.seek(step)) != expected[step]:
                wrong.append(step)

    threads = [threading.Thread(target=walk, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_edits_change_what_they_say():
    run = Run(RECIPES["edits"])
    assert run.frame(69).learning_rate == 0.2
    assert run.frame(70).learning_rate == 0.05
    assert run.seek(100).parameters["W"][run.vocabulary.index("queen"), 2] == 0.5
    assert run.frame(100).parameters["W"][run.vocabulary.index("queen"), 2] == 0.5
    assert run.frame(99).updated["W"][run.vocabulary.index("queen"), 2] != 0.5
    words = [run.vocabulary[i] for i in run.frame(131).instance.inputs]
    assert words == ["queen", "king"]
    assert run.vocabulary == Run(RECIPES["plain"]).vocabulary
    assert (run.seek(129).epoch, run.seek(130).epoch) == (8, 9)  # new data begin a new pass


def test_schedules_follow_their_formulas():
    S = 4 * len(Run(RECIPES["plain"]).instances)
    linear = Run(Recipe(preset="king-and-queen", schedule="linear", epochs=4))
    inverse = Run(Recipe(preset="king-and-queen", schedule="inverse", epochs=4))
    for step in (0, 1, 17, S - 1, S, 3 * S):
        assert linear.frame(step).learning_rate == 0.2 * max(1 - step / S, 1e-4)
        assert inverse.frame(step).learning_rate == 0.2 / (1 + step / S)


def test_batches_never_cross_an_epoch():
    run = Run(Recipe(preset="king-and-queen", batch_size=5))
    sizes = [len(run.frame(step).instances) for step in range(8)]
    assert sizes == [5, 5, 5, 1] * 2
    assert run.frame(0)["h"].shape == (5, 5)
    assert run.frame(3)["h"].shape == (1, 5)
    assert np.isnan(run.trace(3, 1)["h"][0, 1:]).all()


def test_shuffled_epochs_are_permutations_of_seed_and_epoch():
    run, other = (Run(Recipe(preset="king-and-queen", order="shuffled", seed=seed)) for seed in (1, 2))
    n = len(run.instances)

    def epoch(run, number):
        return [run.frame(number * n + place).instance for place in range(n)]

    assert sorted(epoch(run, 0)) == sorted(epoch(run, 3)) == sorted(run.instances)
    assert epoch(run, 0) != epoch(run, 3)
    assert epoch(run, 0) != epoch(other, 0)


def test_the_last_steps_of_a_diverging_run_reach_the_page():
    """Their scores are finite, and beyond what float32 can hold."""
    run = Run(Recipe(preset="fruit-and-juice", learning_rate=50))
    with pytest.raises(Diverged) as raised:
        run.seek(1000)
    block = run.trace(raised.value.step - 5, 10).to_bytes()
    size = int.from_bytes(block[:4], "little")
    declared = {array["name"]: array for array in json.loads(block[4 : 4 + size])["arrays"]}
    scores = np.frombuffer(block, declared["u"]["dtype"], 5 * 8, 4 + size + declared["u"]["offset"])
    assert np.abs(scores).max() > np.finfo(np.float32).max
    assert np.isfinite(scores).all()


def test_divergence_stops_before_the_step_and_can_be_stepped_back():
    run = Run(Recipe(preset="fruit-and-juice", learning_rate=50.0))
    with pytest.raises(Diverged) as raised:
        run.seek(5000)
    step, quantity = raised.value.step, raised.value.quantity
    assert run.step == step
    assert all(np.isfinite(array).all() for array in run.parameters.values())
    with pytest.raises(Diverged, match=quantity):
        run.frame()
    trace = run.trace(step - 10, 50)
    assert trace.steps.tolist() == list(range(step - 10, step))
    assert (trace.diverged.step, trace.diverged.quantity) == (step, quantity)
    assert np.isfinite(trace.loss).all()
    assert bits(run.seek(step - 3)) == bits(Run(run.recipe).seek(step - 3))


def test_the_quantity_that_diverged_is_the_first():
    given = {"W": [[1e200], [0.0]], "W_out": [[1e200], [0.0]]}
    run = Run(Recipe(pairs="a|b", vector_size=1, parameters=given))
    with pytest.raises(Diverged) as raised:
        run.advance()
    assert (raised.value.step, raised.value.quantity) == (0, "u")
    given = {"W": [[1e300], [0.0]], "W_out": [[0.0], [0.0]]}
    with pytest.raises(Diverged) as raised:
        Run(Recipe(pairs="a|b", vector_size=1, learning_rate=1e6, parameters=given)).advance(2)
    assert raised.value.quantity in ("u", "W_out", "W")


def test_zero_learning_rate_moves_nothing():
    run = Run(Recipe(preset="king-queen", learning_rate=0))
    before = bits(run)
    assert bits(run.seek(300)) == before


def test_asking_a_run():
    run = Run(RECIPES["plain"]).seek(300)
    y = run.probabilities(["king", "man"])
    W, W_out = run.parameters["W"].tolist(), run.parameters["W_out"].tolist()
    ids = [run.vocabulary.index(word) for word in ("king", "man")]
    np.testing.assert_allclose(y, naive.forward(W, W_out, ids)[2], atol=1e-14)
    assert y.sum() == pytest.approx(1)
    nearest = run.neighbours("king", count=3)
    assert len(nearest) == 3
    assert "king" not in dict(nearest)
    assert [cosine for _, cosine in nearest] == sorted((cosine for _, cosine in nearest), reverse=True)
    a, b, c = (run.parameters["W"][run.vocabulary.index(word)] for word in ("king", "man", "woman"))
    word, cosine = run.analogy("king", "man", "woman")[0]
    vector, query = run.parameters["W"][run.vocabulary.index(word)], a - b + c
    expected = vector @ query / np.linalg.norm(vector) / np.linalg.norm(query)
    assert cosine == pytest.approx(expected)
    assert not {"king", "man", "woman"} & {word for word, _ in run.analogy("king", "man", "woman")}
    with pytest.raises(RecipeError, match="zebra"):
        run.neighbours("zebra")
    with pytest.raises(ValueError, match="read-only"):
        run.parameters["W"][0, 0] = 1
    with pytest.raises(RecipeError, match="10,000,000"):
        run.seek(10_000_001)


def test_a_word_is_asked_for_as_its_text_is_read():
    text = "I can’t see the café in İstanbul\nC++ or U.S.A. cafés\nthe café can wait"
    run = Run(Recipe(text=text, tokenizer="words")).seek(10)
    for typed, word in {
        "C++": "c++",
        "Can’t": "can't",
        "cafe\u0301": "café",
        "U.S.A.": "u.s.a.",
        "İSTANBUL": "istanbul",
    }.items():
        assert run.neighbours(typed) == run.neighbours(word)
        assert run.evaluate(f'cos("{typed}", the)', 10, 10) == run.evaluate(f'cos("{word}", the)', 10, 10)
    assert run.evaluate("W[Café, 1]", 10, 10) == run.evaluate("W[café, 1]", 10, 10)
    for unknown in ("the café", "tea", ""):
        with pytest.raises(RecipeError, match="a word of the vocabulary"):
            run.neighbours(unknown)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda run: run.neighbours("kng"), "word: got 'kng', allowed is a word of the vocabulary$"),
        (lambda run: run.neighbours(99), "word: got 99, allowed is a word of the vocabulary, or an id from 0 to 13$"),
        (lambda run: run.analogy("king", "kng", "woman"), "^b: got 'kng'"),
        (lambda run: run.analogy_table("king", "man", "woman", d="kng"), "^d: got 'kng'"),
        (lambda run: run.moved([]), "^words: got"),
    ],
)
def test_the_word_that_is_unknown_is_named(ask, told):
    with pytest.raises(RecipeError, match=told):
        ask(Run(Recipe(preset="king-queen")))


def test_what_a_notebook_shows_of_a_step_is_in_words():
    run = Run(Recipe(preset="king-queen")).seek(137)
    frame, of = run.frame(), "Recipe(preset='king-queen')"
    assert repr(frame) == f"<Frame: step=137, loss={frame.loss:.4f}, of {of}>"
    assert repr(frame.gradients) == "<gradients of W, W_out>"
    assert repr(run.trace(100, 5)) == f"<Trace: 5 frames from step 100, of {of}>"
    assert repr(run.trace(100, 5, 10)) == f"<Trace: 5 frames from step 100, every 10, of {of}>"
    explanation = frame.explain("EH", (0,))
    assert "<math" not in repr(explanation)
    assert explanation.equation in explanation._repr_html_()
    assert explanation.mathml in explanation._repr_html_()


def test_neighbours_of_vectors_whose_squares_overflow():
    given = {"W": [[1e200], [1e300], [-1e-200], [0.0]]}
    run = Run(Recipe(pairs="a|b, c|d", vector_size=1, parameters=given))
    assert run.neighbours("a") == [("b", 1.0), ("d", 0.0), ("c", -1.0)]


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda run: run.seek(True), "step"),
        (lambda run: run.seek(2.0), "step"),
        (lambda run: run.advance(2.5), "n"),
        (lambda run: run.trace(0, -1), "count"),
        (lambda run: run.trace(0, 1, 0), "stride"),
        (lambda run: run.neighbours("a", count=-1), "count"),
        (lambda run: run.neighbours(["a"]), "word"),
        (lambda run: run.neighbours("a", of=["W"]), "of"),
        (lambda run: run.probabilities(None), "word"),
        (lambda run: run.probabilities([]), "inputs"),
    ],
)
def test_what_no_run_can_answer_is_told(ask, field):
    with pytest.raises(RecipeError) as raised:
        ask(Run(Recipe(pairs="a|b")))
    assert [problem.field for problem in raised.value.problems] == [field]


def test_probabilities_that_are_not_finite_are_none():
    large = {"W": [[1e200], [0.0]], "W_out": [[1e200], [0.0]]}
    run = Run(Recipe(pairs="a|b", vector_size=1, parameters=large))
    with pytest.raises(Diverged):
        run.probabilities(["a"])
    assert run.probabilities(["b"]).tolist() == [0.5, 0.5]


def test_errors_reach_another_process_whole():
    diverged = pickle.loads(pickle.dumps(Diverged(3, "u")))
    assert (diverged.step, diverged.quantity, str(diverged)) == (3, "u", str(Diverged(3, "u")))
    error = RecipeError([("seed", -1, "a whole number")])
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def test_what_a_trace_hands_out_does_not_change_the_run():
    run = Run(RECIPES["plain"])
    trace = run.trace(0, 5)
    for array in (*trace.start_parameters.values(), *trace.end[1].values()):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_arrays_once_shown_stay_as_they_were():
    run = Run(Recipe(preset="king-queen"))
    start = run.parameters["W"]
    copy = start.copy()
    moved = run.advance(3).advance(4).parameters["W"]
    assert np.array_equal(start, copy)
    assert moved.tobytes() == Run(run.recipe).seek(7).parameters["W"].tobytes()
    kept = moved.copy()
    assert run.advance(1).step == 8
    assert np.array_equal(moved, kept)


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        (
            lambda: PRESETS["kingqueen"],
            "preset: got 'kingqueen', allowed is one of the .* nearest to it are king-queen",
        ),
        (lambda: MODELS["skipgram"], "model: got 'skipgram', allowed is one of cbow, skip-gram, "),
        (lambda: Run(Recipe(pairs="a|b")).parameters["C"], "parameter: got 'C', allowed is one of W, W_out"),
        (lambda: Run(Recipe(pairs="a|b")).frame().updated["h"], "parameter: got 'h', allowed is one of W, W_out"),
    ],
    ids=["preset", "model", "parameter", "updated"],
)
def test_a_name_that_there_is_not_is_told_with_those_that_there_are(asked, allowed):
    with pytest.raises(KeyError, match=allowed):
        asked()
