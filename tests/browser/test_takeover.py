"""What is Dash's on our page is painted before Dash is there, and nobody notices when React's takes its place."""

import time

import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from tests.browser.screen import Screen
from tests.cases import few_of

RENDERER = "**/*dash_renderer*"
DASHS = ("#neighbours", "#analogy", "#enlarged-dialog")

# Which elements that React made were put elsewhere, by whichever way there is.
_MOVED = """
  globalThis.moved = [];
  const isReacts = (node) => node.nodeType === 1 && Object.keys(node).some((key) => key.startsWith("__reactFiber"));
  for (const [kind, names] of [
    [Node, ["appendChild", "insertBefore"]],
    [Element, ["append", "prepend", "before", "after", "replaceWith", "replaceChildren", "moveBefore"]],
    [DocumentFragment, ["append", "moveBefore"]],
  ]) {
    for (const name of names.filter((each) => kind.prototype[each])) {
      const plain = kind.prototype[name];
      kind.prototype[name] = function (...told) {
        const nodes = told.filter((each) => each instanceof Node && each.parentNode && each.parentNode !== this);
        for (const node of nodes) if (isReacts(node)) moved.push(`${name} ${node.outerHTML}`);
        return plain.apply(this, told);
      };
    }
  }
"""
_LAID_OUT = """
  () => [...document.querySelectorAll(".panel, .panel-head > *, .asked, .asked > *, .ranking")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each, each.getBoundingClientRect()])
    .map(([each, { x, y, width, height }]) => [each.className || each.textContent, x, y, width, height])
    .sort()
"""


@pytest.fixture
def before_dash(page):
    """Open an address while Dash's scripts are held; returns what lets them come and waits for Dash's panels."""
    held = []
    page.route(RENDERER, lambda route: held.append(route))

    def opened(address):
        with page.expect_request(RENDERER):
            Screen(page).open(address, 0)

        def let():
            while not held:
                page.wait_for_timeout(20)
            held.pop().continue_()
            page.wait_for_selector("[data-dash]", state="detached")

        return let

    return opened


def laid_out(page):
    """Where everything stands, once that stays so."""
    before, now = None, page.evaluate(_LAID_OUT)
    while now != before:
        page.wait_for_timeout(500)
        before, now = now, page.evaluate(_LAID_OUT)
    return now


@pytest.mark.parametrize("width", few_of([1280, 800, 390], 1280))
def test_nothing_moves_when_react_takes_over(page, before_dash, width):
    page.add_init_script(_MOVED)
    page.set_viewport_size({"width": width, "height": 720})
    let = before_dash("/?preset=king-queen&view.word=&view.analogy=")
    before = laid_out(page)
    assert len(before) > 20
    let()
    assert page.evaluate(_LAID_OUT) == before
    for panel in DASHS:
        assert page.locator(f"#react-entry-point {panel}").count() == 1
        assert page.locator(panel).count() == 1
    assert page.evaluate("moved") == []
    Screen(page).figure()
    page.wait_for_selector("#enlarged .main-svg")


@pytest.mark.further_case
def test_what_one_types_meanwhile_goes_on(page, before_dash):
    let = before_dash("/?preset=king-queen")
    page.fill("#analogy-b", "he")
    page.press("#analogy-b", "Tab")
    page.click("#neighbours-word")
    page.fill("#neighbours-word", "qeen")
    page.evaluate("document.querySelector('#neighbours-word').setSelectionRange(1, 1)")
    let()
    expect(page.locator("#neighbours-word")).to_be_focused()
    page.keyboard.type("u")
    assert page.input_value("#neighbours-word") == "queen"
    assert page.input_value("#analogy-b") == "he"
    run = Run(Recipe(preset="king-queen"))
    nearest, corner = run.neighbours("queen")[0][0], run.analogy("king", "he", "woman")[0][0]
    expect(page.locator("#neighbours-list li").first).to_contain_text(nearest)
    expect(page.locator("#analogy-list li").first).to_contain_text(corner)


@pytest.mark.further_case
def test_an_enlarged_panel_stays_open(page, before_dash):
    let = before_dash("/?preset=king-queen")
    Screen(page).figure("loss")
    let()
    page.wait_for_selector("#enlarged-dialog:modal #enlarged .main-svg")
    assert page.input_value("#enlarged-panel") == "loss"
    page.keyboard.press("Escape")
    expect(page.locator("#enlarged-dialog")).to_be_hidden()
    expect(page.locator("#enlarged .main-svg")).to_have_count(0)
    page.click("#present-figure")
    page.wait_for_selector("#enlarged .main-svg")


def test_what_a_callback_sets_in_the_explorer_is_shown(page):
    screen = Screen(page).open("/?preset=king-queen&view.word=king", 0)
    page.wait_for_selector("#neighbours-list li")
    page.evaluate("dash_clientside.set_props('explorer', { step: 100 })")
    screen.at(100)
    expected = Run(Recipe(preset="king-queen")).seek(100).neighbours("king")[0]
    first = page.locator("#neighbours-list li").first
    expect(first.locator("span")).to_have_text([expected[0], f"{expected[1]:.2f}"])
    page.evaluate("dash_clientside.set_props('explorer', { query: 'preset=week', step: 7, view: {} })")
    screen.at(7).shows_weights(Recipe(preset="week"), 7)
    page.wait_for_url("**/?preset=week&step=7*")
    assert page.input_value("#preset") == "week"
    page.go_back()
    screen.at(100).shows_weights(Recipe(preset="king-queen"), 100)


@pytest.mark.parametrize("word", ["", "eat"])
@pytest.mark.further_case
def test_a_page_that_plays_asks_four_times_a_second_where_a_word_is_asked_about_else_never(page, word):
    asked = []
    page.on("request", lambda request: "_dash-update-component" in request.url and asked.append(request.post_data_json))
    screen = Screen(page).open(f"/?preset=fruit-and-juice&view.word={word}&view.analogy=", 0)
    page.wait_for_selector("[data-dash]", state="detached")
    page.select_option("#speed", "60")
    page.wait_for_timeout(1000)
    before, begun = len(asked), time.monotonic()
    page.click("#play")
    page.wait_for_timeout(2000)
    page.click("#play")
    page.wait_for_timeout(1000)
    most = 4 * (time.monotonic() - begun) + 2 if word else 0
    assert (2 if word else 0) <= len(asked) - before <= most
    step = screen.place()[0]
    page.fill("#neighbours-word", "drink")
    nearest = Run(Recipe(preset="fruit-and-juice")).seek(step).neighbours("drink")[0][0]
    expect(page.locator("#neighbours-list li").first).to_contain_text(nearest)
    page.fill("#neighbours-word", "")
    page.press("#neighbours-word", "Enter")
    expect(page.locator("#neighbours-list li")).to_have_count(0)
    sent = [{each["property"]: each.get("value") for each in body["inputs"]} for body in asked]
    assert sent[-1]["step"] == sent[-2]["step"] == step
    assert [bool(each["query"]) for each in sent[-2:]] == [True, False]
