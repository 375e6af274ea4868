"""What must be true of a project with the additions; run in a copy of it by `test_additions.py`."""

import json

import numpy as np
import pytest

from explorer import MODELS, PRESETS, Recipe, Run
from explorer.training.gradient_check import gradient_errors
from explorer.views import VIEWS
from explorer.web import ids, panels
from explorer.web.layout import page
from explorer.web.server import create_app
from tests.page_html import elements
from tests.reference import throwaway as naive

NAME = "throwaway"


@pytest.fixture(scope="module")
def client():
    return create_app(warm_up=False).server.test_client()


@pytest.fixture(scope="module")
def shown():
    return {element.attributes["id"]: element for element in elements(page()) if "id" in element.attributes}


def unpacked(body):
    length = int.from_bytes(body[:4], "little")
    header = json.loads(body[4 : 4 + length])
    kept = {each["name"]: each for each in header["arrays"]}
    return header, {
        name: np.frombuffer(body, f"<{each['dtype']}", int(np.prod(each["shape"])), 4 + length + each["offset"])
        for name, each in kept.items()
    }


def test_the_model_gives_the_twins_numbers():
    run = Run(Recipe(preset=NAME, seed=3))
    for _ in range(7):
        frame = run.frame()
        loss, b = naive.step(run.parameters["b"].tolist(), list(frame.instance.outputs), 0.5, 0.8)
        assert frame.loss == pytest.approx(loss, abs=1e-12)
        assert run.advance().parameters["b"] == pytest.approx(b, abs=1e-12)
    assert max(gradient_errors(run.frame()).values()) < 1e-6


def test_blocks_and_batches_and_edits_are_for_the_new_model_too():
    run = Run(Recipe(preset=NAME, batch_size=2).edited(3, learning_rate=0.1).edited(4, weight=("b", "blue", 0, 2.0)))
    block = run.trace(0, 9)
    one_by_one = np.array([run.seek(step).parameters["b"] for step in range(9)])
    assert np.array_equal(block["b"], one_by_one)
    assert run.seek(4).parameters["b"][run.vocabulary.index("blue")] == 2.0


def test_the_field_is_checked_linked_and_has_a_control(shown):
    recipe = Recipe(preset=NAME, warmth=2)
    assert Recipe.from_query(recipe.to_query()) == recipe
    assert recipe.to_query() == f"preset={NAME}&warmth=2.0"
    with pytest.raises(ValueError, match=r"warmth: got 0, allowed is a number from 0\.1 to 10"):
        Recipe(preset=NAME, warmth=0)
    with pytest.raises(ValueError, match="warmth: got 2, allowed is nothing here: it is read only for throwaway"):
        Recipe(preset="king-queen", warmth=2)
    assert shown[ids.param("warmth")].attributes["value"] == "1.0"


def test_the_preset_and_the_model_can_be_chosen(shown):
    assert PRESETS[NAME].recipe.model == NAME
    assert NAME in [option.attributes["value"] for option in shown[ids.MODEL].inside if "value" in option.attributes]
    assert f'value="{NAME}"' in page()
    assert MODELS[NAME].title in page()


def test_the_panel_stands_on_the_page_and_can_be_enlarged(client, shown):
    assert NAME in panels.load()
    assert panels.enlargeable(panels.load())[-1] == NAME
    assert NAME in shown
    assert 'data-view="thrown"' in page()
    run = Run(PRESETS[NAME].recipe)
    assert VIEWS[NAME](run, {"theme": "light"}).layout.title.text == "2 words"
    document = client.get("/").get_data(as_text=True)
    script = next(part.split('"')[0] for part in document.split('src="') if "linked.mjs" in part.split('"')[0])
    assert f"$panels${NAME}$mount" in client.get(script).get_data(as_text=True)


def test_the_model_is_described_and_gets_frames_and_explanations(client):
    session = client.get(f"/api/describe?preset={NAME}").json
    assert (session["model"], session["words"]) == (NAME, ["red", "blue"])
    assert [each["name"] for each in session["quantities"]] == ["y", "t", "e", "g"]
    assert session["hyper"]["warmth"] == "0.8"
    header, arrays = unpacked(client.get(f"/api/frames?preset={NAME}&frames.start=0&frames.count=12").data)
    assert header["count"] == 12
    b = arrays["start.b"].copy()
    for g, rate in zip(arrays["g"].reshape(12, 2), arrays["rate"], strict=True):  # the browser's replay
        b -= rate * g
    assert b == pytest.approx(Run(PRESETS[NAME].recipe).seek(12).parameters["b"], abs=1e-12)
    told = client.get(f"/api/explain?preset={NAME}&explain.step=5&explain.quantity=b&explain.index=1").json
    assert told["title"] == "b[blue] after step 5"
    assert told["value"] == pytest.approx(Run(PRESETS[NAME].recipe).seek(5).parameters["b"][1])
