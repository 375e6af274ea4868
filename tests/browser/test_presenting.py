"""Presenting on the whole window, for the back row; and the page on paper."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen, eventually

LEAST, OF_EQUATIONS = 20, 28  # px
PANELS = "view.present=network,weights,explanation"

# Sizes of the texts that canvases draw from now on.
_WATCH = """
  window.drawn = {};
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    drawn[Number(/([\\d.]+)px/.exec(this.font)[1])] = text;
    return fillText.call(this, text, ...rest);
  };
"""
_SMALLER = """
  (least) => [...document.querySelectorAll("body *")]
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
    .filter((each) => !each.closest(".data-table, .word"))
    .map((each) => [parseFloat(getComputedStyle(each).fontSize), each.textContent.slice(0, 30)])
    .filter(([size]) => size < least)
"""
# The parts of where one is that are in sight, in their order; of one that is cut nothing counts.
_TOLD = """
  (status) => {
    const { right, bottom } = status.getBoundingClientRect();
    const seen = [...status.children].map((each) => [each.getBoundingClientRect(), each]);
    return seen.filter(([box]) => box.width && box.bottom <= bottom + 2 && box.right <= right + 1)
      .sort(([one], [other]) => one.left - other.left).map(([, each]) => each.textContent).join("");
  }
"""
_SHOWN = """
  () => [...document.querySelectorAll(".panel[data-presented]")]
    .sort((one, other) => one.dataset.presented - other.dataset.presented)
    .map((panel) => {
      const { left, top, right, bottom } = panel.getBoundingClientRect();
      return [left, top, right, bottom].map(Math.round);
    })
"""


SIZES = [(1280, 720), pytest.param((1024, 768), marks=pytest.mark.further_case)]


def present_with_weights(page):
    page.focus("#present")
    page.keyboard.press("Enter")
    page.wait_for_selector("body.presenting #present-leave:focus")  # what the keyboard pressed is hidden
    page.click("#presenting > button")
    page.focus("#present-panels [value=vectors]")
    before = page.locator("[data-presented]").count()
    page.keyboard.press("Space")
    eventually(lambda: page.locator("[data-presented]").count() != before)
    assert page.evaluate("document.activeElement.value") == "vectors"
    page.keyboard.press("Space")
    eventually(lambda: page.locator("[data-presented]").count() == before)
    page.keyboard.press("Escape")
    page.wait_for_selector("#present:focus")
    page.keyboard.press("p")
    page.wait_for_selector("body.presenting")
    page.click("#presenting > button")
    page.check("#present-panels [value=weights]")
    assert page.is_disabled("#present-panels [value=loss]")  # at most three
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.wait_for_selector(".panel-weights[data-presented]")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_presented_is_read_from_the_back_row_and_steps(new_page, size):
    page = new_page(viewport=dict(zip(("width", "height"), size, strict=True)))
    page.add_init_script(_WATCH)
    screen = Screen(page).open("/?preset=king-queen&step=12", 12)
    before = page.locator("#network").bounding_box()
    page.keyboard.press("PageDown")  # scrolls, where nobody presents
    present_with_weights(page)
    page.evaluate("drawn = {}")
    for key, step in (("PageDown", 13), ("PageDown", 14), ("PageUp", 13)):
        page.keyboard.press(key)
        screen.at(step)
    page.focus("#explanation select")  # as one has chosen a unit
    page.keyboard.press("PageDown")
    screen.at(14)
    page.keyboard.press("PageUp")
    screen.at(13)
    assert "(8 of 8)" in screen.text("status")
    told = page.eval_on_selector("#status", _TOLD)
    assert re.match(r"step 13 · loss \d\.\d{4}($| · )", told), told
    assert min(map(float, page.evaluate("drawn"))) >= LEAST, page.evaluate("drawn")
    assert page.evaluate(_SMALLER, LEAST) == []
    digits = "#explanation math :is(mn, mo, mtext.prime):not(:is(msub, msup, msubsup, munder) > :nth-child(n + 2) *)"
    sizes = page.eval_on_selector_all(digits, "all => all.map((each) => getComputedStyle(each).fontSize)")
    assert len(sizes) > 10
    assert {float(each.removesuffix("px")) >= OF_EQUATIONS for each in sizes} == {True}

    boxes = page.evaluate(_SHOWN)
    assert all(0 <= left < right <= size[0] and 0 <= top < bottom <= size[1] for left, top, right, bottom in boxes)
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) > 0.8 * size[0] * size[1]
    assert page.locator(".transport").bounding_box()["height"] < 0.1 * size[1]

    screen.open(eventually(lambda: linked(page)), 13)
    assert page.evaluate(_SHOWN) == boxes
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not(.presenting)")
    assert page.locator("#network").bounding_box() == before
    assert screen.place()[0] == 13


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_what_is_presented_has_the_room_of_a_dock_that_is_open(new_page, width, height):
    page = new_page(viewport={"width": width, "height": height})
    Screen(page).open("/?preset=king-queen&step=41&view.dock=why&view.present=network,explanation", 41)
    bottom = page.evaluate("() => document.querySelector('.page .explanation').getBoundingClientRect().bottom")
    assert height - 20 < bottom <= height


def test_a_key_opens_nothing_out_of_sight_while_one_presents(shared_page):
    page = shared_page
    screen = Screen(page).open("/?preset=xor-network&step=4&view.present=network", 4)
    page.wait_for_selector("body.presenting")
    for key in "fd":
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not(.presenting)")
    screen.press("next").at(5)
    eventually(lambda: "step=5" in page.evaluate("location.href"))
    assert not re.search(r"view\.(fork|dock)", page.evaluate("location.href"))
    page.keyboard.press("f")
    page.wait_for_selector("body.forked")
    assert not page.is_visible("#dock")


@pytest.mark.parametrize(
    ("preset", "step", "stage"),
    [("who-makes-which-noise", 300, "backpropagate"), ("four-grams", 12, "update")],
)
def test_equations_that_are_presented_are_whole_and_large(shared_page, preset, step, stage):
    shared_page.set_viewport_size({"width": 1280, "height": 720})
    place = f"/?preset={preset}&step={step}&stage={stage}"
    Screen(shared_page).open(f"{place}&view.present=network,explanation", step, stage)
    cut, sizes = shared_page.evaluate("""() => {
      const symbols = [...document.querySelectorAll(".stage-now :is(mi, mn, mo, mtext)")];
      const seen = symbols.filter((each) => each.checkVisibility());
      const size = (each) => parseFloat(getComputedStyle(each).fontSize);
      const beyond = (each) => {
        const [own, room] = [each, each.closest(".math-lines")].map((of) => of.getBoundingClientRect());
        return own.width && (own.right > room.right + 1 || own.bottom > innerHeight);
      };
      return [seen.filter(beyond).map((each) => each.textContent), seen.map(size)];
    }""")
    assert cut == []
    assert len(sizes) > 20
    assert min(sizes) >= LEAST


def test_each_formula_that_is_presented_has_its_own_line(shared_page):
    shared_page.set_viewport_size({"width": 1280, "height": 720})
    place = "/?preset=king-queen&step=7&stage=error&view.present=network,explanation"
    Screen(shared_page).open(place, 7, "error")
    (x, y), (other_x, other_y), (room, middle) = shared_page.evaluate("""() => {
      const place = (each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().bottom];
      const letters = [...document.querySelectorAll(".live mi")].filter((each) => each.textContent === "e");
      const end = document.querySelector('.live [data-slot="e[o]"]').getBoundingClientRect();
      return [...letters.map(place), [end.x, end.y]];
    }""")
    assert abs(x - other_x) < 8  # letters of two formulas, one below the other
    assert y + 10 < other_y
    assert room > other_x  # what the second comes to stands in its line
    assert middle < other_y


def test_enlarge_presents_the_panel_that_was_pressed_last_and_its_figure_is_a_press_away(shared_page):
    screen = Screen(shared_page).open("/?preset=king-queen&step=12", 12).press("enlarge")
    shared_page.wait_for_selector("body.presenting .panel-network[data-presented]")
    screen.press("present-leave")
    shared_page.focus("#loss .panel-canvas")
    screen.press("enlarge")
    shared_page.wait_for_selector(".panel-loss[data-presented]")
    assert len(shared_page.evaluate(_SHOWN)) == 1
    size = shared_page.viewport_size
    shared_page.set_viewport_size({"width": 512, "height": 384})  # 1024 × 768 at 200 %
    assert shared_page.locator(".transport").bounding_box()["height"] <= 384 / 5
    shared_page.set_viewport_size(size)
    shared_page.keyboard.press("PageDown")
    screen.at(13).press("present-figure")
    shared_page.wait_for_selector("#enlarged .js-plotly-plot .main-svg")
    assert shared_page.input_value("#enlarged-panel") == "loss"
    for _ in range(2):  # out of the figure, and out of the panel
        shared_page.keyboard.press("Escape")
    shared_page.wait_for_selector("body:not(.presenting)")
    shared_page.keyboard.press("p")  # what one presents is chosen apart
    shared_page.wait_for_selector(".explanation[data-presented]")
    shared_page.keyboard.press("Escape")


def test_predict_closes_the_list_that_it_is_chosen_in(shared_page):
    Screen(shared_page).open(f"/?preset=king-queen&step=12&{PANELS}", 12)
    shared_page.get_by_role("button", name="Panels", exact=True).click()
    shared_page.locator("#present-panels").get_by_role("button", name="Predict").click()
    shared_page.get_by_role("button", name="Reveal").wait_for()
    assert not shared_page.is_visible("#present-panels")


def test_a_figure_that_is_closed_and_drawn_again_at_once_is_closed(shared_page):
    """As with two quick presses of Escape: the view changes before the dialog's end is told."""
    screen = Screen(shared_page).open("/?preset=king-queen&step=12", 12).figure("loss")
    shared_page.wait_for_selector("#enlarged .js-plotly-plot .main-svg")
    shared_page.evaluate(
        "document.getElementById('enlarged-dialog').close(); document.getElementById('present-leave').click()"
    )
    shared_page.wait_for_selector("body:not(.presenting)")
    shared_page.wait_for_selector("#enlarged-dialog", state="hidden")
    screen.press("next").at(13)
    assert not shared_page.locator("#enlarged-dialog").is_visible()


LESSONS = ["cbow-by-hand#scores", "king-man-woman#why-the-sides-are-parallel", "recurrent-memory#the-way-back"]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.further_case
def test_a_lesson_is_read_from_the_back_row_with_its_explorers(new_page, size):
    page = new_page(viewport=dict(zip(("width", "height"), size, strict=True)), reduced_motion="reduce")
    page.add_init_script(_WATCH)
    ready = "#lesson-beside .lesson-explorer:not([hidden]) > [data-ready=true]"
    for lesson in LESSONS:
        page.goto(f"/lessons/{lesson}")
        page.wait_for_selector(ready)
        page.keyboard.press("p")
        page.wait_for_selector("html.lesson-presenting")
        page.evaluate("drawn = {}")
        before = page.get_attribute(ready, "data-step")
        page.click("#main-next")
        page.wait_for_selector(f"{ready}:not([data-step='{before}'])")
        eventually(lambda: all_large(page))
        assert min(map(float, page.evaluate("drawn"))) >= LEAST, page.evaluate("drawn")
        if "king" in lesson:
            numbers = page.locator(".lesson-live-lines math > mrow > mn, .lesson-rule math > mrow > mi").all()
            sizes = [float(each.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)")) for each in numbers]
            assert len(sizes) > 8
            assert min(sizes) >= OF_EQUATIONS


def all_large(page):
    """Texts are, and what is drawn; the place has its line."""
    assert page.evaluate("Object.keys(drawn).length") > 0
    assert page.evaluate(_SMALLER, LEAST) == []
    place = page.locator("#main-status")
    assert place.evaluate("(each) => each.scrollWidth <= each.clientWidth"), place.text_content()


def linked(page):
    address = page.evaluate("location.href")
    assert "step=13&view.present=network%2Cexplanation%2Cweights" in address
    return address


def test_the_printed_page_is_a_handout_of_the_step(shared_page):
    screen = Screen(shared_page).open(f"/?preset=king-queen&step=12&view.focus=W.2.0&{PANELS}", 12)
    shared_page.wait_for_selector(".number-box .number-value")
    shared_page.evaluate("document.getElementById('first-visit').hidden = false")
    shared_page.emulate_media(media="print", color_scheme="dark")
    shared_page.wait_for_selector("body.printing:not(.presenting)")
    assert shared_page.locator("#explanation .stage-now").count() == 8
    titles = [each.inner_text() for each in shared_page.locator("#explanation .stage-now .stage-title").all()]
    assert [f"{number} of 8" in title for number, title in enumerate(titles, 1)] == [True] * 8
    for told in ("#note-caption", "#status", "#network canvas.panel-canvas", "#weights", "#vectors", "#loss"):
        assert shared_page.locator(told).first.is_visible(), told
    buttons = ".transport button, .header button, .panel-head button:not(.loss-step)"  # which is a line's key
    controls = f"{buttons}, #param-seed, #analogy, #timeline, #first-visit, .number-box"
    assert not any(each.is_visible() for each in shared_page.locator(controls).all())
    paper, right, ratio = shared_page.evaluate("""() => [
      getComputedStyle(document.querySelector(".panel")).backgroundColor,
      Math.max(...[...document.querySelectorAll(".page *")].filter((each) => each.checkVisibility())
        .map((each) => each.getBoundingClientRect().right)),
      ((canvas) => canvas.width / canvas.clientWidth)(document.querySelector("#weights canvas.panel-canvas")),
    ]""")
    assert paper == "rgb(255, 255, 255)"
    address = shared_page.evaluate("getComputedStyle(document.querySelector('h1'), '::after').content")
    assert address == f'"{shared_page.url}"'
    assert right <= 715  # 188 mm and the words that only readers of screens hear
    assert ratio > 2.9
    shared_page.emulate_media(media="screen", color_scheme="light")
    shared_page.wait_for_selector("body.presenting:not(.printing)")
    assert shared_page.locator("#explanation .stage-now").count() == 1
    screen.at(12)


def test_two_short_lines_of_numbers_in_a_row_stand_apart(shared_page):
    panels = "view.present=network%2Cplane%2Cexplanation"
    Screen(shared_page).open(f"/?preset=or-unit&step=6&stage=update&{panels}", 6)
    first, second = (each.bounding_box() for each in shared_page.locator("#explanation .live math").all())
    apart = second["x"] - first["x"] - first["width"]
    assert apart >= 28 or second["y"] >= first["y"] + first["height"]  # as wide as a letter is high


@pytest.mark.further_case
@pytest.mark.parametrize(("preset", "lines"), [("feed-the-cat", ["step"]), ("or-learnt", ["step", "epoch"])])
def test_on_paper_each_line_of_the_loss_has_its_key(shared_page, preset, lines):
    Screen(shared_page).open(f"/?preset={preset}&step=12", 12)
    shared_page.emulate_media(media="print")
    shared_page.wait_for_selector("body.printing")
    told = {line: shared_page.locator(f".loss-{line}") for line in ("step", "epoch")}
    assert [line for line, key in told.items() if key.is_visible() and key.inner_text()] == lines
    for line in lines:
        assert re.fullmatch(line + r" \d+: \d\.\d{4}", told[line].inner_text())
        assert told[line].evaluate("each => getComputedStyle(each, '::before').borderTopStyle") == "solid"
        assert told[line].locator(".line-said").evaluate("each => getComputedStyle(each).textDecorationLine") == "none"
    shared_page.emulate_media(media="screen")
    shared_page.wait_for_selector("body:not(.printing)")


@pytest.mark.further_case
@pytest.mark.parametrize(("words", "told"), [(3, True), (200, False)])
def test_on_paper_stands_where_the_step_is_that_was_just_made_unless_its_data_fill_the_page(shared_page, words, told):
    text = "+".join(f"word{number}" for number in range(words))
    screen = Screen(shared_page).open(f"/?text={text}&step=3", 3)
    screen.press("next")
    shared_page.emulate_media(media="print")
    shared_page.wait_for_selector("body.printing")
    address = shared_page.evaluate("getComputedStyle(document.querySelector('h1'), '::after').content")
    assert ("&step=4" in address, address == '""') == (told, not told)
    shared_page.emulate_media(media="screen")
    shared_page.wait_for_selector("body:not(.printing)")


@pytest.mark.further_case
def test_beside_a_second_run_too_the_printed_page_is_a_whole_handout(shared_page):
    Screen(shared_page).open("/?preset=king-queen&step=12&view.fork=learning_rate%3D0.5", 12)
    shared_page.wait_for_selector("body.forked")
    shared_page.emulate_media(media="print")
    shared_page.wait_for_selector("body.printing:not(.forked)")
    assert shared_page.locator("#explanation .stage-now .live").count() == 8
    for told in ("#network", "#vectors", "#weights", "#projection", "#loss"):
        assert shared_page.locator(f"{told} canvas").first.is_visible(), told
    assert not shared_page.is_visible(".fork-bar")
    assert before(shared_page, "body") == ["Run A of two. B: learning rate 0.5"]
    shared_page.emulate_media(media="screen")
    shared_page.wait_for_selector("body.forked:not(.printing)")
    assert before(shared_page, "body") == []
    assert before(shared_page, ".panel-weights:not(.fork-other *) h2") == ["A"]
    assert before(shared_page, ".fork-other h2:text-is('Weights')") == ["B"]
    shared_page.click("#present")
    assert before(shared_page, ".presenting-bar") == ["A", "Run A"]  # as it is seen, and as it is read out
    shared_page.keyboard.press("Escape")
    shared_page.click(".fork-bar button:text-is('Close')")
    shared_page.click("#present")
    assert before(shared_page, ".presenting-bar") == []


@pytest.mark.further_case
def test_solutions_are_printed_while_they_are_in_sight_and_else_the_handout(page):
    Screen(page).open("/?preset=king-queen&step=12&stage=hidden&view.dock=by-hand", 12, "hidden")
    exercises = page.locator(".dock-class summary")
    exercises.click()
    page.get_by_label("Last student").fill("2")
    page.locator(".dock-class").get_by_role("button", name="Show").click()
    solutions, handout = page.locator(".dock-solutions section"), page.locator("#network canvas").first
    expect(solutions).to_have_count(2)

    def printed():
        page.emulate_media(media="print")
        page.wait_for_selector("body.printing:not(.docked)")  # no room is kept for what is not printed
        seen = [solutions.first.is_visible(), handout.is_visible(), page.locator("h1").is_visible()]
        page.emulate_media(media="screen")
        page.wait_for_selector("body:not(.printing)")
        return seen

    assert printed() == [True, False, False]
    exercises.click()
    assert printed() == [False, True, True]
    exercises.click()
    assert printed() == [True, False, False]
    page.click("#debug")
    assert printed() == [False, True, True]


def test_on_a_phone_the_equations_beside_two_panels_are_whole(new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    Screen(page).open("/?preset=king-queen&step=12&view.present=network%2Cexplanation%2Cweights", 12)
    strip = page.locator("#explanation")
    assert strip.evaluate("each => each.scrollHeight <= each.clientHeight")


def before(page, selector):
    """The texts that the style sheet puts before what an element holds."""
    content = page.locator(selector).evaluate("each => getComputedStyle(each, '::before').content")
    return re.findall(r'"([^"]*)"', content)
