"""Networks of layers on numeric data: the pictures show what the run computes, and follow every update."""

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run
from tests.browser.screen import DIGITS, Screen, brightness, eventually, positions_of, recipe_of
from tests.cases import few_of

XOR = "0 0 | 0; 0 1 | 1; 1 0 | 1; 1 1 | 0"
SOLVED = Recipe(
    points=XOR, model="mlp", hidden=(2,), activation="relu", output_activation="relu",
    parameters={"W": [[1, 1], [1, 1]], "b": [0, -1], "W_out": [[1, -2]], "b_out": [0]},
)  # fmt: skip
LEARNING = Recipe(points=XOR, model="mlp", hidden=(3, 2), activation="tanh", learning_rate=1.0, seed=3)
SMOOTH = Recipe(
    points="0 0 | 0; 0 1 | 0; 1 0 | 0; 1 1 | 1", model="perceptron", learning_rate=1.0,
    parameters={"w": [2.0, 0.5], "b": [-1.0]},
)  # fmt: skip
UNIT = Recipe(points="0 0 | 0; 0 1 | 0; 1 0 | 0; 1 1 | 1", model="perceptron", rule="perceptron", link="step")


def opened(page, recipe, step=0):
    where = f"&step={step}" if step else ""
    return Screen(page).open(f"/?{recipe.to_query()}{where}", step)


def points_shown(screen):
    """What the table behind the plane says, a row a point: the header and the rows."""
    head, *rows = screen.sheet("plane") or [[]]
    assert rows
    return head, rows


@pytest.mark.parametrize(
    "recipe", few_of([LEARNING, UNIT, Recipe(points="0.5 0.6 0.1 | 1", model="perceptron")], LEARNING)
)
def test_every_stage_of_a_network_of_layers_is_shown(page, recipe):
    screen = opened(page, recipe)
    stages = [stage.name for stage in Run(recipe).recipe.architecture.stages]
    for stage in stages[:-1]:
        screen.press("stage").at(0, stage).shows(recipe, 0, stage)
    screen.press("next").at(1).shows(recipe, 1)
    screen.press("step-100").at(101).shows(recipe, 101)


@pytest.mark.further_case
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


@pytest.mark.further_case
def test_the_plane_answers_as_the_run_does(page):
    screen = opened(page, LEARNING, 300)

    def answers(step):
        run = Run(LEARNING).seek(step)
        head, rows = points_shown(screen)
        shown = [float(row[head.index("y₁")]) for row in rows]
        expected = [run.probabilities([float(row[1]), float(row[2])])[0] for row in rows]
        np.testing.assert_allclose(shown, expected, rtol=DIGITS)

    eventually(lambda: answers(300))
    screen.press("next").at(301)
    eventually(lambda: answers(301))


@pytest.mark.further_case
def test_the_plane_is_shaded_by_the_answers_and_its_line_is_where_they_change(page):
    """White is 0, and the line is darkest. The picture is that of its step and not of the other."""
    screen = opened(page, SMOOTH)
    grid = np.stack(np.meshgrid(*[np.linspace(-0.2, 1.2, 25)] * 2), axis=-1).reshape(-1, 2)
    at = positions_of(page, "plane")
    origin, corner = at["point 1 of 4: 0 0 → 0"], at["point 4 of 4: 1 1 → 1"]

    def painted(inputs):
        return brightness(page, "plane", origin + inputs * (corner - origin))

    def shades_of(step):
        """From those of the lowest and the highest answer in the key below."""
        run = Run(SMOOTH).seek(step)
        return 255 - 120 * np.array([run.probabilities(point)[0] for point in grid])

    def looks(step, other):
        screen.at(step, "update" if step else "start")
        shades, lines = painted(grid), [painted(line_of(step)), painted(line_of(other))]
        off, wrong = (np.median(np.abs(shades - shades_of(each))) for each in (step, other))
        assert off < 4 < 8 < wrong
        assert np.median(lines[0]) < 60 < 120 < np.median(lines[1])

    eventually(lambda: looks(0, 400))
    screen.press("step-100", "step-100", "step-100", "step-100").at(400)
    eventually(lambda: looks(400, 0))


def line_of(step):
    """Inputs whose net input is 0."""
    (across, up), (bias,) = Run(SMOOTH).seek(step).parameters.values()
    u = np.linspace(-0.2, 1.2, 200)
    line = np.stack([u, -(bias + across * u) / up], axis=1)
    return line[np.abs(line[:, 1] - 0.5) < 0.7]


@pytest.mark.further_case
def test_a_pressed_point_is_the_next_to_be_trained_on(page):
    screen = opened(page, UNIT, 1)
    page.mouse.click(*positions_of(page, "plane")["point 3 of 4: 1 0 → 0"].tolist())
    screen.at(3)
    assert "1 0 → 0" in screen.text("status")


@pytest.mark.further_case
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


@pytest.mark.further_case
def test_a_bias_is_edited_in_its_cell(page):
    screen = opened(page, SOLVED, 4)
    box = page.locator("#weights .heat-view canvas.panel-canvas").bounding_box()
    for x in np.arange(box["x"], box["x"] + box["width"], 6.0):
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


@pytest.mark.further_case
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
