"""What the figures of a run show at some moments, for the scripts' tests to compare with the page's pictures."""

import numpy as np

from explorer.views import VIEWS

STEP = 5
MANY = 1_000  # words, of which the page has only some
VIEWS_ASKED = ({}, {"hiddenPlane": "h:1,3", "plane": "1,2", "heat": "change"})


def moments(run) -> list:
    """What each figure shows, of a run before its step number 5, after each of that step's stages, and at the start.

    `step` and `stage` are those of `sceneOf` in pictures.mjs: the step's number, and how many of its stages are done.
    """
    names = [stage.name for stage in run.recipe.architecture.stages]
    found = []
    for step, stage in ((0, 0), (STEP, 2), (STEP, len(names))):
        run.seek(step + (stage == len(names)))
        for asked in VIEWS_ASKED if len(run.vocabulary) < MANY else VIEWS_ASKED[:1]:
            view = {"theme": "light", "instance": 0, "stage": names[stage - 1] if stage else "start", **asked}
            shown = {panel: show(VIEWS[panel](run, view)) for panel, show in _SHOWN.items()}
            found.append({"step": step, "stage": stage, "view": asked, "figures": shown})
    return found


def _limit(figure):
    return {"limit": figure.layout.coloraxis.cmax}


def _network(figure):
    """The limit, and of a network of words the names of its rows, input and output, and what stands beside them."""
    columns = [trace for trace in figure.data if trace.customdata is not None and trace.mode == "markers+text"]
    rows = [[told[0] for told in trace.customdata] for trace in columns if trace.marker.symbol in ("circle", "square")]
    texts = [text.replace("\u00a0", "") for trace in columns for text in trace.text or ()]
    return _limit(figure) | {"rows": rows, "texts": texts}


def _plane(figure):
    points = [trace for trace in figure.data if trace.type == "scatter" and trace.customdata is not None]
    axes = [(figure.layout[f"xaxis{number}"], figure.layout[f"yaxis{number}"]) for number in ("", 2)[: len(points)]]
    return [
        {"places": np.stack([trace.x, trace.y], axis=1).ravel().tolist(), "titles": [each.title.text for each in pair]}
        for trace, pair in zip(points, axes, strict=True)
    ]


def _projection(figure):
    """The places of each kind of vectors, and what stands at the axes."""
    named = {trace.name: np.stack([trace.x, trace.y], axis=1) for trace in figure.data if trace.customdata is not None}
    titles = [figure.layout.xaxis.title.text, figure.layout.yaxis.title.text]
    return {"places": {kind: places.ravel().tolist() for kind, places in named.items()}, "titles": titles}


_SHOWN = {"network": _network, "weights": _limit, "plane": _plane, "projection": _projection}
