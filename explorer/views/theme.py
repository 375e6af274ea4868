"""Colours and the look of every figure: the tokens of assets/styles/theme.css, as Plotly needs them.

The hues tell roles apart, as everywhere in Embedding Explorer: weights run from blue over the background to
orange, activations are teal, errors rose, input words violet and output words gold.
"""

from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

import numpy as np
import plotly.graph_objects as go

from explorer.errors import RecipeError
from explorer.views.text import tick, width_of

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
CLASSES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")  # of numeric data, in both themes
SIZE = 14
_LETTER = 0.62 * SIZE  # px, of a wide letter
MARGIN = {"l": 90, "r": 40, "t": 76, "b": 64, "autoexpand": False}  # see `axis`
_STOPS = 33  # Plotly mixes in sRGB, which between this many stops is as good as OKLab


@dataclass(frozen=True)
class Palette:
    """The colours of a theme, each the token `--c-<name>` of the style sheet."""

    surface: str
    text: str
    muted: str
    grid: str
    edge: str
    accent: str
    weight: str
    negative: str
    positive: str
    activation: str
    error: str
    input: str
    output: str


PALETTES = {
    "light": Palette(
        surface="#ffffff",
        text="#1b2231",
        muted="#586275",
        grid="#dde1e9",
        edge="#858e9f",
        accent="#1d5fd1",
        weight="#2f68b5",
        negative="#1f66b8",
        positive="#c94a0b",
        activation="#0b7d72",
        error="#c02258",
        input="#6842c8",
        output="#8a6100",
    ),
    "dark": Palette(
        surface="#181e28",
        text="#e6eaf1",
        muted="#a0aabb",
        grid="#2b3341",
        edge="#76829a",
        accent="#85b4ff",
        weight="#7fb1f5",
        negative="#5fa8f8",
        positive="#ff8a44",
        activation="#4fd0c0",
        error="#ff86ab",
        input="#b8a1ff",
        output="#e5bc4d",
    ),
}


def palette(theme: str) -> Palette:
    """The colours of "light" or "dark"; RecipeError for another name."""
    if theme not in PALETTES:
        raise RecipeError([("theme", theme, "one of " + ", ".join(PALETTES))])
    return PALETTES[theme]


@cache
def diverging(theme: str) -> list[list]:
    """The scale of signed numbers as a Plotly colour scale: blue, the background at zero, orange."""
    colours = palette(theme)
    lower = ramp(colours.surface, colours.negative)[:0:-1]
    return _scale([*lower, *ramp(colours.surface, colours.positive)])


@cache
def tint(theme: str, role: str) -> list[list]:
    """The scale from the background, at zero, to the colour of a role."""
    colours = palette(theme)
    return _scale(ramp(colours.surface, getattr(colours, role)))


def at(scale: list[list], share: float) -> str:
    """The colour at a share, 0 to 1, of the way along a scale."""
    return scale[round(min(1.0, max(0.0, share)) * (len(scale) - 1))][1]


def figure(theme: str, title: str, **layout) -> go.Figure:
    """An empty figure in a theme; `title` is Plotly text."""
    fixed = {"title": {"text": title}, "template": _template(theme), "margin": MARGIN}
    return go.Figure(layout=fixed | layout)


def empty(theme: str, text: str) -> go.Figure:
    """A figure that says why it shows nothing."""
    note = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper", "text": text, "showarrow": False}
    return figure(theme, "", xaxis={"visible": False}, yaxis={"visible": False}, annotations=[note])


def lay_out(figure_: go.Figure, **parts) -> go.Figure:
    """Set whole parts of a figure's layout, its axes say; returns the figure.

    Plotly's `update_layout` compares what is there with each part of what comes, and takes ten times as long.
    """
    for name, part in parts.items():
        figure_.layout[name] = part
    return figure_


def note(figure_: go.Figure, **annotation) -> None:
    """Add an annotation; in the same way faster than `add_annotation`."""
    figure_.layout.annotations = (*figure_.layout.annotations, annotation)


def axis(**options) -> dict:
    """Options of an axis. Its margin stays: where Plotly has to fit one, it may give up in silence."""
    return {"automargin": False} | options


def beside(words) -> dict:
    """The margins of a figure that has words beside its vertical axis."""
    return MARGIN | {"l": 30 + round(_LETTER * max(map(width_of, words), default=0))}


def row_categories(count: int) -> list[str]:
    """The rows 0 … count − 1 as categories of an axis.

    Not the words themselves: Plotly keeps categories in an object, where "constructor" is taken.
    """
    return [str(row) for row in range(count)]


def aliases(words, signs=()) -> dict[str, str]:
    """What an axis whose categories are `row_categories` writes beside each of them.

    signs : what stands before each word, "" for nothing; without any, nothing before all.
    """
    written = zip_longest(signs, map(tick, words), fillvalue="")
    return {str(row): f"{sign} {word}" if sign else word for row, (sign, word) in enumerate(written)}


@cache
def _template(theme: str) -> go.layout.Template:
    colours = palette(theme)
    lines = {"gridcolor": colours.grid, "linecolor": colours.grid, "zerolinecolor": colours.edge}
    return go.layout.Template(
        layout={
            "paper_bgcolor": colours.surface,
            "plot_bgcolor": colours.surface,
            "font": {"family": FONT, "size": SIZE, "color": colours.text},
            # The title in the first row, beside the mode bar; the legend under it.
            "title": {
                "x": 0,
                "y": 1,
                "xref": "container",
                "yref": "container",
                "yanchor": "top",
                "pad": {"l": 16, "t": 12},
                "font": {"size": SIZE + 2},
            },
            "xaxis": lines | {"zeroline": False},
            "yaxis": lines | {"zeroline": False},
            "hoverlabel": {"font": {"family": FONT, "size": SIZE}, "align": "left", "namelength": 0},
            "legend": {"orientation": "h", "x": 0, "yref": "container", "y": 0.95, "yanchor": "top"},
            "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": colours.muted, "activecolor": colours.accent},
            "coloraxis": {"colorbar": {"outlinewidth": 0, "thickness": 14, "len": 0.6, "ticks": "outside"}},
        }
    )


# OKLab after Björn Ottosson (2020), "A perceptual color space for image processing", as in assets/maths/oklab.mjs.
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def ramp(first: str, second: str) -> list[str]:
    """Colours from `first` to `second` ("#rrggbb"), at equal distances in OKLab."""
    ends = np.array([_lab(first), _lab(second)])
    shares = np.linspace(0, 1, _STOPS)[:, None]
    cones = np.linalg.solve(_TO_LAB, (ends[0] + shares * (ends[1] - ends[0])).T) ** 3
    linear = np.linalg.solve(_TO_CONES, cones).clip(0, 1)
    levels = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return [f"rgb({r},{g},{b})" for r, g, b in np.rint(255 * levels).astype(int).T.tolist()]


def _lab(colour):
    level = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return _TO_LAB @ np.cbrt(_TO_CONES @ linear)


def _scale(colours):
    return [[number / (len(colours) - 1), colour] for number, colour in enumerate(colours)]
