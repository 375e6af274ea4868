"""Predict, then reveal: the coming stage is covered, a prediction is held against the numbers, and counted."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from tests.browser.screen import Screen, eventually
from tests.browser.test_accessible import AXE, RULES, findings

RECIPE = Recipe(preset="king-queen")
MOUNTED = """
  async ([query, step]) => {
    const linked = document.querySelector("script[type='module']").src;
    const { mount } = await import(new URL("shell/explorer.mjs", linked));
    const { HttpSource } = await import(new URL("sources/http.mjs", linked));
    const host = document.body.appendChild(Object.assign(document.createElement("section"), { id: "host" }));
    host.style.cssText = "position: fixed; inset: 0; z-index: 9; overflow: auto";
    const place = { query, step, view: {} };
    const made = mount(host, new HttpSource(document.body.dataset.api), { prefix: "c-", place });
    await made.opened;
    await made.predict({ kind: "value", name: "y" }).catch((error) => (globalThis.refused = error.message));
    made.predict({ kind: "value", name: "x", index: ["queen"] }, host).then((told) => (globalThis.told = told));
  }
"""

# All that stands anywhere in the document, shown or not, but for its scripts; what fields hold; and every tooltip.
_EVERYWHERE = """
  () => {
    const told = [document.documentElement.outerHTML.replace(/<script[^]*?<[/]script>/g, "")];
    for (const field of document.querySelectorAll("input, select, textarea")) told.push(field.value);
    const tooltip = document.querySelector(".tooltip");
    for (const canvas of document.querySelectorAll(".panel canvas")) {
      const { left, top, right, bottom } = canvas.getBoundingClientRect();
      for (let y = top + 8; y < bottom; y += 16)
        for (let x = left + 8; x < right; x += 16) {
          canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y }));
          if (tooltip.style.visibility === "visible") told.push(tooltip.textContent);
        }
      canvas.dispatchEvent(new PointerEvent("pointerleave"));
    }
    return told.join("\\n");
  }
"""


def spoken(page):
    """All that the page says to anyone: texts, and names of what has no text; but for the form's own choices."""
    return page.evaluate(
        """() => document.body.innerText + [...document.querySelectorAll("[title], [aria-label], [aria-valuetext]")]
             .map((each) => each.title + each.ariaLabel + each.ariaValueText).join(" ")"""
    )


def leaves_and_keeps_the_score(page, screen, box, score):
    screen.press("play")  # playing uncovers
    expect(box).to_be_hidden()
    screen.press("play")
    screen.rested()
    page.keyboard.press("g")
    expect(box).to_contain_text(score)
    page.keyboard.press("d")  # and so does the dock
    expect(box).to_be_hidden()
    page.get_by_role("button", name="Predict").click()
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_a_prediction_is_made_revealed_and_counted(page):
    page.add_init_script(AXE)
    frame = Run(RECIPE).frame(137)
    target = frame.instance.outputs[0]
    screen = Screen(page).open("/?preset=king-queen&step=137&stage=scores", 137, "scores")
    page.keyboard.press("g")
    box = page.get_by_role("region", name="Prediction")
    expect(box).to_contain_text("turn scores into probabilities")
    expect(box).to_be_focused()
    assert findings(page, runOnly=RULES) == []
    said = spoken(page)
    assert not [value for value in frame["y"] if f"{value:.3f}" in said]
    box.get_by_label("What is predicted").select_option("value")
    box.get_by_label("Row").select_option(str(target))
    box.get_by_label("Your number").fill("1 1/5")
    page.keyboard.press("Enter")
    expect(box.get_by_role("status")).to_have_text("Write a number, such as 0.25 or 1/4.")
    box.get_by_label("Your number").fill(f"{np.exp(frame['u'][target]):.4f}")
    page.keyboard.press("Enter")
    screen.at(137, "softmax")
    expect(box.get_by_role("status")).to_contain_text(f"[{RECIPE.corpus.words[target]}] is {frame['y'][target]:.4}")
    expect(box.get_by_role("status")).to_contain_text("the exponentials are divided by their sum")
    expect(box).to_contain_text("0 of 1 right")
    # The next stage is asked about at once, rightly, and the tab keeps the score.
    box.get_by_label("Of what").select_option("loss")
    box.get_by_label("What is predicted").select_option("direction")
    before = next(step for step in range(136, 0, -1) if Run(RECIPE).frame(step).instance == frame.instance)
    box.get_by_label("falls" if frame.loss < Run(RECIPE).frame(before).loss else "rises").check()
    box.get_by_role("button", name="Reveal").click()
    screen.at(137, "loss")
    expect(box).to_contain_text("1 of 2 right")
    expect(box.get_by_role("status")).to_contain_text("Right")
    leaves_and_keeps_the_score(page, screen, box, "1 of 2 right")


@pytest.mark.further_case
@pytest.mark.parametrize("output", ["hierarchical", "negative"])
def test_nothing_in_the_document_and_no_tooltip_has_a_covered_number(page, output):
    recipe = RECIPE.replaced(output=output)
    stages = recipe.architecture.stages
    at = next(number for number, stage in enumerate(stages) if "y" in stage.shows)
    before, coming = stages[at - 1].name, stages[at].name
    frame = Run(recipe).frame(137)
    screen = Screen(page).open(f"/?{recipe.to_query()}&step=137&stage={before}&view.predict=1", 137, before)
    expect(page.get_by_role("region", name="Prediction")).to_be_visible()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")

    def told():
        """The numbers of y that stand somewhere, in four decimals or in more."""
        everywhere = page.evaluate(_EVERYWHERE)
        forms = [rf"(?<![\d.])(?:{value:.4f}(?!\d)|{f'{value:.9f}'[:7]})" for value in frame["y"]]
        return [form for form in forms if re.search(form, everywhere)]

    assert told() == []
    screen.press("stage").at(137, coming)
    eventually(lambda: told() != [])


@pytest.mark.further_case
def test_questions_that_have_no_line_left_give_the_loss_their_room(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    Screen(page).open("/?preset=king-queen&step=5", 5)
    neighbours, loss = page.locator("#neighbours"), page.locator("#loss")
    before = loss.bounding_box()["height"]
    assert neighbours.is_visible()
    page.keyboard.press("g")
    neighbours.wait_for(state="hidden")
    assert loss.bounding_box()["height"] > before + 40
    page.keyboard.press("g")
    neighbours.wait_for()
    assert loss.bounding_box()["height"] == before


@pytest.mark.further_case
def test_what_a_panel_computes_itself_is_covered_and_an_author_asks_one_thing(page):
    screen = Screen(page).open("/?preset=xor-network&step=7&view.predict=cover", 7)  # who asks has a form of his own
    expect(page.locator("#plane")).to_have_attribute("inert", "")
    expect(page.get_by_role("region", name="Prediction")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.locator("#plane canvas")).to_be_visible()
    page.keyboard.press("g")
    for panel in ("plane", "curve"):
        expect(page.locator(f"#{panel}")).to_have_attribute("inert", "")
        expect(page.locator(f"#{panel} canvas")).to_be_hidden()
    tables = page.locator(":is(.panel-plane, .panel-curve) :is(table, .figure-note)")
    expect(tables).to_have_count(0)
    page.keyboard.press("Shift+ArrowRight")
    screen.at(7, "input")
    page.get_by_label("What is predicted").select_option("order")
    page.get_by_label("Your answer").locator("visible=true").select_option("0")
    page.get_by_role("button", name="Reveal").click()
    screen.at(7, "hidden")
    expect(page.locator("#plane")).to_have_attribute("inert", "")
    page.keyboard.press("Shift+ArrowRight")
    screen.at(7, "output")
    expect(page.locator("#plane tbody tr")).to_have_count(4)
    expect(page.locator("#plane canvas")).to_be_visible()
    # Mounted by somebody else, who says what is asked.
    page.evaluate(MOUNTED, [RECIPE.to_query(), 137])
    assert re.search(r"predict: got value of y; in input there is x", page.evaluate("refused"))
    host = page.locator("#host")
    expect(host).to_contain_text("the value of x[queen]")
    host.get_by_label("Your number").fill("2")
    page.keyboard.press("Enter")
    told = eventually(lambda: page.evaluate("globalThis.told ?? false"))
    queen = Run(RECIPE).frame(137)["x"][RECIPE.corpus.words.index("queen")]
    assert (told["right"], told["given"], told["truth"]) == (False, "2", f"x[queen] is {queen:.4g}.")
    expect(host.locator(".predict")).to_be_hidden()
