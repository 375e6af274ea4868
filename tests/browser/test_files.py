"""Files chosen or dropped become training data."""

from explorer import Recipe
from tests.browser.screen import Screen, eventually
from tests.browser.test_links import drop

PAIRS = "  b ^ a | c,\nc|a ,\n\n a|b,\n"
TEXT = "The cat sat\non the mat\n"


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
    recipe = Recipe(text=TEXT)
    screen.shows_weights(recipe, 0)
    screen.press("step-20").at(20).shows(recipe, 20)


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
