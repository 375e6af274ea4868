"""The figures of the race and of the costs show what the race and the formulas hold."""

import numpy as np
import pytest

from explorer import Recipe, Run, limits
from explorer.analysis.costs import COSTS, formulas
from explorer.models.outputs import OUTPUTS
from explorer.numbers import plain
from explorer.training.races import Race
from explorer.views import costs, loss, projection, race
from explorer.views.costs import sizes
from explorer.views.told import told


@pytest.fixture
def run():
    return Run(Recipe(preset="rare-and-frequent")).seek(60)


def curves(figure, number):
    axis = "" if number == 1 else str(number)
    return [trace for trace in figure.data if trace.yaxis == f"y{axis}"]


def test_curves_are_the_laps_of_every_lane(run):
    figure, laps = race(run), Race(run.recipe).laps(0, 60)
    for number, name in enumerate(("surprise", "loss", "rows", "total"), start=1):
        drawn = curves(figure, number)
        assert [trace.legendgroup for trace in drawn] == list(OUTPUTS)
        for trace, lap in zip(drawn, laps.values(), strict=True):
            np.testing.assert_array_equal(trace.y, getattr(lap, name))
            assert list(trace.x) == list(range(1, 61))
    assert sum(trace.showlegend for trace in figure.data) == len(OUTPUTS)


def test_of_few_steps_it_shows_the_first_ones(run):
    for step, titled, last in (
        (0, "the first 500 steps", 500),
        (1, "the first 500 steps", 500),
        (20, "· 20 steps", 20),
    ):
        figure = race(run.seek(step))
        assert titled in figure.layout.title.text
        assert curves(figure, 4)[0].x[-1] == last
    assert "· 1 step" in loss(run.seek(1)).layout.title.text
    assert "1 steps" not in loss(run).layout.title.text


def test_of_a_layer_that_does_not_descend_the_surprise_it_says_that_its_curve_may_rise(run):
    """So it does here, while its own loss falls."""
    figure = race(run.seek(500))
    (surprise,) = [trace.y for trace in curves(figure, 1) if trace.legendgroup == "negative"]
    (own,) = [trace.y for trace in curves(figure, 2) if trace.legendgroup == "negative"]
    assert surprise[-1] > surprise[0]
    assert own[-1] < own[0]
    assert any("may rise for negative sampling" in note.text for note in figure.layout.annotations)
    without = race(Run(Recipe(pairs="a|b")).seek(5))
    assert not any("may rise" in note.text for note in without.layout.annotations)


def test_over_several_passes_a_point_is_the_mean_of_one(run):
    figure, laps = race(run.seek(200)), Race(run.recipe).laps(0, 200)
    for trace, lap in zip(curves(figure, 1), laps.values(), strict=True):
        np.testing.assert_allclose(trace.y, lap.surprise[:192].reshape(3, 64).mean(axis=1))
        np.testing.assert_allclose(trace.x, [32.5, 96.5, 160.5])
    for trace, lap in zip(curves(figure, 4), laps.values(), strict=True):
        assert list(trace.x) == [64, 128, 192, 200]
        assert trace.y[-1] == lap.total[-1]


def test_a_race_is_no_longer_than_its_limits_and_says_so(run, monkeypatch):
    monkeypatch.setattr(limits, "MAX_RACE_STEPS", 25)
    figure = race(run)
    assert len(curves(figure, 1)[0].y) == 25
    assert "25 steps, the first of 60" in figure.layout.title.text
    monkeypatch.setattr(limits, "MAX_RACE_WORK", 10)
    assert "too long for a race" in race(run).layout.annotations[0].text


def test_what_cannot_run_is_left_out_and_what_diverged_is_told():
    alone = race(Run(Recipe(pairs="a|b")).seek(5))
    assert "negative left out" in alone.layout.title.text
    assert len(curves(alone, 1)) == 2
    recipe = Recipe(pairs="a|b, b|a", output="negative").edited(3, weight=("W", "a", 0, 1e200))
    assert any("diverged at step" in trace.name for trace in race(Run(recipe).seek(3)).data) is False


@pytest.mark.parametrize("model", ["cbow", "skip-gram"])
def test_lines_are_the_formulas_and_marks_the_counts(model):
    run = Run(Recipe(text="a b c d\nb c a", model=model, window=2, vector_size=4))
    figure, letters = costs(run, H=50), sizes(run) | {"H": 50}
    V = letters.pop("V")
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    for trace, cost in zip(lines, COSTS, strict=True):
        assert cost.text in trace.name
        np.testing.assert_allclose(trace.y, [cost.of(x, **letters) for x in trace.x])
    marks = [trace for trace in figure.data if trace.mode == "lines+markers"]
    lanes = Race(run.recipe).lanes.values()
    for trace, lane in zip(marks, lanes, strict=True):
        assert list(trace.x) == [V, V]
        assert tuple(trace.y) == lane.cost(0)
    context = np.mean([2, 3, 3, 2, 2, 2, 2])
    assert letters["N"] == letters["C"] == pytest.approx(context)
    text = figure.layout.annotations[0].text
    assert all(f"<b>{letter}</b>" in text for letter in ("V", *letters))


def test_costs_by_hand_on_the_figure():
    run = Run(Recipe(pairs="a^b|c, b^c|a, c^a|b", vector_size=4))
    softmax = next(trace for trace in costs(run).data if trace.name == "counted here: full softmax")
    assert list(softmax.y) == [2 * 4 + 4 * 3, 2 * (2 * 4) + 3 * (4 * 3)]


@pytest.mark.parametrize("hidden", [(), (5,)])
def test_what_the_look_up_copies_is_told_apart_from_the_multiply_adds(hidden):
    """Of 8 words, 2 as context with 3 numbers each: Q has 6 that are looked up, which no step multiplies."""
    text = " ".join(f"w{i % 8}" for i in range(10))
    tree = {"output": "hierarchical", "tree": "balanced"}
    run = Run(Recipe(text=text, model="nnlm", context=2, vector_size=3, hidden=hidden, **tree))
    figure = costs(run)
    found = {trace.name: trace for trace in figure.data if trace.mode == "lines+markers"}
    for layer, asked in (("full softmax", 8), ("hierarchical softmax", 3)):
        trace, (units,) = found[f"counted here: {layer}"], hidden or (0,)
        forward = units * (6 + asked) + 6 * asked
        assert list(trace.marker.symbol) == ["circle-open", "line-ew", "circle"]
        assert list(trace.y[:2]) == [forward, forward + 6]
        assert [unit for _, unit in trace.customdata][::2] == ["multiply–adds an instance"] * 2
        assert "with the 6 weights that the look-up copies weights" in " ".join(trace.customdata[1])
    letters = sizes(run)
    Q = [cost.of(**letters) for cost in formulas(run.recipe)[:2]]
    assert [trace.y[1] for trace in found.values()] == Q
    assert "Ticks: with the N·D<br>that NNLM's look-up copies, and Q counts" in figure.layout.annotations[-1].text


def test_who_listens_hears_where_curves_begin_and_end(run):
    run.seek(30)
    said, laps = told(race(run)), Race(run.recipe).laps(0, 30)
    for output, lap in laps.items():
        title = OUTPUTS[output].title
        assert f"{title}, from {plain(float(lap.loss[0]))} at 1 to {plain(float(lap.loss[-1]))} at 30" in said
    assert "rows of the output weights that a step touches by step: full softmax" in said
    assert said.endswith("with p a softmax of its scores")
    assert "<" not in said
    losses = run.losses(0, 30)
    assert (
        f"loss, nats by step: each step, from {plain(float(losses[0]))} at 1 to {plain(float(losses[-1]))} at 30"
        in told(loss(run))
    )
    assert told(projection(run)) == ""  # its words are read where they stand
