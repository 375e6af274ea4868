"""Values of expressions at positions, and where conditions become true, held against seeking every position."""

import numpy as np
import pytest

from explorer import Diverged, Expression, ExpressionError, Recipe, RecipeError, Run, limits
from explorer.budget import Budget
from explorer.errors import Overdue
from explorer.training.questions.replayed import Grid
from explorer.training.questions.walk import Walk
from explorer.training.replay import Trajectory
from tests.questions.naive import positions, written
from tests.questions.recipes import RECIPES, STOP

every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
FAR = Recipe(preset="king-queen", learning_rate=1e6)  # its 41st step cannot be done


def cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


@every_recipe
def test_parameters_have_the_bits_of_the_run_at_every_position(recipe):
    trajectory = Trajectory(recipe)
    grids = tuple(Grid(name, None, None) for name in trajectory.learnt(trajectory.weights(0)))
    found = {grid.name: [] for grid in grids}
    for piece in Walk(trajectory, grids).pieces(0, STOP):
        for grid in grids:
            found[grid.name] += [*piece.grids[grid]]
    for each in positions(recipe, STOP):
        for name, array in each.parameters.items():
            assert found[name][each.step].tobytes() == array.tobytes(), (name, each.step)


@every_recipe
def test_every_kind_of_number_is_read_as_the_page_names_it(recipe):
    run, asked = Run(recipe), positions(recipe, STOP)
    last, model = asked[-1].frame, recipe.architecture
    batched = recipe.batch_size > 1
    for declared in (*model.parameters, *model.quantities):
        weight, matrix = declared.role == "weight", getattr(declared, "matrix_of", None)
        shape = last.shape(declared.name) if weight else last.of_instance(declared.name, 0).shape
        instance = 0 if batched and not weight and not matrix else None
        shape = last[declared.name].shape if matrix else shape
        for index in {(0,) * len(shape), tuple(size - 1 for size in shape)}:
            if declared.role == "index" and last.of_instance(declared.name, 0)[index] < 0:
                continue
            text = written(last, declared, index, instance)
            if getattr(declared, "names", None) == "word":
                text = f'{text} == "{last.vocabulary[last.of_instance(declared.name, 0)[index]]}"'
            found = run.evaluate(text, 0, STOP)
            expected = (
                asked[-1].parameters[declared.name][index]
                if weight
                else last[declared.name][index]
                if matrix
                else last.of_instance(declared.name, 0)[index]
            )
            if declared.role == "index":
                expected = 1 if declared.names == "word" else expected + (declared.names == "outputs")
            assert found[-1] == expected, text
            assert len(found) == STOP + 1
            assert np.isnan(found[0]) == (not weight), text


WORDS = RECIPES["cbow, softmax"]
EXPRESSIONS = {
    "loss": lambda p: p.frame.loss,
    "step": lambda p: p.step,
    "epoch": lambda p: Run(WORDS).seek(p.step - 1).epoch + 1,
    "instance": lambda p: (p.step - 1) % 5 + 1,
    "W[queen, 2]": lambda p: p.parameters["W"][4, 1],
    '-W["queen", 2] ** 2 * 3 - 1 / 4': lambda p: -(p.parameters["W"][4, 1] ** 2) * 3 - 0.25,
    "norm(W[queen] - W_out[king])": lambda p: np.linalg.norm(p.parameters["W"][4] - p.parameters["W_out"][2]),
    "cos(W[king], W[queen])": lambda p: cosine(p.parameters["W"][2], p.parameters["W"][4]),
    "dot(king, h)": lambda p: p.parameters["W"][2] @ p.frame["h"],
    "max(abs(y - t))": lambda p: np.abs(p.frame["y"] - p.frame["t"]).max(),
    "mean(x) + min(e) + sum(EH)": lambda p: p.frame["x"].mean() + p.frame["e"].min() + p.frame["EH"].sum(),
    "x[king]": lambda p: p.frame["x"][2],
    "y[target]": lambda p: p.frame["y"][p.frame.instance.outputs[0]],
    "t[target]": lambda p: p.frame["t"][p.frame.instance.outputs[0]],
    "argmax(y) == target": lambda p: p.frame["y"].argmax() in p.frame.instance.outputs,
    "argmax(u) != target": lambda p: p.frame["u"].argmax() not in p.frame.instance.outputs,
    "argmax(h) == 3": lambda p: p.frame["h"].argmax() == 2,
    "norm(change(W[queen]))": lambda p: np.linalg.norm(p.parameters["W"][4] - p.before.parameters["W"][4]),
    "change(change(W[queen, 1]))": lambda p: (
        p.parameters["W"][4, 0] - 2 * p.before.parameters["W"][4, 0] + p.before.before.parameters["W"][4, 0]
    ),
    "norm(change(W))": lambda p: np.linalg.norm(p.parameters["W"] - p.before.parameters["W"]),
    "rank(queen, king - man + woman)": lambda p: (
        [word for word, _ in Run(WORDS).seek(p.step).analogy("king", "man", "woman", count=9)].index("queen") + 1
    ),
    "nearest(W[king]) == man": lambda p: Run(WORDS).seek(p.step).neighbours("king", count=1)[0][0] == "man",
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_are_what_python_computes_of_frames(text):
    found = Run(WORDS).evaluate(text, 2, 23)
    expected = [float(EXPRESSIONS[text](position)) for position in positions(WORDS, 23, 2)]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("piece", [1, 3, 1000])
def test_pieces_and_strides_change_no_value(piece, monkeypatch):
    monkeypatch.setattr("explorer.training.questions.walk._MOST_STEPS", piece)
    recipe = RECIPES["edits, softmax"]
    for text in ("change(change(W[queen, 2]))", "norm(change(y))", "loss", "rank(boy, girl)"):
        whole = Run(recipe).evaluate(text, 0, 30)
        np.testing.assert_array_equal(Run(recipe).evaluate(text, 4, 30, 5), whole[4::5])


def test_logic_has_three_values():
    run, none, yes, no = Run(WORDS).seek(1), "loss > 0", "1 > 0", "1 < 0"  # none of a loss at position 0
    for text, expected in (
        (none, np.nan), (f"not {none}", np.nan), (f"{none} and {yes}", np.nan), (f"{none} and {no}", 0),
        (f"{no} and {none}", 0), (f"{none} or {yes}", 1), (f"{none} or {no}", np.nan), (f"{yes} and not {no}", 1),
        ("1 / 0 > 5", np.nan), ("0 / 0 == 0 / 0", np.nan), ("9 ** 9 ** 9 > 0", np.nan), ("instance != 1", np.nan),
        ("target == king", np.nan), ("(-8) ** 0.5 < 1", np.nan),
    ):  # fmt: skip
        np.testing.assert_equal(run.evaluate(text, 0, 0)[0], expected, text)


def test_a_batch_is_asked_for_any_of_its_instances_or_by_place():
    recipe = RECIPES["batches, softmax"]
    order = Trajectory(recipe).stream.order(0, 2)
    run = Run(recipe).seek(2)
    for place in range(5):
        expected = [np.nan, *((order == place).any(axis=1))]
        np.testing.assert_array_equal(run.evaluate(f"instance == {place + 1}"), expected)
    np.testing.assert_array_equal(run.evaluate("instance[2]"), [np.nan, *(order[:, 1] + 1.0)])
    assert np.isnan(run.evaluate("instance[3]")[2])  # the epoch's last batch has two instances
    assert np.isnan(run.evaluate("max(y[3])")[2])
    frame = Run(recipe).frame(1)
    assert run.evaluate("y[2, target]")[2] == frame["y"][1][frame.instances[1].outputs[0]]
    assert run.evaluate("argmax(y[1]) == target[1]")[2] == (frame["y"][0].argmax() in frame.instances[0].outputs)


def test_what_a_step_does_not_ask_has_no_value():
    recipe = RECIPES["skip-gram, negative"]
    for word in ("the", "mat"):
        found = Run(recipe).seek(12).evaluate(f"y[{word}]")
        for position in positions(recipe, 12, 1):
            asked = position.frame["word"].tolist()
            id = recipe.corpus.index[word]
            expected = position.frame["y"][asked.index(id)] if id in asked else np.nan
            np.testing.assert_equal(found[position.step], expected)
    frame = Run(recipe).frame(3)
    assert Run(recipe).evaluate("sum(y)", 4, 4) == pytest.approx(frame["y"].sum(), rel=1e-14)
    assert Run(recipe).evaluate("argmax(y) == target", 4, 4) == (
        frame["word"][frame["y"].argmax()] in frame.instance.outputs
    )
    tree = RECIPES["cbow, hierarchical"]
    frame = Run(tree).frame(2)
    assert Run(tree).evaluate("argmax(y)", 3, 3) == frame["node"][frame["y"].argmax()]


CONDITIONS = ("loss < 1.7", "W[queen, 2] > 0.01", "instance == 3 and loss < 2", "not loss < 1.7", "step > 3", "1 < 2")


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("span", [(0, 300), (37, 211), (50, 50)])
def test_conditions_are_found_where_they_become_true(condition, span, monkeypatch):
    monkeypatch.setattr("explorer.training.questions.asking._SPAN", 64)
    run, (start, stop) = Run(WORDS), span
    true = run.evaluate(condition, start, stop) == 1
    every = [start + i for i in range(1, len(true)) if true[i]]
    became = [start + i for i in range(1, len(true)) if true[i] and not true[i - 1]]
    assert run.find(condition, start, stop) == became
    assert run.find(condition, start, stop, every=True) == every
    for count in (1, 3):
        assert run.find(condition, start, stop, count=count) == became[:count]
        assert run.find(condition, start, stop, count=-count) == became[-count:]
        assert run.find(condition, start, stop, every=True, count=-count) == every[-count:]


def test_questions_end_before_a_divergence():
    run = Run(FAR)
    assert len(run.evaluate("loss", 0, 400)) == 41
    assert run.find("step > 0", 0, 400, every=True) == [*range(1, 41)]
    assert run.find("step > 0", 0, 400, every=True, count=-2) == [39, 40]
    assert run.find("step > 0", 300, 400) == []
    with pytest.raises(Diverged):
        run.evaluate("loss", 300, 400)


def test_no_python_runs_for_a_single_step(monkeypatch):
    """But where a large network's batches leave their sums to BLAS."""
    calls, advance = [], Trajectory.advance
    monkeypatch.setattr(Trajectory, "advance", lambda self, *given: calls.append(0) or advance(self, *given))
    for name, recipe in RECIPES.items():
        if recipe.edits or name == "mlp, large":
            continue
        weights = recipe.architecture.parameters[0].name
        calls.clear()
        Run(recipe).evaluate(f"norm({weights})", 0, 400)
        assert len(calls) == 1, name


def test_rows_of_a_large_vocabulary_are_read_without_whole_matrices(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WHOLE_WORDS", 0)
    recipe = RECIPES["edits, negative"]
    expected = Run(recipe, trajectory=None)
    assert expected.trajectory.by_rows
    found = expected.evaluate("W[queen, 2]", 0, 20)
    monkeypatch.undo()
    assert found.tolist() == [position.parameters["W"][4, 1] for position in positions(recipe, 20)]


def test_questions_keep_to_a_budget():
    with Budget(work=100_000), pytest.raises(RecipeError, match="stop"):
        Run(WORDS).evaluate("loss", 0, 1_000_000)


def test_bad_spans_and_counts_are_told():
    run = Run(WORDS)
    for asked in (
        lambda: run.evaluate("loss", 5, 4), lambda: run.evaluate("loss", -1), lambda: run.evaluate("loss", 0, 5, 0),
        lambda: run.find("loss < 1", 5), lambda: run.find("loss < 1", count=0.5),
    ):  # fmt: skip
        with pytest.raises(RecipeError):
            asked()
    with pytest.raises(ExpressionError, match="a condition"):
        run.find("loss", 0, 5)


def test_an_expression_serves_any_run_of_its_words():
    expression = Expression("W[queen, 2]", WORDS)
    other = WORDS.edited(3, weight=("W", "queen", 1, 0.75))
    assert Run(other).evaluate(expression, 3, 3) == 0.75


@pytest.mark.parametrize(
    "ask",
    [
        lambda run: run.find("loss < 0", 0, 100_000),
        lambda run: run.find("rank(queen, king - man + woman) == 1", 0, 100_000),
        lambda run: run.ledger("W", ("king", 0), 0, 100_000),
        lambda run: run.loss_ledger(0, stop=100_000),
    ],
    ids=["loss", "rank", "ledger", "loss ledger"],
)
def test_what_nobody_waits_for_any_more_is_left_at_the_next_piece(ask, monkeypatch):
    run = Run(Recipe(preset="king-queen"))
    begun, advance = [], run.trajectory.advance

    def counted(parameters, start, count, *keep, **more):
        begun.append(count)
        return advance(parameters, start, count, *keep, **more)

    monkeypatch.setattr(run.trajectory, "advance", counted)
    with Budget(gone=lambda: len(begun) == 3), pytest.raises(Overdue, match="gone"):
        ask(run)
    assert len(begun) == 3  # the third was not worked on, a fourth never asked for
    assert max(begun) <= 8192  # which takes a few milliseconds
