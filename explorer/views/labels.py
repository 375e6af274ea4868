"""Where the names of points stand, so that they do not cover each other in a picture as large as a window."""

from itertools import islice

import numpy as np

_ROOM = 900, 480  # px of the picture for which they are placed; in a smaller one labels come closer
_LETTER, _LINE, _POINT = 8, 17, 6  # px
# Each position Plotly knows, with the label's centre from the point: in its own widths and in px of room.
_AROUND = {
    "top center": (0, 0, 1),
    "middle right": (0.5, 1, 0),
    "bottom center": (0, 0, -1),
    "middle left": (-0.5, -1, 0),
    "top right": (0.5, 0, 1),
    "bottom right": (0.5, 0, -1),
    "top left": (-0.5, 0, 1),
    "bottom left": (-0.5, 0, -1),
}


def label_positions(sets: list[np.ndarray], lengths: list[int], room=_ROOM) -> list[list[str | None]]:
    """For each point of each set, (V, 2), the position of its label in Plotly's words, None for none.

    Greedy, in the given order. `lengths` are the numbers of letters of all labels, set after set; `room` is
    the width and height of the picture, px.
    """
    points = _on_screen(np.concatenate(sets), room)
    boxes = [(x, y, _POINT, _POINT) for x, y in points.tolist()]  # centres and half sizes
    taken = np.array(boxes + [(np.inf, np.inf, 0, 0)] * len(points))
    found = []
    for number, (x, y) in enumerate(points):
        width = _LETTER * lengths[number]
        found.append(_free_position(taken, x, y, width))
        if found[-1]:
            taken[len(points) + number] = _box(found[-1], x, y, width)
    labels = iter(found)
    return [[*islice(labels, len(each))] for each in sets]


def _free_position(taken, x, y, width):
    for position in _AROUND:
        box = np.array(_box(position, x, y, width))
        apart = np.abs(taken[:, :2] - box[:2]) >= taken[:, 2:] + box[2:]
        if apart.any(axis=1).all():
            return position
    return None


def _box(position, x, y, width):
    widths, right, up = _AROUND[position]
    return (
        x + widths * width + right * (_POINT + 2),
        y + up * (_POINT + _LINE / 2 + 1),
        width / 2,
        _LINE / 2,
    )


def _on_screen(points, room):
    span = np.maximum(np.ptp(points, axis=0), 1e-12)
    return points * min(room / span)
