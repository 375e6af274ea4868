"""The figure of what negative sampling converges to shows what `Run.pmi` and the SVD hold."""

import re

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.analysis.factorisation import correlations, unseen_pairs
from explorer.budget import Budget
from explorer.views import pmi
from explorer.views.pmi import panel
from tests.test_view_words import HOSTILE, strings


@pytest.fixture
def run():
    return Run(Recipe(preset="too-few-numbers")).seek(700)


def traces(figure, axis="x"):
    return {trace.name: trace for trace in figure.data if (trace.xaxis or "x") == axis}


def points(trace):
    return sorted(zip(np.round(trace.x, 9).tolist(), np.round(trace.y, 9).tolist(), strict=True))


def test_a_point_a_pair_near_the_line_and_far_from_it(run):
    figure, found = pmi(run), run.pmi()
    drawn, off = traces(figure), found.dots - (found.pmi - found.shift)
    far = np.abs(off) > 0.5
    for name, chosen in (("farther off: ", far), ("within 0.5 of its limit: ", ~far)):
        expected = zip(
            (found.pmi - found.shift)[chosen].round(9).tolist(), found.dots[chosen].round(9).tolist(), strict=True
        )
        assert points(drawn[f"{name}{chosen.sum()}"]) == sorted(expected)
    assert np.array_equal(drawn["w · w′ = PMI − ln k"].x, drawn["w · w′ = PMI − ln k"].y)
    assert f"correlation {found.correlation:.3f} over 26 pairs" in figure.layout.title.text
    worst = found.pairs[np.abs(off).argmax()]
    named = {re.sub("[\u2068\u2069]", "", text) for trace in figure.data if trace.mode == "text" for text in trace.text}
    assert " ".join(run.vocabulary[i] for i in worst) in named


def test_pairs_that_never_stand_together_have_a_strip_of_their_own(run):
    (strip,) = traces(pmi(run), "x2").values()
    W, W_out = run.parameters["W"], run.parameters["W_out"]
    dots = {
        f"{run.vocabulary[w]} · {run.vocabulary[c]}": W[w] @ W_out[c] for w, c in unseen_pairs(run.pmi(), W, W_out)[0]
    }
    assert strip.name == "never together: 10"
    assert {name: float(dot) for name, dot in strip.customdata} == pytest.approx(dots, abs=1e-3)
    lowest = pmi(run).layout.yaxis.range[0]
    assert list(strip.y) == pytest.approx([max(lowest, dot) for dot in sorted(dots.values(), reverse=True)])


def test_the_correlation_by_step_is_drawn_where_there_are_means(run):
    (curve,) = traces(pmi(run), "x3").values()
    steps, values = correlations(run, run.pmi())
    assert np.array_equal(curve.x, steps)
    assert np.array_equal(curve.y, values)
    assert any("begins with the first step" in each.text for each in pmi(run.seek(0)).layout.annotations)


@pytest.mark.parametrize(
    ("hit", "told"), [("redraw", "is drawn again, which moves"), ("skip", "is skipped, which moves")]
)
def test_the_caption_says_by_how_much_other_draws_of_the_target_move_the_limits(run, hit, told):
    assert "kept, as here, and where N (2 here)" in pmi(run).layout.annotations[-1].text
    run = Run(run.recipe.replaced(noise_hit=hit)).seek(5)
    found, figure = run.pmi(), pmi(run)
    moved = found.limits - (found.pmi - found.shift)
    caption = figure.layout.annotations[-1].text
    assert told in caption
    assert f"by {moved.min():.2f} to {moved.max():.2f}, {moved.mean():.2f} on the mean." in caption
    limits = next(trace for name, trace in traces(figure).items() if name and name.startswith("limit"))
    assert sorted(limits.y) == sorted(found.limits)


def test_a_word_with_one_target_has_no_limit_unless_its_draws_are_kept():
    figure = pmi(Run(Recipe(pairs="a|x, a|y, b|x", output="negative")).seek(9))
    assert "without a limit: 1" in traces(figure)
    assert "leaves 1 pair without any" in figure.layout.annotations[-1].text


def test_planes_are_of_the_words_that_are_read(run):
    figure = pmi(run)
    for axis in ("x4", "x5"):
        (plane,) = traces(figure, axis).values()
        told = [name for names in plane.customdata for name in names.split(", ")]
        assert sorted(told) == ["coffee", "milk", "soup", "tea", "water", "wine"]
    assert "coffee, milk, tea, water" in plane.text  # which two numbers a word leave in one place
    assert any("rank 2 keeps" in each.text for each in figure.layout.annotations)
    many = pmi(Run(run.recipe.replaced(negative=100)).seek(3))
    assert any("nothing exceeds ln k" in each.text for each in many.layout.annotations)


def test_names_in_a_plane_do_not_lie_over_each_other_in_a_window_of_1280():
    figure = pmi(Run(Recipe(preset="what-it-converges-to")).seek(20_000))
    for number in (4, 5):
        (points,) = (trace for trace in figure.data if trace.xaxis == f"x{number}")
        ends = (figure.layout[f"{axis}axis{number}"].range for axis in "xy")
        scale = min(size / (high - low) for size, (low, high) in zip((373, 176), ends, strict=True))  # px
        boxes = []
        for x, y, text, where in zip(points.x, points.y, points.text, points.textposition, strict=True):
            up, side = where.split()
            across = {"left": -0.5, "center": 0, "right": 0.5}[side] * 7 * len(text)
            height = {"top": 14, "middle": 0, "bottom": -14}[up]
            boxes += [(x * scale + across, y * scale + height, text)] if text else []
        assert len(boxes) >= 4
        for k, (x, y, text) in enumerate(boxes):
            for other_x, other_y, other in boxes[:k]:
                apart = abs(x - other_x) >= 3.5 * (len(text) + len(other)) or abs(y - other_y) >= 12
                assert apart, (number, text, other)


def test_what_has_no_limit_says_why():
    told = [
        panel(Run(Recipe(**recipe)).seek(2), {"theme": "dark"}).layout.annotations[0].text
        for recipe in (
            {"preset": "king-queen"},
            {"preset": "xor-network"},
            {"pairs": "a^b|c, b|a", "output": "negative"},
        )
    ]
    assert ["choose it as output" in text for text in told] == [True, True, False]
    assert "one input word" in told[2]


def test_words_are_only_ever_text():
    pairs = ", ".join(f"{one}|{other}" for one, other in zip(HOSTILE, HOSTILE[1:] + HOSTILE[:1], strict=True))
    figure = pmi(Run(Recipe(pairs=pairs, output="negative", learning_rate=0.01)).seek(3))
    for text in strings(figure.to_plotly_json()):
        assert not re.search(r"[<>$]|&(?!amp;|lt;|gt;|#36;)", re.sub(r"<br>|<extra></extra>", "", text)), text


def test_many_pairs_are_drawn_in_part_and_within_a_budget():
    words = [f"w{i}" for i in range(60)]
    pairs = ", ".join(f"{a}|{b}" for a in words for b in words if a != b)
    run = Run(Recipe(pairs=pairs, output="negative", noise_hit="keep")).seek(100)
    assert sum(len(trace.x) for name, trace in traces(pmi(run)).items() if name and "limit" in name) <= 1_000
    assert "over 3,540 pairs" in pmi(run).layout.title.text
    with Budget(work=1_000_000), pytest.raises(RecipeError, match=r"vector_size|step"):
        pmi(run)
