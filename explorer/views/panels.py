"""The output words of an instance, a panel each: its errors, and what it sends back to the hidden layer.

Skip-gram holds one answer against each word of the context (Rong, 2014, figure 3): the errors e_c of the C panels add
up to e, which the paper calls EI (eq. 31). With a tree or with noise words each output word asks questions of its own,
and what they send back, EH_c, adds up to EH. Below each panel stand the numbers that it sends back; at the right, the
sums, and before them, where there are very many output words, those of the others together.
"""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from explorer.numbers import exact
from explorer.training.frames import element_name
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.limits import round_step
from explorer.views.moment import batch_index, check_word2vec, frame_at, is_word2vec, reached, shown_rows
from explorer.views.text import whole, within

MOST_PANELS = 8
MOST_ROWS = 24
_ABOVE, _BELOW = [0.42, 0.96], [0.0, 0.28]
_STEPS = 2.5  # of a scale, at least one of which ends within it
_SMALL = 10  # px, of marks where columns are narrow
_GAP = 0.24  # of a column, for names


@checked
def panels(frame, instance: int = 0, theme: str = "light") -> go.Figure:
    """The panels of a frame of CBOW or skip-gram; instance : which one of a batch.

    Raises `RecipeError` for another model or theme.
    """
    check_word2vec(frame.model)
    b = batch_index(frame, instance)
    every, shown = frame.instances[b].outputs, frame.model.by_output(frame, b, MOST_PANELS)
    axis = frame.model.declared(frame.model.layer.weights).axes[0]
    of_all = frame.model.declared("e").axes[0] == axis  # each panel has all rows: they add up one by one
    sums = {name: frame.of_instance(name, b) for name in ("e", "EH")}
    rows = shown_rows(len(shown[0].rows), MOST_ROWS, every) if of_all else slice(None)
    figure = themes.figure(theme, _title(frame, every, b), showlegend=False, bargap=0.25)
    parts = {"e": [each.e for each in shown] if of_all else [], "EH": [each.EH for each in shown]}
    others = {name: sums[name] - np.sum(own, axis=0) for name, own in parts.items() if own and len(every) > len(shown)}
    columns = len(shown) + bool(others) + 1 + of_all
    reach = {"e": _reach([each.e for each in shown], sums["e"] * of_all), "EH": _reach(parts["EH"], sums["EH"])}

    def add(column, heading, of, values, told, quantity, named=True):
        up, colour = (_BELOW if quantity == "EH" else _ABOVE), "activation" if quantity == "y" else "error"
        names = told if named else [""] * len(told)
        cell = _Cell(column, columns, up, reach.get(quantity, 1.0))
        _add_bars(figure, cell, f"<b>{heading}</b> {of}", values, (names, told), themes.palette(theme), colour)

    for c, each in enumerate(shown):
        names = [element_name(frame.vocabulary, axis, row) for row in each.rows[rows].tolist()]
        if of_all and c == 0:
            add(0, "y<sub>c</sub>", "of each", each.y[rows], names, "y")
            add(columns - 1, "e", "= Σ e<sub>c</sub>", sums["e"][rows], names, "e", named=False)
            if others:
                add(columns - 2, _together("e", shown, every), "", others["e"][rows], names, "e", named=False)
        word = within(frame.vocabulary[each.word])
        add(c + of_all, f"e<sub>{c + 1}</sub>", word, each.e[rows], names, "e", named=not of_all)
        add(c + of_all, f"EH<sub>{c + 1}</sub>", "", each.EH, _units(each.EH), "EH")
    add(columns - 1, "EH", "= Σ EH<sub>c</sub>", sums["EH"], _units(sums["EH"]), "EH")
    if others:
        add(columns - 2, _together("EH", shown, every), "", others["EH"], _units(sums["EH"]), "EH")
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged figure."""
    if not is_word2vec(run.recipe.architecture):
        return themes.empty(view["theme"], "The output words of CBOW and skip-gram have panels of their own.")
    frame = frame_at(run, view["stage"])
    if frame is None or "EH" not in {quantity.name for quantity in reached(frame.model, view["stage"])}:
        return themes.empty(view["theme"], "The errors are yet to come.")
    return panels(frame, view["instance"], view["theme"])


def _together(symbol, shown, every):
    """What the sum over the output words without a panel is called."""
    first, last = len(shown) + 1, len(every)
    return f"{symbol}<sub>{first} … {last}</sub>" if last > first else f"{symbol}<sub>{first}</sub>"


def _title(frame, every, b):
    sides = (
        " ".join(within(frame.vocabulary[word]) for word in side[:MOST_PANELS]) + " …" * (len(side) > MOST_PANELS)
        for side in frame.instances[b]
    )
    some = f" · {MOST_PANELS} of {len(every)} panels" if len(every) > MOST_PANELS else ""
    batch = f" · instance {b + 1} of {len(frame.instances)}" if frame.batched else ""
    return f"Panels of the output words · step {frame.step + 1:,}{batch} · {' → '.join(sides)}{some}"


def _units(EH):
    return [str(k + 1) for k in range(len(EH))]


def _reach(arrays, total):
    """The largest size of any of them: parts and their sum are drawn to one scale."""
    return max(float(np.abs(array).max(initial=0.0)) for array in (*arrays, total)) or 1.0


class _Cell(NamedTuple):
    """Where bars stand: the column of so many, its vertical domain, and where their scale ends."""

    column: int
    columns: int
    up: list[float]
    reach: float


def _add_bars(figure, cell, heading, values, names, colours, colour):
    """Bars from above to below; names : what is written beside them, and what is told beside the pointer."""
    left, right = (cell.column + _GAP) / cell.columns, (cell.column + 1) / cell.columns
    number = len(figure.data) + 1
    x, y = (f"{letter}{number if number > 1 else ''}" for letter in "xy")
    ends = [0 if colour == "activation" else -1.1 * cell.reach, 1.1 * cell.reach]
    mark = round_step(cell.reach / _STEPS)
    marks = [0, mark] if colour == "activation" else [-mark, mark]
    look = {"tickvals": marks, "tickangle": 0, "showgrid": False}
    if cell.columns > MOST_PANELS:
        look["tickfont"] = {"size": _SMALL}
    across = themes.axis(domain=[left, right], anchor=y, range=ends, **look)
    written = themes.aliases(names[0])
    down = themes.axis(domain=cell.up, anchor=x, type="category", autorange="reversed", labelalias=written)
    themes.lay_out(figure, **{f"xaxis{x[1:]}": across, f"yaxis{y[1:]}": down})
    figure.add_bar(
        x=values,
        y=themes.row_categories(len(values)),
        orientation="h",
        marker={"color": getattr(colours, colour), "line": {"width": 0}},
        customdata=[[whole(name), exact(value)] for name, value in zip(names[1], values.tolist(), strict=True)],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
        xaxis=x,
        yaxis=y,
    )
    above = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    themes.note(figure, x=left, y=cell.up[1], text=heading, **above)
