"""Where an answer is almost its target, errors, slopes and losses keep their digits: judged by long decimals."""

from decimal import Decimal

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.maths.activations import CODES, below_1, error, sigmoid, slope, value
from explorer.maths.softmax import softmax
from explorer.models import losses
from explorer.models.outputs.softmax_step import errors, loss
from tests.reference import exactly

CLOSE = Decimal("1e-13")  # relative
SCORES = [*np.linspace(-60, 60, 97), *np.linspace(1, 3, 31), *np.linspace(-3, -1, 31), 0.0, -300.0, 300.0]
SLOPES = {"sigmoid": exactly.sigmoid_slope, "tanh": exactly.tanh_slope}
ANSWERS = {"sigmoid": exactly.sigmoid, "tanh": exactly.tanh}


def close(got, wanted, far=CLOSE):
    assert abs(exactly.minus(float(got), wanted)) <= far * abs(wanted), (got, wanted)


def test_what_is_missing_to_1_and_slopes_are_exact_to_a_few_last_places():
    for u in SCORES:
        close(below_1(u, sigmoid(u)), exactly.sigmoid(-u))
        for name, exact in SLOPES.items():
            close(slope(CODES[name], u, value(CODES[name], u)), exact(u))


@pytest.mark.parametrize(("name", "t"), [("sigmoid", 1.0), ("sigmoid", 0.0), ("tanh", 1.0), ("tanh", -1.0)])
def test_errors_at_the_ends_of_what_an_answer_can_be_are_exact_to_a_few_last_places(name, t):
    for u in SCORES:
        if name == "sigmoid" or t * u > 0:  # far from its target nothing is lost
            close(error(CODES[name], u, value(CODES[name], u), t), exactly.minus(ANSWERS[name](u), t))


@pytest.mark.parametrize("t", [0.0, 1.0, 0.3])
def test_binary_cross_entropy_of_a_saturated_sigmoid_keeps_its_digits(t):
    for u in SCORES:
        y, e = np.array([sigmoid(u)]), np.empty(1)
        E = losses.answer(losses.BINARY, CODES["sigmoid"], np.array([u]), y, np.array([t]), e)
        yes, no = -exactly.ln(exactly.sigmoid(u)), -exactly.ln(exactly.sigmoid(-u))
        exact = Decimal(t) * yes + (1 - Decimal(t)) * no
        close(E, exact, Decimal("1e-12"))
        wanted = exactly.minus(exactly.sigmoid(u), t)
        if t in (0, 1):
            close(e[0], wanted)
        assert abs(exactly.minus(float(e[0]), wanted)) < np.finfo(float).eps


@pytest.mark.parametrize("lead", [0.0, 1.0, 2.5, 10.0, 37.0, 40.0, 200.0, 600.0])
@pytest.mark.parametrize("outputs", [(1,), (1, 1, 1), (0, 1)])
def test_the_error_of_a_softmax_is_minus_what_the_others_have(lead, outputs):
    u, y, e = np.array([0.3, lead, -0.7, 0.1]), np.empty(4), np.empty(4)
    top = softmax(u, y)
    errors(y, top, np.array(outputs), e)
    exact = exactly.softmax(u.tolist())
    others = exact[0] + exact[2] + exact[3]
    if set(outputs) == {1}:
        close(e[1], -len(outputs) * others)
        close(loss(u, top, np.array(outputs)), -len(outputs) * exactly.ln(exact[1]), Decimal("1e-12"))
    else:
        for j in range(4):
            assert abs(exactly.minus(e[j], 2 * exact[j] - outputs.count(j))) < 1e-15


def given(W, W_out, **more):
    return Run(Recipe(pairs="a|b", vector_size=1, parameters={"W": W, **W_out}, **more)).frame()


@pytest.mark.parametrize("model", ["cbow", "skip-gram"])
@pytest.mark.parametrize("u", [5.0, 40.0, 100.0])
def test_an_output_word_that_is_almost_certain_still_moves(model, u):
    """Each output layer, in a whole step: its error, and with it all that moves, is as small as it is, and not 0."""
    W = [[1.0], [1.0]]
    frame = given(W, {"W_out": [[0.0], [u]]}, model=model)
    close(frame["e"][1], -exactly.sigmoid(-u))
    close(frame.loss, -exactly.ln(exactly.sigmoid(u)), Decimal("1e-12"))
    assert frame.gradients["W"][0, 0] != 0
    frame = given(W, {"W_node": [[u]]}, model=model, output="hierarchical")
    frame = frame if frame["t"][0] else given(W, {"W_node": [[-u]]}, model=model, output="hierarchical")
    wanted = -exactly.sigmoid(-u) if frame["t"][0] else exactly.sigmoid(-u)
    close(frame["e"][0], wanted)
    frame = given(W, {"W_out": [[0.5], [u]]}, model=model, output="negative", negative=1, noise="uniform")
    assert frame["t"].tolist() == [1, 0]
    close(frame["e"][0], -exactly.sigmoid(-u))
    close(frame["e"][1], exactly.sigmoid(0.5))


@pytest.mark.parametrize("u", [5.0, 40.0, 100.0])
@pytest.mark.parametrize("link", ["sigmoid", "tanh"])
def test_a_saturated_unit_has_its_error_and_its_slope(link, u):
    weights = {"w": [u], "b": [0.0]}
    frame = Run(Recipe(points="1 | 1", model="perceptron", link=link, parameters=weights)).frame()
    e = exactly.minus(ANSWERS[link](u), 1)
    close(frame["e"][0], e)
    close(frame["EI"][0], exactly.times(e, SLOPES[link](u)))
    close(frame.loss, exactly.times(e, e) / 2)


@pytest.mark.parametrize("u", [5.0, 40.0, 100.0])
@pytest.mark.parametrize("activation", ["sigmoid", "tanh"])
def test_saturated_hidden_units_pass_on_what_their_slope_lets_through(activation, u):
    more = {"model": "mlp", "hidden": [1], "activation": activation, "output_activation": "identity"}
    weights = {"W": [[u]], "b": [0.0], "W_out": [[1.0]], "b_out": [0.0]}
    frame = Run(Recipe(points="1 | 3", parameters=weights, **more)).frame()
    close(frame["EI"][0], exactly.times(exactly.minus(frame["EH"][0], 0), SLOPES[activation](u)))


@pytest.mark.parametrize("u", [5.0, 40.0, 100.0])
def test_a_network_whose_outputs_are_almost_right_has_its_error(u):
    weights = {"W_out": [[0.0], [u]], "b_out": [0.0, 0.0]}
    more = {"model": "mlp", "hidden": [], "points": "1 | 0 1", "parameters": weights}
    frame = Run(Recipe(output_activation="softmax", loss="cross-entropy", **more)).frame()
    close(frame["e"][1], -exactly.sigmoid(-u))
    close(frame.loss, -exactly.ln(exactly.sigmoid(u)), Decimal("1e-12"))
    frame = Run(Recipe(**more)).frame()
    close(frame["e"][1], -exactly.sigmoid(-u))
    close(frame["EI_out"][1], exactly.times(-exactly.sigmoid(-u), exactly.sigmoid_slope(u)))


@pytest.mark.parametrize("batch_size", [1, 2])
@pytest.mark.parametrize("u", [5.0, 40.0, 100.0])
@pytest.mark.parametrize("activation", ["sigmoid", "tanh"])
def test_the_neural_language_model_keeps_error_and_slope(activation, u, batch_size):
    weights = {"C": [[1.0], [1.0]], "H": [[u]], "d": [0.0], "U": [[0.0], [u]], "b": [0.0, 0.0]}
    more = {"vector_size": 1, "hidden": [1], "context": 1, "direct": False, "activation": activation}
    frame = Run(Recipe(pairs="a|b, a|b", model="nnlm", parameters=weights, batch_size=batch_size, **more)).frame()
    e, Ea, Eo, score = (frame.of_instance(name, 0) for name in ("e", "Ea", "Eo", "u"))
    close(e[1], -exactly.sigmoid(-score[1]))
    close(Eo[0], exactly.times(exactly.minus(Ea[0], 0), SLOPES[activation](u)))


@pytest.mark.parametrize("batch_size", [1, 2])
@pytest.mark.parametrize("u", [5.0, 40.0, 100.0])
def test_the_recurrent_model_keeps_error_and_slopes_through_time(u, batch_size):
    weights = {"U": [[u, u]], "W": [[1.0]], "V": [[0.0], [3.0]]}
    recipe = Recipe(pairs="a|b, a|b, a|b", model="rnnlm", hidden=[1], bptt=1, parameters=weights, batch_size=batch_size)
    frame = Run(recipe).frame()
    instance = batch_size - 1
    e, s, eh = (frame.of_instance(name, instance) for name in ("e", "s", "eh"))
    close(e[1], -exactly.sigmoid(-float(frame.of_instance("u", instance)[1])))
    back = 3.0 * e[1]
    nets = [u + 0.1, u + s[1][0]] if instance else [u + 0.1]
    for net, got in zip(reversed(nets), eh[::-1, 0], strict=False):
        close(got, exactly.times(exactly.minus(back, 0), exactly.sigmoid_slope(net)))
        back = got  # W is 1
