"""Figures of a run or a frame, for notebooks, exports and the enlarged view: pure functions, drawn by Plotly.

    from explorer import Recipe, Run
    from explorer.views import projection

    run = Run(Recipe(preset="king-queen")).seek(500)
    projection(run, analogy=("king", "man", "woman")).show()

Each view stands in the file of its name or, with others of its kind, in one of theirs. `VIEWS` maps a panel of the page
to its figure(run, view), where `view` has the page's options as texts and, always, "stage", "theme" and the number
"instance"; "room", the width and height in px of a figure that is `FITTED`, where they are known. `OF_TWO` does so with
the figures of two runs, figure(run, other, view).
"""

from explorer.views.analogy import analogy
from explorer.views.analogy import panel as _analogy
from explorer.views.copies import copies
from explorer.views.copies import panel as _copies
from explorer.views.costs import costs
from explorer.views.costs import panel as _costs
from explorer.views.counted import next_word
from explorer.views.counted import panel as _counted
from explorer.views.fork import OF_TWO, difference, losses, projections
from explorer.views.graph import graph
from explorer.views.graph import panel as _graph
from explorer.views.loss import loss
from explorer.views.loss import panel as _loss
from explorer.views.network import network
from explorer.views.network import panel as _network
from explorer.views.panels import panel as _panels
from explorer.views.panels import panels
from explorer.views.plane import panel as _plane
from explorer.views.plane import plane
from explorer.views.pmi import panel as _pmi
from explorer.views.pmi import pmi
from explorer.views.projection import panel as _projection
from explorer.views.projection import projection
from explorer.views.race import panel as _race
from explorer.views.race import race
from explorer.views.slices import contour, descent
from explorer.views.slices import panel_contour as _contour
from explorer.views.slices import panel_descent as _descent
from explorer.views.vectors import panel as _vectors
from explorer.views.vectors import vectors
from explorer.views.weights import panel as _weights
from explorer.views.weights import weights

VIEWS = {
    "network": _network,
    "vectors": _vectors,
    "weights": _weights,
    "projection": _projection,
    "plane": _plane,
    "loss": _loss,
    "panels": _panels,
    "copies": _copies,
    "race": _race,
    "costs": _costs,
    "descent": _descent,
    "contour": _contour,
    "graph": _graph,
    "counted": _counted,
    "pmi": _pmi,
    "analogy": _analogy,
}

# What asks for more width than others; on a phone one moves along it.
WIDE = {"panels", "copies", "race", "costs", "descent", "contour", "graph", "pmi", "analogy"}

# What is drawn for the room that it has, so that in a window of another width it is another figure.
FITTED = {"graph"}

__all__ = [
    "FITTED",
    "OF_TWO",
    "VIEWS",
    "WIDE",
    "analogy",
    "contour",
    "copies",
    "costs",
    "descent",
    "difference",
    "graph",
    "loss",
    "losses",
    "network",
    "next_word",
    "panels",
    "plane",
    "pmi",
    "projection",
    "projections",
    "race",
    "vectors",
    "weights",
]
