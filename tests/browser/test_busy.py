"""A server that is busy, away or newer: the page waits by itself and says so quietly, and gives up with a message."""

import re

import pytest

from explorer import Recipe
from tests.browser.screen import Screen, eventually

FRUIT = Recipe(preset="fruit-and-juice")
FRAMES = re.compile(r"/frames\?")
DASH = re.compile("/_dash-update-component")
BUSY = {"status": 503, "headers": {"Retry-After": "0"}}
PROXY = {"status": 502, "body": "<h1>Bad Gateway</h1>"}
LATER = {"status": 503, "headers": {"Retry-After": "200"}}


@pytest.fixture
def served(page, complaints):
    """Let the server answer requests to an address in a given way, or None, not at all; returns what undoes it."""
    complaints.allow("Failed to load resource")

    def serve(address, answer):
        asked = []

        def handle(route):
            asked.append(route.request)
            route.abort() if answer is None else route.fulfill(**answer)

        page.route(address, handle)
        return asked, lambda: page.unroute(address, handle)

    return serve


def waits(page, said):
    assert page.inner_text("#waiting") == said
    assert page.is_hidden("#alert")


def asked_again(page, *served):
    page.wait_for_timeout(20)  # requests are seen while the page is waited for
    assert all(len(asked) > 2 for asked, _ in served)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (BUSY, "The server is busy."),
        (PROXY, "The server does not answer; trying again …"),
        (None, "The server does not answer; trying again …"),
    ],
    ids=["busy", "proxy", "lost"],
)
def test_the_page_follows_as_soon_as_there_is_an_answer(page, served, answer, said):
    screen = Screen(page).open("/?preset=king-queen&view.word=king")
    page.wait_for_selector("#neighbours-list li")
    frames, dash = served(FRAMES, answer), served(DASH, answer)
    before = page.locator(".panels").bounding_box()
    screen.press("step-500")
    eventually(lambda: waits(page, said))
    assert page.locator(".panels").bounding_box() == before
    page.fill("#neighbours-word", "queen")
    eventually(lambda: asked_again(page, frames, dash))
    for _, undo in (frames, dash):
        undo()
    screen.at(500).shows(Recipe(preset="king-queen"), 500)
    page.wait_for_selector("#neighbours-list li:has-text('king')")
    eventually(lambda: waits(page, ""))


@pytest.mark.further_case
def test_too_much_work_is_not_asked_for_again(page, served):
    page.clock.install()
    screen = Screen(page).open("/")
    asked, undo = served(FRAMES, {"status": 503, "json": {"reason": "It took longer than 20 s."}})
    screen.press("step-500")
    page.wait_for_selector("#alert:visible")
    assert screen.text("alert") == "It took longer than 20 s."
    assert screen.text("waiting") == ""
    count = len(asked)
    page.hover("#network canvas")  # is painted again, if anything is
    page.clock.fast_forward(60_000)
    page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))")
    assert len(asked) == count
    undo()
    screen.press("next").at(501)
    assert page.is_hidden("#alert")


@pytest.mark.further_case
def test_where_dash_gets_no_answer_its_place_says_so(page, served):
    page.clock.install()
    Screen(page).open("/?preset=king-queen")
    page.wait_for_selector("#neighbours-list", state="attached")
    asked, undo = served(DASH, None)
    page.click("#race")

    def gives_up():
        page.clock.fast_forward(5_000)
        assert "does not answer" in page.inner_text("#enlarged")

    eventually(gives_up)
    assert len(asked) > 3
    undo()
    page.keyboard.press("Escape")
    page.click("#race")
    page.wait_for_selector("#enlarged .main-svg")


@pytest.mark.further_case
def test_nobody_waits_for_what_was_left(page, served):
    screen = Screen(page).open("/").press("next").at(1)
    served(FRAMES, LATER)
    screen.press("step-500")
    eventually(lambda: waits(page, "The server is busy."))
    page.fill("#timeline", "1")
    screen.at(1)
    eventually(lambda: waits(page, ""))
    served(re.compile("preset=king-queen"), LATER)
    page.select_option("#preset", "king-queen")
    eventually(lambda: waits(page, "The server is busy."))
    page.unroute(FRAMES)
    page.select_option("#preset", "week")
    screen.at(0).shows_weights(Recipe(preset="week"), 0)
    eventually(lambda: waits(page, ""))


@pytest.mark.further_case
def test_a_newer_version_is_offered_at_the_same_place(page, served):
    screen = Screen(page).open("/").press("next", "stage").at(1, "input")
    outdated = {"outdated": {"asked": "ab12cd34ef56", "serves": "0123456789ab"}}
    _, undo = served(FRAMES, {"status": 409, "json": outdated})
    screen.press("step-500")
    page.wait_for_selector("#alert:visible")
    assert "newer version" in screen.text("alert")
    undo()
    with page.expect_navigation():
        page.click("#alert a")
    screen.at(501).shows(FRUIT, 501)


@pytest.mark.further_case
def test_a_long_recipe_is_named_in_a_header(page):
    recipe = Recipe(pairs=", ".join(f"word{i}|word{i + 1}" for i in range(800)), vector_size=2)
    sent = []
    page.on("request", lambda request: FRAMES.search(request.url) and sent.append(request))
    screen = Screen(page).open("/").open_table("weights")
    page.fill("#pairs", recipe.pairs)
    page.fill("#param-vector_size", "2")
    screen.press("apply").at(0).shows_weights(recipe, 0)
    named = [request for request in sent if "explorer-recipe" in request.all_headers()]
    assert named
    assert all(len(request.url) < 300 and request.method == "GET" for request in named)
