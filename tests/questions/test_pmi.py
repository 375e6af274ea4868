"""What negative sampling converges to: counted by hand, and met where the theory says so."""

from collections import Counter
from math import log

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run

PAIRS = "a|x, a|x, a|y, b|y^x, b|z"
KEPT = Recipe(pairs=PAIRS, output="negative", noise_hit="keep", negative=3)


def test_the_numbers_are_the_counts():
    run = Run(KEPT).seek(7)
    found = run.pmi()
    pairs = [(i.inputs[0], o) for i in run.instances for o in i.outputs]
    together, alone = Counter(pairs), Counter(w for w, _ in pairs)
    assert [tuple(pair) for pair in found.pairs.tolist()] == sorted(together)
    W, W_out = run.parameters["W"], run.parameters["W_out"]
    for (w, c), pmi, dot in zip(found.pairs.tolist(), found.pmi, found.dots, strict=True):
        assert pmi == pytest.approx(log(together[w, c] / (alone[w] * run.noise[c])), abs=1e-12)
        assert dot == pytest.approx(W[w] @ W_out[c], abs=1e-12)
    assert found.correlation == pytest.approx(np.corrcoef(found.pmi, found.dots)[0, 1], abs=1e-12)
    assert found.shift == log(3)
    assert run.pmi(k=1).shift == 0


@pytest.mark.slow_without_jit
def test_dots_come_to_it_where_draws_of_the_target_count_and_there_is_room():
    recipe = KEPT.replaced(vector_size=5, learning_rate=0.2, schedule="linear", epochs=20_000)
    run = Run(recipe).seek(5 * 20_000)
    found = run.pmi()
    assert found.correlation > 0.99
    assert found.dots == pytest.approx(found.pmi - found.shift, abs=0.1)
    assert np.array_equal(found.limits, found.pmi - found.shift)
    for hit in ("redraw", "skip"):  # no draw of the target holds it back
        freed = Run(recipe.replaced(noise_hit=hit)).seek(5 * 20_000).pmi()
        assert np.abs(freed.dots - (freed.pmi - freed.shift)).max() > 0.2
        assert freed.dots == pytest.approx(freed.limits, abs=0.1)


def drawn_against(run, w, c, hit):
    """How often c is drawn against w in a pass over the data, over k, counted target by target."""
    expected = 0.0
    for instance in run.instances:
        for o in instance.outputs if instance.inputs == (w,) else ():
            if hit == "keep" or o != c:
                expected += run.noise[c] / (1 - run.noise[o] if hit == "redraw" else 1)
    return expected


@pytest.mark.parametrize("hit", ["redraw", "skip", "keep"])
def test_where_draws_of_the_target_are_not_kept_the_limits_are_others(hit):
    run = Run(KEPT.replaced(pairs=f"{PAIRS}, c|z", noise_hit=hit))
    found = run.pmi()
    for (w, c), limit, pmi in zip(found.pairs.tolist(), found.limits, found.pmi, strict=True):
        together = sum(i.outputs.count(c) for i in run.instances if i.inputs == (w,))
        against = 3 * drawn_against(run, w, c, hit)
        assert limit == (pytest.approx(log(together / against), abs=1e-12) if against else np.inf)
        assert hit != "keep" or limit == pytest.approx(pmi - log(3), abs=1e-12)
    assert np.isinf(found.limits).sum() == (hit != "keep")


@pytest.mark.parametrize(
    ("recipe", "k", "field"),
    [
        (Recipe(pairs=PAIRS), None, "output"),
        (Recipe(preset="cat-dog", model="rnnlm"), None, "output"),
        (Recipe(pairs="a^b|c, a|d", output="negative"), None, "instances"),
        (KEPT, 0, "k"),
        (KEPT, "many", "k"),
    ],
)
def test_what_has_no_such_limit_is_told(recipe, k, field):
    with pytest.raises(RecipeError) as told:
        Run(recipe).pmi(k)
    assert [problem.field for problem in told.value.problems] == [field]


def test_pairs_that_do_not_vary_have_no_correlation():
    found = Run(Recipe(pairs="a|b", output="negative", noise="uniform", noise_hit="keep")).pmi()
    assert np.isnan(found.correlation)
    assert len(found.pairs) == 1
