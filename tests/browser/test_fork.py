"""What if: a second run beside the first, under one transport."""

import re
from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from explorer.analysis.slices import slice_along
from explorer.numbers import exact
from explorer.web import queries
from tests.browser.screen import Screen, alive, eventually
from tests.browser.test_edits import edit_weight
from tests.cases import few_of

_CHANGED_RATE = "view.fork=edit%3D%255B12%252C%2522learning_rate%2522%252C0.5%255D"
KING = Recipe(preset="king-queen")
# The steps that both have painted, of every picture: A's, B's.
_WATCH = """
  () => {
    globalThis.seen = [];
    const other = document.querySelector(".fork-other");
    const watch = () => {
      seen.push([Number(document.body.dataset.step), Number(other.dataset.step)]);
      globalThis.watching = requestAnimationFrame(watch);
    };
    watch();
  }
"""
# Of the first map of the difference: how wide and how high a cell is, and how many rows it has.
_CELL = """
  () => {
    const { width, height } = document.querySelector(".fork-weights .hm image").getBoundingClientRect();
    const { meta, x } = document.querySelector(".fork-weights .js-plotly-plot").data[0];
    return [width / x.length, height / meta.rows.length, meta.rows.length];
  }
"""
# The texts that reach over what is seen of their figure, or that one can move along to.
_BESIDE_THEIR_FIGURE = """
  (texts) => texts.filter((text) => {
    const [box, figure] = [text.getBoundingClientRect(), text.closest(".fork-figure")];
    const { left, top, height } = figure.getBoundingClientRect();
    return box.left < left || box.top < top || box.right > left + figure.scrollWidth || box.bottom > top + height;
  }).map((text) => text.textContent)
"""


class Other(Screen):
    """B, in its half of the page."""

    def at(self, step, stage=None):
        stage = stage or ("update" if step else "start")
        place = f'.fork-other[data-ready="true"][data-step="{step}"][data-stage="{stage}"]'
        self.page.wait_for_selector(place, state="attached")
        return self

    def sheet(self, panel):
        return super().sheet(f"fork-{panel}")


def fork(page, rate):
    page.fill("#param-learning_rate", rate)
    page.click("#fork")


def test_on_a_page_that_scrolls_a_fork_begins_with_what_both_are_called(new_page):
    page = new_page(viewport={"width": 390, "height": 844})
    Screen(page).open("/?preset=king-queen&step=21", 21)
    fork(page, "1")
    page.wait_for_selector("body.forked")
    expect(page.locator(".fork-bar")).to_be_in_viewport()


@pytest.mark.further_case
def test_cells_of_the_difference_can_be_seen(page):
    """Where there is no room for all, of fewer rows, and one moves along the columns."""
    page.set_viewport_size({"width": 390, "height": 844})
    words = "&".join(f"w{i}|w{i + 1}" for i in range(60)).replace("&", ", ")
    link = f"/?pairs={words}&vector_size=30&step=20&view.fork=learning_rate%3D0.5&view.forkTab=difference"
    Screen(page).open(link, 20)
    page.wait_for_selector(".fork-weights .hm image")
    width, height, rows = page.evaluate(_CELL)
    assert min(width, height) >= 10
    assert rows < 61
    assert f"{rows} of 61 rows" in page.text_content(".fork-weights .gtitle")
    assert page.eval_on_selector(".fork-weights", "cell => Number(getComputedStyle(cell, '::after').opacity)") == 1


@pytest.mark.parametrize(("width", "height"), few_of([(1024, 768), (1280, 720), (390, 844)], (1024, 768)))
def test_no_figure_of_the_difference_lies_over_another(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    Screen(page).open("/?preset=king-queen&step=40&view.fork=learning_rate%3D0.5&view.forkTab=difference", 40)
    eventually(lambda: page.locator(".fork-figure .gtitle").count() == 3)
    shown = ".fork-figure :is(.xtick, .ytick, .xtitle, .ytitle, .gtitle, .legendtext, .textpoint text, .cbaxis text)"
    assert page.eval_on_selector_all(shown, _BESIDE_THEIR_FIGURE) == []
    weights, *others = (figure.bounding_box() for figure in page.locator(".fork-figure").all())
    assert others[0]["y"] + others[0]["height"] <= others[1]["y"]
    if width > 720:
        assert weights["x"] + weights["width"] <= others[0]["x"]
        assert page.evaluate("document.documentElement.scrollHeight") == height
        assert page.eval_on_selector(".fork-weights", "each => each.scrollWidth == each.clientWidth")


@pytest.mark.further_case
@pytest.mark.parametrize("preset", ["fruit-and-juice-cbow", "who-makes-which-noise"])
def test_the_scale_of_the_difference_is_in_sight_where_the_maps_are_not(page, preset):
    page.set_viewport_size({"width": 1280, "height": 720})
    Screen(page).open(f"/?preset={preset}&step=15&{_CHANGED_RATE}&view.forkTab=difference", 15)
    eventually(lambda: scale_in_sight(page))


_BOXES = "(parts) => [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect().toJSON())"


@pytest.mark.further_case
def test_the_scale_of_the_difference_follows_the_window(page):
    Screen(page).open(f"/?preset=fruit-and-juice-cbow&step=15&{_CHANGED_RATE}&view.forkTab=difference", 15)
    eventually(lambda: scale_in_sight(page))
    page.set_viewport_size({"width": 1920, "height": 720})
    eventually(lambda: box_of(page, ".cbfill")["height"] > box_of(page, ".cbfill")["width"])  # beside the maps
    page.set_viewport_size({"width": 1280, "height": 720})
    eventually(lambda: scale_in_sight(page))


def box_of(page, part):
    """Where a part of the weights' difference is; nowhere while it is drawn anew."""
    return next(iter(page.evaluate(_BOXES, f".fork-weights {part}")), {"width": 0, "height": 0})


def scale_in_sight(page):
    """The scale stands above the maps, in the part of their panel that is seen."""
    panel, *boxes = page.evaluate(_BOXES, ".fork-weights, .fork-weights :is(.cbfill, .cbaxis text)")
    titles = page.evaluate(_BOXES, ".fork-weights .gtitle")
    assert len(boxes) > 1
    assert titles
    for box in boxes:
        assert panel["left"] < box["left"]
        assert box["right"] < panel["right"]
        assert box["top"] >= titles[0]["bottom"]


@pytest.mark.further_case
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768), (1200, 800), (1280, 720), (1920, 1080)])
def test_in_what_the_second_run_differs_is_told_whole(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    Screen(page).open(f"/?preset=fruit-and-juice-cbow&step=15&{_CHANGED_RATE}", 15)
    told = page.locator(".fork-told").last
    expect(told).to_have_text("learning rate 0.5 after step 12")
    assert told.evaluate("each => each.scrollWidth <= each.clientWidth")
    bar, line = page.locator(".fork-bar").bounding_box(), told.bounding_box()
    assert bar["y"] <= line["y"]
    assert line["y"] + line["height"] <= bar["y"] + bar["height"]


@pytest.mark.further_case
def test_two_networks_of_numbers_differ_in_weights_and_loss_alone(page):
    link = "/?preset=xor-network&step=300&view.fork=learning_rate%3D0.5&view.forkTab=difference"
    Screen(page).open(link, 300)
    page.wait_for_selector(".fork-weights .hm image")
    assert page.locator(".fork-figure >> visible=true").count() == 2  # there are no words to be drawn
    for width in (1200, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 720})
        eventually(lambda: page.eval_on_selector(".fork-weights", "each => each.scrollWidth == each.clientWidth"))


def played_in_step(page, one):
    """Both runs play, at the same step whenever one looks; where they come to rest."""
    page.select_option("#speed", "60")
    page.evaluate(_WATCH)
    one.press("play")
    eventually(lambda: one.place()[0] > 60)
    one.press("play")
    seen = page.evaluate("() => { cancelAnimationFrame(watching); return seen; }")
    assert all(a == b for a, b in seen)
    assert len({a for a, _ in seen}) > 10
    return one.rested()


def test_two_runs_go_side_by_side_and_one_is_left_as_it_was(page):
    one, other = Screen(page), Other(page)
    one.open("/?preset=king-queen&step=20", 20)
    assert page.locator("#fork").is_hidden()
    fork(page, "0.5")
    faster = KING.edited(20, learning_rate=0.5)
    other.at(20).shows_weights(faster, 20)
    for step in (21, 22, 23):
        one.press("next").at(step)
        other.at(step)
    one.shows_weights(KING, 23)
    other.shows_weights(faster, 23)
    assert "learning rate 0.5 after step 20" in page.inner_text(".fork-bar")

    inside = KING.architecture.stages[1].name
    one.press("stage", "stage").at(23, inside)
    other.at(23, inside)
    step = played_in_step(page, one)
    other.at(step).shows_weights(faster, step)

    edit_weight(page, "king", "W, unit 1", "2", of="fork-weights")  # of B alone
    weighted = faster.edited(step, weight=("W", "king", 0, 2.0))
    other.at(step).shows_weights(weighted, step)
    one.at(step).shows_weights(KING, step)
    link = one.link()

    page.click(".fork-close")
    page.wait_for_selector(".fork-part", state="detached")
    one.at(step).shows(KING, step)
    one.press("next").at(step + 1)
    eventually(lambda: "fork" not in page.evaluate("location.search"))

    one.open(link, step)
    other.at(step).shows_weights(weighted, step)
    page.go_back()


TEXT = Recipe(text="the king greets the queen and the queen greets the king", window=2)
FROM_THE_START = [
    (KING, "seed", 9),
    (KING, "vector_size", 7),
    (TEXT, "dialect", "c"),
    (KING, "output", "negative"),
    (TEXT, "model", "skip-gram"),
]


@pytest.mark.further_case
@pytest.mark.parametrize(("recipe", "field", "value"), FROM_THE_START, ids=[field for _, field, _ in FROM_THE_START])
def test_from_the_start_anything_may_be_another(page, recipe, field, value):
    one, other, forked = Screen(page), Other(page), Recipe.from_query(f"{recipe.to_query()}&{field}={value}")
    one.open(f"/?{recipe.to_query()}", 0)
    if field in ("model", "output"):  # those of the page act at once
        page.keyboard.press("f")
        other.at(0).shows_weights(recipe, 0)
        page.click("text=B’s model")
        page.select_option(f"#fork-{field}", value)
        page.keyboard.press("Escape")
        page.wait_for_selector(f".fork-told >> text={field} {value}")
    else:
        control = page.locator(f"#param-{field}")
        control.select_option(value) if isinstance(value, str) else control.fill(str(value))
        page.click("#fork")
    other.at(0).shows_weights(forked, 0)
    one.press("step-20").at(20)
    other.at(20).shows_weights(forked, 20)
    one.shows_weights(recipe, 20)
    page.click(".fork-bar >> text=Difference")
    position, name = Run(recipe).compare(Run(forked), 0, 20).first_difference
    where = f"after step {position}" if position else "before step 1"
    expect(page.locator(".fork-first")).to_have_text(f"first difference {where}: {name}")
    page.click(".fork-bar >> text=Side by side")
    link = one.link()
    one.open(link, 20)
    other.at(20).shows_weights(forked, 20)


def test_what_b_s_model_has_not_kept_is_told(page):
    recipe = Recipe(preset="feed-the-cat")
    kept = queries.chosen(recipe.to_query(), "model", "cbow")[1]
    assert kept
    other = Other(page)
    Screen(page).open(f"/?{recipe.to_query()}", 0)
    page.keyboard.press("f")
    other.at(0)
    page.click("text=B’s model")
    said = page.locator("#fork-kind [role=status]")
    expect(said).to_be_hidden()
    page.select_option("#fork-model", "cbow")
    expect(said).to_have_text(kept)
    page.select_option("#fork-model", "nnlm")
    expect(said).to_be_hidden()


def test_b_may_be_what_it_was_again_before_another_is_here(page):
    """The answer that tells what the other recipe is is held; then B is what it is already."""
    held = []
    page.route(re.compile(r"describe\?.*cbow"), lambda route: held.append(route))
    other = Other(page)
    Screen(page).open(f"/?{Recipe(preset='feed-the-cat').to_query()}", 0)
    page.keyboard.press("f")
    other.at(0)
    page.click("text=B’s model")
    page.select_option("#fork-model", "cbow")
    eventually(lambda: "cbow" in page.evaluate("location.search") and held)
    page.select_option("#fork-model", "nnlm")
    eventually(lambda: "cbow" not in page.evaluate("location.search"))
    for route in held:
        route.continue_()
    other.at(0)
    expect(page.locator("#fork-model")).to_have_value("nnlm")


def test_each_run_has_its_own_panels(page):
    Screen(page).open("/?preset=king-queen&step=20&view.fork=preset%3Dxor-network%26-model%3D", 20)
    page.wait_for_selector(".fork-other[data-ready=true][data-step='20']")
    page.wait_for_selector("#weights >> visible=true")
    for name in ("network", "plane"):
        page.wait_for_selector(f"#fork-{name} canvas >> visible=true")
        assert page.locator(f"#{name} >> visible=true").count() == 0
    assert page.locator("#fork-weights >> visible=true").count() == 0
    expect(page.locator(".fork-told").last).to_have_text("model mlp, other data")


@pytest.mark.further_case
def test_the_difference_is_drawn_and_nothing_is_left_of_it(page):
    one, other = Screen(page), Other(page)
    one.open("/?preset=king-queen&step=30", 30)
    devtools = page.context.new_cdp_session(page)
    left = []
    for _ in range(2):
        fork(page, "0.5")
        other.at(30)
        page.click(".fork-bar >> text=Difference")
        eventually(lambda: page.locator(".fork-figure .main-svg").count() >= 3)
        eventually(lambda: "B − A · weights after step 30" in page.inner_text(".fork-weights"))
        eventually(lambda: "the same after step 30" in page.inner_text(".fork-first"))
        one.press("step-20").at(50)
        eventually(lambda: "first difference after step 31: W" in page.inner_text(".fork-first"))
        eventually(lambda: "after step 50" in page.inner_text(".fork-projection"))
        page.click(".fork-first")
        one.at(31)
        page.click(".fork-close")
        page.wait_for_selector(".fork-part", state="detached")
        page.fill("#go-to", "30")
        page.press("#go-to", "Enter")
        one.at(30)
        page.wait_for_timeout(400)
        left.append(alive(page, devtools))
    (nodes, listeners), (nodes_after, listeners_after) = left
    assert nodes_after <= nodes + 300  # Plotly keeps a little; two explorers' panels have thousands
    assert listeners_after <= listeners


@pytest.mark.further_case
def test_a_press_on_the_difference_goes_to_its_step_or_word(page):
    """A point of a loss curve is a step, one of the projection a word: chosen in both runs, beside each other."""
    one, other = Screen(page), Other(page)
    one.open("/?preset=king-queen&step=40&view.fork=learning_rate%3D0.5&view.forkTab=difference", 40)
    loss = page.locator(".fork-loss .nsewdrag").first
    expect(loss).to_be_visible()
    expect(page.locator(".fork-loss .modebar .icon").first).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    box = loss.bounding_box()
    first, last = page.evaluate("document.querySelector('.fork-loss .js-plotly-plot')._fullLayout.xaxis.range")
    loss.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    step = round((first + last) / 2)
    one.at(step)
    other.at(step)
    eventually(lambda: f"after step {step}" in page.inner_text(".fork-projection"))
    box = page.locator(".fork-projection .points path >> visible=true").first.bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*at)
    word = page.locator(".fork-projection .hovertext tspan").first.text_content()
    page.mouse.click(*at)
    expect(page).to_have_url(re.compile(rf"view\.word={word}&"))
    assert "forkTab" not in page.url


@pytest.mark.further_case
def test_who_waits_for_a_difference_is_told_so_and_can_cancel(page):
    page.route("**/difference?*", lambda route: None)  # an answer that does not come
    screen = Screen(page).open("/?preset=king-queen&step=40&view.fork=learning_rate%3D0.5&view.forkTab=difference", 40)
    waits = page.locator(".fork-difference > .dock-progress")
    expect(waits).to_contain_text("Comparing the two runs …")
    waits.get_by_role("button", name="Cancel").click()
    expect(waits).to_be_hidden()
    expect(page.locator(".fork-note")).to_have_text("Cancelled. At another step it is drawn again.")
    page.unroute("**/difference?*")
    screen.press("next").at(41)
    expect(page.locator(".fork-weights .heatmaplayer image").first).to_be_visible()
    expect(page.locator(".fork-note")).to_have_text("")


@pytest.mark.further_case
def test_the_dock_asks_about_the_run_whose_number_is_pressed(page):
    """Why, a watch and a gradient of a number of B are B's, and the link has them; the dock says which run it asks."""
    one, other = Screen(page), Other(page)
    one.open("/?preset=king-queen&step=20&view.fork=learning_rate%3D0.9&view.focus=W.6.1", 20)
    other.at(20)
    faster = Recipe(preset="king-queen", learning_rate=0.9)
    asked = page.get_by_role("group", name="Which run is asked").locator("[aria-pressed=true]")

    def shows(recipe, step, place=".dock-half:not([hidden])"):
        shown = page.locator(f"{place} .dock-value").first
        weight = Run(recipe).seek(step).parameters["W"][KING.corpus.index["king"], 1]
        eventually(lambda: float(shown.inner_text().split()[0]) == pytest.approx(weight, rel=1e-6))

    page.click(".fork-other .number-tools >> text=Why")
    expect(asked).to_have_text("B")
    shows(faster, 20)
    link = one.link()
    page.get_by_role("button", name="A", exact=True).click()
    shows(KING, 20)
    one.open(link, 20)
    other.at(20)
    shows(faster, 20)
    expect(asked).to_have_text("B")
    one.press("next").at(21)
    shows(faster, 21)

    page.click(".dock >> text=By hand")
    page.click("text=Gradient of W[king, 2]")
    said = page.locator(".dock-said")
    gradient = Run(faster).frame(20).gradients["W"][KING.corpus.index["king"], 1]
    told = r"its gradient is (\S+),"
    eventually(lambda: float(re.findall(told, said.inner_text())[0]) == pytest.approx(gradient, rel=1e-6))
    page.get_by_role("button", name="Why", exact=True).click()
    page.click(".dock-half:not([hidden]) >> text=Watch")
    shows(faster, 21, ".dock-watches")
    expect(page.locator(".dock-watches > li")).to_have_count(1)  # asked for once, though both runs are painted
    page.click(".fork-close")
    shows(KING, 21, ".dock-watches")
    expect(asked).to_be_hidden()


@pytest.mark.further_case
def test_a_weight_of_either_run_shows_the_loss_along_it(page):
    one = Screen(page)
    one.open("/?preset=king-queen&step=20&view.fork=learning_rate%3D0.9&view.focus=W_out.2.1", 20)
    Other(page).at(20)
    plot, letter = "#enlarged .js-plotly-plot", page.locator("#enlarged-run")
    slopes = {
        letter: exact(slice_along(Run(recipe).frame(19), "W_out", (2, 1)).weight.slope)
        for letter, recipe in (("A", KING), ("B", Recipe(preset="king-queen", learning_rate=0.9)))
    }
    assert slopes["A"] != slopes["B"]
    page.click(".fork-other .number-tools >> text=Loss along it")
    page.wait_for_selector(f"{plot} >> text=tangent: ∂E/∂w = {slopes['B']}")
    expect(letter).to_have_text("B")
    eventually(lambda: "view.forkEnlarged=B" in page.url)
    link = page.url
    page.keyboard.press("Escape")
    page.click(":not(.fork-other) > .number-box >> text=Loss along it")
    page.wait_for_selector(f"{plot} >> text=tangent: ∂E/∂w = {slopes['A']}")
    expect(letter).to_have_text("A")
    page.goto(link)
    page.wait_for_selector(f"{plot} >> text=tangent: ∂E/∂w = {slopes['B']}")


@pytest.mark.further_case
def test_a_fork_that_is_no_recipe_is_told_instead_of_its_difference(page, complaints):
    complaints.allow("status of 400")
    Screen(page).open("/?preset=king-queen&step=9&view.fork=learning_rate%3Dfast&view.forkTab=difference", 9)
    told = page.locator(".fork-difference > .alert")
    told.wait_for(state="visible")
    assert "learning_rate" in told.inner_text()
    assert page.locator(".fork-figure >> visible=true").count() == 0  # none says that it is being drawn
    page.click(".fork-bar >> text=Side by side")
    page.locator(".fork-other > .alert").wait_for(state="visible")


@pytest.mark.further_case
def test_both_runs_draw_the_way_of_many_steps(page):
    screen = Screen(page).open(f"/?{KING.to_query()}&step=20&view.fork=learning_rate%3D0.5", 20)
    Other(page).at(20)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "frames.stride" in request.url else None)
    screen.press("step-100").at(120)
    eventually(lambda: len([url for url in asked if "learning_rate=0.5" in url]) == 1)
    assert len(asked) == 2


def test_a_preset_opens_both_dialects_and_says_what_one_leaves_of_the_text(page):
    one, other = Screen(page), Other(page)
    recipe = Recipe(preset="as-the-program-has-it")
    one.open("/?preset=as-the-program-has-it&step=12", 12)
    other.at(12).shows_weights(Recipe(preset="as-the-program-has-it", dialect="paper"), 12)
    one.shows_weights(recipe, 12)
    told = page.locator(".fork-told").last
    assert told.evaluate("(each) => each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)") < 3  # lines
    page.click("[popovertarget=fork-says]")
    expect(page.locator("#fork-says")).to_contain_text("as word2vec.c has it")
    page.keyboard.press("Escape")
    expect(page.locator("#fork-says")).to_be_hidden()
    page.click(".fork-close")
    expect(page.locator("#dialect-left")).to_be_empty()
    page.select_option("#param-dialect", "c")
    expect(page.locator("#dialect-left")).to_have_text("sample 0.001 leaves about 4 of 32 words; 0 keeps all")


@pytest.mark.further_case
def test_what_b_differs_by_is_told_in_the_words_of_its_control(page):
    data, name = "/?preset=fruit-and-juice-cbow&step=5", "context_gradient"
    for query, value in (
        (f"view.fork={name}%3Dundivided", "undivided"),
        (f"{name}=undivided&view.fork=-{name}%3D", "divided"),
    ):
        Screen(page).open(f"{data}&{query}", 5)
        told = page.locator(f"[data-field={name}] label").inner_text()
        expect(page.locator(".fork-told").last).to_have_text(f"{told}: {value}")


def test_inside_a_step_b_is_at_its_stage_or_the_last_before_it_that_both_have(page):
    a, b = Screen(page), Other(page)
    a.open("/?preset=king-queen&step=20&view.fork=output%3Dhierarchical", 20)
    b.at(20)
    for one, other in (("input", "input"), ("hidden", "hidden"), ("scores", "scores"), ("softmax", "scores")):
        a.press("stage").at(20, one)
        b.at(20, other)
    parts = page.locator(".fork-name .muted")
    expect(parts.first).to_have_text("softmax (4 of 8)")
    expect(parts.last).to_have_text("scores (4 of 10)")
    eventually(lambda: "stage=softmax" in page.evaluate("location.search"))
    page.reload()
    b.at(20, "scores")
    a.at(20, "softmax")
    a.press("stage").at(20, "loss")
    b.at(20, "loss")


def test_what_is_changed_in_b_can_be_taken_back(page):
    edits = Recipe(preset="king-queen").edited(40, learning_rate=0.05).edited(50, learning_rate=0.1).to_query()
    kept = urlencode([(key, value) for key, value in parse_qsl(edits) if key == "edit"])
    Screen(page).open(f"/?preset=king-queen&step=20&{urlencode({'view.fork': kept})}", 20)
    Other(page).at(20)
    told = page.locator(".fork-told").last
    expect(told).to_contain_text("after step 50")
    edit_weight(page, "king", "W, unit 1", "0.5", of="fork-weights")
    expect(told).to_have_text("W[king, 1] = 0.5 after step 20")
    expect(page.locator("#alert")).to_contain_text("Run B: The 2 changes after step 20 are gone")
    page.click("#alert >> text=Back to that run")
    expect(told).to_contain_text("after step 50")
    page.click(".fork-close")
    page.wait_for_selector("body:not(.forked)")
    page.go_back()
    expect(page.locator(".fork-told").last).to_contain_text("after step 50")


def test_another_model_of_b_leaves_a_s_words_and_names_its_data(page):
    Screen(page).open("/?preset=king-queen&step=20", 20)
    words = page.input_value("#neighbours-word"), page.input_value("#analogy-b")
    assert all(words)
    page.keyboard.press("f")
    Other(page).at(20)
    entries = page.evaluate("history.length")
    page.keyboard.press("f")  # once more: it is what it is
    page.click("text=B’s model")
    page.select_option("#fork-model", "perceptron")
    expect(page.locator(".fork-name .muted").last).to_contain_text("A single unit")
    page.keyboard.press("Escape")
    assert page.evaluate("history.length") == entries + 1
    page.click(".fork-bar >> text=Note")
    expect(page.locator(".fork-says h2")).to_have_text([re.compile("^A: King"), "B: A single unit"])
    page.keyboard.press("Escape")
    page.click(".fork-close")
    page.wait_for_selector("body:not(.forked)")
    assert (page.input_value("#neighbours-word"), page.input_value("#analogy-b")) == words
