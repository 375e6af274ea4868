"""The next word as the network has it, beside the counted n-grams of the same data.

On the left the distributions, on the right where the table's are from: for each word the order n of the longest context
in which it was seen, the numbers that it is worked out of, and the counts of all orders, that one's lit. Two sliders
choose the order and what is added to the counts: on the page the view options `n` and `k`.
"""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.continuation import CONTINUES, words_of
from explorer.analysis.ngrams import Counted, counted
from explorer.budget import FIGURE, charge
from explorer.errors import RecipeError
from explorer.numbers import exact, percent, plain, significant
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.moment import after, frame_at
from explorer.views.text import inert, tick, within

MOST_WORDS = 12
ADDED = (0.0, 0.01, 0.1, 0.5, 1.0)  # k
_LEFT, _RIGHT = [0, 0.32], [0.4, 1]
_ORDERS = [0.4, 0.86]  # beside it Save as SVG
_BELOW = 120  # px, of the sliders
_ALPHA = "α for others"


class _Said(NamedTuple):
    """What a table says of the words that are shown: `name`, p of each, the order that it is from, and the cells."""

    name: str
    chances: np.ndarray
    came_from: np.ndarray
    cells: list


@checked
def next_word(run, words, theme: str = "light", k: float = 0.0, order: int | None = None) -> go.Figure:
    """What a language model and the counted n-grams of its data say of the word after `words`.

    words : text, or a sequence of words. k : of `ADDED`, where its slider stands. order : n, where its slider stands;
    the highest there is unless given. RecipeError for words that cannot go on, and for another k or order.
    """
    if k not in ADDED:
        raise RecipeError([("k", k, "one of " + ", ".join(map(plain, ADDED)))])
    words = words_of(run.recipe, words)
    stands, whole, learnt = len(counted(run, words, order).orders), counted(run, words), _learnt(run, words)
    charge("words", f"n-grams of {len(whole.orders)} orders", len(whole.orders) * FIGURE / 2)  # bars and a table each
    shown = _shown(learnt, whole)
    said = f"Next word after “{within(' '.join(words[-_longest(run) :]), 60)}”: learnt, {after(run.step)}, and counted"
    figure = themes.figure(theme, said, barmode="group", bargap=0.3, **_axes(run, shown))
    palette = themes.palette(theme)
    said_at = {each: [_said(run, table, shown) for table in whole.with_k(each)] for each in ADDED}
    _add_bars(figure, run, shown, learnt[shown], palette.activation, name="the network")
    for n, of_order in enumerate(said_at[k], start=1):
        bars = {"name": of_order.name, "visible": n == stands}
        _add_bars(figure, run, shown, of_order.chances, palette.muted, **bars)
    for n, of_order in enumerate(said_at[k], start=1):
        _add_counts(figure, whole.orders[-n:], of_order, palette, n == stands)
    sliders = [_added(said_at, k, palette), _ordered(len(whole.orders), stands, palette)]
    figure.update_layout(sliders=sliders)
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
    order = next((n for n in range(1, _longest(run) + 2) if str(n) == view.get("n")), None)
    return next_word(run, typed, view["theme"], k, order)


def _learnt(run, words):
    takes = run.trajectory.model.takes(run.trajectory.sizes)
    return run.probabilities(words[-takes:] if takes else words)


def _longest(run):
    return run.trajectory.model.takes(run.trajectory.sizes) or 1


def _shown(learnt, table: Counted):
    """The likeliest words of the network and of the table of each order, the network's likeliest first."""
    half = MOST_WORDS // 2
    chosen = list(np.argsort(-learnt, kind="stable")[:half])
    ranked = [np.argsort(-each.counts, kind="stable")[:half] for each in table.orders]
    for alike in zip(*ranked, strict=True):  # the likeliest of each order, then the second of each
        seen = (word for word, each in zip(alike, table.orders, strict=True) if each.counts[word])
        chosen += [word for word in dict.fromkeys(seen) if word not in chosen]
    chosen = chosen[:MOST_WORDS]
    return np.array(sorted(chosen, key=lambda word: (-learnt[word], word)))


def _called(table: Counted):
    """The table that answers, in words: of what order, and what it was asked before it backed off."""
    name = f"counted {table.answering.order}-grams, k = {plain(table.k)}"
    return name if table.answering is table.orders[0] else f"{name} (backed off from {table.orders[0].order})"


def _axes(run, shown):
    names = [run.vocabulary[word] for word in shown]
    return {
        "margin": themes.beside(names) | {"b": _BELOW},
        "xaxis": themes.axis(domain=_LEFT, range=[0, 1.12], tickformat=".0%", tickvals=[0, 0.5, 1]),
        "yaxis": themes.axis(
            autorange="reversed", tickvals=themes.row_categories(len(shown)), ticktext=[tick(each) for each in names]
        ),
    }


def _add_bars(figure, run, shown, values, colour, **options):
    figure.add_bar(
        orientation="h", y=themes.row_categories(len(shown)), x=values, text=[percent(each) for each in values],
        textposition="outside", cliponaxis=False, marker={"color": colour},
        customdata=[inert(run.vocabulary[word]) for word in shown],
        hovertemplate="%{customdata}<br>%{x:.4~%}<extra></extra>", **options,
    )  # fmt: skip


def _said(run, table: Counted, shown):
    """What the figure has of a table, of the words that are shown alone: arrays of all words would be many."""
    return _Said(_called(table), table.probabilities[shown], table.came_from[shown], _cells(run, table, shown))


def _added(said_at, k, palette):
    """The slider of k: bars and tables of every order with each k."""
    steps = []
    for added, of_orders in said_at.items():
        none = [None] * len(of_orders)
        bars = {
            "x": [each.chances.tolist() for each in of_orders],
            "text": [[percent(share) for share in each.chances] for each in of_orders],
            "name": [each.name for each in of_orders],
        }
        changed = {name: values + none for name, values in bars.items()}
        changed["cells.values"] = none + [each.cells for each in of_orders]
        steps.append((plain(added), [changed, list(range(1, 2 * len(of_orders) + 1))]))
    return _slider("k", "added to every count: k = ", steps, ADDED.index(k), _LEFT, palette)


def _ordered(orders, stands, palette):
    """The slider of the order: which bars and which table are seen."""
    traces = list(range(1, 2 * orders + 1))
    steps = [(str(n), [{"visible": 2 * [each == n for each in traces[:orders]]}, traces]) for n in traces[:orders]]
    return _slider("n", "order, counted up to n-grams: n = ", steps, stands - 1, _ORDERS, palette)


def _slider(name, prefix, steps, active, domain, palette):
    """A slider of a view option, `name`; steps : (its value, the arguments of Plotly's restyle)."""
    start, end = domain
    steps = [{"label": label, "value": label, "method": "restyle", "args": args} for label, args in steps]
    stands = {"x": start, "len": end - start, "y": 0, "pad": {"t": 28}}
    said = {"prefix": prefix, "font": {"size": themes.SIZE, "color": palette.text}}
    track = {"bgcolor": palette.grid, "activebgcolor": palette.accent, "bordercolor": palette.edge}
    return track | stands | {"name": name, "steps": steps, "active": active, "currentvalue": said}


def _add_counts(figure, orders, said, palette, visible):
    """A row for each word; the count that its probability is from is lit."""
    heads = ["word", "n", "p, counted"]
    for each in orders:
        after = f"after “{within(' '.join(each.context), 24)}”" if each.context else f"{each.total:,} words predicted"
        heads.append(f"{each.order}-grams: {after}")
    plain_rows = 2 * [palette.surface]  # in all, and α
    lit = [
        plain_rows + [palette.grid if n == each.order else palette.surface for n in said.came_from] for each in orders
    ]
    look = {"align": "left", "line": {"color": palette.grid}, "height": 24}
    font = {"size": 13, "color": palette.text}
    figure.add_table(
        domain={"x": _RIGHT, "y": [0, 1]}, visible=visible, columnwidth=[1.1, 0.35, 2.3, *[1.35 for _ in orders]],
        header=look | {"values": heads, "fill": {"color": palette.grid}, "font": font},
        cells=look | {"values": said.cells, "fill": {"color": 3 * [palette.surface] + lit}, "font": font},
    )  # fmt: skip


def _cells(run, table: Counted, shown):
    """The columns: words, the order that each is from, how its p is worked out, and the counts of each order."""
    columns = [
        ["in all", _ALPHA, *(tick(run.vocabulary[word]) for word in shown)],
        ["", "", *(str(table.came_from[word]) for word in shown)],
        [_rule(table), "", *(_worked(table, word) for word in shown)],
    ]
    for each, alpha in zip(table.orders, [*table.alphas, None], strict=True):
        never = "never seen: backs off" if each.context else "0"
        left = "" if alpha is None else significant(alpha)
        columns.append([f"{each.total:,}" if each.total else never, left, *(f"{each.counts[w]:,}" for w in shown)])
    return columns


def _rule(table: Counted):
    """How a count c becomes a share, with this k and as many words as there are."""
    k = plain(table.k)
    return f"(c + {k}) / (all + {k} × {len(table.probabilities):,})" if table.k else "c / all"


def _worked(table: Counted, word):
    """A word's probability as it is worked out: 0.37 × 5.5 / 20.5, of its count, of all and k in each."""
    at = table.orders[0].order - table.came_from[word]
    own = table.orders[at]
    share = f"{exact(own.counts[word] + table.k)} / {exact(own.total + table.k * len(own.counts))}"
    return share if at == 0 else f"{significant(table.factors[at])} × {share}"
