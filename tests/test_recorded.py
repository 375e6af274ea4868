"""A run in one file: what the source in it answers is what the program would; what can't be saved is told."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.analysis.projection import fit_axes
from tests.node import NODE

ANSWERS = Path(__file__).parent / "scripts" / "recorded.mjs"
RECIPES = {
    "softmax": Recipe(preset="king-queen"),
    "negative, in batches": Recipe(preset="king-queen", output="negative", batch_size=3),
    "edited": Recipe(preset="king-queen").edited(290, weight=("W", "king", 0, 0.5)),
    "recurrent": Recipe(preset="who-makes-which-noise"),
    "of numbers": Recipe(preset="xor-network"),
    "look-up": Recipe(preset="feed-the-cat"),
}
START, STOP = 130, 300  # over the ends of blocks


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_its_source_answers_as_the_program_does(recipe, tmp_path):
    run, file = Run(recipe).seek(STOP), tmp_path / "run.html"
    run.save_html(file, START)
    told = subprocess.run([NODE, ANSWERS, file], capture_output=True, text=True, timeout=60, check=True).stdout
    answers = json.loads(told)
    assert answers["range"] == [START, STOP]
    for step, weights in answers["weights"].items():
        for name, array in Run(recipe).seek(int(step)).parameters.items():
            np.testing.assert_allclose(weights[name], np.ravel(array), rtol=1e-9, atol=1e-12)
    losses = run.trajectory.losses(0, STOP)
    stride = -(-STOP // 7)
    np.testing.assert_allclose(answers["losses"], [losses[at : at + stride].mean() for at in range(0, STOP, stride)])
    np.testing.assert_allclose(answers["way"], losses[START : START + 6], rtol=1e-6)
    if recipe.architecture.panels.input == "W":
        fitted = fit_axes(np.asarray(run.parameters["W"]))
        for name in ("mean", "basis", "share"):
            np.testing.assert_allclose(answers["axes"][name], getattr(fitted, name), atol=1e-9)
        assert len(answers["followed"]) == 2
    if run.vocabulary:
        a, b, c, *_ = run.vocabulary
        assert_near(answers["neighbours"], run.neighbours(a, count=3))
        assert_near(answers["analogy"], run.analogy(a, b, c, count=3))
    assert all("open the run in the program" in message for message in answers["refused"])


def assert_near(found, expected):
    assert [word for word, _ in found] == [word for word, _ in expected]
    np.testing.assert_allclose([cosine for _, cosine in found], [cosine for _, cosine in expected], atol=1e-9)


def test_it_asks_nobody_and_ends_where_the_run_does(tmp_path):
    file = tmp_path / "run.html"
    Run(Recipe(preset="king-queen").edited(60, weight=("W", "king", 0, 1e308))).save_html(file, stop=100)
    text = file.read_text(encoding="utf-8")
    links = re.findall(r"""<[^<>]*\b(?:src|href)=["']?([^"' >]*)""", text.partition("<script")[0])
    assert {link.partition("?")[0] for link in links} == {"http://127.0.0.1:8050/"}
    assert not re.search(r"""\bimport\(["']""", text), "all scripts are in the file"
    last = int(re.search("A record of steps 1 to ([0-9]+)", text)[1])
    assert 60 <= last < 72


def test_markup_in_words_stays_words():
    recipe = Recipe(pairs="<script>alert(1)</script>|b, c|</script>", seed=1)
    page = Run(recipe).seek(3).show().page
    assert "alert(1)" not in page


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"start": 5, "stop": 3}, "stop"),
        ({"start": -1}, "start"),
        ({"stop": 10**6}, "stop: got 1,?000,?000, allowed is at most 20,000"),
    ],
)
def test_what_cannot_be_saved_is_told(asked, named, tmp_path):
    with pytest.raises(RecipeError, match=named):
        Run(Recipe(preset="king-queen")).save_html(tmp_path / "run.html", **asked)
    assert not list(tmp_path.iterdir())


def test_panels_of_a_notebook():
    run = Run(Recipe(preset="king-queen")).seek(20)
    shown = run.show("network loss")
    assert 'id="network"' in shown.page
    assert 'id="weights"' not in shown.page
    assert 'sandbox="allow-scripts' in run._repr_html_()
    with pytest.raises(RecipeError, match="panels: got 'netwrok'"):
        run.show(["netwrok"])


def test_the_page_offers_the_file(app):
    client = app.server.test_client()
    answer = client.get("/api/file?file.step=30&preset=king-queen")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "private" in answer.headers["Cache-Control"], "it names the address that was asked"
    assert "A record of steps 1 to 500 of this run" in answer.text
    assert 'href="http://localhost/?' in answer.text
    refused = client.get("/api/file?file.step=9000&preset=four-grams")
    assert refused.json["problems"][0][0] == "file.step"
