"""A run in one file, opened from disk, without a server."""

import pytest

from explorer import Recipe, Run
from tests.browser.screen import Screen

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
    page.fill("#go-to", "900")
    page.keyboard.press("Enter")
    screen.at(300)
    assert [url.partition("#")[0] for url in asked] == [file]
    assert complaints.unexpected() == [f"request to {file}"]
    complaints.messages.clear()


def test_it_is_offered_where_the_help_is(page):
    Screen(page).open("/?preset=king-queen&step=30", 30)
    page.keyboard.press("?")
    address = page.eval_on_selector("#save-file", "(link) => link.href")
    saved = page.request.get(address)
    assert "attachment" in saved.headers["content-disposition"]
    assert '<script id="record"' in saved.text()


def test_what_it_cannot_do_it_says_with_a_way_into_the_program(page, file, complaints):
    Screen(page).open(f"{file}#step=20&view.focus=W.0.0", 20)
    page.get_by_text("open the run in the program").wait_for()
    program = page.get_attribute("#program", "href")
    assert program.startswith(f"http://127.0.0.1:8050/?{RECIPE.to_query()}")
    complaints.messages.clear()
