"""Weights as edges between two columns of nodes, each with the colour and the width of its weight."""

import numpy as np

from explorer.views import theme as themes
from explorer.views.signs import dash_of

_LEVELS = 16  # of colour and width, for each sign
_FAINTEST = 0.3  # of the scale, in which a sign's colour can be told
_THINNEST = 0.7  # px


def levels_of(weights, limit: float) -> np.ndarray:
    """The levels of weights' colours and widths, of their shape; 0 of zero alone, as a small one keeps its sign.

    The page's rule too, in assets/draw/edges.mjs; tests/shared/edges.json holds the two together.
    """
    sizes = np.floor(_LEVELS * np.minimum(1, np.abs(weights) / limit) + 0.5)
    return (np.sign(weights) * np.maximum(1, sizes)).astype(int)


def look_of(level: int) -> tuple[float, float, bool]:
    """How far along the scale a level's colour is, none of zero; its width from 0 to 1; whether it is dashed."""
    share = abs(level) / _LEVELS
    return float(np.sign(level)) * max(_FAINTEST, share), share, level < 0


def add_edges(figure, weights, limit: float, ends, heights, theme: str, widest: float, drawn=None) -> None:
    """Edges gathered by colour, one line with gaps for each, the heaviest last and so on top.

    weights : (rows, columns), the nodes of one side and of the other.
    limit : the size of a weight from which on nothing changes.
    ends, heights : where the nodes of the rows and those of the columns stand: an x, and an array of heights, of each.
    widest : px, of the heaviest edge.
    drawn : which of the weights, (rows, columns); all of them without it.
    """
    levels = levels_of(weights, limit)
    drawn = np.full(levels.shape, True) if drawn is None else drawn
    lines = []
    for level in sorted(np.unique(levels[drawn]).tolist(), key=abs):
        nodes = np.nonzero(drawn & (levels == level))
        gaps = np.full(len(nodes[0]), np.nan)
        x = *(np.full(len(gaps), end) for end in ends), gaps
        y = *(each[ids] for each, ids in zip(heights, nodes, strict=True)), gaps
        lines.append(
            {
                "type": "scatter",
                "x": np.stack(x, axis=1).ravel(),
                "y": np.stack(y, axis=1).ravel(),
                "mode": "lines",
                "line": _line(level, theme, widest),
                "hoverinfo": "skip",
            }
        )
    figure.add_traces(lines)


def _line(level, theme, widest):
    shade, share, _ = look_of(level)
    colour = themes.at(themes.diverging(theme), 0.5 + 0.5 * shade) if shade else themes.palette(theme).grid
    return {"color": colour, "width": _THINNEST + (widest - _THINNEST) * share, "dash": dash_of(level)}
