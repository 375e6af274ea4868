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
    reached = [b for b in range(len(frame.instances)) if _is_reached(frame, b)]
    for name in shown:
        for first, array in _arrays(frame, name, reached):
            if not np.isfinite(array).all():
                index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
                return Lost(name, (*first, *index), float(array[index]))
    return Lost(shown[-1], (), np.nan)


def _is_reached(frame, b):
    """Whether any number of an instance was computed: a step that ends at one leaves those after it all NaN."""
    made = (each for each in frame.model.quantities if each.computed and not each.laid_out and each.role != "index")
    return any(not np.isnan(frame.of_instance(each.name, b)).all() for each in made)


def _arrays(frame, name, reached):
    """(first of the index, array) of each instance that was reached, or of all of them."""
    if name == "loss":
        return [((), np.array(frame.loss))]
    declared = frame.model.declared(name)
    if declared.role == "weight":
        return [((), frame.updated[name])]
    if not declared.computed:
        return []
    return [((b,) if frame.batched else (), frame.of_instance(name, b)) for b in reached]
