"""Numeric training data: ``0 1 | 1; 1 1 | 0``.

A point is input numbers, a bar, target numbers; white space stands between the numbers of a side, semicolons or line
ends between points. All points have as many numbers on either side as the first one.
"""

import re
from collections.abc import Sequence

import numpy as np

from explorer.corpus.errors import CorpusError
from explorer.corpus.instances import Instance

NOTATION = 'points are inputs | targets, with spaces between numbers and semicolons between points: "0 1 | 1; 1 1 | 0"'

_ENTRY = re.compile(r"[^;\r\n]+")
_NUMBER = re.compile(r"[^\s|]+")


class Points(Sequence):
    """A read-only sequence of `Instance`, of floats instead of word ids.

    ``inputs``: (n, inputs) float64; ``outputs``: (n, outputs) float64.
    """

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs = (np.array(side, float) for side in (inputs, outputs))
        for side in (self.inputs, self.outputs):
            side.flags.writeable = False

    def __len__(self):
        return len(self.inputs)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        return Instance(tuple(self.inputs[i].tolist()), tuple(self.outputs[i].tolist()))

    def __eq__(self, other):
        if not isinstance(other, Points):
            return NotImplemented
        return np.array_equal(self.inputs, other.inputs) and np.array_equal(self.outputs, other.outputs)

    __hash__ = None

    def __repr__(self):
        return f"<Points: {len(self)}, {self.inputs.shape[1]} numbers in, {self.outputs.shape[1]} out>"

    def chosen(self, numbers):
        """The points of these numbers, in this order, as `Points`."""
        return Points(self.inputs[numbers], self.outputs[numbers])

    @property
    def nbytes(self):
        """Bytes of the two arrays."""
        return self.inputs.nbytes + self.outputs.nbytes


def parse_points(text: str) -> Points:
    """Read the notation. Raises `CorpusError` at the first spot that does not fit it."""
    inputs, outputs = [], []
    for entry in _ENTRY.finditer(text):
        if not entry[0].strip():
            continue
        bars = [entry.start() + bar.start() for bar in re.finditer(r"\|", entry[0])]
        if len(bars) != 1:
            offset = bars[1] if bars else entry.start() + len(entry[0]) - len(entry[0].lstrip())
            raise CorpusError.at(text, offset, f'{"a second" if bars else "no"} "|" in this point: {NOTATION}')
        for side, start, end in ((inputs, entry.start(), bars[0]), (outputs, bars[0] + 1, entry.end())):
            side.append(_numbers(text, start, end, side[0] if side else None))
    if not inputs:
        raise CorpusError(f"the corpus holds no point: {NOTATION}")
    return Points(inputs, outputs)


def _numbers(text, start, end, first):
    """The numbers of one side, as many as the first point's side has."""
    found = [_number(text, match) for match in _NUMBER.finditer(text, start, end)]
    if not found:
        raise CorpusError.at(text, start, f"a number is missing here: {NOTATION}")
    if first is not None and len(found) != len(first):
        raise CorpusError.at(text, start, f"{len(found)} numbers where the first point has {len(first)}")
    return found


def _number(text, match):
    try:
        value = float(match[0].replace("_", "?"))  # Python would read 1_0 as ten
    except ValueError:
        raise CorpusError.at(text, match.start(), f"{match[0][:40]!r} is not a number: {NOTATION}") from None
    if not np.isfinite(value):
        raise CorpusError.at(text, match.start(), f"{match[0][:40]!r} is not finite")
    return value
