"""Hierarchical softmax and negative sampling: naive twins, central differences, identities of tree and noise."""

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.maths.huffman import balanced, huffman
from explorer.maths.noise import draw, unigram
from explorer.training.gradient_check import gradient_errors
from tests.reference import logistic as naive

pytestmark = pytest.mark.kernels

PAIRS = "a^b|c, b^c^a|d^d^e, d|a, e|c, a|a^b^c^d^e"
MATRIX = {"hierarchical": "W_node", "negative": "W_out"}
outputs = pytest.mark.parametrize("output", MATRIX)
models = pytest.mark.parametrize("model", ["cbow", "skip-gram"])
batches = pytest.mark.parametrize("batch_size", [1, 3])


def questions(run, frame, b):
    """What an instance asks, from the run's tree or the frame's draws."""
    instance = frame.instances[b]
    if run.recipe.output == "hierarchical":
        ways = [zip(run.tree.paths[o], run.tree.signs[o], strict=True) for o in instance.outputs]
        return [(node, int(sign > 0)) for way in ways for node, sign in way]
    drawn = frame.negatives[b] if frame.batched else frame.negatives
    lists = zip(instance.outputs, drawn, strict=True)
    return [(word, int(i == 0)) for o, noise in lists for i, word in enumerate([o, *noise])]


@models
@outputs
@batches
def test_frames_equal_the_naive_twin(model, output, batch_size):
    recipe = Recipe(pairs=PAIRS, model=model, output=output, batch_size=batch_size, vector_size=3, order="shuffled")
    run = Run(recipe)
    for step in (0, 1, 40):
        frame = run.seek(step).frame()
        before = [frame.parameters[name].tolist() for name in ("W", MATRIX[output])]
        batch = [(instance.inputs, questions(run, frame, b)) for b, instance in enumerate(frame.instances)]
        for b, asked in enumerate(batch):
            for name, value in naive.quantities(*before, *asked).items():
                actual = frame[name][b][: len(value)] if frame.batched else frame[name]
                np.testing.assert_allclose(actual, value, rtol=0, atol=1e-13, err_msg=name)
        assert frame.loss == pytest.approx(np.mean([naive.loss(*before, *asked) for asked in batch]), abs=1e-12)
        for name, expected in zip(("W", MATRIX[output]), naive.step(*before, batch, recipe.learning_rate), strict=True):
            np.testing.assert_allclose(frame.updated[name], expected, rtol=0, atol=1e-13)


@outputs
@batches
def test_gradients_equal_central_differences(output, batch_size):
    run = Run(Recipe(pairs=PAIRS, output=output, batch_size=batch_size, vector_size=3)).seek(60)
    for name, error in gradient_errors(run.frame()).items():
        assert error < 1e-8, name


@outputs
@batches
@pytest.mark.slow_without_jit
def test_blocks_seeks_and_links_give_the_same_bits(output, batch_size):
    recipe = Recipe(pairs=PAIRS, output=output, batch_size=batch_size, seed=5).edited(
        30, weight=("W", "a", 0, 0.5), learning_rate=0.05
    )
    recipe = recipe.edited(40, pairs="a|b, b|c^d").edited(45, weight=(MATRIX[output], 2, 1, -1.0))
    trace = Run(recipe).trace(20, 60)
    again = Run(Recipe.from_query(recipe.to_query()))
    for row, step in enumerate(trace.steps.tolist()):
        frame = again.frame(step)
        for name, array in frame.parameters.items():
            assert trace[name][row].tobytes() == array.tobytes()
        kept = trace["EH"][row]
        np.testing.assert_array_equal(kept[: len(frame.instances)] if frame.batched else kept, frame["EH"])
    trace.to_bytes()


@outputs
def test_a_step_touches_only_the_rows_it_asks(output):
    run = Run(Recipe(pairs=PAIRS, output=output)).seek(17)
    frame = run.frame()
    name = MATRIX[output]
    moved = np.flatnonzero((frame.updated[name] != frame.parameters[name]).any(axis=1))
    assert set(moved) <= set(frame["node" if output == "hierarchical" else "word"].tolist())
    assert (frame.updated["W"] != frame.parameters["W"]).any(axis=1).sum() == len(set(frame.instance.inputs))


@pytest.mark.smoke
@outputs
def test_probabilities_sum_to_one(output):
    run = Run(Recipe(pairs=PAIRS, output=output)).seek(300)
    p = run.probabilities(["a", "b"])
    assert p.sum() == pytest.approx(1, abs=1e-14)
    if output == "hierarchical":
        h, M = run.hidden(["a", "b"]), run.parameters["W_node"]
        for word, (path, signs) in enumerate(zip(run.tree.paths, run.tree.signs, strict=True)):
            turns = zip(path, signs, strict=True)
            expected = np.prod([naive.sigmoid(sign * (M[node] @ h)) for node, sign in turns])
            assert p[word] == pytest.approx(expected, abs=1e-14)


@outputs
def test_explanations_of_every_number(output):
    frame = Run(Recipe(pairs=PAIRS, output=output)).seek(6).frame()
    for name in frame:
        for index in np.ndindex(frame[name].shape):
            assert frame.explain(name, index).value == frame[name][index]
    for name, array in frame.updated.items():
        for index in np.ndindex(array.shape):
            explanation = frame.explain(name, index)
            assert explanation.value == array[index]
            before, *rest = (operand.value for operand in explanation.operands)
            if rest:
                rate, *factors = rest
                pulled = sum(a * b for a, b in zip(factors[::2], factors[1::2], strict=True))
                assert before - rate * pulled == pytest.approx(array[index], abs=1e-14)


@pytest.mark.parametrize("counts", [[1, 1], [5, 1, 1, 2, 8, 0], [1] * 8, [1, 2, 4, 8, 16, 32], [0, 0, 0]])
def test_huffmans_tree_is_the_cheapest(counts):
    tree = huffman(counts)
    depths = [len(path) for path in tree.paths]
    assert np.dot(counts, depths) == naive.huffman_cost(counts)
    assert sum(2.0**-depth for depth in depths) == 1
    nodes = {node for path in tree.paths for node in path}
    assert nodes == set(range(len(counts) - 1))
    assert all(path[0] == 0 for path in tree.paths)
    ways = {tuple(zip(*way, strict=True)) for way in zip(tree.paths, tree.signs, strict=True)}
    assert len(ways) == len(counts)


def test_trees_given_and_balanced():
    assert {len(path) for path in balanced(8).paths} == {3}
    run = Run(Recipe(pairs="a|b, b|c", output="hierarchical", tree=(("a", "c"), "b")))
    assert run.tree.paths == ((0, 1), (0,), (0, 1))
    assert run.tree.signs == ((1, 1), (-1,), (1, -1))
    assert Recipe.from_query(run.recipe.to_query()) == run.recipe


@pytest.mark.slow_without_jit
def test_the_noise_is_the_powered_unigram_and_the_target_is_redrawn():
    recipe = Recipe(pairs="x|a, x|a, x|a, x|a, x|b, x|c^c", output="negative", negative=3)
    run = Run(recipe)
    counts = np.array([4, 1, 2, 0])
    np.testing.assert_allclose(run.noise, counts**0.75 / (counts**0.75).sum())
    drawn = [0, 0, 0]
    for step in range(1500):
        frame = run.seek(step).frame()
        for o, words in zip(frame.instance.outputs, frame.negatives, strict=True):
            assert len(words) == 3
            assert o not in words
            if o == 1:
                for word in words:
                    drawn[word] += 1
    share = drawn[0] / sum(drawn)
    assert share == pytest.approx(4**0.75 / (4**0.75 + 2**0.75), abs=0.05)
    assert Run(recipe).frame(700).negatives == run.frame(700).negatives
    other = Run(Recipe(pairs=recipe.pairs, output="negative", negative=3, seed=2))
    assert any(other.frame(step).negatives != run.frame(step).negatives for step in range(20))


def test_draws_follow_their_distribution():
    noise = unigram([3, 0, 1, 6], 1.0)
    edges = np.cumsum(noise)
    with np.errstate(over="ignore"):  # a hash overflows by design, in silence where it is compiled
        words = [draw(edges, -1, np.uint64(9), step, 0, 0) for step in range(4000)]
    np.testing.assert_allclose(np.bincount(words, minlength=4) / 4000, noise, atol=0.03)


@pytest.mark.parametrize(
    ("keywords", "field"),
    [
        ({"pairs": "a|a", "output": "hierarchical"}, "output"),
        ({"pairs": "a|b", "output": "hierarchical", "tree": ("a", "a")}, "tree"),
        ({"pairs": "a|b", "output": "hierarchical", "tree": "oak"}, "tree"),
        ({"pairs": "a|b", "output": "hierarchical", "tree": ("a", "c")}, "tree"),
        ({"pairs": "a|b", "output": "negative"}, "noise"),
        ({"pairs": "a|b, b|a", "output": "negative", "noise": {"z": 1, "a": 1}}, "noise"),
        ({"pairs": "a|b, b|a", "output": "negative", "noise": {"a": -1, "b": 3}}, "noise"),
        ({"pairs": "a|b, b|a", "negative": 3}, "negative"),
        ({"pairs": "a|b, b|a", "output": "negative", "tree": "huffman"}, "tree"),
    ],
)
def test_bad_trees_and_noise(keywords, field):
    with pytest.raises(RecipeError) as raised:
        Recipe(**keywords)
    assert field in [problem.field for problem in raised.value.problems]


def test_the_draw_is_shown_as_the_recipe_has_it():
    def equation(**noise):
        stages = Recipe(preset="king-queen", output="negative", **noise).architecture.stages
        return next(stage for stage in stages if stage.name == "draw").equation

    given = equation(noise={"her": 1, "king": 2})
    assert len({equation(), equation(ns_exponent=0.5), equation(noise="uniform"), given}) == 4
    assert "<mn>0.5</mn>" in equation(ns_exponent=0.5)


@pytest.mark.parametrize("output", ["softmax", "hierarchical", "negative"])
@pytest.mark.parametrize("batch_size", [1, 3])
def test_each_output_word_has_a_panel_and_they_add_up(output, batch_size):
    """Rong (2014), figure 3: e_{c,j} = y_{c,j} − t_{c,j}, EI_j = Σ_c e_{c,j}, EH_c = Σ_j e_{c,j} v′_j, in loops."""
    pairs = "a|b^c^b, b^c|a^d, c|d, d|a^b^c^d"
    run = Run(Recipe(pairs=pairs, model="skip-gram", output=output, batch_size=batch_size, vector_size=3, seed=2))
    frame = run.seek(14).frame()
    for b, instance in enumerate(frame.instances):
        panels = frame.panels[b] if batch_size > 1 else frame.panels
        assert tuple(panel.word for panel in panels) == instance.outputs
        M = frame.parameters[frame.model.layer.weights].tolist()
        EH = [0.0] * 3
        for panel in panels:
            for row, y, t, e in zip(panel.rows.tolist(), panel.y, panel.t, panel.e, strict=True):
                assert e == pytest.approx(y - t, abs=1e-15)
                if output == "softmax":
                    assert t == (row == panel.word)
            own = [sum(e * M[row][k] for row, e in zip(panel.rows, panel.e, strict=True)) for k in range(3)]
            np.testing.assert_allclose(panel.EH, own, rtol=0, atol=1e-15)
            EH = [total + each for total, each in zip(EH, own, strict=True)]
        np.testing.assert_allclose(frame.of_instance("EH", b), EH, rtol=0, atol=1e-14)
        if output == "softmax":
            total = np.sum([panel.e for panel in panels], axis=0)
            np.testing.assert_allclose(frame.of_instance("e", b), total, rtol=0, atol=1e-14)
        else:
            asked = np.concatenate([panel.rows for panel in panels])
            np.testing.assert_array_equal(frame.of_instance(frame.model.layer.rows, b), asked)


def test_other_models_have_no_panels():
    with pytest.raises(AttributeError, match="one panel"):
        _ = Run(Recipe(preset="one-pair", model="rnnlm")).frame().panels
