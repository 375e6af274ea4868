"""The dock: from a pressed weight to what made it, from a condition to its next place, watches that a link keeps."""

import csv
import math
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from tests.browser.screen import Screen, eventually
from tests.browser.test_accessible import AXE, RULES, findings
from tests.cases import few_of

RECIPE = Recipe(preset="king-queen")
OPENED = "/?preset=king-queen&step=137"
CONDITION = "change(loss) > 0.5"


@pytest.fixture(scope="module")
def run():
    return Run(RECIPE).seek(137)


def same(shown, expected):
    assert shown == expected


def linked(page):
    address = page.evaluate("location.href")
    assert "queen%29" in address
    return address


def rows(page):
    """What, change and step of each row of contributions."""
    cells = page.eval_on_selector_all(
        ".dock-half:not([hidden]) .dock-list tbody tr",
        "all => all.map((row) => [...row.cells].map((cell) => cell.textContent))",
    )
    return [(what, float(change), int(times), int(step or 0)) for what, change, times, step in cells]


def made(run, by):
    groups = run.ledger("W", ("king", 1)).groups(by)
    return [(group.change, group.count, group.position) for group in groups]


def accessible(page):
    assert findings(page, runOnly=RULES) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert findings(page, runOnly=["color-contrast"]) == []


def test_a_pressed_weight_leads_to_what_made_it_and_there(new_page, run):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(AXE)
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    screen = Screen(page).open(f"{OPENED}&view.focus=W.6.1", 137)
    before = page.locator(".panels").bounding_box()
    assert not [name for name in loaded if "dock" in name]  # its script comes when it is asked for
    page.click(".number-tools >> text=Why")
    expect(page.locator(".dock-title >> nth=0")).to_have_text("W[king, 2]")
    assert page.locator(".dock").bounding_box()["width"] <= page.viewport_size["width"] / 3
    for beside in (".panel-loss", "#neighbours", ".stage-now > .equation:not(.live) math"):
        expect(page.locator(beside).first).to_be_visible()

    def compared(by):
        shown, known = rows(page), made(run, by)
        assert [(times, step) for _, _, times, step in shown] == [group[1:] for group in known]
        np.testing.assert_allclose([row[1] for row in shown], [group[0] for group in known], atol=5.1e-5)

    eventually(lambda: compared("instance"))
    assert rows(page)[0][0].startswith("king → ")
    page.click(".by-word")
    eventually(lambda: compared("word"))
    told = "The words asked at the output, each with what its error sent back."
    expect(page.locator(f".dock-about >> text={told}")).to_be_visible()
    accessible(page)
    _, _, _, step = rows(page)[0]
    page.click(".dock-list .way >> nth=0")
    screen.at(step)
    run_there = Run(RECIPE).seek(step)
    eventually(lambda: compare_value(page, run_there.parameters["W"][RECIPE.corpus.index["king"], 1], step))
    page.click("text=Why this loss?")
    change = run_there.loss_ledger().difference()
    known = [weight for _, weight, _ in change.by_weight()]
    eventually(lambda: np.testing.assert_allclose([row[1] for row in rows(page)], known[:100], atol=5.1e-5))
    page.click(".dock-half:not([hidden]) .dock-list .way >> nth=0")
    expect(page.locator(".dock-title >> visible=true")).to_contain_text(f"{change.parameters[0]}[")
    page.keyboard.press("d")  # which closes it: the page is what it was
    eventually(lambda: same(page.locator(".panels").bounding_box(), before))


@pytest.mark.parametrize("model", few_of(["cbow", "skip-gram", "nnlm", "rnnlm"], "skip-gram", "rnnlm"))
@pytest.mark.further_case
def test_the_probability_at_the_end_of_a_path_leads_to_what_made_it(page, model):
    """Under a tree p(w) is no array, but a number of the stage's line: it is explained, and −ln p(w) asked about."""
    query = f"preset=king-queen&model={model}&output=hierarchical"
    if model in ("nnlm", "rnnlm"):
        query = f"text=the%20king%20sat%20on%20a%20chair&model={model}&output=hierarchical"
    Screen(page).open(f"/?{query}&step=30&stage=sigmoid&view.focus=p.0", 30, "sigmoid")
    page.get_by_text("not computed yet at this stage").wait_for()
    Screen(page).open(f"/?{query}&step=30&stage=product", 30, "product")
    run = Run(Recipe.from_query(query))
    frame = run.frame(30)
    word = run.vocabulary[frame.instances[0][1][0]]
    value = page.locator("#explanation .number-value")
    for q, turn in enumerate(page.locator("#explanation [data-slot^='y[']:visible").all()):
        turn.press("Enter")
        eventually(lambda y=frame["y"][q]: float(value.inner_text()) == pytest.approx(y, rel=1e-7))
    shown = page.locator("#explanation [data-slot^='p[']")
    probability = float(shown.text_content())
    shown.press("Enter")
    eventually(lambda: float(value.inner_text()) == pytest.approx(frame.explain("p", 0).value, rel=1e-7))
    page.get_by_role("button", name="Why", exact=True).click()
    expect(page.locator(".dock-title >> visible=true")).to_contain_text(f"−ln p({word}) of ")
    ledger = run.loss_ledger(word=word, start=30, stop=31)
    assert math.exp(-ledger.losses[0]) == pytest.approx(probability, abs=5.1e-5)
    value = page.locator(".dock-value >> visible=true")
    eventually(lambda: float(value.inner_text().split()[0]) == pytest.approx(ledger.losses[0], rel=1e-6))


@pytest.mark.further_case
def test_why_is_at_every_pressed_number(page):
    screen = Screen(page).open("/?preset=king-queen&step=137&stage=loss", 137, "loss")
    number = Run(RECIPE).frame(137).instance
    words = " → ".join(" ".join(RECIPE.corpus.words[one] for one in side) for side in number)
    loss = page.locator("#explanation [data-slot=loss]").first
    loss.press("Enter")
    page.get_by_role("button", name="Why this loss", exact=True).click()
    title = page.locator(".dock-title >> visible=true")
    expect(title).to_contain_text(f"{words}")
    page.keyboard.press("d")
    asked = f"−ln p({RECIPE.corpus.words[2]})"
    for focus, label, part in (("h.1", "Why this loss", "the loss"), ("e.2", "Why", asked)):
        screen.open(f"/?preset=king-queen&step=137&view.focus={focus}", 137)
        page.get_by_role("button", name=label, exact=True).click()
        expect(title).to_contain_text(f"Why {part} of instance")
    frame = Run(RECIPE).frame(136)
    error, answer = (f"{name}[{RECIPE.corpus.words[2]}] = {frame[name][2]:.4f}" for name in ("e", "y"))
    said = page.locator(".dock-sum >> visible=true")
    expect(said.first).to_have_text(
        f"{error} over 2 output words: the model gave {answer} for each, and 0 of them is it."
    )
    screen.open("/?preset=king-queen&step=1&view.focus=e.2", 1)
    page.get_by_role("button", name="Why", exact=True).click()
    expect(said.last).to_have_text("Step 1: no step came before it, the weights are those of the start.")
    screen.press("next", "next").at(3)
    page.get_by_role("button", name="Of this step").click()
    expect(said.last).to_contain_text("Step 3 is the first with this instance")
    screen.press("restart").at(0)
    expect(page.locator(".dock-value >> visible=true")).to_contain_text("no step has come yet")
    screen.open("/?preset=king-queen&step=137&view.focus=lost.1", 137)  # which no button asks for
    page.get_by_text("no number called lost").wait_for()


@pytest.mark.further_case
def test_a_loss_after_an_edit_of_the_data_has_its_instance_in_words(page):
    recipe = Recipe(pairs="a|b, c|d", seed=2).edited(4, pairs="a|d, c|b")
    page.set_viewport_size({"width": 1280, "height": 720})
    Screen(page).open(f"/?{recipe.to_query()}&step=8&view.dock=why&view.why=loss.1.0", 8)
    expect(page.locator(".dock-title >> visible=true")).to_have_text(
        "Why the loss of instance 1, a → d (data since step 4)"
    )


@pytest.mark.parametrize(
    ("query", "focus", "part", "title"),
    [
        ("preset=king-queen&output=negative", "y.1", None, "−ln σ(−u) of "),
        ("preset=king-queen&output=hierarchical", "y.0", None, " of node "),
        ("preset=xor-network", "y.0", {"output": 0}, "the part in the loss of output 1 of instance "),
    ],
)
@pytest.mark.further_case
def test_an_answer_leads_to_what_made_its_part_in_the_loss(page, query, focus, part, title):
    Screen(page).open(f"/?{query}&step=50&view.focus={focus}", 50)
    page.click(".number-tools >> text=Why")
    expect(page.locator(".dock-title >> visible=true")).to_contain_text(title)
    frame = Run(Recipe.from_query(query)).frame(49)
    if part is None:  # the question that stands there
        q, asked = int(focus[2:]), "word" if "word" in frame else "node"
        part = {asked: int(frame[asked][q]), "truth": int(frame["t"][q])}
        expect(page.locator(".dock-sum >> visible=true").last).to_contain_text("the same question is asked")
    ledger = Run(Recipe.from_query(query)).loss_ledger(**part, start=49, stop=50)
    shown = page.locator(".dock-value >> visible=true")
    eventually(lambda: same(shown.inner_text().split()[-1], "50"))
    assert float(shown.inner_text().split()[0]) == pytest.approx(ledger.losses[0], rel=1e-6)
    whole = Run(Recipe.from_query(query)).loss_ledger(ledger.instance, stop=50, **part).difference()
    known = [weight for _, weight, _ in whole.by_weight()]
    eventually(lambda: np.testing.assert_allclose([row[1] for row in rows(page)], known[:100], atol=5.1e-5))


def compare_value(page, value, step):
    shown, _, _, at = page.inner_text(".dock-value >> nth=0").split()
    assert (float(shown), int(at)) == (pytest.approx(value, rel=1e-7), step)


@pytest.mark.further_case
def test_a_condition_is_typed_found_and_stops_play(page, complaints):
    complaints.allow("status of 400")  # a mistake is told by the server
    screen = Screen(page).open(f"{OPENED}&view.dock=when", 137)
    places = Run(RECIPE).find(CONDITION, 0, 500)
    box = page.get_by_role("combobox", name="Condition")
    box.press_sequentially("change(lo")
    expect(page.locator(".dock-candidates li")).to_have_text(["lossof the step that led here"])
    box.press("Tab")
    box.press_sequentially(") >")
    box.press("Enter")
    expect(page.locator("#dock-when-problem")).to_contain_text("At character 15: got the end, expected is a number")
    box.press_sequentially(" 0.5")
    assert box.input_value() == CONDITION
    box.press("Enter")
    expect(page.locator(".dock-progress >> visible=true")).to_contain_text(f"{len(places)} times up to step 500")
    assert page.locator(".timeline-found path").get_attribute("d").count("M") == len(places)
    box.fill("norm(W) < 99")
    box.press("Enter")
    expect(page.locator(".dock-progress >> visible=true").get_by_role("status")).to_have_attribute("aria-busy", "false")
    always = "True at the start, then 0 times up to step 500"
    expect(page.locator(".dock-progress >> visible=true")).to_contain_text(always)
    box.fill(CONDITION)
    box.press("Enter")
    following = [place for place in places if place > 137][:3]
    page.click("text=On to it")
    screen.at(following[0])
    page.click("text=On to it")
    screen.at(following[1])
    page.click("text=Back to it")
    screen.at(following[0])
    page.locator("#status").click()  # out of the box
    page.keyboard.press("ArrowRight")
    screen.at(following[0] + 1)
    page.select_option("#speed", "60")
    page.click("#play")
    screen.at(following[1])
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


@pytest.mark.further_case
def test_where_a_run_diverges_a_press_leads_to_what_grew(page):
    """To the weight that is to blame, and the steps by which it had grown."""
    diverging = Recipe(preset="king-queen", learning_rate=100_000)
    screen = Screen(page).open(f"/?{diverging.to_query()}&step=3", 3)
    page.click("#step-500")
    found = Run(diverging).divergence()
    page.click("#alert >> text=What grew")
    blamed = page.locator(".dock-blame")
    expect(blamed).to_contain_text(f"left the reals in step {found.step + 1}.")
    grown = blamed.locator(".way").nth(len(found.blamed))
    assert grown.inner_text() == f"{found.grown[0][0]:,}"
    grown.click()
    screen.at(found.grown[0][0])
    blamed.locator(".way").first.click()  # the weight, and what it made, can be watched
    expect(page.locator(".dock-watch .dock-value")).not_to_have_text(["…"])
    expect(page.locator(".dock-watch .problem")).to_have_text([""])


def test_watches_are_values_curves_and_a_table_and_in_the_link(page, new_page, run):
    expressions = ["loss", "cos(king, queen)"]
    screen = Screen(page).open(f"{OPENED}&view.dock=watches", 137)
    box = page.get_by_role("combobox", name="Expression to watch")
    for expression in expressions:
        box.fill(expression)
        box.press("Enter")

    def shown(page):
        texts = page.eval_on_selector_all(".dock-watch", "all => all.map((each) => each.textContent)")
        assert ["in step 137" in each for each in texts] == [True, True]
        values = page.eval_on_selector_all(".dock-watch .dock-value", "all => all.map((each) => each.textContent)")
        known = [run.evaluate(expression, 137, 137)[0] for expression in expressions]
        np.testing.assert_allclose([float(value) for value in values], known, rtol=1e-7)

    eventually(lambda: shown(page))
    with page.expect_download() as download:
        page.click("text=CSV")
    path = Path(download.value.path())
    head, *table = csv.reader(path.read_text(encoding="utf-8").splitlines())
    assert head == ["step", *expressions]
    for column, expression in enumerate(expressions, 1):
        values = [float(row[column]) if row[column] else np.nan for row in table]
        np.testing.assert_array_equal(values, run.evaluate(expression, 0, 137))
    link = eventually(lambda: linked(page))
    again = new_page()
    Screen(again).open(link, 137)
    eventually(lambda: shown(again))
    slider = again.locator(".dock-watch input >> nth=0")
    slider.evaluate("(slider) => { slider.value = '60'; slider.dispatchEvent(new Event('input')); }")
    Screen(again).at(60)
    screen.press("restart").at(0)
    eventually(lambda: same(page.inner_text(".dock-watch .dock-value >> nth=0"), "no value"))


_PASTE = """
  ([field, text]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }
"""


@pytest.mark.parametrize(
    ("place", "at", "opens"),
    [("step=137", (137, "update"), "update"), ("step=137&stage=softmax", (137, "softmax"), "softmax"),
     ("step=137&stage=input", (137, "input"), "hidden"), ("step=0", (0, "start"), "hidden")],
)  # fmt: skip
@pytest.mark.further_case
def test_a_sheet_opens_at_the_stage_that_is_shown_or_where_there_is_something_to_work_out(page, place, at, opens):
    Screen(page).open(f"/?preset=king-queen&{place}&view.dock=by-hand", *at)
    expect(page.get_by_role("combobox", name="Stage to work out")).to_have_value(opens)


def test_a_step_worked_out_by_hand_is_checked(new_page, run):
    page = new_page(reduced_motion="reduce")
    page.add_init_script(AXE)
    Screen(page).open(f"{OPENED}&view.dock=by-hand", 137)
    page.select_option(".dock [aria-label='Stage to work out']", "hidden")
    cells = page.locator(".dock-sheet input")
    expect(cells).to_have_count(5)
    h = Run(RECIPE).frame(136)["h"]
    page.evaluate(_PASTE, [cells.first.element_handle(), "[" + ", ".join(f"{value:.3f}" for value in h) + "]"])
    press = page.get_by_role("group", name="By hand").get_by_role("button", name="Check")
    press.click()
    expect(page.locator(".dock-said >> visible=true")).to_have_text("All 5 are right.")
    cells.nth(1).fill(f"{-h[1]:.3f}")
    press.click()
    said = f"First wrong: h unit 2 = {-h[1]:.3f}, a known mistake: sign."
    expect(page.locator(".dock-said >> visible=true")).to_have_text(said)
    assert page.eval_on_selector_all(".dock-sheet input", "all => all.map(({ dataset }) => dataset.verdict)") == [
        "right", "wrong", "right", "right", "right",
    ]  # fmt: skip
    assert findings(page, runOnly=RULES) == []
    page.select_option(".dock [aria-label='Stage to work out']", "scores")
    page.select_option(".dock [aria-label='Stage to work out']", "hidden")
    expect(cells.nth(1)).to_have_value(f"{-h[1]:.3f}")
    Screen(page).press("next").at(138)
    expect(cells.nth(1)).to_have_value("")
    Screen(page).press("back").at(137)
    expect(cells.nth(1)).to_have_value(f"{-h[1]:.3f}")
    page.goto(Screen(page).link())
    expect(cells.nth(1)).to_have_value(f"{-h[1]:.3f}")
    linked = page.url
    cells.nth(0).fill("7")
    page.keyboard.press("Tab")
    page.evaluate(
        "(url) => { for (const each of [url, '#']) history.pushState(null, '', each); history.back(); }", linked
    )
    expect(cells.nth(0)).to_have_value(f"{h[0]:.3f}")  # one went back to a link with other numbers
    page.goto(linked.replace("?", "?seed=2&", 1))  # another run's sheet, for which it was not written
    Screen(page).at(137)
    expect(cells).to_have_count(5)
    expect(cells.nth(1)).to_have_value("")


def test_an_exercise_is_of_the_run_that_is_asked_and_shows_none_of_its_answers(page):
    forked = "view.fork=learning_rate%3D0.5&view.forkAsked=B"
    Screen(page).open(f"{OPENED}&{forked}&view.dock=by-hand&view.work=softmax", 137)
    page.locator(".dock-class summary").click()
    page.get_by_label("Student's number").fill("7")
    page.get_by_role("link", name="Exercise of 7").click()
    run = Run(Recipe(preset="king-queen", learning_rate=0.5, seed=7)).seek(136)
    page.wait_for_selector("body[data-step='136'][data-stage='input'][data-ready='true']")
    cell = page.locator(".dock-sheet input").first
    cell.fill(f"{run.frame()['y'][0]:.5f}")
    cell.press("Enter")
    expect(page.locator(".dock-said >> visible=true")).to_have_text("It is right.")


@pytest.mark.further_case
def test_an_array_that_is_pasted_the_other_way_round_is_told_and_turned(new_page):
    page = new_page()
    Screen(page).open(f"{OPENED}&view.dock=by-hand&view.work=update", 137)
    table = page.locator(".dock-sheet").first
    expect(table.locator("caption")).to_have_text("W′")
    expect(table.locator("tr").first.locator("th")).to_have_text([*"12345"])
    W = Run(RECIPE).seek(137).parameters["W_out"]
    cell = table.locator("input").first
    page.evaluate(_PASTE, [cell.element_handle(), "\n".join("\t".join(f"{one:.5f}" for one in row) for row in W.T)])
    said = page.locator(".dock-said >> visible=true")
    expect(said).to_have_text(f"What was pasted is transposed, and stands here turned: W′ is {len(W)} × 5.")
    page.get_by_role("group", name="By hand").get_by_role("button", name="Check").click()
    expect(said).to_have_text(f"All {W.size} are right.")


def test_of_a_batch_the_history_of_a_weight_counts_instances(page):
    recipe = Recipe(preset="king-queen", batch_size=2)
    seen = sum("queen" in [recipe.corpus.words[i] for i in each.inputs] for each in recipe.corpus.instances)
    assert seen > 2  # in each pass, of which this is the first
    Screen(page).open(f"/?{recipe.to_query()}&step=6&view.dock=why&view.why=W.10.2", 6)
    expect(page.locator(".dock-sum >> visible=true").first).to_contain_text(f"by {seen} instances")


@pytest.mark.further_case
def test_a_weight_that_nothing_moved_says_so(page):
    Screen(page).open(f"{OPENED}&view.dock=why&view.why=W.0.1&view.by=word", 137)  # crown is never an input
    expect(page.locator(".dock-about >> text=Nothing has moved it so far.")).to_be_visible()
    expect(page.locator(".dock-sum >> visible=true").first).to_have_text(re.compile(r"^\S+ at the start$"))
    expect(page.locator(".dock-plot-high:visible").first).not_to_be_empty()
    expect(page.locator(".dock-plot:visible .dock-plot-low").first).to_be_empty()  # a level line has one value
    expect(page.locator(".dock-half:not([hidden]) .dock-list")).to_be_hidden()


@pytest.mark.further_case
def test_escape_leads_from_the_dock_to_where_the_focus_was(page):
    screen = Screen(page).open(f"/?{RECIPE.to_query()}&step=137", 137)
    page.locator("#next").focus()
    page.keyboard.press("d")
    expect(page.locator("#dock header [aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#next")).to_be_focused()  # where it was
    screen.open(f"/?{RECIPE.to_query()}&step=1", 1)
    page.locator("#back").focus()
    page.keyboard.press("d")
    expect(page.locator("#dock header [aria-pressed=true]")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    screen.at(0)
    page.keyboard.press("Escape")
    expect(page.locator("#debug")).to_be_focused()  # Back is off by now


@pytest.mark.further_case
def test_what_is_pressed_in_the_dock_keeps_the_focus_or_hands_it_on(page):
    screen = Screen(page).open(f"/?{RECIPE.to_query()}&step=137&view.dock=why&view.why=W.6.2", 137)
    of_instances = page.locator(".dock-list .way").first
    expect(of_instances).to_be_visible()
    first = of_instances.inner_text()

    def enter(pressed):
        pressed.focus()
        page.keyboard.press("Enter")

    for way in ("word", "epoch", "instance"):  # each is asked for anew
        enter(page.locator(f".by-{way}"))
        expect(page.locator(f".by-{way}")).to_have_attribute("aria-pressed", "true")
        expect(of_instances).to_be_visible()
        expect(page.locator(f".by-{way}")).to_be_focused()
    enter(of_instances)
    screen.at(int(first))
    expect(page.locator(".dock-list .way:focus")).to_have_count(1)
    screen.open(f"/?{RECIPE.to_query()}&step=137&view.dock=why&view.why=loss.0.3", 137)
    before = page.locator(".dock-sum button >> visible=true")
    expect(before).to_have_count(1)
    step = int(before.inner_text())
    enter(before)
    screen.at(step)
    expect(before).not_to_have_text(str(step))
    expect(before).to_be_focused()
    enter(page.locator(".dock-list button >> visible=true").first)  # of a weight
    expect(page.locator("#dock header [aria-pressed=true]")).to_be_focused()
    screen.open(f"/?{RECIPE.to_query()}&step=137&view.dock=watches&view.watch=loss%0Aepoch", 137)
    expect(page.locator(".dock-watch")).to_have_count(2)
    enter(page.get_by_role("button", name="Watch loss no more"))
    expect(page.get_by_role("button", name="Watch epoch no more")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Expression to watch")).to_be_focused()
    enter(page.get_by_role("button", name="Predict"))
    expect(page.locator("#dock")).to_be_hidden()
    enter(page.locator(".predict-form").get_by_role("button", name="Close"))
    expect(page.locator("#next")).to_be_focused()


@pytest.mark.further_case
def test_keys_that_open_the_dock_lead_into_it_and_out_again(page):
    screen = Screen(page).open(f"/?{RECIPE.to_query()}&step=137", 137)
    page.keyboard.press("d")
    expect(page.locator("#dock header [aria-pressed=true]")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("#debug")).to_be_focused()
    for inside in ("header [aria-pressed=true]", "[aria-label='First word']"):  # of a field, too
        page.keyboard.press("d")
        expect(page.locator("#dock header [aria-pressed=true]")).to_be_focused()  # it is open
        page.locator(f"#dock {inside}").focus()
        page.keyboard.press("Escape")
        expect(page.locator("#debug")).to_be_focused()
        expect(page.locator("#dock")).to_be_hidden()
    screen.open(f"/?{RECIPE.to_query()}&step=137&view.focus=W.6.1", 137)
    page.locator(".number-box button", has_text="Why").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dock header [aria-pressed=true]")).to_be_focused()
    page.locator("#next").click()  # the pointer moves no focus
    screen.at(138)
    page.keyboard.press("Tab")
    assert page.locator("#dock :focus").count() == 1
    screen.open(f"/?{RECIPE.to_query()}&step=137&view.focus=W.6.1&view.dock=when&view.pins=6", 137)
    page.get_by_role("combobox", name="Condition").press_sequentially("lo")
    offered = page.locator(".dock-candidates li").first
    expect(offered).to_be_visible()
    for closed in (offered, page.locator(".number-box")):  # what lies over the dock before it
        page.keyboard.press("Escape")
        expect(closed).to_be_hidden()
        expect(page.locator("#dock")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dock")).to_be_hidden()
    assert "view.pins=6" in screen.link()


@pytest.mark.further_case
def test_what_was_entered_wrong_comes_back_with_its_mistake_and_not_into_the_link(page, complaints):
    complaints.allow("status of 400")
    Screen(page).open(f"{OPENED}&view.dock=watches&view.watch=cos(king%2C%20moon)", 137)
    box = page.get_by_role("combobox", name="Expression to watch")
    expect(page.locator(".dock-watch .problem")).to_contain_text("At character 11: got moon")  # a link's stays
    assert page.inner_text(".dock-watch .dock-value") == ""
    box.fill("cos(king,")
    box.press("Enter")
    expect(page.locator("#dock-watch-problem")).to_contain_text("At character 10")
    assert box.input_value() == "cos(king,"
    assert page.locator(".dock-watch").count() == 1
    box.fill("'king'")  # and one that is entered in its place
    box.press("Enter")
    expect(page.locator("#dock-watch-problem")).to_contain_text("got a word")
    box.fill("'😀' $")
    box.press("Enter")
    expect(page.locator("#dock-watch-problem mark")).to_have_text("$")
    assert page.locator(".dock-watch").count() == 1


@pytest.mark.further_case
def test_all_gradients_are_checked_in_pieces_and_what_is_known_stays(page):
    words = ",".join(f"w{i}|w{(i + 7) % 150}" for i in range(150))
    Screen(page).open(f"/?pairs={words}&vector_size=60&model=cbow&view.dock=by-hand", 0)  # 18,000 weights
    expect(page.locator(".dock-sheet input").first).to_be_visible()
    tools = page.get_by_role("group", name="By hand")
    tools.get_by_role("button", name="Gradient").click()
    waits = page.locator(".dock-progress >> visible=true").filter(has_text="of 18,000 weights …")
    expect(waits).to_be_visible()
    expect(waits.locator("[role=status]")).to_have_attribute("aria-busy", "true")  # counts are not said one by one
    said = page.locator(".dock-said >> visible=true")
    expect(said).to_contain_text("The worst of the gradients so far is W[")
    waits.get_by_role("button", name="Cancel").click()
    expect(said).to_contain_text("Cancelled. The worst of the gradients so far is W[")


@pytest.mark.further_case
def test_who_waits_is_told_so_and_can_cancel(page):
    Screen(page).open(f"{OPENED}&view.dock=by-hand", 137)
    expect(page.locator(".dock-sheet input").first).to_be_visible()
    page.route("**/gradient?*", lambda route: None)  # an answer that does not come
    tools = page.get_by_role("group", name="By hand")
    tools.get_by_role("button", name="Gradient").click()
    waits = page.locator(".dock-progress >> visible=true").filter(has_text="Working …")
    expect(waits).to_be_visible()
    waits.get_by_role("button", name="Cancel").click()
    expect(waits).to_be_hidden()
    expect(page.locator(".dock-said >> visible=true")).to_have_text("Cancelled.")
    tools.get_by_role("button", name="Check").click()
    expect(page.locator(".dock-said >> visible=true")).to_have_text("No number is written yet.")


LEFTS = """([selector, parts]) => {
  const node = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const [text, found, range] = [texts.nextNode(), [], document.createRange()];
  for (const part of parts) {
    const at = text.data.indexOf(part);
    range.setStart(text, at);
    range.setEnd(text, at + part.length);
    found.push(range.getBoundingClientRect().left);
  }
  return found;
}"""


@pytest.mark.further_case
@pytest.mark.parametrize(
    ("asked", "selector", "parts"),
    [
        ("why&view.why=loss.0.1", ".dock-title", ["Why", "סמך", "יפה", "→", "3.14"]),
        ("why&view.why=C*0*1", ".dock-what", ["יפה", "3.14", "→", "טוב"]),
        ("watches&view.watch=cos(טוב, יפה)", ".dock-watch .dock-title", ["cos", "טוב", "יפה"]),
    ],
)
def test_words_from_right_to_left_turn_nothing_in_the_dock(page, asked, selector, parts):
    """What stands first is on the left, as in the panels: an instance is not read from its targets."""
    screen = Screen(page)
    text = "שלום סמך יפה 3.14 טוב\nטוב hello שלום יפה"
    recipe = Recipe(text=text, tokenizer="words", model="nnlm", context=2)
    screen.open(f"/?{recipe.to_query()}&step=5&view.dock={asked}", 5)
    expect(page.locator(f"{selector} >> visible=true").first).to_contain_text(parts[1])
    lefts = page.evaluate(LEFTS, [selector, parts])
    assert lefts == sorted(lefts)
