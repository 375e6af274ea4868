"""What one works out by hand, on the page: the sheet of a step, its check, its source text, its gradient."""

import json

import numpy as np
import pytest

from explorer import MODELS, PRESETS, Recipe, Run

STEP = 2
RECIPES = {name: next(each.recipe for each in PRESETS.values() if each.recipe.model == name) for name in MODELS}
RECIPES |= {
    "batch": Recipe(preset="king-queen", batch_size=3),
    "hierarchical": Recipe(preset="king-queen", output="hierarchical"),
    "negative": Recipe(preset="king-queen", output="negative"),
}


@pytest.fixture(scope="module")
def client(app):
    return app.server.test_client()


def asked(client, route, recipe, **options):
    own = {f"{route}.{name}": value for name, value in options.items()}
    return client.post(f"/api/{route}", query_string=own, data=recipe.to_query())


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_what_a_sheet_asks_is_checked(client, recipe):
    frame = Run(recipe).frame(STEP)
    sheet = asked(client, "sheet", recipe, step=STEP).json
    names = {each["name"]: each for stage in sheet["stages"] for each in stage["names"]}
    assert {"loss"} < names.keys()
    given = {}
    for name, told in names.items():
        values = np.asarray(
            frame.loss if name == "loss" else frame.updated[name] if name in frame.updated else frame[name]
        )
        assert told["shape"] == list(values.shape), name
        if told["rows"]:
            assert values.size % len(told["rows"]) == 0
            index = tuple(size - 1 for size in values.shape)
            if np.isfinite(values[index]):
                given[name] = {",".join(map(str, index)): repr(float(values[index]))}
    checked = asked(client, "check", recipe, step=STEP, given=json.dumps(given)).json
    assert checked == {"count": len(given), "findings": []}


def test_a_wrong_number_is_named_with_its_mistake(client):
    recipe = Recipe(preset="king-queen")
    frame = Run(recipe).frame(STEP)
    given = {"e": {"0": f"{-frame['e'][0]:.5f}"}, "loss": {"": repr(frame.loss)}}
    findings = asked(client, "check", recipe, step=STEP, given=json.dumps(given)).json["findings"]
    assert [(each["quantity"], each["index"], each["hint"]) for each in findings] == [("e", [0], "sign")]


@pytest.mark.parametrize(
    "given", ["", "[1]", '{"h": 3}', '{"h": {"x": "1"}}', '{"nothing": {"0": "1"}}', '{"h": {"99": "1"}}']
)
def test_what_is_no_number_of_a_step_is_told(client, given):
    answer = asked(client, "check", Recipe(preset="king-queen"), step=STEP, given=given)
    assert answer.status_code == 400
    assert answer.json["problems"][0][0].startswith(("check.given", "h"))


def test_a_step_can_be_taken_away(client):
    recipe = Recipe(preset="king-queen")
    frame = Run(recipe).frame(STEP)
    for of, text in (("numpy", frame.to_numpy()), ("latex", frame.to_latex())):
        assert asked(client, "source", recipe, step=STEP, of=of).json == {"text": text}
    assert asked(client, "source", recipe, step=STEP, of="word").status_code == 400


def test_solutions_of_a_class_are_told(client):
    recipe = Recipe(preset="king-queen")
    found = asked(client, "solutions", recipe, step=STEP, first=4, last=6, stages="hidden").json["solutions"]
    known = Run(recipe).solutions(range(4, 7), STEP, ["hidden"])
    assert [(student, told, dict(values)) for student, told, values in found] == list(known)
    assert [name for name, _ in found[0][2]] == [f"h[{k}]" for k in range(1, 6)]
    for wrong in ({"last": 3}, {"last": 4000}, {"last": 6, "stages": "moon"}):
        answer = asked(client, "solutions", recipe, step=STEP, first=4, **wrong)
        assert answer.status_code == 400
        assert answer.json["problems"][0][0].startswith("solutions.")


def test_the_gradient_is_held_against_differences(client):
    found = asked(client, "gradient", Recipe(preset="king-queen"), step=STEP).json
    errors = {
        width: max(error for _, _, each, error, _ in found["worst"] if each == width) for width in (1e-2, 1e-4, 1e-8)
    }
    assert found["descends"]
    assert errors[1e-4] < errors[1e-2] < 1e-6  # the difference's own error shrinks with its width
    assert errors[1e-4] < errors[1e-8] < 1e-6  # until the loss is rounded more than it differs
    perceptron = asked(client, "gradient", Recipe(preset="or-learnt"), step=0).json
    assert not perceptron["descends"]
    assert perceptron["goes_by"]
    recipe = Recipe(text="a b c a c b", model="rnnlm", hidden=(3,), bptt=3)
    found = [asked(client, "gradient", recipe, step=step).json for step in (0, 6)]
    worst = [max(error for _, _, width, error, _ in each["worst"] if width == 1e-4) for each in found]
    assert worst[0] < 1e-7 < 1e-5 < worst[1]  # once weights have moved since the states before were made
    assert all(each["descends"] and "weights of then" in each["goes_by"] for each in found)
    assert not asked(client, "gradient", recipe.replaced(bptt=0), step=6).json["goes_by"]


def test_kinks_within_the_width_of_a_difference_are_told(client):
    near = {"w": [0.5, -0.495], "b": [0.0]}
    recipe = Recipe(points="1 1|1", model="perceptron", link="relu", parameters=near)
    worst = asked(client, "gradient", recipe, step=0).json["worst"]
    assert [[width, kink] for symbol, _, width, _, kink in worst if symbol == "w"] == [
        [1e-2, True],
        *([width, False] for width in (1e-4, 1e-6, 1e-8)),
    ]
    points = asked(client, "slope", recipe, step=0, parameter="w", index="1").json["points"]
    assert [kink for *_, kink in points] == [width > 0.005 for width, *_ in points]


def test_a_pressed_weight_has_its_gradient_beside_differences(client):
    recipe = Recipe(preset="king-queen")
    found = asked(client, "slope", recipe, step=STEP, parameter="W", index="6,1").json
    known = Run(recipe).slope_check("W", (6, 1), STEP)
    assert (found["title"], found["gradient"], found["descends"]) == ("W[king, 2]", known.gradient, True)
    assert found["points"] == [list(each) for each in zip(*known[1:], strict=True)]
    assert asked(client, "slope", recipe, step=STEP, parameter="W", index="6,99").status_code == 400
