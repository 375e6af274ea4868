"""The unrolled network and the truncated gradient on the page, number by number."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from explorer.analysis.truncation import truncation
from tests.browser.screen import Screen, eventually, recipe_of

PRESET = "preset=who-makes-which-noise"
_ROWS = """
  (caption) => [...document.querySelectorAll("#network table")]
    .filter((table) => table.caption?.textContent === caption)
    .flatMap((table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)))
"""


def rows(page, caption):
    return page.evaluate(_ROWS, caption)


def lengths(frame):
    """Of each word's contribution to W, and of their sum."""
    eh, s = frame["eh"], frame["s"]
    parts = [np.outer(error, state) for error, state in zip(eh, s[:-1], strict=False)]
    return [np.linalg.norm(part) for part in parts], np.linalg.norm(sum(parts))


@pytest.mark.further_case
def test_each_word_has_its_own_part_and_they_sum_to_the_gradient(page):
    screen = Screen(page).open(f"/?{PRESET}", 0)
    screen.press(*["stage"] * 2).at(0, "hidden")
    run = Run(Recipe(preset="who-makes-which-noise"))

    def shows(step):
        frame = run.frame(step)
        parts, total = lengths(frame)
        *words, (title, *_, whole, _) = rows(page, "Unrolled network")
        names = ["" if word < 0 else run.vocabulary[word] for word in frame["w"].tolist()]
        assert [tuple(row[:2]) for row in words] == list(zip(["t−3", "t−2", "t−1", "t"], names, strict=True))
        assert all(row[2] for row in words)
        np.testing.assert_allclose([float(row[2]) for row in words], np.linalg.norm(frame["eh"], axis=1), rtol=1e-6)
        np.testing.assert_allclose([float(row[3]) for row in words], parts, rtol=1e-6)
        assert title == "∂E/∂W"
        assert float(whole) == np.float64(f"{total:.8g}")
        np.testing.assert_allclose(total, np.linalg.norm(frame.gradients["W"]), rtol=1e-12)

    eventually(lambda: _unknown(rows(page, "Unrolled network")))
    screen.press("next").at(1)
    eventually(lambda: shows(0))
    screen.press("step-20").at(21)
    eventually(lambda: shows(20))
    screen.press("back", "stage", "stage").at(20, "hidden")
    eventually(lambda: _unknown(rows(page, "Unrolled network")))


def _unknown(table):
    assert len(table) == 5
    assert {cell for row in table for cell in row[2:]} == {""}


@pytest.mark.further_case
def test_the_truncated_gradient_is_held_against_the_fullest_and_its_link_reopens_it(page, new_page):
    screen = Screen(page).open(f"/?{PRESET}&step=1004&view.picture=gradient", 1004)
    found = truncation(Run(Recipe(preset="who-makes-which-noise")), 1003)

    def shows():
        table = np.array(rows(page, "Truncated gradients"), float)
        assert table.shape == (31, 4)
        np.testing.assert_allclose(table[:, 1], found.norms, rtol=1e-6)
        np.testing.assert_allclose(table[:, 2], found.cosines, rtol=1e-6)

    eventually(shows)
    note = page.locator("#network .gradient-bar")
    expect(note).to_contain_text(f"3 = τ: length {100 * found.norms[3] / found.norms[-1]:.0f}%")
    note.locator("input").fill("1")
    expect(note).to_contain_text(f"1: length {100 * found.norms[1] / found.norms[-1]:.0f}% of the fullest, cosine")
    expect(note).to_contain_text(f"{found.cosines[1]:.4f}")
    slider = note.locator("input")
    slider.press("ArrowRight")
    expect(note).to_contain_text(f"2: length {100 * found.norms[2] / found.norms[-1]:.0f}%")
    slider.press("ArrowLeft")
    expect(note).to_contain_text("1: length")
    screen.at(1004)  # the keys of the slider do not move the run, until the pointer has been at it
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("ArrowLeft")
    screen.at(1003)
    screen.press("next").at(1004)
    note.locator("input").fill("1")
    link = screen.link()
    other = Screen(new_page()).open(link, 1004)
    expect(other.page.locator("#network .gradient-bar")).to_contain_text(f"{found.cosines[1]:.4f}")


@pytest.mark.further_case
def test_what_the_head_says_of_the_steps_back_is_whole(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    Screen(page).open(f"/?{PRESET}&step=12&view.picture=gradient", 12)
    note = page.locator("#network .gradient-bar .figure-note")
    for back in ("3", "11"):
        page.locator("#network .gradient-bar input").fill(back)
        expect(note).to_contain_text(re.compile(rf"^{back}( = τ)?: length .* cosine -?\d\.\d{{4}}$"))
        assert note.evaluate("each => each.scrollWidth <= each.clientWidth")


def unrolled_over(page, names):
    assert [row[0] for row in rows(page, "Unrolled network")] == [*names, "∂E/∂W"]


@pytest.mark.further_case
def test_the_network_is_unrolled_over_as_many_words_as_the_error_goes_back(page):
    screen = Screen(page)
    for bptt, names in ((0, ["t"]), (2, ["t−2", "t−1", "t"])):
        screen.open(f"/?{PRESET}&bptt={bptt}&step=5", 5)
        eventually(lambda names=names: unrolled_over(page, names))
    page.fill("#param-bptt", "1")
    screen.press("apply").at(0)
    screen.press("next").at(1)
    eventually(lambda: unrolled_over(page, ["t−1", "t"]))
    assert recipe_of(page) == Recipe(preset="who-makes-which-noise", bptt=1)


def test_every_stage_shows_the_numbers_of_the_run(page):
    recipe = Recipe(preset="rhyme-by-heart", bptt=2, hidden=(3,))
    screen = Screen(page).open(f"/?{recipe.to_query()}&step=7", 7)
    for stage in [stage.name for stage in recipe.architecture.stages][:-1]:
        screen.press("stage").at(7, stage)
        screen.shows(recipe, 7, stage)
    screen.press("stage").at(8)
    screen.shows(recipe, 8)
