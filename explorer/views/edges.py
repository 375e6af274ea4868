"""Weights as edges between two columns of nodes, each with the colour and the width of its weight."""

import numpy as np

from explorer.views import theme as themes
from explorer.views.signs import dash_of

_LEVELS = 12  # colours and widths, for each sign


def add_edges(figure, weights, limit: float, ends, heights, theme: str, widest: float, drawn=None) -> None:
    """Edges gathered by colour, one line with gaps for each, the heaviest last and so on top.

    weights : (rows, columns), the nodes of one side and of the other.
    limit : the size of a weight from which on nothing changes.
    ends, heights : where the nodes of the rows and those of the columns stand: an x, and an array of heights, of each.
    widest : px, of the heaviest edge.
    drawn : which of the weights, (rows, columns); all of them without it.
    """
    levels = np.rint(np.clip(weights / limit, -1, 1) * _LEVELS).astype(int)
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
                "line": _line(level / _LEVELS, theme, widest),
                "hoverinfo": "skip",
            }
        )
    figure.add_traces(lines)


def _line(share, theme, widest):
    if not share:
        return {"color": themes.palette(theme).grid, "width": 0.5}
    colour = themes.at(themes.diverging(theme), 0.5 + 0.5 * np.sign(share) * max(0.25, abs(share)))
    return {"color": colour, "width": 0.5 + (widest - 0.5) * abs(share), "dash": dash_of(share)}
