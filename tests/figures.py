"""What the figures of a run show at some moments, for the scripts' tests to compare with the page's pictures."""

import re

import numpy as np

from explorer.views import VIEWS

STEP = 5
MANY = 1_000  # words, of which the page has only some
_OF_MANY = {"network", "weights", "loss"}  # what is compared of those
CHOSEN = {
    "hiddenPlane": "h:1,3",
    "plane": "1,2",
    "focus": "W.295.1",  # of the models that have so many words
    "heat": "change",
    "lossScale": "log",
    "pins": "w300,w310",
    "word": "w290",
}


def moments(run, start: bool) -> list:
    """What each figure shows: of a run at its `start`, in its step number 5, and after it with options chosen.

    `step` and `stage` are those of `sceneOf` in pictures.mjs: the step's number, and how many of its stages are done.
    """
    names = [stage.name for stage in run.recipe.architecture.stages]
    many = len(run.vocabulary) >= MANY
    panels = {panel: show for panel, show in _SHOWN.items() if not many or panel in _OF_MANY}
    found = []
    first = [(0, 0, {})] if start else []
    for step, stage, asked in (*first, (STEP, 2, {}), (STEP, len(names), {} if many else CHOSEN)):
        run.seek(step + (stage == len(names)))
        view = {"theme": "light", "instance": 0, "stage": names[stage - 1] if stage else "start", **asked}
        shown = {panel: show(VIEWS[panel](run, view)) for panel, show in panels.items()}
        network = run.recipe.architecture.network
        if network.lookup:
            shown["table"] = _limit(VIEWS["weights"](run, view | {"sheet": network.input, "heat": "values"}))
        found.append({"step": step, "stage": stage, "view": asked, "figures": shown})
    return found


def long_losses(run) -> dict:
    """What the figure of the losses shows of a run with more steps than points."""
    figure = VIEWS["loss"](run, {"theme": "light"})
    band, mean = figure.data[:2]
    high, low = np.split(np.asarray(band.y), [len(mean.y)])
    curve = {"mean": mean.y.tolist(), "low": low[::-1].tolist(), "high": high.tolist()}
    return curve | {"steps": figure.layout.xaxis.range, "losses": figure.layout.yaxis.range}


def _limit(figure):
    return {"limit": figure.layout.coloraxis.cmax}


def _network(figure):
    """The limit, the names of a network's rows, input and output, what stands beside them, which of them stand out, by
    how much each is filled, and of words which are the instance's.

    Of a network of layers the rows are those of its columns, and what is told of each has its name in front.
    """
    columns = [trace for trace in figure.data if trace.customdata is not None and trace.mode == "markers+text"]
    told = [[str(one if isinstance(one, str) else one[0]) for one in trace.customdata] for trace in columns]
    texts = [[text.replace("\u00a0", "") for text in trace.text or ()] for trace in columns]
    lit = [[at for at, weight in enumerate(trace.textfont.weight or ()) if weight == 700] for trace in columns]
    rows = [[one.split("<br>")[0] for one in column] for column in told]
    own = [
        [
            at
            for at, one in enumerate(trace.customdata)
            if not isinstance(one, str) and "in this instance" in str(one[1])
        ]
        for trace in columns
    ]
    fills = [np.asarray(trace.marker.color, float).tolist() for trace in columns]
    return _limit(figure) | {"rows": rows, "texts": texts, "lit": lit, "fills": fills, "own": own}


def _vectors(figure):
    """Each quantity with its symbol, its numbers row by row, what the rows are, and where its colours end."""
    return [
        {
            "symbol": figure.layout[trace.xaxis.replace("x", "xaxis")].title.text[len("<b>") : -len("</b>")],
            "values": np.ravel(trace.x if trace.type == "bar" else trace.z).tolist(),
            "rows": [one if trace.type == "bar" else one[0] for one in trace.customdata],
            "limit": trace.zmax if trace.type == "heatmap" else None,
            "lit": [
                int(row)
                for row, name in figure.layout[trace.yaxis.replace("y", "yaxis")].labelalias.items()
                if name.startswith(("● ", "■ "))
            ],
        }
        for trace in figure.data
    ]


def _loss(figure):
    """The points of the curve and of the means of epochs, where something was changed, and where the axes end.

    None before there is a curve.
    """
    lines = {trace.name: np.stack([trace.x, trace.y], axis=1).ravel().tolist() for trace in figure.data}
    if "each step" not in lines:
        return None
    low, high = figure.layout.yaxis.range
    ends = [10**low, 10**high] if figure.layout.yaxis.type == "log" else [low, high]
    return {
        "curve": lines["each step"],
        "means": lines.get("mean of an epoch"),
        "edits": sorted(set(lines.get("changed by hand", ())[::2])),
        "steps": figure.layout.xaxis.range,
        "losses": ends,
    }


def _weights(figure):
    """Where the colours end, and of each map the names of its rows and its numbers, row by row."""
    maps = [trace for trace in figure.data if trace.type == "heatmap"]
    names = [list(figure.layout[each.yaxis.replace("y", "yaxis")].labelalias.values()) for each in maps]
    return _limit(figure) | {"rows": names, "values": [np.ravel(each.z).tolist() for each in maps]}


def _field(figure, xaxis):
    """What a plane is filled with at nine points, row by row from above, and where these lie; None of a curve."""
    filled = next((each for each in figure.data if each.type == "heatmap" and each.xaxis == xaxis), None)
    if filled is None:
        return None
    third = slice(None, None, (len(filled.x) - 1) // 2)
    (lead, *_) = (each for each in figure.data if each.type == "contour" and each.xaxis == xaxis)
    x, y = (np.asarray(each)[third][:3].tolist() for each in (filled.x, filled.y))
    shades, leads = (np.asarray(each.z)[third, third][2::-1, :3].ravel() for each in (filled, lead))
    return {"x": x, "y": y, "shades": shades.tolist(), "leads": (leads > 0).tolist()}


def _curve(figure, xaxis):
    """The answers over a single input at three places, output by output; None of a plane."""
    lines = [each for each in figure.data if each.type == "scatter" and each.mode == "lines" and each.xaxis == xaxis]
    if not lines:
        return None
    shown = np.stack([lines[0].x, *(each.y for each in lines)])
    x, *answers = shown[:, :: (shown.shape[1] - 1) // 2][:, :3]
    return {"x": x.tolist(), "answers": np.ravel(answers).tolist()}


def _plane(figure):
    """Of each plane its points, the titles of its axes, and what fills it, or over a single input the curve."""
    points = [trace for trace in figure.data if trace.type == "scatter" and trace.customdata is not None]
    axes = [(figure.layout[f"xaxis{number}"], figure.layout[f"yaxis{number}"]) for number in ("", 2)[: len(points)]]
    return [
        {
            "points": np.stack([trace.x, trace.y], axis=1).ravel().tolist(),
            "titles": [each.title.text for each in pair],
            "field": _field(figure, trace.xaxis),
            "curve": _curve(figure, trace.xaxis),
        }
        for trace, pair in zip(points, axes, strict=True)
    ]


def _projection(figure):
    """The points of each kind of vectors, which of them stand out, and what stands at the axes."""
    sets = {trace.name: trace for trace in figure.data if trace.customdata is not None}
    points = {kind: np.stack([trace.x, trace.y], axis=1).ravel().tolist() for kind, trace in sets.items()}
    lit = {kind: np.flatnonzero(np.equal(trace.textfont.weight, 700)).tolist() for kind, trace in sets.items()}
    titles = [figure.layout.xaxis.title.text, figure.layout.yaxis.title.text]
    return {"points": points, "lit": lit, "titles": titles}


def _copies(figure):
    """The word that is on in each copy, and the names of the rows that are asked; None where there are no copies."""
    columns = [trace for trace in figure.data if trace.mode == "markers+text"]
    if not columns:
        return None
    *inputs, _, outputs = columns
    return {
        "words": [_bare(text) for trace in inputs for text in trace.text if text],
        "asked": [_bare(told[0]) for told in outputs.customdata],
    }


def _outputs(figure):
    """The columns of the output words' panels by their symbols: the names of the rows, and the numbers."""
    return {
        re.sub("<.*?>", "", note.text.partition("</b>")[0]): {
            "names": [_bare(name) for name, _ in bar.customdata],
            "values": list(bar.x),
        }
        for note, bar in zip(figure.layout.annotations, figure.data, strict=False)
    }


def _bare(name):
    """A name without what keeps the direction of its words to itself."""
    return name.strip("\u2068\u2069")


_SHOWN = {
    "network": _network,
    "vectors": _vectors,
    "weights": _weights,
    "plane": _plane,
    "projection": _projection,
    "loss": _loss,
    "copies": _copies,
    "panels": _outputs,
}
