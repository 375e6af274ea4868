"""The computation graph of a step: what is computed from what, what each sends back, and one weight's way to the loss.

A card is a quantity, its values on the left and their gradients on the right, each in a scale of its own; an arrow is
the operation. The way of the weight in focus is lit, and below it the chain rule is multiplied out: on each row the
products add up to the same number.
"""

from textwrap import wrap
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.followed import LOSS, Node
from explorer.analysis.graph import Graph, computation_graph
from explorer.numbers import brief, exact, plain
from explorer.training.frames import Frame
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.graph_layout import laid_out, path_of
from explorer.views.graph_told import chain_told, element_told, in_symbols, weight_told
from explorer.views.moment import batch_index, shown_rows
from explorer.views.slices import frame_of, weight_in
from explorer.views.text import inert, shortened, whole

MOST_CELLS = 24  # rows or columns of a card: more are not to be told apart
_FEW = 3  # words or held numbers that are written out
_HALF = 0.35, 0.36  # of a card's width and height, in columns and rows
_ROOM = 1226, 596  # px of the figure in a window of 1,280 × 720
_NARROWEST = 900  # px, as `.wide` has it in assets/styles/dialogs.css: in a narrower window one moves along it
_SMALL, _WORD, _LETTER, _LINE = 11, 12, 0.62, 1.2  # px of texts; of a letter and a line, in sizes of the text
_SIDE, _OVER, _UNDER = 16, 64, 36  # px beside, above and below; there, where the page has a button
_ABOVE = [0.46, 0.97]  # what the graph has of the figure's height; the table has the rest


@checked
def graph(frame, name: str | None = None, index=None, instance: int = 0, theme: str = "light", room=_ROOM) -> go.Figure:
    """The graph of one instance of a frame, and the chain of one weight; without a name one with a long way.

    room : the figure's width and height, px. A number that has none in its card is told by the hover alone.
    KeyError, IndexError or TypeError for what is no weight or no instance.
    """
    computed = computation_graph(frame, instance)
    chain = computed.chain(*((name, index) if name else computed.furthest())) if computed.descends else None
    at = laid_out(computed)
    lit = {link.node.name for link in chain.links} if chain else set()
    drawn = _Drawn([], [], [])
    columns, rows = ((min(some) - 0.5, max(some) + 0.5) for some in zip(*at.values(), strict=True))
    above = _ABOVE if chain else [0.1, 0.97]
    unit = (room[0] - 2 * _SIDE) / np.ptp(columns), (room[1] - _OVER - _UNDER) * np.ptp(above) / np.ptp(rows)
    _add_arrows(drawn, computed, at, lit, theme)
    for each in computed.nodes.values():
        pressed = chain.index if chain and each.name == chain.name else None
        _add_card(drawn, _Card(frame, instance, each, pressed, theme, unit), at[each.name], each.name in lit)
    if chain:
        _add_table(drawn, frame, instance, computed, chain, theme)
    hidden = {"visible": False, "fixedrange": True}
    figure = themes.figure(
        theme, _title(frame, computed, chain), hovermode="closest", showlegend=False,
        margin={"l": _SIDE, "r": _SIDE, "t": _OVER, "b": _UNDER, "autoexpand": False},
        xaxis=hidden | {"range": columns}, yaxis=hidden | {"range": rows, "domain": above},
        shapes=drawn.shapes, annotations=drawn.notes,
    )  # fmt: skip
    return figure.add_traces(drawn.traces)


def panel(run, view: dict) -> go.Figure:
    """The enlarged picture for the weight in focus, else a steep one with a long way."""
    frame = frame_of(run, view)
    name, index = weight_in(frame, view.get("focus")) or (None, None)
    width, height = view.get("room", _ROOM)
    room = max(width, _NARROWEST), height
    return graph(frame, name, index, batch_index(frame, view["instance"]), view["theme"], room)


def _title(frame, computed: Graph, chain):
    of = f"Computation graph of step {frame.step + 1:,}"
    if len(frame.instances) > 1:
        shared = "mean" if frame.divisor > 1 else "sum"
        of += f", instance {computed.instance + 1} of {len(frame.instances)}: the step goes by the {shared} of them"
    if not chain:
        return (
            f"{of}<br><span style='font-size:13px'>No gradient, so nothing is sent back: {frame.model.goes_by}</span>"
        )
    told = f"∂E/∂{weight_told(frame, chain)} = {exact(chain.slope)}"
    note = "each card: values, then the gradient ∂E/∂·, in scales of their own; press a weight on the page for its way"
    return f"{of} · {told}<br><span style='font-size:13px'>{note}</span>"


class _Drawn(NamedTuple):
    """What is on the figure, as Plotly's records: handed over one by one each would have all of them checked anew."""

    shapes: list[dict]
    notes: list[dict]
    traces: list[dict]


def _add_arrows(drawn, computed, at, lit, theme):
    """An arrow from each node to each that reads it; the mark at its end tells operation and product."""
    palette, ends = themes.palette(theme), []
    for node in computed.nodes.values():
        for read in node.reads:
            way = {read, node.name} <= lit
            path, (x, y, mark) = path_of(at[read], at[node.name], _HALF)
            colour = palette.accent if way else palette.edge
            line = {"color": colour, "width": 2.5 if way else 1}
            drawn.shapes.append({"type": "path", "path": path, "line": line, "layer": "below"})
            ends.append((x, y, mark, colour, _sent(computed, node, read)))
    x, y, marks, colours, told = zip(*ends, strict=True)
    marker = {"symbol": marks, "color": colours, "size": 9}
    look = {"type": "scatter", "mode": "markers", "marker": marker, "hoverinfo": "text"}
    drawn.traces.append(look | {"x": x, "y": y, "hovertext": told})


def _sent(computed, node, read):
    """What an arrow is: the operation, and what comes back through it."""
    told = f"{node.label} = {inert(in_symbols(computed, node.line))}"
    if read not in node.parts:
        return told
    part = node.parts[read]
    back = f"back: ∂E/∂{node.label} · ∂{node.label}/∂{computed.nodes[read].label}"
    return f"{told}<br>{back}, {_shape(part)}, largest {brief(float(np.abs(part).max(initial=0.0)))}"


def _shape(value):
    return " × ".join(map(str, value.shape)) or "a number"


class _Card(NamedTuple):
    """What a card shows; `pressed` is the index of the weight in focus, None where it is none of the node's.

    unit : px of a column and a row of cards.
    """

    frame: Frame
    instance: int
    node: Node
    pressed: tuple[int, ...] | None
    theme: str
    unit: tuple[float, float]

    def number(self, value, width) -> str:
        """A number to four digits; where a width in columns has no room for these, to two or three, or to none."""
        fits = self.letters(width, _WORD)
        return next((told for told in (plain(value), brief(value)) if _letters(told) <= fits), "…")

    def letters(self, width, size=_SMALL) -> float:
        """How many letters, of so many px, a width in columns has room for."""
        return width * self.unit[0] / (_LETTER * size)

    def has_room(self, texts, width, height) -> bool:
        """Whether each of some texts has room in a width in columns and a height in rows."""
        fits = max(map(_letters, texts)) <= self.letters(width)
        return fits and height * self.unit[1] >= _LINE * _SMALL


def _add_card(drawn, card, at, lit):
    """A card: its name, the operation before it, and its numbers as cells; of ids and of the loss what they are."""
    node, palette, (x, y), (wide, high) = card.node, themes.palette(card.theme), at, _HALF
    colour = {"weight": palette.weight, "activation": palette.activation}.get(node.role, palette.edge)
    line = {"color": palette.accent if lit else colour, "width": 3 if lit else 1.25}
    box = {"x0": x - wide, "x1": x + wide, "y0": y - high, "y1": y + high}
    drawn.shapes.append(box | {"type": "rect", "layer": "below", "fillcolor": palette.surface, "line": line})
    head = f"<b>{inert(node.label)}</b>"
    if node.role == "weight" and len(node.value) > MOST_CELLS:
        head += f" <span style='font-size:11px'>{MOST_CELLS} of {len(node.value):,}</span>"
    note = {"x": x, "showarrow": False}
    between = 1 - 2 * wide
    told = wrap(node.operation, max(1, int(card.letters(between))), break_long_words=False)
    if told and card.has_room(told, between, high):  # on the arrow, before the card
        on = {"x": x - 0.5, "y": y, "text": "<br>".join(told), "yanchor": "bottom"}
        drawn.notes.append(note | on | {"font": {"size": _SMALL}})
    drawn.notes.append(note | {"y": y + high, "text": head, "yanchor": "top", "yshift": 1, "font": {"size": 13}})
    few = node.gradient is None and node.value.size <= _FEW
    if node.name == LOSS or node.value.dtype.kind == "i" or few:
        drawn.notes.append(note | {"y": y - 0.12, "font": {"size": _WORD}} | _written(card, 2 * wide))
        return
    halves = [(node.value, "weight" if node.role == "weight" else "activation", -1), (node.gradient, "error", 1)]
    halves = halves if node.gradient is not None else [(node.value, "activation", 0)]
    for values, role, side in halves:
        _add_cells(drawn, card, values, role, x + side * wide / 2, y)


def _letters(text):
    """How many digits wide a text is: a minus and a point are narrower."""
    return len(text) - 0.4 * (text.count("-") + text.count("."))


def _written(card, width):
    """Of an annotation: ids as words, which are shortened; other numbers as they have room; in its hover, in full."""
    node, words = card.node, card.frame.vocabulary
    numbers = np.ravel(node.value).tolist()
    if words and node.name in ("inputs", "outputs", "w", "word"):
        full = ["no word" if i < 0 else words[i] for i in numbers]
        told = [shortened(each, int(card.letters(width, _WORD))) for each in full]
    else:
        full, told = [exact(each) for each in numbers], [card.number(each, width) for each in numbers]
    lines = [inert(each) for each in told]
    lines = lines if len(lines) <= _FEW else [*lines[:2], f"… {len(lines)} in all"]
    return {"text": "<br>".join(lines), "hovertext": "<br>".join(map(whole, full[:MOST_CELLS]))}


def _centres(card) -> list[np.ndarray]:
    """The rows and the columns that a card has room for: those of the weight in focus and of the steepest numbers."""
    node = card.node
    sizes = np.abs(node.value if node.gradient is None else node.gradient)
    sizes = np.atleast_2d(sizes.T).T
    pressed = card.pressed or ()
    found = []
    for axis, count in enumerate(sizes.shape):
        steep = np.argsort(-sizes.max(axis=1 - axis), kind="stable")
        found.append(shown_rows(count, MOST_CELLS, pressed[axis : axis + 1], steep[:MOST_CELLS]))
    return found


def _add_cells(drawn, card, values, role, x, y):
    """The numbers of one half of a card; a hover names each."""
    node, (wide, high) = card.node, _HALF
    rows, columns = _centres(card)
    cells = np.atleast_2d(values.T).T[np.ix_(rows, columns)]
    height, width = 2 * high * 0.62, wide * (0.9 if node.gradient is not None else 1.2)
    limit = float(np.abs(values).max(initial=0.0)) or 1.0
    texts = _texts(card, cells[::-1], width / cells.shape[1], height / len(cells))
    of = "∂E/∂" if role == "error" else ""
    names = [
        [
            f"{of}{element_told(card.frame, card.instance, node, (row, column), values)} = {exact(float(number))}"
            for column, number in zip(columns.tolist(), numbers, strict=True)
        ]
        for row, numbers in zip(rows.tolist(), cells, strict=True)
    ]
    drawn.traces.append(
        {
            "type": "heatmap",
            "z": cells[::-1],
            "customdata": names[::-1],
            "text": texts,
            "texttemplate": "%{text}" if texts else None,
            "textfont": {"size": _SMALL},
            "x0": x - width / 2 + width / cells.shape[1] / 2,
            "dx": width / cells.shape[1],
            "y0": y - high * 0.9 + height / len(cells) / 2,
            "dy": height / len(cells),
            "zmin": -limit,
            "zmax": limit,
            "colorscale": themes.diverging(card.theme),
            "showscale": False,
            "hovertemplate": "%{customdata}<extra></extra>",
        }
    )


def _texts(card, cells, width, height):
    """The numbers of cells of a width and height, in columns and rows; None where one of them has no room."""
    if not card.has_room("0", width, height):
        return None
    texts = [[brief(value) for value in row] for row in cells.tolist()]
    return texts if all(card.has_room(row, width, height) for row in texts) else None


def _add_table(drawn, frame, instance, computed, chain, theme):
    """The chain rule from the weight to the loss: on each row a sum of products, which is ∂E/∂w on each whole one."""
    palette = themes.palette(theme)
    slope = "∂E/∂w"
    heads = ["node", "computed by", "gradient sent back: vector–Jacobian product", f"Σ ∂E/∂node · ∂node/∂w = {slope}"]
    rows = chain_told(frame, instance, computed, chain)
    look = {"align": "left", "line": {"color": palette.grid}, "height": 24}
    look |= {"font": {"size": 13, "color": palette.text}}
    drawn.traces.append(
        {
            "type": "table",
            "domain": {"x": [0, 1], "y": [0, _ABOVE[0] - 0.02]},
            "columnwidth": [12, 27, 52, 41],
            "header": look | {"values": heads, "fill": {"color": palette.grid}},
            "cells": look | {"values": list(zip(*rows, strict=True)), "fill": {"color": palette.surface}},
        }
    )
