"""The dialects of word2vec: what its programs do otherwise than the papers, each field beside its naive twin."""

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.training.gradient_check import gradient_errors
from tests.reference import dialects as naive

PAIRS = "a^b|c, b^c^a|d^d^e, d|a, e^e|c, a|a^b^c^d^e"
MATRIX = {"softmax": "W_out", "hierarchical": "W_node", "negative": "W_out"}
outputs = pytest.mark.parametrize("output", MATRIX)
batches = pytest.mark.parametrize("batch_size", [1, 3])


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def asked(frame, b):
    """The output rows that an instance asks, each with its error."""
    model = frame.model
    rows = frame.of_instance(model.layer.rows, b) if model.layer.name != "softmax" else range(len(frame.vocabulary))
    return list(zip(map(int, rows), frame.of_instance("e", b).tolist(), strict=True))


def stepped(frame, matrix, undivided):
    """W and the output matrix after the frame's step, by the naive twin."""
    before = [frame.parameters[name].tolist() for name in ("W", matrix)]
    batch = [
        (instance.inputs, *(frame.of_instance(name, b).tolist() for name in ("h", "EH")), asked(frame, b))
        for b, instance in enumerate(frame.instances)
    ]
    return naive.step(*before, batch, frame.learning_rate, undivided)


@outputs
@batches
def test_the_undivided_error_moves_each_context_word_by_all_of_it(output, batch_size):
    recipe = Recipe(pairs=PAIRS, output=output, batch_size=batch_size, vector_size=3, context_gradient="undivided")
    assert Recipe.from_query(recipe.to_query()) == recipe
    run = Run(recipe)
    assert not recipe.architecture.descends
    for step in (0, 1, 40):
        frame = run.seek(step).frame()
        for name, expected in zip(("W", MATRIX[output]), stepped(frame, MATRIX[output], True), strict=True):
            close(frame.updated[name], expected)
            close(frame.gradients[name], (frame.parameters[name] - frame.updated[name]) / frame.learning_rate)
    errors = gradient_errors(run.seek(40).frame())
    assert errors["W"] > 1e-3
    assert errors[MATRIX[output]] < 1e-8
    of_one = Run(Recipe(pairs="a|b, b|c^a, c|a", output=output, context_gradient="undivided")).seek(9).frame()
    assert max(gradient_errors(of_one).values()) < 1e-8  # of one context word both are the gradient
