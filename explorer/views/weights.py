"""The parameters as heatmaps: a row a word, a column a unit, one scale of colours for all of them.

A vector, as biases are, has one column; a matrix whose columns are the words is turned.
"""

from math import floor, log10

import numpy as np
import plotly.graph_objects as go

from explorer.errors import RecipeError
from explorer.numbers import fixed
from explorer.training.frames import element_name
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.limits import is_beyond
from explorer.views.moment import after, frame_at, shown_rows, wanted_rows
from explorer.views.reach import reach_of_weights
from explorer.views.signs import TOLD, add_dashes
from explorer.views.text import inert, whole

MOST_ROWS = 5_000  # more could not be told apart, nor sent
MOST_CELLS = 1_500_000  # of all maps together: 12 MB before they are written as text
MOST_LETTERS = 2_000_000  # of whole words, of which a hover wants one for each cell
MODES = ("before", "values", "change")
_NUMBERS_FIT = (40, 24)  # rows, columns of all maps
_TICKS = 28  # in the width of a narrow figure: more numbers of columns would run together
_MOST_DIGITS = 4  # after the point, that a cell has room for: smaller numbers are told in a power of ten


@checked
def weights(run, parameter: str | None = None, mode: str = "values", theme: str = "light", wanted=None) -> go.Figure:
    """The parameters of a run after its last step or before it, or what that changed of them.

    parameter : one parameter by name; without it all of them, side by side.
    mode : "values", as they are; "before": those one step earlier; "change": how they differ.
    wanted : lists of rows by axis, that are shown in any case, where there is no room for all.

    Raises `RecipeError` for another parameter, mode or theme.
    """
    shown = _declared(run, parameter)
    arrays = [cells_of(declared, *_arrays(run, declared.name, mode)) for declared in shown]
    limit = reach_of_weights(run, [declared.name for declared in shown], mode == "change").limit
    return heatmaps(run, shown, arrays, limit, _title(run.step, mode), theme, wanted)


def heatmaps(run, shown, arrays, limit, title, theme, wanted=None, most: int | None = None) -> go.Figure:
    """Arrays with the rows and columns of some of a run's parameters, side by side.

    The meta of each map says which its `rows` are.

    shown : the parameters' declarations. arrays : (rows, columns) of each, as `cells_of` has them. limit : where the
    colours end. wanted : lists of rows by axis, that are shown in any case, where there is no room for all.
    most : rows that are shown of each; without it as many as can be.
    """
    most = max(1, min(most or MOST_ROWS, MOST_CELLS // sum(array.shape[1] for array in arrays)))
    left_out = _left_out(most, max(map(len, arrays)))
    lists = [(wanted or {}).get(row_axis(declared), ()) for declared in shown]
    rows = [shown_rows(len(array), most, *those) for array, those in zip(arrays, lists, strict=True)]
    arrays = [array[ids] for array, ids in zip(arrays, rows, strict=True)]
    names = [_row_names(run, *each) for each in zip(shown, rows, strict=True)]
    figure = themes.figure(
        theme,
        title + left_out,
        coloraxis={"cmin": -limit, "cmax": limit, "colorscale": themes.diverging(theme)},
        margin=themes.beside(names[0]) | {"r": 110},
        showlegend=False,
        **_grid(shown, arrays),
    )
    columns = sum(array.shape[1] for array in arrays)
    fit = max(map(len, arrays)) <= _NUMBERS_FIT[0] and columns <= _NUMBERS_FIT[1]
    power, dashed = floor(log10(limit)), False
    for k, (declared, array) in enumerate(zip(shown, arrays, strict=True)):
        _add_map(figure, k, declared, names[k], array, len(shown))
        if fit:
            figure.data[-1].update(_numbers(array, power))
        figure.data[-1].meta = {"rows": rows[k].tolist()}
        dashed |= not fit and add_dashes(figure, array, *_cells_of(array), theme, **_axes_of(k))
        _mark(figure, k, is_beyond(array, limit), themes.palette(theme).text, size=32 if fit else 7)
    if dashed:
        figure.layout.title.text += f" · {TOLD}"
    if fit and 2 - power > _MOST_DIGITS:
        figure.layout.title.text += f" · numbers times 1e{power}"
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel, of the parameters that the page shows."""
    names = [declared.name for declared in run.recipe.architecture.parameters]
    sheet = view.get("sheet") if view.get("sheet") in names else None
    mode = view.get("heat") or "values"
    if mode == "before" and (frame := frame_at(run, view["stage"])) and frame.step == run.step:
        mode = "values"  # they have not moved yet in the step that is shown
    return weights(run, sheet, mode, view["theme"], wanted_rows(run, view))


def _title(step, mode):
    if mode == "values" or not step:
        return f"Weights {after(step)}"
    return f"{'Weights before' if mode == 'before' else 'Change of the weights by'} step {step:,}"


def _declared(run, parameter):
    all_of_them = run.recipe.architecture.parameters
    names = [declared.name for declared in all_of_them]
    if parameter is not None and parameter not in names:
        raise RecipeError([("parameter", parameter, "one of " + ", ".join(names))])
    return [declared for declared in all_of_them if parameter in (None, declared.name)]


def turned(declared) -> bool:
    """Whether a parameter's columns are the words, which are the rows of its map."""
    return declared.axes[1:] == ("word",) and declared.axes[0] != "word"


def row_axis(declared) -> str:
    """The axis whose elements are the rows of a parameter's map."""
    return "word" if turned(declared) else declared.axes[0]


def _arrays(run, name, mode):
    """A parameter, and what is to be taken off it, if anything."""
    if mode not in MODES:
        raise RecipeError([("mode", mode, "one of " + ", ".join(MODES))])
    array = run.parameters[name]
    if mode == "values":
        return (array,)
    before = run.frame(run.step - 1).parameters[name] if run.step else array
    return (before,) if mode == "before" else (array, before)


def cells_of(declared, array: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
    """A parameter's array as the cells of its map, (rows, columns); less another of its shape, where one is given."""
    cells = array if before is None else array - before
    return cells.T if turned(declared) else cells.reshape(len(cells), -1)


def _grid(maps, arrays):
    """Axes of pictures side by side, as wide as they have columns; neighbours with the same rows are named once."""
    named = [k == 0 or row_axis(maps[k - 1]) != row_axis(each) for k, each in enumerate(maps)]
    gaps = [0.0, *((0.13 if own else 0.05) * min(1.0, 4 / len(maps)) for own in named[1:])]
    columns = [array.shape[1] for array in arrays]
    parts = [max(count, 0.12 * max(columns)) for count in columns]
    width = (1 - sum(gaps)) / sum(parts)
    axes, start, group = {}, 0.0, 0
    for k, part in enumerate(parts):
        number, group = _number(k), k if named[k] else group
        start += gaps[k]
        axes[f"xaxis{number}"] = themes.axis(
            domain=[start, min(1.0, start + part * width)],
            anchor=f"y{number}",
            showgrid=False,
            type="category",
            tickangle=0,
            nticks=max(1, int(_TICKS * part * width)),
        )
        axes[f"yaxis{number}"] = themes.axis(
            anchor=f"x{number}",
            type="category",
            autorange="reversed",
            showgrid=False,
            showticklabels=named[k],
            ticks="outside" if named[k] else "",
            **({} if named[k] else {"matches": f"y{_number(group)}"}),
        )
        start += part * width
    return axes


def _row_names(run, declared, rows):
    return [element_name(run.vocabulary, row_axis(declared), row) for row in rows.tolist()]


def _add_map(figure, k, declared, names, array, maps):
    symbol = declared.symbol + ("ᵀ" if turned(declared) else "")
    across = "" if len(declared.axes) < 2 else f", {declared.axes[0 if turned(declared) else 1]} %{{x}}"
    units, rows = _cells_of(array)
    aliases = themes.aliases(names)
    # A hover needs whole words for every cell: they are sent where ticks are too short for them, and not too long.
    shortened = list(aliases.values()) != [inert(name) for name in names]
    shortened = shortened and sum(map(len, names)) * len(units) <= MOST_LETTERS
    row = "%{customdata}" if shortened else "%{y}"
    figure.add_heatmap(
        z=array,
        x=units,
        y=rows,
        customdata=[[whole(name)] * len(units) for name in names] if shortened else None,
        coloraxis="coloraxis",
        **_axes_of(k),
        hovertemplate=f"{row}<br>{declared.symbol}{across}: %{{z:.8~g}}<extra></extra>",
    )
    figure.layout[f"yaxis{_number(k)}"].labelalias = aliases
    figure.layout[f"xaxis{_number(k)}"].title.text = f"{symbol} · {declared.help}" if maps < 3 else symbol


def _numbers(array, power):
    """What writes the numbers into the cells; power : of ten, of the largest of them."""
    if 2 - power <= _MOST_DIGITS:
        return {"texttemplate": f"%{{z:.{max(1, 2 - power)}f}}"}
    texts = [[fixed(number, 2) for number in row] for row in (array / 10.0**power).tolist()]
    return {"text": texts, "texttemplate": "%{text}"}


def _mark(figure, k, beyond, colour, size):
    """A mark on each cell that lies beyond the scale, around its number if there is one."""
    rows, units = np.nonzero(beyond)
    figure.add_scatter(
        x=[str(unit + 1) for unit in units],
        y=[str(row) for row in rows],
        **_axes_of(k),
        mode="markers",
        marker={"symbol": "diamond-wide-open" if size > 9 else "diamond-open", "color": colour, "size": size},
        hoverinfo="skip",
    )


def _cells_of(array):
    """Where the columns and rows of a map stand on its axes."""
    rows, columns = array.shape
    return [str(unit + 1) for unit in range(columns)], themes.row_categories(rows)


def _axes_of(k):
    return {"xaxis": f"x{_number(k)}", "yaxis": f"y{_number(k)}"}


def _number(k):
    """How Plotly counts axes: x, x2, x3 …"""
    return "" if k == 0 else str(k + 1)


def _left_out(most, rows):
    return f" · {most:,} of {rows:,} rows" if rows > most else ""
