"""The projection is a principal component analysis."""

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.analysis.projection import fit_axes


@pytest.fixture(scope="module")
def weights():
    return Run(Recipe(preset="king-and-queen")).seek(500).parameters


@pytest.mark.smoke
def test_axes_are_the_principal_components_of_the_centred_vectors(weights):
    axes = fit_axes(weights["W"])
    centred = weights["W"] - weights["W"].mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    np.testing.assert_allclose(axes.share, values[::-1][:2] / values.sum(), atol=1e-12)
    np.testing.assert_allclose(np.abs(axes.basis @ vectors[:, ::-1][:, :2]), np.eye(2), atol=1e-10)
    np.testing.assert_allclose(axes.project(weights["W"]).mean(axis=0), 0, atol=1e-12)
    assert axes.share.sum() > 0.75  # wevi's axes hold about half there


def test_kept_axes_have_their_share_of_the_variance_now(weights):
    kept, now = fit_axes(weights["W_out"]), fit_axes(weights["W"])
    np.testing.assert_allclose(now.share_of(weights["W"]), now.share, atol=1e-12)
    along = np.var(kept.project(weights["W"]), axis=0) / np.var(weights["W"], axis=0).sum()
    np.testing.assert_allclose(kept.share_of(weights["W"]), along, atol=1e-12)
    assert now.share.sum() > kept.share_of(weights["W"]).sum()


def test_axes_of_both_sets_use_both(weights):
    both = fit_axes(weights["W"], weights["W_out"])
    np.testing.assert_allclose(both.mean, np.concatenate([weights["W"], weights["W_out"]]).mean(axis=0))


@pytest.mark.parametrize("vectors", [np.ones((4, 3)), np.ones((1, 5)), np.zeros((2, 1)), [[0.0], [1.0], [3.0]]])
def test_vectors_that_span_no_plane(vectors):
    axes = fit_axes(np.asarray(vectors))
    assert axes.basis.shape == (2, np.shape(vectors)[1])
    assert np.isfinite(axes.project(np.asarray(vectors))).all()
    assert np.isfinite(axes.share).all()


@pytest.mark.parametrize("exponent", [-1000, 900])
def test_axes_do_not_depend_on_how_large_the_numbers_are(weights, exponent):
    axes, scaled = fit_axes(weights["W"]), fit_axes(np.ldexp(weights["W"], exponent))
    np.testing.assert_array_equal(scaled.basis, axes.basis)
    np.testing.assert_array_equal(scaled.share, axes.share)
    np.testing.assert_array_equal(scaled.mean, np.ldexp(axes.mean, exponent))
