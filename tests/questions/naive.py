"""Positions of a run the slow way: each of them sought, its step's frame taken."""

from functools import cache, cached_property

from explorer import Run
from explorer.models.declarations import RAGGED


class Position:
    """A run after `step` updates: parameters those there, quantities those of the step that led there."""

    def __init__(self, recipe, step):
        self.recipe, self.step = recipe, step
        self.parameters = {name: array.copy() for name, array in Run(recipe).seek(step).parameters.items()}

    @cached_property
    def frame(self):
        """The step that led there; None at position 0."""
        return Run(self.recipe).frame(self.step - 1) if self.step else None

    @cached_property
    def before(self):
        return Position(self.recipe, self.step - 1) if self.step else None


@cache
def positions(recipe, stop, start=0):
    """The positions from `start` to `stop`; they are not to be changed."""
    return [Position(recipe, step) for step in range(start, stop + 1)]


def written(frame, declared, index, instance=None):
    """A number as an expression names it: words by name, others from 1, nodes by their numbers."""
    labels = [] if instance is None else [str(instance + 1)]
    for axis, i in zip(declared.axes, index, strict=True):
        if axis in RAGGED and declared.role != "index":
            name = frame.element_name(axis, i, instance or 0)
            labels.append(name.removeprefix("node ") if axis == "path" else f'"{name}"')
        elif axis == "word":
            labels.append(f'"{frame.vocabulary[i]}"')
        else:
            labels.append(str(i if axis == "node" else i + 1))
    return f"{declared.name}[{', '.join(labels)}]"
