"""The computation graph: every gradient against central differences of the lines after it, chains that add up."""

import numpy as np
import pytest

from explorer import MODELS, Recipe, RecipeError, Run
from explorer.analysis.graph import computation_graph
from explorer.models import formulas
from explorer.views import VIEWS, graph

TEXT, NUMBERS = {"text": "a b c d e a c b d"}, {"points": "0 1|1; 1 1|0"}
# Stored states are those of other weights than now, unless these rest: so the recurrent network hardly learns.
RECIPES = {
    f"{name} {output}": {"model": name, "output": output} | TEXT | ({"learning_rate": 1e-9} if name == "rnnlm" else {})
    for name, model in MODELS.items()
    for output in model.outputs
} | {
    "nnlm": {"model": "nnlm", "weight_decay": 0.1} | TEXT,
    "nnlm, no hidden layer": {"model": "nnlm", "hidden": ()} | TEXT,
    "perceptron": {"model": "perceptron", "loss": "binary"} | NUMBERS,
    "mlp": {"model": "mlp"} | NUMBERS,
    "mlp, deep": {"model": "mlp", "hidden": (2, 3, 2), "activation": "tanh", "output_activation": "tanh"} | NUMBERS,
    "mlp, softmax": {
        "model": "mlp",
        "output_activation": "softmax",
        "loss": "cross-entropy",
        "points": "0 1|1 0; 1 1|0 1",
    },
    "mlp, hinge": {"model": "mlp", "output_activation": "identity", "loss": "hinge", "points": "0 1|1; 1 1|-1"},
    "mlp, mse": {"model": "mlp", "loss": "mse", "activation": "relu", "output_bias": False} | NUMBERS,
}


@pytest.fixture(params=RECIPES, scope="module")
def computed(request):
    return computation_graph(Run(Recipe(**RECIPES[request.param])).seek(6).frame())


def loss_with(computed, moved, value):
    """The loss where one node has another value: its lines once more, in plain NumPy."""
    scope = {"np": np}
    exec(formulas.PRELUDE, scope)
    scope["s"] = [None] * sum(name.startswith("s[") for name in computed.nodes)
    changed = {moved}
    for node in computed.nodes.values():
        current = value if node.name == moved else node.value
        if changed.intersection(node.reads):
            changed.add(node.name)
            current = eval(node.line, scope)
        exec(f"{node.name} = current", scope | {"current": current}, scope)
    return scope["loss"]


def test_every_gradient_is_that_of_central_differences(computed):
    for node in computed.nodes.values():
        if node.gradient is None:
            assert node.role == "held"
            continue
        found = np.empty(node.value.shape)
        for index in np.ndindex(node.value.shape):
            losses = []
            for sign in (1, -1):
                value = node.value.copy()
                value[index] += sign * 1e-6
                losses.append(loss_with(computed, node.name, value))
            found[index] = (losses[0] - losses[1]) / 2e-6
        np.testing.assert_allclose(node.gradient, found, rtol=1e-6, atol=1e-8, err_msg=node.name)


def test_the_gradients_of_the_weights_are_those_that_the_step_applies(computed):
    for name, gradient in computed.frame.gradients.items():
        np.testing.assert_allclose(computed.nodes[name].gradient, gradient, rtol=1e-10, atol=1e-14, err_msg=name)


def test_a_node_that_is_read_adds_up_what_is_sent_back_to_it(computed):
    for node in computed.nodes.values():
        parts = [each.parts[node.name] for each in computed.nodes.values() if node.name in each.parts]
        if parts:
            np.testing.assert_allclose(sum(parts), node.gradient, rtol=1e-12, atol=1e-15)


def test_a_chain_is_the_same_number_wherever_it_is_cut(computed):
    for name in computed.frame.gradients:
        node = computed.nodes[name]
        index = np.unravel_index(np.abs(node.gradient).argmax(), node.value.shape)
        chain = computed.chain(name, index)
        assert chain.links[0].node is node
        assert chain.links[-1].node.name == "loss"
        assert chain.slope == node.gradient[index]
        for link in chain.links:
            if link.whole:
                assert link.share == pytest.approx(chain.slope, rel=1e-10, abs=1e-15)
            at = tuple(np.argwhere(link.change)[0]) if link.change.any() else (0,) * link.change.ndim
            if link.node.name != "loss":
                products = sum(a * b for *_, a, b in computed.products(link.node.name, at))
                assert products == pytest.approx(link.node.gradient[at], rel=1e-9, abs=1e-14)


def test_what_goes_around_a_node_is_said_to():
    computed = computation_graph(Run(Recipe(model="nnlm", **TEXT)).seek(3).frame())
    name, index = computed.furthest()
    assert name == "C"
    whole = {link.node.name: link.whole for link in computed.chain(name, index).links}
    assert whole == {"C": True, "x": True, "o": False, "a": False, "u": True, "y": True, "loss": True}


@pytest.mark.parametrize(
    "recipe",
    [
        {"model": "perceptron", "rule": "perceptron", "link": "step"} | NUMBERS,
        {"model": "cbow", "context_gradient": "undivided"} | TEXT,
        {"model": "cbow", "output": "negative", "sigmoid": "c"} | TEXT,
    ],
)
def test_a_rule_that_is_no_gradient_says_so(recipe):
    frame = Run(Recipe(**recipe)).seek(2).frame()
    computed = computation_graph(frame)
    assert all(node.gradient is None for node in computed.nodes.values())
    assert frame.model.goes_by in graph(frame).layout.title.text
    assert len(frame.model.goes_by) > 20
    with pytest.raises(ValueError, match="no gradient"):
        computed.chain("W" if "W" in frame.parameters else "w", (0, 0))


def test_answers_without_digits_are_left_out_of_the_way():
    run = Run(Recipe(points="1|0", model="perceptron", loss="binary", parameters={"w": [50.0], "b": [0.0]}))
    computed = computation_graph(run.frame())
    assert "y" not in computed.nodes
    assert computed.nodes["w"].gradient == pytest.approx([1.0])


def test_the_figure_lights_the_weight_in_focus_of_the_instance_that_is_shown():
    run = Run(Recipe(text="a b c d e\nd c a b e", model="nnlm", batch_size=3)).seek(1)
    view = {"stage": "update", "theme": "dark", "instance": 1, "focus": "U.1.2"}
    figure = VIEWS["graph"](run, view)
    assert "instance 2 of 3: the step goes by the mean" in figure.layout.title.text
    table = figure.data[-1].cells.values
    assert [*table[0]] == ["E", "y", "u", "U[b, 3]"]
    sums = {cell.split(" = ")[-1] for cell in table[3]}
    hovers = [name for trace in figure.data if trace.type == "heatmap" for row in trace.customdata for name in row]
    assert sum(name.startswith("U[b, 3] = ") for name in hovers) == 1
    assert len(sums) == 1
    with pytest.raises(RecipeError, match="focus"):
        VIEWS["graph"](run, view | {"focus": "U.99.0"})


def test_operations_stand_on_arrows_and_names_are_those_of_the_cards():
    figure = graph(Run(Recipe(preset="computation-graph")).seek(1).frame())
    boxes = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    told = {note.text: note for note in figure.layout.annotations}
    assert {"× +", "max(0,·)", "σ", "loss"} < set(told)
    for name in ("× +", "σ"):
        assert not any(box.x0 <= told[name].x <= box.x1 for box in boxes)
    assert "W′ @ h + b′" in figure.data[-1].cells.values[1]
    unrolled = graph(Run(Recipe(model="rnnlm", **TEXT)).seek(3).frame())
    assert "V @ s(t)" in unrolled.data[-1].cells.values[1]


@pytest.mark.parametrize("room", [(900, 560), (1226, 596), (1866, 956)])
def test_what_has_no_room_in_a_card_is_not_written(room):
    frame = Run(Recipe(model="mlp", hidden=(3, 3, 2, 2, 2, 2), **NUMBERS)).seek(2).frame()
    figure = graph(frame, room=room)
    across, up = figure.layout.xaxis.range, figure.layout.yaxis
    column = (room[0] - 32) / (across[1] - across[0])  # px
    row = (room[1] - 100) * (up.domain[1] - up.domain[0]) / (up.range[1] - up.range[0])
    written = [trace for trace in figure.data if trace.type == "heatmap" and trace.text]
    for trace in written:
        digits = max(len(text) - 0.4 * sum(map(text.count, "-.")) for line in trace.text for text in line)
        assert 0.62 * 11 * digits <= trace.dx * column
        assert trace.dy * row >= 1.2 * 11
    assert bool(written) == (room[0] > 1226)
    assert "loss" not in [note.text for note in figure.layout.annotations] or room[0] > 1226
    names = [trace.customdata for trace in figure.data if trace.type == "heatmap"]
    assert all(names)  # a hover tells each
    few = graph(Run(Recipe(preset="computation-graph")).seek(2).frame(), room=(1226, 596))
    assert all(trace.text for trace in few.data if trace.type == "heatmap")


@pytest.mark.parametrize(("room", "written"), [(1226, "-0.1234"), (800, "-0.12"), (500, "…")])
def test_a_number_is_never_cut_in_its_middle(room, written):
    points = {"points": "-0.1234 0|1", "hidden": (3, 3, 2, 2, 2, 2)}
    frame = Run(Recipe(model="mlp", **points)).frame()
    (note,) = (
        note for note in graph(frame, room=(room, 560)).layout.annotations if "-0.1234" in (note.hovertext or "")
    )
    assert note.text.split("<br>")[0] == written


def test_of_many_words_a_card_shows_those_that_are_moved_and_the_one_in_focus():
    run = Run(Recipe(text=" ".join(f"w{n:03}" for n in range(90)), vector_size=2, window=1)).seek(60)
    view = {"stage": "update", "theme": "light", "instance": 0, "focus": "W.77.1"}
    first = next(trace for trace in VIEWS["graph"](run, view).data if trace.type == "heatmap")
    named = [row[0].split("[")[1].split(",")[0] for row in first.customdata]
    assert len(named) == 24
    assert {run.vocabulary[77], *(run.vocabulary[word] for word in run.frame(59).instance.inputs)} <= {*named}
