"""Where the cards of a computation graph stand, and the ways of the arrows between them.

What is computed goes from left to right in the middle; weights stand above what reads them, biases and what is held
below it. A weight stands over the column before where another one is over its own.
"""

from explorer.analysis.graph import Graph

_BOW = 0.24  # how deep a way along a row hangs, in rows
_FAR = 4  # columns


def laid_out(graph: Graph) -> dict[str, tuple[float, float]]:
    """(column, row) of each node by name, rows counted upwards from the middle one."""
    nodes, at = graph.nodes, {}
    for node in nodes.values():
        if node.line:
            before = (at[read][0] for read in node.reads if read in at and nodes[read].line)
            at[node.name] = max(before, default=0) + 1, 0
    readers = {
        name: [each.name for each in nodes.values() if name in each.reads] for name in nodes if not nodes[name].line
    }
    first = next(node.name for node in nodes.values() if node.line)
    for name in readers:
        if nodes[name].role != "weight" and readers[name] == [first] and (0, 0) not in at.values():
            at[name] = 0, 0
    above = set()  # what has a weight above it already
    for name in sorted(readers, key=lambda name: -nodes[name].value.size):
        if name not in at:
            reader, weight = readers[name][0], nodes[name].role == "weight"
            up = weight and (nodes[name].value.ndim > 1 or reader not in above)
            above.update((reader,) if up else ())
            at[name] = _free(at, at[reader][0], 1 if up else -1)
    return at


def _free(at, column, side):
    """The nearest free spot above or below a column, or the one before it."""
    taken = set(at.values())
    return next(
        spot
        for row in range(1, len(at) + 1)
        for spot in ((column, row * side), (column - 1, row * side))
        if spot not in taken
    )


def path_of(start, end, half):
    """An arrow's way as SVG, and its end: (x, y, mark)."""
    (x0, y0), (x1, y1), (wide, high) = start, end, half
    if y0 == y1:
        if x1 - x0 <= 1:
            return f"M{x0 + wide},{y0} L{x1 - wide},{y1}", (x1 - wide - 0.02, y1, "triangle-right")
        way = f"M{x0 + wide / 2},{y0 - high} C{x0 + wide},{y0 - high - _BOW} {x1 - wide},{y1 - high - _BOW}"
        return f"{way} {x1 - wide / 2},{y1 - high}", (x1 - wide / 2, y1 - high - 0.03, "triangle-up")
    up = 1 if y0 > y1 else -1
    far = min(abs(x1 - x0) / _FAR, 1)  # what comes from afar arrives nearer to the card's edge, so that ways stay apart
    x = x1 - far * wide if x0 < x1 else x1 + far * wide
    start, end, between = y0 - up * high, y1 + up * high, (y0 - up * high + y1 + up * high) / 2
    mark = "triangle-down" if up > 0 else "triangle-up"
    return f"M{x0},{start} C{x0},{between} {x},{between} {x},{end}", (x, end + up * 0.03, mark)
