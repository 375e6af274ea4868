"""The losses of a batch at once are those of its instances one by one, at any parameters."""

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.models import lookup, terms
from explorer.models.contract import Model
from explorer.models.outputs import logistic, surprises

pytestmark = pytest.mark.slow_without_jit

TEXT = "the cat sat on the mat\na dog ran\nthe dog sat on a cat and the dog"
POINTS = "0 1 | 1 0; 1 1 | 0 1; 1 0 | 1 0; 0 0 | 0 1"
RECIPES = [
    {"preset": "king-queen", "output": "softmax"},
    {"pairs": "a^b|c, b^c^a|d^d^e, d|a, e|c, a|a^b^c^d^e", "output": "hierarchical"},
    {"pairs": "a^b|c, b^c^a|d^d^e, d|a, e|c, a|a^b^c^d^e", "output": "negative"},
    {"pairs": "a^b|c, b^c^a|d^d^e, d|a, e|c, a|a^b^c^d^e"},
    {"text": TEXT, "model": "nnlm", "context": 2, "weight_decay": 0.01},
    {"text": TEXT, "model": "nnlm", "context": 2, "direct": False, "output_bias": False},
    {"text": TEXT, "model": "nnlm", "context": 2, "hidden": ()},
    {"text": TEXT, "model": "rnnlm"},
    {"points": POINTS, "model": "mlp", "hidden": (3, 2)},
    {"points": POINTS, "model": "mlp", "output_activation": "softmax", "loss": "cross-entropy"},
    {"points": "0 1 | 1; 1 1 | 0; 1 0 | 1", "model": "perceptron"},
]


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
@pytest.mark.parametrize("few", [False, True], ids=["at once", "in parts"])
def test_losses_of_a_batch_are_those_of_its_instances(recipe, few, monkeypatch):
    if few:
        for module in (logistic, lookup):
            monkeypatch.setattr(module, "_NUMBERS", 1)
        monkeypatch.setattr(surprises, "_SCORES", 1)
        monkeypatch.setattr(surprises, "_LEAST_ROWS", 1)
    for batch_size, step in ((1, 1), (5, 0), (5, 3)):
        frame = Run(Recipe(**recipe, batch_size=batch_size)).frame(step)
        for parameters in (frame.parameters, frame.updated):
            together = frame.model.losses(frame._data, frame._held, parameters)
            alone = Model.losses(frame.model, frame._data, frame._held, parameters)
            assert together.shape == (len(frame.instances),)
            np.testing.assert_allclose(together, alone, rtol=1e-13, atol=1e-15)
            assert frame.loss_at(parameters) == pytest.approx(np.mean(alone), rel=1e-13)


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_gradients_are_the_same_whether_instances_are_added_up_together_or_one_by_one(recipe, monkeypatch):
    frame = Run(Recipe(**recipe, batch_size=5)).frame(3)
    together = dict(frame.gradients)
    monkeypatch.setattr(terms, "_NUMBERS", 1)
    for name, gradient in frame.gradients.items():
        np.testing.assert_allclose(gradient, together[name], rtol=1e-13, atol=1e-16)
        moved = frame.parameters[name] - frame.learning_rate * gradient
        np.testing.assert_allclose(frame.updated[name], moved, rtol=1e-12, atol=1e-15)
