"""The next word as the network has it, beside the counted n-grams of the same data.

On the left the distributions, on the right the counts behind the table's: a column an order, the highest first. Where
its context was never seen, it backs off to the next. A slider adds k to the counts: on the page the view
option `k`.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.continuation import CONTINUES, words_of
from explorer.analysis.ngrams import Counted, counted
from explorer.errors import RecipeError
from explorer.numbers import percent, plain
from explorer.views import theme as themes
from explorer.views.moment import after, frame_at
from explorer.views.text import inert, tick, within

MOST_WORDS = 12
ADDED = (0.0, 0.01, 0.1, 0.5, 1.0)  # k
_LEFT, _RIGHT = [0, 0.47], [0.56, 1]


def next_word(run, words, theme: str = "light", k: float = 0.0) -> go.Figure:
    """What a language model and the counted n-grams of its data say of the word after `words`.

    words : text, or a sequence of words. k : of `ADDED`, where the slider stands. RecipeError for words that
    cannot go on, and for another k.
    """
    if k not in ADDED:
        raise RecipeError([("k", k, "one of " + ", ".join(map(plain, ADDED)))])
    words, added = words_of(run.recipe, words), ADDED.index(k)
    tables, learnt = [counted(run, words, k=k) for k in ADDED], _learnt(run, words)
    shown, table = _shown(learnt, tables[0]), tables[added]
    said = f"Next word after “{within(' '.join(words[-_longest(run) :]), 60)}”: learnt, {after(run.step)}, and counted"
    figure = themes.figure(theme, said, barmode="group", bargap=0.3, **_axes(run, shown))
    palette, rows = themes.palette(theme), themes.row_categories(len(shown))
    look = {"orientation": "h", "y": rows, "customdata": [inert(run.vocabulary[word]) for word in shown]}
    for name, values, colour in (
        ("the network", learnt[shown], palette.activation),
        (_called(table), _of(table, shown), palette.muted),
    ):
        figure.add_bar(
            x=values, text=[percent(each) for each in values], textposition="outside", cliponaxis=False,
            marker={"color": colour}, name=name, hovertemplate="%{customdata}<br>%{x:.4~%}<extra></extra>", **look,
        )  # fmt: skip
    figure.update_layout(sliders=[_slider(tables, added, shown, palette)], meta={"option": "k"})
    _add_counts(figure, run, table, shown, palette)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged picture: after the words that are typed, else after those of the step's instance."""
    if run.trajectory.model.reading not in CONTINUES:
        return themes.empty(
            view["theme"], "Counted beside what is learnt: of models that read words and say the next one."
        )
    typed = view.get("next") or ""
    if not typed.strip():
        frame = frame_at(run, view["stage"])
        instance = frame.instances[0] if frame else run.instances[0]
        typed = [run.vocabulary[word] for word in instance.inputs]
    k = next((k for k in ADDED if plain(k) == view.get("k")), ADDED[0])
    return next_word(run, typed, view["theme"], k)


def _learnt(run, words):
    takes = run.trajectory.model.takes(run.trajectory.sizes)
    return run.probabilities(words[-takes:] if takes else words)


def _longest(run):
    return run.trajectory.model.takes(run.trajectory.sizes) or 1


def _shown(learnt, table: Counted):
    """The likeliest words of the network and of the table, the network's likeliest first."""
    likely = [np.argsort(-each, kind="stable")[: MOST_WORDS // 2] for each in (learnt, table.probabilities)]
    chosen = np.unique(np.concatenate(likely))
    return chosen[np.argsort(-learnt[chosen], kind="stable")]


def _of(table, shown):
    return table.probabilities[shown]


def _called(table: Counted):
    """The table that answers, in words: of what order, and what it was asked before it backed off."""
    name = f"counted {table.answering.order}-grams, k = {plain(table.k)}"
    return name if table.answering is table.orders[0] else f"{name} (backed off from {table.orders[0].order})"


def _axes(run, shown):
    names = [run.vocabulary[word] for word in shown]
    return {
        "margin": themes.beside(names) | {"b": 120},
        "xaxis": themes.axis(domain=_LEFT, range=[0, 1.12], tickformat=".0%", tickvals=[0, 0.5, 1]),
        "yaxis": themes.axis(
            autorange="reversed", tickvals=themes.row_categories(len(shown)), ticktext=[tick(each) for each in names]
        ),
    }


def _slider(tables, added, shown, palette):
    """The table's bars at each k; it stands at the one of that number."""
    steps = [
        {
            "label": plain(table.k),
            "value": plain(table.k),
            "method": "restyle",
            "args": [
                {"x": [_of(table, shown).tolist()], "text": [[percent(each) for each in _of(table, shown)]],
                 "name": _called(table)},
                [1],
            ],
        }
        for table in tables
    ]  # fmt: skip
    stands = {"x": 0, "len": _LEFT[1], "y": 0, "pad": {"t": 28}}
    said = {"prefix": "added to every count: k = ", "font": {"size": themes.SIZE, "color": palette.text}}
    track = {"bgcolor": palette.grid, "activebgcolor": palette.accent, "bordercolor": palette.edge}
    return track | stands | {"steps": steps, "active": added, "currentvalue": said}


def _add_counts(figure, run, table: Counted, shown, palette):
    """A column of counts for each order; that which answers is lit."""
    heads, columns, fills = ["word"], [["in all", *(tick(run.vocabulary[word]) for word in shown)]], [palette.surface]
    for each in table.orders:
        context = within(" ".join(each.context), 24)
        heads.append(f"{each.order}-grams: after “{context}”" if each.context else "1-grams: anywhere")
        never = "never seen: backs off" if each.context else "0"
        columns.append([f"{each.total:,}" if each.total else never, *(f"{each.counts[word]:,}" for word in shown)])
        fills.append(palette.grid if each is table.answering else palette.surface)
    look = {"align": "left", "line": {"color": palette.grid}, "height": 26}
    font = {"size": 13, "color": palette.text}
    figure.add_table(
        domain={"x": _RIGHT, "y": [0, 1]},
        header=look | {"values": heads, "fill": {"color": palette.grid}, "font": font},
        cells=look | {"values": columns, "fill": {"color": fills}, "font": font},
    )
