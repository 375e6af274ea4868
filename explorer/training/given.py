"""Arrays given by name, and where they came from."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np


class Origin(NamedTuple):
    """The run that arrays were taken from: its recipe's query, the step, and {name here: name there}."""

    query: str
    step: int
    names: Mapping[str, str]


class Given(Mapping):
    """Read-only arrays by name, with their `origin` if they were taken from a run.

    ``Recipe(..., parameters=run.parameters)`` starts where that run stands, and its link says so instead of
    listing every number; ``run.parameters.renamed(C="W")`` gives another model's parameter its array.
    """

    def __init__(self, arrays, origin: Origin | None = None):
        self._arrays = {name: np.asarray(array).view() for name, array in arrays.items()}
        for array in self._arrays.values():
            array.flags.writeable = False
        self.origin = origin

    def renamed(self, **names: str) -> "Given":
        """Some of the arrays under other names: new="old"."""
        taken = self.origin and Origin(
            self.origin.query, self.origin.step, {new: self.origin.names[old] for new, old in names.items()}
        )
        return Given({new: self[old] for new, old in names.items()}, taken)

    def number(self, name: str, *place: int) -> float:
        """One number of an array."""
        return float(self[name][place])

    def __getitem__(self, name):
        return self._arrays[name]

    def __iter__(self):
        return iter(self._arrays)

    def __len__(self):
        return len(self._arrays)

    def __repr__(self):
        return repr({name: array.tolist() for name, array in self.items()})

    __eq__, __hash__ = object.__eq__, object.__hash__  # arrays have no single truth value
