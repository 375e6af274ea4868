"""The loss of every step so far, with the passes over the data and the mean of each.

A single loss jumps with its instance; the mean of a pass over the data tells whether the model learns.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.curve import stretches
from explorer.views import theme as themes

MOST_POINTS = 2_000  # of the curve; with more steps a point is a stretch of them, its lowest and highest beside
MOST_MARKS = 40


def loss(run, log: bool = False, theme: str = "light") -> go.Figure:
    """The losses of the steps that led to the run's step.

    log : whether the scale is logarithmic.
    """
    if not run.step:
        return themes.empty(theme, "The curve begins with the first step.")
    losses = run.losses(0, run.step)
    figure = themes.figure(
        theme,
        f"Loss · {run.step:,} steps",
        xaxis=themes.axis(title={"text": "step"}, showgrid=False, range=[0, run.step]),
        yaxis=themes.axis(
            title={"text": f"loss, {run.recipe.architecture.loss_unit}"},
            type="log" if log else "linear",
            rangemode="normal" if log else "tozero",
        ),
        hovermode="closest",
        margin=themes.MARGIN | {"t": 96},
    )
    colour = themes.palette(theme).error
    passes = _passes(run.trajectory.stream.segments, losses)
    _add_curve(figure, losses, colour, faint=len(passes) > 1)
    _add_means(figure, passes, colour)
    _mark_passes(figure, passes, theme)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    return loss(run, log=view.get("lossScale") == "log", theme=view["theme"])


def _passes(segments, losses):
    """(epoch, first step, step after the last, mean loss) of each whole pass over the data."""
    found = []
    ends = [segment.step for segment in segments[1:]] + [len(losses)]
    for segment, end in zip(segments, ends, strict=True):
        size = segment.steps_per_epoch
        whole = max(0, min(end, len(losses)) - segment.step) // size
        means = losses[segment.step : segment.step + whole * size].reshape(whole, size).mean(axis=1)
        for number, mean in enumerate(means.tolist()):
            start = segment.step + number * size
            found.append((segment.epoch + number, start, start + size, mean))
    return found


def _add_curve(figure, losses, colour, faint):
    stride, (mean, low, high) = stretches(losses, MOST_POINTS)
    # The loss of step number s is shown where the page stands after it, at s + 1.
    steps = np.arange(len(mean)) * stride + (stride + 1) / 2
    if stride > 1:
        figure.add_scatter(
            x=np.concatenate([steps, steps[::-1]]),
            y=np.concatenate([high, low[::-1]]),
            fill="toself",
            fillcolor=colour,
            opacity=0.2,
            line={"width": 0},
            hoverinfo="skip",
            name="lowest to highest",
        )
    figure.add_scatter(
        x=steps,
        y=mean,
        mode="lines",
        line={"color": colour, "width": 1 if faint else 1.5},
        opacity=0.55 if faint else 1,
        name=f"mean of {stride} steps" if stride > 1 else "each step",
        customdata=np.stack([low, high], axis=1) if stride > 1 else None,
        hovertemplate=_hover(stride),
    )


def _hover(stride):
    if stride == 1:
        return "step %{x}<br>loss %{y:.8~g}<extra></extra>"
    band = "lowest %{customdata[0]:.8~g}<br>highest %{customdata[1]:.8~g}"
    return f"{stride} steps about %{{x}}<br>mean loss %{{y:.8~g}}<br>{band}<extra></extra>"


def _add_means(figure, passes, colour):
    if len(passes) < 2 or passes[0][2] - passes[0][1] < 2:
        return
    every = -(-len(passes) // MOST_POINTS)
    epochs, starts, ends, means = zip(*passes[::every], strict=True)
    figure.add_scatter(
        x=(np.array(starts) + np.array(ends) + 1) / 2,
        y=means,
        mode="lines+markers" if len(means) <= MOST_MARKS else "lines",
        line={"color": colour, "width": 3},
        name="mean of an epoch",
        customdata=np.array(epochs) + 1,
        hovertemplate="epoch %{customdata}<br>mean loss %{y:.8~g}<extra></extra>",
    )


def _mark_passes(figure, passes, theme):
    """A line where a pass over the data ends, with its number; of many passes a round selection."""
    every = 1
    while len(passes) > MOST_MARKS * every:
        every *= 2 if str(every)[0] in "15" else 2.5
    line = {"color": themes.palette(theme).grid, "width": 1}
    above = {"y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False}
    figure.add_annotation(x=0, xref="paper", xanchor="right", text="epoch  ", **above)
    for epoch, _, end, _ in passes:
        if (epoch + 1) % every == 0:
            figure.add_shape(type="line", x0=end, x1=end, y0=0, y1=1, yref="paper", layer="below", line=line)
            figure.add_annotation(x=end, text=str(epoch + 1), **above)
