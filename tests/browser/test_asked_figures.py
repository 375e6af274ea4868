"""What one press opens: all candidates of an analogy, with words as they are typed, and the PMI where there is one."""

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen

FIGURE = "#enlarged .js-plotly-plot"
MARKUP = "<b>x</b>"
PAIRS = f"{MARKUP}|b, b|{MARKUP}, c|b, d|{MARKUP}, b|d"


@pytest.mark.further_case
def test_all_candidates_are_a_press_away_and_the_pmi_where_there_is_one(page):
    Screen(page).open(f"/?pairs={PAIRS}&output=negative&noise_hit=keep&view.analogy=b,c,d&step=9", 9)
    page.click("#analogy-all")
    page.wait_for_selector(f"{FIGURE} .cell-text")
    cells = page.locator(f"{FIGURE} .cell-text")
    expect(cells.filter(has_text=MARKUP)).to_have_count(1)  # as it was typed, and no markup
    assert page.input_value("#enlarged-panel") == "analogy"
    page.select_option("#enlarged-panel", "pmi")
    expect(page.locator(f"{FIGURE} .gtitle")).to_contain_text("over 5 pairs")
    page.keyboard.press("Escape")
    page.select_option("#output", "softmax")
    expect(page.locator("#enlarged-panel option[value=pmi]")).to_be_disabled()


def test_a_link_opens_the_figure_that_is_shown_as_it_is(page):
    Screen(page).open("/?preset=feed-the-cat&step=40&view.enlarged=counted", 40)
    k, n = (page.locator(f"{FIGURE} .slider-group").nth(at).locator(".slider-label") for at in (0, 1))
    k.last.click(force=True)  # k = 1; its touch area lies above it
    page.wait_for_url("**view.enlarged=counted&view.k=1*")
    n.nth(-2).click(force=True)
    page.wait_for_url("**view.enlarged=counted&view.k=1&view.n=2*")
    page.reload()
    page.wait_for_selector(f"{FIGURE} .main-svg")
    expect(page.locator(f"{FIGURE} .legendtext").last).to_have_text("counted 2-grams, k = 1")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "enlarged" not in url)
    expect(page.locator("#enlarged-dialog")).to_be_hidden()


def numbers_in(page, width, before=None):
    """How many numbers the graph has in a window of a width, and the figure, another one than `before`."""
    page.set_viewport_size({"width": width, "height": 800})
    if before:
        page.wait_for_function("figure => !figure.isConnected", arg=before)
    page.wait_for_selector(f"{FIGURE} .heatmap-label", state="attached")
    return page.locator(f"{FIGURE} .heatmap-label").count(), page.query_selector(FIGURE)


@pytest.mark.further_case
def test_a_figure_that_is_fitted_has_the_numbers_that_have_room_in_the_window_of_now(page):
    page.set_viewport_size({"width": 1900, "height": 800})
    Screen(page).open("/?preset=computation-graph&hidden=2,2,2&step=3&view.enlarged=graph", 3)
    wide, first = numbers_in(page, 1900)
    narrow, second = numbers_in(page, 1000, first)
    assert 0 < narrow < wide
    assert numbers_in(page, 1900, second)[0] == wide


@pytest.mark.further_case
def test_a_figure_that_is_not_fitted_stays_as_it_was_zoomed_in_a_window_of_another_width(page):
    ends = f"document.querySelector('{FIGURE}')._fullLayout.xaxis.range"
    page.set_viewport_size({"width": 1400, "height": 800})
    Screen(page).open("/?preset=king-queen&step=40&view.enlarged=loss", 40)
    box = page.locator(f"{FIGURE} .nsewdrag").first.bounding_box()
    whole = page.evaluate(ends)
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"], steps=4)
    page.mouse.up()
    page.wait_for_function(f"whole => {ends}[0] > whole[0]", arg=whole)
    zoomed, figure = page.evaluate(ends), page.query_selector(FIGURE)
    page.set_viewport_size({"width": 1200, "height": 800})
    page.wait_for_function("figure => figure.querySelector('.main-svg').clientWidth < 1200", arg=figure)
    page.wait_for_timeout(1000)  # it would be asked for anew after 300 ms
    assert figure.evaluate("figure => figure.isConnected")
    assert page.evaluate(ends) == zoomed


@pytest.mark.further_case
def test_the_dialect_of_the_controls_is_the_nearest_one(page):
    Screen(page).open("/?preset=as-the-program-has-it")
    page.click(".fork-close")  # what the preset opens beside it
    dialect = page.locator("#param-dialect option:checked")
    expect(dialect).to_have_text("word2vec.c but for 2")
    page.select_option("#param-dialect", "gensim")
    expect(dialect).to_have_text("gensim")
    page.fill("#param-sample", "0.5")
    expect(dialect).to_have_text("gensim but for 1")
