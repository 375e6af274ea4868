"""What axe-core finds against WCAG 2.2 AA in twenty states of the page, light and dark: nothing."""

import re
from itertools import pairwise
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run, limits
from explorer.analysis.projection import fit_axes
from tests.browser.screen import Screen, eventually, pointer_over
from tests.cases import few_of

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MANY = limits.MAX_WHOLE_WORDS + 50
MANY_WORDS = Recipe(pairs=",".join(f"w{i}|w{(3 * i + 1) % MANY}" for i in range(MANY)), vector_size=3)
EDITED = Recipe(preset="fruit-and-juice").edited(3, weight=("W", "eat", 2, -0.75)).edited(5, learning_rate=0.1)
PLOT = "#enlarged .js-plotly-plot .main-svg"


def opened(query, step=0, stage=None):
    """Go there as the browser's own back and forward do: no page is loaded, so axe-core stays in this one.

    Each state has a step of its own, or the one before would be taken for it.
    """
    return lambda screen: gone(screen, f"/?{query}&step={step}{f'&stage={stage}' if stage else ''}").at(step, stage)


def gone(screen, address):
    screen.page.evaluate(
        "(address) => (history.pushState(null, '', address), dispatchEvent(new PopStateEvent('popstate')))", address
    )
    return screen


def after(*presses):
    return lambda screen: screen.press(*presses).rested()


def enlarged(screen):
    screen.figure()
    screen.page.wait_for_selector(PLOT)


def raced(screen):
    opened("preset=rare-and-frequent", 50)(screen).press("race")
    screen.page.wait_for_selector(PLOT)


def contoured(screen):
    opened("preset=king-queen&view.focus=W.3.1&view.pair=W_out.0.4", 100)(screen)
    screen.page.click(".number-tools >> text=and the kept one")
    screen.page.wait_for_selector(PLOT)


def refused(screen):
    opened("preset=fruit-and-juice", 1)(screen).page.fill("#param-vector_size", "0")
    screen.press("apply").page.wait_for_selector("#param-vector_size[aria-invalid=true]")


def listed(screen):
    opened(EDITED.to_query(), 9)(screen)
    screen.page.click("#edits-title")
    expect(screen.page.locator("#edits-list li")).to_have_count(2)


def tabled(screen):
    opened("preset=king-queen", 3)(screen).open_table("weights")
    headers = screen.page.locator("#weights").get_by_role("rowheader")
    expect(headers).to_have_text(list(Recipe(preset="king-queen").corpus.words))


def explained(screen):
    opened("preset=king-queen&view.focus=W.3.1", 11)(screen)
    screen.page.wait_for_selector(".number-box .live")


def on_a_phone(screen):
    screen.page.set_viewport_size({"width": 390, "height": 844})
    opened("preset=king-queen", 19)(screen)


STATES = {
    "start": lambda screen: screen.open("/?preset=fruit-and-juice"),
    "after Next": after("next"),
    "a stage": after("stage", "stage"),
    "help": lambda screen: screen.press("help"),
    "several words": opened("preset=fruit-and-juice-cbow&batch_size=5", 12, "error"),
    "an explanation": explained,
    "a table": tabled,
    "enlarged": enlarged,
    "race": raced,
    "contour": contoured,
    "edits": listed,
    "an error": refused,
    "tree": opened("preset=king-queen&output=hierarchical&view.picture=tree", 12),
    "noise": opened("preset=king-queen&output=negative&view.picture=noise", 13),
    "look-up": opened("preset=four-grams", 14),
    "unrolled": opened("preset=who-makes-which-noise", 15),
    "layers": opened("preset=xor-network", 16),
    "matrices": opened("preset=feed-the-cat&batch_size=3", 17),
    "large vocabulary": opened(MANY_WORDS.to_query(), 18),
    "presenting": opened("preset=king-queen&view.present=network,weights,explanation", 19),
    "phone": on_a_phone,
}


TURN = "(theme) => (document.documentElement.dataset.theme = theme)"
PUT_BACK = """
  () => {
    document.documentElement.dataset.theme = "light";
    for (const each of document.querySelectorAll("details[open]")) each.open = false;
  }
"""


def findings(page, **options):
    """What axe-core reports: rule, and the markup that breaks it."""
    run = '(options) => axe.run(document, { ...options, resultTypes: ["violations"], preload: false })'
    found = page.evaluate(run, options)
    return [
        f"{rule['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def test_states_of_the_page_light_and_dark(new_page, complaints):
    """Only colours differ between the two."""
    complaints.allow("status of 400")
    page = new_page(reduced_motion="reduce")  # colours on their way are neither
    page.add_init_script(AXE)
    screen, found = Screen(page), {}
    for state, reach in STATES.items():
        reach(screen)
        found[f"{state}, light"] = findings(page, runOnly=RULES)
        page.evaluate(TURN, "dark")
        found[f"{state}, dark"] = findings(page, runOnly=["color-contrast"])
        page.evaluate(PUT_BACK)
        page.keyboard.press("Escape")
    assert {state: rules for state, rules in found.items() if rules} == {}


_FORCED = """
  () => {
    const styleOf = (selector) => getComputedStyle(document.querySelector(selector));
    const { outlineStyle, outlineColor } = getComputedStyle(document.activeElement);
    const grounds = ["body", ".stage-rail .done", ".stage-rail .now", ".segments > [aria-pressed=true]", "#next"];
    return {
      grounds: grounds.map((each) => styleOf(each).backgroundColor),
      rails: styleOf(".stage-rail li:last-child").borderColor,
      icon: styleOf("#theme .icon").backgroundColor,
      ring: outlineStyle === "solid" && outlineColor,
    };
  }
"""
# How many colours each canvas has that is shown.
_INKS = """
  () => Object.fromEntries([...document.querySelectorAll(".panel canvas.panel-canvas")]
    .filter((canvas) => canvas.checkVisibility())
    .map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const inks = new Set();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) inks.add(data.slice(i, i + 3).join());
      return [`${canvas.closest(".panel").className} ${canvas.ariaLabel}`, inks.size];
    }))
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.further_case
def test_in_forced_colours_nothing_vanishes(new_page, scheme):
    page = new_page(forced_colors="active", color_scheme=scheme, reduced_motion="reduce")
    Screen(page).open("/?preset=king-queen&step=12&stage=softmax", 12, "softmax")
    page.keyboard.press("Tab")
    eventually(lambda: all_is_seen(page))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.further_case
def test_in_forced_colours_two_runs_are_told_apart(new_page, scheme):
    page = new_page(forced_colors="active", color_scheme=scheme)
    Screen(page).open("/?preset=king-queen&step=12&view.fork=learning_rate%3D0.5", 12)
    page.wait_for_selector("body.forked .fork-letter >> text=B")
    for letter in page.locator(".fork-letter:visible").all():
        ink, ground, kept = letter.evaluate(
            "(each) => ['color', 'backgroundColor', 'forcedColorAdjust'].map((name) => getComputedStyle(each)[name])"
        )
        assert kept == "none"  # else its ground is behind its text, too
        assert ink != ground


def test_a_table_wider_than_its_panel_is_scrolled_by_the_keyboard(shared_page):
    screen = Screen(shared_page).open("/?preset=king-queen&output=negative&step=41", 41)
    table = shared_page.locator("#weights .data-table")
    table.locator("summary").focus()
    shared_page.keyboard.press("Enter")
    expect(table).to_have_attribute("tabindex", "0")
    shared_page.keyboard.press("Shift+Tab")
    expect(table).to_be_focused()
    shared_page.keyboard.press("ArrowRight")
    eventually(lambda: scrolled(table))
    shared_page.focus("#neighbours-list")
    shared_page.keyboard.press("Home")  # to its first
    table.focus()
    assert screen.place()[0] == 41
    shared_page.keyboard.press("Tab")
    shared_page.keyboard.press("Enter")  # closed again
    expect(table).to_have_attribute("tabindex", "-1")


@pytest.mark.further_case
def test_each_block_of_a_table_names_its_own_rows(shared_page):
    screen = Screen(shared_page).open("/?preset=king-queen&output=hierarchical&step=5", 5)
    heads = shared_page.locator("#weights .data-table tbody tr").first.locator("th[scope=row]")
    eventually(lambda: heads.all_text_contents() == ["crown", "node 0"])
    screen.open("/?preset=king-queen&step=5", 5)  # whose blocks have the same rows
    eventually(lambda: heads.all_text_contents() == ["crown"])
    screen.open("/?preset=king-queen&output=negative&step=30&stage=backpropagate", 30, "backpropagate")

    def told_apart():
        asked = [what for symbol, what, _ in screen.table("vectors") if symbol == "u"]
        assert {"he, for farm", "he, for he", "crown, for farm (3)"} <= {*asked}
        return len(set(asked)) == len(asked)

    eventually(told_apart)


def scrolled(table):
    assert table.evaluate("(each) => each.scrollLeft") > 0


def all_is_seen(page):
    told = page.evaluate(_FORCED)
    surface, done, now, chosen, first = told["grounds"]
    assert surface not in {done, now, chosen, first, told["rails"], told["ring"]}, told
    assert done != now
    assert told["ring"]
    assert told["icon"] == "rgba(0, 0, 0, 0)"  # its shape is its border
    inks = page.evaluate(_INKS)
    assert len(inks) > 4
    assert not {name for name, colours in inks.items() if colours < 3}, inks


@pytest.mark.further_case
def test_forced_colours_may_turn_while_the_page_is_open(new_page):
    page = new_page(forced_colors="active", color_scheme="light", reduced_motion="reduce")
    Screen(page).open("/?preset=king-queen&step=12", 12)
    opened = new_page(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    Screen(opened).open("/?preset=king-queen&step=12", 12)
    page.emulate_media(forced_colors="active", color_scheme="dark")
    picture = "document.querySelector('#weights canvas').toDataURL()"
    eventually(lambda: page.evaluate(picture) == opened.evaluate(picture))


@pytest.mark.further_case
def test_what_a_worker_draws_in_forced_colours_is_what_the_page_would(new_page):
    pictures = []
    for alone in (False, True):
        page = new_page(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
        if alone:  # so there is no worker
            page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 });")
        screen = Screen(page).open("/?preset=king-queen&step=12", 12)
        for step in range(13, 19):
            screen.press("next").at(step)
            screen.rested()
            page.wait_for_timeout(100)  # for what is drawn ahead
        pictures.append(lambda page=page: page.evaluate("document.querySelector('#weights canvas').toDataURL()"))
    worker, lone = pictures
    eventually(lambda: worker() == lone())


@pytest.mark.further_case
def test_a_word_that_the_keyboard_pins_is_told(shared_page):
    page = shared_page
    Screen(page).open("/?preset=king-queen&step=12", 12)
    page.focus("#vectors canvas[tabindex]")
    page.keyboard.press("ArrowDown")
    for told in ("pinned", "unpinned"):
        page.keyboard.press("Enter")
        expect(page.locator(".voice")).to_have_text(re.compile(rf"^\w+ {told}$"))


@pytest.mark.further_case
def test_a_word_that_the_keyboard_chooses_and_axes_that_are_refitted_are_told(shared_page):
    page, screen = shared_page, Screen(shared_page).open("/?preset=king-queen&step=12", 12)
    said = page.locator(".voice")
    page.wait_for_selector("#analogy-list li")
    for panel in ("weights", "projection"):
        page.focus(f"#{panel} canvas[tabindex]")
        page.keyboard.press("ArrowDown")
        if panel == "weights":
            page.keyboard.press("ArrowLeft")  # from the first number to the name of its row
        page.keyboard.press("Enter")
        word = page.locator("#neighbours-word")
        expect(said).to_have_text(re.compile(r"^\w+ chosen: its neighbours are shown$"))
        chosen = said.text_content().partition(" ")[0]
        expect(word).to_have_value(chosen)
        nearest = Run(Recipe(preset="king-queen")).seek(12).neighbours(chosen, count=3)
        found = ", ".join(rf"{other} {re.escape(f'{cosine:z.2f}')}( untrained)?" for other, cosine in nearest)
        expect(page.locator(".voice-of-answers")).to_have_text(re.compile(rf"^Nearest to {chosen}: {found}"))
    screen.press("pca")
    share = 100 * fit_axes(Run(Recipe(preset="king-queen")).seek(12).parameters["W"]).share.sum()
    expect(said).to_have_text(f"Axes fitted after step 12: they explain {share:.0f}% of the variance")
    screen.press("play")
    page.wait_for_selector('body[data-step="14"]', state="attached")
    screen.press("pca")  # silent while playing
    page.wait_for_selector('body[data-step="16"]', state="attached")
    assert said.text_content().startswith("Axes fitted after step 12")


@pytest.mark.further_case
def test_a_number_is_reached_and_pressed_by_keyboard_and_steps_are_said_once_they_rest(shared_page):
    page, screen = shared_page, Screen(shared_page).open("/?preset=king-queen&step=12", 12)
    said = page.locator(".voice")
    for name in ("Copy link", "Race", "Enlarge", "Refit", "Stage", "Next"):  # as README and eyes call them
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    screen.press("next").at(13)
    numbers = page.locator("#explanation .live [role=button]:visible")
    told = numbers.evaluate_all("(all) => all.map((each) => each.ariaDescription)")
    assert told[:4] == ["W′ old", "η", "e", "h"]
    sentence = r"^Step 13, king to palace he, loss 5\.\d+, palace had [\d.]+%, he had [\d.]+%$"
    expect(said).to_have_text(re.compile(sentence))
    page.focus("#weights canvas[tabindex]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile("^crown, W, unit 1, after step 13 "))
    assert screen.place() == (13, "update")
    page.keyboard.press("Enter")
    expect(page.locator(".number-box")).to_contain_text("W[crown, 1] after step 13")
    told = re.compile(r"^W\[crown, 1\] after step 13.*, -?0\.\d+$")  # heard with the focus, which is in it
    expect(page.locator(".number-box:focus")).to_have_accessible_description(told)
    page.keyboard.press("Escape")
    expect(page.locator("#weights canvas[tabindex]")).to_be_focused()
    expect(page.locator(".walk-ring:visible")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".walk-ring:visible")).to_have_count(0)
    page.focus("#network canvas")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(said).to_have_text(re.compile("^crown, .*click to unpin$"))
    page.locator("#network canvas").blur()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile("^Step 14, "))
    page.keyboard.press("Space")
    page.wait_for_selector('body[data-step="15"]', state="attached")
    assert said.text_content().startswith("Step 14")  # silent while playing
    page.keyboard.press("Space")


def test_a_link_that_is_copied_by_keyboard_is_told_and_keeps_the_focus(shared_page):
    Screen(shared_page).open("/?preset=king-queen&step=3", 3)
    shared_page.press("#copy-link", "Enter")
    expect(shared_page.locator(".voice")).to_have_text(re.compile("^(Copied|Not copied)$"))
    expect(shared_page.locator("#copy-link")).to_be_focused()


def test_a_tooltip_goes_when_its_table_opens_and_comes_back_by_keyboard(shared_page):
    page, tip = shared_page, shared_page.locator(".tooltip")
    Screen(page).open("/?preset=king-queen&step=3", 3)
    pointer_over(page, "loss", "step 3", at=0.8)  # beside the table
    page.locator("#loss summary").evaluate("(each) => each.focus({ preventScroll: true })")
    page.keyboard.press("Enter")
    expect(page.locator("#loss details table")).to_be_visible()
    expect(tip).to_be_hidden()
    page.keyboard.press("ArrowRight")
    Screen(page).at(4)
    assert tip.is_hidden()  # though the pointer rests over the picture
    page.focus("#weights canvas.panel-canvas")
    page.keyboard.press("ArrowDown")
    expect(tip).to_be_visible()


_FOCUSED = """() => {
  const panel = document.activeElement.closest(".panels .panel");
  const { top, left } = panel?.getBoundingClientRect() ?? {};
  return panel ? [panel.className, Math.round(top + scrollY), Math.round(left)] : null;
}"""


@pytest.mark.further_case
@pytest.mark.parametrize("moves", [True, False], ids=["moved as it is", "put anew"])
def test_what_is_open_stays_open_in_a_window_of_another_width(new_page, moves):
    page = new_page(viewport={"width": 1280, "height": 720})
    if not moves:  # as in browsers that cannot
        page.add_init_script("delete Element.prototype.moveBefore")
    Screen(page).open("/?preset=king-queen&step=12", 12)
    page.locator("#explanation .live [role=button]:visible").first.press("Enter")
    box = page.locator("#explanation .number-box")
    for width in (1000, 600, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        expect(box).to_be_visible()
        assert box.evaluate("(box) => box.contains(document.activeElement)"), width


@pytest.mark.parametrize(("width", "height"), few_of([(390, 844), (1024, 768), (1280, 720)], (1024, 768)))
def test_tab_goes_through_the_panels_as_one_reads_them(new_page, width, height):
    """Each once, from above to below, also where the window was of another width before."""
    page = new_page(viewport={"width": 1100, "height": 700})
    Screen(page).open("/?preset=king-queen&step=12", 12)
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#go-to").focus()
    places = []
    for _ in range(120):
        page.keyboard.press("Tab")
        place = page.evaluate(_FOCUSED)
        if place is None and places:
            break
        if place and place not in places[-1:]:
            places.append(place)
    assert len(places) > 7
    assert len({name for name, *_ in places}) == len(places), places
    names = [name.split()[-1] for name, *_ in places]
    wide = width > 1199
    assert names.index("explanation") == (4 if wide else 0), names
    assert names.index("controls") == (1 if wide else 3 if width > 719 else len(names) - 1), names
    tops = [top for _, top, _ in places]
    assert wide or all(after > before - 40 for before, after in pairwise(tops)), places


_HEAR = """() => {
  window.heard = [];
  for (const each of document.querySelectorAll(".voice"))
    new MutationObserver(() => window.heard.push(each.textContent)).observe(each, { childList: true });
}"""


def heard(page, *sentences):
    """What was said since is that, and then no more of it."""
    eventually(lambda: len(page.evaluate("window.heard")) >= len(sentences))
    page.wait_for_timeout(600)  # longer than a voice waits for rest
    said = sorted(page.evaluate("window.heard.splice(0)"), reverse=True)  # of two runs in whichever order
    assert len(said) == len(sentences), said
    for text, sentence in zip(said, sentences, strict=True):
        assert re.fullmatch(sentence, text), said


def test_a_press_is_told_once_also_where_the_same_was_said_before(page):
    screen = Screen(page).open("/?preset=by-pencil&step=20", 20)
    page.evaluate(_HEAR)
    page.focus("#loss canvas[tabindex]")
    for at in range(1, 5):
        page.keyboard.press("ArrowRight")
        heard(page, rf"step {at}.*")
    page.keyboard.press("Enter")  # goes to the step, where the curve is another one
    screen.at(4)
    heard(page, r"Step 4, .* to orange, loss 1\.68.*")
    screen.press("restart").at(0)
    heard(page, "Start: before the first step")
    page.select_option("#preset", "one-pair")
    screen.at(0)
    heard(page, "Start: before the first step")


@pytest.mark.further_case
def test_the_focus_goes_on_to_the_line_of_the_next_stage(shared_page):
    page, screen = shared_page, Screen(shared_page).open("/?preset=king-queen&step=12&stage=hidden", 12, "hidden")
    page.locator("#explanation .live [role=button]:visible").last.focus()
    for stage in ("scores", "softmax"):
        page.keyboard.press("Shift+ArrowRight")
        screen.at(12, stage)
        expect(page.locator("#explanation .live [role=button]:visible").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    screen.at(13)


@pytest.mark.further_case
def test_a_fraction_is_read_with_its_bar(shared_page):
    Screen(shared_page).open("/?preset=by-pencil&step=2&stage=softmax", 2, "softmax")
    over = (
        shared_page.locator("#explanation .live")
        .get_by_role("group", name="fraction")
        .get_by_role("group", name="over")
    )
    expect(over).to_have_text(re.compile(r"^exp\([\d.]+\)\+⋯[\d.]+$"))
    expect(over.get_by_role("button")).to_have_count(1)


@pytest.mark.further_case
def test_the_keyboard_goes_on_where_what_it_pressed_is_gone(page):
    edited, words = Recipe(preset="king-queen"), ["king", "queen", "man"]
    for step, word in enumerate(words, start=5):
        edited = edited.edited(step, weight=("W", word, 1, 1))
    screen, said = Screen(page).open(f"/?{edited.to_query()}&step=12", 12), page.locator(".voice")
    page.focus("#edits-title")
    page.keyboard.press("Enter")
    undo = page.locator("#edits-list").get_by_role("button", name="Undo")
    undo.nth(1).focus()
    for word, then in (("queen", 1), ("man", 0), ("king", None)):
        page.keyboard.press("Enter")
        expect(said).to_have_text(re.compile(rf"^Undone: W\[{word}, 2\] = 1 after step \d\. Step 12, "))
        expect(page.locator("#next") if then is None else undo.nth(then)).to_be_focused()
        expect(undo).to_have_count(0 if then is None else then + 1)
    page.go_back()
    expect(undo).to_have_count(1)
    page.focus("#edits-title")
    page.go_forward()
    expect(page.locator("#next")).to_be_focused()
    page.fill("#param-learning_rate", "0.5")
    page.focus("#fork")
    page.keyboard.press("Enter")
    expect(page.locator(".fork-close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    screen.at(13)
    page.fill("#param-learning_rate", "0.5")
    page.focus("#fork")
    page.keyboard.press("Enter")
    page.wait_for_selector(".fork-other[data-ready=true]", state="attached")
    page.focus("#fork-weights canvas[tabindex]")
    page.go_back()
    page.wait_for_selector(".fork-other", state="detached")
    expect(page.locator("#next")).to_be_focused()
    page.goto("/lessons/cbow-by-hand")
    page.wait_for_selector(".lesson-live")
    page.focus("#lesson-present")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-beat.now")).to_be_focused()


@pytest.mark.further_case
def test_a_pointer_leaves_the_keys_to_the_page_where_what_it_pressed_is_gone(page):
    screen = Screen(page).open("/?preset=king-queen&step=12", 12)
    page.fill("#param-learning_rate", "0.5")
    page.click("#fork")
    page.wait_for_selector(".fork-other[data-ready=true]", state="attached")
    page.click(".fork-close")
    page.wait_for_selector(".fork-other", state="detached")
    page.keyboard.press("ArrowRight")
    screen.at(13)
    assert page.evaluate("document.activeElement === document.body")


@pytest.mark.further_case
def test_a_second_run_is_told_as_such(page):
    screen = Screen(page).open("/?preset=by-pencil&step=1&view.fork=learning_rate%3D1", 1)
    page.wait_for_selector(".fork-other .voice", state="attached")
    eventually(lambda: page.get_attribute(".fork-other", "data-step") == "1")
    page.wait_for_timeout(600)
    page.evaluate(_HEAR)
    screen.press("next").at(2)
    heard(page, r"Step 2, .*", r"B: loss .*")
