"""Behind a proxy that shows the page below a path of its own."""

import pytest

from explorer import Recipe
from tests.app_process import running_app
from tests.browser.screen import Screen


@pytest.fixture
def below(server):
    """The address of a program below a prefix; `server` has compiled the kernels."""
    with running_app("--prefix", "/lab/room%201/") as app:
        yield f"{app.url}/lab/room%201"


def test_the_page_works_below_a_prefix_and_asks_nothing_beside_it(below, new_page, complaints):
    """Complaints hold every request to an address that is not below `below`, and every one that failed."""
    page = new_page(base_url=below)
    screen = Screen(page).open(f"{below}/?preset=fruit-and-juice")
    screen.press("next", "next").at(2).shows(Recipe(preset="fruit-and-juice"), 2)
    page.wait_for_url(lambda url: url.startswith(f"{below}/?") and "step=2" in url)
    page.fill("#neighbours-word", "juice")  # Dash answers
    page.press("#neighbours-word", "Enter")
    page.wait_for_selector("#neighbours-list li")
    page.click("#enlarge")  # plotly.js comes
    page.wait_for_selector("#enlarged .js-plotly-plot .main-svg", state="attached")
    page.keyboard.press("Escape")

    guest = Screen(new_page(base_url=below)).open(screen.link(), 2)
    complaints.allow("status of 400")
    guest.page.goto(f"{below}/?preset=nowhere")
    guest.page.click("text=Open the default instead")
    guest.at(0)
    assert guest.page.url.startswith(f"{below}/")
