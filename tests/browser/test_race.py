"""The race and the costs in the enlarged view."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from explorer.numbers import plain
from explorer.training.races import Race
from tests.browser.screen import Screen
from tests.cases import few_of

RECIPE = Recipe(preset="rare-and-frequent")
FIGURE = "#enlarged .js-plotly-plot"


@pytest.mark.parametrize("width", few_of([1280, 390], 1280))
def test_a_button_opens_the_race_up_to_the_step(page, width):
    page.set_viewport_size({"width": width, "height": 760})
    Screen(page).open(f"/?{RECIPE.to_query()}&step=50", 50)
    page.click("#race")
    page.wait_for_selector(f"{FIGURE} .main-svg")
    assert page.input_value("#enlarged-panel") == "race"
    ends = "plot => plot.calcdata.map((points) => [points[0].trace.yaxis, points.at(-1).y])"
    totals = page.eval_on_selector(FIGURE, ends)
    laps = Race(RECIPE).laps(0, 50)
    assert len(totals) == 12
    shown = [value for axis, value in totals if axis == "y4"]
    np.testing.assert_array_equal(shown, [lap.total[-1] for lap in laps.values()])
    told = page.get_attribute(f"{FIGURE} .main-svg >> nth=0", "aria-label")
    assert f"{plain(float(laps['negative'].loss[-1]))} at 50" in told
    assert page.locator(f"{FIGURE} .main-svg:not([aria-label], [aria-hidden])").count() == 0
    inside = page.eval_on_selector(FIGURE, "plot => plot.getBoundingClientRect().width")
    assert inside >= 800  # on a phone one moves along it
    page.keyboard.press("Escape")
    Screen(page).figure("costs")
    page.wait_for_selector(f"{FIGURE} >> text=N·D + D·log₂V")


def test_a_link_opens_a_figure_that_is_told(page):
    """Dash's dialog comes later than the page's."""
    page.goto("/?preset=king-queen&step=30&view.enlarged=loss")
    losses = Run(Recipe(preset="king-queen")).losses(0, 30)
    told = f"each step, from {plain(float(losses[0]))} at 1 to {plain(float(losses[-1]))} at 30"
    expect(page.locator(f"{FIGURE} .main-svg").first).to_have_attribute("aria-label", re.compile(re.escape(told)))
    assert not page.locator("#alert").is_visible()
    page.select_option("#enlarged-panel", "projection")
    page.wait_for_selector(f"{FIGURE} >> text=Projection")
    expect(page.locator(f"{FIGURE} .main-svg[aria-label]")).to_have_count(0)
