"""The figures of two runs show what both hold."""

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.analysis.projection import fit_axes, nearest_turn, turn_onto
from explorer.views import OF_TWO, difference, losses, projections

RECIPE = Recipe(preset="king-queen")
VIEW = {"stage": "update", "theme": "light", "instance": 0}


@pytest.fixture
def forked():
    return Run(RECIPE).seek(60), Run(RECIPE.edited(20, learning_rate=0.5)).seek(60)


def traces(figure, kind):
    return [trace for trace in figure.data if trace.type == kind]


def test_heatmaps_are_b_less_a(forked):
    one, other = forked
    maps = traces(difference(one, other), "heatmap")
    assert [trace.z.shape for trace in maps] == [(14, 5), (14, 5)]
    for trace, name in zip(maps, ("W", "W_out"), strict=True):
        np.testing.assert_array_equal(trace.z, other.parameters[name] - one.parameters[name])
        rows = list(range(14))
        asked = {"about": "weight", "parameter": name, "turned": False, "axes": 2, "rows": rows}
        assert trace.meta == asked  # by a press on a cell
    assert "no difference" in difference(one, one).layout.title.text
    reach = difference(one, other).layout.coloraxis.cmax
    assert reach >= 0.5 * max(np.abs(trace.z).max() for trace in maps)


def test_where_there_is_no_room_for_all_rows_some_are_shown_and_told_from_each_other(forked):
    one, other = forked
    figure = OF_TWO["weights"](one, other, {"stage": "update", "theme": "light", "instance": 0, "rows": 5})
    assert "5 of 14 rows" in figure.layout.title.text
    for trace, name in zip(traces(figure, "heatmap"), ("W", "W_out"), strict=True):
        rows = trace.meta["rows"]
        assert len(rows) == 5
        assert {*one.frame(59).instances[0].outputs} <= {*rows}
        np.testing.assert_array_equal(trace.z, (other.parameters[name] - one.parameters[name])[rows])


def test_where_there_is_no_room_for_all_rows_those_that_differ_most_are_shown(forked):
    one, other = forked
    apart = [np.abs(other.parameters[name] - one.parameters[name]).max(axis=1) for name in ("W", "W_out")]
    most = sorted(np.argsort(-np.maximum(*apart))[:4].tolist())
    assert most != [0, 1, 2, 3]
    assert [trace.meta["rows"] for trace in traces(difference(one, other, most=4), "heatmap")] == [most, most]
    named = traces(difference(one, other, wanted={"word": [[0]]}, most=4), "heatmap")[0].meta["rows"]
    assert 0 in named  # what is asked for comes first
    assert len({*named} & {*most}) >= 3


def test_what_is_not_compared_is_named():
    one, other = (Run(Recipe(preset="xor-network", hidden=(size,))).seek(30) for size in (2, 4))
    figure = difference(one, other)
    assert figure.layout.title.text == "B − A · weights after step 30 · W, b, W′ not of the same words and size"
    assert [trace.meta["parameter"] for trace in traces(figure, "heatmap")] == ["b_out"]


def test_only_weights_of_the_same_words_and_size_are_compared(forked):
    one, _ = forked
    other = Run(RECIPE.replaced(output="negative")).seek(3)
    assert len(traces(difference(one, other), "heatmap")) == 2
    for different in (RECIPE.replaced(vector_size=4), Recipe(pairs="a|b, b|c"), Recipe(preset="xor-network")):
        assert not difference(one, Run(different)).data


def test_both_losses_stand_in_one_curve(forked):
    curves = traces(losses(*forked), "scatter")
    for run, curve in zip(forked, curves, strict=True):
        np.testing.assert_array_equal(curve.y, run.losses(0, 60))
        assert list(curve.x) == list(range(1, 61))
    assert [shape.x0 for shape in losses(*forked).layout.shapes] == [20]  # where they part
    epoch = len(forked[0].instances)
    for run in forked:
        run.seek(20 * epoch + 1)
    curve = traces(losses(*forked), "scatter")[1]
    np.testing.assert_allclose(curve.y, forked[1].losses(0, 20 * epoch).reshape(20, epoch).mean(axis=1))


def test_arrows_go_from_each_word_of_a_to_that_of_b_turned_onto_it(forked):
    one, other = forked
    figure = projections(one, other, show="input")
    arrows, start, end = traces(figure, "scatter")
    W, theirs = one.parameters["W"], other.parameters["W"]
    axes, turn = fit_axes(W), turn_onto(theirs, W)
    np.testing.assert_allclose(np.column_stack([start.x, start.y]), axes.project(W))
    turned = (theirs - theirs.mean(axis=0)) @ turn + W.mean(axis=0)
    np.testing.assert_allclose(np.column_stack([end.x, end.y]), axes.project(turned))
    np.testing.assert_array_equal(arrows.x[0::3], start.x)
    np.testing.assert_array_equal(arrows.x[1::3], end.x)
    assert np.isnan(arrows.x[2::3]).all()
    assert [trace.meta["words"] for trace in (start, end)] == [list(one.vocabulary)] * 2


def test_where_nothing_moved_no_arrow_has_a_head(forked):
    one, other = forked
    for both, sizes in ((one, {0}), (other, {0, 9})):
        heads = [trace.marker.size for trace in projections(one, both).data if trace.marker.symbol == "arrow"]
        assert len(heads) == 2
        assert {int(size) for each in heads for size in each} == sizes


def test_only_words_that_both_have_get_arrows(forked):
    one, _ = forked
    _, start, _ = traces(projections(one, Run(Recipe(pairs="queen|zebra, king|queen")), show="input"), "scatter")
    assert list(start.customdata) == ["king", "queen"]
    assert not projections(one, Run(Recipe(pairs="a|b"))).data
    assert not OF_TWO["projection"](one, Run(Recipe(preset="xor-network")), VIEW).data


# ---- Procrustes ----


def test_vectors_that_were_only_turned_and_moved_lie_on_each_other_again():
    random = np.random.default_rng(1)
    for count, units in ((9, 4), (3, 5), (2, 2)):
        vectors = random.normal(size=(count, units))
        turned = vectors @ np.linalg.qr(random.normal(size=(units, units)))[0] + 3
        turn = turn_onto(turned, vectors)
        np.testing.assert_allclose((turned - turned.mean(axis=0)) @ turn, vectors - vectors.mean(axis=0), atol=1e-12)


def test_of_all_turns_of_a_plane_none_is_nearer():
    random = np.random.default_rng(2)
    vectors, reference = random.normal(size=(2, 7, 2))
    off, to = vectors - vectors.mean(axis=0), reference - reference.mean(axis=0)

    def distance(turn):
        return sum((sum(off[i][k] * turn[k][j] for k in range(2)) - to[i][j]) ** 2 for i in range(7) for j in range(2))

    angles = np.linspace(0, 2 * np.pi, 400)
    turns = [[[np.cos(a), s * np.sin(a)], [-np.sin(a), s * np.cos(a)]] for a in angles for s in (1, -1)]
    found = turn_onto(vectors, reference)
    assert distance(found) <= min(map(distance, turns))
    angle, sign = nearest_turn(to.T @ off)  # the same rule, for axes that follow
    same = np.array([[np.cos(angle), -sign * np.sin(angle)], [np.sin(angle), sign * np.cos(angle)]]).T
    np.testing.assert_allclose(found, same, atol=1e-12)


def test_a_smaller_space_lies_in_the_larger_one():
    random = np.random.default_rng(3)
    wide = random.normal(size=(8, 5))
    turn = turn_onto(wide[:, :3], wide)
    assert turn.shape == (3, 5)
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert turn_onto(wide, wide[:, :3]).shape == (5, 3)
    np.testing.assert_array_equal(turn_onto(np.ones((3, 2)), np.zeros((3, 2))), np.eye(2))


def test_names_of_inputs_make_room_for_those_of_outputs():
    """They are placed together: where both kinds are shown, fewer find room than where each has the picture alone."""
    run, other = (Run(Recipe(preset="king-queen", learning_rate=rate)).seek(20) for rate in (0.2, 0.9))

    def named(show):
        texts = [each.text for each in projections(run, other, show=show).data if each.mode == "markers+text"]
        return sum(map(bool, np.concatenate(texts)))

    assert 0 < named("both") < named("input") + named("output")
