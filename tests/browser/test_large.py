"""A vocabulary of which the page holds only an excerpt: the same numbers, for the words that it shows."""

import numpy as np
import pytest

from explorer import Recipe, Run, limits
from tests.browser.screen import Screen, eventually
from tests.cases import few_of

WORDS = limits.MAX_WHOLE_WORDS + 500
PAIRS = ",".join(f"w{i}|w{(3 * i + 1) % WORDS}" for i in range(WORDS))
RECIPES = {
    output: Recipe(pairs=PAIRS, vector_size=3, output=output, learning_rate=2).edited(40, weight=("W", "w7", 1, 0.5))
    for output in ("hierarchical", "negative")
}
every_output = pytest.mark.parametrize("output", few_of(RECIPES, "negative"))


def rows_of(screen, symbol):
    """The rows of a parameter in the table of the weights, by name."""
    head, *rows = screen.page.evaluate("""[...document.querySelectorAll("#weights table tr")]
        .map((row) => [...row.children].map((cell) => cell.textContent))""")
    first = next(column for column, text in enumerate(head) if text == f"{symbol} 1")
    names = max(column for column, text in enumerate(head[:first]) if not text)
    return {row[names]: np.array(row[first : first + 3], float) for row in rows if row[names]}


def shows(screen, run, step):
    """The rows that are shown are the run's, and those that the last step touched are among them."""
    run.seek(step)

    def compare():
        for parameter in run.recipe.architecture.parameters:
            shown, array = rows_of(screen, parameter.symbol), run.parameters[parameter.name]
            assert len(shown) < len(array) / 4
            names = run.vocabulary if parameter.name != "W_node" else [f"node {i}" for i in range(len(array))]
            rows = {name: i for i, name in enumerate(names)}
            for name, row in shown.items():
                np.testing.assert_allclose(row, array[rows[name]], rtol=1.2e-7, atol=1e-12)
            if step:
                frame = run.frame(step - 1)
                before, after = frame.parameters[parameter.name], frame.updated[parameter.name]
                changed = np.flatnonzero((before != after).any(axis=1))
                assert {names[i] for i in changed} <= shown.keys()

    screen.open_table("weights")
    eventually(compare)


@every_output
def test_the_rows_that_are_shown_are_the_runs(page, output):
    recipe = RECIPES[output]
    run, screen = Run(recipe), Screen(page).open(f"/?{recipe.to_query()}")
    screen.press("next", "next").at(2)
    shows(screen, run, 2)
    screen.press("step-20", "step-20").at(42)
    shows(screen, run, 42)
    for stage in recipe.architecture.stages[:3]:
        screen.press("stage").at(42, stage.name)
    inputs, outputs = run.instances[42]
    assert f"{run.vocabulary[inputs[0]]} → {run.vocabulary[outputs[0]]}" in screen.text("status")
    screen.press("step-500").at(542)
    shows(screen, run, 542)
    screen.press("back").at(541)
    shows(screen, run, 541)


@every_output
@pytest.mark.further_case
def test_a_word_is_brought_in_by_asking_for_it(page, output):
    recipe = RECIPES[output]
    screen = Screen(page).open(f"/?{recipe.to_query()}&step=5", 5)
    word = Run(recipe).vocabulary[-3]
    screen.open_table("weights")
    eventually(lambda: absent(screen, word))
    page.fill("#neighbours-word", word)
    page.press("#neighbours-word", "Enter")
    eventually(lambda: present(screen, word))
    link = screen.link()
    assert f"view.word={word}" in link
    Screen(page).open(link, 5).open_table("weights")
    eventually(lambda: present(screen, word))


def absent(screen, word):
    assert word not in rows_of(screen, "W")


def present(screen, word):
    assert word in rows_of(screen, "W")


@every_output
@pytest.mark.further_case
def test_a_number_in_a_link_is_that_of_the_whole_vocabulary(page, output):
    recipe = RECIPES[output]
    run = Run(recipe).seek(600)
    frame = run.frame(599)
    row = frame.instance.inputs[0]
    screen = Screen(page).open(f"/?{recipe.to_query()}&step=600&view.focus=W.{row}.2", 600)
    eventually(lambda: explained(screen, run.vocabulary[row], frame.updated["W"][row, 2]))


def explained(screen, word, value):
    assert word in screen.page.inner_text("#explanation .stage-title")
    shown = float(screen.page.inner_text("#explanation .number-value"))
    np.testing.assert_allclose(shown, value, rtol=2e-7)
