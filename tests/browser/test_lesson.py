"""A lesson from its first page to a link that somebody else opens; every number held against `Run`."""

import numpy as np

from explorer import Recipe, Run
from tests.browser.screen import Screen, eventually, pointer_over

STAGES = ["input", "hidden", "scores", "softmax", "loss", "error", "backpropagate", "update"]


def test_a_lesson(page, own_app):
    screen = Screen(page).open("/")
    recipe = Recipe(preset="fruit-and-juice")
    screen.shows(recipe, 0, "start")

    for number, stage in enumerate(STAGES):
        screen.press("stage").at(int(stage == "update"), stage)
        if number % 2 or stage == "update":
            screen.shows(recipe, int(stage == "update"), stage)
    screen.press("next", "next", "next").at(4).shows(recipe, 4)
    screen.press("back").at(3).shows(recipe, 3)
    screen.press("stage-back").at(2, "backpropagate").shows(recipe, 2, "backpropagate")
    screen.press("step-500").at(502).shows(recipe, 502)

    axes_at_start = eventually(lambda: projection(screen))
    check_axes(recipe, 502, fitted=0, shown=axes_at_start)
    screen.press("pca")
    eventually(lambda: check_axes(recipe, 502, fitted=502, shown=projection(screen)))

    pin_by_keyboard(page, recipe.corpus.words.index("eat"))
    pin_by_mouse(page, "drink")
    run = Run(recipe).seek(502)
    eventually(lambda: check_pins(screen, run, ["drink", "eat"]))

    page.fill("#param-learning_rate", "0.5")
    screen.press("change-here").at(502)
    faster = recipe.edited(502, learning_rate=0.5)
    eventually(lambda: edited(page))
    screen.press("next", "next").at(504).shows(faster, 504)

    link = screen.link()
    page.reload()
    screen.at(504).shows(faster, 504)
    with own_app() as (other, new_page):
        guest = Screen(new_page())
        guest.open(link.replace(page.url.split("/?")[0], other.url), 504).shows(faster, 504)
        eventually(lambda: check_pins(guest, Run(faster).seek(504), ["drink", "eat"]))
        eventually(lambda: check_same_projection(guest, screen))


def projection(screen):
    rows = screen.table("projection")
    assert rows
    return rows


def check_same_projection(guest, screen):
    assert projection(guest) == projection(screen)


def check_axes(recipe, step, fitted, shown):
    """The shown points are those of a PCA of the input vectors at step `fitted`, up to signs of axes."""
    run = Run(recipe)
    start = run.seek(fitted).parameters["W"].copy()
    mean = start.mean(axis=0)
    axes = np.linalg.svd(start - mean)[2][:2]
    for name, kind in (("W", "input vector"), ("W_out", "output vector")):
        expected = (run.seek(step).parameters[name] - mean) @ axes.T
        points = np.array([row[2:] for row in shown if row[1] == kind], dtype=float)
        np.testing.assert_allclose(np.abs(points), np.abs(expected), atol=1e-6)


def pin_by_keyboard(page, number):
    """Down the input words to that of a number, Enter."""
    page.focus("#network canvas")
    for _ in range(number + 1):
        page.keyboard.press("ArrowDown")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")


def pin_by_mouse(page, word):
    page.mouse.click(*pointer_over(page, "network", word))
    page.mouse.move(0, 0)


def check_pins(screen, run, words):
    rows = screen.table("network")
    assert [row[0] for row in rows if "pinned" in row[1]] == words
    np.testing.assert_allclose(np.array([row[3] for row in rows], float), run.probabilities(words), rtol=6e-8)


def edited(page):
    assert "edit=" in page.evaluate("location.search")
