"""Gradient descent itself: the loss along one weight, its tangent and the step taken; and along two as a contour."""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.slices import contour_along, slice_along, steepest
from explorer.errors import RecipeError
from explorer.numbers import exact, plain
from explorer.training.frames import checked_index
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.moment import frame_at
from explorer.views.text import inert

_ABOVE = 44  # px more over the picture: the legend has two rows where it is narrow, and two lines stand below it


@checked
def descent(frame, name: str, index, theme: str = "light") -> go.Figure:
    """The loss of a frame's instances along one weight, the tangent where it stands, and the step down it.

    Raises `RecipeError` where there is no such weight, and for another theme.
    """
    cut, palette = slice_along(frame, name, index), themes.palette(theme)
    weight = cut.weight
    figure = themes.figure(
        theme,
        f"Loss of step {frame.step + 1} along {inert(weight.label)}, all other weights held",
        xaxis=themes.axis(title={"text": inert(weight.label), "standoff": 8}),
        yaxis=themes.axis(title={"text": f"loss, {frame.model.loss_unit}"}),
        hovermode="closest",
    )
    figure.add_scatter(
        x=cut.values,
        y=cut.losses,
        mode="lines",
        line={"color": palette.weight, "width": 2.5},
        name="loss",
        hovertemplate="weight %{x:.6~g}<br>loss %{y:.6~g}<extra></extra>",
    )
    _add_tangent(figure, frame, cut, palette)
    _add_step(figure, cut, palette)
    _tell(figure, frame, (weight,), cut)
    return figure


@checked
def contour(frame, first, second, theme: str = "light") -> go.Figure:
    """The loss along two weights, each (name, index): lines of equal loss, and the step across them.

    Raises `RecipeError` where there are no such weights or they are one, and for another theme.
    """
    ground, palette = contour_along(frame, first, second), themes.palette(theme)
    across, up = ground.weights
    figure = themes.figure(
        theme,
        f"Loss of step {frame.step + 1} along two weights, all others held",
        xaxis=themes.axis(title={"text": inert(across.label), "standoff": 8}, domain=[0, 0.92]),
        yaxis=themes.axis(title={"text": inert(up.label)}),
        hovermode="closest",
    )
    figure.add_contour(
        x=ground.values[0],
        y=ground.values[1],
        z=ground.losses,
        ncontours=24,
        showscale=not _level(ground.losses),
        colorscale=[[0, palette.surface], [1, palette.error]],
        colorbar={"title": {"text": f"loss, {frame.model.loss_unit}", "side": "top"}, "x": 0.93, "xanchor": "left"},
        line={"color": palette.edge, "width": 0.75},
        hovertemplate="%{x:.4~g}, %{y:.4~g}<br>loss %{z:.6~g}<extra></extra>",
        name="loss",
        showlegend=False,
    )
    _add_mark(figure, across.before, up.before, palette.text, "before the step", f"loss {exact(ground.loss)}")
    _add_arrow(figure, (across.before, up.before), (across.after, up.after), palette.accent)
    _add_mark(figure, across.after, up.after, palette.accent, "after it", f"loss {exact(ground.loss_after)}")
    _tell(figure, frame, ground.weights, ground)
    return figure


def panel_descent(run, view: dict) -> go.Figure:
    """The enlarged picture for the weight in focus, else the one with the largest slope."""
    frame = frame_of(run, view)
    return descent(frame, *(weight_in(frame, view.get("focus")) or steepest(frame)), view["theme"])


def panel_contour(run, view: dict) -> go.Figure:
    """The enlarged picture for the weight in focus and the one kept; the steepest ones where none is chosen."""
    frame = frame_of(run, view)
    first = weight_in(frame, view.get("focus")) or steepest(frame)
    second = weight_in(frame, view.get("pair"))
    return contour(frame, first, second if second and second != first else steepest(frame, first), view["theme"])


def frame_of(run, view: dict):
    """The frame of the page's moment; before the first step that of the first."""
    frame = frame_at(run, view["stage"])
    return run.frame() if frame is None else frame


def weight_in(frame, focus: str | None) -> tuple[str, tuple[int, ...]] | None:
    """(name, index) of a weight written as W.3.0; None where nothing, or a quantity, is in focus.

    RecipeError for what is no weight.
    """
    name, *index = (focus or "").split(".")
    if name not in frame.parameters:
        return None
    try:
        return name, checked_index(name, map(int, index), frame.shape(name))
    except (ValueError, IndexError):
        raise RecipeError([("focus", focus, "a weight such as W.3.0")]) from None


def _add_tangent(figure, frame, cut, palette):
    """The line through the point with the slope that the step takes, as long as a third of the picture."""
    weight = cut.weight
    called = "tangent: ∂E/∂w =" if frame.model.descends else "no tangent, but what the rule goes by:"
    reach = (cut.values[-1] - cut.values[0]) / 6
    x = np.array([weight.before - reach, weight.before + reach])
    figure.add_scatter(
        x=x,
        y=cut.loss + weight.slope * (x - weight.before),
        mode="lines",
        line={"color": palette.error, "width": 2, "dash": "dash"},
        name=f"{called} {exact(weight.slope)}",
        hoverinfo="name",
    )


def _add_step(figure, cut, palette):
    weight = cut.weight
    _add_arrow(figure, (weight.before, cut.loss), (weight.after, cut.loss_after), palette.accent)
    losses = [f"loss {exact(each)}" for each in (cut.loss, cut.loss_after)]
    _add_mark(figure, weight.before, cut.loss, palette.text, "before the step", losses[0])
    _add_mark(figure, weight.after, cut.loss_after, palette.accent, "this weight moved", losses[1])


def _add_mark(figure, x, y, colour, name, says):
    figure.add_scatter(
        x=[x],
        y=[y],
        mode="markers",
        marker={"color": colour, "size": 11, "line": {"width": 1.5, "color": "#ffffff"}},
        name=f"{name}: {says}",
        hovertemplate=f"{name}<br>{exact(x)}<br>{says}<extra></extra>",
    )


def _add_arrow(figure, start, end, colour):
    if start == end or not np.isfinite([*start, *end]).all():
        return
    themes.note(
        figure, x=end[0], y=end[1], ax=start[0], ay=start[1], xref="x", yref="y", axref="x", ayref="y",
        text="", showarrow=True, arrowhead=2, arrowwidth=2, arrowcolor=colour, standoff=4,
    )  # fmt: skip


def _tell(figure, frame, weights, cut):
    """The step in numbers, in two lines below the title."""
    moves = [
        f"{inert(each.label)}: {plain(each.before)} − {plain(frame.learning_rate)} · ({plain(each.slope)})"
        f" → {plain(each.after)}"
        for each in weights
    ]
    after = [f"with all weights moved the loss is {exact(cut.loss_of_step)}"]
    if _level(cut.losses):
        after.insert(0, "the loss of this step does not depend on " + ("it" if len(weights) == 1 else "them"))
    if not np.isclose(cut.loss, frame.loss, rtol=1e-9):  # recurrent: see explorer.analysis.slices
        after.append(f"with the earlier states as they were it was {exact(frame.loss)}")
    corner = {"x": 0, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    lines = "<br>".join(" &nbsp; ".join(said) for said in (moves, after))
    themes.note(figure, text=lines, showarrow=False, align="left", **corner)
    figure.layout.margin.t = themes.MARGIN["t"] + _ABOVE


def _level(losses):
    """Whether the loss is the same everywhere, rounding aside: then nothing is to be drawn of it."""
    return np.ptp(losses) <= 1e-12 * np.abs(losses).max()  # False where some are not finite
