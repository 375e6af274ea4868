"""Where a run leaves the reals: in which number, which of its operands is to blame, and how that grew.

From the first number that is not finite its largest operand is followed, and of that the largest again, until it is a
weight: that is what has grown, in the steps before, until the arithmetic could not hold it. Where the largest leads to
none, as what is given does not, the next largest is followed.
"""

import re
from typing import NamedTuple

import numpy as np

from explorer.errors import Diverged
from explorer.models.contract import Operand
from explorer.training.questions.finite import first_not_finite
from explorer.training.questions.ledger import ledger
from explorer.training.questions.ledgered import Weight
from explorer.training.questions.replayed import Grid

_TIMES = 10.0  # by which a weight has grown from one listed position to the next
_MOST = 12  # of these
_POINTS = 1_000_000  # of its history


class Divergence(NamedTuple):
    """Where a run ends.

    step : the step that cannot be done; the run goes as far as position `step`. lost : the first number of it that is
    not finite. blamed : its largest operand that leads to a weight, of that one again, and so on; the last is a weight,
    as it was before the step. Where no operand leads to one, it is the largest of all weights alone. grown : (position,
    value) of that weight, ascending, each the first from which on it stayed ten times as large as at the one before;
    the last is where the run ends.
    """

    step: int
    lost: Operand
    blamed: tuple[Operand, ...]
    grown: tuple[tuple[int, float], ...]


def divergence(trajectory, stop: int) -> Divergence | None:
    """Where a run leaves the reals on the way to position `stop`; None where it does not."""
    try:
        trajectory.weights(stop)
    except Diverged as diverged:
        step = diverged.step
    else:
        return None
    with np.errstate(all="ignore"):
        frame = trajectory.last_frame(step)
        lost = Operand(*first_not_finite(frame))
        blamed = tuple(_way_to_weight(frame, lost, {lost[:2]})) or (_largest_weight(frame),)
    return Divergence(step, lost, blamed, tuple(_grown(trajectory, blamed[-1], step)))


def _way_to_weight(frame, number, seen) -> list[Operand]:
    """The largest operand of a number that leads to a weight, and from that one on; nothing where none does."""
    for operand in sorted(_operands(frame, number), key=_size, reverse=True):
        if operand[:2] in seen:
            continue
        seen.add(operand[:2])
        if frame.model.declared(operand.quantity).role == "weight":
            return [operand]
        if way := _way_to_weight(frame, operand, seen):
            return [operand, *way]
    return []


def _size(number) -> float:
    return float(np.nan_to_num(abs(number.value), nan=np.inf))


def _operands(frame, number) -> list[Operand]:
    """What a number is made of, as far as it is a quantity or a weight."""
    model = frame.model
    if number.quantity == "loss":
        return _of_loss(frame)
    if model.declared(number.quantity).role == "index" or not number.index:
        return []
    names = {each.name for each in (*model.parameters, *model.quantities)}
    try:
        operands = frame.explain(number.quantity, number.index).operands
    except (ArithmeticError, ValueError, LookupError):  # it cannot be told
        return []
    return [each for each in operands if each.quantity in names]


def _of_loss(frame) -> list[Operand]:
    """The numbers of what the loss is computed from, of all instances."""
    names = set(re.findall(r"\w+", dict(frame.model.formulas)["loss"]))
    found = []
    for name in names & {each.name for each in frame.model.quantities if each.computed}:
        for b in range(len(frame.instances)):
            values = frame.of_instance(name, b)
            first = (b,) if frame.batched else ()
            found += [Operand(name, (*first, *index), float(value)) for index, value in np.ndenumerate(values)]
    return found


def _largest_weight(frame):
    """The largest of all weights before the step."""
    name = max(frame.parameters, key=lambda each: np.abs(frame.parameters[each]).max())
    array = frame.parameters[name]
    index = tuple(int(i) for i in np.unravel_index(np.abs(array).argmax(), array.shape))
    return Operand(name, index, float(array[index]))


def _grown(trajectory, weight, step):
    """The positions from which on a weight stayed so much larger than at the listed one before."""
    row, column = (*weight.index, 0)[:2]
    history = ledger(trajectory, Weight(Grid(weight.quantity, (row,), (column,))), 0, step)
    positions, values = history.curve(min(history.stop + 1, _POINTS))
    sizes = np.abs(values)
    found, at = [(int(positions[-1]), float(values[-1]))], len(values) - 1
    while at > 0 and len(found) < _MOST:
        below = np.flatnonzero(sizes[:at] * _TIMES < sizes[at])
        if not len(below):
            break
        at = int(below[-1])
        found.append((int(positions[at]), float(values[at])))
    return found[::-1]
