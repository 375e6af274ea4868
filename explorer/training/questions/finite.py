"""The first number of a step that left the reals."""

from typing import NamedTuple

import numpy as np


class Lost(NamedTuple):
    """A number that is not finite: of a quantity, a parameter after the step, or the loss, which has no index."""

    name: str
    index: tuple[int, ...]
    value: float


def first_not_finite(frame) -> Lost:
    """The first number of a frame, in the order of its stages, that is not finite; the last quantity where all are."""
    shown = [name for stage in frame.model.stages for name in stage.shows]
    for name in shown:
        for first, array in _arrays(frame, name):
            if not np.isfinite(array).all():
                index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
                return Lost(name, (*first, *index), float(array[index]))
    return Lost(shown[-1], (), np.nan)


def _arrays(frame, name):
    """(first of the index, array) of each instance, or of all of them."""
    if name == "loss":
        return [((), np.array(frame.loss))]
    declared = frame.model.declared(name)
    if declared.role == "weight":
        return [((), frame.updated[name])]
    if not declared.computed:
        return []
    each = range(len(frame.instances))
    return [((b,) if frame.batched else (), frame.of_instance(name, b)) for b in each]
