"""Explorers as components in somebody else's Dash app: README's example, run as it stands."""

import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from explorer import Recipe, Run, views
from tests.app_process import CHECKOUT, free_port, running
from tests.browser.screen import eventually

README = Path(CHECKOUT, "README.md").read_text("utf-8")
EXAMPLE = next(code for code in re.findall(r"```python\n(.*?)```", README, re.S) if "Dash()" in code)
SEARCHED = os.pathsep.join([str(CHECKOUT), os.environ.get("PYTHONPATH", "")])
_DRAWN = """
  () => document.querySelector("#graph .js-plotly-plot")._fullData
    .filter(({ x }) => x).map(({ x, y }) => [x, y].map((numbers) => Array.from(numbers, (each) => each ?? NaN)))
"""
SOFTMAX, NEGATIVE = "#softmax .explorer", "#negative .explorer"


@pytest.fixture(scope="module")
def serve(tmp_path_factory):
    """Run a script of a Dash app in a folder of its own; returns what is to be used as a context."""

    def served(code, **env):
        folder = tmp_path_factory.mktemp("app")
        Path(folder, "app.py").write_text(code, "utf-8")
        port = free_port()
        env = {"PORT": str(port), "PYTHONPATH": SEARCHED} | env
        return running([sys.executable, "app.py"], port, folder, env)

    return served


@pytest.fixture(scope="module")
def app(serve):
    with serve(EXAMPLE) as app:
        yield app


@pytest.fixture
def opened(app, new_page):
    """The example's page, when both explorers are painted and the graph is drawn."""
    page = new_page(base_url=app.url)
    page.goto("/")
    for root in (SOFTMAX, NEGATIVE):
        at(page, root, 0)
    page.wait_for_selector("#graph .main-svg")
    return page


def at(page, root, step):
    page.wait_for_selector(f'{root}[data-ready="true"][data-step="{step}"]', state="attached")


def draws(page, recipe, step):
    """The graph is the recipe's projection at this step."""
    expected = [trace for trace in views.projection(Run(recipe).seek(step)).data if trace.x is not None]
    shown = page.evaluate(_DRAWN)
    assert len(shown) == len(expected)
    for got, trace in zip(shown, expected, strict=True):
        np.testing.assert_allclose(np.array(got, float), np.array([trace.x, trace.y], float))


def test_the_example_has_ten_lines():
    assert len([line for line in EXAMPLE.splitlines() if line.strip()]) == 10


def test_a_step_of_one_is_set_in_the_other_and_drawn(opened):
    recipe = Recipe(preset="king-queen", output="negative")
    eventually(lambda: draws(opened, recipe, 0))
    opened.click("#softmax #step-100")
    at(opened, SOFTMAX, 100)
    at(opened, NEGATIVE, 100)
    eventually(lambda: draws(opened, recipe, 100))
    opened.click("#negative #next")
    at(opened, NEGATIVE, 101)
    eventually(lambda: draws(opened, recipe, 101))
    opened.click("#softmax #back")  # to 99, which is told although the other one has left 100
    at(opened, NEGATIVE, 99)
    assert opened.locator(SOFTMAX).get_attribute("data-step") == "99"


SET = """
import os
from dash import Dash, Input, Output, html
from explorer.web import Explorer

app = Dash()
mine = Explorer(id="mine", query="preset=king-queen")
app.layout = html.Div([html.Button("set", id="set"), html.Pre(id="told"), mine])


@app.callback(
    [Output("mine", name) for name in ("query", "step", "stage", "view", "panels", "transport")],
    Input("set", "n_clicks"), prevent_initial_call=True,
)
def place(_):
    return "preset=xor-network", 4, "loss", {"instance": "0", "lossScale": "log"}, ["loss", "weights"], "simple"


@app.callback(Output("told", "children"), [Input("mine", name) for name in ("query", "step", "stage", "view")])
def told(query, step, stage, view):
    return f"{query} {step} {stage} {view and view.get('lossScale')}"


app.run(port=int(os.environ["PORT"]))
"""


def test_every_property_can_be_set_and_where_it_is_is_told(serve, new_page):
    with serve(SET) as app:
        page = new_page(base_url=app.url)
        page.goto("/")
        at(page, "#mine .explorer", 0)
        assert page.locator("#mine .panel").locator("visible=true").count() > 2
        page.click("#set")
        at(page, '#mine .explorer[data-stage="loss"]', 4)
        expect(page.locator("#mine .panel").locator("visible=true")).to_have_count(2)
        assert page.locator("#mine #next").is_visible()
        assert not page.locator("#mine #speed").is_visible()
        expect(page.locator("#told")).to_have_text("preset=xor-network 4 loss log")
        page.click("#mine #next")  # the whole step
        expect(page.locator("#told")).to_have_text("preset=xor-network 5 update log")
