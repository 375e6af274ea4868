"""Figures show what the run and its frames hold."""

import re
import sys
import tracemalloc

import numpy as np
import pytest

from explorer import PRESETS, Recipe, RecipeError, Run, resources
from explorer.analysis.curve import stretches
from explorer.analysis.projection import fit_axes
from explorer.models.outputs import OUTPUTS
from explorer.numbers import percent
from explorer.training.replay import Trajectory
from explorer.views import VIEWS, loss, network, plane, projection, vectors, weights
from explorer.views import theme as themes
from explorer.views.labels import label_positions
from explorer.views.moment import frame_at, reached
from explorer.views.projection import panel as projection_panel
from explorer.views.signs import DASHES
from explorer.web.describe import describe

VIEW = {"stage": "update", "theme": "light", "instance": 0}


@pytest.fixture
def run():
    return Run(Recipe(preset="king-queen")).seek(60)


def traces(figure, kind):
    return [trace for trace in figure.data if trace.type == kind]


# ---- colours ----


def tokens(css, selector):
    """The colours of the first rule for a selector, which may stand in a list."""
    block = re.search(rf"^{re.escape(selector)}(?:,\n[^{{]*)? {{(.*?)\n}}", css, re.DOTALL | re.MULTILINE)[1]
    return dict(re.findall(r"--c-([\w-]+): (#\w+);", block))


def test_what_is_no_run_or_frame_is_told_by_name():
    run = Run(Recipe(preset="king-queen")).seek(2)
    for view, given, name in (
        (vectors, run, "frame: got"),
        (projection, run.recipe, "run: got"),
        (loss, run.frame(1), "run: got"),
        (weights, "king-queen", "run: got 'king-queen', allowed is a run"),
        (vectors, None, "frame: got None"),
        (network, run.recipe, "run_or_frame: got"),
    ):
        with pytest.raises(RecipeError, match=name):
            view(given)
    with pytest.raises(RecipeError, match="model: got 'mlp', allowed is one that learns from words"):
        projection(Run(Recipe(preset="xor-network")))


def test_colours_are_those_of_the_style_sheet():
    css = (resources.path("assets") / "styles" / "theme.css").read_text(encoding="utf-8")
    light = tokens(css, ":root")
    dark = light | tokens(css, ':root[data-theme="dark"]')
    for theme, declared in (("light", light), ("dark", dark)):
        assert vars(themes.palette(theme)) == {name: declared[name] for name in vars(themes.palette(theme))}
    assert "--c-zero: var(--c-surface);" in css


@pytest.mark.parametrize("theme", themes.PALETTES)
def test_scale_runs_from_negative_over_the_surface_to_positive(theme):
    scale, colours = themes.diverging(theme), themes.palette(theme)
    ends = [scale[0][1], scale[len(scale) // 2][1], scale[-1][1]]
    wanted = [colours.negative, colours.surface, colours.positive]
    assert ends == [f"rgb({','.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})" for colour in wanted]
    assert len(scale) % 2 == 1
    assert scale[len(scale) // 2][0] == 0.5


def test_figures_follow_the_theme(run):
    for figure in (network(run, theme="dark"), weights(run, theme="dark"), loss(run, theme="dark")):
        assert figure.layout.template.layout.paper_bgcolor == themes.palette("dark").surface
    with pytest.raises(RecipeError, match="theme"):
        network(run, theme="blue")


# ---- weights ----


def test_weights_are_those_of_the_run(run):
    shown = traces(weights(run), "heatmap")
    assert [
        np.array_equal(trace.z, run.parameters[name]) for trace, name in zip(shown, ("W", "W_out"), strict=True)
    ] == [True, True]
    (only,) = traces(weights(run, parameter="W_out"), "heatmap")
    assert np.array_equal(only.z, run.parameters["W_out"])


def test_rows_are_named_as_on_the_page():
    run = Run(Recipe(preset="king-queen", output="hierarchical"))
    _, nodes = describe(run.trajectory)["parameters"]
    assert nodes["row_names"][0] == "node 0"  # the root
    assert list(weights(run).layout.yaxis2.labelalias.values()) == nodes["row_names"]


def test_change_is_that_of_the_last_step(run):
    frame = run.frame(59)
    W, _ = traces(weights(run, mode="change"), "heatmap")
    assert np.array_equal(W.z, frame.updated["W"] - frame.parameters["W"])
    at_start, _ = traces(weights(run.seek(0), mode="change"), "heatmap")
    assert not at_start.z.any()


def test_what_lies_beyond_the_scale_is_marked():
    recipe = Recipe(preset="king-queen").edited(3, weight=("W", "queen", 1, 40.0))
    run = Run(recipe).seek(3)
    figure = weights(run)
    assert figure.layout.coloraxis.cmax < 40
    marks = traces(figure, "scatter")[0]
    assert (list(marks.x), list(marks.y)) == (["2"], [str(run.vocabulary.index("queen"))])


def test_small_numbers_are_told_in_a_power_of_ten_that_the_title_has():
    run = Run(Recipe(pairs="a|b, b|a", vector_size=2, learning_rate=1e-4)).seek(1)
    figure, frame = weights(run, "W", "change"), run.frame(0)
    (each,) = traces(figure, "heatmap")
    power = int(figure.layout.title.text.rsplit("1e", 1)[1])
    change = frame.updated["W"] - frame.parameters["W"]
    np.testing.assert_allclose(np.array(each.text, float) * 10.0**power, change, atol=0.0051 * 10.0**power)
    assert np.abs(change).max() >= 0.1 * 10.0**power


def test_negative_cells_without_a_number_have_a_dash():
    run = Run(Recipe(preset="features-learnt"))
    figure = weights(run)
    maps = traces(figure, "heatmap")
    dashes = {trace.xaxis: trace for trace in traces(figure, "scatter") if len(trace.x)}
    assert not any(each.texttemplate for each in maps)
    for each in maps:
        rows, units = np.nonzero(np.asarray(each.z) < 0)
        told = dashes.get(each.xaxis)
        places = [] if told is None else [*zip(told.y, told.x, strict=True)]
        assert places == [(str(row), str(unit + 1)) for row, unit in zip(rows, units, strict=True)]
    assert dashes


def test_a_large_vocabulary_is_cut_and_said_to_be(monkeypatch, run):
    monkeypatch.setattr(sys.modules["explorer.views.weights"], "MOST_ROWS", 5)
    figure = weights(run)
    assert len(traces(figure, "heatmap")[0].z) == 5
    assert "5 of 14 rows" in figure.layout.title.text
    pinned = VIEWS["weights"](run, {"theme": "light", "stage": "start", "instance": 0, "pins": run.vocabulary[9]})
    assert [*pinned.layout.yaxis.labelalias.values()] == [run.vocabulary[row] for row in (0, 1, 2, 3, 9)]


def test_wide_weights_are_cut_to_as_many_cells_as_can_be_sent(monkeypatch):
    run = Run(Recipe(pairs=f"{'long' * 9}|b, b|c", vector_size=7))
    assert traces(weights(run), "heatmap")[0].customdata is not None
    monkeypatch.setattr(sys.modules["explorer.views.weights"], "MOST_LETTERS", 300)
    monkeypatch.setattr(sys.modules["explorer.views.weights"], "MOST_CELLS", 2 * 7 * 2)
    figure = weights(run)
    assert [np.shape(trace.z) for trace in traces(figure, "heatmap")] == [(2, 7), (2, 7)]
    assert "2 of 3 rows" in figure.layout.title.text
    monkeypatch.setattr(sys.modules["explorer.views.weights"], "MOST_LETTERS", 100)
    assert traces(weights(run), "heatmap")[0].customdata is None


def test_wrong_choices_say_what_is_allowed(run):
    with pytest.raises(RecipeError, match="W_out"):
        weights(run, parameter="V")
    with pytest.raises(RecipeError, match="change"):
        weights(run, mode="sum")
    with pytest.raises(RecipeError, match="both"):
        projection(run, fit="all")
    with pytest.raises(RecipeError, match="vocabulary"):
        projection(run, analogy=("king", "man", "nobody"))
    with pytest.raises(RecipeError, match="softmax"):
        vectors(run.frame(), stage="end")


# ---- vectors and network ----


def test_bars_are_the_quantities_of_the_frame(run):
    frame = run.frame()
    shown = traces(vectors(frame), "bar")
    by_symbol = {re.search(r"<br>(\S+) %", trace.hovertemplate)[1]: trace for trace in shown}
    for quantity in frame.model.quantities:
        assert np.array_equal(by_symbol[quantity.symbol].x, frame[quantity.name])


@pytest.mark.parametrize("output", ["hierarchical", "negative"])
@pytest.mark.parametrize("batch_size", [1, 2])
def test_what_a_step_asks_has_rows_of_its_own_named_by_its_indices(output, batch_size):
    pairs = "a|b^c, b|c, c|d^a^e, e|a"
    run = Run(Recipe(pairs=pairs, model="skip-gram", output=output, batch_size=batch_size))
    frame = run.frame(1)  # b alone, or with it the three words of c
    last = len(frame.instances) - 1
    figure = vectors(frame, instance=last)
    by_symbol = {re.search(r"<br>(\S+) %", trace.hovertemplate)[1]: trace for trace in traces(figure, "bar")}
    assert list(by_symbol) == ["x", "h", "EH", "u", "y", "t", "e"]
    assert np.array_equal(by_symbol["e"].x, frame.of_instance("e", last))
    asked = frame.of_instance("node" if output == "hierarchical" else "word", last).tolist()
    names = [frame.row_name(frame.model.parameters[1], row) for row in asked]
    outputs = [frame.vocabulary[word] for word in frame.instances[last].outputs]
    if len(outputs) > 1:
        words = [outputs[c] for c in frame.of_instance("output", last).tolist()]
        names = [name if name == word else f"{name} for {word}" for name, word in zip(names, words, strict=True)]
    assert list(by_symbol["e"].customdata) == names


def test_quantities_later_than_the_stage_are_left_out(run):
    frame = run.frame()
    assert len(traces(vectors(frame, stage="hidden"), "bar")) == 2  # x and h
    assert [quantity.name for quantity in reached(frame.model, "softmax")] == ["x", "h", "u", "y"]
    early, late = network(frame, stage="hidden"), network(frame, stage="softmax")
    assert not re.search(r"\d%", early.to_json())
    assert re.search(r"\d%", late.to_json())


def test_a_batch_shows_one_of_its_instances():
    frame = Run(Recipe(preset="king-queen", batch_size=4)).frame(1)
    first, last = (traces(vectors(frame, instance=b), "bar")[0].x for b in (0, 99))
    assert np.array_equal(first, frame["x"][0])
    assert np.array_equal(last, frame["x"][-1])


@pytest.mark.parametrize("output", ["hierarchical", "negative"])
def test_the_last_column_has_the_rows_of_the_output_weights_and_what_a_step_asks_of_them(output):
    run = Run(Recipe(preset="king-queen", output=output))
    frame = run.frame(3)
    _, weights_out = frame.model.parameters
    shown = [trace for trace in network(frame).data if trace.customdata is not None][1]
    names = [name for name, _ in shown.customdata]
    assert names == [frame.row_name(weights_out, row) for row in range(len(frame.parameters[weights_out.name]))]
    answers = dict(zip(frame[weights_out.change[0].at].tolist(), frame["y"].tolist(), strict=True))
    told = {row: float(text.split()[-1]) for row, (_, text) in enumerate(shown.customdata) if "<br>y " in text}
    assert told == {row: pytest.approx(answers[row], rel=1e-7) for row in answers}
    assert len(told) < len(names)


def test_edges_are_all_there_and_of_their_weights_sign(run):
    figure = network(run)
    edges = [trace for trace in traces(figure, "scatter") if trace.mode == "lines"]
    drawn = sum(np.isnan(np.asarray(trace.x, float)).sum() for trace in edges)
    assert drawn == run.parameters["W"].size + run.parameters["W_out"].size
    weighted = np.concatenate([run.parameters[name].ravel() for name in ("W", "W_out")])
    for dash, told in ((DASHES, weighted < 0), ("solid", weighted >= 0)):
        of_sign = [trace for trace in edges if trace.line.dash == dash]
        assert sum(np.isnan(np.asarray(trace.x, float)).sum() for trace in of_sign) == told.sum() > 0


def test_a_large_network_keeps_the_heaviest_edges_and_those_of_the_instance():
    text = "\n".join(f"w{k} w{k + 1} w{k + 2}" for k in range(398))
    run = Run(Recipe(text=text, vector_size=40))
    frame = run.frame()
    figure = network(frame)
    assert "120 of 400 words" in figure.layout.title.text
    assert "heaviest" in figure.layout.title.text
    names = {row[0] for trace in figure.data if trace.customdata is not None for row in trace.customdata}
    assert {run.vocabulary[word] for word in (*frame.instance.inputs, *frame.instance.outputs)} <= names


@pytest.mark.parametrize("model", ["skip-gram", "nnlm"])
def test_the_node_in_focus_is_drawn_where_there_is_no_room_for_all(model):
    text = "\n".join(f"w{k} w{k + 1} w{k + 2} w{k + 3}" for k in range(398))
    run = Run(Recipe(text=text, vector_size=3, output="hierarchical", model=model))
    focus, drawn = run.recipe.architecture.network.output, []
    for number in (287, 288):
        figure = VIEWS["network"](run, VIEW | {"stage": "start", "focus": f"{focus}.{number}.1"})
        drawn.append({str(row) for trace in figure.data if trace.customdata is not None for row in trace.customdata})
    assert drawn[0] != drawn[1]
    maps = VIEWS["weights"](run, VIEW | {"focus": f"{focus}.287.1"}).data
    assert any(287 in (trace.meta or {}).get("rows", ()) for trace in maps)
    assert len(figure.to_json()) < 1_000_000


def test_frame_of_a_position(run):
    assert frame_at(run, "update").step == 59
    assert frame_at(run, "softmax").step == 60
    assert frame_at(run.seek(0), "start") is None
    with pytest.raises(RecipeError, match="stage"):
        frame_at(run, "later")


def test_words_that_matter_are_shown_and_then_the_first():
    run = Run(Recipe(pairs=", ".join(f"w{i}|w{(i + 7) % 400}" for i in range(400)), model="cbow")).seek(350)
    frame = run.frame()
    probable = np.argsort(-frame["y"], kind="stable")[:12].tolist()
    wanted = {*frame.instance.inputs, *frame.instance.outputs, *probable}
    first = [word for word in range(400) if word not in wanted][: 120 - len(wanted)]
    shown = next(trace for trace in network(frame).data if trace.customdata is not None)
    assert [name for name, _ in shown.customdata] == [run.vocabulary[word] for word in sorted({*wanted, *first})]


# ---- projection ----


@pytest.mark.parametrize("fit", ["W", "both"])
def test_both_sets_share_mean_axes_and_scale(run, fit):
    W, W_out = run.parameters["W"], run.parameters["W_out"]
    axes = fit_axes(W) if fit == "W" else fit_axes(W, W_out)
    figure = projection(run, fit=fit)
    inputs, outputs = traces(figure, "scatter")
    for trace, matrix in ((inputs, W), (outputs, W_out)):
        np.testing.assert_allclose(np.stack([trace.x, trace.y], axis=1), axes.project(matrix), atol=1e-12)
    assert (inputs.marker.symbol, outputs.marker.symbol) == ("circle", "diamond")
    assert percent(axes.share[0]) in figure.layout.xaxis.title.text
    assert (figure.layout.yaxis.scaleanchor, figure.layout.yaxis.scaleratio) == ("x", 1)


def test_axes_of_an_earlier_step_leave_the_run_where_it_is(run):
    axes = fit_axes(Run(run.recipe).seek(10).parameters["W"])
    inputs = traces(projection(run, axes_step=10, show="input"), "scatter")[0]
    np.testing.assert_allclose(inputs.x, axes.project(run.parameters["W"])[:, 0], atol=1e-12)
    assert run.step == 60


def test_parallelogram_ends_at_a_minus_b_plus_c(run):
    W, index = run.parameters["W"], run.vocabulary.index
    predicted = W[index("king")] - W[index("man")] + W[index("woman")]
    figure = projection(run, analogy=("king", "man", "woman"))
    (ring,) = [trace for trace in figure.data if trace.marker.symbol == "circle-open"]
    np.testing.assert_allclose([ring.x[0], ring.y[0]], fit_axes(W).project(predicted), atol=1e-12)


def test_followed_axes_are_turned_as_on_the_page(run):
    view = VIEW | {"axes": "follow", "turn": "0.5,-1"}
    inputs, _ = traces(projection_panel(run, view), "scatter")
    plain, _ = traces(projection(run), "scatter")
    cos, sin = np.cos(0.5), np.sin(0.5)
    np.testing.assert_allclose(inputs.x, cos * plain.x + sin * plain.y, atol=1e-12)
    np.testing.assert_allclose(inputs.y, sin * plain.x - cos * plain.y, atol=1e-12)


def test_inner_nodes_of_a_tree_are_output_vectors():
    run = Run(Recipe(preset="king-queen", output="hierarchical")).seek(20)
    inputs, nodes = traces(projection(run, show="both"), "scatter")
    expected = fit_axes(run.parameters["W"]).project(run.parameters["W_node"])
    np.testing.assert_allclose(np.stack([nodes.x, nodes.y], axis=1), expected, atol=1e-12)
    assert (len(inputs.x), nodes.customdata[0], nodes.marker.symbol) == (14, "node 0", "square")


def test_labels_do_not_cover_each_other():
    points = np.random.default_rng(1).uniform(size=(60, 2))
    places = label_positions([points, points + 0.01], [6] * 120)
    assert [len(each) for each in places] == [60, 60]
    assert any(places[0])
    crowd = label_positions([np.zeros((30, 2))], [6] * 30)[0]
    assert len([place for place in crowd if place]) == len({place for place in crowd if place})


# ---- loss ----


@pytest.mark.smoke
def test_losses_are_those_of_the_steps(run):
    curve = traces(loss(run), "scatter")[0]
    assert np.array_equal(curve.y, Trajectory(run.recipe).losses(0, 60))
    assert list(curve.x[:2]) == [1, 2]
    assert loss(run, log=True).layout.yaxis.type == "log"
    assert not loss(run.seek(0)).data


def test_an_axis_of_epochs_is_named_where_there_are_any(run):
    told = [[each.text.strip() for each in loss(run.seek(step)).layout.annotations] for step in (1, 60)]
    assert told[0] == []
    assert told[1][:3] == ["epoch", "1", "2"]


def test_of_many_columns_so_many_have_a_number_as_a_narrow_figure_has_room_for():
    wide, narrow = (weights(Run(Recipe(preset="rhyme-by-heart")), name).layout.xaxis for name in ("W", None))
    letters = 2.5 * 11  # px of a number and the gap behind it
    for axis in (wide, narrow):
        room = 700 * (axis.domain[1] - axis.domain[0])
        assert room / letters / 2 < axis.nticks <= 1.2 * room / letters


def test_epoch_means_are_means_of_whole_passes(run):
    means = traces(loss(run), "scatter")[-1]
    size = len(run.instances)
    wanted = Trajectory(run.recipe).losses(0, 60)[: 60 // size * size].reshape(-1, size).mean(axis=1)
    np.testing.assert_allclose(means.y, wanted)


def test_many_losses_become_stretches_with_their_extremes():
    losses = np.arange(10.0)
    stride, (mean, low, high) = stretches(losses, most=3)
    assert stride == 4
    assert (mean.tolist(), low.tolist(), high.tolist()) == ([1.5, 5.5, 8.5], [0, 4, 8], [3, 7, 9])


def test_passes_are_numbered_on_across_edits_of_the_data_and_marked_in_a_round_selection():
    recipe = Recipe(pairs="a|b, b|c, c|a").edited(4, pairs="a|c, c|b").edited(5, pairs="a|b, b|c, c|a, a|c")
    figure = loss(Run(recipe).seek(405))
    notes = figure.layout.annotations[1:]
    marks = {int(note.text): shape.x0 for note, shape in zip(notes, figure.layout.shapes, strict=True)}
    assert marks == {number: 5 + 4 * (number - 3) for number in range(5, 104, 5)}  # the second pass never ends
    means = next(trace for trace in figure.data if trace.name == "mean of an epoch")
    assert list(means.customdata[:3]) == [1, 4, 5]
    assert list(means.x[:3]) == [2, 7.5, 11.5]
    losses = Run(recipe).losses(0, 405)
    np.testing.assert_allclose(means.y, [losses[:3].mean(), *losses[5:].reshape(-1, 4).mean(axis=1)], rtol=1e-13)


def test_a_million_passes_cost_their_means_and_no_objects(monkeypatch):
    run = Run(Recipe(pairs="a|b"))
    run.step = 1_000_000
    losses = np.random.default_rng(1).uniform(size=run.step)
    monkeypatch.setattr(run, "losses", lambda start, stop: losses)
    tracemalloc.start()
    figure = loss(run)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40 * run.step
    assert len(figure.layout.shapes) == 20


def test_a_data_edit_starts_another_pass():
    recipe = Recipe(pairs="a|b, b|c, c|a").edited(4, pairs="a|c, c|b")
    figure = loss(Run(recipe).seek(8))
    assert [shape.x0 for shape in figure.layout.shapes] == [3, 6, 8]


# ---- all of them ----


@pytest.mark.parametrize("panel", VIEWS)
@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize(("step", "stage"), [(0, "start"), (0, "hidden"), (7, "error"), (7, "update")])
def test_every_panel_has_a_figure_at_every_position(panel, output, step, stage):
    run = Run(Recipe(preset="king-queen", output=output)).seek(step)
    figure = VIEWS[panel](run, VIEW | {"stage": stage, "heat": "change", "analogy": "king,man,woman"})
    assert figure.layout.title.text or figure.layout.annotations
    assert not [axis for axis in figure.select_xaxes() if axis.automargin]
    assert figure.layout.margin.autoexpand is False


@pytest.mark.parametrize("slug", PRESETS)
def test_every_panel_of_every_preset_has_a_figure(slug):
    run = Run(PRESETS[slug].recipe)
    stages = [stage.name for stage in run.recipe.architecture.stages]
    for step, stage in ((0, "start"), (0, stages[2]), (3, "update")):
        for panel in ("network", "vectors", "weights", "projection", "plane", "loss"):
            VIEWS[panel](run.seek(step), VIEW | {"stage": stage})


def test_biases_and_turned_matrices_are_among_the_weights():
    run = Run(Recipe(preset="xor-solution"))
    maps = [trace.z for trace in weights(run).data if trace.type == "heatmap"]
    assert [np.shape(z) for z in maps] == [(2, 2), (2, 1), (1, 2), (1, 1)]
    np.testing.assert_array_equal(maps[1], [[0], [-1]])
    run = Run(Recipe(text="the cat sat", model="rnnlm", hidden=(4,)))
    np.testing.assert_array_equal(weights(run, "U").data[0].z, run.parameters["U"].T)


def test_a_network_of_layers_has_its_units_filled_by_what_they_answer():
    run = Run(Recipe(preset="xor-solution")).seek(3)
    frame = run.frame(2)
    discs = (trace for trace in network(run, frame).data if trace.mode == "markers+text")
    units = [trace for trace in discs if trace.marker.symbol is None]
    shown = [np.array(trace.marker.color) for trace in units]
    for filled, name in zip(shown, ("x", "h", "y"), strict=True):
        np.testing.assert_array_equal(filled, frame[name])


@pytest.mark.parametrize(
    ("points", "key"),
    [
        ("1|1; -1|0", ["answer", "target 0", "target 1", "shade: the answer, 0 to 1"]),
        ("1|.3; -1|.7", ["answer", "target 0.3", "target 0.7", "shade: the answer, 0.3 to 0.7"]),
        ("1|1 0; -1|0 1", ["answer 1", "answer 2", "target 0, 1", "target 1, 0"]),
        ("1|.3 .9; -1|.6 .1", ["answer 1", "answer 2", "target up to 0.5, above 0.5", "target above 0.5, up to 0.5"]),
    ],
)
def test_over_one_input_the_key_has_what_is_drawn(points, key):
    figure = plane(Run(Recipe(points=points, model="mlp", hidden=(2,))).seek(3))
    assert [trace.name for trace in figure.data if trace.showlegend] == key


def test_over_one_input_alone_nothing_is_shaded():
    figure = plane(Run(Recipe(points="1|1; -1|0", model="perceptron")))
    assert [trace.name for trace in figure.data if trace.showlegend] == ["answer", "target 0", "target 1"]


def test_the_plane_has_the_points_and_those_that_merge_in_the_hidden_layer():
    run = Run(Recipe(preset="xor-solution"))
    traces = plane(run).data
    key = [trace.name for trace in traces if trace.showlegend]
    assert key == ["target 0", "target 1", "shade: the answer, 0 to 1"]
    inputs, hidden = (trace for trace in traces if trace.type == "scatter" and not trace.showlegend)
    assert list(zip(inputs.x, inputs.y, strict=True)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(zip(hidden.x, hidden.y, strict=True)) == [(0, 0), (1, 0), (1, 0), (2, 1)]
    both = [trace for trace in traces if trace.type == "heatmap"]
    assert all(np.isclose(np.ptp(each.x), np.ptp(each.y)) for each in both)  # so that the shades fill the square
    regions = both[0]
    middle = regions.z[len(regions.y) // 2]
    at = len(regions.x) // 3
    np.testing.assert_allclose(middle[at], run.probabilities([regions.x[at], regions.y[len(regions.y) // 2]])[0])


@pytest.mark.parametrize("preset", ["king-queen", "feed-the-cat", "we-all-have-it", "who-makes-which-noise"])
def test_rows_of_vectors_have_their_names_where_there_is_room_and_the_words_of_the_step_in_any_case(preset):
    frame = Run(Recipe(preset=preset)).frame(500)
    figure = vectors(frame)
    named = 0
    for bar in figure.data:
        axis = figure.layout[bar.yaxis.replace("y", "yaxis")]
        rows, labels = len(bar.y), {row: axis.labelalias[row] for row in axis.tickvals}
        assert {name for name in axis.labelalias.values() if name[0] in "●■"} <= set(labels.values())
        apart = np.diff(np.sort(np.array(list(labels), int)))
        assert (apart == 1).all() or rows / (axis.domain[1] - axis.domain[0]) > 50
        named += rows == len(labels)
    assert named


def test_of_more_rows_than_names_have_room_for_those_of_the_step_are_named():
    words = [f"w{i}" for i in range(60)]
    run = Run(Recipe(pairs=", ".join(f"{a}|{b}" for a, b in zip(words, words[1:] + words[:1], strict=True))))
    for step in range(10):
        axis = vectors(run.frame(step)).layout.yaxis
        named = {axis.labelalias[row] for row in axis.tickvals}
        assert {f"● w{step}", f"■ w{step + 1}"} <= named
        assert 20 < len(named) < 60
