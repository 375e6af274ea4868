"""A run as a notebook shows it, in a real JupyterLab: `pip install -e ".[test,notebook]"`; not part of the suite."""

import json
import sys
from importlib.util import find_spec

import pytest

from explorer import Recipe, Run
from tests.app_process import CHECKOUT, free_port, running
from tests.browser.screen import eventually

RECIPE = Recipe(preset="king-queen")
CELLS = (
    'from explorer import Recipe, Run\nrun = Run(Recipe(preset="king-queen")).seek(137)\nrun',
    'run.show("weights", start=130, stop=140)',
)
NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "id": f"cell-{i}", "source": text, "metadata": {}, "outputs": [], "execution_count": None}
        for i, text in enumerate(CELLS)
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
LONG = 300_000  # milliseconds: a busy machine is slow to start a notebook server


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    """A page with the notebook, all of whose cells were run."""
    if find_spec("jupyterlab") is None:
        pytest.fail('JupyterLab is not installed: pip install -e ".[test,notebook]"', pytrace=False)
    folder = tmp_path_factory.mktemp("lab")
    (folder / "run.ipynb").write_text(json.dumps(NOTEBOOK))
    port = free_port()
    given = {"ip": "127.0.0.1", "port": port, "port_retries": 0, "open_browser": False, "root_dir": folder}
    options = [f"--ServerApp.{name}={value}" for name, value in given.items()]
    # As it is installed: Dash's own extension would have it offer to be built anew.
    free = ["--allow-root", "--IdentityProvider.token=", "--LabApp.news_url=None", "--core-mode"]
    private = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = private | {"PYTHONPATH": str(CHECKOUT)}
    command = [sys.executable, "-m", "jupyterlab", *options, *free]
    opened = browser.new_context(viewport={"width": 1280, "height": 1600})
    with running(command, port, cwd=folder, env=environment) as app, opened as context:
        page = context.new_page()
        page.goto(f"{app.url}/lab/tree/run.ipynb", timeout=LONG)
        page.get_by_text("| Idle").wait_for(timeout=LONG)  # before that it runs nothing, and says nothing
        page.locator(".jp-CodeCell .jp-InputArea-editor").first.click()
        for _ in CELLS:
            page.keyboard.press("Shift+Enter")
        yield page


def explorer(page, place):
    """The frame of an output, once it is ready."""
    shown = page.locator("iframe[srcdoc]").nth(place)
    shown.wait_for(timeout=LONG)
    shown.scroll_into_view_if_needed()
    frame = shown.element_handle().content_frame()
    frame.wait_for_selector("body[data-ready='true']", timeout=LONG)
    return frame


def painted(frame, panel):
    """How many different colours the canvas of a panel has."""
    return frame.evaluate(
        """(panel) => {
          const canvas = document.querySelector(`#${panel} canvas`);
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }""",
        panel,
    )


def has_focus(frame):
    """Click the frame; while JupyterLab still runs cells it takes the focus back."""
    frame.click("h1")
    return frame.evaluate("document.hasFocus()")


def test_a_run_is_displayed_and_steps_without_the_kernel(lab):
    frame = explorer(lab, 0)
    assert frame.get_attribute("body", "data-step") == "137"
    assert painted(frame, "weights") > 20
    eventually(lambda: has_focus(frame))
    lab.keyboard.press("ArrowLeft")
    frame.wait_for_selector("body[data-step='136'][data-ready='true']")
    frame.click("#restart")
    frame.wait_for_selector("body[data-step='0'][data-ready='true']")
    frame.click("#next")
    frame.wait_for_selector("body[data-step='1'][data-ready='true']")
    loss = Run(RECIPE).frame().loss
    assert f"{loss:.2f}" in frame.inner_text("body")


def test_chosen_panels_are_shown_alone(lab):
    frame = explorer(lab, 1)
    assert frame.is_visible("#weights")
    assert not frame.is_visible("#network")
