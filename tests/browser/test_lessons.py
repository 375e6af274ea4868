"""Every lesson, walked to its end: wrong and right answers, by mouse and by keyboard; as it is kept, printed, shown."""

import json
import re
from contextlib import contextmanager
from itertools import product
from urllib.parse import parse_qs

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from explorer.lessons import FOLDER
from tests.browser.screen import eventually
from tests.cases import few_of
from tests.test_lessons import HEAD, block

LESSONS = sorted(path.stem for path in FOLDER.glob("*.md"))
JUMPS = {500: "step-500", 100: "step-100", 20: "step-20", 1: "next"}
MOST_TABS = 40

# Where the middle of an element is, in sight, with nothing over it.
_MIDDLE = """
  (selector) => {
    const found = document.querySelector(selector);
    found.scrollIntoView({ block: "center" });
    const { left, top, width, height } = found.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    return [x, y, found === there || found.contains(there) || there?.tagName];
  }
"""
_BEAT = """
  () => {
    const beat = document.querySelector(".lesson-beat.now");
    const cues = [...beat.querySelectorAll(".lesson-cue")].map(({ dataset }) => JSON.parse(dataset.cue));
    const form = beat.querySelector("form.lesson-ask");
    const words = [...beat.querySelectorAll("[data-word]")].map(({ dataset }) => dataset.word);
    const focused = [beat, document.body].includes(document.activeElement);
    const equations = [...beat.querySelectorAll(".lesson-equation")];
    const cut = equations.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    return { cues, words, focused, cut, ask: form && JSON.parse(form.dataset.ask) };
  }
"""
# The key that leads from what has the focus to an element; null where it has it.
_WAY = """
  (selector) => {
    const { activeElement } = document;
    if (activeElement.matches(selector)) return null;
    const before = document.querySelector(selector).compareDocumentPosition(activeElement);
    return before & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
  }
"""
# Instead of printing: how many figures there are with something drawn in each, as wide and high as it was drawn.
PRINT = """
  () => {
    const isDrawn = (canvas) =>
      canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value);
    const isStretched = ({ width, height, clientWidth, clientHeight }) =>
      Math.min(width, height) > 100 && Math.abs(clientWidth / width / (clientHeight / height) - 1) > 0.02; // no legend
    window.print = () => {
      const figures = [...document.querySelectorAll(".lesson-figure")];
      document.body.dataset.figures = figures.filter((each) => {
        each.style.display = "flex";
        const drawn = [...each.querySelectorAll("canvas")].filter((canvas) => canvas.width && isDrawn(canvas));
        return drawn.length && !drawn.some(isStretched);
      }).length;
    };
  }
"""
ASK = ".lesson-beat.now .lesson-ask"


class Mouse:
    """One who points and clicks."""

    def __init__(self, page):
        self.page = page

    def press(self, selector):
        x, y, free = self.page.evaluate(_MIDDLE, selector)
        assert free is True, f"{free} lies over {selector}"
        self.page.mouse.click(x, y)

    choose = press

    def write(self, field, text):
        self.page.fill(field, text)

    def select(self, field, value):
        self.page.select_option(field, value)

    def on(self):
        self.press("#lesson-on")


class Keyboard:
    """One who has no mouse."""

    def __init__(self, page):
        self.page = page

    def reach(self, selector):
        """Tab until it has the focus, on or back; a group of radio buttons is one stop."""
        for _ in range(MOST_TABS):
            way = self.page.evaluate(_WAY, selector)
            if way is None:
                return
            self.page.keyboard.press(way)
        raise AssertionError(f"the focus does not come to {selector}")

    def press(self, selector):
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def choose(self, selector):
        self.reach(f"{ASK} input")
        here = f"document.activeElement.matches({json.dumps(selector)})"
        self.page.keyboard.press("Space")
        while not self.page.evaluate(here):
            self.page.keyboard.press("ArrowDown")

    def write(self, field, text):
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def select(self, field, value):
        self.reach(field)
        self.page.keyboard.type(value)

    def on(self):
        """From what is not a field."""
        self.page.evaluate("document.querySelector('.lesson-beat.now').focus()")
        self.page.keyboard.press("ArrowRight")


def predicted(ask):
    """A right and a wrong answer to a prediction, by the run itself."""
    run, step, name = Run(Recipe.from_query(ask["place"]["query"])), ask["place"]["step"], ask["quantity"]
    frame = run.frame(step)
    index = tuple(run.vocabulary.index(each) if isinstance(each, str) else each for each in ask["index"])

    def value(at):
        return at.loss if name == "loss" else at.updated[name][index] if name in at.parameters else at[name][index]

    if ask["what"] == "value":
        return f"{value(frame):.5e}", f"{3 * value(frame) + 1:.5e}"
    if ask["what"] == "direction":
        before = next(each for each in map(run.frame, range(step - 1, -1, -1)) if each.instance == frame.instance)
        was = frame.parameters[name][index] if name in frame.parameters else value(before)
        return ("rises", "falls") if value(frame) > was else ("falls", "rises")
    if name in frame.parameters:
        size = np.linalg.norm(frame.updated[name] - frame.parameters[name], axis=1)
    else:
        size = np.abs(frame[name]) if run.recipe.architecture.declared(name).role == "error" else frame[name]
    return run.vocabulary[size.argmax()], run.vocabulary[size.argmin()]


def _with_the_other_sign(ask):
    """A number, of a weight its change, with the sign that is wrong, and what is said of it."""
    if not ask["moves"]:
        return -ask["answer"], "The sign was overlooked"
    frame = Run(Recipe.from_query(ask["place"]["query"])).seek(ask["frame"]).frame()
    before = frame.parameters[ask["quantity"]][tuple(map(int, ask["index"].split(",")))]
    return 2 * before - ask["answer"], "The change goes the other way"


class Walk:
    """A lesson in a page, from its beginning."""

    def __init__(self, page, name, hand, address="/lessons/{}"):
        self.page, self.hand = page, hand(page)
        page.goto(address.format(name))
        page.wait_for_selector("body[data-beat='0']")
        self.beats = page.locator(".lesson-beat").count()

    def to(self, last):
        for beat in range(last):
            self.beat(beat)
            self.hand.on()
            self.page.wait_for_selector(f"body[data-beat='{beat + 1}']")

    def to_the_end(self):
        self.to(self.beats - 1)
        self.beat(self.beats - 1)
        self.page.wait_for_selector("body[data-done]")
        if self.page.evaluate(_BEAT)["ask"]:  # nothing to go on to, which is said
            expect(self.page.locator(ASK)).to_contain_text("Here the lesson ends.")
            expect(self.page.locator(f"{ASK} button.primary")).to_be_hidden()
        assert self.page.evaluate("document.querySelector('#lesson-progress').value") == 1

    def beat(self, number):
        told = self.page.evaluate(_BEAT)
        assert told["focused"], f"beat {number} has not the focus"
        assert not told["cut"], f"an equation of beat {number} is wider than the text"
        for cue in told["cues"]:
            self.is_at(cue)
        if told["ask"]:
            self.hand.on()  # to no avail
            assert self.page.get_attribute("body", "data-beat") == str(number)
            getattr(self, told["ask"]["kind"])(told["ask"], told["words"], number)
            self.page.wait_for_selector(f"{ASK}[data-settled]")
            assert self.said()

    def is_at(self, cue):
        """An explorer is painted where a cue leads it, and what it lights is lit."""
        explorer = f".lesson-explorer[data-explorer='{cue['explorer']}']:not([hidden])"
        self.page.wait_for_selector(f"{explorer} > [data-step='{cue['step']}'][data-ready=true]")
        if cue["light"]:
            self.page.wait_for_selector(f"{explorer} .lesson-light:not([hidden])")

    def said(self):
        return self.page.text_content(f"{ASK} [role=status]")

    def submit(self):
        self.hand.press(f"{ASK} [type=submit]")

    def is_wrong(self):
        self.page.wait_for_selector(f"{ASK}[data-verdict=wrong]:not([data-settled])")
        assert self.said()

    # ---- what is asked ----

    def choice(self, ask, words, number):
        rights = [option["right"] for option in ask["options"]]
        for right in (False, True) if False in rights else (True,):
            self.hand.choose(f"{ASK} input[value='{rights.index(right)}']")
            self.submit()
            if not right:
                self.is_wrong()

    def value(self, ask, words, number):
        field = f"{ASK} input"
        self.hand.write(field, "nothing")
        self.submit()
        self.page.wait_for_selector(f"{ASK}[data-verdict=none]")
        self.hand.write(field, str(3 * ask["answer"] + 1))
        self.submit()
        self.is_wrong()
        if ask["answer"] and "moves" in ask:
            mistaken, told = _with_the_other_sign(ask)
            self.hand.write(field, f"{mistaken:.5e}")
            self.submit()
            self.page.wait_for_selector(f"{ASK}[data-verdict=wrong] >> text={told}")
        self.hand.write(field, f"{ask['answer']:.{ask['digits'] - 1}e}")
        self.submit()

    def order(self, ask, words, number):
        self.submit()
        self.is_wrong()
        for place, word in enumerate(sorted(ask["values"], key=ask["values"].get, reverse=True)):
            for _ in range(words.index(word) - place):
                self.hand.press(f"{ASK} [data-word='{word}'] [data-move='-1']")
            words.insert(place, words.pop(words.index(word)))
        self.submit()

    def direction(self, ask, words, number):
        given = ask["right"] if number % 2 else next(each for each in ("rises", "falls") if each != ask["right"])
        self.hand.choose(f"{ASK} input[value={given}]")
        self.submit()

    def predict(self, ask, words, number):
        """Rightly or wrongly: it is revealed either way, and what was covered no longer is."""
        explorer = f".lesson-explorer[data-explorer='{ask['place']['explorer']}']"
        self.page.wait_for_selector(f"{explorer} > .predicting")
        self.submit()
        self.page.wait_for_selector(f"{ASK}[data-verdict=none]")
        right, wrong = predicted(ask)
        if ask["what"] == "value":
            self.hand.write(f"{ASK} input", right if number % 2 else wrong)
        elif ask["what"] == "direction":
            self.hand.choose(f"{ASK} input[value={right if number % 2 else wrong}]")
        else:
            self.hand.select(f"{ASK} select", right if number % 2 else wrong)
        self.submit()
        self.page.wait_for_selector(f"{ASK}[data-verdict={'right' if number % 2 else 'wrong'}][data-settled]")
        self.page.wait_for_selector(f"{explorer} > :not(.predicting)")
        if isinstance(self.hand, Keyboard):  # Enter goes on
            assert self.page.evaluate(f"document.activeElement.matches('{ASK} [type=submit]')")
        assert re.search(r"\d+ of \d+ right", self.said())

    def do(self, ask, words, number):
        """By the controls where they lead there, else it is shown."""
        explorer = ask["place"]["explorer"]
        offered = self.page.locator(f"{ASK} .lesson-recipe input:enabled")
        fields = offered.evaluate_all("(all) => all.map(({ name }) => name)")
        if ask["way"]["stage"] or (ask["way"]["query"] != ask["place"]["query"] and not fields):
            self.hand.press(f"{ASK} .lesson-tell")
            there = f"[data-step='{ask['way']['step']}'][data-ready=true]"
            self.page.wait_for_selector(f"[data-explorer='{explorer}'] > {there}")
            return
        left = ask["way"]["step"] - ask["place"]["step"]
        if ask["way"]["query"] != ask["place"]["query"]:
            for name in fields:
                self.hand.write(f"{ASK} [name='{name}']", parse_qs(ask["way"]["query"])[name][0])
            self.hand.press(f"{ASK} .lesson-recipe button")
            self.page.wait_for_selector(f"[data-explorer='{explorer}'] > [data-step='0'][data-ready=true]")
            left = ask["way"]["step"]
        for steps, button in JUMPS.items():
            for _ in range(left // steps):
                self.hand.press(f"#{explorer}-{button}")
            left %= steps


OWN = (
    HEAD
    + """
## Part

```ask
kind = "do"
question = "Take the tree."
until = "output == hierarchical"
way = { recipe = "preset=one-pair&output=hierarchical" }
```
"""
)


@contextmanager
def opened(own_app, folder, text, **options):
    """A page, with these options, that shows a lesson of this text."""
    (folder / "own.md").write_text(text, encoding="utf-8")
    with own_app("--lessons", str(folder)) as (_, new_page):
        page = new_page(**options)
        page.goto("/lessons/own")
        yield page


@pytest.mark.further_case
def test_what_is_one_of_a_few_words_is_chosen(own_app, tmp_path):
    with opened(own_app, tmp_path, OWN) as page:
        field = page.locator(f"{ASK} select[name=output]")
        expected = ["softmax", "hierarchical", "negative"]
        eventually(lambda: field.locator("option").all_text_contents() == expected)
        assert field.input_value() == "softmax"
        field.select_option("hierarchical")
        page.click(f"{ASK} .lesson-recipe button")
        page.wait_for_selector(f"{ASK}[data-settled][data-verdict=right]")
        field.select_option("softmax")  # another one can be tried still
        page.click(f"{ASK} .lesson-recipe button")
        eventually(lambda: "hierarchical" not in page.get_by_text("Open it whole").get_attribute("href"))


@pytest.mark.further_case
def test_a_field_tells_the_run_that_is_shown(own_app, tmp_path):
    with opened(own_app, tmp_path, OWN) as page:
        field = page.locator(f"{ASK} select[name=output]")
        field.select_option("negative")
        page.click(f"{ASK} .lesson-tell")
        eventually(lambda: field.input_value() == "hierarchical")


@pytest.mark.further_case
def test_what_a_beat_lights_comes_into_sight_where_panels_stand_in_a_wide_row(own_app, tmp_path):
    lit = '```explorer\nstep = 1\npanels = "vectors weights"\nlight = ["W"]\n```\nLook.'
    with opened(own_app, tmp_path, f"{HEAD}## Part\n\n{lit}", viewport={"width": 390, "height": 844}) as page:

        def is_seen():
            sides = page.locator(".lesson-light:not([hidden])").evaluate_all(
                "(all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right])"
            )
            return any(0 <= left < right <= 390 for left, right in sides)

        eventually(is_seen)


@pytest.mark.further_case
@pytest.mark.parametrize("width", [1024, 390])
def test_no_rule_is_wider_than_a_narrow_text(new_page, width):
    page = new_page(viewport={"width": width, "height": 800})
    for lesson in LESSONS:
        page.goto(f"/lessons/{lesson}")
        page.wait_for_selector("[data-explorer] > [data-ready=true]")
        page.evaluate("for (const each of document.querySelectorAll('#lesson-text [hidden]')) each.hidden = false")
        wide = page.locator(".lesson-equation:visible").evaluate_all(
            """(all) => all.flatMap((each) => [each, ...each.querySelectorAll("math")])
              .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
        )
        assert wide == []
        assert page.locator(".lesson-equation:visible").count() > 0


@pytest.mark.further_case
def test_what_is_wrong_with_a_number_that_comes_later_is_told_with_file_and_line(own_app, tmp_path, complaints):
    own = HEAD + "## Part\n\n`=share(1..200, 9000000, loss < 1)` of the seeds."
    (tmp_path / "own.md").write_text(own, encoding="utf-8")
    line = own[: own.index("`=share")].count("\n") + 1
    with own_app("--lessons", str(tmp_path)) as (_, new_page):
        page = new_page()
        page.goto("/lessons/own")
        page.get_by_text(f"own.md:{line}: ").wait_for()
        assert "This lesson cannot be shown" in page.inner_text("body")
    complaints.allow("422")


_IN_SIGHT = """
  (each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }
"""


@pytest.mark.further_case
def test_the_teacher_is_led_to_the_note_at_hand_or_told_where_the_next_one_is(new_page):
    page = new_page(reduced_motion="reduce")
    page.goto("/lessons/cbow-by-hand#back-to-the-words")
    page.click("#lesson-teacher")
    told = page.locator(".lesson-notes-where")
    assert "the next one stands in “The update”" in told.text_content()
    assert told.evaluate(_IN_SIGHT)
    page.click(".lesson-notes-top")
    eventually(lambda: page.locator(".lesson-notes h2").evaluate(_IN_SIGHT))
    page.click("#lesson-teacher")
    assert not told.is_visible()
    page.goto("/lessons/cbow-by-hand#the-second-sentence")
    page.click("#lesson-back")
    page.wait_for_selector(".lesson-beat.now .lesson-teacher", state="attached")
    assert not page.locator(".lesson-beat.now .lesson-teacher").is_visible()
    page.evaluate("document.querySelector('#lesson-text').scrollTo(0, 0)")
    page.click("#lesson-teacher")
    eventually(lambda: page.locator(".lesson-beat.now .lesson-teacher").evaluate(_IN_SIGHT))


@pytest.mark.parametrize("size", [(960, 540), (640, 360), (844, 390)])
def test_in_a_low_window_the_head_stays_and_some_lines_can_be_read(new_page, size):
    width, height = size
    page = new_page(reduced_motion="reduce", viewport={"width": width, "height": height})
    page.goto("/lessons/king-man-woman#why-the-sides-are-parallel")
    page.wait_for_selector(".lesson-explorer [data-ready='true'], .lesson-explorer[data-ready='true']")
    assert page.evaluate("[document.body.scrollHeight, document.body.scrollTop]") == [height, 0]
    assert page.locator("#lesson-text").bounding_box()["height"] > 0.6 * height


HANDS = {"mouse": Mouse, "keyboard": Keyboard}
WINDOWS = {"mouse": (1280, 720), "keyboard": (1024, 768)}


@pytest.mark.parametrize(("name", "hand"), few_of(product(LESSONS, HANDS), *zip(LESSONS[:2], HANDS, strict=True)))
def test_every_lesson_is_walked_to_its_end(new_page, name, hand):
    width, height = WINDOWS[hand]
    page = new_page(reduced_motion="reduce", viewport={"width": width, "height": height})
    Walk(page, name, HANDS[hand]).to_the_end()


# The lines of equations as the server has written them.
_WRITTEN = """async () => {
  const text = await (await fetch(location.pathname)).text();
  const nodes = new DOMParser().parseFromString(text, "text/html").querySelectorAll(".lesson-equation .lesson-now");
  return [...nodes].map((node) => node.textContent);
}"""


def test_an_equation_has_the_numbers_of_the_step_that_its_explorer_shows(new_page):
    page = new_page()
    page.goto("/lessons/king-man-woman#why-the-sides-are-parallel")
    run = Run(Recipe(preset="king-queen"))
    text = page.locator(".lesson-equation")
    written = page.evaluate(_WRITTEN)

    def follows(step):
        frame = run.frame(step - 1)
        word, unit = frame.instance.inputs[0], f"{frame.updated['W'][frame.instance.inputs[0], 0]:.4f}"
        assert text.locator(".lesson-live-step").text_content() == f"now: step {step}"
        assert text.locator("[data-slot='word[i]']").text_content() == run.vocabulary[word]
        assert text.locator("[data-slot='new.W[i,k]']").text_content() == unit
        strip = page.locator("#main-explanation .live math").all_text_contents()
        assert text.locator(".lesson-live-lines math").all_text_contents() == strip

    eventually(lambda: follows(500))
    page.click("#main-next")
    eventually(lambda: follows(501))
    page.goto("/lessons/king-man-woman#a-sum-of-words")
    page.wait_for_selector(".lesson-live-lines", state="detached")
    assert text.locator(".lesson-now").all_text_contents() == written != []


@pytest.mark.further_case
def test_a_lesson_is_kept_and_shown(new_page):
    page = new_page(reduced_motion="reduce")
    walk = Walk(page, LESSONS[0], Mouse)
    walk.to_the_end()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"body[data-beat='{walk.beats - 2}']")
    page.reload()
    page.wait_for_selector(f"body[data-beat='{walk.beats - 2}'][data-done]")
    assert page.locator("form.lesson-ask:not([data-settled])").count() == 0
    page.keyboard.press("p")
    page.wait_for_selector("html.lesson-presenting .lesson-beat.now")
    assert page.locator(".lesson-beat:visible").count() == 1
    page.keyboard.press("Escape")
    page.evaluate(PRINT)
    page.keyboard.press("Control+p")  # as the button
    page.wait_for_selector("body[data-figures]")
    assert int(page.get_attribute("body", "data-figures")) == page.locator(".lesson-cue").count()
    page.wait_for_selector(".lesson-figure", state="detached")
    page.set_viewport_size({"width": 390, "height": 844})
    beside, text = (page.locator(f"#lesson-{part}").bounding_box() for part in ("beside", "text"))
    assert beside["y"] + beside["height"] <= text["y"] < text["y"] + 300 < 844
    page.click(".lesson-again")
    page.wait_for_selector("body[data-beat='0']:not([data-done]) .lesson-ask:not([data-settled])")


def test_a_clicker_leads_back_from_a_field_and_escape_out_of_presenting(new_page):
    page = new_page(reduced_motion="reduce")
    Walk(page, "cbow-by-hand", Mouse).to(5)
    for key, then in (("Escape", "html:not(.lesson-presenting)"), ("PageUp", "body[data-beat='4']")):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("p")
        page.wait_for_selector("html.lesson-presenting .lesson-beat.now")
        page.focus(f"{ASK} input:visible")
        page.keyboard.press(key)
        page.wait_for_selector(then, state="attached")


def test_a_mistake_in_a_lesson_is_told_of_the_number_that_makes_it(new_page):
    """All five scores are 0, every exp(u) is 1, and y 0.2: 1 is not divided by their sum, 2 no known mistake."""
    page = new_page(reduced_motion="reduce")
    walk = Walk(page, "cbow-by-hand", Mouse)
    walk.to(5)
    for given, said in (("2", "It is less than that."), ("1", "the exponentials are divided by their sum")):
        page.fill(f"{ASK} input", given)
        page.press(f"{ASK} input", "Enter")
        page.wait_for_selector(f"{ASK}[data-verdict=wrong] >> text={said}")


def test_an_answer_that_the_explorer_has_shown_before_does_not_count(new_page):
    page = new_page(reduced_motion="reduce")
    walk = Walk(page, "error-vector", Mouse)
    walk.to(3)
    page.wait_for_selector(".lesson-explorer > .predicting")
    page.locator(".lesson-explorer").get_by_role("button", name="Stage", exact=True).click()
    page.wait_for_selector(".lesson-explorer > [data-stage=error][data-ready=true]")
    page.click("text=Back to where the text is")
    page.click("#lesson-back")
    page.click("#lesson-on")
    page.fill(f"{ASK} input", "-7/8")
    page.press(f"{ASK} input", "Enter")
    page.wait_for_selector(f"{ASK}[data-verdict=right] >> text=Not counted")


def test_enter_goes_on_from_the_text_that_it_led_to(new_page):
    page = new_page(reduced_motion="reduce")
    page.goto("/lessons/error-vector")
    page.focus("#lesson-on")
    for beat in (1, 2):
        page.keyboard.press("Enter")
        page.wait_for_selector(f"body[data-beat='{beat}']")


def test_a_rate_that_a_lesson_refuses_is_called_as_its_field(own_app, tmp_path, complaints):
    complaints.allow("status of 400")
    way = 'way = { recipe = "preset=king-queen&learning_rate=3" }'
    asked = block("ask", f'kind = "do"\nquestion = "Faster?"\nuntil = "learning_rate > 2"\n{way}')
    with opened(own_app, tmp_path, f"{HEAD}## Part\n\n{asked}") as page:
        page.fill(f"{ASK} .lesson-recipe input", "1/0")
        page.click("text=Start again with this")
        page.wait_for_selector("text=learning rate = 1/0: a number from 0 to 1,000,000")
        page.fill(f"{ASK} .lesson-recipe input", "1")
        page.click("text=Start again with this")
        begins = page.get_by_text("A new run, before its first step.")
        expect(begins).to_be_visible()
        page.click(".transport .primary")
        expect(begins).to_have_count(0)
