"""Numeric data where two inputs are the axes, with what the network answers anywhere there; beside it the same points
as a hidden layer has them: on the axes two of its units, or two principal components, turned to lie as near as they can
to the inputs, so that the two pictures can be compared.

Regions are shaded by the answer: of a single output by its size, of several by the largest (where they share out a
probability) or by which of them lie above the middle between the targets. A line parts the regions. A single input is
the axis of a curve; further inputs are held at those of the instance at work.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.projection import fit_axes, nearest_turn
from explorer.errors import RecipeError
from explorer.maths.activations import ACTIVATE
from explorer.numbers import exact, percent, plain
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.moment import after, batch_index, frame_at

MOST_POINTS = 200
_PAIRED = 28  # pairs of axes
_PCA = "pca"
_GRID = 81  # points along an axis at which the answers are computed
_SYMBOLS = ("circle", "square", "triangle-up", "diamond")


@checked
def plane(
    run,
    point=None,
    axes: tuple[int, ...] = (0, 1),
    theme: str = "light",
    hidden: str | None = None,
    step: int | None = None,
) -> go.Figure:
    """The regions of a run's network in the plane of two inputs, and the points.

    point : input numbers of which those not on the axes are held; the first point's by default.
    axes : the numbers, from 0, of two inputs, ascending; the first two (or the only one) where there are no such.
    hidden : what the other picture is of: "h:0,1" the plane of two units of the layer h, "h:pca" that of two principal
        components. By default the last hidden layer, its components where it has more than two units.
    step : the step whose data are shown, the last one by default.

    RecipeError where the model reads words.
    """
    if run.recipe.architecture.reading != "points":
        raise RecipeError([("model", run.recipe.model, "one that learns from numbers: it has a plane of inputs")])
    known = _Answers(run, max(0, run.step - 1) if step is None else step)
    spaces = [_of_inputs(known, point, _chosen(_pairs(known.inputs.shape[1]), ",".join(map(str, axes))))]
    planes = _hidden_planes(known)
    spaces += [_of_hidden(known, _chosen(planes, hidden))] if planes else []
    figure = themes.figure(theme, f"Plane · {after(run.step)}{known.told()}", hovermode="closest")
    for number, space in enumerate(spaces, start=1):
        _add_space(figure, number, len(spaces), space, known, theme)
    _add_key(figure, known, theme, shaded=any(len(names) > 1 for names, *_ in spaces))
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    if run.recipe.architecture.reading != "points":
        return themes.empty(view["theme"], "This network reads words: the projection has their vectors.")
    frame = frame_at(run, view["stage"])
    point = frame.instances[batch_index(frame, view["instance"])].inputs if frame else None
    step = frame.step if frame else run.step
    return plane(run, point, _axes(view.get("plane") or ""), view["theme"], view.get("hiddenPlane"), step)


def _axes(text):
    """The axes that a link names, "0,1"; none where it does not."""
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        return ()


def _chosen(choices, wanted):
    return wanted if wanted in choices else choices[0]


def _pairs(size):
    """The pairs of 0 … size − 1 that can be axes, as "0,1"; of a single one, itself."""
    pairs = [f"{i},{j}" for i in range(min(size, _PAIRED)) for j in range(i + 1, size)]
    return pairs[:_PAIRED] if size > 1 else ["0"]


def _hidden_planes(known):
    """What can be drawn of the hidden layers, the last one first."""
    planes = []
    for layer in known.layers[-2::-1]:
        size = known.values[layer.output].shape[1]
        planes += [f"{layer.output}:{_PCA}"] if size > 2 else []
        planes += [f"{layer.output}:{pair}" for pair in _pairs(size)]
    return planes


class _Answers:
    """The points, what the network makes of them, and what is right."""

    def __init__(self, run, step):
        self.model, self.parameters = run.recipe.architecture, run.parameters
        self.layers = self.model.network.layers
        data = run.trajectory.stream.segment(step).corpus.instances
        self.total = len(data)
        self.inputs, self.targets = data.inputs[:MOST_POINTS], data.outputs[:MOST_POINTS]
        self.values = self.forward(self.layers, self.inputs)
        low, high = self.targets.min(), self.targets.max()
        self.binary = low < high and bool(np.isin(self.targets, (low, high)).all())
        last = self.layers[-1].activation
        self.shared = last == "softmax"
        alone = (min(0.0, low), max(1.0, high), 0.0 if last == "tanh" else 0.5)
        self.low, self.high, self.level = alone if low == high else (low, high, (low + high) / 2)

    def forward(self, layers, inputs):
        """Net inputs and outputs by name for inputs (n, width)."""
        known, x = {}, inputs
        for layer in layers:
            u = x @ np.atleast_2d(self.parameters[layer.weights]).T
            u = u + self.parameters[layer.bias] if layer.bias else u
            x = ACTIVATE[layer.activation](u)
            known |= {layer.net: u, layer.output: x}
        return known

    @property
    def answers(self):
        return self.values[self.layers[-1].output]

    def classes(self, answers):
        """A number for what each of (n, outputs) answers says."""
        if self.shared:
            return answers.argmax(axis=1)
        return (answers > self.level) @ 2 ** np.arange(answers.shape[1])[::-1]

    def told(self):
        if not (self.binary or self.shared):
            return ""
        right = np.count_nonzero(self.classes(self.answers) == self.classes(self.targets))
        some = f", the first of {self.total:,}" if self.total > len(self.inputs) else ""
        return f" · {right} of {len(self.inputs)} points{some} on the right side"


def _of_inputs(known, point, plane):
    """(names of the axes, coordinates of the points, what turns coordinates into inputs, the layers from there on)."""
    base = np.array(known.inputs[0] if point is None else point, float)
    return *_cut(known, known.layers[0].source, known.inputs, base, plane), known.layers


def _of_hidden(known, choice):
    """The same of a hidden layer: two of its units, others at their means, or two principal components."""
    name, plane = choice.split(":")
    layers = known.layers[[layer.output for layer in known.layers].index(name) + 1 :]
    values = known.values[name]
    if plane != _PCA:
        return *_cut(known, name, values, values.mean(axis=0), plane), layers
    axes = fit_axes(values)
    inputs = known.inputs[:, :2] - known.inputs[:, :2].mean(axis=0)
    along = np.zeros((2, 2))
    along[: inputs.shape[1]] = inputs.T @ axes.project(values)
    axes = axes.turned(*nearest_turn(along))
    names = [f"{known.model.declared(name).symbol}: PCA, {percent(axes.share.sum())} of the spread", ""]
    return names, axes.project(values), lambda points: axes.mean + points @ axes.basis, layers


def _cut(known, name, values, base, plane):
    """Two numbers of a quantity, or its only one, as axes; the others are those of `base`."""
    axes = [int(i) for i in plane.split(",")]

    def back(points):
        rows = np.tile(base, (len(points), 1))
        rows[:, axes] = points
        return rows

    symbol = known.model.declared(name).symbol
    return [f"{symbol}<sub>{i + 1}</sub>" for i in axes], values[:, axes], back


def _add_space(figure, number, count, space, known, theme):
    names, points, back, layers = space
    mark = "" if number == 1 else str(number)
    width = (1 - 0.1 * (count - 1)) / count
    start = (number - 1) * (width + 0.1)
    domain = [start, min(1.0, start + width)]
    flat = len(names) == 1
    shape = {"zeroline": True} | ({} if flat else {"constrain": "domain"})
    scale = {} if flat else {"scaleanchor": f"x{mark}", "scaleratio": 1}
    upright = "answer" if flat else names[1]
    across = themes.axis(domain=domain, anchor=f"y{mark}", title={"text": names[0]}, **shape)
    up = themes.axis(anchor=f"x{mark}", title={"text": upright}, **scale, **shape)
    themes.lay_out(figure, **{f"xaxis{mark}": across, f"yaxis{mark}": up})
    ends = [np.linspace(*edges, _GRID) for edges in _edges(points)]
    axes = {"xaxis": f"x{mark}", "yaxis": f"y{mark}"}
    if flat:
        _add_curves(figure, ends[0], back, layers, known, axes, theme)
        _add_points(figure, np.column_stack([points[:, 0], known.targets[:, 0]]), known, axes, theme)
    else:
        _add_regions(figure, ends, back, layers, known, axes, theme)
        _add_points(figure, points, known, axes, theme)


def _edges(points):
    """The least and largest coordinate along each axis: as much along each, since a unit is as long on both."""
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    reach = 0.8 * (np.ptp(points, axis=0).max() or 1.0)
    return np.column_stack([middle - reach, middle + reach])


def _add_regions(figure, ends, back, layers, known, axes, theme):
    u, v = np.meshgrid(*ends)
    passed = known.forward(layers, back(np.column_stack([u.ravel(), v.ravel()])))
    answers = passed[layers[-1].output]
    single = answers.shape[1] == 1
    if single:
        shade, limits = answers[:, 0], (known.low, known.high)
        scale = themes.tint(theme, "activation")
    else:
        classes = known.classes(answers)
        shade, limits, scale = classes % 6, (-0.5, 5.5), _classes(theme)
    figure.add_heatmap(
        z=shade.reshape(u.shape), x=ends[0], y=ends[1], zmin=limits[0], zmax=limits[1], colorscale=scale,
        opacity=0.7 if single else 0.4, showscale=False, hoverinfo="skip", zsmooth="best" if single else False, **axes,
    )  # fmt: skip
    for field in _leads(passed, layers[-1], known):
        figure.add_contour(
            z=field.reshape(u.shape), x=ends[0], y=ends[1], showscale=False, showlegend=False, hoverinfo="skip",
            contours={"type": "constraint", "operation": "=", "value": 0},
            line={"color": themes.palette(theme).text, "width": 2}, **axes,
        )  # fmt: skip


def _add_key(figure, known, theme, shaded):
    """What the marks are, the targets by their kinds; and the shades of a single answer, where it is shown by them."""
    kinds, first = np.unique(known.classes(known.targets), return_index=True)
    single = known.targets.shape[1] == 1
    key = {"x": [None], "y": [None], "mode": "markers", "showlegend": True}
    for kind, targets in list(zip(kinds.tolist(), known.targets[first], strict=True))[: len(themes.CLASSES)]:
        marker = _marker(np.array([kind]), targets if single else None, known, theme)
        figure.add_scatter(**key, marker=marker, name=f"target {_told(kind, targets, known)}")
    if single and shaded:
        shade = {"size": 16, "symbol": "square", "color": themes.at(themes.tint(theme, "activation"), 0.5)}
        figure.add_scatter(**key, marker=shade, name=f"shade: the answer, {plain(known.low)} to {plain(known.high)}")


def _told(kind, targets, known):
    """What the targets of one kind are called."""
    if known.shared:
        return f"{known.layers[-1].output}<sub>{kind + 1}</sub>"
    if known.binary:
        return ", ".join(map(plain, targets))
    return ", ".join(f"{'above' if target > known.level else 'up to'} {plain(known.level)}" for target in targets)


def _marker(kinds, shades, known, theme):
    """Marks of points: their shape, and without a shade of the single target their colour, is their kind."""
    marker = {
        "size": 13,
        "symbol": [_SYMBOLS[kind % 4] for kind in kinds],
        "color": [themes.CLASSES[kind % 6] for kind in kinds] if shades is None else shades,
        "line": {"color": themes.palette(theme).text, "width": 1.5},
    }
    if shades is not None:
        marker |= {"colorscale": themes.tint(theme, "activation"), "cmin": known.low, "cmax": known.high}
    return marker


def _leads(passed, last, known):
    """By how much each output leads, which is 0 on the lines: of a step its net input, which a line can be found by."""
    if last.activation == "step":
        return list(passed[last.net].T)
    answers = passed[last.output]
    if not known.shared:
        return list((answers - known.level).T)
    others = [np.delete(answers, k, axis=1).max(axis=1, initial=0) for k in range(answers.shape[1])]
    return [answers[:, k] - other for k, other in enumerate(others)]


def _classes(theme):
    """Six colours in steps, for classes 0 … 5."""
    return [
        [edge, colour]
        for k, colour in enumerate(themes.CLASSES)
        for edge in (k / len(themes.CLASSES), (k + 1) / len(themes.CLASSES))
    ]


def _add_curves(figure, ends, back, layers, known, axes, theme):
    answers = known.forward(layers, back(ends[:, None]))[layers[-1].output]
    for k in range(answers.shape[1]):
        colour = themes.palette(theme).activation if answers.shape[1] == 1 else themes.CLASSES[k % 6]
        look = {"mode": "lines", "line": {"color": colour, "width": 3}, "hoverinfo": "skip"}
        name = "answer" if answers.shape[1] == 1 else f"answer {k + 1}"
        figure.add_scatter(x=ends, y=answers[:, k], name=name, showlegend=True, **look, **axes)


def _add_points(figure, points, known, axes, theme):
    kinds = known.classes(known.targets)
    one = known.targets.shape[1] == 1
    told = [
        f"({', '.join(map(plain, inputs))}) → {', '.join(map(plain, targets))}"
        f"<br>answer {', '.join(map(exact, answers[:6]))}"
        for inputs, targets, answers in zip(known.inputs, known.targets, known.answers, strict=True)
    ]
    marker = _marker(kinds, known.targets[:, 0] if one else None, known, theme)
    figure.add_scatter(
        x=points[:, 0], y=points[:, 1], mode="markers", marker=marker, customdata=told,
        hovertemplate="%{customdata}<extra></extra>", showlegend=False, **axes,
    )  # fmt: skip
