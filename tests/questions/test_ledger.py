"""Ledgers: every entry against the slow way, and sums that come out."""

import tracemalloc
from math import fsum

import numpy as np
import pytest

from explorer import Diverged, Recipe, RecipeError, Run
from explorer.models.terms import products
from tests.questions.naive import positions
from tests.questions.recipes import RECIPES, STOP

every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
TEXT = RECIPES["skip-gram, softmax"]


def elements(recipe):
    """An index in each corner of each parameter."""
    for name, array in Run(recipe).parameters.items():
        yield from {(name, (0,) * array.ndim), (name, tuple(size - 1 for size in array.shape))}


def holds(ledger):
    """The changes make up the way from start to value, and each way of grouping them has the same sum."""
    size = fsum(np.abs(ledger.changes))
    assert abs(ledger.residual) <= 1e-12 * size
    total = fsum(ledger.changes)
    for groups in (ledger.by_instance(), ledger.by_epoch()):
        assert fsum(change for _, change, _ in groups) == pytest.approx(total, abs=1e-12 * size)
        assert sum(count for *_, count in groups) == len(ledger)
        assert [abs(change) for _, change, _ in groups] == sorted((abs(group[1]) for group in groups), reverse=True)


@every_recipe
def test_entries_are_the_changes_from_position_to_position(recipe):
    run, known = Run(recipe).seek(STOP), positions(recipe, STOP)
    for name, index in elements(recipe):
        values = [position.parameters[name][index] for position in known]
        ledger = run.ledger(name, index)
        assert (ledger.start_value, ledger.value) == (values[0], values[-1])
        holds(ledger)
        reached = ledger.steps + (ledger.kinds != "edit")
        for position in range(1, STOP + 1):
            made = fsum(ledger.changes[reached == position])
            assert made == pytest.approx(values[position] - values[position - 1], rel=1e-12, abs=1e-16)
        at, curve = ledger.curve()
        assert at.tolist() == list(range(STOP + 1))
        assert curve.tolist() == values
        part = run.ledger(name, index, 3, 9)
        assert (part.start_value, part.value) == (values[3], values[9])
        assert part.steps.tolist() == [s for s, p in zip(ledger.steps, reached, strict=True) if 3 < p <= 9]


@every_recipe
def test_each_instance_of_a_batch_has_its_own_entry(recipe):
    """By the gradient of the instance alone: the change of the weight that the step would make without the others."""
    run = Run(recipe).seek(4)
    frame, batch = Run(recipe).frame(3), recipe.batch_size
    order = run.trajectory.stream.order(3, 1)[0]
    for name, index in elements(recipe):
        parameter = recipe.architecture.declared(name)
        ledger = run.ledger(name, index, 3)
        if not recipe.edits and batch == 1 and not parameter.decay:
            assert set(ledger.instances) <= set(order)
        if batch > 1 and not parameter.decay:
            single = _gradients_of_each(frame, parameter, index)
            for b, expected in enumerate(single):
                found = fsum(ledger.changes[ledger.in_batch == b])
                assert found == pytest.approx(-frame.learning_rate * expected / frame.divisor, rel=1e-9, abs=1e-14)
        decays = ledger.changes[ledger.kinds == "decay"]
        if parameter.decay and not parameter.frozen:
            before = frame.parameters[name][index]
            assert decays == pytest.approx([-frame.learning_rate * parameter.decay * frame.decays * before], rel=1e-9)
        else:
            assert len(decays) == 0


def _gradients_of_each(frame, parameter, index):
    """The gradient of each instance's own loss, from the declared terms."""
    for b in range(len(frame.instances)):
        total = 0.0
        for term in parameter.change:
            for product in products(term, frame.shape(parameter.name), index, lambda n, b=b: frame.of_instance(n, b)):
                total += np.prod([frame.of_instance(name, b)[at] for name, at in product])
        yield total


def test_edits_stand_at_the_position_at_which_they_are_applied():
    recipe = RECIPES["edits, softmax"]
    ledger = Run(recipe).ledger("W", ("queen", 1), 0, 10)
    at = ledger.kinds == "edit"
    assert ledger.steps[at].tolist() == [8]
    assert ledger.instances[at].tolist() == [-1]
    before = positions(recipe, 8, 8)[0].before.frame
    assert before is not None
    assert Run(recipe).ledger("W", ("queen", 1), 8, 9).start_value == -0.25
    assert Run(recipe).ledger("W", ("king", 0), 0, 1).start_value == 0.5
    whats = [what for what, *_ in Run(recipe).ledger("W", ("man", 2), 0, 14).by_instance()]
    assert "edit" in whats
    assert {type(what) for what in whats} == {str, tuple}
    assert max(what[0] for what in whats if what != "edit") == 1


@pytest.mark.parametrize("by", ["instance", "sentence", "epoch", "word"])
def test_decay_has_its_own_row_however_entries_are_grouped(by):
    run = Run(RECIPES["nnlm"].edited(9, weight=("C", "the", 0, 0.5))).seek(2 * STOP)
    ledger = run.ledger("C", ("the", 0))
    groups = {what: (change, count) for what, change, count in getattr(ledger, f"by_{by}")()}
    for kind in ("decay", "edit"):
        own = ledger.changes[ledger.kinds == kind]
        assert groups.pop(kind) == (fsum(own), len(own))
        assert len(own)
    updates = ledger.changes[ledger.kinds == "update"]
    size = fsum(np.abs(updates))
    assert fsum(change for change, _ in groups.values()) == pytest.approx(fsum(updates), abs=1e-12 * size)


def test_sentences_of_a_text_are_told():
    ledger = Run(TEXT).ledger("W", ("the", 0), 0, 200)
    words = [6, 6, 4]  # of its sentences, each of which is a centre once
    ends = np.cumsum(words)
    of_sentence = np.searchsorted(ends, ledger.instances, "right")
    expected = {s: fsum(ledger.changes[of_sentence == s]) for s in set(of_sentence.tolist())}
    assert {what: change for what, change, _ in ledger.by_sentence()} == expected
    with pytest.raises(RecipeError, match="text"):
        Run(RECIPES["cbow, softmax"]).ledger("W", ("king", 0), 0, 2).by_sentence()
    with pytest.raises(RecipeError, match="text"):
        Run(RECIPES["mlp"]).ledger("W", (0, 0), 0, 2).by_sentence()


@every_recipe
def test_the_dot_product_of_two_words_has_its_own_ledger(recipe):
    run, of = Run(recipe).seek(STOP), recipe.architecture.network.input
    if of is None:
        with pytest.raises(RecipeError, match="this model has none"):
            run.dot_ledger(0, 1)
        return
    a, b = run.vocabulary[0], run.vocabulary[3]
    ledger = run.dot_ledger(a, b)
    first, last = (Run(recipe).seek(step).parameters[of] for step in (0, STOP))
    if recipe.architecture.declared(of).axes[0] != "word":
        first, last = first.T, last.T
    assert ledger.start_value == pytest.approx(first[0] @ first[3], rel=1e-14)
    assert ledger.value == pytest.approx(last[0] @ last[3], rel=1e-14)
    holds(ledger)
    holds(run.dot_ledger(a, a, start=2, stop=9))


def test_a_ledger_ends_before_a_divergence():
    far = Recipe(preset="king-queen", learning_rate=1e6)
    ledger = Run(far).ledger("W", ("king", 0), 0, 400)
    assert (ledger.stop, ledger.curve()[0][-1]) == (40, 40)
    for points in ("x", float("nan"), 0, -1):
        with pytest.raises(RecipeError, match="points"):
            ledger.curve(points)
    with pytest.raises(Diverged):
        Run(far).ledger("W", ("king", 0), 300, 400)


@pytest.mark.slow_without_jit
def test_steps_that_do_not_touch_a_row_take_no_memory():
    pairs = "a|b, " + ", ".join(f"w{i}|w{i + 1}" for i in range(2_000))
    run = Run(Recipe(pairs=pairs, vector_size=3, output="negative", negative=1))
    assert run.trajectory.by_rows
    run.ledger("W", ("a", 0), 0, 20_000)  # what is compiled and what is kept for pieces is there now
    peaks = []
    for stop in (20_000, 100_000):
        tracemalloc.start()
        ledger = run.ledger("W", ("a", 0), 0, stop)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(ledger) == -(-stop // 2_001)
    assert peaks[1] < peaks[0] + 80_000  # a byte a step


def test_what_is_no_weight_is_told():
    run = Run(TEXT)
    for name, index in (
        ("Q", (0, 0)),
        ("W", 0),
        ("W", ("nobody", 0)),
        ("W", (0, 99)),
        ("W", (0, 0.5)),
        ("W", (-99, 0)),
    ):
        with pytest.raises(RecipeError):
            run.ledger(name, index)
    assert run.ledger("W", (-1, -1)).start_value == run.parameters["W"][-1, -1]
    with pytest.raises(RecipeError):
        run.dot_ledger("the", "nobody")


@pytest.mark.parametrize("by", ["instance", "epoch", "word"])
def test_a_group_knows_where_its_largest_entry_led_to(by):
    ledger = Run(TEXT).seek(STOP).ledger("W", (0, 0))
    groups = ledger.groups(by)
    assert [group[:3] for group in groups] == getattr(ledger, f"by_{by}")()
    for group in groups:
        own = ledger.reached == group.position
        assert own.any()
        assert group.largest <= np.abs(ledger.changes[own]).max() * (1 + 1e-12) or by == "word"
        if by == "instance":
            mine = np.abs(ledger.changes[ledger.instances == group.what])
            assert np.abs(ledger.changes[own & (ledger.instances == group.what)]).max() == mine.max()
    with pytest.raises(RecipeError, match="by: got 'moon'"):
        ledger.groups("moon")


def test_a_product_that_leaves_the_reals_before_the_weights_do_ends_its_ledger():
    run = Run(Recipe(preset="fruit-and-juice", learning_rate=1e6)).seek(74)
    ledger = run.dot_ledger("milk", "orange", of="W_out")
    assert ledger.stop < 74
    assert np.isfinite([ledger.value, ledger.residual, *ledger.changes]).all()
    assert ledger.groups("instance")
