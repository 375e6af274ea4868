"""Where one looks, in windows of many sizes: nothing is squeezed, and a number is explained where it was pressed."""

import json
import re

import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from tests.browser.screen import Screen, eventually
from tests.cases import few_of

SIZES = [(320, 640), (390, 844), (768, 1024), (1024, 768), (1080, 720), (1081, 720), (1280, 720), (1920, 1080)]
SIZES += [(390, 700), (1200, 720), (1279, 720)]  # a line for where one is, which barely has room
SIZES += [(640, 360), (512, 384), (640, 512), (375, 553)]  # at 200 %, and a small phone with its bars
WIDE = ("four-grams", "feed-the-cat")  # what needs the most room
GUEST = """<!doctype html><html lang="en"><title>Guest</title><script type="module" src="/element.mjs"></script>
  <p style="margin-top: 40px">Around it.</p>
  <embedding-explorer id="one" recipe="preset=king-queen" step="12"></embedding-explorer>"""

_BOXES = """
  () => {
    const box = (each) => {
      const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    };
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const grids = seen("body *").map((each) => [each.className, getComputedStyle(each)])
      .filter(([, { display }]) => display === "grid")
      .map(([name, { gridTemplateColumns }]) => `${name}: ${gridTemplateColumns}`);
    // The name of a panel reaches into its buttons, they out of it, or of which step it is has too little room.
    const collides = (head) => {
      const [title, beside] = [head.querySelector(".panel-title > *"), head.children[1]];
      const apart = !beside?.checkVisibility() || box(beside).top >= box(title).bottom - 1;
      const cut = [head, ...head.querySelectorAll(".moment")].some((each) => each.scrollWidth > each.clientWidth);
      return cut || (!apart && box(title).right > box(beside).left + 1);
    };
    return {
      scroll: [document.documentElement.scrollWidth, innerWidth],
      transport: box(document.querySelector(".transport")),
      strip: box(document.querySelector("#explanation")),
      network: box(document.querySelector("#network")),
      about: box(document.querySelector("#note")),
      loss: box(document.querySelector("#loss")),
      status: box(document.querySelector("#status")),
      ofLoss: box(document.querySelector("#status > .where-loss")),
      panels: Object.fromEntries(seen(".panel").map((each) => [each.className, box(each)])),
      heads: seen(".panel-head:has(.panel-title)").filter(collides).map((head) => head.innerText),
      empty: grids.filter((each) => /[ :]0px/.test(each)),
      note: seen("#note-caption, #note-look-for li").map((each) => each.textContent),
    };
  }
"""
# From where to where the line of where one is reaches, what of the words is seen, and where its other parts are.
_WHERE = """
  (status) => {
    const ends = (node) => [node.getBoundingClientRect().left, node.getBoundingClientRect().right];
    const read = status.querySelector(".where-read");
    const others = [...status.children].filter((each) => each !== read && each.textContent);
    const cut = getComputedStyle(read).overflow === "hidden";
    return [ends(status), { seen: read.clientWidth, needed: read.scrollWidth, cut }, others.map(ends)];
  }
"""
# Where the explanation stands and what it lies over: the root is the page's, or that of an element.
_EXPLAINED = """
  (root) => {
    const within = root.shadowRoot ?? document;
    const box = within.querySelector(".number-box");
    const { left, top, right, bottom } = box.getBoundingClientRect();
    const middle = [(left + right) / 2, (top + bottom) / 2];
    return {
      box: [left, top, right, bottom],
      window: [innerWidth, innerHeight],
      above: box.contains(within.elementFromPoint(...middle)),
      holds: box.contains(within.activeElement),
      cut: box.scrollWidth > box.clientWidth + 1,
    };
  }
"""


def sized(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_nothing_is_squeezed_in_windows_of_many_sizes(shared_page):
    screen = Screen(shared_page)
    for address, step, stage in (("/", 0, "start"), *((f"/?preset={each}&step=4", 4, "update") for each in WIDE)):
        screen.open(address, step, stage)
        caption = Recipe.from_query(address.partition("?")[2]).preset if step else "fruit-and-juice"
        for width, height in SIZES:
            sized(shared_page, width, height)
            boxes = shared_page.evaluate(_BOXES)
            told = f"{caption}, {width} × {height}: {boxes}"
            assert boxes["scroll"][0] <= boxes["scroll"][1], told
            assert boxes["transport"]["height"] <= height / 5, told
            assert boxes["loss"]["height"] >= 90, told
            assert boxes["ofLoss"]["right"] <= boxes["status"]["right"] + 1, told
            assert boxes["ofLoss"]["bottom"] <= boxes["status"]["bottom"] + 1, told
            assert not boxes["empty"], told
            assert not boxes["heads"], told
            assert all(panel["width"] >= 100 and panel["height"] >= 60 for panel in boxes["panels"].values()), told
            assert len(boxes["note"]) > 1, told
            if width < 1200:
                assert 0 <= boxes["strip"]["top"] - boxes["transport"]["bottom"] <= 12, told
                assert boxes["strip"]["bottom"] <= boxes["network"]["top"], told
                assert boxes["strip"]["bottom"] < boxes["about"]["top"] < boxes["network"]["top"], told
            if height >= 700:
                assert boxes["about"]["top"] + 60 < height, told  # the note, in the first view


@pytest.mark.further_case
@pytest.mark.parametrize(("width", "height"), [(390, 844), (700, 800), (1280, 720)])
def test_a_status_names_the_instance_of_a_batch(new_page, width, height):
    page = new_page(viewport={"width": width, "height": height})
    Screen(page).open("/?preset=fruit-and-juice-cbow&output=hierarchical&step=41&batch_size=3", 41)
    whole, *parts = (
        page.locator(each).bounding_box() for each in ("#status", ".where-read", ".where-instance", ".where-loss")
    )
    for part in parts:
        assert part["width"] > 20
        assert whole["x"] - 1 <= part["x"] <= part["x"] + part["width"] <= whole["x"] + whole["width"] + 1
        assert whole["y"] - 1 <= part["y"] <= part["y"] + part["height"] <= whole["y"] + whole["height"] + 2


@pytest.mark.parametrize(
    "query",
    ["preset=xor-network&step=3000", "preset=and-or&step=20000", "preset=feed-the-cat&step=87&view.dock=why"],
)
def test_no_head_is_wider_than_its_panel(shared_page, query):
    """Of large steps and long numbers, and beside an open dock."""
    step = int(query.partition("step=")[2].partition("&")[0])
    Screen(shared_page).open(f"/?{query}", step)
    for width, height in ((1280, 800), (1366, 768), (1280, 720)):
        sized(shared_page, width, height)
        assert shared_page.evaluate(_BOXES)["heads"] == [], (width, height)
    if "dock" not in query:
        assert shared_page.locator(".panel-curve .panel-body").bounding_box()["height"] > 60  # so the curve is drawn


@pytest.mark.further_case
def test_a_first_visit_says_in_a_line_what_to_press(shared_page):
    shared_page.goto("/")
    shared_page.evaluate("localStorage.clear()")
    Screen(shared_page).open("/?preset=king-queen&step=12", 12)
    assert "Next" in shared_page.inner_text("#first-visit")
    for width, height in ((1280, 720), (1024, 768), (390, 844)):
        sized(shared_page, width, height)
        assert shared_page.locator("#first-visit").bounding_box()["y"] + 20 < height
    Screen(shared_page).open("/")
    assert not shared_page.is_visible("#first-visit")
    for width, height in ((1280, 720), (1024, 768), (390, 844)):
        sized(shared_page, width, height)
        line = shared_page.locator("#explanation .stage-press")
        assert "Next" in line.inner_text()
        box = line.bounding_box()
        assert box["height"] < 24
        assert box["y"] + box["height"] < height


LONG_WORDS = {
    "letters": "counterrevolutionaries disproportionately incomprehensibilities",
    "ideographs": "大規模言語模型の 単語埋込表現の 自然言語処理の",  # take twice the room
}


@pytest.mark.parametrize("kind", LONG_WORDS)
def test_of_where_one_is_long_words_are_cut_first(shared_page, kind):
    text = 2 * f"{LONG_WORDS[kind]} "
    Screen(shared_page).open(f"/?{Recipe(text=text.strip()).to_query()}&step=1", 1)
    for size in ((1200, 720), (1280, 720), (1920, 1080)):
        sized(shared_page, *size)
        whole, read, others = shared_page.eval_on_selector("#status", _WHERE)
        assert all(whole[0] <= left and right <= whole[1] for left, right in others), size
        assert len(others) == 4
        assert read["seen"] >= read["needed"] or (size[0] < 1900 and read["cut"]), size


@pytest.mark.further_case
@pytest.mark.parametrize("step", [3, 1234])
def test_on_a_phone_the_stage_and_the_loss_stand_beside_words_of_any_length(shared_page, step):
    longest = "Donaudampfschifffahrtsgesellschaftskapitän", "pneumonoultramicroscopicsilicovolcanoconiosis"
    pairs = f"{'|'.join(longest)}, antidisestablishmentarianism|{longest[0]}"
    sized(shared_page, 390, 844)
    Screen(shared_page).open(f"/?{Recipe(pairs=pairs).to_query()}&step={step}", step)
    whole, read, others = shared_page.eval_on_selector("#status", _WHERE)
    assert read["cut"]
    assert all(whole[0] <= left and right <= whole[1] for left, right in others)
    status = shared_page.locator(".status").bounding_box()
    for part in ("stage", "loss"):
        box = shared_page.locator(f"#status > .where-{part}").bounding_box()
        assert status["y"] <= box["y"]
        assert box["y"] + box["height"] <= status["y"] + status["height"]


@pytest.mark.further_case
def test_the_strip_cuts_no_equation(shared_page):
    places = {
        "who-makes-which-noise": ["backpropagate", "update"],
        "we-all-have-it": ["softmax", "features"],
        "softmax-of-six": ["output"],
        "four-grams": ["net", "backpropagate", "update"],
        "downhill": ["loss"],
        "and-or": ["output-error"],
        "whole-batch": ["update"],
        "logistic-unit": ["loss"],
        "feed-the-cat&batch_size=3&output=hierarchical": ["loss", "update"],
        "who-makes-which-noise&batch_size=3&output=hierarchical": ["backpropagate", "update"],
        "four-grams&direct=true&batch_size=2": ["features"],
        "xor-network&hidden=3,3": ["hidden2", "update"],
    }
    for preset, stages in places.items():
        for stage in stages:
            screen = Screen(shared_page).open(f"/?preset={preset}&step=7&stage={stage}", 7, stage)
            for size in ((1600, 900), (1920, 1080), (1280, 720), (1200, 800)):
                sized(shared_page, *size)
                assert not screen.outside_strip(), (preset, stage, size)
    through_time = Recipe(text="a b c d a", model="rnnlm", batch_size=2)
    screen.open(f"/?{through_time.to_query()}&step=2&stage=update", 2, "update")
    assert not screen.outside_strip()
    tree = "/?preset=who-makes-which-noise&output=hierarchical&step=300&view.unit=37&stage=update"
    screen.open(tree, 300, "update")
    for size in ((1280, 720), (1920, 1080), (1200, 800)):
        sized(shared_page, *size)
        assert not screen.outside_strip(), size
    deep = Recipe(points="0 1 | 1; 1 1 | 0", model="mlp", hidden=(4, 4, 4, 4, 4, 4))
    screen.open(f"/?{deep.to_query()}")
    assert not screen.outside_strip()
    assert screen.page.inner_text(".stage-list li:nth-child(11)") == "send the error back through the outputs"


def pressed(page, panel, title):
    """Press the first number of a panel of whose tooltip the title matches; returns where."""
    spot = page.locator(f"#{panel} canvas.panel-canvas:visible").first.evaluate(_FIND, title)
    page.mouse.move(*spot)
    page.mouse.click(*spot)
    return spot


# The first place of a canvas, brought into view, that a tooltip has such a title for.
_FIND = """
  async (canvas, title) => {
    canvas.scrollIntoView({ block: "center" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const tooltip = canvas.getRootNode().querySelector(".tooltip");
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    for (let y = middle; y < Math.min(bottom, innerHeight) - 4; y += 4)
      for (let x = left + 2; x < right; x += 4) {
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
        const said = tooltip.style.visibility === "visible" ? tooltip.textContent : "";
        if (new RegExp(title).test(said)) return [x + 1, y + 1];
      }
    throw new Error(`nothing says ${title}`);
  }
"""
FURTHER = [pytest.param(size, marks=pytest.mark.further_case) for size in ((1024, 768), (640, 360))]
NUMBERS = [("weights", "W, unit|unit 2"), ("network", "hidden|unit"), ("vectors", "^u of")]


def test_a_rest_says_what_it_is(shared_page):
    Screen(shared_page).open("/?preset=king-queen&step=41&stage=backpropagate", 41, "backpropagate")
    shared_page.hover(".live mo:has-text('⋯'):visible + mn")
    assert shared_page.inner_text(".tooltip") == "the terms that ⋯ stands for, together"


@pytest.mark.parametrize(("pairs", "has"), [("a^b|c", False), ("a^b^c|d", True)])
def test_what_is_left_of_a_mean_is_left_out_where_it_is_several_terms(shared_page, pairs, has):
    Screen(shared_page).open(f"/?pairs={pairs}&stage=hidden", 0, "hidden")
    left_out = shared_page.locator("#explanation .live mo").filter(has_text="⋯")
    assert left_out.first.is_visible() == has


def test_the_update_offers_each_unit_of_the_larger_of_two_layers(shared_page):
    screen = Screen(shared_page).open("/?preset=xor-network&hidden=4,2&step=300&stage=update", 300)
    units = shared_page.locator(".stage-now select")
    assert units.all_inner_texts() == ["unit 1\nunit 2\nunit 3\nunit 4"]
    units.select_option(label="unit 4")
    names = shared_page.locator(".live msubsup, .live msub").evaluate_all("all => all.map(e => e.textContent)")
    assert [name for name in names if "new" in name] == ["w′1,2new", "w4,1new"]  # the smaller layer's last
    screen.press("stage-back")
    assert units.input_value() == "3"


@pytest.mark.parametrize("size", [(390, 844), (1280, 720), *FURTHER], ids=str)
def test_a_number_is_explained_beside_where_it_is_pressed(shared_page, size):
    screen = Screen(shared_page).open("/?preset=king-queen&step=12", 12)
    sized(shared_page, *size)
    for panel, title in NUMBERS:
        x, y = pressed(shared_page, panel, title)
        shared_page.wait_for_selector("#explanation .number-value")
        told = shared_page.locator("body").evaluate(_EXPLAINED)
        in_sight_beside(told, (x, y), size)
        left, top, right, bottom = told["box"]
        assert min(abs(x - left), abs(x - right)) < 120 or min(abs(y - top), abs(y - bottom)) < 120, (panel, x, y, told)
        if panel != "vectors":
            shared_page.keyboard.press("Escape")
            shared_page.wait_for_selector(".number-box", state="hidden")
    title = shared_page.locator("#explanation .number .stage-title span").first.inner_text()
    screen.press("next").at(13)
    eventually(lambda: explains(shared_page, title, 12))
    shared_page.click("#explanation button >> text=Close")
    shared_page.wait_for_selector(".number-box", state="hidden")


def in_sight_beside(told, spot, size):
    """The explanation is whole in a window of this size, over all else, has the focus, and does not cover the spot."""
    left, top, right, bottom = told["box"]
    assert 0 <= left < right <= size[0], told
    assert 0 <= top < bottom <= size[1], told
    assert not (left <= spot[0] <= right and top <= spot[1] <= bottom), (spot, told)
    assert (told["above"], told["holds"], told["cut"]) == (True, True, False), told


@pytest.mark.parametrize("size", [(1280, 720), pytest.param((390, 844), marks=pytest.mark.further_case)], ids=str)
def test_the_loss_of_a_batch_is_explained_as_the_mean_that_it_is(shared_page, size):
    recipe = "preset=king-queen&batch_size=3"
    screen = Screen(shared_page).open(f"/?{recipe}&step=40&stage=loss", 40, "loss")
    sized(shared_page, *size)
    frame = Run(Recipe.from_query(recipe)).frame(40)
    value = shared_page.locator("#explanation .number-value")
    for loss in ("#explanation .live [data-slot=loss]", ".loss-step"):
        shared_page.click(loss)
        eventually(lambda: shown_is(value, frame.loss))
        box = shared_page.locator(loss).bounding_box()
        in_sight_beside(shared_page.locator("body").evaluate(_EXPLAINED), (box["x"] + 5, box["y"] + 5), size)
        assert "the mean over the 3 instances" in shared_page.inner_text("#explanation .number-rule")
        shared_page.keyboard.press("Escape")
    screen.press("next").at(41).press("stage").at(41, "input")  # where the head is of the step before
    shared_page.click(".loss-step")
    eventually(lambda: shown_is(value, frame.loss))
    shared_page.keyboard.press("Escape")
    screen.press("stage-back").at(41)
    shared_page.click(".loss-step")
    shared_page.locator(".operands button", has_text="E[2]").click()
    eventually(lambda: shown_is(value, frame.losses[1]))
    shared_page.locator("#explanation .number-head button", has_text="Back").press("Enter")  # to what it is a part of
    eventually(lambda: shown_is(value, frame.loss))
    expect(shared_page.locator("#explanation .number-head button")).to_have_text(["Close"])
    shared_page.locator(".operands button", has_text="E[2]").press("Enter")
    eventually(lambda: shown_is(value, frame.losses[1]))
    shared_page.locator(".number-tools button", has_text="Why").click()
    eventually(lambda: shown_is(shared_page.locator(".dock-value:visible"), frame.losses[1]))
    assert screen.place() == (41, "update")


def shown_is(found, number):
    """Eight significant digits, and what may stand behind them."""
    assert float(found.inner_text().split()[0]) == pytest.approx(number, rel=1e-7)


def explains(page, title, step):
    """The explanation shown is that of a word's score in the step's frame."""
    run = Run(Recipe(preset="king-queen"))
    word = run.vocabulary.index(re.fullmatch(r"u\[(\w+)\] in step 12", title)[1])
    assert float(page.inner_text("#explanation .number-value")) == pytest.approx(run.frame(step)["u"][word], rel=1e-7)


# What is seen of the note: its title, how many tasks there are, the first of them; and a field below it.
_READ = """
  () => {
    const note = document.querySelector("#note");
    const within = (selector, around = note) => {
      const [part, box] = [document.querySelector(selector), around].map((each) => each.getBoundingClientRect());
      return part.top >= box.top && part.bottom <= box.bottom + 1;
    };
    return {
      first: within("#note-title") && note.getBoundingClientRect().bottom <= innerHeight,
      more: within("#note-more"),
      task: within("#note-look-for > li"),
      whole: note.scrollHeight <= note.clientHeight,
      field: within("#parameters > :not([hidden])", document.querySelector(".controls-scroll")),
    };
  }
"""


@pytest.mark.further_case
def test_a_note_calls_what_a_run_has_otherwise_as_its_controls_do(shared_page):
    Screen(shared_page).open("/?preset=who-makes-which-noise&hidden=3&bptt=0&text=a+b+a+c", 0)
    told = shared_page.inner_text("#note-changed")
    assert told.endswith("here it has another corpus, “Units per hidden layer”, “Steps back τ”.")


def test_a_note_says_at_first_sight_how_many_tasks_it_has_and_is_whole_where_there_is_room(shared_page):
    for preset, tasks in (("king-queen", 4), ("xor-linear", 3), ("four-grams", 4)):
        Screen(shared_page).open(f"/?{Recipe(preset=preset).to_query()}", 0, "start")
        for size in ((1280, 720), (1920, 1080), (390, 844)):
            sized(shared_page, *size)
            read = shared_page.evaluate(_READ)
            assert (read["first"], read["more"], read["field"]) == (True, True, True), (preset, size)
            assert shared_page.inner_text("#note-more") == f"{tasks} things to look for"
        assert not read["task"], preset
        shared_page.click("#note-more")
        assert shared_page.evaluate(_READ)["task"], preset
        sized(shared_page, 1024, 768)  # where they stand beside it
        shared_page.locator("#note").evaluate("(note) => note.scrollTo(0, 0)")
        shade = shared_page.locator("#note").evaluate("(note) => getComputedStyle(note).backgroundImage")
        assert shade.count("gradient") == 2, preset  # a shade at the edge, and what hides it at the end
        assert shared_page.evaluate(_READ)["task"], preset
    sized(shared_page, 768, 1024)
    Screen(shared_page).open("/?preset=king-queen", 0, "start")
    assert shared_page.evaluate(_READ)["whole"]


@pytest.mark.further_case
def test_the_sentence_that_is_read_is_in_sight_below_what_the_signs_mean(shared_page):
    screen = Screen(shared_page).open("/?preset=the-left-out&step=1", 1)
    sized(shared_page, 1280, 720)
    for step in range(1, 9):
        screen.at(step)
        box, legend, word = (
            shared_page.locator(each).bounding_box() for each in (".reading", ".reading-legend", ".token.centre")
        )
        assert legend["y"] + legend["height"] <= word["y"], step
        assert word["y"] + word["height"] <= box["y"] + box["height"], step
        screen.press("next")


@pytest.mark.further_case
def test_of_two_input_words_each_has_its_weight_in_the_line_of_h(shared_page):
    run = Run(Recipe(preset="by-pencil"))
    frame, W = run.frame(0), run.parameters["W"]
    Screen(shared_page).open("/?preset=by-pencil&step=0&stage=hidden", 0, "hidden")
    value = shared_page.locator("#explanation .number-value")
    for slot, word in zip(("W[i,k]", "W[i2,k]"), frame.instances[0].inputs, strict=True):
        shared_page.locator(f"#explanation .live [data-slot^='{slot}']:visible").click()
        name = run.vocabulary[word]
        expect(shared_page.locator("#explanation .number .stage-title")).to_contain_text(f"W[{name}, 1] before step 1")
        assert float(value.inner_text()) == W[word, 0]
        shared_page.keyboard.press("Escape")


@pytest.mark.further_case
def test_by_keyboard_the_focus_goes_in_and_comes_back(shared_page):
    screen = Screen(shared_page).open("/?preset=king-queen&step=12&view.pins=6", 12)
    sized(shared_page, 1280, 720)
    slot = "#explanation [data-slot='new.W[i,k]']"
    shared_page.focus(slot)
    shared_page.keyboard.press("Enter")
    shared_page.wait_for_selector("#explanation .operands button")
    assert shared_page.locator("body").evaluate(_EXPLAINED)["holds"]
    shared_page.keyboard.press("Tab")
    assert shared_page.evaluate("document.activeElement.textContent") == "Close"
    first = shared_page.inner_text("#explanation .number-value")
    shared_page.click("#explanation .operands button[data-role='error']")
    eventually(lambda: differs(shared_page, first))
    shared_page.keyboard.press("Escape")
    shared_page.wait_for_selector(".number-box", state="hidden")
    assert shared_page.evaluate("(slot) => document.activeElement.matches(slot)", slot)
    assert "view.pins=6" in screen.link()  # an Escape does one thing

    shared_page.focus("#weights canvas.panel-canvas")
    for _ in range(2):  # the second goes through the box, which has the focus by then
        shared_page.keyboard.press("Control+ArrowRight")
        shared_page.wait_for_selector("#explanation .number-value")
    assert shared_page.inner_text("#explanation .stage-title").startswith("W[crown, 3]")
    shared_page.keyboard.press("Enter")
    shared_page.wait_for_selector(".cell-editor:focus")
    shared_page.keyboard.press("Escape")
    shared_page.keyboard.press("Escape")
    shared_page.wait_for_selector(".number-box", state="hidden")
    chosen, told = shared_page.locator("#explanation .number-box .stage-title"), shared_page.locator(".voice")
    first, second = Recipe(preset="king-queen").corpus.words[1:3]
    for keys, number in (  # one way, whatever the key; from the name of a row to its numbers
        (("ArrowDown", "ArrowDown", "Control+ArrowRight"), f"W[{first}, 1]"),
        (("ArrowDown", "Control+ArrowRight"), f"W[{second}, 2]"),
    ):
        for key in keys:
            shared_page.keyboard.press(key)
        expect(chosen).to_have_text(re.compile(f"^{re.escape(number)} after step 12"))
    expect(told).to_have_text(re.compile(f"^{second}, W, unit 2, after step 12 "))


def differs(page, value):
    assert page.inner_text("#explanation .number-value") != value


@pytest.mark.further_case
def test_a_long_sum_shows_what_has_room_and_adds_up(shared_page):
    pairs = ", ".join(f"w{i}|w{3 * i % 100}" for i in range(100))
    step, unit = 7, 1
    Screen(shared_page)
    shown = []
    for width, height in ((390, 844), (1280, 720), (1920, 1080)):
        sized(shared_page, width, height)
        shared_page.goto(f"/?pairs={pairs}&step={step}&view.focus=EH.{unit}")
        shared_page.wait_for_selector("#explanation .number-value")
        terms, others, total, cut = shared_page.evaluate("""() => {
          const seen = (selector) => [...document.querySelectorAll(`.number-box ${selector}`)]
            .filter(({ style }) => style.display !== "none");
          const terms = seen("[data-term]").map(({ dataset }) => Number(dataset.term));
          const told = /the other (\\d+) together\\s*\\(?(\\S+?)\\)?$/;
          const rest = seen("mrow").map(({ textContent }) => told.exec(textContent)).find(Boolean);
          const line = document.querySelector(".number-box .live");
          return [terms, Number(rest[1]), Number(rest[2].replace("−", "-")), line.scrollWidth - line.clientWidth];
        }""")
        assert cut <= 0
        assert len(terms) + others == 100
        assert terms == sorted(terms, key=lambda term: -abs(term))
        value = Run(Recipe(pairs=pairs)).frame(step - 1)["EH"][unit]
        assert sum(terms) + total == pytest.approx(value, abs=1e-6)
        shown.append(len(terms))
    assert shown[0] < shown[-1]


def test_all_terms_of_a_long_sum_are_one_press_away(shared_page):
    Screen(shared_page)
    sized(shared_page, 1280, 720)
    pairs = ", ".join(f"w{i}|w{3 * i % 36}" for i in range(36))
    shared_page.goto(f"/?pairs={pairs}&step=7&view.focus=EH.1")
    box = shared_page.locator(".number-box")
    seen, rest = box.locator("[data-term]:visible"), box.get_by_text("⋯", exact=True)
    expect(shared_page.locator(".number-box .terms")).to_have_text("More terms")
    few = seen.count()
    assert few < 36
    assert rest.is_visible()
    shared_page.click(".number-box .terms")
    expect(shared_page.locator(".number-box .terms")).to_be_focused()
    assert (seen.count(), rest.count()) == (36, 0)
    terms = [float(term) for term in seen.evaluate_all("(all) => all.map(({ dataset }) => dataset.term)")]
    value = Run(Recipe(pairs=pairs)).frame(6)["EH"][1]
    assert sum(terms) == pytest.approx(value, abs=1e-6)
    shared_page.click("#next")
    expect(shared_page.locator(".number-box .number-head")).to_contain_text("step 8")
    assert seen.count() == 36  # as it was asked
    shared_page.click(".number-box .operands button >> nth=0")
    shared_page.click(".number-box >> text=Back")
    expect(shared_page.locator(".number-box .terms")).to_have_text("More terms")
    assert seen.count() == few


def test_a_long_word_leaves_the_numbers_of_its_line_in_sight(shared_page):
    word = "donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikantenverband"
    Screen(shared_page)
    sized(shared_page, 1280, 720)
    shared_page.goto(f"/?pairs={word}|b, b|{word}&model=skip-gram&step=3&stage=update&view.dock=why")
    named = shared_page.locator("#explanation .live [data-slot='word[i]']")
    expect(named).to_have_text("donaudampfschifffah…")
    over = shared_page.locator("#explanation .live").evaluate("(line) => line.scrollWidth - line.clientWidth")
    assert over <= 0
    shared_page.locator("#explanation .live [data-slot='old.W[i,k]']").press("Enter")
    names = shared_page.locator(".number-box .operands span")
    expect(names.first).to_be_visible()
    assert max(each.bounding_box()["width"] for each in names.all()) < 200
    expect(shared_page.locator(".number-box .terms")).to_have_count(0)  # of one term there are no more


@pytest.mark.further_case
def test_of_a_short_sum_too_the_largest_terms_stay(shared_page):
    """Its terms stand in their order; here the first of them, of the earliest state, is the smallest."""
    Screen(shared_page)
    sized(shared_page, 390, 844)
    shared_page.goto("/?preset=rhyme-by-heart&step=640&view.focus=W.8.11")
    shared_page.wait_for_selector("#explanation .number-value")
    terms = shared_page.evaluate("""() => [...document.querySelectorAll(".number-box [data-term]")]
      .map(({ dataset, style, textContent }) => [Math.abs(dataset.term), style.display !== "none", textContent])""")
    shown = [size for size, is_shown, _ in terms if is_shown]
    assert 0 < len(shown) < len(terms)
    assert min(shown) >= max(size for size, is_shown, _ in terms if not is_shown)
    sign = shared_page.locator(".number-box [data-term]:visible").first.locator(":scope > mo").first
    assert sign.text_content() != "+" or not sign.is_visible()


@pytest.mark.further_case
def test_a_sum_has_its_terms_rather_than_all_rows_of_the_same_numbers_below_it(shared_page):
    Screen(shared_page)
    sized(shared_page, 1280, 720)
    shared_page.goto("/?preset=capitals&step=500&view.focus=u.3")
    terms = shared_page.locator(".number-box [data-term]")
    expect(terms).to_have_count(Recipe(preset="capitals").vector_size)
    assert all(term.is_visible() for term in terms.all())
    box = shared_page.locator(".number-box").evaluate("(box) => box.scrollHeight - box.clientHeight")
    assert box <= 1  # what can be asked of it stays in sight, too
    numbers = shared_page.locator(".number-box .operands button")
    assert numbers.count() == 2 * terms.count()
    assert numbers.first.is_visible()


@pytest.mark.further_case
def test_in_a_shadow_root_too(shared_page):
    shared_page.route("**/guest", lambda route: route.fulfill(content_type="text/html", body=GUEST))
    shared_page.goto("/guest")
    sized(shared_page, 1024, 768)
    shared_page.wait_for_selector('#one .explorer[data-ready="true"]', state="attached")
    x, y = pressed(shared_page, "one #weights", "unit 2")
    shared_page.wait_for_selector("#one .number-value")
    told = shared_page.locator("#one").evaluate(_EXPLAINED)
    in_sight_beside(told, (x, y), (1024, 768))
    shared_page.keyboard.press("Escape")
    shared_page.wait_for_selector("#one .number-box", state="hidden")
    assert shared_page.evaluate("one.shadowRoot.activeElement?.localName") == "canvas"


ON_A_PHONE = ["who-makes-which-noise", "we-all-have-it", "four-grams", "feed-the-cat&batch_size=3"]


@pytest.mark.parametrize("preset", few_of(ON_A_PHONE, "we-all-have-it"))
def test_no_formula_of_a_step_has_to_be_scrolled_on_a_phone(new_page, preset):
    page = new_page(viewport={"width": 390, "height": 844})
    screen = Screen(page).open(f"/?preset={preset}&step=300", 300)
    wide = "(each) => each.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent)"
    seen = set()
    while screen.place()[0] == 300:
        seen.add(page.inner_text(".stage-name"))
        assert page.eval_on_selector_all("#explanation :is(.live, .equation)", wide) == [], screen.place()
        screen.press("stage").rested()
    assert len(seen) > 5


_STEPS = """
  async () => {
    for (let i = 0; i < 6; i++) {
      document.querySelector("#next").click();
      document.body.getBoundingClientRect(); // laid out now
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }
  }
"""


def test_a_step_lays_out_its_numbers_and_nothing_around_them(new_page, browser):
    page = new_page(viewport={"width": 1280, "height": 720})
    screen = Screen(page).open(f"/?{Recipe(preset='king-queen').to_query()}&step=110", 110)
    screen.press("next").rested()  # the stage's line is there
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.evaluate(_STEPS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    ends = [each["args"].get("endData", {}) for each in events if each["name"] == "Layout"]
    roots = [{root["nodeName"] for root in end.get("layoutRoots", ())} for end in ends]
    of_steps = [names for names in roots if "DIV class='live'" in names]
    assert len(of_steps) >= 4, roots  # at most some are laid out with an answer of the server's
    assert all("#document" not in names for names in of_steps)


@pytest.mark.further_case
def test_in_a_low_window_a_box_stands_over_the_transport_rather_than_in_a_few_lines(new_page):
    page = new_page(viewport={"width": 360, "height": 640})
    Screen(page).open("/?preset=king-queen&step=41&view.focus=W.6.1", 41)
    shown, whole, bottom, strip = page.evaluate("""() => {
      const box = document.querySelector(".number-box");
      const strip = document.querySelector(".stage-now").getBoundingClientRect();
      return [box.clientHeight, box.scrollHeight, box.getBoundingClientRect().bottom, strip.top];
    }""")
    assert shown > 0.8 * whole
    assert bottom <= strip + 1  # what it is about stays in sight


@pytest.mark.further_case
def test_where_the_heatmaps_show_changes_the_box_of_a_weight_says_its_own(page):
    run = Run(Recipe(preset="king-queen"))
    weights = [run.seek(step).parameters["W_out"][0, 1] for step in (40, 41)]
    screen = Screen(page).open("/?preset=king-queen&step=41&view.focus=W_out.0.1", 41)
    head = page.locator(".number-head")
    expect(head).not_to_contain_text("change by")
    page.get_by_role("button", name="change", exact=True).click()
    expect(head).to_contain_text("change by step 41: ")
    told = float(head.inner_text().split("change by step 41: ")[1].split()[0])
    assert told == pytest.approx(weights[1] - weights[0], rel=1e-6)
    screen.press("next").at(42)
    expect(head).to_contain_text("change by step 42: ")
    edit = "edit=%5B41%2C%22weight%22%2C%5B%22W_out%22%2C%22crown%22%2C1%2C2.0%5D%5D"
    screen.open(f"/?preset=king-queen&{edit}&step=41&view.heat=change&view.focus=W_out.0.1", 41)
    expect(head).to_contain_text("change by step 41, edited: 2.02")
