"""Training instances as flat arrays: a million of them cost four arrays, not a million tuples.

The layout is that of a compressed sparse row matrix: instance i's input words are
``input_ids[input_start[i]:input_start[i + 1]]``, its output words likewise. Kernels take the
arrays; everyone else reads ``instances[i]``.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np


class Instance(NamedTuple):
    """One training example: input word ids, output word ids, repeats kept."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


class Instances(Sequence):
    """A read-only sequence of `Instance`.

    ``input_start`` and ``output_start``: (n + 1,) int64, from 0 to the number of ids;
    ``input_ids`` and ``output_ids``: int64. ``first``: (n,) bool, whether an instance is the first of its
    sentence; of pairs only the very first is. ``sentence``: (n,) int64, the number of an instance's sentence, from 0;
    None of pairs. A slice is a list.
    """

    def __init__(self, input_start, input_ids, output_start, output_ids, first=None, sentence=None):
        self.input_start = _frozen(input_start)
        self.input_ids = _frozen(input_ids)
        self.output_start = _frozen(output_start)
        self.output_ids = _frozen(output_ids)
        self.first = _frozen(np.arange(len(self)) == 0 if first is None else first, bool)
        self.sentence = None if sentence is None else _frozen(sentence)

    @classmethod
    def from_lists(cls, lists):
        """From a list of (inputs, outputs), each a sequence of word ids."""
        inputs, outputs = zip(*lists, strict=True) if lists else ((), ())
        return cls(*_flatten(inputs), *_flatten(outputs))

    def __len__(self):
        return len(self.input_start) - 1

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        i = range(len(self))[i]  # negative positions, and IndexError
        inputs = self.input_ids[self.input_start[i] : self.input_start[i + 1]]
        outputs = self.output_ids[self.output_start[i] : self.output_start[i + 1]]
        return Instance(tuple(inputs.tolist()), tuple(outputs.tolist()))

    def __eq__(self, other):
        if not isinstance(other, Instances):
            return NotImplemented
        names = "input_start", "input_ids", "output_start", "output_ids", "first"
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None

    def __repr__(self):
        return f"<Instances: {len(self)}, words in {len(self.input_ids)}, words out {len(self.output_ids)}>"

    @property
    def nbytes(self):
        """Bytes of the arrays."""
        arrays = self.input_start, self.input_ids, self.output_start, self.output_ids, self.first, self.sentence
        return sum(array.nbytes for array in arrays if array is not None)

    def chosen(self, numbers):
        """The instances of these numbers, in this order, as `Instances`."""
        inputs = _chosen(self.input_start, self.input_ids, numbers)
        return Instances(*inputs, *_chosen(self.output_start, self.output_ids, numbers))

    def output_counts(self, V):
        """How often each of V words stands on an output side: (V,) int64."""
        return np.bincount(self.output_ids, minlength=V)


def _flatten(sides):
    """Sequences of ids, one an instance: their start offsets and the ids in one array."""
    lengths = np.fromiter(map(len, sides), np.int64, len(sides))
    start = np.concatenate(([0], np.cumsum(lengths)))
    return start, np.fromiter(chain.from_iterable(sides), np.int64, start[-1])


def _chosen(start, ids, numbers):
    """Start offsets and ids of some of the sides."""
    lengths = start[numbers + 1] - start[numbers]
    ends = np.cumsum(lengths)
    entries = np.arange(ends[-1] if len(ends) else 0) + np.repeat(start[numbers] - (ends - lengths), lengths)
    return np.concatenate(([0], ends)), ids[entries]


def _frozen(array, dtype=np.int64):
    array = np.ascontiguousarray(array, dtype).view()
    array.flags.writeable = False
    return array
