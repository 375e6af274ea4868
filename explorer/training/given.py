"""Arrays given by name, and where they came from."""

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

import numpy as np

from explorer import limits
from explorer.errors import Named


class Origin(NamedTuple):
    """The run that arrays were taken from: its recipe's query, the step, and {name here: name there}."""

    query: str
    step: int
    names: Mapping[str, str]

    @property
    def levels(self) -> int:
        """How many runs, each of which took its arrays from the next, this is the first of.

        No more are counted than `limits.MAX_TAKEN`, and one.
        """
        levels, query = 0, self.query
        while query is not None and levels <= limits.MAX_TAKEN:
            levels, query = levels + 1, _taken_from(query)
        return levels


class Given(Mapping):
    """Read-only arrays by name, with their `origin` if they were taken from a run.

    ``Recipe(..., parameters=run.parameters)`` starts where that run stands, and its link says so instead of
    listing every number; ``run.parameters.renamed(C="W")`` gives another model's parameter its array.
    """

    def __init__(self, arrays, origin: Origin | None = None, words: tuple[str, ...] | None = None):
        """words : the vocabulary of the run that the arrays were taken from."""
        self._arrays = Named("parameter", {name: np.asarray(array).view() for name, array in arrays.items()})
        for array in self._arrays.values():
            array.flags.writeable = False
        self.origin, self.words = origin, words

    def renamed(self, **names: str) -> "Given":
        """Some of the arrays under other names: new="old"."""
        taken = self.origin and Origin(
            self.origin.query, self.origin.step, {new: self.origin.names[old] for new, old in names.items()}
        )
        return Given({new: self[old] for new, old in names.items()}, taken, self.words)

    def number(self, name: str, *index: int) -> float:
        """One number of an array."""
        return float(self[name][index])

    def __getitem__(self, name):
        """KeyError that says which arrays there are, where there is none of that name."""
        return self._arrays[name]

    def __iter__(self):
        return iter(self._arrays)

    def __len__(self):
        return len(self._arrays)

    def __repr__(self):
        return repr({name: array.tolist() for name, array in self.items()})

    __eq__, __hash__ = object.__eq__, object.__hash__  # arrays have no single truth value


def _taken_from(query):
    """The query of the run that the run of a query takes its arrays from; None where it takes none."""
    try:
        given = json.loads(dict(parse_qsl(query.removeprefix("?"), max_num_fields=limits.MAX_FIELDS))["parameters"])
        return given["query"] if isinstance(given["query"], str) else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
