"""Nothing is kept on the server: nothing is shared between browsers, and nothing is lost with it."""

import pytest

from explorer import Recipe
from tests import app_process
from tests.browser.screen import Screen, eventually

FRUIT = Recipe(preset="fruit-and-juice")
KING = Recipe(preset="king-queen")


@pytest.mark.further_case
def test_two_browsers_do_not_influence_each_other(new_page):
    one = Screen(new_page()).open("/")
    other = Screen(new_page()).open("/?preset=king-queen")
    one.press("next", "next").at(2)
    other.press("step-500").at(500)
    other.page.fill("#param-learning_rate", "0.9")
    other.press("change-here").at(500)
    one.page.fill("#param-seed", "7")
    one.press("apply").at(0)
    for _ in range(5):
        one.press("stage", "next")
        other.press("next", "back", "next")
    one.at(5).shows(Recipe(preset="fruit-and-juice", seed=7), 5)
    other.at(505).shows(KING.edited(500, learning_rate=0.9), 505)


@pytest.mark.further_case
def test_a_killed_server_loses_nothing(new_page, complaints, monkeypatch):
    complaints.allow("Failed to load resource")  # of a page that, on purpose, outlives its server
    with app_process.running_app() as first:
        page = new_page(base_url=first.url)
        page.clock.install()
        screen = Screen(page).open("/")
        page.wait_for_selector("#neighbours-list", state="attached")  # Dash's scripts are here
        screen.press("step-20", "next").at(21)
        first.process.kill()
        first.process.wait()
    screen.press("next", "back").at(21)  # what was fetched needs no server
    screen.press("step-500")
    eventually(lambda: waits(page, "The server does not answer; trying again"))
    assert page.is_hidden("#alert")
    eventually(lambda: gives_up(page))
    assert "does not answer" in screen.text("alert")
    monkeypatch.setattr(app_process, "free_port", lambda: first.port)
    with app_process.running_app() as second:
        assert second.url == first.url
        screen.press("back").at(520).shows(FRUIT, 520)
        assert page.is_hidden("#alert")
        screen.press("next").at(521).shows(FRUIT, 521)
        eventually(lambda: waits(page, ""))


def waits(page, said):
    assert page.inner_text("#waiting").startswith(said)
    assert bool(page.inner_text("#waiting")) == bool(said)


def gives_up(page):
    """Patience ends sooner on a clock that is put forward."""
    page.clock.fast_forward(5_000)
    assert page.is_visible("#alert")
