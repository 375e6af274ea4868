"""Changes from here: the rate, the data, one weight; and their undoing."""

import pytest
from playwright.sync_api import expect

from explorer import Recipe
from tests.browser.screen import Screen, eventually, pointer_over

FRUIT = Recipe(preset="fruit-and-juice")
OTHER = "drink|juice, drink|water"

# What an element says from now on, were it for a moment only.
_LISTEN = """
  (selector) => {
    globalThis.said = [];
    const element = document.querySelector(selector);
    const kinds = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => said.push(element.innerText)).observe(element, kinds);
  }
"""


def test_edits_change_the_run_from_here_and_are_undone_by_going_back(page):
    screen = Screen(page).open("/")
    screen.press("next", "next", "next").at(3)

    edit_weight(page, "eat", "W, unit 3", "-0,75")  # a comma as the decimal sign
    one = FRUIT.edited(3, weight=("W", "eat", 2, -0.75))
    screen.at(3).shows_weights(one, 3)
    eventually(lambda: explained(page, "W[eat, 3]", "-0.75", "set by hand before step 4"))
    eventually(lambda: edits_in_address(page, 1))  # while its box is open, too
    page.click("#explanation button >> text=Close")
    screen.press("step-20").at(23).shows(one, 23)

    page.fill("#param-learning_rate", "0.01")
    screen.press("change-here").at(23)
    two = one.edited(23, learning_rate=0.01)
    eventually(lambda: edits_in_address(page, 2))
    screen.press("next").at(24).shows(two, 24)

    typed = page.input_value("#pairs")
    page.fill("#pairs", OTHER)
    screen.press("change-here").at(24)
    three = two.edited(24, pairs=OTHER)
    eventually(lambda: edits_in_address(page, 3))
    screen.press("step-20").at(44).shows(three, 44)
    assert page.input_value("#pairs") == OTHER

    page.go_back()
    screen.at(24).shows(two, 24)
    assert page.input_value("#pairs") == typed
    page.go_back()
    screen.at(23).shows(one, 23)
    assert page.input_value("#param-learning_rate") == "0.2"
    page.go_back()
    screen.at(3).shows_weights(FRUIT, 3)
    page.go_forward()
    screen.at(23).shows(one, 23)
    screen.press("restart").at(0).shows_weights(FRUIT, 0)  # an edit waits for its step


def test_enter_in_a_field_changes_from_here_and_restarts_where_that_cannot_be(page, complaints):
    complaints.allow("status of 400")
    one = FRUIT.edited(3, weight=("W", "eat", 2, -0.75))
    screen = Screen(page).open(f"/?{one.to_query()}")
    page.fill("#go-to", "1e3")
    page.press("#go-to", "Enter")
    assert page.get_attribute("#go-to", "aria-invalid") == "true"
    assert "0 to 10,000,000" in page.eval_on_selector("#go-to", "box => box.validationMessage")
    page.fill("#go-to", "40")
    page.press("#go-to", "Enter")
    screen.at(40)
    page.fill("#param-learning_rate", "0.3")
    page.press("#param-learning_rate", "Enter")
    screen.at(40).shows_weights(one.edited(40, learning_rate=0.3), 40)
    eventually(lambda: reads(page, "#change-note", "Changed after step 40."))
    page.click("#edits-title")
    page.click("#edits-list li:has-text('after 3') >> text=Undo")
    eventually(lambda: reads(page, "#edits-title", "1 change on the way"))
    only = FRUIT.edited(40, learning_rate=0.3)
    screen.at(40).shows_weights(only, 40)
    eventually(lambda: edits_in_address(page, 1))

    page.fill("#param-seed", "x")
    page.press("#param-seed", "Enter")
    expect(page.locator("#param-seed")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#param-seed")).to_be_focused()
    assert page.inner_text("#change-note") == ""
    page.fill("#param-seed", "7")
    page.press("#param-seed", "Enter")  # no change on the way: it is said, and a second Enter restarts
    screen.at(40)
    assert page.evaluate("document.activeElement.id") == "apply"
    assert page.inner_text("#change-note").startswith("This takes a new run")
    page.keyboard.press("Enter")
    screen.at(0).shows_weights(only.replaced(seed=7), 0)
    page.evaluate(_LISTEN, "#copy-link")
    page.click("#copy-link")
    eventually(lambda: page.evaluate("said[0]") == "Copied")


def test_after_a_double_click_and_a_number_the_arrows_step_again(page):
    screen = Screen(page).open("/?preset=fruit-and-juice&step=7", 7)
    edit_weight(page, "eat", "W, unit 3", "0.5")
    edited = FRUIT.edited(7, weight=("W", "eat", 2, 0.5))
    screen.at(7).shows_weights(edited, 7)
    page.keyboard.press("ArrowRight")
    screen.at(8).shows_weights(edited, 8)
    page.keyboard.press("ArrowLeft")
    screen.at(7)


def test_the_controls_tell_what_holds_where_one_stands_and_restart_with_that(page):
    usual, other = Recipe(preset="king-queen"), "king|palace^he, queen|palace^she"
    changed = usual.edited(30, pairs=other).edited(60, learning_rate=0.05)
    screen = Screen(page).open(f"/?{changed.to_query()}&step=60", 60)

    def shown():
        return page.input_value("#param-learning_rate"), page.input_value("#pairs") == other

    def go(step):
        page.fill("#go-to", str(step))
        page.press("#go-to", "Enter")
        screen.at(step)

    eventually(lambda: shown() == ("0.05", True))
    page.fill("#param-learning_rate", "0.7")  # a draft, which stays
    screen.press("back").at(59)
    eventually(lambda: shown() == ("0.7", True))
    page.fill("#param-learning_rate", str(usual.learning_rate))
    go(29)
    eventually(lambda: shown() == (str(usual.learning_rate), False))
    go(40)
    eventually(lambda: shown() == (str(usual.learning_rate), True))

    page.click("#apply")
    eventually(lambda: edits_in_address(page, 0))
    screen.at(0)
    restarted = Recipe.from_query(page.evaluate("location.search.slice(1)"))
    assert (restarted.pairs, restarted.vector_size) == (other, usual.vector_size)


def test_a_change_before_others_says_that_they_are_gone(page):
    changed = FRUIT.edited(40, learning_rate=0.3).edited(50, learning_rate=0.4)
    screen = Screen(page).open(f"/?{changed.to_query()}&step=12", 12)
    page.fill("#param-learning_rate", "0.5")
    page.press("#param-learning_rate", "Enter")
    screen.at(12).shows_weights(FRUIT.edited(12, learning_rate=0.5), 12)
    lost = "The 2 changes after step 12 are gone: Back in the browser brings them back."
    eventually(lambda: reads(page, "#change-note", f"Changed after step 12. {lost}"))
    page.go_back()
    eventually(lambda: reads(page, "#edits-title", "2 changes on the way"))
    assert "gone" not in page.inner_text("#change-note")


def test_what_a_step_made_of_a_weight_stands_nowhere_once_that_is_set_by_hand(page):
    edited = FRUIT.edited(3, weight=("W", "eat", 0, 0.5))  # of the input word of the step before
    Screen(page).open(f"/?{edited.to_query()}&step=3", 3)
    heads = [page.inner_text(f".panel-{panel} [data-moment]") for panel in ("network", "weights")]
    assert heads == ["step 3, weights after it, edited", "after step 3, edited"]
    only_here, everywhere = (
        page.locator(f"#explanation .live [data-slot='new.{name}']") for name in ("W[i,k]", "W_out[o,k]")
    )
    only_here.hover()
    assert page.inner_text(".tooltip") == "W new"
    only_here.click()
    assert not page.is_visible("#explanation .number-box")
    assert [each.get_attribute("role") for each in (only_here, everywhere)] == [None, "button"]
    assert only_here.get_attribute("tabindex") == "-1"
    own = everywhere.text_content()
    everywhere.click()
    eventually(lambda: explained(page, "W′[rice, 1]", own, "made by step 3: eat → rice"))
    told = "Said of the preset's own settings; here it has another value set by hand."
    assert page.inner_text("#note-changed") == told


@pytest.mark.further_case
def test_an_edit_inside_a_step_is_computed_with(page):
    screen = Screen(page).open("/?preset=fruit-and-juice&step=5&stage=scores", 5, "scores")
    edit_weight(page, "apple", "W′, unit 1", "4/2")
    recipe = FRUIT.edited(5, weight=("W_out", "apple", 0, 2))
    screen.at(5, "scores").shows_weights(recipe, 5)
    edit_weight(page, "apple", "W′, unit 1", "many", accepted=False)
    page.type(".cell-editor", "1/")  # it is mended: nothing is wrong until Enter
    assert page.get_attribute(".cell-editor", "aria-invalid") is None
    page.keyboard.press("Escape")
    page.click("#explanation button >> text=Close")
    screen.shows(recipe, 5, "scores")
    screen.press("next").at(6).shows(recipe, 6)


def test_a_weight_that_is_typed_and_left_is_told_as_not_set(page):
    screen = Screen(page).open("/?preset=fruit-and-juice&step=5", 5)
    page.mouse.dblclick(*pointer_over(page, "weights", "apple", at=0.03, also="W′, unit 1"))
    page.wait_for_selector(".cell-editor:focus")
    page.fill(".cell-editor", "0.5")
    screen.press("next")
    expect(page.locator(".cell-left")).to_have_text("0.5 is not set: only Enter sets a weight")
    screen.at(6).shows_weights(FRUIT, 6)


def test_to_change_a_weight_ends_playing(page):
    Screen(page).open("/?preset=fruit-and-juice&step=5", 5)
    page.click("#play")
    page.mouse.dblclick(*pointer_over(page, "weights", "apple", at=0.03, also="W′, unit 1"))
    page.wait_for_selector(".cell-editor:focus")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def reads(page, selector, text):
    assert page.inner_text(selector) == text


def edit_weight(page, word, label, value, accepted=True, of="weights"):
    """A double click on the cell, a number, Enter. of : the panel's id; others of its explorer have the same prefix."""
    explanation = f"#{of.removesuffix('weights')}explanation"
    page.mouse.dblclick(*pointer_over(page, of, word, at=0.03, also=label))
    page.wait_for_selector(f"{explanation} .number-value")
    eventually(lambda: leaves_free(page, f"{explanation} .number-box", ".cell-editor"))
    page.fill(".cell-editor", value)
    page.press(".cell-editor", "Enter")
    if accepted:
        page.wait_for_selector(".cell-editor", state="detached")
    else:
        assert page.get_attribute(".cell-editor", "aria-invalid") == "true"
        told = page.eval_on_selector(".cell-editor", "field => field.validationMessage")
        assert told == "Write a number, such as 0.25 or 1/4."


def leaves_free(page, box, field):
    one, other = (page.locator(each).bounding_box() for each in (box, field))
    apart = [
        one[at] >= other[at] + other[size] or other[at] >= one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    ]
    assert any(apart), (one, other)


def explained(page, *parts):
    said = page.inner_text("#explanation")
    assert all(part in said for part in parts), said


def edits_in_address(page, count):
    assert page.evaluate("new URLSearchParams(location.search).getAll('edit').length") == count
