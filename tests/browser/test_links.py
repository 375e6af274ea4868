"""The address reopens what is shown: recipe, step, stage, view; and goes back and forward through recipes."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from explorer import Recipe
from tests.browser.screen import Screen, eventually

FRUIT = Recipe(preset="fruit-and-juice")
EDITED = FRUIT.edited(3, learning_rate=1.0).edited(5, weight=("W", "eat", 2, -0.75))


def address(recipe, **page):
    return "/?" + "&".join(part for part in (recipe.to_query(), urlencode(page)) if part)


def view_of(page):
    """The view options as the controls and panels show them."""
    return page.evaluate(
        """() => ({
          pressed: Array.from(document.querySelectorAll("[data-view][aria-pressed=true]"), (each) => each.title),
          chosen: Array.from(document.querySelectorAll("select[data-view]"), (each) => each.value),
          typed: Array.from(document.querySelectorAll(".asked input[list]"), (each) => each.value),
          focus: document.querySelector("#explanation .number .stage-title")?.textContent ?? "",
        })"""
    )


def test_a_copied_link_reopens_step_stage_and_view(page, new_page):
    screen = Screen(page).open(address(EDITED))
    screen.press("next", "next", "stage", "stage", "stage").at(2, "scores")
    for option, value in (("heat", "change"), ("fit", "both"), ("axes", "follow")):
        page.click(f"[data-view={option}][data-view-value={value}]")
    page.select_option("[data-view=trail]", "20")
    page.select_option("#of", "W_out")
    for name, word in zip("abc", ("juice", "drink", "eat"), strict=True):
        page.fill(f"#analogy-{name}", word)
    page.fill("#neighbours-word", "")  # a preset's own view option, taken away
    page.press("#neighbours-word", "Enter")
    page.click("#explanation [data-slot='u[o]']")
    page.wait_for_selector("#explanation .number-value")
    link = screen.link()

    guest = Screen(new_page()).open(link, 2, "scores")
    assert guest.page.get_attribute("[data-view=fit][data-view-value=both]", "aria-pressed") == "true"
    eventually(lambda: same(view_of(guest.page), view_of(page)))
    eventually(lambda: same(guest.table("projection"), screen.table("projection")))
    assert view_of(page)["typed"] == ["", "juice", "drink", "eat"]
    guest.page.click("[data-view=heat][data-view-value=values]")
    guest.shows_weights(EDITED, 2)


def test_what_the_page_names_in_its_head_is_asked_once(page):
    asked = []
    page.on("request", lambda request: "/describe" in request.url and asked.append(request.resource_type))
    Screen(page).open("/?preset=king-queen&step=137&stage=scores&view.analogy=", 137, "scores")
    assert len(asked) == 1


def test_a_link_that_asks_about_no_word_says_how_to(page):
    Screen(page).open("/?text=a+b+a+c&step=3", 3)
    page.wait_for_selector("#neighbours-list >> text=Type a word, or click one in the projection.")
    page.wait_for_selector("#analogy-list >> text=Type three words, such as king − man + woman.")


def test_no_file_is_fetched_when_the_address_follows(page):
    """Scripts leave that open: some come when the page first rests, which may be after a step."""
    asked, screen = [], Screen(page).open("/?preset=king-queen")
    page.on("request", lambda request: asked.append(request.url))
    for step in range(1, 4):
        screen.press("next").at(step)
        eventually(lambda step=step: has(page, f"step={step}"))
    assert not [url for url in asked if "/assets/" in url and not url.endswith(".mjs")]


_WRITTEN = """
  () => {
    globalThis.written = 0;
    const { replaceState } = history;
    history.replaceState = (...all) => {
      written += 1;
      return replaceState.apply(history, all);
    };
  }
"""


@pytest.mark.further_case
def test_while_one_steps_on_the_address_waits_until_one_rests(page):
    screen = Screen(page).open("/?preset=week&step=3", 3)
    eventually(lambda: page.evaluate("performance.now()") > 2000)  # what the page wrote as it opened is long written
    page.clock.install()
    page.evaluate(_WRITTEN)
    for _ in range(12):
        screen.press("next")
        page.clock.run_for(200)
    assert page.evaluate("written") <= 1
    page.clock.run_for(500)
    assert page.evaluate("written") <= 2
    assert "step=15" in page.evaluate("location.search")


@pytest.mark.further_case
def test_the_address_follows_and_a_reload_stays(page):
    screen = Screen(page).open(address(EDITED))
    screen.press("step-20", "next", "stage").at(21, "input")
    eventually(lambda: has(page, "step=21", "stage=input"))
    page.reload()
    screen.at(21, "input").shows(EDITED, 21, "input")


def test_back_and_forward_go_through_the_recipes(page):
    screen = Screen(page).open("/?preset=fruit-and-juice")
    screen.press("step-20", "next").at(21)
    page.select_option("#preset", "king-queen")  # at once: the address has not followed yet
    screen.at(0)
    assert page.input_value("#model") == "skip-gram"
    screen.press("next").at(1)
    eventually(lambda: has(page, "preset=king-queen", "step=1"))
    page.go_back()
    screen.at(21).shows(FRUIT, 21)
    assert page.input_value("#preset") == "fruit-and-juice"
    page.go_forward()
    screen.at(1).shows(Recipe(preset="king-queen"), 1)
    page.go_back()
    screen.at(21)
    eventually(lambda: has(page, "preset=fruit-and-juice", "step=21"))


@pytest.mark.further_case
def test_a_long_corpus_travels_in_the_fragment(page, new_page):
    pairs = ",".join(f"word{i}|word{(7 * i + 1) % 180}" for i in range(180))
    screen = Screen(page).open("/")
    page.fill("#pairs", pairs)
    screen.press("apply")
    eventually(lambda: count_words(screen, 180))
    screen.press("step-20").at(20)
    link = screen.link()
    assert "#z=" in link
    assert len(link.split("#")[0]) < 200
    guest = Screen(new_page()).open(link, 20)
    guest.open_table("weights").shows_weights(Recipe(pairs=pairs), 20)


@pytest.mark.further_case
def test_an_enormous_corpus_is_named_by_its_hash_and_asked_for(page, new_page, tmp_path):
    text = enormous_text()
    screen = Screen(page).open("/")
    drop(page, "corpus.txt", text)
    eventually(lambda: same(page.input_value("#text"), text))
    screen.press("apply")
    eventually(lambda: count_words(screen, 400))
    screen.press("next").at(1)
    page.click("#copy-link")
    page.wait_for_selector("#copy-link >> text=Copied: send the data along")
    link = screen.link()
    assert "#sha256=text:" in link
    guest = new_page()
    guest.goto(link)
    guest.wait_for_selector("#alert:visible")
    assert "corpus" in guest.inner_text("#alert")
    drop(guest, "other.txt", "another text")
    eventually(lambda: says(guest, "another file"))
    drop(guest, "corpus.txt", text)
    Screen(guest).at(1)
    eventually(lambda: same(Screen(guest).text("status"), screen.text("status")))
    assert guest.is_hidden("#alert")


def enormous_text():
    """Some 400 words in an order that does not compress into an address."""
    state, words = 1, []
    for _ in range(90_000):
        state = (state * 1103515245 + 12345) % 2**31
        words.append(f"w{(state >> 8) % 400}")
    return "\n".join(" ".join(words[i : i + 12]) for i in range(0, len(words), 12))


def drop(page, name, text):
    """Drop a file on the middle of the page."""
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name, { type: "text/plain" }));
          const at = document.querySelector("#network");
          for (const type of ["dragenter", "dragover", "drop"]) {
            at.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
          }
        }""",
        [name, text],
    )


def has(page, *parts):
    search = page.evaluate("location.search")
    assert all(part in search for part in parts), search


def same(one, other):
    assert one == other


def says(page, text):
    assert text in page.inner_text("#alert")


def count_words(screen, count):
    assert len(screen.page.query_selector_all("#words option")) == count


BAD_VIEWS = {
    "fit": ["nonsense"],
    "axes": ["follow", "-3", "1e12", "1.5", "never"],
    "turn": ["x", "1,1"],
    "instance": ["1.5", "-1", "99"],
    "unit": ["77", "-1"],
    "trail": ["-5", "1e9"],
    "focus": ["W.99.0", "nothing.1", "h", "..."],
    "pins": ["nobody,,eat"],
    "analogy": ["eat", "x,y,z,w"],
    "of": ["x"],
    "heat": ["x"],
    "nothing": ["at all"],
}


@pytest.mark.further_case
def test_a_step_that_no_run_reaches_is_told_as_the_link_has_it(page, complaints):
    complaints.allow("status of 400")
    Screen(page).open("/?preset=king-queen&step=999999999", 0)
    expect(page.locator(".problems")).to_contain_text("Given: 999999999")


@pytest.mark.further_case
def test_places_and_views_that_make_no_sense_do_no_harm(page, complaints):
    complaints.allow("status of 400")
    recipe = Recipe(preset="fruit-and-juice", batch_size=3)
    for place, step in (("stage=update", 0), ("step=2&stage=nothing", 2), ("step=x", 0)):
        Screen(page).open(f"{address(recipe)}&{place}", step)
    for number in range(max(map(len, BAD_VIEWS.values()))):
        bad = {f"view.{key}": values[number % len(values)] for key, values in BAD_VIEWS.items()}
        screen = Screen(page).open(address(recipe, step=4, **bad), 4)
        screen.press("next").at(5).shows_weights(recipe, 5)
