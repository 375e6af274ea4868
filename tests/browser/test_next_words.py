"""The neural language model on the page: table look-up, matrices, next words, symbols, vectors taken over."""

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from explorer.analysis.continuation import following
from explorer.web import queries
from tests.browser.screen import DIGITS, Screen, eventually, recipe_of
from tests.cases import few_of

PRESET = "preset=we-all-have-it"
SMALL = Recipe(
    text="a b c d a\nb c a a d", model="nnlm", context=2, vector_size=3, hidden=(4,), weight_decay=0.01, seed=4
)
BATCH = Recipe(
    text="a b c d a\nb c a a d", model="nnlm", context=2, vector_size=3, hidden=(4,), activation="sigmoid",
    direct=False, batch_size=3,
)  # fmt: skip
UNLAYERED = Recipe(text="a b c d a\nb c a a d", model="nnlm", context=2, vector_size=3, hidden=(), output_bias=False)
_ROWS = """
  ([panel, caption]) => [...document.querySelectorAll(`#${panel} table`)]
    .filter((table) => table.caption?.textContent === caption)
    .flatMap((table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)))
"""

# The lower edges of the first two next words, of their shares, and of the list.
_LEVELS = """
  () => {
    const list = document.querySelector("#next-list");
    const rows = [...list.querySelectorAll("li")].slice(0, 2);
    const edge = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().bottom;
    };
    return [...[0, 1].map((i) => rows.map((row) => edge(row.children[i]))), list.getBoundingClientRect().bottom];
  }
"""


def rows(page, panel, caption):
    found = page.evaluate(_ROWS, [panel, caption])
    assert found
    return found


def next_words(page):
    """The words offered, with their shares as printed, and which of them would be drawn."""
    offered = page.evaluate(
        "[...document.querySelectorAll('#next-list li')].map((row) => [row.children[0].textContent, "
        "row.children[1].textContent, row.classList.contains('drawn')])"
    )
    assert offered
    return offered


@pytest.mark.further_case
def test_a_word_among_what_a_number_was_made_of_stands_as_a_word(page):
    recipe = Recipe(text="the cat sat on the mat", model="nnlm", batch_size=3)
    word = Run(recipe).vocabulary[Run(recipe).frame(0)["w"][1, 0]]
    Screen(page).open(f"/?{recipe.to_query()}&step=1&view.arrays=lookup&view.focus=I1.0.1", 1)
    expect(page.locator("#explanation .operands button b")).to_have_text([word])


@pytest.mark.parametrize("recipe", few_of([SMALL, UNLAYERED], SMALL))
def test_every_stage_of_the_model_is_shown(page, recipe):
    screen = Screen(page).open(f"/?{recipe.to_query()}")
    for stage in [stage.name for stage in recipe.architecture.stages][:-1]:
        screen.press("stage").at(0, stage).shows(recipe, 0, stage)
    screen.press("next").at(1).shows(recipe, 1)
    screen.press("step-100").at(101).shows(recipe, 101)


def test_the_rows_looked_up_stand_side_by_side(page):
    screen = Screen(page).open(f"/?{PRESET}&step=300&stage=lookup", 300, "lookup")
    run = Run(Recipe(preset="we-all-have-it")).seek(300)
    frame = run.frame()

    def looked_up():
        positions = [row for row in rows(page, "network", "Table look-up") if row[0] != "next"]
        assert [row[1] for row in positions] == [run.vocabulary[i] for i in frame.instance.inputs]
        shown = np.array([row[2].split(", ") for row in positions], float)
        np.testing.assert_allclose(shown, run.parameters["C"][list(frame.instance.inputs)], rtol=DIGITS)

    eventually(looked_up)
    screen.press("next").at(301)

    def answered():
        offered = [row for row in rows(page, "network", "Table look-up") if row[0] == "next"]
        expected = [frame["y"][run.vocabulary.index(word)] for _, word, _ in offered]
        np.testing.assert_allclose([float(row[2]) for row in offered], expected, rtol=DIGITS)

    eventually(answered)


@pytest.mark.further_case
def test_two_rows_of_next_words_are_whole_at_a_projectors_size(page):
    Screen(page).open("/?preset=four-grams&step=40", 40)
    eventually(lambda: next_words(page))
    words, shares, bottom = page.evaluate(_LEVELS)
    assert words[1] <= bottom
    np.testing.assert_allclose(words, shares, atol=1)  # each level with its word


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.further_case
def test_the_rows_take_their_way_in_less_than_half_a_second_and_none_without_motion(new_page, motion):
    page = new_page(reduced_motion=motion)
    screen = Screen(page).open(f"/?{PRESET}")
    page.evaluate(
        "() => { let frames = 0; const ask = window.requestAnimationFrame; window.asked = () => frames;"
        " window.requestAnimationFrame = (f) => { frames += 1; return ask(f); }; }"
    )
    screen.press("stage").at(0, "lookup")
    page.wait_for_timeout(700)
    moved = eventually(lambda: rests(page))
    assert moved <= 2 if motion == "reduce" else moved > 2  # a busy machine draws few frames


def rests(page):
    """How many frames were asked for, once there are no more."""
    before = page.evaluate("window.asked()")
    page.wait_for_timeout(200)
    assert page.evaluate("window.asked()") == before
    return before


@pytest.mark.further_case
def test_a_batch_is_shown_as_matrices(page):
    Screen(page).open(f"/?{BATCH.to_query()}&step=4", 4)
    frame = Run(BATCH).frame(3)

    def matrices():
        shown = {row[0]: row[1:] for row in rows(page, "vectors", "Matrices of the batch")}
        assert list(shown) == ["A₁", "Z₂", "A₂", "Y", "P", "𝕀", "E", "Δ₁", "Δ₂"]
        for quantity in frame.model.quantities:
            if quantity.symbol in shown:
                array = frame[quantity.name]
                shape, *ends = shown[quantity.symbol]
                assert shape == f"{array.shape[0]} × {array.shape[1]}"
                np.testing.assert_allclose(np.array(ends, float), [array.min(), array.max()], rtol=DIGITS)

    eventually(matrices)
    page.click("button[title^='How the batch reads']")
    look_up = ["input_batch", "𝕀¹", "𝕀²", "Δ₂¹", "Δ₂²", "ΔC"]
    eventually(lambda: [row[0] for row in rows(page, "vectors", "Matrices of the batch")] == look_up)
    assert rows(page, "vectors", "Matrices of the batch")[0][1:3] == [f"2 × {BATCH.batch_size}", "words"]
    page.click("button[title='One instance']")
    eventually(lambda: rows(page, "vectors", "Vectors of this step"))


@pytest.mark.parametrize("width", few_of([1280, 390], 390))
@pytest.mark.further_case
def test_a_long_line_of_numbers_ends_inside_its_strip(page, width):
    page.set_viewport_size({"width": width, "height": 760})
    for step, stage in ((49, "loss"), (50, "update")):
        Screen(page).open(f"/?{PRESET}&batch_size=8&step={step}&stage={stage}", step, stage)
        assert page.eval_on_selector("#explanation .live", "live => live.scrollWidth - live.clientWidth") <= 0


def test_the_next_words_are_the_runs_and_draws_repeat(page, new_page):
    screen = Screen(page).open(f"/?{PRESET}&step=400&view.next=they+both+have", 400)
    run = Run(Recipe(preset="we-all-have-it")).seek(400)

    def shows(typed, screen=screen):
        found = following(run, typed)
        offered = next_words(screen.page)
        assert [word for word, *_ in offered] == [word for word, _ in found.likely]
        assert [word for word, _, drawn in offered if drawn] in ([found.drawn[0]], [])
        assert offered[0][1] == f"{100 * found.likely[0][1]:.0f}%"
        told = screen.page.eval_on_selector_all(
            "#next-list [title*='←']", "all => all.map((each) => each.ariaDescription)"
        )
        assert told == [f"{share}, what Draw adds" for _, share, drawn in offered if drawn]
        return found

    first = eventually(lambda: shows("they both have"))
    assert page.get_attribute("#next-context", "title").endswith("The last 3 words count.")
    page.press("#next-context", "Enter")  # as Draw
    text = f"they both have {first.drawn[0]}"
    assert page.input_value("#next-context") == text
    second = eventually(lambda: shows(text))
    screen.press("next-best")
    longer = f"{text} {second.likely[0][0]}"
    eventually(lambda: shows(longer))
    assert page.get_by_label("your words", exact=True).input_value() == longer  # which are not the step's
    other = Screen(new_page()).open(screen.link(), 400)
    eventually(lambda: shows(longer, other))
    screen.press("next").at(401)
    run.seek(401)
    eventually(lambda: shows(longer))


@pytest.mark.further_case
def test_too_few_and_unknown_words_are_told(page, complaints):
    complaints.allow("status of 400")
    Screen(page).open(f"/?{PRESET}")
    for typed, told in (("we all", "at least 3 words"), ("we all hate", "a word of the vocabulary")):
        page.fill("#next-context", typed)
        page.wait_for_function("(told) => document.getElementById('next-note').textContent.includes(told)", arg=told)
        assert page.is_disabled("#next-draw")


@pytest.mark.further_case
def test_the_recurrent_model_goes_on_too(page):
    Screen(page).open("/?preset=rhyme-by-heart&step=500&view.next=this+is", 500)
    found = following(Run(Recipe(preset="rhyme-by-heart")).seek(500), "this is")
    eventually(lambda: _same(next_words(page), found))


def _same(offered, found):
    assert [word for word, *_ in offered] == [word for word, _ in found.likely]


@pytest.mark.further_case
def test_symbols_of_three_sources_stand_side_by_side(page):
    screen = Screen(page).open(f"/?{PRESET}&view.picture=symbols")
    screen.press("stage", "stage").at(0, "net")
    table = {row[0]: row[1:] for row in rows(page, "network", "One model, three notations")}
    assert table["u"] == ["scores", "y", "Y", "z"]
    assert (table["Eo"][2], table["Ex"][2]) == ("Δ₁", "Δ₂")
    lit = page.evaluate("[...document.querySelectorAll('.symbols tr.lit > th')].map((cell) => cell.textContent)")
    assert lit == ["o"]


@pytest.mark.further_case
def test_vectors_are_taken_over_and_the_link_keeps_them(page, new_page):
    screen = Screen(page).open("/?preset=cat-dog&step=500", 500)
    page.click("#takers button")
    screen.at(0)
    taken = Recipe.from_query(queries.taken("preset=cat-dog", 500, "nnlm"))
    eventually(lambda: recipe_of(page).model == "nnlm")
    screen.press("step-20").at(20).shows(taken, 20)
    Screen(new_page()).open(screen.link(), 20).shows(taken, 20)
