"""Every button, key and drag that moves through a run."""

import re

import pytest

from explorer import Recipe
from tests.browser.screen import Screen, eventually

RECIPE = Recipe(preset="fruit-and-juice")
ROUNDED = 4  # of 255: a browser inks a line that is cut off a little differently
_OPACITIES = """
  (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return Array.from(data.filter((_, i) => i % 4 === 3));
  }
"""


@pytest.fixture
def screen(page):
    return Screen(page).open("/")


def test_each_button_goes_where_it_says(screen):
    for button, step, stage in (
        ("stage", 0, "input"),
        ("stage", 0, "hidden"),
        ("stage-back", 0, "input"),
        ("stage-back", 0, "start"),
        ("next", 1, "update"),
        ("stage", 1, "input"),
        ("next", 2, "update"),  # Next finishes the step that was begun
        ("stage", 2, "input"),
        ("stage", 2, "hidden"),
        ("back", 2, "update"),  # back to where the step began
        ("back", 1, "update"),
        ("stage-back", 0, "backpropagate"),
        ("stage", 1, "update"),
        ("step-20", 21, "update"),
        ("step-100", 121, "update"),
        ("step-500", 621, "update"),
        ("back", 620, "update"),
        ("restart", 0, "start"),
        ("step-20", 20, "update"),
        ("restart", 0, "start"),
    ):
        screen.press(button).at(step, stage)
    assert all(screen.page.is_disabled(f"#{button}") for button in ("restart", "back", "stage-back"))


@pytest.mark.further_case
def test_each_key_goes_where_it_says(screen):
    keyboard = screen.page.keyboard
    for key, step, stage in (
        ("ArrowRight", 1, "update"),
        ("Shift+ArrowRight", 1, "input"),
        ("Shift+ArrowRight", 1, "hidden"),
        ("Shift+ArrowLeft", 1, "input"),
        ("ArrowLeft", 1, "update"),
        ("ArrowLeft", 0, "start"),
        ("ArrowLeft", 0, "start"),
        ("ArrowRight", 1, "update"),
        ("Home", 0, "start"),
    ):
        keyboard.press(key)
        screen.at(step, stage)
    keyboard.press("?")
    screen.page.wait_for_selector("#help-dialog[open]")
    keyboard.press("ArrowRight")  # keys rest under a dialog
    keyboard.press("Escape")
    screen.page.wait_for_selector("#help-dialog:not([open])", state="attached")
    screen.at(0, "start")


@pytest.mark.further_case
def test_the_help_has_the_symbols_of_what_runs(page):
    for preset, said, unsaid in (
        ("or-learnt", "how far the answers are from the targets", "in nats"),
        ("feed-the-cat", "in nats", "input vector and output vector of a word"),
        ("king-queen", "input vector and output vector of a word", "how far the answers"),
    ):
        Screen(page).open(f"/?preset={preset}").press("help")
        told = page.inner_text("#help-symbols")
        assert said in told, preset
        assert unsaid not in told, preset
    Screen(page).open("/?preset=who-makes-which-noise").press("help")  # which calls a matrix V
    terms = page.locator("#help-symbols > dt:visible").all_inner_texts()
    assert len(set(terms)) == len(terms)


@pytest.mark.further_case
def test_keys_rest_while_one_types(screen):
    page = screen.page
    for field, typed in (("param-seed", "7"), ("pairs", "a|b"), ("neighbours-word", "eat")):
        page.click("#pairs-tab") if field == "pairs" else None
        page.fill(f"#{field}", "")
        page.type(f"#{field}", typed)
        for key in ("Space", "ArrowRight", "ArrowLeft", "Home", "Shift+?"):
            page.keyboard.press(key)
        assert page.input_value(f"#{field}").replace(" ", "").replace("?", "") == typed
    assert screen.place() == (0, "start")
    assert page.query_selector("#help-dialog[open]") is None
    assert page.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.further_case
def test_space_plays_at_the_chosen_speed_and_pauses(screen):
    page = screen.page
    page.select_option("#speed", "240")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_selector("#play[aria-pressed=true]")
    eventually(lambda: passes(screen, 150))  # crosses the border of two blocks
    page.keyboard.press("Space")
    page.wait_for_selector("#play[aria-pressed=false]")
    step = screen.rested()
    screen.shows(RECIPE, step)
    screen.press("play")
    page.wait_for_selector("#play[aria-pressed=true]")
    screen.press("next")  # any movement by hand ends the play
    page.wait_for_selector("#play[aria-pressed=false]")
    halted = screen.rested()
    screen.shows(RECIPE, halted)


def test_the_curve_behind_the_timeline_is_that_of_its_end_however_one_came_there(screen):
    def curve():
        return screen.page.eval_on_selector("#timeline-loss", _OPACITIES)

    screen.open("/?preset=king-queen&step=40", 40).press("next", "next", "step-20", "next", "next", "back", "next").at(
        64
    )
    stepped = curve()
    assert sum(each > 0 for each in stepped) > 64
    screen.open("/?preset=king-queen&step=64", 64)

    def same():
        assert len(stepped) == len(at_once := curve())
        assert max(abs(a - b) for a, b in zip(stepped, at_once, strict=True)) <= ROUNDED

    eventually(same)


def test_the_timeline_is_dragged_both_ways(screen):
    page = screen.page
    box = page.locator("#timeline").bounding_box()
    middle = box["y"] + box["height"] / 2
    visited = []
    page.mouse.move(box["x"] + 0.05 * box["width"], middle)
    page.mouse.down()
    for share in (0.3, 0.6, 0.25, 0.1):
        page.mouse.move(box["x"] + share * box["width"], middle, steps=4)
        visited.append(int(page.input_value("#timeline")))
        screen.at(visited[-1])
    page.mouse.up()
    assert visited[0] < visited[1] > visited[2] > visited[3] > 0
    screen.shows(RECIPE, visited[-1])
    page.focus("#timeline")
    page.keyboard.press("ArrowRight")
    screen.at(visited[-1] + 1)


@pytest.mark.further_case
def test_a_run_longer_than_the_timeline_stretches_it(screen):
    screen.press("step-500").at(500)
    assert int(screen.page.get_attribute("#timeline", "max")) > 500
    assert re.match(r"step 500 · epoch 42 · ", screen.status())


def passes(screen, step):
    assert screen.place()[0] >= step


@pytest.mark.further_case
def test_the_way_of_a_jump_lies_over_the_picture_until_a_press(screen):
    page = screen.page
    overlay = page.locator("#projection canvas[aria-hidden=true]")
    for ended_by in (lambda: page.keyboard.press("Shift"), lambda: page.click("h1"), lambda: screen.press("next")):
        page.evaluate("() => { const at = performance.now(); performance.now = () => at; }")  # no end by itself
        screen.press("step-100")
        overlay.wait_for(state="visible")
        screen.rested()  # the numbers of its end are there meanwhile
        assert overlay.is_visible()
        ended_by()
        overlay.wait_for(state="hidden")
        page.evaluate("() => void delete performance.now")
    page.emulate_media(reduced_motion="reduce")
    screen.press("step-100").at(401)
    page.wait_for_load_state("networkidle")  # its way is here
    assert not overlay.is_visible()
