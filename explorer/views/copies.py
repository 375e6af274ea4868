"""CBOW's network with an input of its own for each context word (Rong, 2014, figure 2): C copies that share one W.

The network's panel adds the context words up in one input, x. Here each of them switches on one word in a copy of that
input, and from every copy the same matrix leads to the hidden layer, whose number is the mean of what comes from them.
Edges are drawn from the words that are on, and to the rows of the output weights that the instance asks for.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.numbers import exact, number
from explorer.training.frames import element_name
from explorer.views import theme as themes
from explorer.views.edges import add_edges
from explorer.views.given import checked
from explorer.views.moment import batch_index, check_word2vec, frame_at, is_word2vec, of_both, reached, shown_rows
from explorer.views.reach import reach_of_weights
from explorer.views.text import whole, within

MOST_COPIES = 8
MOST_ROWS = 60  # of a column
MOST_UNITS = 25
_GAP = 1.5  # rows between two copies
_WIDEST = 3  # px, of an edge


@checked
def copies(frame, stage: str | None = None, instance: int = 0, theme: str = "light") -> go.Figure:
    """The copies of a frame of CBOW or skip-gram.

    stage : how far the step has come: what is computed later is left out. Without it, everything.
    instance : which one of a batch.

    Raises `RecipeError` for another model or theme, and for a stage that it does not have.
    """
    check_word2vec(frame.model)
    b, known = batch_index(frame, instance), {quantity.name for quantity in reached(frame.model, stage)}
    inputs, outputs = frame.instances[b].inputs, frame.instances[b].outputs
    shown, some = inputs[:MOST_COPIES], f" · {MOST_COPIES} of {len(inputs)} copies" * (len(inputs) > MOST_COPIES)
    name = frame.model.layer.weights
    title = f"Network with a copy of the input for each of {len(inputs)} words · {of_both(frame, None)}{some}"
    figure = themes.figure(
        theme, title, showlegend=False, hovermode="closest",
        xaxis=themes.axis(visible=False, range=[-0.45, 2.5]), yaxis=themes.axis(visible=False, range=[-0.04, 1.1]),
    )  # fmt: skip
    limit = reach_of_weights(frame, ("W", name)).limit
    h = frame.of_instance("h", b)[:MOST_UNITS] * (1 if "h" in known else np.nan)
    units = _heights(len(h))
    rows = shown_rows(len(frame.vocabulary), max(1, MOST_ROWS // len(shown)), [*inputs])
    heights_of = _heights_of_copies(len(shown), len(rows))
    for c, word in enumerate(shown):
        y = heights_of[c][rows.tolist().index(word)]
        weights = frame.parameters["W"][word][None, : len(h)]
        add_edges(figure, weights, limit, (0, 1), (np.array([y]), units), theme, _WIDEST)
    asked, answers = _asked(frame, b, outputs)
    answers = answers * (1 if "y" in known else np.nan)
    heights = _heights(len(asked))
    for row, y in zip(asked, heights.tolist(), strict=True):
        if frame.model.declared(name).axes[0] != "word" or row in outputs:
            weights = frame.parameters[name][row][None, : len(h)]
            add_edges(figure, weights, limit, (2, 1), (np.array([y]), units), theme, _WIDEST)
    for c, word in enumerate(shown):
        _add_copy(figure, frame.vocabulary, rows, heights_of, word, c, theme)
    _add_hidden(figure, h, units, len(inputs), theme)
    _add_outputs(figure, frame, asked, answers, heights, outputs, theme)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged figure."""
    if not is_word2vec(run.recipe.architecture):
        return themes.empty(view["theme"], "Copies of the input are of CBOW and skip-gram.")
    frame = frame_at(run, view["stage"])
    if frame is None:
        return themes.empty(view["theme"], "The first step switches on the first words.")
    return copies(frame, view["stage"], view["instance"], view["theme"])


def _heights(count):
    return 1 - (np.arange(count) + 0.5) / count


def _heights_of_copies(blocks, rows):
    """Heights of the rows of each of some blocks, one below the other: (blocks, rows)."""
    step = 1 / (blocks * rows + (blocks - 1) * _GAP)
    return 1 - step * (0.5 + np.arange(rows) + (rows + _GAP) * np.arange(blocks)[:, None])


def _asked(frame, b, outputs):
    """The output rows that are drawn, and their answers: all words of a softmax, or the rows asked, each once."""
    at = frame.model.declared(frame.model.layer.weights).change[0].at
    y = frame.of_instance("y", b)
    if at is None:
        rows = shown_rows(len(y), MOST_ROWS // 2, [*outputs])
        return rows.tolist(), y[rows]
    rows, first = np.unique(frame.of_instance(at, b), return_index=True)
    return rows[:MOST_ROWS].tolist(), y[first[:MOST_ROWS]]


def _add_copy(figure, vocabulary, rows, heights_of, word, c, theme):
    """A copy's nodes, of which one is on and named."""
    colours, heights, on = themes.palette(theme), heights_of[c], rows == word
    named = [within(vocabulary[row]) if row == word else "" for row in rows.tolist()]
    figure.add_scatter(
        x=np.zeros(len(rows)), y=heights, mode="markers+text", text=named, textposition="middle left",
        customdata=[whole(vocabulary[row]) for row in rows.tolist()],
        hovertemplate=f"%{{customdata}}, copy {c + 1}<extra></extra>",
        marker={
            "size": float(np.clip(400 / heights_of.size, 5, 12)),
            "color": [colours.input if each else colours.surface for each in on.tolist()],
            "line": {"color": colours.edge, "width": 1},
        },
    )  # fmt: skip
    middle, text = float(heights.mean()), f"W, copy {c + 1}"
    themes.note(figure, x=0.5, y=middle, text=text, showarrow=False, bgcolor=colours.surface)


def _told(value):
    return "" if np.isnan(value) else number(value, 3)


def _add_hidden(figure, h, units, count, theme):
    colours = themes.palette(theme)
    figure.add_scatter(
        x=np.ones(len(h)), y=units, mode="markers+text", text=[_told(value) for value in h.tolist()],
        textposition="top center",
        customdata=[[k + 1, "" if np.isnan(value) else exact(value)] for k, value in enumerate(h.tolist())],
        hovertemplate=f"h %{{customdata[0]}} %{{customdata[1]}}: the mean of {count}<extra></extra>",
        marker={"size": 15, "color": colours.activation, "line": {"color": colours.edge, "width": 1}},
    )  # fmt: skip
    text = f"<b>h</b> = 1/{count} Σ<sub>c</sub> v<sub>c</sub>" if count > 1 else "<b>h</b> = v"
    themes.note(figure, x=1, y=1.07, text=text, showarrow=False)


def _add_outputs(figure, frame, asked, answers, heights, outputs, theme):
    colours = themes.palette(theme)
    axis = frame.model.declared(frame.model.layer.weights).axes[0]
    names = [element_name(frame.vocabulary, axis, row) for row in asked]
    own = [axis == "word" and row in outputs for row in asked]
    figure.add_scatter(
        x=np.full(len(asked), 2.0), y=heights, mode="markers+text", textposition="middle right",
        text=[f"  {within(name)} {_told(y)}" for name, y in zip(names, answers.tolist(), strict=True)],
        customdata=[[whole(each), "" if np.isnan(y) else exact(y)] for each, y in zip(names, answers, strict=True)],
        hovertemplate="%{customdata[0]}<br>y %{customdata[1]}<extra></extra>",
        marker={
            "symbol": "square", "size": 10, "color": [colours.output if each else colours.surface for each in own],
            "line": {"color": colours.edge, "width": 1},
        },
    )  # fmt: skip
    themes.note(figure, x=2, y=1.07, text="<b>y</b>", showarrow=False)
