"""What is wrong is told beside its control, and words are data that run nothing."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Diverged, Recipe, Run
from tests.browser.screen import Screen, eventually, fits, pointer_over, spoken_of

FRUIT = Recipe(preset="fruit-and-juice")
HOSTILE = (
    "<img/src=x/onerror=alert(1)>",
    "<script>alert(2)</script>",
    "<b>bold</b>",
    '<a/href="https://foreign.example">link</a>',
    "<span/style='background:url(https://foreign.example/a.png)'>",
    "![](https://foreign.example/b.png)",
    "&lt;&amp;",
    '"quo\'ted"',
    "👩‍👩‍👧🐈",
    "שלום",
    "${7*7}{{7*7}}",
    "w" * 200,
)


# Whether all of a message is in sight in the controls.
_INSIDE = """
  (message) => {
    const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [outer, inner] = [".controls-scroll", message].map(boxOf);
    return inner.top >= outer.top && inner.bottom <= outer.bottom;
  }
"""


def refused(page, field):
    """The problem told beside a control, which is marked as invalid."""
    page.wait_for_selector(f"#{field}[aria-invalid=true]")
    return page.inner_text(f"[id='{field}-problem']")


def test_bad_values_are_told_beside_their_controls_and_the_run_goes_on(page, complaints):
    complaints.allow("status of 400")
    screen = Screen(page).open("/")
    screen.press("next", "next").at(2)
    page.fill("#param-vector_size", "0")
    page.press("#param-vector_size", "Enter")  # which would ask for a second one, were it not refused
    assert "from 1 to" in refused(page, "param-vector_size")
    assert not page.inner_text("#change-note")
    page.fill("#param-learning_rate", "fast")
    page.fill("#param-epochs", "")
    screen.press("apply")
    assert "from 1 to" in refused(page, "param-vector_size")
    assert "fast" in refused(page, "param-learning_rate")
    assert "Given: nothing" in refused(page, "param-epochs")
    assert page.locator("#problems li").count() == 3
    assert page.evaluate(_INSIDE, "[id='param-vector_size-problem']")
    screen.at(2).shows(FRUIT, 2)
    screen.press("next").at(3).shows(FRUIT, 3)

    page.fill("#param-vector_size", "3")
    assert page.get_attribute("#param-vector_size", "aria-invalid") is None
    assert not page.inner_text("[id='param-vector_size-problem']")
    assert page.locator("#problems li").count() == 2
    page.fill("#param-learning_rate", "0.2")
    page.fill("#param-epochs", "100")
    assert page.is_hidden("#problems")
    screen.press("apply").at(0)
    assert page.is_hidden("#problems")
    screen.shows_weights(Recipe(preset="fruit-and-juice", vector_size=3), 0)

    page.fill("#pairs", "eat|apple,\ndrink|juice|milk")
    screen.press("apply")
    assert "line 2" in refused(page, "pairs")
    page.fill("#pairs", "eat|apple, eat|newcomer")
    screen.press("change-here")
    assert "newcomer" in refused(page, "pairs")
    assert screen.place() == (0, "start")


def test_what_was_typed_and_set_is_not_lost_with_another_model_or_output(page, complaints):
    complaints.allow("status of 400")
    screen = Screen(page).open("/?preset=fruit-and-juice")
    page.fill("#pairs", "a|b, b|a")
    page.fill("#param-learning_rate", "0.07")
    page.select_option("#model", "skip-gram")
    own = Recipe(model="skip-gram", pairs="a|b, b|a", learning_rate=0.07)
    screen.at(0).shows_weights(own, 0)
    assert page.input_value("#pairs") == own.pairs
    page.fill("#param-learning_rate", "fast")
    page.select_option("#model", "cbow")
    refused(page, "param-learning_rate")
    assert page.input_value("#model") == "skip-gram"

    screen.open("/?preset=fruit-and-juice&step=3", 3)
    page.fill("#param-learning_rate", "0.1")
    page.press("#param-learning_rate", "Enter")
    page.wait_for_url("**edit=**")
    page.select_option("#output", "negative")
    page.wait_for_selector("#alert:visible >> text=Without the change on the way.")
    assert page.input_value("#param-learning_rate") == "0.1"


def test_a_model_says_what_it_has_not_kept_until_one_goes_on(page):
    screen = Screen(page).open("/?preset=the-everywhere")
    order = page.inner_text("label[for=param-order]")
    page.select_option("#model", "skip-gram")
    page.select_option("#model", "rnnlm")
    page.wait_for_selector(f"#alert:visible >> text={order} (shuffled → cyclic)")
    assert "Not in this model: Noise exponent (1.0)." in page.inner_text("#alert")
    assert page.input_value("#param-order") == "cyclic"
    screen.press("next").at(1)
    assert page.is_hidden("#alert")

    page.select_option("#model", "perceptron")
    page.wait_for_selector("#alert:visible >> text=cannot be trained on the pairs from before")
    page.click("#alert a >> text=Back to that run")
    screen.at(1)
    assert page.input_value("#model") == "rnnlm"
    assert page.is_hidden("#alert")
    page.select_option("#model", "nnlm")
    page.wait_for_selector("#model:has(option[value=nnlm]:checked)")
    screen.at(0)
    assert page.is_hidden("#alert")


def test_a_bad_link_says_so_and_leads_on_without_what_is_bad_or_to_the_default(page, complaints):
    complaints.allow("status of 400")
    page.goto("/?preset=fruit-and-juice&vector_size=-1&colour=red&seed=one&batch_size=2&step=3")
    page.wait_for_selector("#alert:visible")
    told = page.inner_text("#alert")
    assert all(word in told for word in ("vector_size", "colour", "seed")), told
    screen = Screen(page)
    page.wait_for_selector("#next:disabled")
    assert page.is_disabled("#timeline")
    assert page.is_disabled("#pca")
    assert page.is_enabled("#preset")
    assert page.is_hidden("[data-field=hidden]")  # another model's
    assert page.is_hidden(".panel-network")  # which has nothing to show
    page.click("#alert a >> text=without")
    screen.at(3).shows(Recipe(preset="fruit-and-juice", batch_size=2), 3)
    page.go_back()
    page.wait_for_selector("#alert:visible")
    page.click("#alert a >> text=default")
    screen.at(0).shows(FRUIT, 0, "start")
    page.go_back()
    page.wait_for_selector("#alert:visible")
    page.wait_for_selector("#next:disabled")
    page.fill("#pairs", "a|b, b|a")  # or to one's own data
    screen.press("apply").at(0)
    screen.shows_weights(Recipe(pairs="a|b, b|a"), 0)
    assert page.is_hidden("#alert")
    assert page.is_disabled("#restart")
    assert page.is_enabled("#enlarge")
    screen.press("next").at(1)


@pytest.mark.further_case
def test_where_a_link_asks_too_much_of_a_preset_the_preset_is_offered(page, complaints):
    complaints.allow("status of 400")
    page.goto("/?preset=xor-network&loss=hinge&output_activation=identity")
    page.wait_for_selector("#alert:visible")
    assert "0 0 | 0 ⏎ 0 1 | 1" in page.inner_text("#alert")  # its points, in one line
    assert page.locator("#alert a").all_inner_texts() == ["Open “XOR, learnt” as it is", "Open the default instead"]
    page.click("#alert a >> text=as it is")
    Screen(page).at(0).shows(Recipe(preset="xor-network"), 0, "start")


@pytest.mark.further_case
def test_an_unknown_preset_leads_to_those_that_are_nearest(page, complaints):
    complaints.allow("status of 400")
    page.goto("/?preset=king")
    page.click("#alert a >> text=King and queen in sentences")
    Screen(page).at(0)
    assert page.input_value("#preset") == "king-queen-sentences"
    assert page.is_visible(".panel-network")


@pytest.mark.further_case
def test_a_run_that_diverges_stops_says_why_and_can_be_stepped_back(page, complaints):
    complaints.allow("status of 409")
    wild = Recipe(preset="fruit-and-juice", learning_rate=50)
    with pytest.raises(Diverged) as reached:
        Run(wild).seek(1000)
    end = reached.value.step
    screen = Screen(page).open("/")
    page.fill("#param-learning_rate", "50")
    screen.press("apply")
    page.wait_for_url("**learning_rate=50*")
    screen.at(0).press("step-500").at(end)
    page.wait_for_selector("#alert:visible")
    told = page.inner_text("#alert")
    assert str(reached.value) in told
    assert f"in step {end + 1}; the run ends before" in told
    assert reached.value.quantity in told
    screen.shows(wild, end)
    last = Run(wild).trace(0, end).losses[-100:]
    assert last.max() > np.finfo(np.float32).max  # and the curve has them all
    eventually(lambda: np.testing.assert_allclose(screen.columns("loss", "loss")[-100:, 0], last, rtol=1e-6))
    screen.press("back").at(end - 1)
    assert page.is_hidden("#alert")
    screen.press("next").at(end)
    screen.press("next").at(end)
    page.wait_for_selector("#alert:visible")
    screen.press("restart").at(0).shows(wild, 0, "start")
    page.select_option("#speed", "240")
    screen.press("play")
    page.wait_for_selector("#alert:visible")
    assert page.get_attribute("#play", "aria-pressed") == "false"
    assert screen.place() == (end, "update")
    eventually(lambda: stands_in_address(page, f"step={end}"))
    page.reload()
    screen.at(end).shows(wild, end)


@pytest.mark.further_case
def test_a_step_that_takes_too_much_is_told_as_it_was_typed(page, complaints):
    complaints.allow("status of 400")
    screen = Screen(page).open("/?preset=king-queen&step=3", 3)
    page.fill("#go-to", "9,999,999")
    page.press("#go-to", "Enter")
    told = page.locator("#problems li")
    expect(told).to_have_text(re.compile(r"^Step Allowed: at most [\d,]+: it takes about .*\. Given: 9999999$"))
    screen.at(3)


@pytest.mark.further_case
def test_nothing_is_asked_for_beyond_a_known_end(page):
    """A divergence is no error while one stands before it: the page of this test may not complain."""
    doomed = Recipe(preset="fruit-and-juice").edited(130, learning_rate=1e6)
    with pytest.raises(Diverged) as reached:
        Run(doomed).seek(1000)
    assert 128 < reached.value.step < 256
    with page.expect_response(lambda response: "frames.start=128" in response.url):
        screen = Screen(page).open(f"/?{doomed.to_query()}&step=128", 128)
    screen.press("step-100").at(reached.value.step)
    page.wait_for_selector("#alert:visible")


def test_hostile_words_are_inert(page, new_page, complaints):
    """No dialog, no element of theirs; the fixture sees to foreign requests and violations of the policy."""
    recipe = Recipe(pairs="\n".join(f"{word}|{HOSTILE[i - 1]}" for i, word in enumerate(HOSTILE)))
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    screen = Screen(page).open(f"/?{recipe.to_query()}")
    screen.press("next", "step-20").at(21).shows(recipe, 21)
    words = recipe.corpus.words
    for panel, share in (("network", 0.1), ("weights", 0.1), ("vectors", 0.1)):
        assert set(words) <= spoken_of(page, panel, share).keys(), panel
    page.mouse.click(*pointer_over(page, "network", words[1]))
    page.click("#explanation [data-slot='new.W_out[o,k]']")
    page.wait_for_selector("#explanation .number-value")
    page.fill("#neighbours-word", HOSTILE[0])
    page.press("#neighbours-word", "Enter")
    for name, word in zip("abc", HOSTILE, strict=False):
        page.fill(f"#analogy-{name}", word)
    page.press("#analogy-c", "Enter")
    for ranking in ("neighbours-list", "analogy-list"):
        page.wait_for_selector(f"#{ranking} >> text={HOSTILE[-3]}")
    assert_inert(page)
    link = screen.link()
    screen.figure()
    page.wait_for_selector("#enlarged .js-plotly-plot .main-svg")  # from then on it is known which figures there are
    for panel in page.eval_on_selector_all("#enlarged-panel option:enabled", "all => all.map((each) => each.value)"):
        page.select_option("#enlarged-panel", panel)
        page.wait_for_selector("#enlarged .js-plotly-plot .main-svg")
        assert_inert(page)
    page.keyboard.press("Escape")
    Screen(new_page()).open(link, 21).shows_weights(recipe, 21)
    page.set_viewport_size({"width": 390, "height": 844})
    eventually(lambda: fits(page))
    assert dialogs == []


def assert_inert(page):
    """Nothing on the page was made of a word's markup."""
    made = page.evaluate(
        """[...document.querySelectorAll("img, iframe, b > b, a[href*=foreign], [style*=foreign], [onerror]")]
             .concat([...document.scripts].filter((script) => script.textContent.includes("alert(2)")))
             .map((node) => node.outerHTML)"""
    )
    assert made == []


def stands_in_address(page, part):
    assert part in page.evaluate("location.search")
