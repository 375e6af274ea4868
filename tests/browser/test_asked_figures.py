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


@pytest.mark.further_case
def test_a_figure_has_the_numbers_that_have_room_in_the_window_of_now(page):
    page.set_viewport_size({"width": 1900, "height": 900})
    Screen(page).open("/?preset=computation-graph&hidden=2,2,2&step=3&view.enlarged=graph", 3)
    page.wait_for_selector(f"{FIGURE} .main-svg")
    numbers = page.locator(f"{FIGURE} .heatmap-label")
    wide = numbers.count()
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(numbers).not_to_have_count(wide)
    narrow = numbers.count()
    assert 0 < narrow < wide
    page.set_viewport_size({"width": 1000, "height": 690})  # what is zoomed stays so
    page.set_viewport_size({"width": 1900, "height": 900})
    expect(numbers).to_have_count(wide)


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
