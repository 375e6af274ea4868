"""Input and output vectors of all words in the plane of two principal components.

Both sets share the mean and the axes, one unit is as long on one axis as on the other, and the axes tell
their share of the variance: circles are input vectors, diamonds output vectors, squares those of inner nodes.
"""

from copy import copy
from dataclasses import replace
from math import isfinite

import plotly.graph_objects as go

from explorer.analysis.projection import Axes, fit_axes, fitted_on, space_of, vectors_of
from explorer.errors import RecipeError
from explorer.numbers import percent
from explorer.training.frames import element_name
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.labels import label_positions
from explorer.views.moment import after, batch_index, frame_at, reached, values
from explorer.views.text import tick, whole, within

SHOWN = {"input": ("input",), "output": ("output",), "both": ("input", "output")}
LABELLED = 600  # points, above which names are told on hovering only
ON_AXES = "<br>PC1 %{x:.8~g}<br>PC2 %{y:.8~g}<extra></extra>"
_MOST_ASKED, _MOST_WORDS = 24, 12  # rows that are asked, and words of the instance, that stand out
SYMBOLS = {"input": "circle", "output": "diamond"}
_NODES = "square"  # where the output vectors are no words'


@checked
def projection(
    run,
    fit: str = "W",
    axes_step: int | None = None,
    show: str = "both",
    analogy: tuple[str, str, str] | None = None,
    of: str | None = None,
    theme: str = "light",
    turn: tuple[float, int] = (0.0, 1),
    lit: dict[str, set[int]] | None = None,
) -> go.Figure:
    """The word vectors of a run in a plane.

    fit : "W": axes fitted to the input vectors; "output": to the output vectors; "both": to both, in one space.
    axes_step : the step to whose vectors the axes are fitted; the run's own by default.
    show : "input", "output" or "both".
    analogy : a, b, c: draws the parallelogram of a − b + c, by the vectors of the parameter `of` (or the input's).
    turn : an angle and, for a mirror image, −1: how the axes are turned in their plane.
    lit : ids of the input and output vectors that stand out, by "input" and "output".
    RecipeError where the model, or one of these, has no such vectors.
    """
    sets, fitted = _vector_sets(run, fit), run.step if axes_step is None else axes_step
    axes = _fitted(run, fit, fitted).turned(*turn)
    if fitted != run.step:
        axes = replace(axes, share=axes.share_of(*_matrices(run, fit)))
    projected = {
        kind: axes.project(vectors_of(sets[kind], run.parameters[sets[kind].name]))
        for kind in _chosen("show", show, SHOWN)
        if kind in sets
    }
    if not projected:
        raise RecipeError([("show", show, "input: only these vectors live in the space of the axes")])
    title = f"Projection · {after(run.step)}" + (f" · axes fitted {after(fitted)}" if fitted != run.step else "")
    figure = themes.figure(theme, title, **_layout(axes))
    if analogy is not None:
        _add_parallelogram(figure, run, analogy, axes.project(_vectors(run, of)), theme)
    names = {kind: _row_names(run.vocabulary, sets[kind], len(points)) for kind, points in projected.items()}
    symbols = {kind: SYMBOLS[kind] if "word" in sets[kind].axes else _NODES for kind in projected}
    _add_points(figure, names, symbols, projected, lit or {}, theme)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel, with the axes that the page has kept."""
    if run.recipe.architecture.network.input is None:
        return themes.empty(view["theme"], "This network reads numbers: it has no word vectors.")
    words = tuple(word.strip() for word in (view.get("analogy") or "").split(","))
    analogy = words if len(words) == 3 and set(words) <= set(run.vocabulary) else None
    follow = view.get("axes") == "follow"
    return projection(
        run,
        fit=view.get("fit") or "W",
        axes_step=None if follow else _number("axes", view.get("axes") or "0", int),
        show=view.get("show") or "both",
        analogy=analogy,
        of=view.get("of"),
        theme=view["theme"],
        turn=_turn(view.get("turn")) if follow else (0.0, 1),
        lit={kind: _lit(run, view, kind, analogy) for kind in ("input", "output")},
    )


def _lit(run, view, kind, analogy) -> set[int]:
    """Ids of the vectors that stand out: the instance's on its side, those that it asks, the pinned, those asked about.

    The page's rule too, in assets/panels/projection/vectors.mjs.
    """
    model, frame = run.recipe.architecture, frame_at(run, view["stage"])
    network, instance = model.network, view["instance"]
    ids, declared = set(), model.declared(getattr(network, kind))
    read = {each.name for each in reached(model, view["stage"])} if frame else ()
    if frame and kind == "output" and (asked := declared.change[0].at) in read:
        ids.update(values(frame, asked, instance)[:_MOST_ASKED].tolist())
    if "word" not in declared.axes:
        return ids
    named = [view.get("word", ""), *(analogy or ())] if (view.get("of") or network.input) == declared.name else []
    named += view.get("pins", "").split(",") if kind == "input" else []
    if frame:
        shown = frame.instances[batch_index(frame, instance)]
        ids.update((shown.inputs if kind == "input" else shown.outputs)[:_MOST_WORDS])
    return ids | {run.vocabulary.index(word) for word in named if word in run.vocabulary}


def _turn(text):
    angle, _, sign = (text or "0,1").partition(",")
    return _number("turn", angle, float), _number("turn", sign, int)


def _number(field, text, kind):
    try:
        number = kind(text)
        if isfinite(number):
            return number
    except (TypeError, ValueError, OverflowError):
        pass
    raise RecipeError([(field, text, "a number")])


def _chosen(field, got, choices):
    if got not in choices:
        raise RecipeError([(field, got, "one of " + ", ".join(choices))])
    return choices[got]


def _vector_sets(run, fit) -> dict:
    """The parameters whose vectors live in the space of those that the axes are fitted on, by kind."""
    model = run.recipe.architecture
    if model.network.input is None:
        raise RecipeError([("model", model.name, "one that learns from words: it has their vectors")])
    space = space_of(fitted_on(model, fit)[0])
    names = {kind: getattr(model.network, kind) for kind in ("input", "output")}
    sets = {kind: model.declared(name) for kind, name in names.items() if name}
    return {kind: each for kind, each in sets.items() if space_of(each) == space}


def _vectors(run, of):
    """The vectors of the parameter `of`, a row a word; without a name, the input's."""
    model = run.recipe.architecture
    named = {parameter.name: parameter for parameter in model.parameters if "word" in parameter.axes[:2]}
    name = of or model.network.input
    if name not in named:
        raise RecipeError([("of", of, "one of " + ", ".join(named))])
    return vectors_of(named[name], run.parameters[name])


def _fitted(run, fit, step) -> Axes:
    at = run if step == run.step else copy(run).seek(step)  # a copy of a run moves without it
    return fit_axes(*_matrices(at, fit))


def _matrices(run, fit):
    found = fitted_on(run.recipe.architecture, fit)
    found = [parameter for parameter in found if "word" in parameter.axes] or found
    return [vectors_of(parameter, run.parameters[parameter.name]) for parameter in found]


def _layout(axes):
    first, second = (
        f"PC{number} · {percent(share)} of the variance" for number, share in enumerate(axes.share, start=1)
    )
    zero = {"zeroline": True}
    return {
        "xaxis": themes.axis(title={"text": first}, **zero),
        "yaxis": themes.axis(title={"text": second}, scaleanchor="x", scaleratio=1, **zero),
        "hovermode": "closest",
    }


def _add_parallelogram(figure, run, analogy, points, theme):
    """a − b + c, and lines to it; the sum can be made of projected points, since projecting is affine."""
    ids = [run.recipe.corpus.id_of(word) for word in analogy]
    named = zip(analogy, ids, strict=True)
    unknown = [("analogy", word, "a word of the vocabulary") for word, known in named if known is None]
    if unknown or len(analogy) != 3:
        raise RecipeError(unknown or [("analogy", analogy, "three words: a, b, c")])
    a, b, c = (points[known] for known in ids)
    sum_ = a - b + c
    colour = themes.palette(theme).accent
    first, second, third = (within(word, 10) for word in analogy)
    for ends, dash in (((b, a), None), ((c, sum_), None), ((b, c), "dot"), ((a, sum_), "dot")):
        x, y = zip(*ends, strict=True)
        figure.add_scatter(
            x=x,
            y=y,
            mode="lines",
            line={"color": colour, "width": 2, "dash": dash},
            hoverinfo="skip",
            showlegend=False,
        )
    text = f"{first} − {second} + {third}"
    figure.add_scatter(
        x=[sum_[0]],
        y=[sum_[1]],
        mode="markers",
        name=text,
        marker={"symbol": "circle-open", "size": 16, "color": colour, "line": {"width": 2}},
        hovertemplate="a − b + c" + ON_AXES,
    )


def _row_names(words, declared, rows):
    """What the vectors stand for: words, or a tree's inner nodes."""
    if "word" in declared.axes:
        return words
    return [element_name(words, declared.axes[0], row) for row in range(rows)]


def _add_points(figure, names, symbols, sets, lit, theme):
    colours = themes.palette(theme)
    total = sum(map(len, sets.values()))
    size = 9 if total <= LABELLED else 6
    ticks = {kind: [tick(name) for name in names[kind]] for kind in sets}
    lengths = [len(name) for kind in sets for name in ticks[kind]]
    positions = label_positions(list(sets.values()), lengths) if total <= LABELLED else None
    for index, (kind, points) in enumerate(sets.items()):
        colour, strong = getattr(colours, kind), [row in lit.get(kind, ()) for row in range(len(points))]
        free = positions[index] if positions else [None] * len(points)
        figure.add_scatter(
            x=points[:, 0],
            y=points[:, 1],
            mode="markers+text",
            name=kind,
            text=[name if where or on else "" for name, where, on in zip(ticks[kind], free, strong, strict=True)],
            textposition=[where or "top center" for where in free],
            textfont={"color": colour, "weight": [700 if on else 400 for on in strong]},
            marker={"symbol": symbols[kind], "color": colour, "size": [size + 4 * on for on in strong]},
            customdata=[whole(name) for name in names[kind]],
            hovertemplate=f"%{{customdata}}<br>{kind} vector{ON_AXES}",
        )
