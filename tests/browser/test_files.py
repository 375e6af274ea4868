"""Files chosen or dropped become training data."""

import pytest
from playwright.sync_api import expect

from explorer import Recipe
from tests.browser.screen import Screen, eventually
from tests.browser.test_links import drop

PAIRS = "  b ^ a | c,\nc|a ,\n\n a|b,\n"
TEXT = "The cat can’t sit\non 3.14 mats, can't it\n"


def test_a_dropped_file_of_pairs_and_a_chosen_file_of_text(page, tmp_path):
    screen = Screen(page).open("/")
    screen.press("next").at(1)
    drop(page, "my pairs.txt", PAIRS)
    eventually(lambda: says(screen, "my pairs.txt"))
    assert screen.place() == (1, "update")  # nothing runs yet
    screen.press("apply").at(0).shows_weights(Recipe(pairs=PAIRS), 0)

    path = tmp_path / "cat.txt"
    path.write_text(TEXT, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        screen.press("file")
    chooser.value.set_files(path)
    eventually(lambda: says(screen, "cat.txt"))
    screen.press("apply")
    recipe = Recipe(text=TEXT, tokenizer="words")
    screen.shows_weights(recipe, 0)
    screen.press("step-20").at(20).shows(recipe, 20)


@pytest.mark.further_case
def test_an_old_link_keeps_its_words_until_its_text_is_typed_anew(page):
    old = Recipe(text=TEXT)
    screen = Screen(page).open(f"/?{old.to_query()}&step=5", 5).shows(old, 5)
    assert page.input_value("#param-tokenizer") == "plain"
    page.fill("#text", TEXT.replace("cat", "mats"))
    assert page.input_value("#param-tokenizer") == "words"
    expect(page.locator("[data-field=tokenizer]")).to_have_attribute("data-changed", "")
    assert page.is_enabled("#change-here")  # the run goes on as it reads
    typed = Recipe(text=TEXT.replace("cat", "mats"), tokenizer="words")
    screen.press("apply").at(0).shows_weights(typed, 0)
    assert page.input_value("#param-tokenizer") == "words"
    page.select_option("#param-tokenizer", "plain")
    screen.press("apply").at(0).shows_weights(typed.replaced(tokenizer="plain"), 0)


@pytest.mark.further_case
def test_what_is_chosen_for_new_text_by_hand_stays(page):
    screen = Screen(page).open(f"/?{Recipe(text=TEXT).to_query()}", 0)
    page.fill("#text", f"{TEXT} C++")
    for chosen in ("words", "plain"):
        page.select_option("#param-tokenizer", chosen)
    screen.press("apply").at(0).shows_weights(Recipe(text=f"{TEXT} C++"), 0)
    page.fill("#text", f"{TEXT} C#")
    page.fill("#text", f"{TEXT} C++")  # as it was
    assert page.input_value("#param-tokenizer") == "plain"


@pytest.mark.further_case
def test_a_file_that_is_no_text_is_refused(page, tmp_path):
    screen = Screen(page).open("/")
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\xff\xfe\x00\x01|\xc3")
    with page.expect_file_chooser() as chooser:
        screen.press("file")
    chooser.value.set_files(path)
    eventually(lambda: says(screen, "not a text file"))
    screen.press("next").at(1).shows(Recipe(preset="fruit-and-juice"), 1)


def says(screen, text):
    assert text in screen.text("file-name")
