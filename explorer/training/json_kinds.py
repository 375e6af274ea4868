"""The kinds of value that a link writes as JSON: a tree, a weight for each of some words, arrays."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from explorer.training import nested
from explorer.training.given import Given, Origin
from explorer.training.kinds import Kind, read_number

_NUMBERS_WRITTEN_OUT = 256


@dataclass(frozen=True)
class NestedPairs(Kind):
    """One of a few words, or a binary tree: nested pairs of words."""

    choices: tuple[str, ...]
    example = '["eat", ["apple", "juice"]]'

    @property
    def allowed(self):
        return f"{', '.join(self.choices)}, or nested pairs of words"

    def check(self, value):
        return value if isinstance(value, str) and value in self.choices else nested.pairs_of(value)

    def read(self, text):
        return text if text in self.choices else nested.from_json(text)

    def write(self, value):
        return value if isinstance(value, str) else nested.to_json(value)


@dataclass(frozen=True)
class Weights(Kind):
    """One of a few words, or a weight for each of some words."""

    choices: tuple[str, ...]
    example = '{"apple": 3, "juice": 1}'

    @property
    def allowed(self):
        return f"{', '.join(self.choices)}, or weights of words: finite, not negative, not all zero"

    def check(self, value):
        if isinstance(value, str) and value in self.choices:
            return value
        if not isinstance(value, Mapping):
            raise ValueError
        weights = {str(word): read_number(weight) for word, weight in value.items()}
        if min(weights.values()) < 0 or not 0 < sum(weights.values()) < float("inf"):
            raise ValueError
        return MappingProxyType(weights)

    def read(self, text):
        return text if text in self.choices else json.loads(text)

    def write(self, value):
        if isinstance(value, str):
            return value
        return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


@dataclass(frozen=True)
class Arrays(Kind):
    """Finite arrays by name, kept as read-only float64; their shapes are checked against the model.

    In a link a few numbers are written out; more are written as the run and step that they were taken from,
    where that is known (see `given.Given`).
    """

    allowed = "arrays of finite numbers by parameter name, or the query, step and names of a run that has them"
    choices = None

    def check(self, value):
        if not isinstance(value, Mapping):
            raise ValueError
        arrays = {str(name): _finite(array) for name, array in value.items()}
        return Given(arrays, getattr(value, "origin", None), getattr(value, "words", None))

    def read(self, text):
        value = json.loads(text)
        if not (isinstance(value, dict) and "query" in value):
            return value
        if not isinstance(value["query"], str):
            raise ValueError
        return Origin(**value)

    def write(self, value):
        if value.origin and sum(array.size for array in value.values()) > _NUMBERS_WRITTEN_OUT:
            written = value.origin._asdict()
        else:
            written = {name: array.tolist() for name, array in value.items()}
        return json.dumps(written, separators=(",", ":"))


def _finite(array):
    """A float64 copy, of a number an array of one; ValueError, TypeError or OverflowError where not all is finite."""
    array = np.atleast_1d(np.array(array))
    if array.dtype.kind not in "iuf":
        raise ValueError
    array = array.astype(float)
    if not np.isfinite(array).all():
        raise ValueError
    return array
