"""Models that learn from numbers: by hand, by naive twins, by central differences, by replay, by explanation."""

import numpy as np
import pytest

from explorer import MODELS, Diverged, Recipe, Run
from explorer.maths.activations import SIGMOID, TANH, activate
from explorer.training.gradient_check import gradient_errors
from explorer.training.replay import Trajectory
from tests.reference import mlp as naive_mlp
from tests.reference import perceptron as naive_unit

pytestmark = pytest.mark.kernels

XOR = "0 0 | 0; 0 1 | 1; 1 0 | 1; 1 1 | 0"
WIDE = "0.5 -1 2 | 0.2 0.8; 1 0 -0.3 | 1 0; -2 0.7 0.1 | 0.5 0.5; 0.4 0.4 0.4 | 0 1; 1.5 -0.6 0.9 | 0.9 0.1"
SOFTMAX = {"output_activation": "softmax", "loss": "cross-entropy"}
UNIT = {"model": "perceptron", "points": XOR}
SIGNS = "0.5 -1 2 | -1 1; 1 0 -0.3 | 1 1; -2 0.7 0.1 | -1 -1; 0.4 0.4 0.4 | 1 -1; 1.5 -0.6 0.9 | 1 1"
HINGE = {"output_activation": "identity", "loss": "hinge", "points": SIGNS}
UNITS = {link: UNIT | {"link": link} for link in ("sigmoid", "tanh", "relu", "identity")}
UNITS["relu"] |= {"points": "0 1 | 1; 1 1 | 0; 1 0 | 1; 0.5 0.5 | 1"}  # none of which is at its kink
UNITS |= {
    "binary": UNIT | {"link": "sigmoid", "loss": "binary"},
    "hinge": UNIT | {"link": "identity", "loss": "hinge", "points": "0 0 | -1; 0 1 | 1; 1 0 | -1; 1 1 | 1"},
    "mse": UNIT | {"link": "tanh", "loss": "mse"},
}
RULE = {"perceptron rule": UNIT | {"link": "step", "rule": "perceptron"}}
NETWORKS = {
    "one hidden layer": {"hidden": (4,)},
    "two hidden layers": {"hidden": (4, 2), "activation": "tanh"},
    "no hidden layer": {"hidden": ()},
    "softmax": {"hidden": (3,), **SOFTMAX},
    "softmax alone": {"hidden": (), **SOFTMAX},
    "relu": {"hidden": (5, 4), "activation": "relu", "output_activation": "identity"},
    "relu outputs": {"hidden": (5,), "activation": "identity", "output_activation": "relu"},
    "binary": {"hidden": (3,), "loss": "binary"},
    "binary alone": {"hidden": (), "loss": "binary"},
    "hinge": {"hidden": (4,), "activation": "tanh", **HINGE},
    "mse, tanh outputs": {"hidden": (3,), "output_activation": "tanh", "loss": "mse"},
    "mse": {"hidden": (3,), "output_activation": "identity", "loss": "mse"},
    "no output biases": {"hidden": (3,), "output_activation": "tanh", "output_bias": False},
    "three hidden layers": {"hidden": (3, 2, 4), "activation": "tanh", "loss": "binary"},
    "six hidden layers": {"hidden": (3, 2, 4, 2, 3, 2), "activation": "tanh", "output_bias": False},
}
NETWORKS = {f"network, {name}": {"model": "mlp", "points": WIDE, **more} for name, more in NETWORKS.items()}
RECIPES = {**UNITS, **RULE, **NETWORKS}
batches = pytest.mark.parametrize("batch_size", [1, 3])


WIDE_NETWORKS = {  # by BLAS and by vector instructions
    "wide sigmoids": {"model": "mlp", "points": WIDE, "hidden": (45, 41)},
    "wide tanhs": {"model": "mlp", "points": WIDE, "hidden": (70, 23), "activation": "tanh", **SOFTMAX},
}


def of(names):
    known = RECIPES | WIDE_NETWORKS
    return pytest.mark.parametrize("fields", [known[name] for name in names], ids=list(names))


def lists(arrays):
    return [array.tolist() for array in arrays.values()]


def layers_of(model, arrays):
    """As the twin takes them."""
    return [
        (arrays[layer.weights].tolist(), arrays[layer.bias].tolist() if layer.bias else None, layer.activation)
        for layer in model.network.layers
    ]


def twin(frame, fields):
    """The twin's quantities of each point, its losses, and its parameters after the step, in the model's order."""
    rate, points = frame.learning_rate, [(list(x), list(t)) for x, t in frame.instances]
    name = fields.get("loss", "squared")
    if fields["model"] == "perceptron":
        (w, (b,)), link = lists(frame.parameters), fields["link"]
        points = [(x, t) for x, (t,) in points]
        arguments = [(w, b, link, *point, name) for point in points]
        each = [(naive_unit.quantities(*given), naive_unit.loss(*given)) for given in arguments]
        w, b = naive_unit.step(w, b, link, points, rate, name)
        return each, [w, [b]]
    layers = layers_of(frame.model, frame.parameters)
    each = [(naive_mlp.quantities(layers, *point, name), naive_mlp.loss(layers, *point, name)) for point in points]
    updated = naive_mlp.step(layers, points, rate, name)
    return each, [array for *pair, _ in updated for array in pair if array is not None]


@of([*RECIPES, *WIDE_NETWORKS])
@batches
def test_frames_equal_the_naive_twin(fields, batch_size):
    run = Run(Recipe(batch_size=batch_size, seed=7, **fields))
    for step in (0, 1, 25):
        frame = run.seek(step).frame()
        each, updated = twin(frame, fields)
        for b, (quantities, _) in enumerate(each):
            assert set(quantities) == set(frame)
            for name, value in quantities.items():
                actual = frame[name][b] if batch_size > 1 else frame[name]
                np.testing.assert_allclose(actual, value, rtol=0, atol=1e-13, err_msg=name)
        assert frame.loss == pytest.approx(np.mean([loss for _, loss in each]), abs=1e-13)
        for actual, expected in zip(frame.updated.values(), updated, strict=True):
            np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-13)


@of([*UNITS, *NETWORKS])
@batches
def test_gradients_equal_central_differences(fields, batch_size):
    run = Run(Recipe(batch_size=batch_size, seed=3, **fields))
    for name, error in gradient_errors(run.seek(40).frame()).items():
        assert error < 1e-7, name


@pytest.mark.smoke
def test_a_unit_worked_out_by_hand():
    """w = (0.2, 0.3, 0.9), b = 0.5, x = (0.5, 0.6, 0.1), t = 1, η = 1.

    u = 0.1 + 0.18 + 0.09 + 0.5 = 0.87, y = σ(0.87) = 0.70475…, e = y − 1, EI = e·y(1 − y) = −0.06144…
    w ← w + 0.06144…·x, b ← b + 0.06144…
    """
    given = {"w": [0.2, 0.3, 0.9], "b": [0.5]}
    recipe = Recipe(points="0.5 0.6 0.1 | 1", model="perceptron", learning_rate=1.0, parameters=given)
    frame = Run(recipe).frame()
    y = 1 / (1 + np.exp(-0.87))
    EI = (y - 1) * y * (1 - y)
    assert frame["u"][0] == pytest.approx(0.87, abs=1e-15)
    assert frame["y"][0] == pytest.approx(0.70475, abs=5e-6)
    assert frame["EI"][0] == pytest.approx(EI, abs=1e-15)
    np.testing.assert_allclose(frame.updated["w"], np.array([0.2, 0.3, 0.9]) - EI * np.array([0.5, 0.6, 0.1]))
    np.testing.assert_allclose(frame.gradients["w"], EI * np.array([0.5, 0.6, 0.1]))
    np.testing.assert_allclose(frame.updated["b"], [0.5 - EI])


def test_the_perceptron_rule_worked_out_by_hand():
    """AND from 0, η = 1: u = 0 is no yes. (1, 1) is missed: w = (1, 1), b = 1. Then (0, 0) is wrongly taken: b = 0."""
    given = {"w": [0.0, 0.0], "b": [0.0]}
    fields = RULE["perceptron rule"] | {"points": "0 0 | 0; 0 1 | 0; 1 0 | 0; 1 1 | 1"}
    run = Run(Recipe(learning_rate=1.0, parameters=given, **fields)).seek(4)
    assert lists(run.parameters) == [[1, 1], [1]]
    assert run.frame().loss == 0.5
    assert lists(run.advance().parameters) == [[1, 1], [0]]


@of([*RECIPES, *WIDE_NETWORKS])
@batches
def test_blocks_seeks_edits_and_links_give_the_same_bits(fields, batch_size):
    recipe = Recipe(batch_size=batch_size, order="shuffled", **fields)
    first, bias = (parameter.name for parameter in recipe.architecture.parameters[:2])
    recipe = recipe.edited(20, weight=(first, 0, 0, 0.5)).edited(25, learning_rate=0.1).edited(30, points=recipe.points)
    recipe = recipe.edited(35, weight=(bias, 0, 0, -0.25))
    trajectory = Trajectory(recipe)
    trajectory._spacing, trajectory._most = 16, 4
    walker, trace = Run(Recipe.from_query(recipe.to_query()), trajectory), Run(recipe).trace(10, 60)
    for step in (69, 12, 20, 33, 36, 25):
        frame = walker.seek(step).frame()
        for name, array in frame.parameters.items():
            assert array.tobytes() == trace[name][step - 10].tobytes()
        for name in frame:
            kept = trace[name][step - 10]
            assert (kept[: len(frame.instances)] if batch_size > 1 else kept).tobytes() == frame[name].tobytes(), name
    strided = Run(recipe).trace(10, 6, stride=10)
    np.testing.assert_array_equal(strided["y"], trace["y"][::10])
    assert walker.seek(20).parameters[first].flat[0] == 0.5
    assert walker.seek(35).parameters[bias][0] == -0.25


def error_of(fields, first, second):
    if fields.get("loss") == "hinge":  # t and u
        return -first if first * second < 1 else 0.0
    return (2 if fields.get("loss") == "mse" else 1) * (first - second)


@of(RECIPES)
@batches
def test_explanations_add_up_to_the_numbers_they_explain(fields, batch_size):
    frame = Run(Recipe(batch_size=batch_size, **fields)).seek(8).frame()
    at = (1,) if batch_size > 1 else ()
    for name in frame:
        for i in np.ndindex(frame[name][at].shape):
            explanation = frame.explain(name, (*at, *i))
            assert explanation.value == frame[name][(*at, *i)]
            assert explanation.mathml.startswith("<math")
            values = [operand.value for operand in explanation.operands]
            if name.startswith("u"):
                bias, *values = values if len(values) % 2 else (0.0, *values)
                assert bias + np.dot(values[::2], values[1::2]) == pytest.approx(explanation.value, abs=1e-13)
            elif name.startswith("EH"):
                assert np.dot(values[::2], values[1::2]) == pytest.approx(explanation.value, abs=1e-13)
            elif name == "e":
                assert error_of(fields, *values) == explanation.value
    for parameter, array in frame.updated.items():
        for index in np.ndindex(array.shape):
            explanation = frame.explain(parameter, index)
            before, rate, *values = (operand.value for operand in explanation.operands)
            total = np.dot(values[::2], values[1::2]) if "b" not in parameter else sum(values)
            assert explanation.value == array[index]
            assert before - rate * total / len(frame.instances) == pytest.approx(array[index], abs=1e-13)


def test_a_slope_is_explained_where_the_answer_is_tiny():
    tiny = {"w": [3e-5], "b": [0.0]}
    frame = Run(Recipe(points="1 | 1", model="perceptron", link="tanh", parameters=tiny)).frame()
    slope = frame.explain("EI", (0,))
    assert slope.value == frame["EI"][0]
    assert "<msup>" in slope.mathml


@of(RECIPES)
def test_answers_to_numbers_are_those_of_the_frame(fields):
    run = Run(Recipe(**fields)).seek(17)
    frame = run.frame()
    np.testing.assert_allclose(run.probabilities(frame.instance.inputs), frame["y"], rtol=0, atol=1e-14)
    hidden = run.trajectory.model.network.hidden or "x"
    np.testing.assert_allclose(run.hidden(frame.instance.inputs), frame[hidden], rtol=0, atol=1e-14)


@pytest.mark.parametrize(("code", "exact"), [(SIGMOID, lambda u: 1 / (1 + np.exp(-u))), (TANH, np.tanh)])
def test_activations_by_vector_instructions_are_exact_to_a_few_last_places(code, exact):
    generator = np.random.default_rng(0)
    u = np.concatenate([generator.normal(size=3000) * scale for scale in (1e-12, 1e-5, 0.01, 0.1, 1, 10, 100)])
    u[:8] = 0, -0.0, 700, -700, 750, -750, 1e300, -1e300
    y, alone = np.empty_like(u), np.empty_like(u)
    activate(code, u, y)
    for j in range(0, u.size, 50):
        activate(code, u[j : j + 50], alone[j : j + 50])
    with np.errstate(over="ignore"):
        expected = exact(u.astype(np.longdouble)).astype(float)
    for actual in (y, alone):
        np.testing.assert_allclose(actual, expected, rtol=1e-15, atol=1e-307)
        assert np.abs(actual).max() <= 1


def test_a_run_of_numbers_that_diverges_says_where():
    run = Run(Recipe(points="10 | 3; -7 | 5", model="mlp", hidden=(), output_activation="identity", learning_rate=5))
    with pytest.raises(Diverged) as raised:
        run.seek(1000)
    assert raised.value.quantity in ("u_out", "loss", "W_out")
    assert np.isfinite(run.parameters["W_out"]).all()
    assert len(run.trace(0, 1000)) == raised.value.step
    infinite = {"W_out": [[1e308]], "b_out": [1e308]}
    run = Run(Recipe(points="10 | 1", model="mlp", hidden=(), parameters=infinite))
    with pytest.raises(Diverged, match="u_out"):
        run.frame()


def test_biases_start_at_0_and_weights_are_drawn_in_the_order_of_the_parameters():
    run = Run(Recipe(points=WIDE, model="mlp", hidden=(4, 2), seed=4))
    generator = np.random.Generator(np.random.PCG64(4))
    for name, shape in (("W", (4, 3)), ("W2", (2, 4)), ("W_out", (2, 2))):
        drawn = generator.uniform(-1, 1, shape) * np.sqrt(3 / shape[1])
        np.testing.assert_allclose(run.parameters[name], drawn, rtol=1e-14)
    assert not any(run.parameters[name].any() for name in ("b", "b2", "b_out"))


def test_declarations_of_every_variant_are_complete():
    for fields in RECIPES.values():
        model = Recipe(**fields).architecture
        shown = [name for stage in model.stages for name in stage.shows]
        assert sorted(shown) == sorted([each.name for each in (*model.quantities, *model.parameters)] + ["loss"])
        assert all("data-slot" in stage.live for stage in model.stages)
    assert {MODELS[name].reading for name in ("perceptron", "mlp")} == {"points"}


def test_upper_hidden_layers_come_after_the_one_that_is_there():
    """Rong's network has one hidden layer, between its inputs and its outputs."""
    stages = Recipe(preset="xor-network", hidden=(3, 2)).architecture.stages
    after = [stage.name for stage in stages if stage.source.startswith("after ")]
    assert after == ["hidden2", "backpropagate"]


def test_only_what_stands_there_is_cited_as_it_stands_there():
    """Rong's units are sigmoids with a squared loss: what generalises them is told to come after his equations."""
    for fields in RECIPES.values():
        model = Recipe(**fields).architecture
        if fields["model"] == "perceptron":
            passed = {"EI": model.link == "sigmoid"} if model.rule == "gradient" and not model._at_once else {}
            cited = "eq. 71–72"
        else:
            there = model.output_activation in ("sigmoid", "softmax")
            passed, cited = {} if model.loss_name == "hinge" else {"EI_out": there}, "eq. 78"
            passed |= {f"EI{layer.suffix}": model.activation == "sigmoid" for layer in model.hidden_layers}
        for name, as_there in passed.items():
            source = model.declared(name).source
            assert source.startswith("after ") is not as_there, (name, source)
            stage = next(stage for stage in model.stages if name in stage.shows)
            sigmoid = not (name == "EI_out" and model.at_once) and as_there and not source.endswith("eq. 8")
            assert stage.source == (f"{source} and 68–69" if sigmoid else source)
            assert (r"\sigma({-u})" in stage.equation.latex) is sigmoid
            if name == "EI_out" and model.softmax:
                assert source == "Rong (2014), eq. 8"  # y − t at once
            elif name in ("EI", "EI_out") and fields["model"] == "perceptron":
                assert source.endswith(cited)
