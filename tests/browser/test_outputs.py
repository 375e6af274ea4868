"""Hierarchical softmax and negative sampling on the page: the same numbers, and what only they show."""

import json
from decimal import Decimal

import numpy as np
import pytest

from explorer import Recipe, Run
from tests.browser.screen import Screen, eventually, pointer_over, recipe_of, spoken_of
from tests.cases import few_of

HIERARCHICAL = Recipe(preset="king-queen", output="hierarchical")
NEGATIVE = Recipe(preset="king-queen", output="negative")
RECIPES = {
    "hierarchical": HIERARCHICAL,
    "negative": NEGATIVE,
    "hierarchical batch": Recipe(preset="king-queen", output="hierarchical", batch_size=5),
    "negative cbow": Recipe(preset="fruit-and-juice-cbow", output="negative", negative=3),
    "edited": HIERARCHICAL.edited(2, weight=("W_node", 3, 1, -1.5)),
}


@pytest.mark.parametrize("name", few_of(RECIPES, "negative cbow", "hierarchical batch"))
def test_every_stage_shows_the_numbers_of_the_run(page, name):
    recipe = RECIPES[name]
    screen = Screen(page).open(f"/?{recipe.to_query()}")
    screen.press("next", "next").at(2)
    for stage in recipe.architecture.stages[:-1]:
        screen.press("stage").at(2, stage.name).shows(recipe, 2, stage.name)
    screen.press("stage").at(3).shows(recipe, 3)


@pytest.mark.parametrize("recipe", [HIERARCHICAL, NEGATIVE], ids=["hierarchical", "negative"])
@pytest.mark.further_case
def test_any_number_is_explained(page, recipe):
    screen = Screen(page).open(f"/?{recipe.to_query()}", 0)
    screen.press("next").at(1)
    run = Run(recipe)
    frame = run.frame(0)
    for quantity in frame.model.quantities:
        value = frame[quantity.name][1]
        screen.open(f"/?{recipe.to_query()}&step=1&stage=update&view.focus={quantity.name}.1", 1)
        eventually(lambda value=value: shown_value(page, value))
    weights = frame.model.network.output
    row = int(frame[frame.model.parameters[-1].change[0].at][1])
    screen.open(f"/?{recipe.to_query()}&step=1&stage=update&view.focus={weights}.{row}.2", 1)
    eventually(lambda: shown_value(page, frame.updated[weights][row, 2]))

    # Of the update line each number opens itself: the weight before the step, and after it; panels are named alike.
    source = frame.instance.inputs[0]
    for slot, expected in (("old", frame.parameters), ("new", frame.updated)):
        page.click("#explanation button >> text=Close")
        page.click(f"#explanation .live [data-slot='{slot}.W[i,k]']")
        eventually(lambda expected=expected: shown_value(page, expected["W"][source, 0]))
    assert "after step 1" in page.inner_text("#explanation .stage-title")
    page.click("#explanation .operands button >> text=W(old)")
    eventually(lambda: shown_value(page, frame.parameters["W"][source, 0]))
    assert "before step 1" in page.inner_text("#explanation .stage-title")
    for choice, told, expected in (("before", "before", frame.parameters), ("values", "after", frame.updated)):
        page.click(f"[data-view='heat'][data-view-value='{choice}']")
        eventually(lambda told=told: said(page, "weights", f"{told} step 1"))
        eventually(lambda expected=expected: shown_cell(screen, source, expected["W"][source, 0]))


def said(page, panel, expected):
    assert page.inner_text(f".panel-{panel} .moment") == expected


def shown_cell(screen, row, value):
    np.testing.assert_allclose(float(screen.table("weights")[row][1]), value, rtol=2e-7)


def shown_value(page, value):
    np.testing.assert_allclose(float(page.inner_text("#explanation .number-value")), value, rtol=2e-7)


@pytest.mark.further_case
def test_rows_at_rest_are_those_that_no_instance_of_the_batch_asks(page):
    recipe = Recipe(preset="king-queen", output="negative", negative=1, batch_size=3)
    Screen(page).open(f"/?{recipe.to_query()}&step=1", 1)
    run = Run(recipe)
    asked = {run.vocabulary[word] for word in np.unique(run.frame(0)["word"]) if word >= 0}
    said = spoken_of(page, "weights", at=0.8)
    assert set(run.vocabulary) == said.keys()
    assert {word for word, lines in said.items() if "at rest" in " ".join(lines)} == set(run.vocabulary) - asked


@pytest.mark.further_case
@pytest.mark.parametrize("output", ["softmax", "hierarchical", "negative"])
def test_what_an_output_word_has_in_a_number_is_explained_from_the_line(page, output):
    recipe = Recipe(preset="king-queen", output=output, batch_size=2)
    stage, slot = ("error", "e[0,") if output == "softmax" else ("backpropagate", "EH[0,")
    Screen(page).open(f"/?{recipe.to_query()}&step=20&stage={stage}", 20, stage)
    frame = Run(recipe).frame(20)
    first = frame.panels[0][0]
    expected = first.e[first.rows == first.word][0] if output == "softmax" else first.EH[0]
    page.locator(f"#explanation [data-slot^='{slot}']").first.press("Enter")
    eventually(lambda: shown_value(page, expected))


STRIPS = [
    ("preset=king-queen&output=hierarchical&step=0", "loss"),  # of a node that should say no
    ("preset=king-queen&output=hierarchical&step=40", "product"),
    ("preset=one-pair&step=20000", "error"),  # where 1 − y is a number of its own
    ("preset=king-queen&output=negative&batch_size=2&step=20", "backpropagate"),
    ("preset=feed-the-cat&step=40", "backpropagate"),
    ("preset=cat-dog&batch_size=2&step=3", "hidden"),  # by how many words a mean is divided
    ("preset=feed-the-cat&batch_size=2&step=3", "update"),  # by how many instances
    ("preset=feed-the-cat&weight_decay=0.001&step=3", "loss"),  # and what weight decay adds
]


@pytest.mark.parametrize(("query", "stage"), few_of(STRIPS, STRIPS[0]))
def test_every_number_of_the_strip_that_can_be_pressed_opens_itself(page, query, stage):
    Screen(page).open(f"/?{query}&stage={stage}", int(query.rpartition("=")[2]), stage)
    buttons = page.locator("#explanation .live [role=button]:visible").all()
    assert buttons
    for button in buttons:
        shown = Decimal(button.text_content().strip("()"))
        button.press("Enter")
        eventually(lambda shown=shown: opens(page, shown))
        page.keyboard.press("Escape")
        page.wait_for_selector(".number-box", state="hidden")


def opens(page, shown):
    """The box has the number that is shown, to its last digit."""
    text = page.inner_text("#explanation .number-value")
    assert text, "not looked up yet"
    value = Decimal(text)
    assert abs(value - shown) <= Decimal("0.6").scaleb(shown.as_tuple().exponent)


@pytest.mark.further_case
def test_how_many_output_words_there_are_is_no_parameter_of_that_name(page):
    recipe = Recipe(pairs="a|b^c, b|a^c", model="nnlm", context=1)
    Screen(page).open(f"/?{recipe.to_query()}&step=1&stage=error", 1, "error")
    counts = page.locator("#explanation [data-slot=C]:visible")
    counts.first.press("Enter")
    eventually(lambda: shown_value(page, 2))
    assert "how many words stand at the output" in page.inner_text("#explanation .number-box")


@pytest.mark.further_case
def test_the_tree_tells_the_product_along_a_words_way(page):
    screen = Screen(page).open(f"/?{HIERARCHICAL.to_query()}&step=50&view.picture=tree", 50)
    run = Run(HIERARCHICAL)
    frame = run.frame(49)
    expected = run.seek(49).probabilities(frame.instance.inputs)

    def product():
        rows = {row[0]: row for row in screen.table("network .pane:not([hidden])")}
        assert rows.keys() == set(run.vocabulary)
        for word, p in zip(run.vocabulary, expected, strict=True):
            np.testing.assert_allclose(float(rows[word][2]), p, rtol=1e-6)
        assert [row[0] for row in rows.values() if row[3]] == [
            run.vocabulary[i] for i in sorted(frame.instance.outputs)
        ]

    eventually(product)
    pointer_over(page, "network", run.vocabulary[frame.instance.outputs[0]], at=0.5)


@pytest.mark.further_case
@pytest.mark.parametrize("recipe", [HIERARCHICAL, NEGATIVE], ids=["hierarchical", "negative"])
def test_the_first_line_names_every_question_of_the_first_output_word(page, recipe):
    stage = recipe.architecture.stages[2].name
    Screen(page).open(f"/?{recipe.to_query()}&step=7&stage={stage}", 7, stage)
    frame = Run(recipe).frame(7)
    axis, rows = frame.asked(frame.model.declared("t").axes[0], 0)
    own = [(frame.element_name(axis, int(row)), int(frame["t"][q])) for q, row in enumerate(rows)
           if frame["output"][q] == 0]  # fmt: skip
    line = page.locator("#explanation .live")
    shown = "".join(line.inner_text().split())
    if recipe is NEGATIVE:
        (yes, _), *drawn = own
        assert shown == f"𝑡{yes}=1𝑡=0of{','.join(word for word, _ in drawn)}"
    else:
        assert shown == ",".join(f"𝑡{node}={t}" for node, t in own).replace(" ", "")


@pytest.mark.further_case
def test_the_noise_panel_names_the_words_drawn(page):
    screen = Screen(page).open(f"/?{NEGATIVE.to_query()}&step=7&view.picture=noise", 7)
    run = Run(NEGATIVE)
    drawn = np.bincount(np.concatenate(run.frame(6).negatives), minlength=len(run.vocabulary))

    def listed():
        rows = {row[0]: row for row in screen.table("network .pane:not([hidden])")}
        assert rows.keys() == set(run.vocabulary)
        assert {word: int(row[-1]) for word, row in rows.items()} == dict(
            zip(run.vocabulary, drawn.tolist(), strict=True)
        )
        np.testing.assert_allclose([float(rows[word][3]) for word in run.vocabulary], run.noise, rtol=1e-6)

    eventually(listed)


@pytest.mark.further_case
def test_output_words_have_panels_and_input_words_copies_whose_numbers_are_explained(page):
    run = Run(Recipe(preset="fruit-and-juice-skip-gram"))
    frame, rice = run.frame(2), run.vocabulary.index("rice")
    screen = Screen(page).open("/?preset=fruit-and-juice-skip-gram&step=3", 3)
    page.wait_for_selector("#vectors .pane:not([hidden]) canvas")  # its script comes with the first look
    page.mouse.click(*pointer_over(page, "vectors", "e₁ of rice", at=0.33))
    value = frame.panels[0].e[rice]
    eventually(lambda: np.testing.assert_allclose(float(screen.text("explanation .number-value")), value, rtol=1e-6))
    assert f"view.focus=e.0.{rice}" in screen.link()
    screen.open("/?preset=fruit-and-juice-cbow&step=3", 3)
    page.wait_for_selector("#network .pane:not([hidden]) canvas")
    inputs = [run.vocabulary[word] for word in Run(Recipe(preset="fruit-and-juice-cbow")).frame(2).instance.inputs]
    eventually(lambda: on_in_copies(screen, inputs))


def on_in_copies(screen, words):
    assert [row[1] for row in screen.table("network .pane:not([hidden])")[: len(words)]] == words


@pytest.mark.further_case
def test_copies_show_pinned_words_at_the_input(page):
    screen = Screen(page).open("/?preset=fruit-and-juice-cbow&step=12&view.pins=milk", 12)
    page.wait_for_selector("#network .pane:not([hidden]) canvas")
    eventually(lambda: on_in_copies(screen, ["milk", "h"]))
    assert page.locator(".panel-network [data-moment]").inner_text() == "weights after step 12"


def test_pinned_words_change_nothing_of_a_network_that_shows_the_step(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/excite" in request.url else None)
    for pins in ("dog", "dog,cat"):
        for shown in ("preset=feed-the-cat", "preset=feed-the-cat&view.picture=network", "preset=features-given"):
            Screen(page).open(f"/?{shown}&step=12&view.pins={pins}", 12)
            assert page.locator(".panel-network [data-moment]").inner_text() == "step 12, weights after it"
    Screen(page).open("/?preset=who-makes-which-noise&step=12&view.pins=farm", 12)
    assert page.locator(".panel-network [data-moment]").inner_text() == "step 12, weights after it"
    assert not asked


@pytest.mark.further_case
def test_the_switch_belongs_to_the_view(page):
    screen = Screen(page).open(f"/?{NEGATIVE.to_query()}")
    switch = page.locator(".panel-network .segments button")
    assert switch.all_inner_texts() == ["network", "noise"]
    switch.nth(1).click()
    assert "view.picture=noise" in screen.link()
    page.select_option("#output", "softmax")
    eventually(lambda: gone(switch))
    assert page.locator("#network canvas:visible").count() == 1


def gone(switch):
    assert switch.count() == 0


@pytest.mark.further_case
def test_a_tree_and_a_noise_of_ones_own_are_written_in_the_controls_and_travel_in_the_link(page):
    tree = '[[["apple","juice"],["milk","water"]],["eat",["drink",["orange","rice"]]]]'
    noise = '{"juice":3,"water":1}'
    for output, field, text in (("hierarchical", "tree", tree), ("negative", "noise", noise)):
        recipe = Recipe(preset="fruit-and-juice", output=output, **{field: json.loads(text)})
        screen = Screen(page).open(f"/?preset=fruit-and-juice&output={output}")
        page.select_option(f"#param-{field}", label="given …")
        page.fill(f"[data-field={field}] textarea", text)
        screen.press("apply")
        eventually(lambda recipe=recipe: same(recipe_of(page), recipe))
        screen.at(0).press("next").at(1).shows(recipe, 1)
        page.wait_for_url("**step=1**")
        page.reload()
        screen.at(1)
        assert json.loads(page.input_value(f"#param-{field}")) == json.loads(text)


def same(recipe, expected):
    assert recipe == expected


@pytest.mark.further_case
def test_a_batch_says_which_of_its_instances_is_shown(page):
    Screen(page).open("/?preset=fruit-and-juice-cbow&batch_size=3&step=9&stage=loss&view.instance=1", 9, "loss")
    assert page.inner_text(".where-instance").strip(" ·") == "instance 2 of 3"
    assert page.inner_text(".where-batch").strip(" ·") == "mean of 3"
    assert page.is_hidden(".where-epoch")  # which gives way where there is no room for all
    loss, where = (page.locator(each).bounding_box() for each in (".where-loss", ".status .where"))
    assert loss["x"] + loss["width"] <= where["x"] + where["width"] + 1
