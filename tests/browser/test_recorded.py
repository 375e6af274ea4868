"""A run, and a lesson, in one file, opened from disk, without a server."""

import re

import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run, limits, save_lesson
from tests.browser.screen import Screen
from tests.browser.test_lessons import ASK, PRINT, Mouse, Walk

RECIPE = Recipe(preset="king-queen")


@pytest.fixture
def file(tmp_path):
    Run(RECIPE).seek(300).save_html(tmp_path / "run.html")
    return (tmp_path / "run.html").as_uri()


def test_it_opens_from_disk_and_goes_both_ways(page, file, complaints):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    screen = Screen(page).open(file, 300).shows_weights(RECIPE, 300)
    page.keyboard.press("ArrowLeft")
    screen.at(299).shows_weights(RECIPE, 299)
    screen.press("restart").at(0)
    screen.press("step-100").at(100).shows_weights(RECIPE, 100)
    page.keyboard.press("Shift+ArrowRight")
    screen.at(100, "input")
    page.fill("#neighbours-word", "king")
    page.keyboard.press("Enter")
    first, *_ = Run(RECIPE).seek(100).neighbours("king")
    page.wait_for_selector(f"#neighbours-list li:has-text('{first[0]}')")
    screen.press("pca", "predict")
    page.get_by_label("Your answer").locator("visible=true").select_option("0")
    page.get_by_role("button", name="Reveal").click()
    screen.at(100, "hidden")
    page.get_by_text("of 1 right").wait_for()
    page.keyboard.press("g")
    answer = page.get_by_label("Your answer").locator("visible=true")
    answer.wait_for(state="detached")
    page.keyboard.press("g")
    answer.wait_for()
    page.keyboard.press("g")
    page.fill("#go-to", "900")
    page.keyboard.press("Enter")
    screen.at(300)
    expect(page.locator(":is(#next, #play, #step-20, #step-100, #step-500):enabled")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("last in this file")
    page.get_by_text("This file has steps 1 to 300 of the run, not step 900.").wait_for()
    assert [url.partition("#")[0] for url in asked] == [file]
    assert complaints.unexpected() == [f"request to {file}"]
    complaints.messages.clear()


def test_it_is_offered_where_the_help_is(page):
    Screen(page).open("/?preset=king-queen&step=30", 30)
    page.keyboard.press("?")
    expect(page.locator("#saved-steps")).to_have_text("2,000")
    address = page.eval_on_selector("#save-file", "(link) => link.href")
    saved = page.request.get(address)
    assert "attachment" in saved.headers["content-disposition"]
    assert '<script id="record"' in saved.text()


def test_what_it_cannot_do_it_says_with_a_way_into_the_program(page, file, complaints):
    Screen(page).open(f"{file}#step=20&view.focus=W.0.0", 20)
    expect(page.get_by_text("two runs side by side")).to_be_in_viewport()
    expect(page.locator("#note li", has_text="In the program")).to_have_text(re.compile("Restart with another seed"))
    page.get_by_text("open the run in the program").wait_for()
    box = page.get_by_role("dialog", name="How this number came about")
    expect(box.locator(".stage-title")).to_have_text("W[crown, 1]")
    expect(box.get_by_role("link", name="Open it in the program")).to_have_attribute("href", re.compile("focus=W.0.0"))
    program = page.get_attribute("#program", "href")
    assert program.startswith(f"http://127.0.0.1:8050/?{RECIPE.to_query()}")
    cells = page.get_by_label("Heatmaps of the weights")
    cells.dblclick(position={"x": 100, "y": 40})
    page.get_by_text("A changed run is not in this file").wait_for()
    expect(page.locator("#alert a")).to_have_attribute("href", re.compile("preset=king-queen"))
    expect(page.locator("#cell-editor, .cell-editor")).to_have_count(0)
    complaints.messages.clear()


@pytest.mark.further_case
def test_neighbours_among_some_of_many_words_are_called_so(page, tmp_path, complaints):
    words = limits.MAX_WHOLE_WORDS + 2
    pairs = ", ".join(f"w{i}|w{(7 * i + 1) % words}" for i in range(words))
    Run(Recipe(pairs=pairs, output="negative")).seek(20).save_html(tmp_path / "many.html")
    Screen(page).open((tmp_path / "many.html").as_uri(), 20)
    page.fill("#neighbours-word", "w0")
    page.keyboard.press("Enter")
    expect(page.locator("#neighbours-list li")).to_have_count(10)
    expect(page.locator(".off")).to_contain_text("what pinned words excite, the most probable words, why")
    expect(page.locator("#neighbours-list > p")).to_have_text("Only this file’s words:")
    complaints.allow("request to file:")


@pytest.mark.further_case
def test_in_a_notebook_it_says_what_one_does_in_python(page, tmp_path, complaints):
    shown = Run(RECIPE).seek(20).show("weights explanation")
    (tmp_path / "notebook.html").write_text(shown._repr_html_(), encoding="utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("body[data-step='20'][data-ready='true']").wait_for()
    expect(frame.get_by_text("Off in this frame, and had in Python")).to_be_in_viewport()
    frame.locator("#back").click()
    page.keyboard.press("ArrowLeft")  # a press with the mouse gives the frame the keys
    frame.locator("body[data-step='18'][data-ready='true']").wait_for()
    frame.get_by_label("Heatmaps of the weights").click(position={"x": 100, "y": 40})
    frame.get_by_text("is not in this frame; Python has it").wait_for()
    expect(frame.get_by_role("link")).to_have_count(0)
    complaints.allow("request to file:")


@pytest.mark.further_case
def test_in_a_notebook_one_predicts_and_reveals(page, tmp_path, complaints):
    (tmp_path / "notebook.html").write_text(Run(RECIPE).seek(20).show("vectors")._repr_html_(), encoding="utf-8")
    page.goto((tmp_path / "notebook.html").as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Predict").click()
    frame.get_by_label("What is predicted").select_option("value")
    frame.get_by_label("Your number").fill("7")
    page.keyboard.press("Enter")
    frame.locator("body[data-step='20'][data-stage='input'][data-ready='true']").wait_for()
    expect(frame.get_by_role("region", name="Prediction")).to_contain_text("0 of 1 right")
    complaints.allow("request to file:")


@pytest.mark.further_case
def test_a_lesson_is_walked_to_its_end_without_a_network(new_page, tmp_path, complaints):
    name, asked = "cbow-by-hand", []
    save_lesson(name, tmp_path / f"{name}.html")
    address = (tmp_path / f"{name}.html").as_uri()
    page = new_page(reduced_motion="reduce")
    page.on("request", lambda request: asked.append(request.url))
    page.route(re.compile("^(?!file:)"), lambda route: route.abort())
    walk = Walk(page, name, Mouse, address)
    walk.to_the_end()
    page.wait_for_selector("#main-step-20:visible")
    page.wait_for_selector("#lesson-beside .lesson-explorer > [data-ready=true]")
    step = int(page.get_attribute("#lesson-beside .lesson-explorer > div", "data-step"))
    page.click("#main-back")
    page.wait_for_selector(f".lesson-explorer > [data-step='{step - 1}'][data-ready=true]")
    page.click("text=Back to where the text is")
    page.wait_for_selector(f".lesson-explorer > [data-step='{step}'][data-ready=true]")
    assert page.get_attribute(".lesson-explorer-bar a", "href").startswith("http://127.0.0.1:8050/?preset=by-pencil&")
    page.keyboard.press("p")
    page.wait_for_selector("html.lesson-presenting .lesson-beat.now")
    page.keyboard.press("Escape")
    page.evaluate(PRINT)
    page.click("#lesson-print")
    page.wait_for_selector("body[data-figures]")
    assert int(page.get_attribute("body", "data-figures")) == page.locator(".lesson-cue").count()
    page.wait_for_selector(".lesson-figure", state="detached")
    page.reload()
    page.wait_for_selector(f"body[data-beat='{walk.beats - 1}'][data-done]")
    page.click(".lesson-again")
    page.wait_for_selector("body[data-beat='0']:not([data-done])")
    assert {url.partition("#")[0] for url in asked} == {address}
    complaints.allow("request to file:")


@pytest.mark.further_case
def test_other_runs_of_a_lesson_are_off_and_lead_to_the_program(page, tmp_path, complaints):
    save_lesson("error-vector", tmp_path / "lesson.html")
    page.goto((tmp_path / "lesson.html").as_uri() + "#how-far-along-the-error")
    page.wait_for_selector("body[data-beat]")
    while not page.locator(f"{ASK} .lesson-recipe").count():
        if page.locator(f"{ASK}:not([data-settled])").count():
            page.check(f"{ASK} input >> nth=0")
            page.click(f"{ASK} [type=submit]")
        page.click("#lesson-on")
        page.wait_for_selector(".lesson-explorer:visible > [data-ready=true]")
    assert page.locator(f"{ASK} .lesson-recipe :enabled").count() == 0
    assert page.get_attribute(f"{ASK} .lesson-recipe a", "href").startswith("http://127.0.0.1:8050/?preset=one-pair&")
    page.click(f"{ASK} .lesson-tell")
    page.wait_for_selector(".lesson-explorer:visible > [data-step='10'][data-ready=true]")
    complaints.allow("request to file:")
