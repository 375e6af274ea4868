"""A model's output layers side by side, trained in lockstep on the same instances from the same vectors.

Above, what they learn: −ln p of the output words, which compares, and each layer's own loss, which does not. Below,
what it costs them: the rows of the output weights that a step touches, and the multiply–adds so far.
"""

import numpy as np
import plotly.graph_objects as go

from explorer.analysis.curve import stretches
from explorer.models.outputs import OUTPUTS
from explorer.numbers import counted
from explorer.training.races import Race
from explorer.views import theme as themes
from explorer.views.given import checked

MOST_POINTS = 500  # of a curve; with more steps a point is the mean of a stretch of whole epochs
FEW, FIRST = 20, 500  # steps: of a run that has taken fewer, those that are raced
MOST_MARKED = 40  # points that are few enough to be marked as such
# A look for each output layer, in their order; not by their colours alone.
COLOURS = dict(zip(OUTPUTS, ("accent", "positive", "activation", "input", "error"), strict=False))
DASHES = dict(zip(OUTPUTS, ("solid", "dash", "dot", "dashdot", "longdash"), strict=False))
_LEFT, _RIGHT = [0, 0.46], [0.56, 1]
_ABOVE, _BELOW = [0.58, 0.94], [0, 0.4]
_PANELS = (
    ("surprise", "−ln p of the output words (nats): compares", _LEFT, _ABOVE),
    ("loss", "each layer's own loss (nats): does not compare", _RIGHT, _ABOVE),
    ("rows", "rows of the output weights that a step touches", _LEFT, _BELOW),
    ("total", "multiply–adds since the start", _RIGHT, _BELOW),
)


@checked
def race(run, theme: str = "light") -> go.Figure:
    """The race of a run's recipe up to the run's step, or as far as the limits of a race allow.

    Of a run that has taken fewer than `FEW` steps it is that of the first `FIRST`.

    Raises `RecipeError` for a model of numbers, which has no output layers that could race, and for another theme.
    """
    contest = Race(run.recipe)
    wanted = run.step if run.step >= FEW else FIRST
    steps = contest.longest(wanted)
    if not steps:
        return themes.empty(theme, "With so many words one step of the full softmax is too long for a race.")
    laps = contest.laps(0, steps)
    epoch = run.trajectory.stream.segments[0].steps_per_epoch
    unit = epoch if steps >= 2 * epoch else 1
    figure = themes.figure(theme, _title(contest, steps, wanted, run.step) + _means(steps, unit), hovermode="closest")
    for number, (name, heading, *domains) in enumerate(_PANELS, start=1):
        _add_axes(figure, number, heading, *domains, steps, bottom=domains[1] is _BELOW)
        for output, lap in laps.items():
            layer = contest.lanes[output].model.layer
            _add_curve(figure, number, output, layer.title, getattr(lap, name), unit, steps, theme, name)
    _tell_of_rises(figure, contest.lanes.values(), theme)
    return figure


def panel(run, view: dict) -> go.Figure:
    """The enlarged panel."""
    if not run.recipe.architecture.outputs:
        return themes.empty(view["theme"], "The race is one of output layers: models of words have several.")
    return race(run, theme=view["theme"])


def _title(contest, steps, wanted, taken):
    title = f"Race of the output layers · {'the first ' if taken < FEW else ''}{counted(steps, 'step')}"
    if steps < wanted:
        title += f", the first of {wanted:,}: more would take too long"
    missing = [f"{name} left out: it cannot run on these data" for name in contest.left_out]
    return "; ".join([title, *missing])


def _means(steps, unit):
    """What a point of a curve is the mean of, for the title."""
    stride, _ = stretches(np.zeros(steps), MOST_POINTS, unit)
    if stride == 1:
        return ""
    return " · each point the mean of " + ("an epoch" if stride == unit else f"{stride:,} steps")


def _add_axes(figure, number, heading, across, up, steps, bottom):
    suffix = "" if number == 1 else str(number)
    x = themes.axis(domain=across, anchor=f"y{suffix}", range=[0, steps], showgrid=False)
    if number > 1:
        x["matches"] = "x"
    if bottom:
        x["title"] = {"text": "step", "standoff": 6}
    y = themes.axis(domain=up, anchor=f"x{suffix}", rangemode="tozero", exponentformat="SI")
    themes.lay_out(figure, **{f"xaxis{suffix}": x, f"yaxis{suffix}": y})
    above = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    themes.note(figure, x=across[0], y=up[1], text=heading, **above)


def _tell_of_rises(figure, lanes, theme):
    """Below the curves of −ln p: which of the layers do not descend it."""
    titles = [lane.model.layer.title for lane in lanes if not lane.model.layer.normalised]
    if not titles:
        return
    rises = f"It may rise for {' and '.join(titles)}, which descends its own loss (right)"
    text = f"{rises}<br>and not −ln p, with p a softmax of its scores."
    font = {"size": themes.SIZE - 2, "color": themes.palette(theme).muted}
    below = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "top", "align": "left", "yshift": -22}
    themes.note(figure, x=_LEFT[0], y=_ABOVE[0], text=text, font=font, showarrow=False, **below)


def _add_curve(figure, number, output, title, values, unit, steps, theme, name):
    """A lane's curve; the total, which only grows, is that at the end of each stretch and not a mean.

    A last stretch that is cut short in mid-epoch has other instances than the rest: its mean would tell of them.
    """
    if not len(values):
        return
    stride, (mean, _, _) = stretches(values, MOST_POINTS, unit)
    if unit > 1 and name != "total" and len(values) > stride:
        mean = mean[: len(values) // stride]
    ends = np.minimum(np.arange(1, len(mean) + 1) * stride, len(values))
    x = ends if name == "total" else ends - (np.diff(ends, prepend=0) - 1) / 2
    of = "step %{x:,}" if stride == 1 else f"mean of {stride:,} steps about %{{x:,}}"
    if name == "total":
        of = "after %{x:,} steps"
    figure.add_scatter(
        x=x,
        y=values[ends - 1] if name == "total" else mean,
        xaxis=f"x{number if number > 1 else ''}",
        yaxis=f"y{number if number > 1 else ''}",
        mode="lines+markers" if len(mean) <= MOST_MARKED else "lines",
        line={"color": getattr(themes.palette(theme), COLOURS[output]), "dash": DASHES[output], "width": 2.5},
        name=title if len(values) == steps else f"{title}, diverged in step {len(values) + 1:,}",
        legendgroup=output,
        showlegend=number == 1,
        cliponaxis=False,  # the last point is whole
        hovertemplate=f"{title}<br>{of}<br>%{{y:,.5~g}}<extra></extra>",
    )
