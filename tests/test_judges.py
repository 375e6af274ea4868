"""scikit-learn as a judge: it computes the same from the same weights, by code that shares nothing with ours.

The naive twins of tests/reference were written by who wrote the models, and may share a misreading with them. Where
scikit-learn learns or answers as a model here does, it is asked too: from weights given to it, step by step.
"""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import Perceptron
from sklearn.neighbors import NearestNeighbors
from sklearn.neural_network import MLPClassifier, MLPRegressor

from explorer import Recipe, Run
from explorer.analysis.projection import axes_of_changes

STEPS = 30
FLOWERS = "0.5 -1 2 | 1 0 0; 1 0 -0.3 | 0 1 0; -2 0.7 0.1 | 0 0 1; 0.4 0.4 0.4 | 0 1 0; 1.5 -0.6 0.9 | 1 0 0"
HEIGHTS = "0.5 -1 2 | 0.2; 1 0 -0.3 | 1.5; -2 0.7 0.1 | -0.5; 0.4 0.4 0.4 | 0; 1.5 -0.6 0.9 | 0.9"
CLASSES = {"points": FLOWERS, "output_activation": "softmax", "loss": "cross-entropy"}
NAMES = {"sigmoid": "logistic", "tanh": "tanh", "relu": "relu", "identity": "identity"}  # ours: scikit-learn's


@pytest.fixture(scope="module")
def words():
    return Run(Recipe(preset="king-queen", vector_size=7)).seek(300)


def arrays(network, run):
    """Weights and biases as scikit-learn has them and as the run has them, in the same shapes."""
    layers = run.recipe.architecture.network.layers
    for layer, weights, bias in zip(layers, network.coefs_, network.intercepts_, strict=True):
        yield weights, run.parameters[layer.weights].T
        yield bias, run.parameters[layer.bias]


@pytest.mark.parametrize("hidden", [(4,), (5, 3)], ids=str)
@pytest.mark.parametrize("activation", NAMES)
@pytest.mark.parametrize("judge", [MLPClassifier, MLPRegressor])
@pytest.mark.parametrize("batch_size", [1, 3])
def test_a_network_learns_as_scikit_learns_does(judge, activation, hidden, batch_size):
    """By cross-entropy of the softmax, and by half the squared error of an output as it is."""
    fields = CLASSES if judge is MLPClassifier else {"points": HEIGHTS, "output_activation": "identity"}
    recipe = Recipe(
        model="mlp", hidden=hidden, activation=activation, learning_rate=0.1, seed=5, batch_size=batch_size, **fields
    )
    run = Run(recipe)
    plain = {"solver": "sgd", "alpha": 0, "momentum": 0, "shuffle": False}
    network = judge(hidden_layer_sizes=hidden, activation=NAMES[activation], learning_rate_init=0.1, **plain)
    x, t = (np.array(side) for side in zip(*run.instances, strict=True))
    if judge is MLPClassifier:
        t = t.argmax(axis=1)
        network.partial_fit(x, t, classes=range(3))  # makes its arrays
    else:
        network.partial_fit(x, t.ravel())
    for theirs, ours in arrays(network, run):
        theirs[...] = ours
    for step in range(STEPS):
        frame = run.frame()
        batch = [list(run.instances).index(instance) for instance in frame.instances]
        network.set_params(batch_size=len(batch)).partial_fit(x[batch], t[batch].ravel())
        for theirs, ours in arrays(network, run.advance()):
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-13)
        assert frame.loss == pytest.approx(network.loss_, abs=1e-12), step
    answers = network.predict_proba(x) if judge is MLPClassifier else network.predict(x)[:, None]
    np.testing.assert_allclose([run.probabilities(point) for point in x], answers, rtol=0, atol=1e-13)


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
@pytest.mark.parametrize("targets", ["0001", "0111", "0110"], ids=["and", "or", "xor"])
def test_the_perceptron_rule_is_scikit_learns(targets, order):
    """Where u is 0 exactly the two differ, for scikit-learn calls no answer right there; these weights avoid it."""
    points = "; ".join(f"{i >> 1} {i & 1} | {t}" for i, t in enumerate(targets))
    start = {"w": [0.31, -0.47], "b": [0.13]}
    fields = {"model": "perceptron", "rule": "perceptron", "link": "step", "order": order, "learning_rate": 0.1}
    run = Run(Recipe(points=points, parameters=start, **fields))
    judge = Perceptron(eta0=0.1, shuffle=False)
    judge.partial_fit([[0, 0]], [0], classes=[0, 1])
    judge.coef_, judge.intercept_ = np.array([start["w"]]), np.array(start["b"])
    mistakes = 0
    for _ in range(4 * STEPS):
        frame = run.frame()
        x, (t,) = frame.instance
        assert frame["y"][0] == judge.predict([x])[0]
        mistakes += frame["y"][0] != t
        judge.partial_fit([x], [int(t)])
        run.advance()
        np.testing.assert_allclose(run.parameters["w"], judge.coef_[0], rtol=0, atol=1e-13)
        np.testing.assert_allclose(run.parameters["b"], judge.intercept_, rtol=0, atol=1e-13)
    assert mistakes > (20 if targets == "0110" else 1)  # of XOR there is no end


@pytest.mark.parametrize("of", ["W", "W_out"])
def test_neighbours_are_those_of_scikit_learn(words, of):
    vectors = words.parameters[of]
    distances, rows = NearestNeighbors(metric="cosine").fit(vectors).kneighbors(vectors, n_neighbors=6)
    for word, away, near in zip(words.vocabulary, distances, rows, strict=True):
        found = words.neighbours(word, of=of, count=5)
        assert [name for name, _ in found] == [words.vocabulary[row] for row in near[1:]]
        np.testing.assert_allclose([cosine for _, cosine in found], 1 - away[1:], rtol=0, atol=1e-14)


def test_analogies_are_the_neighbours_of_the_fourth_corner(words):
    asked = ("king", "man", "woman")
    a, b, c = (words.parameters["W"][words.vocabulary.index(word)] for word in asked)
    others = [word for word in words.vocabulary if word not in asked]
    vectors = words.parameters["W"][[words.vocabulary.index(word) for word in others]]
    ((away, near),) = zip(*NearestNeighbors(metric="cosine").fit(vectors).kneighbors([a - b + c]), strict=True)
    found = words.analogy(*asked, count=5)
    assert [name for name, _ in found] == [others[row] for row in near]
    np.testing.assert_allclose([cosine for _, cosine in found], 1 - away, rtol=0, atol=1e-14)


def test_the_planes_that_frames_bring_are_principal_components(words):
    """Those of a block are not fitted one by one, but by sums over the rows at rest and those that move."""
    trace = Run(words.recipe).trace(0, 50)
    moving = {name: np.unique(np.nonzero(np.ptp(trace[name], axis=0))[0]) for name in ("W", "W_out")}
    assert all(len(rows) for rows in moving.values())
    changes = [(rows, trace[name][:, rows]) for name, rows in moving.items()]
    planes = axes_of_changes([trace[name][0] for name in moving], changes)
    for step, axes in enumerate(planes):
        vectors = np.concatenate([trace[name][step] for name in moving])
        judge = PCA(2).fit(vectors)
        np.testing.assert_allclose(axes.share, judge.explained_variance_ratio_, rtol=0, atol=1e-10)
        np.testing.assert_allclose(np.abs(axes.project(vectors)), np.abs(judge.transform(vectors)), rtol=0, atol=1e-8)
