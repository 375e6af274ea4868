"""The gradient through time, truncated: against the model's own frames, and against the full derivative."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.analysis import truncation as analysis
from explorer.analysis.truncation import MOST_BACK, truncation

TEXT = "the cat sat on the mat\na dog ran\nthe dog sat on a cat"


def recipe(**more):
    return Recipe(**{"text": TEXT, "model": "rnnlm", "hidden": (4,), "seed": 5, "bptt": 2} | more)


@pytest.mark.parametrize("more", [{}, {"batch_size": 3}, {"reset_state": True}, {"bptt": 0}])
@pytest.mark.parametrize("step", [0, 1, 5, 61])
def test_as_far_back_as_the_model_goes_it_is_the_models_own_gradient(more, step):
    run = Run(recipe(**more))
    frame = run.frame(step)
    found = [truncation(run, step, b) for b in range(len(frame.instances))]
    own = [each.gradient(min(run.recipe.bptt, len(each.words) - 1)) for each in found]
    np.testing.assert_allclose(np.mean(own, axis=0), frame.gradients["W"], rtol=0, atol=1e-15)
    for b, each in enumerate(found):
        w, eh = frame.of_instance("w", b), frame.of_instance("eh", b)
        shared = min(len(w), len(each.words))
        np.testing.assert_array_equal(each.words[-shared:], w[-shared:])
        np.testing.assert_allclose(each.errors[-shared:], eh[-shared:], rtol=0, atol=1e-16)
        assert each.cosines[-1] == pytest.approx(1)
        assert each.norms[0] == each.contributions[0]
        assert each.norms[-1] == pytest.approx(np.linalg.norm(each.gradient(len(each.words) - 1)))


def test_it_goes_back_to_where_the_state_began():
    assert len(truncation(Run(recipe()), 7).words) == 8
    assert len(truncation(Run(recipe()), 500).words) == MOST_BACK + 1
    run = Run(recipe(reset_state=True))
    for step in range(40, 52):
        since = np.flatnonzero(run.instances.first[: step % len(run.instances) + 1])[-1]
        found = truncation(run, step)
        assert len(found.words) == step % len(run.instances) - since + 1
        np.testing.assert_array_equal(found.states[0], [0.1] * 4)
    edited = truncation(Run(recipe(reset_state=True).edited(45, text="a dog sat on the mat")), 46)
    assert [Run(recipe()).vocabulary[id] for id in edited.words] == ["a", "dog"]


def test_while_the_weights_rest_the_fullest_is_the_derivative():
    run = Run(recipe(learning_rate=0, bptt=0))
    deep = Run(recipe(learning_rate=0, bptt=6)).frame(6)
    np.testing.assert_allclose(truncation(run, 6).gradient(6), deep.gradients["W"], rtol=0, atol=1e-15)


@pytest.mark.parametrize("units", [2, 40])
def test_lengths_and_angles_are_those_of_the_whole_gradients(units):
    found = truncation(Run(recipe(hidden=(units,), learning_rate=1.5)), 300)
    backs = range(len(found.words))
    whole = np.array([found.gradient(back).ravel() for back in backs])
    lengths = np.linalg.norm(whole, axis=1)
    np.testing.assert_allclose(found.norms, lengths, rtol=1e-13)
    np.testing.assert_allclose(found.cosines, whole @ whole[-1] / (lengths * lengths[-1]), rtol=1e-13)
    products = [np.linalg.norm(found.errors[-1 - back]) * np.linalg.norm(found.states[-2 - back]) for back in backs]
    np.testing.assert_allclose(found.contributions, products, rtol=1e-13)


def test_states_near_1_let_through_as_little_as_they_do():
    """1 − s of a stored state would have no digits left: the window is the model's own, so that both tell the same."""
    weights = {"U": np.full((2, 8), 30.0), "W": np.ones((2, 2)), "V": np.eye(8, 2)}
    run = Run(recipe(hidden=(2,), bptt=3, learning_rate=1e-9, parameters=weights))
    eh = run.frame(20)["eh"]
    found = truncation(run, 20).errors[-4:]
    assert 0 < np.abs(eh[-1]).max() < 1e-12
    np.testing.assert_allclose(found, eh, rtol=1e-12, atol=0)


def test_sums_that_nearly_cancel_keep_their_length():
    errors, states = np.random.default_rng(1).normal(size=(2, 6, 50))
    errors[1::2], states[1::2] = -errors[::2] * (1 + 1e-7), states[::2]
    small = analysis._contributions(errors, states).sum(axis=0)
    assert np.linalg.norm(small) == pytest.approx(np.linalg.norm(errors.T @ states), rel=1e-7)
    assert np.linalg.norm(small) < 1e-5 * np.linalg.norm(errors)


def test_lengths_too_large_for_a_number_are_infinite_without_a_warning():
    found = truncation(Run(recipe().edited(0, weight=("V", "cat", 0, -1e300))), 0)  # "cat" is to be predicted
    assert np.isinf(found.norms).any()


def test_other_networks_have_none():
    with pytest.raises(RecipeError, match="state"):
        truncation(Run(Recipe(pairs="a|b")), 0)
