"""Networks of layers on numeric data: the pictures show what the run computes, and follow every update."""

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from tests.browser.screen import DIGITS, Screen, eventually, recipe_of

XOR = "0 0 | 0; 0 1 | 1; 1 0 | 1; 1 1 | 0"
SOLVED = Recipe(
    points=XOR, model="mlp", hidden=(2,), activation="relu", output_activation="relu",
    parameters={"W": [[1, 1], [1, 1]], "b": [0, -1], "W_out": [[1, -2]], "b_out": [0]},
)  # fmt: skip
LEARNING = Recipe(points=XOR, model="mlp", hidden=(3, 2), activation="tanh", learning_rate=1.0, seed=3)
UNIT = Recipe(points="0 0 | 0; 0 1 | 0; 1 0 | 0; 1 1 | 1", model="perceptron", rule="perceptron", link="step")


def opened(page, recipe, step=0):
    where = f"&step={step}" if step else ""
    return Screen(page).open(f"/?{recipe.to_query()}{where}", step)


def points_shown(screen):
    """What the table behind the plane says, a row a point: the header and the rows."""
    head, *rows = screen.sheet("plane") or [[]]
    assert rows
    return head, rows


@pytest.mark.parametrize("recipe", [LEARNING, UNIT, Recipe(points="0.5 0.6 0.1 | 1", model="perceptron")])
def test_every_stage_of_a_network_of_layers_is_shown(page, recipe):
    screen = opened(page, recipe)
    stages = [stage.name for stage in Run(recipe).recipe.architecture.stages]
    for stage in stages[:-1]:
        screen.press("stage").at(0, stage).shows(recipe, 0, stage)
    screen.press("next").at(1).shows(recipe, 1)
    screen.press("step-100").at(101).shows(recipe, 101)


def test_the_solution_of_xor_merges_two_points_in_the_hidden_layer(page):
    screen = opened(page, SOLVED)

    def merged():
        head, rows = points_shown(screen)
        hidden = {(row[1], row[2]): tuple(row[head.index(name)] for name in ("h₁", "h₂")) for row in rows}
        assert hidden["0", "1"] == hidden["1", "0"] == ("1", "0")
        assert hidden["0", "0"] == ("0", "0")
        assert hidden["1", "1"] == ("2", "1")
        assert [row[-1] for row in rows] == ["right"] * 4

    eventually(merged)


def test_the_plane_answers_as_the_run_does_and_its_line_moves_with_an_update(page):
    screen = opened(page, LEARNING, 300)

    def answers(step):
        run = Run(LEARNING).seek(step)
        head, rows = points_shown(screen)
        shown = [float(row[head.index("y₁")]) for row in rows]
        expected = [run.probabilities([float(row[1]), float(row[2])])[0] for row in rows]
        np.testing.assert_allclose(shown, expected, rtol=DIGITS)

    eventually(lambda: answers(300))
    before = page.locator("#plane canvas").screenshot()
    screen.press("next").at(301)
    eventually(lambda: answers(301))
    assert page.locator("#plane canvas").screenshot() != before


def test_a_pressed_point_is_the_next_to_be_trained_on(page):
    screen = opened(page, UNIT, 1)
    box = page.locator("#plane canvas").bounding_box()
    said = []
    for y in np.arange(box["y"] + 8, box["y"] + box["height"], 7):
        for x in np.arange(box["x"] + 8, box["x"] + box["width"], 7):
            page.mouse.move(x, y)
            said = page.locator(".tooltip").inner_text().split("\n") if page.locator(".tooltip").is_visible() else []
            if said and said[0].startswith("point 3 of 4: 1 0 → 0"):
                break
        else:
            continue
        break
    assert said
    page.mouse.click(x, y)
    screen.at(3)
    assert "1 0 → 0" in screen.text("status")


def test_the_curve_has_the_instance_at_work_on_it(page):
    recipe = Recipe(points="0.5 0.6 0.1 | 1", model="perceptron", parameters={"w": [0.2, 0.3, 0.9], "b": [0.5]})
    screen = opened(page, recipe).press("stage", "stage", "stage").at(0, "answer")

    def shown():
        rows = screen.table("curve")
        assert rows
        assert rows[0][0] == "now"
        u, y, slope = rows[0][1:]
        np.testing.assert_allclose([float(u), float(y), float(slope)], [0.87, 0.704746, 0.208079], rtol=1e-5)

    eventually(shown)


def test_a_bias_is_edited_in_its_cell(page):
    screen = opened(page, SOLVED, 4)
    box = page.locator("#weights .heat-view canvas.panel-canvas").bounding_box()
    for x in np.arange(box["x"], box["x"] + box["width"], 6):
        page.mouse.move(x, box["y"] + 50)
        tip = page.locator(".tooltip")
        if tip.is_visible() and tip.inner_text().split("\n")[:2] == ["unit 2", "b"]:
            break
    page.mouse.dblclick(x, box["y"] + 50)
    page.fill(".cell-editor", "-0.5")
    page.keyboard.press("Enter")
    expected = SOLVED.edited(4, weight=("b", 1, 0, -0.5))
    eventually(lambda: _edited(page, expected))
    screen.at(4).shows_weights(expected, 4)


def _edited(page, expected):
    assert recipe_of(page) == expected


def test_a_model_that_cannot_read_the_data_shows_its_own(page):
    screen = Screen(page).open("/?preset=king-queen")
    page.select_option("#model", "rnnlm")
    eventually(lambda: _model(page, "rnnlm"))
    assert recipe_of(page).preset == "king-queen"
    screen.open(f"/?{UNIT.to_query()}")
    assert page.locator("#neighbours").is_hidden()
    page.select_option("#model", "cbow")
    eventually(lambda: _model(page, "cbow"))
    assert recipe_of(page).model == "cbow"
    expect(page.locator("#neighbours")).to_be_visible()  # the address is there before the page is painted


def _model(page, name):
    assert page.input_value("#model") == name
    assert f"model={name}" in page.url or recipe_of(page).model == name
