"""A network of layers: a column of units for each, from the inputs to the outputs, with the weights between as edges.

An edge has the colour and the width of its weight; below each column that feeds biased units stands one that is always
1, whose edges are the biases. With a frame the units are filled by the size of their activations, and a ring around
them is as wide as their error is large in its layer.
"""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from explorer.numbers import brief, exact, percent, plain
from explorer.training import Run
from explorer.training.frames import element_name
from explorer.views import theme as themes
from explorer.views.edges import add_edges
from explorer.views.moment import batch_index, of_both, reached, shown_rows, values, wanted_words
from explorer.views.reach import reach_of_weights
from explorer.views.signs import TOLD, add_dashes
from explorer.views.text import whole, within

MOST_UNITS = 40  # of a column
_NUMBERED = 14  # units of a column, up to which each carries its number
_ABOVE = 8  # units of a column, up to which there is room for it above the disc
_SMALL = 10  # px, of the names of more words than that
_WIDEST = 3.5  # px, of an edge
_RING = 7  # px, of the largest error


class _Column(NamedTuple):
    """A layer's units: the quantity, its net input and error (None at the inputs), and the ids of the units drawn.

    at : the index of the nodes of a tree that are asked, without which one has no numbers; None where all units have.
    """

    quantity: object
    net: str | None
    error: str | None
    ids: np.ndarray
    biased: bool
    at: str | None = None

    @property
    def heights(self):
        """Heights of the units, and last of the one that is always 1."""
        units = len(self.ids) + self.biased
        return 1 - (np.arange(units) + 0.5) / units


def layers(
    run_or_frame, frame=None, stage: str | None = None, instance: int = 0, theme: str = "light", words=(), nodes=()
) -> go.Figure:
    """The network of a run or a frame whose model is one of layers; arguments as those of `network`.

    Raises `RecipeError` for a stage that the model does not have, and for another theme.
    """
    is_run = isinstance(run_or_frame, Run)
    model = run_or_frame.recipe.architecture if is_run else run_or_frame.model
    frame = frame if is_run else run_or_frame
    known = {quantity.name for quantity in reached(model, stage)} if frame else ()
    read = {name: values(frame, name, instance) for name in known}
    parameters = run_or_frame.parameters
    wanted = wanted_words(run_or_frame.vocabulary, words, frame, read, instance)
    columns = _columns(model, parameters, wanted, nodes, read)
    read = _by_node(columns[-1], read, len(parameters[model.network.layers[-1].weights]))
    gaps = model.network.layers
    names = dict.fromkeys(name for gap in gaps for name in (gap.weights, gap.bias) if name)
    limit = reach_of_weights(run_or_frame, names).limit
    figure = themes.figure(
        theme,
        f"Network · {of_both(run_or_frame, frame)}{_left_out(columns, parameters, gaps)}",
        xaxis=themes.axis(visible=False, range=[-0.35, len(columns) - 0.55]),
        yaxis=themes.axis(visible=False, range=[-0.04, 1.12]),
        showlegend=False,
        hovermode="closest",
        **_scale(theme, limit, [model.declared(gap.weights).symbol for gap in gaps]),
    )
    for x, gap in enumerate(gaps):
        _add_edges(figure, x, columns, parameters, gap, limit, theme)
    sides = frame.instances[batch_index(frame, instance)] if frame else None
    for x, column in enumerate(columns):
        side = sides and {0: sides.inputs, len(columns) - 1: sides.outputs}.get(x)
        _add_units(figure, x, column, read, run_or_frame.vocabulary, theme, side)
        _add_heading(figure, x, column, model)
    return figure


def _by_node(column, read, nodes):
    """The numbers read, those of a tree's nodes by node: NaN where one is not asked."""
    if column.at is None:
        return read
    found = dict(read)
    for name in {column.quantity.name, column.net, column.error} & read.keys():
        found[name] = np.full(nodes, np.nan)
        found[name][read[column.at]] = read[name]
    return found


def _columns(model, parameters, words, nodes, read):
    gaps = model.network.layers
    first = gaps[0]
    columns = [_column(model, (first.source, None, None), _width(parameters, first), first.bias, words, None, ())]
    for gap, following in zip(gaps, (*gaps[1:], None), strict=True):
        biased = following is not None and following.bias is not None
        size = len(np.atleast_2d(parameters[gap.weights]))
        at = model.declared(gap.weights).change[0].at
        asked = [read.get(at, ()), nodes] if at else ()
        columns.append(_column(model, (gap.output, gap.net, _error_of(model, gap)), size, biased, words, at, asked))
    return columns


def _column(model, names, size, biased, words, at, asked):
    """The column of the quantities of these names: output, net input, error; words or nodes that matter first."""
    name, net, error = names
    quantity = model.declared(name)
    wanted = words if quantity.axes[0] == "word" else asked
    return _Column(quantity, net, error, shown_rows(size, MOST_UNITS, *wanted), bool(biased), at)


def _width(parameters, gap):
    return np.atleast_2d(parameters[gap.weights]).shape[1]


def _error_of(model, gap):
    """The error of a layer's net input: what its weights are changed by."""
    net = model.declared(gap.net)
    named = [name for term in model.declared(gap.weights).change for name in (term.rows, term.columns)]
    errors = [each.name for each in model.quantities if each.role == "error" and each.axes == net.axes]
    return next((name for name in errors if name in named), errors[-1] if errors else None)


def _left_out(columns, parameters, gaps):
    sizes = [_width(parameters, gaps[0]), *(len(np.atleast_2d(parameters[gap.weights])) for gap in gaps)]
    cut = [
        f" · {len(column.ids)} of {size} {'node' if column.at else column.quantity.axes[0]}s"
        for column, size in zip(columns, sizes, strict=True)
        if len(column.ids) < size
    ]
    return "".join(cut)


def _scale(theme, limit, symbols):
    bar = {
        "orientation": "h", "len": 0.32, "thickness": 10, "outlinewidth": 0, "tickangle": 0,
        "tickvals": [-limit, 0, limit],
        "x": 0, "xanchor": "left", "xpad": 12, "y": 0, "yanchor": "top", "ypad": 0,
        "title": {"text": f"{', '.join(symbols)} · {TOLD}", "side": "top"},
    }  # fmt: skip
    scale = {"cmin": -limit, "cmax": limit, "colorscale": themes.diverging(theme), "colorbar": bar}
    return {"coloraxis": scale, "margin": themes.MARGIN | {"l": 16, "r": 16, "b": 72}}


def _add_edges(figure, x, columns, parameters, gap, limit, theme):
    """The weights between two columns, with the biases as those of the unit that is always 1."""
    before, after = columns[x], columns[x + 1]
    weights = np.atleast_2d(parameters[gap.weights])[np.ix_(after.ids, before.ids)]
    if gap.bias:
        weights = np.column_stack([weights, parameters[gap.bias][after.ids]])
    heights = before.heights[: weights.shape[1]], after.heights
    add_edges(figure, weights.T, limit, (x, x + 1), heights, theme, _WIDEST)
    _add_scale_of_edges(figure)


def _add_scale_of_edges(figure):
    """An unseen point: lines have no colour axis, and a legend needs somebody to belong to."""
    marker = {"color": [0.0], "coloraxis": "coloraxis", "opacity": 0}
    figure.add_scatter(x=[0], y=[0.5], mode="markers", marker=marker, hoverinfo="skip")


def _add_units(figure, x, column, read, vocabulary, theme, side):
    """Discs filled by the size of their activations, with rings for their errors; a square that is always 1.

    side : the instance's inputs or targets, of the first column and the last, whose names stand out.
    """
    colours = themes.palette(theme)
    shown = read.get(column.quantity.name)
    sizes = np.zeros(len(column.ids)) if shown is None else np.nan_to_num(np.abs(shown[column.ids]))
    errors = read.get(column.error)
    errors = errors if errors is None else np.nan_to_num(errors)
    few, words = len(column.ids) <= _NUMBERED, column.quantity.axes[0] == "word"
    rings = np.ones(len(column.ids)) if errors is None else _rings(np.abs(errors[column.ids]), few)
    fill = {"colorscale": themes.tint(theme, "activation"), "cmin": 0, "cmax": max(1.0, float(sizes.max(initial=0)))}
    figure.add_scatter(
        x=np.full(len(column.ids), x),
        y=column.heights[: len(column.ids)],
        mode="markers+text",
        text=[_label(column, unit, shown, vocabulary, x and side) for unit in column.ids.tolist()]
        if few or words
        else None,
        textposition=_beside(x, words) if words or len(column.ids) > _ABOVE else "top center",
        textfont=_fonts(x, column, side, colours) | ({} if few else {"size": _SMALL}),
        customdata=[_hover(column, unit, read, vocabulary) for unit in column.ids.tolist()],
        hovertemplate="%{customdata}<extra></extra>",
        marker={
            "size": 22 if few else 9,
            "color": sizes,
            "line": {"width": rings, "color": colours.edge if errors is None else colours.error},
        }
        | fill,
    )
    if shown is not None and not (few or words):
        add_dashes(figure, shown[column.ids, None], [x], column.heights, theme)
    if column.biased:
        marker = {"symbol": "square", "size": 14, "color": colours.activation}
        figure.add_scatter(
            x=[x], y=column.heights[-1:], mode="markers+text", text="1", marker=marker,
            textfont={"color": colours.surface}, hovertemplate="always 1: its edges are the biases<extra></extra>",
        )  # fmt: skip


def _beside(x, words):
    return "middle right" if words or x else "middle left"  # no edges come to the inputs


def _rings(errors, few):
    return 1 + (_RING if few else _RING / 2) * errors / (errors.max(initial=0) or 1)


def _name(column, unit, vocabulary):
    if column.quantity.axes[0] == "word":
        return vocabulary[unit]
    return element_name(vocabulary, "node", unit) if column.at else f"{column.quantity.symbol}<sub>{unit + 1}</sub>"


def _fonts(x, column, side, colours):
    """Names that stand out have their side's colour and are bold: of words those of the instance, of numbers all."""
    if side is None:
        return {}
    of_units = column.quantity.axes[0] != "word" and not column.at
    out = [of_units or (column.at is None and unit in side) for unit in column.ids.tolist()]
    colour = colours.output if x else colours.input
    return {
        "color": [colour if each else colours.text for each in out],
        "weight": [700 if each else 400 for each in out],
    }


def _label(column, unit, shown, vocabulary, targets):
    """Name and activation; where the targets are numbers, also the unit's."""
    of_words = column.quantity.axes[0] == "word"
    name = within(vocabulary[unit]) if of_words else _name(column, unit, vocabulary)
    target = f" t {plain(targets[unit])}" if targets and not (of_words or column.at) else ""
    known = shown is not None and not np.isnan(shown[unit])
    return (f"{name} {(percent if of_words else brief)(shown[unit])}" if known else name) + target


def _hover(column, unit, read, vocabulary):
    of_words = column.quantity.axes[0] == "word"
    lines = [whole(vocabulary[unit]) if of_words else _name(column, unit, vocabulary)]
    known = ((name, read[name]) for name in (column.net, column.quantity.name, column.error) if name in read)
    return "<br>".join(
        [*lines, *(f"{name} {exact(array[unit])}" for name, array in known if not np.isnan(array[unit]))]
    )


def _add_heading(figure, x, column, model):
    net = f" = f({model.declared(column.net).symbol})" if column.net else ""
    themes.note(figure, x=x, y=1.08, text=f"<b>{column.quantity.symbol}</b>{net}", showarrow=False)
