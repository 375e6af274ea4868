"""Every enlarged panel has a figure wherever one may stand: at the start, at each stage, in a batch or alone."""

from itertools import product

import plotly.graph_objects as go
import pytest

from explorer import MODELS, Recipe, Run
from explorer.views import OF_TWO, VIEWS
from tests.cases import few_of

pytestmark = pytest.mark.slow_without_jit

_WORDS, _NUMBERS = "a b c d\nd c a b", "0 1 | 1; 1 1 | 0; 1 0 | 1; 0 0 | 0"
RECIPES = {
    name: {"model": name} | ({"points": _NUMBERS} if model.reading == "points" else {"text": _WORDS})
    for name, model in MODELS.items()
}
RECIPES |= {
    f"{name} {output}": RECIPES[name] | {"output": output} for name, model in MODELS.items() for output in model.outputs
}
for name in [name for name, model in MODELS.items() if model.outputs]:
    del RECIPES[name]  # the full softmax is among its outputs


class Asked(dict):
    """A panel's options, which know whether its stage was read: a panel that never reads it is drawn once."""

    stage_read = False

    def __getitem__(self, name):
        self.stage_read |= name == "stage"
        return super().__getitem__(name)


@pytest.mark.parametrize(
    ("name", "batch_size"),
    few_of(
        product(RECIPES, (1, 3)),
        *((name, 1) for name in ("perceptron", "mlp", "cbow softmax", "cbow negative", "nnlm softmax")),
        ("skip-gram hierarchical", 1),
        ("rnnlm hierarchical", 1),
        ("skip-gram negative", 3),
        ("mlp", 3),
    ),
)
def test_every_panel_has_a_figure_at_every_stage_of_the_first_two_steps(name, batch_size, monkeypatch):
    monkeypatch.setattr("explorer.analysis.slices._MOST", 9, raising=False)  # points along a side of a contour
    run = Run(Recipe(**RECIPES[name], batch_size=batch_size))
    stages = ["start", *(stage.name for stage in run.recipe.architecture.stages)]
    # Between its first stage and its last, where nothing is done yet, step 0 shows what step 1 does.
    few = [*stages[:2], stages[len(stages) // 2], stages[-1]]
    for step, shown in ((0, [*stages[:2], stages[-1]]), (1, stages if batch_size == 1 else few)):
        run.seek(step)
        for panel, figure_of in VIEWS.items():
            for stage in shown:
                view = Asked(stage=stage, theme="light", instance=batch_size - 1)
                assert isinstance(figure_of(run, view), go.Figure), (panel, step, stage)
                if not view.stage_read:
                    break
    for panel, figure_of in OF_TWO.items():
        other = Run(Recipe(**RECIPES[name], batch_size=batch_size).edited(0, learning_rate=0.9)).seek(1)
        assert isinstance(figure_of(run, other, {"stage": "update", "theme": "dark", "instance": 0}), go.Figure), panel
