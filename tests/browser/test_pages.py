"""Every preset, every size, both themes."""

import re
from itertools import product

import pytest

from explorer import PRESETS, Recipe
from tests.browser.screen import Screen, eventually, fits
from tests.cases import few_of

SIZES = [(1280, 720), (1920, 1080), (390, 844)]
LOOKS = product(SIZES, ("light", "dark"))
TELLING = (
    "king-queen",
    "feed-the-cat",
    "xor-network",
    "or-learnt",
    "four-grams",
    "who-makes-which-noise",
    "rare-and-frequent",
)


@pytest.fixture(scope="module")
def at_start(shared_page):
    return Screen(shared_page).open("/").open_table("weights")


@pytest.mark.parametrize("slug", few_of(PRESETS, *TELLING))
def test_every_preset_is_chosen_and_runs(at_start, slug):
    screen, page = at_start, at_start.page
    page.select_option("#preset", slug)
    eventually(lambda: titled(page, PRESETS[slug].title))
    screen.at(0).press("step-20").at(20)
    screen.shows_weights(Recipe(preset=slug), 20)


@pytest.mark.parametrize(
    ("size", "scheme"), few_of(LOOKS, (SIZES[0], "light"), (SIZES[1], "dark"), (SIZES[2], "light"))
)
def test_the_page_fits(new_page, size, scheme):
    width, height = size
    page = new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    screen = Screen(page).open("/?preset=king-queen")
    eventually(lambda: fits(page))
    screen.press("next", "step-500").at(501)
    fits(page)
    for panel in ("network", "vectors", "weights", "projection", "loss"):
        box = page.locator(f"#{panel}").bounding_box()
        assert box["width"] > 150, panel
        assert box["height"] > 60, panel
    assert page.get_attribute("html", "data-theme") == scheme
    if width > 1000:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # all panels at a glance
    assert surface(page) == scheme
    screen.press("theme")
    assert surface(page) == {"light": "dark", "dark": "light"}[scheme]
    screen.at(501)


def surface(page):
    """Whether the ground of the panels is light or dark."""
    colour = page.evaluate("getComputedStyle(document.querySelector('.panel')).backgroundColor")
    return "light" if sum(map(float, re.findall(r"[\d.]+", colour)[:3])) > 382 else "dark"


def titled(page, title):
    assert page.inner_text("#note-title") == title
