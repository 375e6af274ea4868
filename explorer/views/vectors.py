"""The vectors of a step as bars: one column a quantity, in the order in which the step computes them.

Quantities indexed by words share their rows, so what belongs to a word stands in one line from x to e; those
of the hidden units stand below, on rows of their own. Where a step asks only some rows of the output weights, these
have lines of their own too, and the indices that say which they are name the lines instead of being drawn.
"""

from math import ceil

import plotly.graph_objects as go

from explorer.models.declarations import RAGGED
from explorer.numbers import fixed
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.limits import round_limit
from explorer.views.moment import batch_index, frame_at, named_words, reached, shown_rows, values, wanted_words
from explorer.views.reach import reach_of_quantity
from explorer.views.signs import add_dashes
from explorer.views.text import whole

MOST_ROWS = 60
_NUMBERED = 50  # rows in the figure's whole height, up to which numbers stand at the bars
_LARGE = 36  # rows, up to which they have the figure's own size
_SMALL = 10  # px, beyond
_DASHED = MOST_ROWS, 16  # rows, columns of a matrix, up to which its negative cells have dashes
_GAP = 0.025


@checked
def vectors(frame, stage: str | None = None, instance: int = 0, theme: str = "light", words=()) -> go.Figure:
    """The quantities of a frame.

    stage : how far the step has come: what is computed later is left out. Without it, everything.
    instance : which one of a batch. words : those that are shown in any case, where there is no room for all.
    Raises `RecipeError` for a stage that the model does not have, and for another theme.
    """
    declared = reached(frame.model, stage)
    read = {quantity.name: values(frame, quantity.name, instance) for quantity in declared}
    wanted = wanted_words(frame.vocabulary, words, frame, read, instance, MOST_ROWS // 2)
    bands = _bands(declared, read, wanted)
    b = batch_index(frame, instance)
    named = {axis: _names(frame, axis, rows, b) for axis, (rows, _, _) in bands.items()}
    figure = themes.figure(
        theme,
        _title(frame, bands, b),
        showlegend=False,
        bargap=0.25,
        margin=themes.beside(name for names in named.values() for name in names) | {"t": 84, "b": 40},
    )
    colours = themes.palette(theme)
    signs = {"word": _signs(frame.instances[b], bands["word"][0].tolist())} if "word" in bands else {}
    number, axes = 0, {}
    for axis, domain in _heights(bands).items():
        (rows, _, quantities), names = bands[axis], named[axis]
        for column, quantity in enumerate(quantities):
            number += 1
            array = read[quantity.name]
            corner = {"x": _column(column, len(quantities)), "y": domain}
            axes |= _axes(number, number - column, corner, quantity, array, len(quantities))
            axes[f"yaxis{number}"] |= _labels(names, signs.get(axis, ()), domain)
            if array.ndim > 1:
                reach = reach_of_quantity(frame, quantity.name)
                limit = reach.limit if quantity.role == "error" else round_limit(reach.largest)
                _add_matrix(figure, number, quantity, array[rows], names, limit, theme)
                continue
            marker = {"color": getattr(colours, quantity.role), "line": {"width": 0}}
            bars = _bars(array[rows], names, quantity, domain)
            figure.add_bar(**bars, marker=marker, xaxis=f"x{number}", yaxis=f"y{number}")
    return themes.lay_out(figure, **axes)


def _signs(instance, rows):
    """The page's sign of each word shown: a disc of an input, a square of a target, nothing of the others."""
    return ["●" if word in instance.inputs else "■" if word in instance.outputs else "" for word in rows]


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel; before the first step there is nothing to show."""
    frame = frame_at(run, view["stage"])
    if frame is None:
        return themes.empty(view["theme"], "The first stage computes the first of the vectors.")
    return vectors(frame, view["stage"], view["instance"], view["theme"], named_words(run, view))


def _title(frame, bands, b):
    batch = f" · instance {b + 1} of {len(frame.instances)}" if frame.batched else ""
    some = "".join(
        f" · {len(rows):,} of {total:,} {'questions' if axis in RAGGED else axis + 's'}"
        for axis, (rows, total, _) in bands.items()
        if len(rows) < total
    )
    return f"Vectors · step {frame.step + 1:,}{batch}{some}"


def _bands(declared, read, words):
    """For each axis the rows shown, how many there are, and the quantities."""
    bands, drawn = {}, [quantity for quantity in declared if quantity.role != "index" and not quantity.matrix_of]
    for axis in dict.fromkeys(quantity.axes[0] for quantity in drawn):
        quantities = [quantity for quantity in drawn if quantity.axes[0] == axis]
        count = len(read[quantities[0].name])
        bands[axis] = shown_rows(count, MOST_ROWS, *(words if axis == "word" else ())), count, quantities
    return bands


def _add_matrix(figure, number, quantity, shown, names, limit, theme):
    """A quantity of two axes: a cell for each number, the columns its second axis."""
    axes = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
    columns, lines = list(range(1, shown.shape[1] + 1)), themes.row_categories(len(names))
    figure.add_heatmap(
        z=shown,
        x=columns,
        y=lines,
        zmin=-limit,
        zmax=limit,
        colorscale=themes.diverging(theme),
        showscale=False,
        **axes,
        customdata=[[whole(name)] * shown.shape[1] for name in names],
        hovertemplate=f"%{{customdata}}, {quantity.axes[1]} %{{x}}<br>{quantity.symbol} %{{z:.8~g}}<extra></extra>",
    )
    add_dashes(figure, shown, columns, lines, theme, _DASHED, **axes)


def _names(frame, axis, rows, b):
    """What the rows stand for: of moments also the word; with several output words, what is asked for which of them."""
    names = [frame.element_name(axis, row, b) for row in rows.tolist()]
    if axis not in RAGGED:
        words = _named_by(frame, axis, "word", rows, b)
        return names if words is None else [f"{word} · {name}" for word, name in zip(words, names, strict=True)]
    if len(frame.instances[b].outputs) < 2:
        return names
    words = _named_by(frame, axis, "outputs", rows, b)
    return [name if name == word else f"{name} for {word}" for name, word in zip(names, words, strict=True)]


def _named_by(frame, axis, names, rows, b):
    """The words of an axis' rows, which an index on it tells; None where there is no such index."""
    index = next((each for each in frame.model.quantities if each.axes == (axis,) and each.names == names), None)
    if index is None:
        return None
    outputs = frame.instances[b].outputs
    numbers = frame.of_instance(index.name, b)[rows].tolist()
    ids = [outputs[number] for number in numbers] if names == "outputs" else numbers
    return [frame.vocabulary[word] if word >= 0 else "–" for word in ids]


def _heights(bands):
    """The vertical domain of each band, the first on top, as tall as it has rows (a few at least)."""
    tall = {axis: max(6, len(rows)) for axis, (rows, _, _) in bands.items()}
    gap = 0.12
    free = 1 - gap * (len(bands) - 1)
    top, domains = 1.0, {}
    for axis, rows in tall.items():
        height = free * rows / sum(tall.values())
        domains[axis] = [max(0.0, top - height), top]
        top -= height + gap
    return domains


def _column(column, columns):
    width = (1 - _GAP * (columns - 1)) / columns
    start = column * (width + _GAP)
    return [start, min(1.0, start + width)]


def _density(names, domain):
    """Rows in the figure's whole height, were it full of such ones."""
    return len(names) / (domain[1] - domain[0])


def _labels(names, signs, domain):
    """The names beside rows: of what the step reads and asks in any case, and of all others that have room."""
    dense = _density(names, domain)
    apart, chosen = ceil(dense / _NUMBERED), [row for row, sign in enumerate(signs) if sign]
    for row in range(len(names)):
        if all(abs(row - other) >= apart for other in chosen):
            chosen.append(row)
    return {
        "labelalias": themes.aliases(names, signs),
        "tickvals": [str(row) for row in sorted(chosen)],
        "tickfont": {"size": themes.SIZE if dense <= _LARGE else _SMALL},
        "ticklabelstandoff": 6,
    }


def _bars(shown, names, quantity, domain):
    dense = _density(names, domain)
    return {
        "x": shown,
        "y": themes.row_categories(len(names)),
        "orientation": "h",
        "text": [fixed(value, 3) if value else "0" for value in shown.tolist()] if dense <= _NUMBERED else None,
        "textfont": {} if dense <= _LARGE else {"size": _SMALL},
        "textposition": "outside",
        "cliponaxis": False,
        "constraintext": "none",
        "customdata": [whole(name) for name in names],
        "hovertemplate": f"%{{customdata}}<br>{quantity.symbol} %{{x:.8~g}}<extra></extra>",
    }


def _axes(number, first, domain, quantity, values, columns):
    """The axes of a column, with room for the numbers; `first` is the band's first, which names the rows."""
    low, high = min(0.0, values.min()), max(0.0, values.max())
    room = min(0.9, max(0.3, 0.16 * columns)) * (high - low or 1)
    ends = [low - room if low else 0, high + room] if values.ndim == 1 else [0.5, values.shape[1] + 0.5]
    return {
        f"xaxis{number}": themes.axis(
            anchor=f"y{number}",
            domain=domain["x"],
            range=ends,
            side="top",
            title={"text": f"<b>{quantity.symbol}</b>", "standoff": 4},
            showticklabels=False,
            showgrid=False,
            zeroline=True,
        ),
        f"yaxis{number}": themes.axis(
            anchor=f"x{number}",
            domain=domain["y"],
            type="category",
            autorange="reversed",
            showticklabels=number == first,
            **({} if number == first else {"matches": f"y{first}"}),
        ),
    }
