"""The language of expressions: what is read, what is refused and where, and that no text does anything else."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import Expression, ExpressionError, Recipe, RecipeError, Run
from explorer.errors import told_as
from explorer.training.questions.functions import FUNCTIONS
from explorer.training.questions.parser import parse
from explorer.training.questions.tree import (
    LEVELS,
    Before,
    Between,
    Call,
    Counted,
    Indexed,
    Name,
    Number,
    Word,
    text_of,
)

WORDS = Recipe(pairs="king^man|queen, h|king, 3|man, don't|loss", vector_size=4)
BATCH = Recipe(pairs="king|queen^man, man|king", batch_size=2)
TREE = Recipe(pairs="king|queen^man, man|king", output="hierarchical")
POINTS = Recipe(points="0 1|1; 1 0|0", model="mlp", hidden=(3,))
RNN = Recipe(text="a b c d a b", model="rnnlm", hidden=(2,), bptt=1)

BINDS = {
    "1 + 2 * 3 ** 4 ** 5": "1 + (2 * (3 ** (4 ** 5)))",
    "-2 ** 2": "-(2 ** 2)",
    "-loss * 2": "(-loss) * 2",
    "2 ** -1": "2 ** (-1)",
    "1 - 2 - 3": "(1 - 2) - 3",
    "not loss < 1 and step > 2 or loss == 0": "((not (loss < 1)) and (step > 2)) or (loss == 0)",
    "  loss<.5e0 ": "loss < 0.5",
    "W['king', 2]": 'W["king", 2]',
    "W[ layer  2 unit 03 ,1]": "W[layer 2 unit 3, 1]",
    "2 × loss − 1 ≥ −0.5 and step ≤ 3 and epoch ≠ 2": "2 * loss - 1 >= -0.5 and step <= 3 and epoch != 2",
}


@pytest.mark.parametrize("text", BINDS)
def test_signs_bind_as_in_python(text):
    assert parse(text) == parse(BINDS[text])


# Text, character at which it is wrong, and a part of what is said to be expected.
WRONG = (
    (WORDS, "", 0, "a number, a name or a word"),
    (WORDS, "loss <", 6, "a number, a name"),
    (WORDS, "loss = 1", 5, "=="),
    (WORDS, "loss < 1 2", 9, "an operator"),
    (WORDS, "0 < loss < 1", 9, "joined by and"),
    (WORDS, "(loss", 5, "closing parenthesis"),
    (WORDS, "W[king", 6, "closing bracket"),
    (WORDS, "loss $ 1", 5, "a number, a name"),
    (WORDS, '"king', 0, "ends the word"),
    (WORDS, "1e999", 0, "below 1.8e308"),
    (WORDS, "los < 1", 0, "such as loss"),
    (WORDS, "sin(loss)", 0, "one of the functions abs"),
    (WORDS, "__import__('os')", 0, "one of the functions"),
    (WORDS, "cos(W[king])", 0, "2 arguments"),
    (WORDS, "W > 1", 0, "one of its elements"),
    (WORDS, "loss < W[king]", 7, "one of its elements"),
    (WORDS, "W[king]", 0, "a number or a condition"),
    (WORDS, "king", 0, "a number or a condition"),
    (BATCH, "instance", 0, "one number: in a batch instance[1] and so on"),
    (WORDS, "loss < 1 and 2", 13, "a condition"),
    (WORDS, "not loss", 4, "a condition"),
    (WORDS, "(loss < 1) + 1", 6, "a number"),
    (WORDS, "W[nobody, 1]", 2, "a word of the vocabulary"),
    (WORDS, "W[3, 1]", 2, "by its name"),
    (WORDS, "W[king, 5]", 8, "from 1 to 4"),
    (WORDS, "W[king, 0]", 8, "from 1 to 4"),
    (WORDS, "W[king, 1.5]", 8, "from 1 to 4"),
    (WORDS, "W[king, 1, 1]", 11, "at most 2 indices"),
    (WORDS, "W[king] + y > 1", 10, "a vector of 4 numbers"),
    (WORDS, "cos(W[king], y) > 1", 13, "a vector of 4 numbers"),
    (WORDS, "norm(loss)", 5, "a vector"),
    (WORDS, "argmax(W) == king", 7, "a vector"),
    (WORDS, "rank(loss, king) == 1", 5, "a word"),
    (WORDS, "rank(king, king - man) == 1", 5, "another word"),
    (WORDS, "rank(king, y) == 1", 11, "a vector of 4"),
    (WORDS, "target < 3", 0, "a number"),
    (WORDS, "argmax(y) == 3", 13, "a word"),
    (WORDS, "loss[1]", 5, "without one"),
    (WORDS, "king[1]", 0, "a quantity"),
    (BATCH, "y[king] > 1", 2, "number in the batch"),
    (BATCH, "max(y) > 1", 4, "number in the batch"),
    (BATCH, "y[3, king] > 1", 2, "from 1 to 2"),
    (BATCH, "target == king", 0, "number in the batch"),
    (BATCH, "instance > 1", 0, "instance[1]"),
    (TREE, "W_node[2, 1]", 7, "a node from 0 to 1: those answer in a tree, not words"),
    (TREE, "y[king] > 0", 2, "a node from 0 to 1: those answer in a tree, not words"),
    (TREE, "e[0, 0] > 0", 5, "which time the step asks it, from 1"),
    (TREE, "e[0, 1, 1] > 0", 8, "which time it is asked"),
    (TREE, "argmax(y) == target", 0, "a word; what answers in a tree are nodes, no words"),
    (POINTS, "target == 1", 0, "learns words"),
    (POINTS, "rank(a, b) == 1", 5, "a function"),
    (POINTS, "y[2]", 2, "from 1 to 1"),
    (RNN, "W[a, 1]", 2, "a number from 1 to 2"),
    (RNN, "s[t−3, 1]", 3, "a number from 1 to 3"),
    (WORDS, "W[king 2, 1]", 2, "by its name"),
    (WORDS, "W[king queen, 1]", 7, "closing bracket"),
    (TREE, "W′[node 9, 1]", 8, "a node from 0 to 1"),
    (TREE, "W′[unit 1, 1]", 3, "a node from 0 to 1"),
    (TREE, "1 + node > 2", 4, "node[1]"),
    (BATCH, "y[1, target[2]] > 0", 5, "that of the same instance"),
    (BATCH, "y[1, target] + y[1, target[1]] > nothing", 33, "a parameter"),
)  # fmt: skip


@pytest.mark.parametrize(("recipe", "text", "position", "expected"), WRONG, ids=[text for _, text, _, _ in WRONG])
def test_what_is_wrong_is_told_with_its_place(recipe, text, position, expected):
    with pytest.raises(ExpressionError) as caught:
        Expression(text, recipe)
    assert (caught.value.position, expected in caught.value.expected) == (position, True), caught.value
    assert f"character {position + 1}" in str(caught.value)


def test_what_is_wrong_is_told_as_it_was_written():
    written = {
        "W[king, -1] > 0": "-1",
        "W[1 + 2, 1] > 0": "1 + 2",
        "W[4, 1] > 0": "4",
        "cos(W[king]) > 0": "1 argument",
    }
    for text, got in written.items():
        with pytest.raises(ExpressionError) as caught:
            Expression(text, WORDS)
        assert caught.value.got == got


def test_an_error_is_a_recipe_error_that_keeps_its_place():
    error = ExpressionError(3, "x", "y")
    assert isinstance(error, RecipeError)
    assert error.problems == [("expression", "x", "y")]
    again = pickle.loads(pickle.dumps(error))
    assert (again.position, again.got, again.expected) == (3, "x", "y")
    with pytest.raises(ExpressionError, match="watch, character 4"), told_as(lambda field: "watch"):
        raise error


@pytest.mark.parametrize(
    "text",
    ["h[1]", "W['h', 1]", 'W["3", 2]', 'W["don\'t", 1]', "W[loss, 1]", "cos(W[king], h)", "nearest(man) == 'loss'"],
)
def test_quantities_go_before_words_and_quotes_decide(text):
    Expression(text, WORDS)
    with pytest.raises(ExpressionError):
        Expression("nearest(man) == loss", WORDS)


def test_columns_of_words_go_by_the_word():
    assert Expression("cos(U[a], U[b]) > 0", RNN).is_condition
    assert not Expression("U[2, b]", RNN).is_condition


@pytest.mark.parametrize("batch", [1, 2])
@pytest.mark.parametrize("output", ["hierarchical", "negative"])
def test_what_a_step_asks_again_is_told_by_the_time(output, batch):
    recipe = Recipe(
        text="the king greets the queen\nthe queen greets the king", model="skip-gram", output=output, batch_size=batch
    )
    run, again = Run(recipe), 0
    for step in range(12):
        frame, b = run.frame(step), batch - 1
        rows = frame.of_instance("node" if output == "hierarchical" else "word", b).tolist()
        for at, row in enumerate(rows):
            time = rows[:at].count(row) + 1
            again += time > 1
            name = row if output == "hierarchical" else f'"{run.vocabulary[row]}"'
            first = f"{b + 1}, " if batch > 1 else ""
            for quantity in ("t", "e"):
                (found,) = run.evaluate(f"{quantity}[{first}{name}, {time}]", step + 1, step + 1)
                assert found == frame.of_instance(quantity, b)[at]
        assert np.isnan(run.evaluate(f"e[{first}{name}, 99]", step + 1, step + 1)).all()
    assert again > 12


HOSTILE = [
    "(" * 5_000, "1+" * 5_000 + "1", "-" * 1_999 + "1", "not " * 400, "[" * 300, "abs(" * 200 + "1" + ")" * 200,
    "9" * 1_990, "1 ** " * 149 + "1", "loss" * 500, "W[" * 200, '"' * 1_999, "\\" * 100, "\x00", "x" * 2_000,
    "1e9" * 90, "a or " * 120 + "a", "loss < 1 and " * 90 + "loss < 1", "\ud800", "𝟙 + ٣", "(" * 150 + ")" * 150,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_in_words(text):
    with pytest.raises(ExpressionError) as caught:
        Expression(text, WORDS)
    assert 0 <= caught.value.position <= len(text)


def test_what_is_no_text_is_refused():
    for given_ in (None, 5, b"loss", ["loss"]):
        with pytest.raises(ExpressionError, match="text"):
            Expression(given_, WORDS)


names = st.sampled_from(["loss", "W", "king", "h", "y", "target", "nobody", "instance", "x_1", "naïve"])
numbers = st.floats(0, allow_nan=False, allow_infinity=False).map(lambda value: Number(0, abs(value)))
leaves = st.one_of(
    numbers,
    names.map(lambda name: Name(0, name)),
    st.text(max_size=5).filter(lambda word: word.isprintable()).map(lambda word: Word(0, word)),
)


def composed(parts):
    several = st.lists(parts, min_size=1, max_size=2).map(tuple)
    counted = st.builds(Counted, st.just(0), st.sampled_from(["unit", "layer 2 unit"]), numbers)
    indices = st.lists(st.one_of(parts, counted), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(Before, st.just(0), st.sampled_from(["-", "not"]), parts),
        st.builds(Between, st.just(0), st.sampled_from([sign for sign in LEVELS if sign != "not"]), parts, parts),
        st.builds(Call, st.just(0), st.sampled_from([*FUNCTIONS, "sin"]), several),
        st.builds(Indexed, st.just(0), names.map(lambda name: Name(0, name)), indices),
    )


trees = st.recursive(leaves, composed, max_leaves=12)


@settings(max_examples=300)
@given(trees)
def test_a_tree_is_read_back_from_its_text(tree):
    assert parse(text_of(tree)) == tree


@settings(max_examples=300)
@given(st.one_of(trees.map(text_of), st.text(st.sampled_from("Wkh1 [](),<=+-*'\"not")), st.text()))
def test_no_text_ends_in_another_error(text):
    for recipe in (WORDS, BATCH, TREE, POINTS, RNN):
        try:
            expression = Expression(text, recipe)
        except ExpressionError:
            continue
        assert Expression(str(expression), recipe) == expression


def test_lessons_name_the_fields_of_the_recipe():
    recipe = Recipe(preset="one-pair", learning_rate=0.1).edited(2, learning_rate=0.5)
    run = Run(recipe).seek(3)

    def values(text):
        return run.evaluate(Expression(text, recipe, of_lesson=True), 0, 3).tolist()

    assert values("learning_rate") == [0.1, 0.1, 0.5, 0.5]
    assert values("learning_rate > 0.3 and vector_size == 2") == [0, 0, 1, 1]
    assert values('output == "softmax" and "cbow" != model') == [1, 1, 1, 1]
    assert np.isnan(values("negative")).all()  # softmax does not read it
    assert np.isnan(values("shrink_window")).all()
    assert [values("target")[1], values("argmax(t)")[1]] == [recipe.corpus.index["pepper"]] * 2
    for text, position in (("output", 0), ("loss + model", 7), ('output == "soft"', 10), ("learning_rat", 0)):
        with pytest.raises(ExpressionError) as error:
            Expression(text, recipe, of_lesson=True)
        assert error.value.position == position
    with pytest.raises(ExpressionError):
        Expression("learning_rate > 0.3", recipe)
