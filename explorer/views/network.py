"""The network as three columns: input words, hidden units, output words, and between them the weights.

An edge has the colour and the width of its weight. With a frame the nodes show what flowed: the input words,
the hidden layer, the probabilities; triangles point at the instance's input words and at its targets. The last
column has what the output weights have rows for: where these are a tree's inner nodes, the targets are those that
the step asks. Where a step asks only some rows, the others have no probability. A network of layers is drawn as such.
"""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.projection import vectors_of
from explorer.corpus.instances import Instance
from explorer.numbers import exact, number, percent, plain
from explorer.training import Run
from explorer.training.frames import element_name
from explorer.views import theme as themes
from explorer.views.edges import add_edges
from explorer.views.given import checked
from explorer.views.layers import layers
from explorer.views.moment import (
    START,
    WINDOW,
    batch_index,
    focused_in,
    frame_at,
    named_words,
    of_both,
    reached,
    shown_rows,
    values,
    wanted_words,
)
from explorer.views.reach import reach_of_weights
from explorer.views.signs import TOLD, add_dashes
from explorer.views.text import whole, within

MOST_WORDS = 300  # that are all drawn; of more a `WINDOW`
MOST_UNITS = 100
MOST_EDGES = 1_000  # of a side: the heaviest, and those of the instance
_NUMBERED = 25  # hidden units, up to which each carries its number
_HIDDEN = 1.0  # where the middle column stands
_WIDEST = 3.0  # px, of an edge
_LABEL_ROOM = 1 / 40  # of a column, for a name
_SHARES = 0, 0.1, 0.5, 1  # of a fill that grows with the root
_PAD = 7 * "\u00a0"  # room for an arrow between a name and its node


class _Side(NamedTuple):
    """A column of words or nodes: where it stands, the colour and shape of its nodes, and of its arrows."""

    x: float
    fill: str
    symbol: str
    text: str
    role: str
    arrow: str
    away: float


_INPUT = _Side(0.0, "input", "circle", "middle left", "input", "triangle-right", -0.045)
_OUTPUT = _Side(2.0, "activation", "square", "middle right", "output", "triangle-left", 0.045)


@checked
def network(
    run_or_frame, frame=None, stage: str | None = None, instance: int = 0, theme: str = "light", words=(), nodes=()
) -> go.Figure:
    """The network of a run, of a frame, or with a run's weights and a frame's activations.

    stage : how far the step has come: what is computed later is left out. Without it, everything.
    instance : which one of a batch.
    words, nodes : words, and ids of a tree's nodes, that are drawn in any case, where there is no room for all.

    Raises `RecipeError` for a stage that the model does not have, and for another theme.
    """
    is_run = isinstance(run_or_frame, Run)
    if (run_or_frame.recipe.architecture if is_run else run_or_frame.model).network.layers:
        return layers(run_or_frame, frame, stage, instance, theme, words, nodes)
    frame = frame if is_run else run_or_frame
    picture = _Picture(run_or_frame, frame, stage, instance, theme, words, nodes)
    figure = themes.figure(
        theme,
        f"Network · {of_both(run_or_frame, frame)}{picture.left_out()}",
        xaxis=themes.axis(visible=False, range=[-0.55, 2.75]),
        yaxis=themes.axis(visible=False, range=[-0.02, 1.05]),
        showlegend=False,
        hovermode="closest",
        margin=themes.MARGIN | {"l": 16, "r": 16, "b": 72},
        **picture.scales(),
    )
    for side in (_INPUT, _OUTPUT):
        picture.add_edges(figure, side)
    for side in (_INPUT, _OUTPUT):
        picture.add_rows(figure, side)
        picture.add_arrows(figure, side)
    picture.add_units(figure)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    frame, stage = frame_at(run, view["stage"]), view["stage"]
    named = {"words": named_words(run, view), "nodes": focused_in(run, view, "node")}
    return network(run, frame, None if stage == START else stage, view["instance"], view["theme"], **named)


class _Picture:
    """What is drawn: the rows of both matrices and the units that fit, where they stand, and what is known of them."""

    def __init__(self, weighted, frame, stage, instance, theme, words, nodes):
        model = weighted.recipe.architecture if isinstance(weighted, Run) else weighted.model
        parts, self.vocabulary = model.network, weighted.vocabulary
        known = {quantity.name for quantity in reached(model, stage)} if frame else ()
        read = {name: values(frame, name, instance) for name in known}
        given, output = (model.declared(name) for name in (parts.input, parts.output))
        sides = {_INPUT: given, _OUTPUT: output}
        self.matrices = {side: vectors_of(each, weighted.parameters[each.name]) for side, each in sides.items()}
        self.axes = {_INPUT: "word", _OUTPUT: "word" if "word" in output.axes else output.axes[0]}
        self.hidden, asked = read.get(parts.hidden), read.get(output.change[0].at)
        if self.hidden is not None:
            self.hidden = np.atleast_2d(self.hidden)[-1]  # of several moments that of now
        self.chances = _of_rows(read.get(parts.activation), asked, len(self.matrices[_OUTPUT]))
        shown = frame.instances[batch_index(frame, instance)] if frame else Instance((), ())
        self.times = self._times(shown, asked)
        self.limit = reach_of_weights(weighted, (parts.input, parts.output)).limit
        self.symbols = model.declared(parts.hidden).symbol, model.declared(parts.activation).symbol
        self.weights = [model.declared(name).symbol for name in (parts.input, parts.output)]
        wanted = wanted_words(self.vocabulary, words, frame, read, instance)
        self.rows = self._chosen(wanted, () if asked is None else asked, nodes)
        self.units = np.arange(self.matrices[_INPUT].shape[1])[:MOST_UNITS]
        self.heights = {side: _heights(len(rows)) for side, rows in self.rows.items()}
        self.unit_heights = _heights(len(self.units))
        self.theme, self.colours = theme, themes.palette(theme)

    def _times(self, instance, asked):
        """How often each row of both matrices stands in the instance; of nodes, how often each is asked."""
        of_words = self.axes[_OUTPUT] == "word"
        ids = {_INPUT: instance.inputs, _OUTPUT: instance.outputs if of_words else () if asked is None else asked}
        return {side: np.bincount(np.array(ids[side], int), minlength=len(self.matrices[side])) for side in ids}

    def _chosen(self, wanted, asked, nodes):
        """The rows that are drawn: of words the same, that matter, on both sides; of nodes asked and wanted."""
        words = _drawn_of(len(self.vocabulary), *wanted)
        if self.axes[_OUTPUT] == "word":
            return {_INPUT: words, _OUTPUT: words}
        return {_INPUT: words, _OUTPUT: _drawn_of(len(self.matrices[_OUTPUT]), asked, nodes)}

    def left_out(self):
        """What of the network is not drawn, for the title."""
        axes = {self.axes[side]: (len(rows), len(self.matrices[side])) for side, rows in self.rows.items()}
        some = [f" · {drawn:,} of {total:,} {axis}s" for axis, (drawn, total) in axes.items() if drawn < total]
        edges = [len(rows) * len(self.units) for rows in self.rows.values()]
        return "".join(some) + (f" · the heaviest of {sum(edges):,} edges" if max(edges) > MOST_EDGES else "")

    def scales(self):
        """The colour axes with their legends: of edges and hidden units, and of what the output shows."""
        signed = {"cmin": -self.limit, "cmax": self.limit, "colorscale": themes.diverging(self.theme)}
        shares = {"cmin": 0, "cmax": 1, "colorscale": themes.tint(self.theme, _OUTPUT.fill)}
        ticks = {"tickvals": np.sqrt(_SHARES).tolist(), "ticktext": [*map(plain, _SHARES)]}
        ends = {"tickvals": [-self.limit, 0, self.limit]}
        title = f"{', '.join([*self.weights, self.symbols[0]])} · {TOLD}"
        return {
            "coloraxis": signed | {"colorbar": _bar(title, 0.0) | ends},
            "coloraxis2": shares | {"colorbar": _bar(self.symbols[1], 0.36) | ticks},
        }

    def add_edges(self, figure, side):
        weights = self.matrices[side][np.ix_(self.rows[side], self.units)]
        drawn = self._drawn(np.abs(weights), self.times[side][self.rows[side]] > 0)
        heights = self.heights[side], self.unit_heights
        add_edges(figure, weights, self.limit, (side.x, _HIDDEN), heights, self.theme, _WIDEST, drawn)

    def _drawn(self, sizes, own):
        """Which edges of a side are drawn, (rows, units): all of a small network."""
        if sizes.size <= MOST_EDGES:
            return np.full(sizes.shape, True)
        return (sizes >= np.partition(sizes, -MOST_EDGES, axis=None)[-MOST_EDGES]) | own[:, None]

    def add_units(self, figure):
        """The hidden layer, with its numbers where they fit."""
        known = self.hidden is not None
        shown = self.hidden[self.units] if known else np.zeros(len(self.units))
        told = [f"<br>{self.symbols[0]} {exact(value)}" if known else "" for value in shown.tolist()]
        figure.add_scatter(
            x=np.full(len(self.units), _HIDDEN),
            y=self.unit_heights,
            mode="markers+text",
            text=[number(value, 3) for value in shown.tolist()] if known and len(self.units) <= _NUMBERED else None,
            textposition="top center",
            customdata=[[unit + 1, text] for unit, text in enumerate(told)],
            hovertemplate="unit %{customdata[0]}%{customdata[1]}<extra></extra>",
            marker=self._marker("circle", 16) | {"color": shown, "coloraxis": "coloraxis"},
        )
        if len(self.units) > _NUMBERED:
            add_dashes(figure, shown[:, None], [_HIDDEN], self.unit_heights, self.theme, (MOST_UNITS, 1))

    def add_rows(self, figure, side):
        """Input words are on or off; the output shows the square roots of its probabilities."""
        rows, chances = self.rows[side], self._known(side)
        shown = self.times[side] > 0 if side is _INPUT else np.sqrt(np.nan_to_num(chances))
        marker = self._marker(side.symbol, float(np.clip(420 / len(rows), 4, 15)))
        if side is _INPUT:
            fill = {"colorscale": themes.tint(self.theme, side.fill), "cmin": 0, "cmax": 1}
        else:
            fill = {"coloraxis": "coloraxis2"}
        figure.add_scatter(
            x=np.full(len(rows), side.x),
            y=self.heights[side],
            mode="markers+text",
            text=self._labels(side, chances),
            textposition=side.text,
            customdata=[self._hover(side, row, chances) for row in rows.tolist()],
            hovertemplate="%{customdata[0]}%{customdata[1]}<extra></extra>",
            marker=marker | fill | {"color": shown[rows].astype(float)},
        )

    def add_arrows(self, figure, side):
        """Triangles at the words of the instance, or at the nodes that it asks."""
        marked = self.times[side][self.rows[side]] > 0
        figure.add_scatter(
            x=np.full(np.count_nonzero(marked), side.x + side.away),
            y=self.heights[side][marked],
            mode="markers",
            marker={"symbol": side.arrow, "size": 13, "color": getattr(self.colours, side.role)},
            hoverinfo="skip",
        )

    def _known(self, side):
        """The probability of each row of a side, NaN where it is not known: those of the input are never."""
        known = side is _OUTPUT and self.chances is not None
        return self.chances if known else np.full(len(self.matrices[side]), np.nan)

    def _labels(self, side, chances):
        """Names, with probabilities where they are known; where not all fit, the instance's come first."""
        rows, heights = self.rows[side], self.heights[side]
        rank = 2.0 * (self.times[side][rows] > 0) + np.nan_to_num(chances[rows])
        free, labels = np.full(len(rows), True), [""] * len(rows)
        for i in np.argsort(-rank, kind="stable").tolist():
            if free[i]:
                free &= np.abs(heights - heights[i]) >= _LABEL_ROOM
                chance = chances[rows[i]]
                share = "" if np.isnan(chance) else f"  {percent(chance)}"
                labels[i] = f"{_PAD}{within(self._name(side, rows[i]))}{share}{_PAD}"
        return labels

    def _name(self, side, row):
        return element_name(self.vocabulary, self.axes[side], int(row))

    def _hover(self, side, row, chances):
        times = self.times[side][row]
        told = f"<br>in this instance, {times} ×" if times else ""
        told += "" if np.isnan(chances[row]) else f"<br>{self.symbols[1]} {exact(chances[row])}"
        return [whole(self._name(side, row)), told]

    def _marker(self, symbol, size):
        return {"symbol": symbol, "size": size, "line": {"color": self.colours.edge, "width": 1}}


def _bar(title, left):
    """A legend of colours below the network, from `left` (a share of the width) on."""
    corner = {"x": left, "xanchor": "left", "xpad": 12, "y": 0, "yanchor": "top", "ypad": 0}
    shape = {"orientation": "h", "len": 0.32, "thickness": 10, "outlinewidth": 0, "tickangle": 0}
    return corner | shape | {"title": {"text": title, "side": "top"}}


def _of_rows(activation, asked, rows):
    """The activation of each of so many rows, NaN where the step does not ask it; None before it is known."""
    if activation is None or asked is None:
        return activation
    of_rows = np.full(rows, np.nan)
    of_rows[asked] = activation
    return of_rows


def _drawn_of(count, *wanted):
    return shown_rows(count, MOST_WORDS if count <= MOST_WORDS else WINDOW, *wanted)


def _heights(count):
    """Heights of `count` nodes of a column, the first on top."""
    return 1 - (np.arange(count) + 0.5) / count
