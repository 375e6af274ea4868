"""A pressed weight, and the loss along it."""

from explorer import Recipe, Run
from explorer.analysis.slices import contour_along, slice_along
from explorer.numbers import exact
from tests.browser.screen import Screen, eventually

RECIPE = Recipe(preset="king-queen")
FIGURE = "#enlarged .js-plotly-plot"
# Where the legend ends, and where the step in numbers begins.
_ABOVE = """
  () => {
    const [legend, note] = ["legend", "annotation"].map((name) => document.querySelector(`#enlarged .${name}`));
    return [legend.getBoundingClientRect().bottom, note.getBoundingClientRect().top];
  }
"""


def test_a_pressed_weight_shows_the_loss_along_it_and_along_two(page):
    frame = Run(RECIPE).frame(99)
    first, second = ("W_out", (0, 4)), ("W", (3, 1))
    Screen(page).open(f"/?{RECIPE.to_query()}&step=100&view.focus=W_out.0.4", 100)
    page.set_viewport_size({"width": 390, "height": 760})
    page.click(".number-tools >> text=Loss along it")  # the help has these words, too
    cut = slice_along(frame, *first)
    page.wait_for_selector(f"{FIGURE} >> text=tangent: ∂E/∂w = {exact(cut.weight.slope)}")
    page.wait_for_selector(f"{FIGURE} >> text=before the step: loss {exact(cut.loss)}")
    assert page.eval_on_selector(FIGURE, "plot => plot.getBoundingClientRect().width") >= 800  # one moves along it
    told = "figure => Number(getComputedStyle(figure, '::after').opacity)"
    assert page.eval_on_selector("#enlarged", told) == 1
    page.eval_on_selector("#enlarged", "figure => figure.scrollTo(figure.scrollWidth, 0)")
    eventually(lambda: page.eval_on_selector("#enlarged", told) == 0)
    lowest, note = page.evaluate(_ABOVE)
    assert lowest <= note
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.click(".number-tools >> text=Keep")
    page.wait_for_selector(".number-tools >> text=press another weight")
    page.goto(f"/?{RECIPE.to_query()}&step=100&view.focus=W.3.1&view.pair=W_out.0.4")  # as pressing it has it
    page.click(".number-tools >> text=and the kept one")
    ground = contour_along(frame, second, first)
    page.wait_for_selector(f"{FIGURE} >> text=after it: loss {exact(ground.loss_after)}")
