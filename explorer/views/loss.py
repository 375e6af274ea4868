"""The loss of every step so far, with the passes over the data and the mean of each.

A single loss jumps with its instance; the mean of a pass over the data tells whether the model learns.
"""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.curve import stretches
from explorer.numbers import counted
from explorer.views import theme as themes
from explorer.views.given import checked
from explorer.views.limits import round_end, round_every

MOST_POINTS = 2_000  # of the curve; with more steps a point is a stretch of them, its lowest and highest beside
MOST_MARKS = 40
_SHORT = 50  # steps of an epoch that is always shown whole
_FEW = 20  # steps, for which there is room in any case


@checked
def loss(run, log: bool = False, theme: str = "light") -> go.Figure:
    """The losses of the steps that led to the run's step.

    log : whether the scale is logarithmic.

    Raises `RecipeError` for another theme.
    """
    if not run.step:
        return themes.empty(theme, "The curve begins with the first step.")
    losses, segments = run.losses(0, run.step), run.trajectory.stream.segments
    figure = themes.figure(
        theme,
        f"Loss · {counted(run.step, 'step')}",
        xaxis=themes.axis(title={"text": "step"}, showgrid=False, range=[0, _last_step(segments, run.step)]),
        yaxis=themes.axis(title={"text": f"loss, {run.recipe.architecture.loss_unit}"}, **_heights(losses, log)),
        hovermode="closest",
        margin=themes.MARGIN | {"t": 96},
    )
    colour = themes.palette(theme).error
    passes = _passes(segments, losses)
    _add_curve(figure, losses, colour, faint=len(passes.means) > 1)
    _add_means(figure, passes, colour)
    _mark_passes(figure, passes, theme)
    _mark_edits(figure, run, losses, theme)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    return loss(run, log=view.get("lossScale") == "log", theme=view["theme"])


def _last_step(segments, steps):
    """Where the axis of steps ends: a round number of epochs; early in a long first epoch a round number of steps.

    The page's rule too, in assets/panels/loss/series.mjs; so is that of the heights.
    """
    size = segments[0].steps_per_epoch
    whole = size * round_end(-(-steps // size))
    if size <= _SHORT or 2 * steps > size or any(0 < segment.step < whole for segment in segments):
        return whole
    return min(size, round_end(max(_FEW, steps)))


def _heights(losses, log):
    """The axis of losses: from zero to a round number, or from a power of ten where it is logarithmic."""
    sizes = losses[(losses > 0) & (losses < np.inf)]
    top = round_end(sizes.max(initial=0))
    if not log or not sizes.size:
        return {"range": [0, top]}
    return {"type": "log", "range": [np.floor(np.log10(sizes.min())), np.log10(top)]}


class _Passes(NamedTuple):
    """The whole passes over the data: their mean losses, in order, and where they stand.

    Of the k-th stretch of steps over the same data, from `steps[k]` on, the first pass is number `firsts[k]` of
    `means` and has number `epochs[k]`, from 0; each takes `sizes[k]` steps. There may be as many passes as steps: so
    they are no objects.
    """

    means: np.ndarray
    firsts: np.ndarray
    steps: np.ndarray
    epochs: np.ndarray
    sizes: np.ndarray

    def at(self, numbers):
        """(number from 1, first step, step after the last) of the passes with these numbers in `means`."""
        k = np.searchsorted(self.firsts, numbers, "right") - 1
        before = numbers - self.firsts[k]
        start = self.steps[k] + before * self.sizes[k]
        return self.epochs[k] + before + 1, start, start + self.sizes[k]

    def multiples(self, of):
        """The numbers in `means` of the passes whose number from 1 is a multiple."""
        stops = np.append(self.firsts[1:], len(self.means))
        first = self.firsts + -(self.epochs + 1) % of
        return np.concatenate([np.arange(*ends, of) for ends in zip(first, stops, strict=True)])


def _passes(segments, losses):
    """The whole passes over the data."""
    means, firsts = [], [0]
    stops = [segment.step for segment in segments[1:]] + [len(losses)]
    for segment, stop in zip(segments, stops, strict=True):
        size = segment.steps_per_epoch
        whole = max(0, min(stop, len(losses)) - segment.step) // size
        means.append(losses[segment.step : segment.step + whole * size].reshape(whole, size).mean(axis=1))
        firsts.append(firsts[-1] + whole)
    stretches = ([getattr(each, name) for each in segments] for name in ("step", "epoch", "steps_per_epoch"))
    return _Passes(np.concatenate(means), *map(np.array, (firsts[:-1], *stretches)))


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
    if len(passes.means) < 2 or _size_of_first(passes) < 2:
        return
    shown = np.arange(0, len(passes.means), -(-len(passes.means) // MOST_POINTS))
    numbers, starts, ends = passes.at(shown)
    figure.add_scatter(
        x=(starts + ends + 1) / 2,
        y=passes.means[shown].tolist(),
        mode="lines+markers" if len(shown) <= MOST_MARKS else "lines",
        line={"color": colour, "width": 3},
        name="mean of an epoch",
        customdata=numbers,
        hovertemplate="epoch %{customdata}<br>mean loss %{y:.8~g}<extra></extra>",
    )


def _size_of_first(passes):
    _, start, end = passes.at(0)
    return end - start


def _mark_passes(figure, passes, theme):
    """A line where a pass over the data ends, with its number; of many passes a round selection."""
    every = round_every(len(passes.means) / MOST_MARKS)
    line = {"color": themes.palette(theme).grid, "width": 1}
    above = {"y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 5, "showarrow": False}  # clear of the top tick
    numbers, _, ends = passes.at(passes.multiples(every))
    heading = {"x": 0, "xref": "paper", "xanchor": "right", "text": "epoch  "}
    texts = [{"x": end, "text": str(number)} for number, end in zip(numbers.tolist(), ends.tolist(), strict=True)]
    across = {"type": "line", "y0": 0, "y1": 1, "yref": "paper", "layer": "below", "line": line}
    themes.lay_out(
        figure,
        annotations=[above | each for each in (heading, *texts)] if texts else [],
        shapes=[across | {"x0": end, "x1": end} for end in ends.tolist()],
    )


def _mark_edits(figure, run, losses, theme):
    """A triangle below the curve where something is changed on the way, before the step that follows."""
    model, (_, last) = run.recipe.architecture, figure.layout.xaxis.range
    told = [(edit.step, edit.told(model)) for edit in run.recipe.edits if edit.step <= last]
    if told:
        steps, labels = zip(*told, strict=True)
        figure.add_scatter(
            x=steps,
            y=[losses.min()] * len(steps),
            mode="markers",
            marker={"symbol": "triangle-up", "size": 11, "color": themes.palette(theme).accent},
            name="changed by hand",
            customdata=labels,
            hovertemplate="after step %{x}<br>%{customdata}<extra></extra>",
        )
