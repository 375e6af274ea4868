"""Two runs, A and B, at the same step: what B has more of each weight, both losses, and the words of both in one plane.

The planes of two runs have nothing to do with each other: where they began apart, the same words may lie the other way
round. So B's vectors are first turned onto A's, as a whole, and only then seen from A's side.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.curve import stretches
from explorer.analysis.projection import fit_axes, fitted_on, space_of, turn_onto, vectors_of
from explorer.numbers import counted, percent
from explorer.training.questions.comparison import parting
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.labels import label_positions
from explorer.views.limits import Sizes
from explorer.views.moment import after, wanted_rows
from explorer.views.projection import ON_AXES, SYMBOLS
from explorer.views.text import tick, whole
from explorer.views.weights import cells_of, heatmaps, row_axis, turned

MOST_POINTS = 1_000  # of a curve
_MEANS_FROM = 20  # epochs, from which a point of a curve is a mean of whole ones
_LEAST = 1e-3  # of the picture, less than a pixel: what lies nearer has not moved, and has no arrow
_LABELLED = 300  # words, above which names are told on hovering only
_ROOM = 560, 260  # px of the part of a window in which the page shows the words of both
_LOOKS = {"A": ("accent", "solid"), "B": ("positive", "dash")}


@checked
def difference(run, other, theme: str = "light", wanted=None, most: int | None = None) -> go.Figure:
    """B − A of each parameter that both runs have, with the same rows and in the same shape.

    wanted : lists of rows by axis, that are shown in any case, where there is no room for all; then come those that
    differ most.
    most : rows that are shown; without it as many as can be.
    """
    declared = run.recipe.architecture.parameters
    shown = [each for each in declared if _shared(run, other, each)]
    if not shown:
        return themes.empty(theme, "The two runs have no weights of the same words and the same size.")
    arrays = [cells_of(each, other.parameters[each.name], run.parameters[each.name]) for each in shown]
    title = f"B − A · weights {after(run.step)}"
    if not any(map(np.any, arrays)):
        title += " · no difference"
    if apart := [each.symbol for each in declared if each not in shown]:
        title += f" · {', '.join(apart)} not of the same words and size"
    wanted = (wanted or {}) | {
        axis: [*(wanted or {}).get(axis, ()), rows] for axis, rows in _differing(shown, arrays).items()
    }
    figure = heatmaps(run, shown, arrays, Sizes(*arrays).limit, title, theme, wanted, most)
    maps = [trace for trace in figure.data if trace.type == "heatmap"]
    for number, (trace, each) in enumerate(zip(maps, shown, strict=True), start=1):
        figure.layout[f"xaxis{number if number > 1 else ''}"].title.text = each.symbol
        # What a press on a cell asks.
        trace.meta |= {"about": "weight", "parameter": each.name, "turned": turned(each), "axes": len(each.axes)}
    return figure


@checked
def losses(run, other, log: bool = False, theme: str = "light") -> go.Figure:
    """The losses of both runs up to their step, and where they part.

    log : whether the scale is logarithmic.
    """
    if not run.step:
        return themes.empty(theme, "The curves begin with the first step.")
    epoch = run.trajectory.stream.segments[0].steps_per_epoch
    unit = epoch if run.step >= _MEANS_FROM * epoch else 1
    units = {each.recipe.architecture.loss_unit for each in (run, other)}
    figure = themes.figure(
        theme,
        f"Loss of A and B · {counted(run.step, 'step')}" + (" · each point a mean" if unit > 1 else ""),
        xaxis=themes.axis(title={"text": "step"}, showgrid=False, range=[0, run.step]),
        yaxis=themes.axis(
            title={"text": ", ".join(["loss", *sorted(units)])},
            **({"type": "log"} if log else {}),  # not from zero: it is the difference that counts
        ),
        hovermode="x",
        margin=themes.MARGIN | {"t": 96},
    )
    for name, each in (("A", run), ("B", other)):
        _add_curve(figure, name, each.losses(0, run.step), unit, theme)
    parted = parting(run.recipe, other.recipe)
    if 0 < parted < run.step:
        line = {"color": themes.palette(theme).edge, "width": 1, "dash": "dot"}
        figure.add_vline(x=parted, line=line, annotation={"text": "parted", "showarrow": False})
    return figure


@checked
def projections(run, other, fit: str = "W", show: str = "both", theme: str = "light") -> go.Figure:
    """The words of both runs in A's plane, B's turned onto A's, and an arrow from each word of A to that of B.

    fit : the vectors of A that the axes are fitted to, as in `projection`. show : "input", "output" or "both".

    RecipeError where one of the models has no such vectors.
    """
    words = [word for word in run.vocabulary if word in other.recipe.corpus.index]
    if len(words) < 2:
        return themes.empty(theme, "The two runs have no two words in common.")
    mine, theirs = _sets(run, words), _sets(other, words)
    axes = fit_axes(*(vectors_of(each, run.parameters[each.name]) for each in fitted_on(run.recipe.architecture, fit)))
    turn = turn_onto(theirs["input"], mine["input"])
    means = [each["input"].mean(axis=0) for each in (mine, theirs)]
    first, second = (
        f"PC{number} of A · {percent(share)} of its variance" for number, share in enumerate(axes.share, 1)
    )
    figure = themes.figure(
        theme,
        f"Words of A and B {after(run.step)} · B turned onto A",
        xaxis=themes.axis(title={"text": first}, zeroline=True),
        yaxis=themes.axis(title={"text": second}, zeroline=True, scaleanchor="x", scaleratio=1),
        hovermode="closest",
    )
    kinds = [kind for kind in ("input", "output") if kind in mine and kind in theirs and show in (kind, "both")]
    kinds = kinds or ["input"]
    starts = [axes.project(mine[kind]) for kind in kinds]
    ends = [axes.project((theirs[kind] - means[1]) @ turn + means[0]) for kind in kinds]
    spots = _label_spots(starts, ends, words)
    for kind, start, end, free in zip(kinds, starts, ends, spots, strict=True):
        _add_arrows(figure, kind, words, start, end, free, theme)
    return figure


def _difference(run, other, view):
    return difference(run, other, view["theme"], wanted_rows(run, view), view.get("rows"))


def _losses(run, other, view):
    return losses(run, other, view.get("lossScale") == "log", view["theme"])


def _projections(run, other, view):
    if any(each.recipe.architecture.network.input is None for each in (run, other)):
        return themes.empty(view["theme"], "This network reads numbers: it has no word vectors.")
    return projections(run, other, view.get("fit") or "W", view.get("show") or "input", view["theme"])


# The figures of two runs by the panel whose place they take: figure(run, other, view), view as in `VIEWS`.
OF_TWO = {"weights": _difference, "loss": _losses, "projection": _projections}


def _shared(run, other, declared):
    """Whether both runs have a parameter for the same words and units."""
    theirs = {each.name: each.axes for each in other.recipe.architecture.parameters}
    if theirs.get(declared.name) != declared.axes:
        return False
    same = run.parameters[declared.name].shape == other.parameters[declared.name].shape
    return same and ("word" not in declared.axes or run.vocabulary == other.vocabulary)


def _add_curve(figure, name, values, unit, theme):
    stride, (mean, _, _) = stretches(values, MOST_POINTS, unit)
    if stride > 1 and len(values) > stride:
        mean = mean[: len(values) // stride]  # a last stretch that is cut short has other instances than the rest
    colour, dash = _LOOKS[name]
    figure.add_scatter(
        x=(np.arange(len(mean)) * stride + (stride + 1) / 2).tolist(),  # as `loss` has them
        y=mean,
        mode="lines",
        line={"color": getattr(themes.palette(theme), colour), "dash": dash, "width": 2},
        name=name,
        meta={"about": "step"},  # which a press goes to
        hovertemplate=f"{name}: %{{y:.8~g}}"
        + (f", mean of {stride:,} steps" if stride > 1 else "")
        + "<extra></extra>",
    )


def _sets(run, words):
    """The vectors of these words, (words, N), by kind: as inputs, and as outputs where those live in the same space."""
    model, index = run.recipe.architecture, run.recipe.corpus.index
    ids = [index[word] for word in words]
    named = {kind: getattr(model.network, kind) for kind in ("input", "output")}
    sets = {kind: model.declared(name) for kind, name in named.items() if name}
    space = space_of(sets["input"])
    return {
        kind: vectors_of(each, run.parameters[each.name])[ids]
        for kind, each in sets.items()
        if "word" in each.axes and space_of(each) == space
    }


def _label_spots(starts, ends, words):
    """Where the names of A's points stand, for each kind: apart from those of the others, and from the points of B."""
    if len(words) > _LABELLED:
        return [[None] * len(words) for _ in starts]
    lengths = [len(tick(word)) for word in words] * len(starts) + [0] * (len(words) * len(ends))
    return label_positions([*starts, *ends], lengths, _ROOM)[: len(starts)]


def _differing(shown, arrays) -> dict[str, np.ndarray]:
    """Ids of the rows in which arrays (rows, columns) are not 0, by axis: those with the largest number first."""
    largest = {}
    for each, array in zip(shown, arrays, strict=True):
        axis = row_axis(each)
        largest[axis] = np.maximum(np.abs(array).max(axis=1), largest.get(axis, 0))
    return {axis: np.argsort(-each, kind="stable")[: np.count_nonzero(each)] for axis, each in largest.items()}


def _add_arrows(figure, kind, words, start, end, free, theme):
    colour, ticks = getattr(themes.palette(theme), kind), list(map(tick, words))
    gap = np.full(len(words), np.nan)
    far = np.abs(end - start).max(axis=1) > _LEAST * np.ptp(start)
    heads = np.where(far, 9, 0)  # px
    figure.add_scatter(
        **{axis: np.column_stack([start[:, i], end[:, i], gap]).ravel() for i, axis in enumerate("xy")},
        mode="lines+markers",
        line={"color": colour, "width": 1},
        opacity=0.6,
        marker={"symbol": "arrow", "angleref": "previous", "size": np.outer(heads, [0, 1, 0]).ravel(), "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )
    for name, points in (("A", start), ("B", end)):
        figure.add_scatter(
            x=points[:, 0],
            y=points[:, 1],
            mode="markers+text" if name == "A" else "markers",
            name=f"{kind}, {name}",
            text=[word if where else "" for word, where in zip(ticks, free, strict=True)] if name == "A" else None,
            textposition=[where or "top center" for where in free],
            textfont={"color": colour},
            cliponaxis=False,  # names of the outermost points reach over the edge
            marker={"symbol": SYMBOLS[kind] + ("" if name == "A" else "-open"), "color": colour, "size": 8},
            customdata=list(map(whole, words)),
            meta={"about": "word", "words": words},  # one of which a press chooses
            hovertemplate=f"%{{customdata}}<br>{kind} vector of {name}{ON_AXES}",
        )
