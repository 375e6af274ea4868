"""The recurrent language model: by hand, by a naive twin, by central differences, and that its state survives."""

import numpy as np
import pytest

from explorer import Diverged, Recipe, RecipeError, Run
from explorer.models import rnnlm
from explorer.training.gradient_check import gradient_errors
from tests.reference import rnnlm as naive

pytestmark = pytest.mark.kernels

TEXT = "the cat sat on the mat\na dog ran\nthe dog sat on a cat"
PAIRS = "a|b, b|c^c, c|a^b, a|c"
MATRICES = ("U", "W", "V")
depths = pytest.mark.parametrize("bptt", [0, 1, 3])
batches = pytest.mark.parametrize("batch_size", [1, 2, 3])


def recipe(**more):
    data = {} if "pairs" in more else {"text": TEXT}
    return Recipe(**data | {"model": "rnnlm", "hidden": (4,), "seed": 5} | more)


def same(ours, theirs):
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        np.testing.assert_array_equal(array, theirs[name], err_msg=name)


@pytest.mark.smoke
def test_a_step_worked_out_by_hand():
    """One unit, two words, U = (0, 0), W = 0, V = (0, 0)ᵀ but for the one that matters; η = 1, τ = 1.

    a → b: s(0) = σ(0) = ½, u = (0, 0), y = (½, ½), E = ln 2, e = (½, −½), e_h = (½·0 − ½·0)·¼ = 0
    V ← (0 − ½·½, 0 + ½·½) = (−¼, ¼), W and U stay
    b → a: s(1) = ½ again, u = (−⅛, ⅛), y_a = 1/(1 + exp(¼)) = y, e = (y − 1)(1, −1)
    e_h(1) = (y − 1)(−¼ − ¼)·¼ = (1 − y)/8, and e_h(0) = W e_h(1)·¼ = 0 as W = 0
    W ← −e_h(1) s(0) = −(1 − y)/16, U_b ← −(1 − y)/8, U_a stays; with W = 2 there, e_h(0) = (1 − y)/16 moves U_a
    """
    given = {"U": [[0.0, 0.0]], "W": [[0.0]], "V": [[0.0], [0.0]]}
    recipe = Recipe(pairs="a|b, b|a", model="rnnlm", hidden=(1,), bptt=1, learning_rate=1.0, parameters=given)
    run = Run(recipe)
    first = run.frame()
    np.testing.assert_array_equal(first["s"], [[0.1], [0.1], [0.5]])
    np.testing.assert_array_equal(first["w"], [-1, 0])
    assert first.loss == pytest.approx(np.log(2), abs=1e-15)
    np.testing.assert_array_equal(first.updated["V"], [[-0.25], [0.25]])
    second = run.advance().frame()
    y = 1 / (1 + np.exp(0.25))
    np.testing.assert_array_equal(second["s"], [[0.1], [0.5], [0.5]])
    np.testing.assert_allclose(second["eh"], [[0], [(1 - y) / 8]], rtol=0, atol=1e-16)
    np.testing.assert_allclose(second.updated["W"], [[-(1 - y) / 16]], rtol=0, atol=1e-16)
    np.testing.assert_allclose(second.updated["U"], [[0, -(1 - y) / 8]], rtol=0, atol=1e-16)
    there = Run(recipe.edited(1, weight=("W", 0, 0, 2.0))).frame(1)
    s = 1 / (1 + np.exp(-1))  # σ(W s(0)) = σ(2·½)
    slope, e = s * (1 - s), 1 - 1 / (1 + np.exp(s / 2))
    np.testing.assert_allclose(there["eh"], [[2 * e / 2 * slope / 4], [e / 2 * slope]], rtol=0, atol=1e-16)


@depths
@batches
@pytest.mark.parametrize(
    "more",
    [{}, {"reset_state": True}, {"pairs": PAIRS}, {"reset_state": True, "order": "sampled"}],
    ids=["on", "reset", "pairs", "sampled"],
)
def test_every_step_equals_the_naive_twins(bptt, batch_size, more):
    run = Run(recipe(bptt=bptt, batch_size=batch_size, learning_rate=0.7, **more))
    U, W, V = (run.parameters[name].tolist() for name in MATRICES)
    states, words = naive.beginning(4, bptt)
    for _ in range(20):
        frame, numbers = run.frame(), run.trajectory.stream.order(run.step, 1)[0]
        starts = [run.recipe.reset_state and bool(run.instances.first[n]) for n in numbers]
        words_in, words_out = zip(*frame.instances, strict=True)
        batch = list(zip([word for (word,) in words_in], map(list, words_out), starts, strict=False))
        U, W, V, states, words, found, loss = naive.step(U, W, V, states, words, batch, 0.7)
        assert frame.loss == pytest.approx(loss, abs=1e-13)
        for b, quantities in enumerate(found):
            for name, value in quantities.items():
                expected = [-1 if id is None else id for id in value] if name == "w" else value
                actual = frame[name][b] if batch_size > 1 else frame[name]
                np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-13, err_msg=name)
        for name, matrix in zip(MATRICES, (U, W, V), strict=True):
            np.testing.assert_allclose(frame.updated[name], matrix, rtol=0, atol=1e-13)
        run.advance()


@batches
@pytest.mark.parametrize("reset_state", [True, False])
@pytest.mark.parametrize("order", ["shuffled", "sampled"])
def test_an_order_that_is_drawn_is_one_of_whole_sentences(order, reset_state, batch_size):
    run = Run(recipe(order=order, reset_state=reset_state, batch_size=batch_size))
    first, n = run.instances.first, len(run.instances)
    sentences = np.split(np.arange(n), np.flatnonzero(first)[1:])
    per_epoch, seen = -(-n // batch_size), []
    for epoch in range(60):
        numbers = run.trajectory.stream.order(epoch * per_epoch, per_epoch)
        numbers = numbers[numbers >= 0]
        assert len(numbers) == n
        read = np.split(numbers, np.flatnonzero(first[numbers])[1:])
        whole = read[:-1] if order == "sampled" else read  # the last one drawn may be cut short
        assert all(each.tolist() in [sentence.tolist() for sentence in sentences] for each in whole)
        assert read[-1].tolist() == sentences[run.instances.sentence[read[-1][0]]].tolist()[: len(read[-1])]
        seen.append(tuple(each[0] for each in read))
    assert len(set(seen)) > 5
    if order == "shuffled":
        assert {tuple(sorted(each)) for each in seen} == {tuple(np.flatnonzero(first))}
    else:
        assert any(len(set(each)) < len(each) for each in seen)
    counts = np.bincount(np.concatenate([run.instances.sentence[list(each)] for each in seen]))
    assert counts.min() > 0.5 * counts.mean()
    there = Recipe.from_query(run.recipe.to_query())
    assert there == run.recipe
    np.testing.assert_array_equal(Run(there).trajectory.stream.order(13, 1), run.trajectory.stream.order(10, 5)[3:4])


@depths
@batches
@pytest.mark.parametrize("step", [0, 1, 2, 9])
def test_gradients_equal_central_differences_while_the_weights_rest(bptt, batch_size, step):
    for data in ({}, {"reset_state": True}, {"pairs": PAIRS}):
        frame = Run(recipe(bptt=bptt, batch_size=batch_size, learning_rate=0, **data)).frame(step)
        assert frame.loss_at(frame.parameters) == pytest.approx(frame.loss, abs=1e-14)
        for name, error in gradient_errors(frame).items():
            assert error < 1e-8, name


def test_of_moving_weights_the_gradient_is_that_of_stored_states():
    """Where the weights move between the words of the window it is near the gradient of a loss at weights held."""
    frame = Run(recipe(learning_rate=0.05)).seek(200).frame()
    errors = gradient_errors(frame)
    assert 1e-9 < max(errors.values()) < 1e-3
    assert abs(frame.loss_at(frame.parameters) - frame.loss) < 1e-2
    assert errors["V"] < 1e-3


@depths
@batches
def test_contributions_sum_to_the_gradient_which_is_applied(bptt, batch_size):
    frame = Run(recipe(bptt=bptt, batch_size=batch_size)).seek(13).frame()
    size = len(frame.instances)
    W, U = np.zeros((4, 4)), np.zeros((4, len(frame.vocabulary)))
    for b in range(size):
        s, eh, w = (frame.of_instance(name, b) for name in ("s", "eh", "w"))
        for k in range(bptt + 1):
            W += np.outer(eh[k], s[k]) / size
            U[:, w[k]] += eh[k] / size
    np.testing.assert_allclose(frame.gradients["W"], W, rtol=0, atol=1e-15)
    np.testing.assert_allclose(frame.gradients["U"], U, rtol=0, atol=1e-15)
    for name in MATRICES:
        moved = frame.parameters[name] - frame.learning_rate * frame.gradients[name]
        np.testing.assert_allclose(frame.updated[name], moved, rtol=0, atol=1e-15)


@batches
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"reset_state": True, "bptt": 0},
        {"pairs": PAIRS, "bptt": 7},
        {"order": "sampled", "reset_state": True},
        {"order": "shuffled", "bptt": 1},
    ],
)
def test_blocks_single_steps_and_seeks_agree_to_the_bit(batch_size, more):
    edited = recipe(batch_size=batch_size, **more).edited(33, weight=("W", 1, 2, 0.5)).edited(57, learning_rate=0.9)
    single = Run(edited)
    frames, states = [], []
    for _ in range(90):
        states.append({name: array.copy() for name, array in single.parameters.items()})
        frames.append(single.frame())
        single.advance()
    block = Run(edited).trace(0, 90)
    strided = Run(edited).trace(0, 30, stride=3)
    for name in frames[0]:
        for rows, frame in zip(block[name], frames, strict=True):
            np.testing.assert_array_equal(rows if batch_size == 1 else rows[: len(frame.instances)], frame[name])
        np.testing.assert_array_equal(strided[name], block[name][::3])
    for name in MATRICES:
        np.testing.assert_array_equal(block[name], [state[name] for state in states])
    run = Run(edited)
    for step in (80, 12, 55, 11, 0, 89):
        same(run.seek(step).parameters, states[step])
        np.testing.assert_array_equal(run.frame()["s"], frames[step]["s"])


@pytest.mark.slow_without_jit
def test_checkpoints_keep_the_state():
    run = Run(recipe())
    far = Run(recipe()).seek(70_000)
    assert len(far.trajectory._checkpoints) > 1
    same(run.seek(70_000).parameters, far.parameters)
    back = far.seek(60_000).frame()
    fresh = Run(recipe()).seek(60_000).frame()
    for name in back:
        np.testing.assert_array_equal(back[name], fresh[name])


def test_the_state_is_carried_over_a_change_of_the_data_and_anew_where_it_resets():
    changed = recipe(bptt=2).edited(7, text="a dog sat")
    before, after = (Run(changed).frame(step) for step in (6, 7))
    np.testing.assert_array_equal(after["s"][:3], before["s"][1:])
    np.testing.assert_array_equal(after["w"][:2], before["w"][1:])
    anew = Run(recipe(bptt=2, reset_state=True).edited(7, text="a dog sat")).frame(7)
    np.testing.assert_array_equal(anew["s"][:3], np.full((3, 4), 0.1))
    assert anew["w"].tolist() == [-1, -1, anew.instance.inputs[0]]


def test_probabilities_are_read_on_from_the_state_of_the_step():
    run = Run(recipe()).seek(11)
    frame = run.frame()
    np.testing.assert_allclose(run.probabilities(frame.instance.inputs), frame["y"], rtol=0, atol=1e-15)
    np.testing.assert_allclose(run.hidden(frame.instance.inputs), frame["s"][-1], rtol=0, atol=1e-15)
    assert run.probabilities(["the", "cat"]).sum() == pytest.approx(1, abs=1e-14)
    anew = Run(recipe(reset_state=True)).seek(11)
    U, W, V = (anew.parameters[name].tolist() for name in MATRICES)
    state = [0.1] * 4
    for word in ("the", "cat"):
        state = naive.next_state(U, W, anew.vocabulary.index(word), state)
    np.testing.assert_allclose(anew.probabilities(["the", "cat"]), naive.answer(V, state)[1], rtol=0, atol=1e-14)


def test_explanations_add_up():
    for batch_size in (1, 2):
        frame = Run(recipe(batch_size=batch_size)).seek(8).frame()
        at = (1,) if batch_size > 1 else ()
        for name in frame:
            for index in np.ndindex(frame.of_instance(name, 0).shape):
                explained = frame.explain(name, (*at, *index))
                assert explained.value == frame[name][(*at, *index)]
                values = [operand.value for operand in explained.operands]
                factors = values[1:] if name == "s" else values
                total = sum(a * b for a, b in zip(factors[::2], factors[1::2], strict=False))
                if name == "eh" and values:
                    assert total * values[-1] * (1 - values[-1]) == pytest.approx(explained.value, abs=1e-16)
                elif name == "s" and values:
                    assert 1 / (1 + np.exp(-values[0] - total)) == pytest.approx(explained.value, abs=1e-15)
        for name in MATRICES:
            explained = frame.explain(name, (1, int(frame.of_instance("w", 0)[-1])) if name == "U" else (1, 2))
            before, rate, *terms = (operand.value for operand in explained.operands)
            total = sum(terms) if name == "U" else sum(a * b for a, b in zip(terms[::2], terms[1::2], strict=True))
            assert before - rate * total / batch_size == pytest.approx(explained.value, abs=1e-15)


def test_the_state_before_the_first_word_is_told_as_such_in_every_step_that_reaches_it():
    run = Run(Recipe(text="a b c d e f g", model="rnnlm", hidden=2, bptt=2))
    run.advance(5)
    told = [run.frame(step).explain("s", (0, 0)).equation for step in range(5)]
    before, kept = "the state before the first word", "kept as it was computed then"
    assert [before in each for each in told] == [True, True, True, False, False]
    assert [kept in each for each in told] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"hidden": (4, 4)}, "hidden"),
        ({"hidden": ()}, "hidden"),
        ({"order": "shuffled", "pairs": "a|b, b|a"}, "order"),
        ({"pairs": "a^b|c"}, "pairs"),
        ({"bptt": 51}, "bptt"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, field):
    with pytest.raises(RecipeError) as error:
        recipe(**wrong)
    assert [name for name, *_ in error.value.problems] == [field]


def test_a_run_that_diverges_says_where():
    run = Run(recipe().edited(3, learning_rate=1e6).edited(3, weight=("V", "the", 0, 1.7e308)))
    with pytest.raises(Diverged) as stopped:
        run.seek(100)
    assert run.step == stopped.value.step >= 3


@pytest.mark.parametrize("more", [{}, {"reset_state": True}, {"bptt": 0}, {"batch_size": 7}])
def test_large_batches_by_matrices_equal_small_ones_word_by_word(more, monkeypatch):
    chosen = recipe(**{"batch_size": 4} | more)
    small = Run(chosen).trace(0, 12)
    monkeypatch.setattr(rnnlm, "LARGE", 0)
    large, single = Run(chosen).trace(0, 12), Run(chosen)
    for name in (*MATRICES, "s", "w", "u", "y", "e", "eh"):
        np.testing.assert_allclose(large[name], small[name], rtol=0, atol=1e-13, err_msg=name)
    np.testing.assert_allclose(large.losses, small.losses, rtol=1e-13)
    for step in range(12):
        frame = single.frame()
        np.testing.assert_array_equal(frame["eh"], large["eh"][step][: len(frame.instances)])
        single.advance()
    np.testing.assert_array_equal(single.parameters["W"], Run(chosen).seek(12).parameters["W"])


def test_how_far_back_errors_reach_is_said_as_it_is():
    says = [Run(recipe(bptt=3, reset_state=anew)).recipe.architecture.stages[-1].says for anew in (True, False)]
    assert ["where a sentence begins" in each for each in says] == [True, False]
