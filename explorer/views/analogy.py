"""An analogy with all its candidates: a table by three measures, and the parallelogram's two sides as they are.

The table has every word, the three of the question among them, which are usually left out in silence: what comes first
with them, and what without. The sides a − b and d − c are drawn in the plane that they span, so that their lengths and
the angle between them are those of all N numbers, which a projection shortens and turns.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.numbers import fixed
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.moment import after
from explorer.views.text import within

MOST_ROWS = 200
_HEADS = ("rank", "without<br>a, b, c", "word", "cosine to<br>a − b + c", "3CosAdd", "rank", "3CosMul", "rank")
_WIDTHS = (10, 14, 26, 18, 15, 10, 15, 10)
_TABLE, _SIDES, _HEIGHT = [0, 0.62], [0.67, 1], [0.25, 0.68]


@checked
def analogy(run, a, b, c, of: str | None = None, d: str | None = None, theme: str = "light") -> go.Figure:
    """All words as answers to a − b + c by the vectors of the parameter `of` (or the input's), d being compared.

    d : by default the nearest word but a, b and c. RecipeError where these are no words of the run, or `of` is none.
    """
    table = run.analogy_table(a, b, c, of, d)
    question = "{} − {} + {}".format(*(within(table.words[word], 12) for word in table.asked))
    margin = themes.MARGIN | {"l": 30}
    figure = themes.figure(theme, f"Analogy: {question} · {after(run.step)}", hovermode="closest", margin=margin)
    _add_table(figure, table, theme)
    _add_sides(figure, table, themes.palette(theme))
    _tell(figure, table)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    words = [word.strip() for word in (view.get("analogy") or "").split(",")]
    if run.recipe.architecture.network.input is None:
        return themes.empty(view["theme"], "This network reads numbers: it has no word vectors.")
    if len(words) != 3 or not all(words):
        return themes.empty(view["theme"], "Type three words under Analogy, such as king − man + woman.")
    unknown = [word for word in dict.fromkeys(words) if run.recipe.corpus.id_of(word) is None]
    if unknown:
        told = " and ".join(f"“{within(word, 60)}”" for word in unknown)
        return themes.empty(view["theme"], f"{told}: not among the words of this run.")
    return analogy(run, *words, of=view.get("of"), theme=view["theme"])


def _add_table(figure, table, theme):
    colours, order = themes.palette(theme), table.order(leave_out=False)
    shown, ranks = order[:MOST_ROWS], {by: _ranks(table.order(by, False)) for by in ("add", "multiply")}
    left, letters = _ranks(table.order()), dict(zip(table.asked[::-1], "cba", strict=True))
    asked = np.isin(shown, table.asked)
    columns = [
        [f"{rank}" for rank in range(1, len(shown) + 1)],
        ["" if out else f"{left[word]}" for word, out in zip(shown.tolist(), asked, strict=True)],
        [f"{letters[word]}: {_word(table, word)}" if out else _word(table, word) for word, out in _with(shown, asked)],
        [fixed(value, 3) for value in table.cosine[shown]],
    ]
    for by in ("add", "multiply"):
        columns += [[fixed(value, 3) for value in getattr(table, by)[shown]]]
        columns += [[f"{ranks[by][word]}" for word in shown.tolist()]]
    ink = [
        colours.muted if out else colours.accent if word == table.answer else colours.text
        for word, out in _with(shown, asked)
    ]
    align = ["right", "right", "left", *["right"] * 5]
    figure.add_table(
        domain={"x": _TABLE, "y": [0, 0.84]},
        columnwidth=_WIDTHS,
        header={"values": _HEADS, "align": align, "fill_color": colours.grid, "line_color": colours.grid},
        cells={
            "values": columns,
            "align": align,
            "height": 24,
            "fill_color": colours.surface,
            "line_color": colours.grid,
            "font_color": [ink] * len(columns),
        },
    )


def _with(shown, asked):
    return zip(shown.tolist(), asked.tolist(), strict=True)


def _ranks(order):
    """The rank of each id in an order, from 1."""
    return {word: rank for rank, word in enumerate(order.tolist(), start=1)}


def _word(table, word):
    return within(table.words[word])


def _names(table):
    """a − b and d − c in words."""
    a, b, c = (within(table.words[word], 10) for word in table.asked)
    d = "?" if table.answer is None else within(table.words[table.answer], 10)
    return f"{a} − {b}", f"{d} − {c}"


def _add_sides(figure, table, colours):
    """Both from one point: a − b to the right, d − c at its angle to it."""
    if not np.isfinite(table.parallel):
        return
    turned = np.array([table.parallel, np.sqrt(max(0.0, 1 - table.parallel**2))])
    ends = table.lengths[0] * np.array([1.0, 0.0]), table.lengths[1] * turned
    reach = max(table.lengths.max(), 1e-12)
    room = {"zeroline": False, "showgrid": False, "showticklabels": False}
    low = min(0.0, ends[1][0])
    across = themes.axis(
        domain=_SIDES, anchor="y", range=[low - 0.1 * reach, max(ends[0][0], ends[1][0]) + 0.2 * reach]
    )
    up = themes.axis(domain=_HEIGHT, anchor="x", range=[-0.15 * reach, 1.1 * reach], scaleanchor="x")
    themes.lay_out(figure, xaxis=across | room, yaxis=up | room)
    for number, (name, end, length) in enumerate(zip(_names(table), ends, table.lengths, strict=True)):
        colour = (colours.accent, colours.output)[number]
        figure.add_scatter(
            x=[0, end[0]], y=[0, end[1]], mode="lines+markers", name=f"{name}: length {fixed(length, 3)}",
            line={"color": colour, "width": 3, "dash": ("solid", "dash")[number]},
            marker={"symbol": "arrow", "size": [0, 16], "angleref": "previous", "color": colour},
            hoverinfo="name",
        )  # fmt: skip


def _tell(figure, table):
    """What to look for, and the parallelogram in numbers."""
    first, *_ = table.order(leave_out=False).tolist()
    nearest = f"With all words in, the nearest is {_word(table, first)}"
    if first in table.asked:
        nearest += ", a word of the question: that these are left out decides the answer"
    lines = [f"{nearest}.", "Do the three measures agree on what comes next, and by how much does it lead?"]
    left, (one, other) = len(table.words) - MOST_ROWS, _names(table)
    if left > 0:
        lines[-1] += f" The first {MOST_ROWS} of {len(table.words):,} words."
    corner = {"xref": "paper", "yref": "paper", "xanchor": "left", "showarrow": False, "align": "left"}
    themes.note(figure, x=0, y=1, yanchor="top", text="<br>".join(lines), **corner)
    if table.answer is None:
        sides = "There is no fourth word."
    else:
        lengths = " and ".join(fixed(length, 3) for length in table.lengths)
        sides = (
            f"Two sides, in all their numbers: {one}<br>and {other}. Cosine {fixed(table.parallel, 3)},"
            f"<br>lengths {lengths}. In a parallelogram<br>they have one direction and one length."
        )
    themes.note(figure, x=_SIDES[0], y=0.84, yanchor="top", text=sides, **corner)
