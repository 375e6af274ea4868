"""The page in frames of another page, of another origin, as the operator's guide has it."""

import functools
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.app_process import CHECKOUT, free_port, running_app

GUIDE = CHECKOUT / "explorer" / "web" / "README.md"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing is printed."""


@pytest.fixture
def around(tmp_path):
    """The address of the guide's page, with the program it frames; and a program that frames nobody."""
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    handler = functools.partial(Quiet, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as pages, running_app("--allow-frame", origin) as app:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        text = re.search(r"```html\n(<!DOCTYPE.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)[1]
        (tmp_path / "two.html").write_text(text.replace("http://127.0.0.1:8050", app.url), encoding="utf-8")
        yield f"{origin}/two.html"
        pages.shutdown()


def test_two_frames_go_in_step(browser, around):
    page = browser.new_page()
    page.goto(around)
    one, other = (page.frame_locator("iframe").nth(number).locator("embedding-explorer") for number in (0, 1))

    def both_at(step, stage):
        for each in (one, other):
            place = f".explorer[data-ready=true][data-step='{step}'][data-stage='{stage}']"
            each.locator(place).wait_for()

    both_at(0, "start")
    one.locator("#next").click()
    both_at(1, "update")
    page.keyboard.press("ArrowRight")
    both_at(2, "update")
    page.keyboard.press("g")
    one.get_by_role("region", name="Prediction").wait_for()
    one.get_by_role("button", name="Predict").click()
    one.get_by_role("region", name="Prediction").wait_for(state="hidden")
    one.locator("#go-to").fill("137")
    page.keyboard.press("Enter")
    both_at(137, "update")
    assert other.locator("#next").is_hidden()
    assert one.locator(".panel:visible").count() == 1
    whole = page.frame_locator("iframe").first.locator("#open-whole")
    assert "preset=king-queen&step=137" in whole.get_attribute("href")
    assert whole.evaluate("(link) => link.getBoundingClientRect().bottom <= innerHeight"), "none of it is cut off"
    one.locator("#play").click()
    one.locator(".explorer:not([data-step='137'])").wait_for()
    one.locator("#play").click()
    reached = int(one.locator(".explorer").get_attribute("data-step"))
    assert reached > 137
    both_at(reached, "update")
    one.evaluate("(explorer) => explorer.go({ ...explorer.place, view: { analogy: '' } })")
    assert "&view.analogy=&" in f"{whole.get_attribute('href')}&", "what the preset would show and this does not"
    page.close()


@pytest.mark.further_case
def test_all_buttons_have_room_in_a_narrow_frame(page):
    page.set_viewport_size({"width": 340, "height": 500})
    page.goto("/?embed=1&preset=king-queen&panels=network&transport=full")
    page.locator(".explorer[data-ready=true]").wait_for()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 340
    page.get_by_role("button", name="Predict").click()
    page.get_by_role("region", name="Prediction").wait_for()


_LEAD = """
  (step) => {
    window.heard = [];
    addEventListener("message", ({ data }) => heard.push(data.error ?? data.place));
    for (const { contentWindow, src } of document.querySelectorAll("iframe"))
      contentWindow.postMessage({ type: "embedding-explorer", place: { step } }, new URL(src).origin);
  }
"""


@pytest.mark.further_case
@pytest.mark.parametrize("known", [True, False])
def test_a_frame_speaks_with_the_origins_that_it_was_told_and_no_other(browser, around, known):
    def answer(route):
        given = route.fetch()
        changed = given.text() if known else given.text().replace('data-origins="', 'data-origins="https://not-')
        route.fulfill(response=given, body=changed)

    page = browser.new_page()
    page.route(re.compile("[?]embed=1"), answer)
    page.goto(around)
    at = page.frame_locator("iframe").first.locator
    at(".explorer[data-ready=true][data-step='0']").wait_for()
    page.evaluate(_LEAD, 5)
    if known:
        at(".explorer[data-ready=true][data-step='5']").wait_for()
    at("#next").click()
    at(f".explorer[data-ready=true][data-step='{6 if known else 1}']").wait_for()
    page.wait_for_timeout(500)
    assert bool(page.evaluate("heard.length")) is known
    if known:
        page.evaluate(_LEAD, "soon")
        page.wait_for_function("heard.includes('step = soon: a whole number from 0')")
    page.close()
