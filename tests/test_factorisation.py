"""What counting gives in place of training: the truncated SVD, pairs never seen, the correlation by step."""

from math import log

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.analysis import factorisation
from explorer.analysis.factorisation import correlations, shifted_svd, unseen_pairs

RECIPE = Recipe(
    pairs="a|x, a|x, a|y, b|y^x, b|z, c|z, c|z", output="negative", noise_hit="keep", negative=1, vector_size=3
)


def naive_matrix(run):
    """M, a row for each of a b c, a column for each of x y z, counted word by word."""
    words = run.vocabulary
    together = {(w, c): 0 for w in "abc" for c in "xyz"}
    for instance in run.instances:
        for o in instance.outputs:
            together[words[instance.inputs[0]], words[o]] += 1
    M = []
    for w in "abc":
        alone = sum(together[w, c] for c in "xyz")
        M.append([])
        for c in "xyz":
            n = together[w, c]
            M[-1].append(max(log(n / (alone * run.noise[words.index(c)])), 0) if n else 0.0)
    return np.array(M)


def test_vectors_are_those_of_the_truncated_svd():
    run = Run(RECIPE)
    M = naive_matrix(run)
    U, S, _ = np.linalg.svd(M)
    for size in (1, 2, 3, 9):
        counted = shifted_svd(run.pmi(), size)
        d = min(size, 3)
        assert [run.vocabulary[word] for word in counted.words] == ["a", "b", "c"]
        assert counted.vectors.shape == (3, d)
        best = (U[:, :d] * S[:d]) @ U[:, :d].T  # of w · w, which no turn of the axes changes
        np.testing.assert_allclose(counted.vectors @ counted.vectors.T, best, atol=1e-9)
        assert counted.share == pytest.approx((S[:d] ** 2).sum() / (M**2).sum(), abs=1e-12)
    assert shifted_svd(run.pmi(), 2).vectors.tobytes() == shifted_svd(run.pmi(), 2).vectors.tobytes()


def test_where_nothing_exceeds_the_shift_no_vectors_are_left():
    counted = shifted_svd(Run(RECIPE).pmi(k=1000), 2)
    assert not counted.vectors.any()
    assert np.isnan(counted.share)


def test_pairs_that_never_stand_together(monkeypatch):
    run = Run(RECIPE).seek(30)
    found, W, W_out = run.pmi(), run.parameters["W"], run.parameters["W_out"]
    words, (pairs, dots) = RECIPE.corpus.words, unseen_pairs(found, W, W_out)
    assert {tuple(words[i] for i in pair) for pair in pairs} == {("a", "z"), ("c", "x"), ("c", "y")}
    assert dots.tolist() == sorted((pytest.approx(W[w] @ W_out[c]) for w, c in pairs), key=lambda near: -near.expected)
    monkeypatch.setattr(factorisation, "MOST_WORDS", 2)  # b and a, which have most pairs; y and x or z
    assert {words[pair[0]] for pair in unseen_pairs(found, W, W_out)[0]} <= {"a", "b"}


def test_the_correlation_by_step_is_the_runs_own(monkeypatch):
    run = Run(RECIPE).seek(400)
    steps, values = correlations(run, run.pmi())
    assert (steps[0], steps[-1], len(steps)) == (0, 400, 41)
    for step, value in list(zip(steps.tolist(), values, strict=True))[::8]:
        assert value == pytest.approx(Run(RECIPE).seek(step).pmi().correlation, abs=1e-12)
    monkeypatch.setattr(factorisation, "_WORK", 100_000)
    assert correlations(run, run.pmi()) is None
