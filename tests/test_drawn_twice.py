"""What is drawn twice, by the page and by Plotly, is the same.

Beside what tests/runs.py writes of each run, `<name>.moments` are what the figures show at some moments.
"""

import json

from explorer import MODELS, Run
from tests.figures import moments
from tests.node import FIGURES, node_tests, passed
from tests.runs import RECIPES, write


def test_pictures_of_the_page_are_those_of_the_figures(tmp_path):
    write(tmp_path)
    for name, recipe in RECIPES.items():
        found = moments(Run(recipe), start=name in MODELS)
        (tmp_path / f"{name}.moments").write_text(json.dumps(found), encoding="utf-8")
    with node_tests(tmp_path, [FIGURES]) as running:
        passed(running)
