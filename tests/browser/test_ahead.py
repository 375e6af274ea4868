"""What is drawn while the page rests is what a press would draw, and a press shows it."""

import pytest

from explorer import Recipe
from tests.browser.screen import Screen, eventually
from tests.browser.test_large import RECIPES as LARGE
from tests.cases import few_of

# Idle time comes when a test says so; texts written onto the panels are counted, and those that since a press are drawn
# beside them, with the pictures that a worker inks, of which some may not have come back yet.
_WATCH = """
  globalThis.idle = [];
  globalThis.afterTask = () => new Promise((resolve) => setTimeout(resolve));
  globalThis.requestIdleCallback = (task) => idle.push(task);
  globalThis.beside = globalThis.inking = 0;
  globalThis.written = 0; // the key to the colours changes with their limit only
  addEventListener("click", () => (beside = 0), true);
  const { prototype } = CanvasRenderingContext2D;
  const { fillText } = prototype;
  prototype.fillText = function (...given) {
    if (!this.canvas.isConnected) beside += 1;
    else if (!this.canvas.closest(".heat-legend")) written += 1;
    fillText.apply(this, given);
  };
  const { postMessage } = Worker.prototype;
  const heard = new WeakSet();
  Worker.prototype.postMessage = function (message, ...given) {
    if (!heard.has(this)) this.addEventListener("message", ({ data }) => (inking -= data.sheets.length));
    heard.add(this);
    beside += message.pictures.length;
    inking += message.pictures.length;
    postMessage.call(this, message, ...given);
  };
"""
_ALONE = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 });"  # so there is no worker
_IDLE = """
  async () => {
    for (; idle.length; await afterTask()) idle.shift()();
    return inking ? 0 : beside;
  }
"""
_RESTED = "new Promise((resolve) => setTimeout(() => resolve(true), 100))"  # for longer than until it is drawn
_PICTURES = """
  () => [
    ...[...document.querySelectorAll(".panel canvas")].filter((canvas) => canvas.checkVisibility())
      .map((canvas) => [canvas.ariaLabel, canvas.toDataURL()]),
    ...[...document.querySelectorAll(".live")].map((line) => ["live line", line.innerHTML]),
  ]
"""
# However slow a machine is, its clock says that the presses come fast; each when the worker has no picture left to ink.
_FAST = """
  const now = performance.now.bind(performance);
  performance.now = () => now() / 20;
  let there = navigator.hardwareConcurrency === 1;
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => (there = true), { once: true });
    }
  };
  const press = async (until) => {
    document.getElementById("next").click();
    for (let waits = 0; !waits || document.body.dataset.ready !== "true" || !until(); waits += 1) {
      if (waits === 500) throw new Error(`for ten seconds not ${until}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  globalThis.stepFast = async (count) => {
    await press(() => true);
    await press(() => there);
    written = 0;
    for (; count; count -= 1) await press(() => !inking);
    return written;
  };
"""
PRESETS = {
    "words": "week",
    "layers": "xor-network",
    "look-up": "we-all-have-it",
    "batch": "feed-the-cat",
    "recurrent": "who-makes-which-noise",
}
LOOKED_AT = {
    "pinned": {"pins": "monday", "trail": "5", "axes": "follow"},
    "number in focus": {"focus": "W_out.2.1", "heat": "change"},
    "tree": {"picture": "tree"},
    "noise": {"picture": "noise"},
}
CHANGES = {
    "view": lambda page: page.click("[data-view='heat'][data-view-value='change']"),
    "theme": lambda page: page.click("#theme"),
    "size": lambda page: page.set_viewport_size({"width": 1200, "height": 700}),
    "pointer": lambda page: page.hover("#network canvas", position={"x": 40, "y": 80}),
    "place": lambda page: page.evaluate("document.getElementById('next').click()"),
}
OUTPUTS = {"tree": "hierarchical", "noise": "negative"}
START = 125  # a block of frames ends at 128
PRESSES = ("next", "next", "stage", "stage", "next", "back", "stage", "next", "step-20", "next")


def opened(page, recipe, view, hurried=False, more="", start=START):
    """A page that draws ahead as a test says; a hurried one never does, nor has it a worker for who steps fast."""
    page.add_init_script(_WATCH + (_ALONE if hurried else "") + more)
    options = "".join(f"&view.{key}={value}" for key, value in view.items())
    return Screen(page).open(f"/?{recipe.to_query()}{options}&step={start}", start)


def draw_ahead(screen, at_least=1):
    """Let the page have time until so much is drawn ahead: of a step that is not here yet nothing is."""
    begun = "idle.length > 0 || beside > 0"
    eventually(lambda: screen.page.evaluate(begun if at_least else f"{begun} || {_RESTED}"))
    eventually(lambda: screen.page.evaluate(_IDLE) >= at_least)


def walk(new_page, recipe, view, quiet=False):
    """The same presses in two pages, of which one has time to draw ahead: both show the same.

    quiet : whether the server is asked nothing, so that nothing more is painted after a press. Of a jump it is asked
    the way, whose picture may come when the next step is drawn already.
    """
    resting, hurried = (opened(new_page(reduced_motion="reduce"), recipe, view, each) for each in (False, True))
    for before_that, earlier, press in zip(("", "", *PRESSES), ("", *PRESSES), PRESSES, strict=False):
        left = earlier == before_that == "next"  # of those that were drawn at once some may be left
        # Of an excerpt the next step may need rows that are not here.
        draw_ahead(resting, at_least=int(quiet and not left))
        for screen, is_ready in ((resting, press == "next"), (hurried, False)):
            before = screen.page.evaluate("() => written")
            screen.press(press)
            screen.rested()
            if quiet and earlier != "step-20":
                assert (screen.page.evaluate("() => written") == before) == is_ready, press
        eventually(lambda: same(resting.page.evaluate(_PICTURES), hurried.page.evaluate(_PICTURES)))


def same(pictures, others):
    assert [name for name, _ in pictures] == [name for name, _ in others]
    assert [name for (name, data), (_, other) in zip(pictures, others, strict=True) if data != other] == []


@pytest.mark.parametrize("kind", few_of(PRESETS))
def test_what_is_drawn_ahead_is_what_would_be_drawn(new_page, kind):
    walk(new_page, Recipe(preset=PRESETS[kind]), {}, quiet=True)


@pytest.mark.parametrize("kind", few_of(LOOKED_AT))
def test_what_is_drawn_ahead_follows_what_is_looked_at(new_page, kind):
    walk(new_page, Recipe(preset="week", output=OUTPUTS.get(kind, "softmax")), LOOKED_AT[kind])


@pytest.mark.parametrize("output", few_of(LARGE))
def test_what_is_drawn_ahead_of_an_excerpt_is_what_would_be_drawn(new_page, output):
    walk(new_page, LARGE[output], {})


@pytest.mark.further_case
def test_what_changes_meanwhile_is_shown(new_page):
    resting, hurried = (opened(new_page(), Recipe(preset="week"), {}, each) for each in (False, True))
    for change in CHANGES.values():
        draw_ahead(resting)
        for screen in (resting, hurried):
            change(screen.page)
            screen.press("next").rested()
        eventually(lambda: same(resting.page.evaluate(_PICTURES), hurried.page.evaluate(_PICTURES)))


def test_who_steps_fast_is_shown_what_a_worker_inked_and_what_would_be_drawn(new_page):
    pages = new_page(), new_page()
    start = START - 20  # so that no step is waited for, however late the next block comes
    fast, alone = (opened(page, Recipe(preset="week"), {}, page is pages[1], _FAST, start) for page in pages)
    written = [screen.page.evaluate("stepFast(8)") for screen in (fast, alone)]
    assert fast.rested() == alone.rested() == start + 10
    assert written[0] <= written[1] / 4  # the first of them
    eventually(lambda: same(fast.page.evaluate(_PICTURES), alone.page.evaluate(_PICTURES)))


def test_a_place_that_was_drawn_ahead_is_opened_with_another_view(new_page):
    page = new_page()
    page.add_init_script(_WATCH)
    page.goto("/?embed=1&preset=week&panels=weights&step=3")
    screen, explorer = Screen(page), page.locator("embedding-explorer")
    eventually(lambda: explorer.evaluate("each => each.place?.step === 3"))
    draw_ahead(screen)
    explorer.evaluate("each => each.go({ step: 4, stage: null, view: { heat: 'change' } })")
    eventually(lambda: explorer.locator("[data-view-value=change]").get_attribute("aria-pressed") == "true")
