"""Signs that can be told without colours: negative lines are dashed, negative cells without a number have a dash.

So it is on the page too. A dash in a cell has the background's colour: it stands out as much as the cell's own does.
"""

import numpy as np

from explorer.views import theme as themes

DASHES = "5px,3px"  # of negative lines
TOLD = "dashed: negative"  # beside a legend of colours
MOST = (60, 60)  # rows, columns: of more cells single ones cannot be told


def dash_of(value: float) -> str:
    """How a line of this number is dashed, as Plotly names it."""
    return DASHES if value < 0 else "solid"


def add_dashes(figure, array, x, y, theme: str, most=MOST, **axes) -> bool:
    """Dashes in the negative cells of an array of shape (rows, columns), if they can be told from each other.

    Returns whether there are any.

    x, y : where its columns and rows stand.
    most : rows and columns up to which they can.
    axes : `xaxis` and `yaxis`, where these are not the figure's first.
    """
    rows, columns = np.nonzero(array < 0)
    if array.shape[0] > most[0] or array.shape[1] > most[1] or not len(rows):
        return False
    surface = themes.palette(theme).surface
    figure.add_scatter(
        x=[x[column] for column in columns],
        y=[y[row] for row in rows],
        mode="markers",
        marker={"symbol": "line-ew", "size": 5, "line": {"color": surface, "width": 2}},
        hoverinfo="skip",
        showlegend=False,
        **axes,
    )
    return True
