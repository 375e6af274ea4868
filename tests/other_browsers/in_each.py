"""What a lesson does, in three presets of different pictures: open, step, play, press a number, hand on a link."""

import json
from contextlib import ExitStack

import numpy as np
import pytest

from explorer import Recipe, Run, save_lesson
from tests.browser.screen import DIGITS, Screen, eventually
from tests.other_browsers import drivers

# That a browser crashed once says nothing of the page; that it crashed with the same test twice does.
pytestmark = [pytest.mark.browser, pytest.mark.flaky(reruns=1, only_rerun="CrashedError")]

PRESETS = ["king-queen", "xor-network", "who-makes-which-noise"]
OPERAND = "#explanation .live mn[data-slot][tabindex]"
# Presets with the longest lines, and with fractions in them; and a step.
LONG = [("feed-the-cat", 137), ("four-grams", 137), ("we-all-have-it", 137), ("who-makes-which-noise", 300)]
# How far a line of numbers is wider than its room, in px.
BEYOND = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#explanation .live'))"
PLAYED = 90  # steps, at 60 a second


@pytest.fixture(scope="module", params=[drivers.firefox, drivers.webkit], ids=["firefox", "webkit"])
def living(request, tmp_path_factory):
    """Gives the page of one browser, of a new one after a crash."""
    pages = []
    with ExitStack() as started:

        def page():
            if not pages or pages[-1].crashed:
                pages.append(started.enter_context(request.param(tmp_path_factory.mktemp("browser"))))
            return pages[-1]

        yield page


@pytest.fixture
def page(living):
    """One page for all tests, each of which opens what it needs."""
    return living()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_short_lesson(page, server, preset):
    recipe = Recipe(preset=preset)
    screen = Screen(page).open(f"{server}/?preset={preset}").open_table("weights").shows(recipe, 0, "start")
    screen.press("next", "next").at(2).shows(recipe, 2)
    assert not screen.outside_strip()
    screen.press("back").at(1).shows(recipe, 1)

    step = played(screen, 1)
    screen.shows(recipe, step)
    for stage in recipe.architecture.stages[:3]:
        screen.press("stage").at(step, stage.name)
        assert not screen.outside_strip()
    screen.shows(recipe, step, stage.name)

    page.click(OPERAND)
    frame = Run(recipe).seek(step).frame()
    eventually(lambda: explained(page, frame))
    screen.press("copy-link")
    eventually(lambda: copied(screen))
    screen.open(page.evaluate("location.href"), step, stage.name).open_table("weights").shows(recipe, step, stage.name)
    eventually(lambda: explained(page, frame))


@pytest.mark.parametrize(("preset", "step"), LONG)
def test_the_strip_cuts_nothing_of_long_lines(page, server, preset, step):
    for stage in Recipe(preset=preset).architecture.stages:
        screen = Screen(page).open(f"{server}/?preset={preset}&step={step}&stage={stage.name}", step, stage.name)
        assert not screen.outside_strip(), stage.name
        assert page.evaluate(BEYOND) <= 0, stage.name


def test_a_file_opens_from_disk(page, tmp_path):
    recipe = Recipe(preset="king-queen")
    Run(recipe).seek(40).save_html(tmp_path / "run.html")
    screen = Screen(page).open((tmp_path / "run.html").as_uri(), 40).open_table("weights").shows(recipe, 40)
    screen.press("back", "back").at(38).shows(recipe, 38)
    screen.press("pca", "step-20").at(40).shows(recipe, 40)


def test_a_lesson_s_file_opens_from_disk(page, tmp_path):
    save_lesson("cbow-by-hand", tmp_path / "lesson.html")
    page.goto((tmp_path / "lesson.html").as_uri())
    alive = ".lesson-explorer > [data-ready=true]"
    page.wait_for_selector(f"body[data-beat='0'] {alive}[data-step='0']")
    ask = ".lesson-beat.now .lesson-ask"
    options = json.loads(page.evaluate(f"document.querySelector('{ask}').dataset.ask"))["options"]
    rights = [option["right"] for option in options]
    for right, verdict in ((False, "wrong"), (True, "right")):
        page.click(f"{ask} input[value='{rights.index(right)}']")
        page.click(f"{ask} [type=submit]")
        page.wait_for_selector(f"{ask}[data-verdict={verdict}]")
    page.click("#lesson-on")
    page.wait_for_selector(f"body[data-beat='1'] {alive}[data-stage=input]")
    page.click("#main-next")
    page.wait_for_selector(f"{alive}[data-step='1']")
    page.goto((tmp_path / "lesson.html").as_uri() + "#the-update")
    page.wait_for_selector(f"body:not([data-beat='0'], [data-beat='1']) {alive}")
    page.click("#lesson-back")
    page.click(".lesson-again")
    page.wait_for_selector(f"body[data-beat='0'] {alive}")
    assert page.evaluate("location.hash") == ""


def played(screen, step):
    """Play at 60 steps a second for a while; the step where it was stopped."""
    screen.page.evaluate(
        """() => {
          const speed = document.querySelector("#speed");
          speed.value = "60";
          speed.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    screen.press("play")
    eventually(lambda: gone_on(screen, step + PLAYED))
    screen.press("play")
    return screen.rested()


def gone_on(screen, step):
    assert screen.place()[0] >= step


def explained(page, frame):
    """The number that was pressed is the one that the address names, and has its value."""
    focus = page.evaluate("new URLSearchParams(location.search).get('view.focus')")
    assert focus, "the address names no number yet"
    name, *index = focus.split(".")
    values = frame.parameters[name] if name in frame.parameters else frame[name]
    np.testing.assert_allclose(float(page.inner_text(".number-value")), values[*map(int, index)], rtol=DIGITS)


def copied(screen):
    assert screen.text("copy-link").strip() == "Copied"
