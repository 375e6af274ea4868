"""The neural language model: by hand, by a naive twin, by central differences, with and without each of its parts."""

from dataclasses import replace

import numpy as np
import pytest

from explorer import Diverged, Recipe, RecipeError, Run
from explorer.training.gradient_check import gradient_errors
from tests.reference import nnlm as naive

pytestmark = pytest.mark.kernels

TEXT = "a b c d e f\nb a c b a d\nc c a a b"
PAIRS = "a^a|b^c^c, b^a|c, c^b|a"
VARIANTS = {
    "bengio": {"weight_decay": 0.1},
    "hinton": {"activation": "sigmoid", "direct": False},
    "textbook": {"activation": "relu", "direct": False, "freeze": True, "seed": 7},
    "no hidden layer": {"hidden": (), "output_bias": False},
    "linear": {"activation": "identity", "output_bias": False, "weight_decay": 0.02, "freeze": True},
    "several outputs": {"pairs": PAIRS},
}
# Beyond some size a step is products of matrices: the same model in other arithmetic.
LARGE = {"text": " ".join(f"w{i * i % 61}" for i in range(70)), "vector_size": 40, "hidden": (60,)}
variants = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
batches = pytest.mark.parametrize("batch_size", [1, 2, 5])


def recipe(**more):
    data = {} if "pairs" in more else {"text": TEXT}
    small = {"model": "nnlm", "context": 2, "vector_size": 3, "hidden": (4,), "seed": 3, "learning_rate": 0.5}
    return Recipe(**data | small | more)


def lists(parameters):
    return {name: array.tolist() for name, array in parameters.items()}


def same_as_twin(run, steps):
    chosen = run.recipe
    for step in steps:
        frame = run.seek(step).frame()
        before = lists(frame.parameters)
        batch = [(list(instance.inputs), list(instance.outputs)) for instance in frame.instances]
        for b, instance in enumerate(batch):
            for name, value in naive.quantities(before, chosen.activation, *instance).items():
                if name in frame:
                    actual = frame[name][b] if chosen.batch_size > 1 else frame[name]
                    np.testing.assert_allclose(actual, value, rtol=0, atol=1e-13, err_msg=name)
        losses = [naive.loss(before, chosen.activation, chosen.weight_decay, *instance) for instance in batch]
        assert frame.loss == pytest.approx(np.mean(losses), abs=1e-12)
        moved = naive.step(before, chosen.activation, chosen.weight_decay, chosen.freeze, batch, chosen.learning_rate)
        for name, array in moved.items():
            np.testing.assert_allclose(frame.updated[name], array, rtol=0, atol=1e-13, err_msg=name)


def test_a_step_worked_out_by_hand():
    """One feature, one unit (identity), two words a and b, context 1, η = 1, no direct connections.

    a → b with C = (1, 0), H = 2, d = 1, U = (0, 1), b = (0, 0)
    x = 1, o = a = 1 + 2·1 = 3, u = (0, 3), y = (1 − p, p) with p = 1/(1 + exp(−3)), E = −ln p
    e = (1 − p)(1, −1), Ea = Eo = −(1 − p), Ex = 2·Eo
    U ← (0 − 3(1 − p), 1 + 3(1 − p)), b ← −e, H ← 2 + (1 − p), d ← 1 + (1 − p), C(a) ← 1 + 2(1 − p)
    """
    given = {"C": [[1.0], [0.0]], "H": [[2.0]], "d": [1.0], "U": [[0.0], [1.0]], "b": [0.0, 0.0]}
    sizes = {"context": 1, "vector_size": 1, "hidden": (1,), "learning_rate": 1.0}
    frame = Run(recipe(pairs="a|b", activation="identity", direct=False, parameters=given, **sizes)).frame()
    wrong = 1 / (1 + np.exp(3))
    assert frame["w"].tolist() == [0]
    assert (frame["x"].tolist(), frame["o"].tolist(), frame["a"].tolist()) == ([1], [3], [3])
    assert frame.loss == pytest.approx(-np.log(1 - wrong), abs=1e-15)
    np.testing.assert_allclose(frame["e"], [wrong, -wrong], rtol=0, atol=1e-15)
    np.testing.assert_allclose([*frame["Eo"], *frame["Ex"]], [-wrong, -2 * wrong], rtol=0, atol=1e-15)
    np.testing.assert_allclose(frame.updated["U"], [[-3 * wrong], [1 + 3 * wrong]], rtol=0, atol=1e-15)
    np.testing.assert_allclose(frame.updated["b"], [-wrong, wrong], rtol=0, atol=1e-15)
    np.testing.assert_allclose([*frame.updated["H"][0], *frame.updated["d"]], [2 + wrong, 1 + wrong], atol=1e-15)
    np.testing.assert_allclose(frame.updated["C"], [[1 + 2 * wrong], [0]], rtol=0, atol=1e-15)


@variants
@batches
def test_frames_equal_the_naive_twin(variant, batch_size):
    same_as_twin(Run(recipe(batch_size=batch_size, **variant)), (0, 1, 25))


@batches
def test_large_networks_equal_the_naive_twin_too(batch_size):
    same_as_twin(Run(recipe(**LARGE, batch_size=batch_size, weight_decay=0.01)), (1,))
    same_as_twin(Run(recipe(**LARGE | {"hidden": (), "vector_size": 190}, batch_size=batch_size)), (1,))


@variants
@batches
def test_gradients_equal_central_differences(variant, batch_size):
    frame = Run(recipe(batch_size=batch_size, **variant)).seek(40).frame()
    assert frame.loss_at(frame.parameters) == pytest.approx(frame.loss, abs=1e-13)
    for name, error in gradient_errors(frame).items():
        assert error < 1e-8, name


@pytest.mark.parametrize("more", [*VARIANTS.values(), LARGE], ids=[*VARIANTS, "large"])
@batches
def test_blocks_single_steps_and_seeks_agree_to_the_bit(more, batch_size):
    edited = recipe(**more, batch_size=batch_size).edited(7, learning_rate=0.9).edited(11, weight=("C", 1, 2, 0.5))
    single, frames, states = Run(edited), [], []
    for _ in range(20):
        states.append({name: array.copy() for name, array in single.parameters.items()})
        frames.append(single.frame())
        single.advance()
    block = Run(edited).trace(0, 20)
    for name in frames[0]:
        for rows, frame in zip(block[name], frames, strict=True):
            whole = rows if batch_size == 1 or rows.shape == frame[name].shape else rows[: len(frame.instances)]
            if not frame.model.declared(name).matrix_of:
                np.testing.assert_array_equal(whole, frame[name], err_msg=name)
    far = Run(edited)
    for step in (19, 3, 12):
        for name, array in far.seek(step).parameters.items():
            np.testing.assert_array_equal(array, states[step][name])
            np.testing.assert_array_equal(block[name][step], array)


def test_a_batch_is_shown_as_the_matrices_of_the_notes():
    """Δ₁ is the hidden layer's error (eq. 18), Δ₂ that of the features (eq. 22); none is divided by the batch."""
    of = {"A1": "x", "Z2": "o", "A2": "a", "Y": "u", "P": "y", "I": "t", "E": "e", "Delta1": "Eo", "Delta2": "Ex"}
    frame = Run(recipe(batch_size=3)).seek(5).frame()
    for matrix, rows in of.items():
        assert frame[matrix].shape == frame[rows].shape[::-1]
        np.testing.assert_array_equal(frame[matrix], frame[rows].T)
        told, cited = frame.explain(rows, (2, 1)), frame.model.declared(matrix).source
        assert frame.explain(matrix, (1, 2)) == replace(told, source=f"{told.source}; {cited}")
        np.testing.assert_array_equal(frame.of_instance(matrix, 2), frame.of_instance(rows, 2))
    np.testing.assert_allclose(frame.gradients["U"], frame["E"] @ frame["A2"].T / 3, rtol=0, atol=1e-15)
    np.testing.assert_allclose(frame.gradients["H"], frame["Delta1"] @ frame["A1"].T / 3, rtol=0, atol=1e-15)
    W, H = (frame.parameters[name] for name in "WH")
    np.testing.assert_allclose(frame["Delta2"], H.T @ frame["Delta1"] + W.T @ frame["E"], rtol=0, atol=1e-15)
    sources = {name: frame.model.declared(name).source for name in ("Delta1", "Delta2")}
    assert [source.rpartition(", ")[2] for source in sources.values()] == ["eq. 18", "eq. 22"]
    named = {name: letters[1] for name, _, *letters in frame.model.structure(None)["symbols"]["rows"]}
    assert (named["Eo"], named["Ex"]) == ("Δ₁", "Δ₂") == tuple(frame.model.declared(name).symbol for name in sources)
    assert not set(of) & set(Run(recipe()).frame())
    assert not {"Z2", "A2", "Delta1"} & set(Run(recipe(batch_size=3, hidden=())).frame())


def test_a_batch_reads_the_table_and_moves_it_as_the_notes_have_it():
    """𝕀ᵈ and the blocks Δ₂ᵈ, a position each, and their sum, by which C moves (eq. 25–31), not divided by the batch."""
    run = Run(recipe(batch_size=3)).seek(5)
    frame, block = run.frame(), Run(recipe(batch_size=3)).trace(4, 3)
    C, positions = frame.parameters["C"], range(1, len(frame.instances[0].inputs) + 1)
    np.testing.assert_array_equal(frame["input_batch"], [*zip(*(each.inputs for each in frame.instances), strict=True)])
    one_hot = [frame[f"I{d}"] for d in positions]
    blocks = [frame[f"Delta2_{d}"] for d in positions]
    for d, matrix in enumerate(one_hot):
        assert matrix.sum(axis=0).tolist() == [1] * 3
        np.testing.assert_array_equal(matrix.argmax(axis=0), frame["input_batch"][d])
    np.testing.assert_array_equal(np.vstack([C.T @ each for each in one_hot]), frame["A1"])
    np.testing.assert_array_equal(np.vstack(blocks), frame["Delta2"])
    total = sum(words @ Delta.T for words, Delta in zip(one_hot, blocks, strict=True))
    np.testing.assert_allclose(frame["GC"], total, rtol=0, atol=1e-15)
    np.testing.assert_allclose(frame.gradients["C"], total / 3, rtol=0, atol=1e-15)
    for name in ("I", "input_batch", "GC", *(f"I{d}" for d in positions), *(f"Delta2_{d}" for d in positions)):
        np.testing.assert_array_equal(block[name][1], frame[name])
        for index in ((0, 0), tuple(size - 1 for size in frame[name].shape)):
            assert frame.explain(name, index).value == pytest.approx(frame[name][index], rel=1e-14, abs=1e-15)
    row = frame["GC"][frame["input_batch"][0, 0]]
    told = frame.explain("GC", (int(frame["input_batch"][0, 0]), int(abs(row).argmax())))
    assert sum(operand.value for operand in told.operands) == pytest.approx(told.value, rel=1e-12)


def test_stages_cite_the_notes_for_a_batch_and_bengio_only_for_what_stands_there():
    """With W = 0 where there are no direct connections, by which part of phase (a), (c) Ex comes, and y − t."""
    course = Run(recipe(batch_size=3, **VARIANTS["hinton"])).recipe.architecture
    of = {stage.name: stage for stage in course.stages}
    for name, number in (
        ("backpropagate", ", eq. 18"),
        ("features", ", eq. 22"),
        ("update", ", eq. 25–31"),
        ("error", ""),
    ):
        assert of[name].source.endswith(f"; notes{number}")
    assert r"\mathbb{I}^d" in of["update"].equation.latex
    assert of["scores"].source.startswith("Bengio et al. (2003), eq. 1, with W = 0;")
    assert of["backpropagate"].source.startswith("after Bengio")
    assert of["error"].equation.latex.startswith(r"e_j = y_j - t_j \qquad")
    phases = [((), "(a)"), ((4,), "(a, c)")]
    for hidden, phase in phases:
        single = {stage.name: stage for stage in recipe(hidden=hidden).architecture.stages}
        assert single["features"].source.endswith(f"backward phase {phase}")
        assert "otes" not in "".join(stage.source for stage in single.values())
    several = {stage.name: stage for stage in recipe(pairs=PAIRS).architecture.stages}
    assert several["error"].equation.latex == r"e_j = \sum_c (y_j - t_{c,j})"


def test_frozen_features_have_a_gradient_and_stay():
    taken = Run(Recipe(text=TEXT, vector_size=3)).seek(50).parameters
    frozen = recipe(freeze=True, parameters=taken.renamed(C="W"), weight_decay=0.1)
    run = Run(frozen)
    assert np.abs(run.frame().gradients["C"]).max() > 0
    np.testing.assert_array_equal(run.seek(100).parameters["C"], taken["W"])
    assert (run.frame().updated["H"] != run.frame().parameters["H"]).all()
    assert Recipe.from_query(frozen.to_query()) == frozen


def test_probabilities_need_the_words_before_in_reading_order():
    run = Run(recipe(weight_decay=0.01)).seek(27)
    frame = run.frame()
    words = [run.vocabulary[i] for i in frame.instance.inputs]
    np.testing.assert_allclose(run.probabilities(words), frame["y"], rtol=0, atol=1e-15)
    np.testing.assert_allclose(run.hidden(words), frame["a"], rtol=0, atol=1e-15)
    assert not np.allclose(run.probabilities(words[::-1]), frame["y"])
    for wrong in (words[:1], [*words, "a"]):
        with pytest.raises(RecipeError, match="2 words"):
            run.probabilities(wrong)


@variants
@pytest.mark.parametrize("batch_size", [1, 2])
def test_explanations_add_up(variant, batch_size):
    frame = Run(recipe(batch_size=batch_size, **variant)).seek(8).frame()
    at = (1,) if batch_size > 1 else ()
    for name in ("w", "x", "o", "a", "u", "y", "t", "e", "Ea", "Eo", "Ex"):
        for (i,) in np.ndindex(frame.of_instance(name, 0).shape if name in frame else (0,)):
            explained = frame.explain(name, (*at, i))
            assert explained.value == frame[name][(*at, i)]
            values = [operand.value for operand in explained.operands]
            if name in ("o", "u", "Ea", "Ex"):
                bias = values.pop(0) if len(values) % 2 else 0
                total = bias + np.dot(values[::2], values[1::2])
                assert total == pytest.approx(explained.value, abs=1e-14)
    for name, array in frame.parameters.items():
        for index in np.ndindex(array.shape):
            explained = frame.explain(name, index)
            assert explained.value == frame.updated[name][index]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"hidden": (4, 4)}, "hidden"),
        ({"hidden": (), "direct": False}, "hidden"),
        ({"pairs": "a^b^c|d"}, "pairs"),
        ({"text": "a b\nc d"}, "text"),
        ({"freeze": "yes"}, "freeze"),
        ({"weight_decay": -1}, "weight_decay"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, field):
    with pytest.raises(RecipeError) as error:
        recipe(**wrong)
    assert [name for name, *_ in error.value.problems] == [field]


@batches
@pytest.mark.parametrize("more", [{}, LARGE], ids=["small", "large"])
def test_a_run_that_diverges_stands_before_that_step(batch_size, more):
    run = Run(recipe(activation="relu", learning_rate=1e6, batch_size=batch_size, **more))
    with pytest.raises(Diverged) as stopped:
        run.seek(5000)
    assert run.step == stopped.value.step
    assert all(np.isfinite(array).all() for array in run.parameters.values())


def test_decay_that_overshoots_is_noticed():
    with pytest.raises(Diverged):
        Run(recipe(weight_decay=50.0)).seek(2000)
