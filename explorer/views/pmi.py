"""What negative sampling converges to: w · w′ of each pair against its pointwise mutual information less ln k.

Above, a point a pair of words: trained long enough, with enough numbers a word, all come to the line. Pairs that never
stand together have no point on it, their PMI is −∞: they stand in a strip of their own. Below, the correlation by step.
Beside it the words in the plane twice: as the run has them, and as the truncated SVD of the shifted positive PMI has
them, which counts and does not train; turned to lie as near to the run's as they can.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.factorisation import correlations, shifted_svd, unseen_pairs
from explorer.analysis.projection import fit_axes, nearest_turn
from explorer.numbers import fixed, percent
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.labels import label_positions
from explorer.views.moment import after
from explorer.views.text import tick, whole, within

FAR = 0.5  # nats off, from which on a pair is told
MOST_PAIRS = 1_000  # points of either kind
_SMALL = 12  # px, of what is said, which a window 1,024 px wide has room for
_AXIS, _ENTRY = 48, 20  # px of an axis with its title, and of an entry of the legend
_NAMED = 8  # pairs that have their words beside them, which cover none of
_OBSTACLES = 200  # others
_LETTERS = 8  # of each of these words
_LINE, _STRIP, _PLANES = [0.08, 0.56], [0, 0.05], [0.66, 1]
_ABOVE, _BELOW = [0.38, 1], [0, 0.2]
_UPPER, _LOWER = [0.56, 0.95], [0, 0.39]
_ROOM = np.array([900, 420])  # px that labels are placed for, of a picture 1.7 times as large as this one
_WIDER = 1.7
_PLANE = 250, 110  # px of a plane in a window of 1,280 × 720, without its edges
_DONE = {"redraw": "a draw of the target is drawn again", "skip": "a draw of the target is skipped"}


@checked
def pmi(run, theme: str = "light") -> go.Figure:
    """The pairs of a run's data at its step. RecipeError where the limit is none of the run's: see `Run.pmi`."""
    found, colours = run.pmi(), themes.palette(theme)
    limits = found.pmi - found.shift
    figure = themes.figure(theme, _title(run, found), hovermode="closest")
    unseen, heights = unseen_pairs(found, run.parameters["W"], run.parameters["W_out"]), _heights(found, limits)
    _add_axes(figure, heights, f"ln(p(w, c) / (p(w) noise(c))) − ln {run.recipe.negative}, nats")
    _add_pairs(figure, run, found, limits, colours)
    _add_unseen(figure, run, *unseen, heights[0], colours)
    _add_curve(figure, run, found, colours)
    _add_planes(figure, run, found, colours)
    _tell(figure, run, found, len(unseen[0]))
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    if getattr(run.recipe.architecture.layer, "name", None) != "negative":
        return themes.empty(view["theme"], "This is the limit of negative sampling: choose it as output.")
    if np.diff(run.instances.input_start).max() > 1:
        told = "The limit is that of instances with one input word each: choose skip-gram."
        return themes.empty(view["theme"], told)
    return pmi(run, theme=view["theme"])


def _title(run, found):
    known = np.isfinite(found.pmi).sum()
    told = "no correlation" if np.isnan(found.correlation) else f"correlation {fixed(found.correlation, 3)}"
    return f"PMI · {after(run.step)} · {told} over {known:,} pair{'s' if known != 1 else ''}"


def _heights(found, limits):
    """Where the axis of products begins and ends: those of pairs that are seen fit."""
    values = np.concatenate([found.dots, *(each[np.isfinite(each)] for each in (limits, found.limits))])
    room = 0.08 * np.ptp(values) or 0.5
    return values.min() - room, values.max() + room


def _add_axes(figure, heights, label):
    zero = {"zeroline": True}
    axes = {
        "xaxis": themes.axis(domain=_LINE, anchor="y", title={"text": label, "standoff": 4}, **zero),
        "yaxis": themes.axis(domain=_ABOVE, anchor="x2", range=heights, title={"text": "w · w′"}, **zero),
        "xaxis2": themes.axis(domain=_STRIP, anchor="y", range=[-1, 1], tickvals=[0], ticktext=["−∞"], showgrid=False),
        "xaxis3": themes.axis(domain=[0, _LINE[1]], anchor="y3", title={"text": "step", "standoff": 4}),
        "yaxis3": themes.axis(domain=_BELOW, anchor="x3", range=[-1.05, 1.05], tickvals=[-1, 0, 1], **zero),
    }
    themes.lay_out(figure, **axes)
    _head(figure, 0, _BELOW[1], "correlation by step")


def _head(figure, x, y, text):
    above = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    themes.note(figure, x=x, y=y, text=text, align="left", font={"size": _SMALL}, **above)


def _add_pairs(figure, run, found, limits, colours):
    """The line, each pair, and where its own limit is another than the line, that."""
    known = np.flatnonzero(np.isfinite(limits))
    if not len(known):
        return
    shown = known[np.argsort(limits[known], kind="stable")[:: -(-len(known) // MOST_PAIRS)]]
    ends = np.array([limits[known].min(), limits[known].max()])
    line = {"color": colours.edge, "width": 2, "dash": "dash"}
    figure.add_scatter(x=ends, y=ends, mode="lines", line=line, name="w · w′ = PMI − ln k", hoverinfo="skip")
    if run.recipe.noise_hit != "keep":
        bounded = shown[np.isfinite(found.limits[shown])]
        figure.add_scatter(
            x=limits[bounded], y=found.limits[bounded], mode="markers", name=f"limit: {_DONE[run.recipe.noise_hit]}",
            marker={"symbol": "x-thin", "size": 8, "line": {"width": 1.5, "color": colours.accent}},
            customdata=_names(run, found.pairs[bounded]),
            hovertemplate="%{customdata}<br>comes to %{y:.3~f}<extra></extra>",
        )  # fmt: skip
    off = found.dots - found.limits
    bound, far = np.isfinite(off), np.abs(off) > FAR
    for kind, name, colour, symbol in (
        (bound & ~far, f"within {FAR} of its limit", colours.activation, "circle"),
        (bound & far, "farther off", colours.error, "diamond"),
        (~bound, "without a limit", colours.muted, "triangle-up"),
    ):
        if count := kind[known].sum():
            look = {"name": f"{name}: {count:,}", "color": colour, "symbol": symbol}
            _add_points(figure, run, found, shown[kind[shown]], limits, off, look)
    _add_names(figure, run, found, shown, limits, np.where(bound & far, np.abs(off), 0))


def _add_points(figure, run, found, chosen, limits, off, look):
    """Pairs of one kind."""
    figure.add_scatter(
        x=limits[chosen],
        y=found.dots[chosen],
        mode="markers",
        name=look["name"],
        marker={"color": look["color"], "symbol": look["symbol"], "size": 9, "opacity": 0.8},
        customdata=[
            [name, fixed(far, 3)] for name, far in zip(_names(run, found.pairs[chosen]), off[chosen], strict=True)
        ],
        hovertemplate="%{customdata[0]}<br>PMI − ln k %{x:.3~f}<br>w · w′ %{y:.3~f}"
        "<br>from its limit %{customdata[1]}<extra></extra>",
    )


def _add_names(figure, run, found, shown, limits, far):
    """The words of the pairs that are farthest off, where they cover no other point. far : (n,), 0 for near ones."""
    ranked = shown[np.argsort(-far[shown], kind="stable")][:_OBSTACLES]
    points = np.column_stack([limits[ranked], found.dots[ranked]])
    words = [[run.vocabulary[i] for i in pair] for pair in found.pairs[ranked]]
    named = [far[pair] > 0 and k < _NAMED for k, pair in enumerate(ranked)]
    lengths = [_WIDER * (2 * _LETTERS + 1) if each else 0 for each in named]
    spread = np.maximum([np.ptp(points[:, 0]), np.ptp(figure.layout.yaxis.range)], 1e-12)  # of the axes
    (free,) = label_positions([points / spread * _ROOM], lengths)
    free = [where if each else None for where, each in zip(free, named, strict=True)]
    figure.add_scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="text",
        text=[
            " ".join(within(word, _LETTERS) for word in pair) if where else ""
            for pair, where in zip(words, free, strict=True)
        ],
        textposition=[where or "top center" for where in free],
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )


def _add_unseen(figure, run, pairs, dots, lowest, colours):
    """Pairs never seen; those that are below the axis as arrows at its end."""
    if not len(dots):
        return
    shown, more = dots[:MOST_PAIRS], f", the largest {MOST_PAIRS:,}" if len(dots) > MOST_PAIRS else ""
    names = _names(run, pairs[:MOST_PAIRS])
    figure.add_scatter(
        x=np.arange(len(shown)) * 0.618 % 1 - 0.5,  # apart, so that each can be pointed at
        y=np.maximum(lowest, shown),
        xaxis="x2",
        cliponaxis=False,
        mode="markers",
        name=f"never together: {len(dots):,}{more}",
        marker={
            "symbol": np.where(shown < lowest, "triangle-down-open", "circle-open"),
            "size": 8,
            "color": colours.muted,
        },
        customdata=[[name, fixed(dot, 3)] for name, dot in zip(names, shown, strict=True)],
        hovertemplate="%{customdata[0]}<br>never together: PMI −∞<br>w · w′ %{customdata[1]}<extra></extra>",
    )


def _names(run, pairs):
    return [f"{whole(run.vocabulary[w])} · {whole(run.vocabulary[c])}" for w, c in pairs]


def _add_curve(figure, run, found, colours):
    curve = correlations(run, found)
    if curve is None or len(curve[0]) < 2:
        missing = "too many steps, or words, to go through for it" if curve is None else "begins with the first step"
        x = (_BELOW[0] + _LINE[1]) / 2
        themes.note(figure, x=x, y=0.1, xref="paper", yref="paper", text=missing, showarrow=False)
        return
    steps, values = curve
    figure.layout.xaxis3.range = [0, run.step]
    figure.add_scatter(
        x=steps, y=values, xaxis="x3", yaxis="y3", mode="lines+markers", showlegend=False,
        line={"color": colours.activation, "width": 2}, marker={"size": 4},
        hovertemplate="after step %{x:,}<br>correlation %{y:.3~f}<extra></extra>",
    )  # fmt: skip


def _add_planes(figure, run, found, colours):
    """The input words by the run's vectors, and by those that counting gives."""
    counted = shifted_svd(found, run.recipe.vector_size)
    trained = run.parameters["W"][counted.words]
    axes = fit_axes(trained)
    ours, theirs = axes.project(trained), fit_axes(counted.vectors)
    theirs = theirs.turned(*nearest_turn(ours.T @ theirs.project(counted.vectors)))
    names = [run.vocabulary[word] for word in counted.words]
    _add_plane(figure, 4, _UPPER, "W, as trained", names, ours, colours)
    told = "nothing exceeds ln k: try fewer negative samples"
    if not np.isnan(counted.share):
        told = f"rank {counted.vectors.shape[1]} keeps {percent(counted.share)} of it"
    _add_plane(
        figure, 5, _LOWER, f"SVD of max(PMI − ln k, 0):<br>{told}", names, theirs.project(counted.vectors), colours
    )


def _add_plane(figure, number, height, head, names, points, colours):
    zero = {"zeroline": True, "showticklabels": False}
    ends = [[low - room, high + room] for low, high, room in _edges(points)]
    across = themes.axis(domain=_PLANES, anchor=f"y{number}", range=ends[0], **zero)
    up = themes.axis(domain=height, anchor=f"x{number}", range=ends[1], scaleanchor=f"x{number}", **zero)
    themes.lay_out(figure, **{f"xaxis{number}": across, f"yaxis{number}": up})
    _head(figure, _PLANES[0], height[1], head)
    points, names = _together(points, names)
    labels = [", ".join(map(tick, some)) for some in names]
    (free,) = label_positions([points], [len(label) for label in labels], _PLANE)
    figure.add_scatter(
        x=points[:, 0],
        y=points[:, 1],
        xaxis=f"x{number}",
        yaxis=f"y{number}",
        mode="markers+text",
        text=[label if where else "" for label, where in zip(labels, free, strict=True)],
        textposition=[where or "top center" for where in free],
        textfont={"color": colours.input},
        marker={"symbol": "circle", "color": colours.input, "size": 8},
        customdata=[", ".join(map(whole, some)) for some in names],
        hovertemplate="%{customdata}<br>%{x:.3~f}, %{y:.3~f}<extra></extra>",
        showlegend=False,
    )


def _together(points, names):
    """The different points, and the names at each: a small rank leaves several words at one point."""
    span = np.ptp(points, axis=0).max(initial=0) or 1.0
    _, first, which = np.unique(np.round(points / span, 6), axis=0, return_index=True, return_inverse=True)
    found = [[] for _ in first]
    for name, at in zip(names, which, strict=True):
        found[at].append(name)
    return points[first], found


def _edges(points):
    """The least and the largest coordinate along each axis, and room for words."""
    room = 0.2 * np.ptp(points, axis=0).max(initial=0) or 1.0
    return [(*ends, room) for ends in zip(points.min(axis=0), points.max(axis=0), strict=True)]


def _tell(figure, run, found, unseen):
    """What to look for, what the line holds of, and by how much it is another limit here: below all others."""
    never = " Pairs never together (left) have no limit." if unseen else ""
    N, hit = run.recipe.vector_size, run.recipe.noise_hit
    kept = ", as here" if hit == "keep" else ""
    lines = [
        f"On the line w · w′ has become the PMI. Which pairs are off it, rare ones or frequent ones?{never}",
        f"It is the limit where a draw of the target is kept{kept}, and where N ({N} here) is not too small for the"
        " rank:",
        "Levy and Goldberg (2014).",
    ]
    if hit != "keep":
        lines[-1] += f" {_moved(found, hit)}"
    if run.recipe.sigmoid != "exact":
        lines.append("The sigmoid's table ends at ±6: beyond, a score is not moved as the limit asks.")
    corner = {"x": 0, "y": 0, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "top", "yshift": -_AXIS}
    themes.note(figure, text="<br>".join(lines), showarrow=False, align="left", font={"size": _SMALL}, **corner)
    entries = sum(each.showlegend is not False for each in figure.data)
    above = 64 + _ENTRY * (1 if entries < 4 else -(-entries // 2))  # in a narrow window two stand side by side
    figure.update_layout(margin=themes.MARGIN | {"t": above, "b": _AXIS + round(1.4 * _SMALL * len(lines))})


def _moved(found, hit):
    """By how much the limits are others than the line."""
    moved = found.limits - (found.pmi - found.shift)
    bounded = moved[np.isfinite(moved)]
    told = []
    if len(bounded):
        lowest, highest, mean = (fixed(value, 2) for value in (bounded.min(), bounded.max(), bounded.mean()))
        told.append(f"moves the limits (×) by {lowest} to {highest}, {mean} on the mean")
    if free := np.isposinf(found.limits).sum():
        told.append(f"leaves {free:,} pair{'s' if free > 1 else ''} without any")
    return f"Here {_DONE[hit]}, which {' and '.join(told)}."
