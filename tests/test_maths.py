"""Arithmetic below the models: the softmax at the ends of its range, and memory that is used again."""

import numpy as np
import pytest

from explorer.maths.memory import together
from explorer.maths.softmax import softmax, top_of

pytestmark = pytest.mark.kernels


@pytest.mark.smoke
@pytest.mark.parametrize("size", [1, 7, 30, 200])
def test_a_softmax_is_exact_at_both_ends_of_its_range(size):
    scores = np.linspace(0, -1000, size) + 500
    shown = np.empty(size)
    top = softmax(scores, shown)
    expected = np.exp(scores - 500)
    np.testing.assert_allclose(top.score + top.surprise, 500 + np.log(expected.sum()), rtol=1e-15)
    np.testing.assert_allclose(shown, expected / expected.sum(), rtol=1e-13, atol=1e-300)
    assert np.all(shown[scores < -208.5] == 0)
    assert not np.signbit(shown).any()


@pytest.mark.parametrize("scores", [[0.0], [0, 50], [0, 2.5, 0], [1e18] * 3, [-800, 0, 800], [30, 30, 0]], ids=str)
def test_outside_kernels_the_largest_score_is_told_alike(scores):
    scores = np.array(scores, float)
    np.testing.assert_allclose(top_of(scores), softmax(scores, np.empty_like(scores)), rtol=1e-13, atol=1e-300)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_softmax_of_what_is_not_finite_is_not_finite(bad):
    scores, shown = np.zeros(30), np.empty(30)
    scores[3] = bad
    softmax(scores, shown)
    assert not np.isfinite(shown).all()


def test_memory_is_used_again_only_when_nobody_looks_at_it():
    shapes = {"first": (1000, 100), "second": (1000, 100)}
    kept = together(shapes)["second"][5:]  # a view of a view
    kept.fill(1)
    others = [together(shapes) for _ in range(6)]
    for other in others:
        other["first"].fill(2)
        other["second"].fill(2)
    assert np.all(kept == 1)
    addresses = {other["first"].ctypes.data for other in others}
    assert len(addresses) == len(others)
    del other, others
    assert together(shapes)["first"].ctypes.data in addresses
