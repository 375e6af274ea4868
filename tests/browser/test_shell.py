"""The page's frame: what a load costs, and that nothing in it is refused by its own policy."""

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen


def loaded(page):
    """Name, bytes and bytes that came over the network of every script so far."""
    return page.evaluate(
        """performance.getEntriesByType("resource").filter((entry) => /\\.m?js/.test(entry.name))
           .map((entry) => [entry.name, entry.decodedBodySize, entry.transferSize])"""
    )


def test_the_first_picture_waits_for_few_scripts(page):
    held = []
    page.route("**/_dash-component-suites/**", lambda route: held.append(route))
    Screen(page).open("/").press("next").at(1)
    assert sum(size for _, size, _ in loaded(page)) < 1_500_000
    for route in held:
        route.continue_()


@pytest.mark.further_case
def test_a_second_load_costs_nothing_and_is_no_first_visit(page):
    Screen(page).open("/")
    page.wait_for_selector("#neighbours-list", state="attached")
    assert not [name for name, _, _ in loaded(page) if "plotly" in name]
    assert page.is_visible("#first-visit a[href='/lessons']")
    page.reload()
    page.wait_for_selector("#neighbours-list", state="attached")
    assert page.is_hidden("#first-visit")
    assert sum(transferred for _, _, transferred in loaded(page)) == 0


@pytest.mark.further_case
def test_what_is_asked_of_dash_before_it_is_there_is_answered(page):
    held = []
    page.route("**/*dash_renderer*", lambda route: held.append(route))
    with page.expect_request("**/*dash_renderer*"):
        Screen(page).open("/?preset=king-queen&view.word=king").press("next").at(1)
    page.click("#race")
    assert page.inner_text(".enlarged-figure") == "Drawing …"
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    page.wait_for_selector("#enlarged .main-svg")
    page.wait_for_selector("#neighbours-list li:has-text('queen')")


def test_markup_from_outside_runs_nothing(page, complaints):
    complaints.allow("content security policy|Content Security Policy|status of 404")  # there is no x
    page.goto("/")
    ran = page.evaluate(
        """async () => {
             document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = 1'>");
             const script = document.createElement("script");
             script.textContent = "window.ran = 2";
             document.body.append(script);
             await new Promise((done) => setTimeout(done, 200));
             return window.ran ?? 0;
           }"""
    )
    assert ran == 0
    assert complaints.messages


@pytest.mark.further_case  # every script is loaded by itself
def test_development_tools_find_nothing_wrong(own_app):
    with own_app("--debug") as (_, new_page):
        page = new_page()
        Screen(page).open("/")
        page.wait_for_selector("#neighbours-list", state="attached")
        page.wait_for_load_state("networkidle")


def test_in_a_ranking_words_are_told_that_no_step_has_trained(page):
    """As inputs the king's data have four words; the others were taken for learnt."""
    Screen(page).open("/?preset=king-queen&step=200", 200)
    crown, queen = (page.locator(f"#neighbours-list li:has-text('{word}')") for word in ("crown", "queen"))
    expect(crown).to_contain_text("untrained")
    assert "not trained yet" in crown.locator("small").get_attribute("title")
    expect(queen).not_to_contain_text("untrained")
    assert page.locator(".ranking-note").count() == 0
    Screen(page).press("restart").at(0)
    expect(page.locator("#neighbours-list .ranking-note")).to_have_text("At step 0: none trained yet")
