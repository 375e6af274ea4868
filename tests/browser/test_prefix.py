"""Behind a proxy that shows the page below a path of its own."""

from explorer import Recipe
from tests.browser.screen import Screen

BELOW = "/lab/room%201"


def test_the_page_works_below_a_prefix_and_asks_nothing_beside_it(own_app, complaints):
    """Complaints hold every request to an address that is not below `below`, and every one that failed."""
    with own_app("--prefix", f"{BELOW}/", prefix=BELOW) as (app, new_page):
        below = f"{app.url}{BELOW}"
        page = new_page()
        screen = Screen(page).open(f"{below}/?preset=fruit-and-juice")
        screen.press("next", "next").at(2).shows(Recipe(preset="fruit-and-juice"), 2)
        page.wait_for_url(lambda url: url.startswith(f"{below}/?") and "step=2" in url)
        page.fill("#neighbours-word", "juice")  # Dash answers
        page.press("#neighbours-word", "Enter")
        page.wait_for_selector("#neighbours-list li")
        screen.figure()  # plotly.js comes
        page.wait_for_selector("#enlarged .js-plotly-plot .main-svg", state="attached")
        page.keyboard.press("Escape")
        screen.press("present-leave")

        guest = Screen(new_page()).open(screen.link(), 2)
        complaints.allow("status of 400")
        guest.page.goto(f"{below}/?preset=nowhere")
        guest.page.click("text=Open the default instead")
        guest.at(0)
        assert guest.page.url.startswith(f"{below}/")
