"""Ledgers by word: each word's part of what a weight, or a dot product, has changed by, from the papers' equations."""

from fractions import Fraction
from functools import partial
from math import fsum

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run, limits
from explorer.budget import Budget
from explorer.errors import Overdue
from explorer.training.questions import by_word
from explorer.training.questions.parts import Parts
from tests.questions.naive import positions
from tests.questions.recipes import RECIPES

WORD2VEC = [name for name, recipe in RECIPES.items() if recipe.model in ("cbow", "skip-gram")]
LANGUAGE = [name for name, recipe in RECIPES.items() if recipe.model in ("nnlm", "rnnlm")]


def agrees(ledger, parts, rel=1e-9):
    """Whether a ledger's groups are the sums of (what, part) pairs, and add up to its changes."""
    expected, found = {}, {what: change for what, change, _ in ledger.by_word()}
    for what, part in parts:
        expected.setdefault(what, []).append(part)
    size = fsum(np.abs(ledger.changes)) + 1e-12
    assert fsum(found.values()) == pytest.approx(fsum(ledger.changes), abs=1e-12 * size)
    for what, some in expected.items():
        assert found.pop(what, 0.0) == pytest.approx(fsum(some), rel=rel, abs=rel * size)
    assert set(found) <= {"decay", "edit"}


@pytest.mark.parametrize("name", WORD2VEC)
@pytest.mark.parametrize("by_rows", [False, True])
def test_words_share_a_change_in_the_ratio_of_their_terms(name, by_rows, monkeypatch):
    recipe, k, stop = RECIPES[name], 1, 12
    if by_rows and recipe.output != "softmax":
        monkeypatch.setattr(limits, "MAX_WHOLE_WORDS", 0)
    output = recipe.architecture.layer.weights
    run, steps = Run(recipe).seek(stop), positions(recipe, stop)[1:]
    for of, row in (("W", 1), (output, 0)):
        shares = (_shares(each.frame, b, of, row) for each in steps for b in range(len(each.frame.instances)))
        agrees(run.ledger(of, (row, k)), ((what, part[k]) for found in shares for what, part in found))
        if recipe.architecture.declared(of).axes[0] == "word":
            agrees(run.dot_ledger(1, 3, of), _of_product(steps, 1, 3, of, partial(_shares, of=of)))
            agrees(run.dot_ledger(1, 1, of, 3), _of_product(steps[3:], 1, 1, of, partial(_shares, of=of)))


def _shares(frame, b, of, row):
    """(word, or node, and its part of the change of a row, of the row's shape) of instance b of a step."""
    recipe, e, inputs = frame.trajectory.recipe, frame.of_instance("e", b), frame.instances[b].inputs
    output, rate = recipe.architecture.layer.weights, frame.learning_rate / frame.divisor
    index = getattr(recipe.architecture.layer, "rows", None)
    asked = frame.of_instance(index, b) if index else range(len(e))
    if of == "W":
        divided = len(inputs) if recipe.context_gradient == "divided" else 1
        for error, r in zip(e, asked, strict=True):
            part = -rate / divided * inputs.count(row) * error * frame.parameters[output][r]
            yield f"node {r}" if output == "W_node" else frame.vocabulary[r], part
        return
    errors = sum(error for error, r in zip(e, asked, strict=True) if r == row)
    for word in inputs:
        yield frame.vocabulary[word], -rate * errors * frame.parameters["W"][word] / len(inputs)


def _of_product(steps, a, b, of, shares):
    """(what, its part of the change of a dot product), instance by instance; shares : of a row's change."""
    for position in steps:
        frame = position.frame
        decay = frame.learning_rate * frame.model.declared(of).decay * frame.decays
        weights = frame.parameters[of] if frame.model.declared(of).axes[0] == "word" else frame.parameters[of].T
        now = {row: (1 - decay) * weights[row] for row in (a, b)}
        for number in range(len(frame.instances)):
            parts = {row: list(shares(frame, number, row=row)) for row in now}
            then = {row: now[row] + sum(part for _, part in parts[row]) for row in now}
            for row, other in ((a, b), (b, a)):
                for what, part in parts[row]:
                    yield what, part @ (now[other] + then[other]) / 2
            now = then


@pytest.mark.parametrize("name", LANGUAGE)
def test_what_an_output_word_sends_back_has_its_share(name):
    recipe, stop = RECIPES[name], 6
    run, steps = Run(recipe).seek(stop), positions(recipe, stop)[1:]
    moved = {"nnlm": ("C", "H"), "rnnlm": ("U", "W")}[recipe.model]
    for of in (each for each in moved if each in run.parameters and not recipe.architecture.declared(each).frozen):
        parts = (
            part
            for each in steps
            for b in range(len(each.frame.instances))
            for part in _sent_back(each.frame, b, of, (1, 2))
        )
        agrees(run.ledger(of, (1, 2)), parts, 1e-7)
    of = moved[0]
    if not recipe.architecture.declared(of).frozen:
        agrees(run.dot_ledger(1, 3, of), _of_product(steps, 1, 3, of, partial(_row_sent_back, of=of)), 1e-7)


@pytest.mark.parametrize("name", [name for name in LANGUAGE if RECIPES[name].model == "nnlm"])
def test_past_a_hidden_layer_each_word_before_has_its_own_columns(name):
    recipe, stop = RECIPES[name], 8
    of = next(each.name for each in recipe.architecture.parameters if each.name in ("W", "W_node"))
    run, steps = Run(recipe).seek(stop), positions(recipe, stop)[1:]
    last = run.parameters[of].shape[1] - 1
    shares = (_past(each.frame, b, of, 1) for each in steps for b in range(len(each.frame.instances)))
    agrees(run.ledger(of, (1, last)), ((what, part[last]) for found in shares for what, part in found))
    if of == "W":
        agrees(run.dot_ledger(1, 3, of), _of_product(steps, 1, 3, of, partial(_past, of=of)))


def _past(frame, b, of, row):
    """(word before, its part of the change of a row of what is past the hidden layer) of instance b of a step."""
    e, x, words = (frame.of_instance(name, b) for name in ("e", "x", "w"))
    asked = list(frame.of_instance("node", b) if of == "W_node" else range(len(e)))
    change = -frame.learning_rate / frame.divisor * sum(e[q] for q, r in enumerate(asked) if r == row) * x
    for position, word in enumerate(words):
        own = np.arange(len(x)) // (len(x) // len(words)) == position
        yield frame.vocabulary[word], np.where(own, change, 0.0)


@pytest.mark.parametrize("name", WORD2VEC + LANGUAGE)
def test_the_words_of_every_weight_add_up_to_its_changes(name, monkeypatch):
    """Of themselves: what is left over for the largest of them is rounding."""
    add = Parts.add

    def checked(parts, updates, terms, ids):
        made = -updates.rates[:, None] * np.where(ids < 0, 0.0, terms)
        size = np.abs(made).sum(axis=1) + 1e-9  # of the weights themselves, which rounding has its size by
        assert (np.abs(made.sum(axis=1) - updates.changes) <= 1e-7 * size).all()
        add(parts, updates, terms, ids)

    monkeypatch.setattr(Parts, "add", checked)
    run = Run(RECIPES[name]).seek(5)
    for of, array in run.parameters.items():
        ledger = run.ledger(of, tuple(size // 2 for size in array.shape))
        agrees(ledger, ((what, change) for what, change, _ in ledger.by_word() if what not in ("decay", "edit")))


@pytest.mark.parametrize("name", [name for name in LANGUAGE if RECIPES[name].hidden])
def test_each_word_to_come_has_what_its_part_of_the_loss_made(name):
    _of_targets(RECIPES[name])


@pytest.mark.parametrize("output", ["softmax", "hierarchical"])
@pytest.mark.parametrize("model", ["nnlm", "rnnlm"])
def test_of_several_words_to_come_each_has_its_own(model, output):
    pairs = "king|man^man^queen, queen|king, man|queen^boy"
    own = {"context": 1} if model == "nnlm" else {}
    _of_targets(Recipe(pairs=pairs, model=model, output=output, hidden=(3,), batch_size=2, **own))


def _of_targets(recipe):
    """Holds the ledgers of all weights and biases between the hidden layer and the scores."""
    steps, run = positions(recipe, 6)[1:], Run(recipe).seek(6)
    held = {name: array for name, array in run.parameters.items() if name[0] in ("V" if "V" in name else "Ub")}
    if recipe.model == "rnnlm":
        held.pop("U")
    assert held
    for of, array in held.items():
        index = (1, 2)[: array.ndim]
        frames = [(each.frame, b) for each in steps for b in range(len(each.frame.instances))]
        parts = [part for frame, b in frames for part in _to_come(frame, b, array.ndim, index)]
        agrees(run.ledger(of, index), parts)
        if of == "V":
            shares = partial(_rows_to_come, units=array.shape[1])
            agrees(run.dot_ledger(1, 3, of), _of_product(steps, 1, 3, of, shares))


def _rows_to_come(frame, b, row, units):
    """The same of a word's whole row."""
    parts = [list(_to_come(frame, b, 2, (row, k))) for k in range(units)]
    for of_one in zip(*parts, strict=True):
        yield of_one[0][0], np.array([part for _, part in of_one])


def _to_come(frame, b, axes, index):
    """(word to come, its part of the change of a weight or a bias of the scores) of instance b of a step."""
    read = {name: frame.of_instance(name, b) for name in frame if not frame.model.declared(name).matrix_of}
    feature = 1.0 if axes == 1 else (read["a"] if "a" in read else read["s"][-1])[index[1]]
    for c, word in enumerate(frame.instances[b].outputs):
        if "node" in read:
            asked = zip(read["node"], read["output"], read["y"], read["t"], strict=True)
            error = sum(y - t for node, o, y, t in asked if (node, o) == (index[0], c))
        else:
            error = read["y"][index[0]] - (word == index[0])
        yield frame.vocabulary[word], -frame.learning_rate / frame.divisor * error * feature


def test_words_whose_parts_cancel_are_told_as_they_are():
    """Equal output weights of a unit: errors add up to 0, so that hardly anything, or nothing, comes of their terms."""
    recipe = Recipe(pairs="a^b|c, b^c|a^d, c|d", learning_rate=0.1, vector_size=2)
    start = {name: array.copy() for name, array in Run(recipe).parameters.items()}
    for nearly in (0.0, 2.0**-48):
        start["W_out"][:, 0] = 1.0 + nearly * np.arange(4)
        start["W"][:, 0] = [0.75, -0.75, 0.75, 1.0]
        cancelling = Recipe(pairs="a^b|c, b^c|a^d, c|d", learning_rate=0.1, vector_size=2, parameters=start)
        run, steps = Run(cancelling).seek(3), positions(cancelling, 3)[1:]
        for of, row in (("W", 1), ("W_out", 2)):
            ledger, expected = run.ledger(of, (row, 0)), {}
            for position in steps:
                for what, part in _exactly(position.frame, of, row, 0):
                    expected[what] = expected.get(what, 0) + part
            found = {what: change for what, change, _ in ledger.by_word()}
            size = fsum(map(abs, found.values()))
            assert of == "W_out" or size > 1e10 * fsum(np.abs(ledger.changes))  # they do cancel
            assert fsum(found.values()) == pytest.approx(fsum(ledger.changes), rel=0, abs=1e-15 * size)
            assert found == pytest.approx({what: float(part) for what, part in expected.items() if part}, rel=1e-13)


def _exactly(frame, of, row, k):
    """(word, its part of the change of a number) of a step, as fractions of the numbers before it."""
    (inputs, _), rate, e = frame.instance, Fraction(frame.learning_rate), frame["e"].tolist()
    if of == "W":
        for j, error in enumerate(e):
            moved = (
                Fraction(inputs.count(row), len(inputs)) * Fraction(error) * Fraction(frame.parameters["W_out"][j, k])
            )
            yield frame.vocabulary[j], -rate * moved
    else:
        for word in inputs:
            own = Fraction(e[row]) * Fraction(frame.parameters["W"][word, k]) / len(inputs)
            yield frame.vocabulary[word], -rate * own


@pytest.mark.parametrize(("name", "of"), [("nnlm", "H"), ("rnnlm, tree", "W")])
def test_the_words_of_pieces_add_up_to_those_of_the_whole_over_edits(name, of):
    recipe = RECIPES[name].edited(4, weight=(of, 0, 1, 0.5)).edited(6, learning_rate=0.5)
    recipe = recipe.edited(9, text="the dog lies here\nthe cat sat on a mat").edited(9, weight=(of, 0, 1, -0.5))
    run = Run(recipe)
    for parameter, array in run.parameters.items():
        index = (0, 1)[: array.ndim]
        pieces = [run.ledger(parameter, index, *ends) for ends in ((0, 4), (4, 9), (9, 10), (10, 16))]
        agrees(
            run.ledger(parameter, index, 0, 16),
            ((what, change) for each in pieces for what, change, _ in each.by_word()),
        )


def test_points_have_no_words():
    for name, of, index in (("mlp", "W", (0, 0)), ("mlp", "b", 0), ("perceptron", "w", 0)):
        ledger = Run(RECIPES[name]).seek(2).ledger(of, index)
        with pytest.raises(RecipeError, match="learns from words"):
            ledger.by_word()


def test_what_errors_send_back_is_charged_and_looks_at_the_clock():
    text = " ".join(f"w{i}" for i in range(300))
    run = Run(Recipe(text=text, model="nnlm", context=2, hidden=(100,))).seek(6)
    ledger = run.ledger("H", (1, 2))
    with Budget() as budget:
        ledger.by_word()
    assert budget.spent_work > 6 * 300 * (100 + 5 * 100)  # each error's row of U, and H, in each step
    looks = []
    with Budget(gone=lambda: looks.append(1) or len(looks) > 3), pytest.raises(Overdue):
        ledger.by_word()
    assert len(looks) == 4  # half of the steps were left


def test_the_parts_of_a_large_batch_are_added_up_few_at_a_time(monkeypatch):
    run, add, shapes = Run(RECIPES["rnnlm, batches"]).seek(5), Parts.add, []

    def seen(parts, updates, terms, ids):
        shapes.append(ids.shape)
        add(parts, updates, terms, ids)

    whole, words = run.ledger("W", (1, 2)).by_word(), len(run.vocabulary)
    monkeypatch.setattr(Parts, "add", seen)
    monkeypatch.setattr(by_word, "_TOGETHER", 2 * words)
    few = run.ledger("W", (1, 2)).by_word()
    assert max(shapes) == (2, words)
    assert [(what, count) for what, _, count in few] == [(what, count) for what, _, count in whole]
    np.testing.assert_allclose([change for _, change, _ in few], [change for _, change, _ in whole], rtol=1e-12)


def _sent_back(frame, b, parameter, index):
    """(word, or node, and its part of the change of a weight) of instance b of a step: each error by itself."""
    rate = frame.learning_rate / frame.divisor
    p, tree = frame.parameters, "node" in frame
    read = {name: frame.of_instance(name, b) for name in frame if not frame.model.declared(name).matrix_of}
    rows = read["node"] if tree else range(len(read["e"]))
    for error, row in zip(read["e"], rows, strict=True):
        what = f"node {row}" if tree else frame.vocabulary[row]
        back = _nnlm if "C" in p else _rnnlm
        yield what, -rate * back(p, read, error, row, parameter, index)


def _row_sent_back(frame, b, of, row):
    """The same of a word's whole vector."""
    size = frame.parameters["C"].shape[1] if of == "C" else len(frame.parameters["U"])
    parts = [list(_sent_back(frame, b, of, (row, k) if of == "C" else (k, row))) for k in range(size)]
    for of_one in zip(*parts, strict=True):
        yield of_one[0][0], np.array([part for _, part in of_one])


def _nnlm(p, read, error, row, parameter, index):
    """Bengio et al. (2003), section 3: what one output's error sends back to H, or to a word's features."""
    U, W = (p.get(name, p.get(f"{name}_node")) for name in "UW")
    hidden = [error * U[row, i] * (1 - a * a) for i, a in enumerate(read["a"])] if "a" in read else []
    if parameter == "H":
        return hidden[index[0]] * read["x"][index[1]]
    total, size = 0.0, p["C"].shape[1]
    for position, word in enumerate(read["w"]):
        if word == index[0]:
            k = position * size + index[1]
            total += sum(each * p["H"][i, k] for i, each in enumerate(hidden)) + (
                error * W[row, k] if W is not None else 0.0
            )
    return total


def _rnnlm(p, read, error, row, parameter, index):
    """Mikolov et al. (2010): one output's error through time."""
    V, s, w = p.get("V", p.get("V_node")), read["s"], read["w"]
    eh, total = [error * V[row, i] * s[-1][i] * (1 - s[-1][i]) for i in range(len(s[-1]))], 0.0
    for j in range(len(w) - 1, -1, -1):
        if w[j] < 0:
            break
        if parameter == "W":
            total += eh[index[0]] * s[j][index[1]]
        elif w[j] == index[1]:
            total += eh[index[0]]
        eh = [sum(p["W"][i, k] * eh[i] for i in range(len(eh))) * s[j][k] * (1 - s[j][k]) for k in range(len(eh))]
    return total
