"""Checking a step that was worked by hand: what is right, what is wrong, what follows, and known mistakes."""

import re

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run, resources
from explorer.training.questions.hints import HINTS
from explorer.training.questions.worked import Worked
from tests.questions.recipes import PAIRS, RECIPES

every_recipe = pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)


@every_recipe
@pytest.mark.parametrize("step", [0, 3, 12])
def test_formulas_are_what_kernels_compute(recipe, step):
    worked = Worked(Run(recipe).frame(step))
    followed = worked.followed({})
    assert followed.keys() == set(worked.order)
    for name, expected in worked.expected.items():
        np.testing.assert_allclose(followed[name], expected, rtol=1e-9, atol=1e-12, err_msg=name)


@every_recipe
def test_right_numbers_are_right_and_a_wrong_one_is_found(recipe):
    frame = Run(recipe).frame(5)
    worked = Worked(frame)
    assert frame.check(worked.expected).ok
    assert frame.check({name: array.tolist() for name, array in worked.expected.items()}).ok
    assert frame.check({name: np.full(array.shape, np.nan) for name, array in worked.expected.items()}).ok
    for name, expected in worked.expected.items():
        index = tuple(0 for _ in expected.shape)
        size = max(np.abs(expected[np.isfinite(expected)]).max(initial=0), 0.1)
        found = frame.check({name: {index or (): expected[index] + 3.3 * size}})
        assert [(each.quantity, each.index) for each in found.findings] == [(name, index)]
        assert found.findings[0].expected == expected[index]
        assert not found.findings[0].follows


@every_recipe
def test_what_is_right_for_a_wrong_number_before_it_follows(recipe):
    """Somebody who mistakes the first quantity that has a formula and goes on rightly has one mistake, not many."""
    frame = Run(recipe).frame(5)
    worked = Worked(frame)
    first = next(name for name, line in recipe.architecture.formulas if name in worked.order)
    wrong = worked.expected[first] * 1.5 + 0.125
    theirs = worked.followed({first: wrong})
    found = frame.check(theirs | {first: wrong}).findings
    assert any(each.quantity == first and not each.follows for each in found)
    later = [each for each in found if each.quantity != first]
    differs = [name for name in theirs if name != first and not np.allclose(theirs[name], worked.expected[name])]
    assert bool(later) == bool(differs)
    assert all(each.follows and not each.hint for each in later)
    order = [worked.order.index(each.quantity) for each in found]
    assert order == sorted(order)


def test_numbers_are_right_to_the_digits_given():
    frame = Run(Recipe(pairs=PAIRS)).frame(2)
    h = frame["h"][0]
    for digits in (1, 2, 5):
        text = f"{h:.{digits}f}"
        assert frame.check({"h": {0: text}}).ok
        off = f"{float(text) + 2 * 10.0**-digits:.{digits}f}"
        assert not frame.check({"h": {0: off}}).ok
    assert frame.check({"h": {0: f"{h:.3e}"}}).ok
    assert frame.check({"h": {0: h * (1 + 1e-5)}}).ok
    assert not frame.check({"h": {0: h * (1 + 1e-5)}}, digits=7).ok
    assert frame.check({"x": {"boy": 1e-5}}).ok  # a zero, near to which is near beside the largest
    assert not frame.check({"x": {"boy": 1e-3}}).ok
    assert frame.check({"loss": f"{frame.loss:.3f}", "h": [None, "", np.nan, "nan", " NaN "]}).ok


WORDS = Run(Recipe(pairs=PAIRS, vector_size=7, learning_rate=0.3)).frame(7)  # as many units as words
TWO = Run(Recipe(pairs=PAIRS, vector_size=6, learning_rate=0.3)).frame(3)  # woman → girl^boy
BATCH = Run(Recipe(pairs=PAIRS, batch_size=3, learning_rate=0.3)).frame(4)


def moved(frame, name, times):
    return frame.parameters[name] + times * (frame.updated[name] - frame.parameters[name])


def mistakes():
    """Hint, frame, name and the numbers that the mistake gives."""
    several = Run(Recipe(pairs="king^king^man|royal, queen|boy", vector_size=6, learning_rate=0.3)).frame(2)
    yield "sign", several, "e", -several["e"]
    yield "sign", several, "W_out", moved(several, "W_out", -1)
    yield "not divided by C", several, "h", several["h"] * 3
    yield "not divided by C", several, "W", moved(several, "W", 3)
    yield "divided twice", several, "h", several["h"] / 3
    yield "divided twice", several, "W", moved(several, "W", 1 / 3)
    yield "y − t", TWO, "e", TWO["y"] - TWO["t"]
    yield "not normalised", WORDS, "y", np.exp(WORDS["u"])
    yield "log base", WORDS, "loss", WORDS.loss / np.log(2)
    yield "log base", WORDS, "loss", WORDS.loss / np.log(10)
    yield "no learning rate", WORDS, "W_out", moved(WORDS, "W_out", 1 / 0.3)
    yield "updated too early", WORDS, "EH", WORDS.updated["W_out"].T @ WORDS["e"]
    assert WORDS.parameters["W_out"].shape == (7, 7)
    yield "transposed", WORDS, "EH", WORDS.parameters["W_out"] @ WORDS["e"]
    turned = WORDS.parameters["W_out"] + (WORDS.updated["W_out"] - WORDS.parameters["W_out"]).T
    yield "transposed", WORDS, "W_out", turned
    yield "summed, not averaged", BATCH, "loss", BATCH.loss * len(BATCH.instances)
    yield "summed, not averaged", BATCH, "W_out", moved(BATCH, "W_out", len(BATCH.instances))


MISTAKES = list(mistakes())


def test_every_hint_has_its_mistake():
    assert {hint for hint, *_ in MISTAKES} == {hint for hint, _ in HINTS}


@pytest.mark.parametrize(("hint", "frame", "name", "numbers"), MISTAKES, ids=[f"{m[0]}, {m[2]}" for m in MISTAKES])
def test_known_mistakes_are_told_by_name(hint, frame, name, numbers):
    found = frame.check({name: numbers}).findings
    assert found
    assert {each.hint for each in found} == {hint}
    assert not any(each.follows for each in found)


def test_a_mistake_that_nobody_knows_has_no_hint():
    found = WORDS.check({"h": WORDS["h"] + 0.7}).findings
    assert {each.hint for each in found} == {""}


def test_weights_as_they_were_are_no_mistake_of_sign():
    """Half a unit of the last digit from them, and within a unit of where the step would go the other way."""
    frame = Run(Recipe(preset="king-queen")).frame(499)
    (found,) = frame.check({"W_out": {("crown", 4): "-1.275"}}).findings
    assert found.hint == ""
    wrong = 2 * frame.parameters["W_out"][0, 4] - frame.updated["W_out"][0, 4]
    assert frame.check({"W_out": {("crown", 4): wrong}}).findings[0].hint == "sign"


def test_which_words_and_nodes_are_asked_is_right_or_wrong_to_the_last_unit():
    tree = Run(Recipe(preset="king-queen", output="hierarchical")).frame(40)
    noise = Run(Recipe(preset="king-queen", output="negative")).frame(40)
    for frame, name in ((tree, "node"), (noise, "word")):
        for index, number in np.ndenumerate(frame[name]):
            assert frame.check({name: {index: str(number)}}).ok
            assert not frame.check({name: {index: str(number + 1)}}).ok
    first = frame.vocabulary[noise["word"][0]]
    assert noise.check({"word": {0: first}}).ok
    assert not noise.check({"word": {1: first}}).ok
    text = Run(Recipe(text="The cat sat. The cat ran.", output="negative")).frame()
    assert text.check({"word": {0: text.vocabulary[text["word"][0]].upper()}}).ok


def test_fractions_are_right_to_the_digits_of_numbers():
    frame = Run(Recipe(pairs="a^b^c|d")).frame()
    assert frame.check({"x": {"a": "1/3", "b": "⅓", "c": "0.33"}}).ok
    assert not frame.check({"x": {"a": "3/10"}}).ok


def test_what_cannot_be_checked_is_told():
    with pytest.raises(KeyError, match="there are"):
        WORDS.check({"nothing": 1})
    for given in ({"h": [1, 2]}, {"h": [[1], [2, 3]]}, {"h": {9: 1}}, {"h": {0: "one"}}, {"W": {("nobody", 0): 1}}):
        with pytest.raises(RecipeError):
            WORDS.check(given)
    with pytest.raises(RecipeError, match=r"as the frame has it; these are transposed"):
        TWO.check({"W": TWO.updated["W"].T})
    for given, digits in (({"h": {0: [1]}}, None), (None, None), ([1], None), ({}, 0), ({}, 18), ({}, "4"), ({}, 2.5)):
        with pytest.raises(RecipeError):
            WORDS.check(given, digits)


def test_the_page_says_of_every_hint_what_was_overlooked():
    told = (resources.path("assets") / "predict" / "said.mjs").read_text(encoding="utf-8")
    table = told[told.index("OVERLOOKED = {") : told.index("};")]
    assert {*re.findall(r'^  "?([^":\n]+)"?: "', table, re.MULTILINE)} == {hint for hint, _ in HINTS}
