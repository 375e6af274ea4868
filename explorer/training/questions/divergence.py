"""Where a run leaves the reals: in which number, which of its operands is to blame, and how that grew.

From the first number that is not finite its largest operand is followed, and of that the largest again, until it is a
weight: that is what has grown, in the steps before, until the arithmetic could not hold it.
"""

from typing import NamedTuple

import numpy as np

from explorer.errors import Diverged
from explorer.models.contract import Operand
from explorer.training.questions.finite import first_not_finite
from explorer.training.questions.ledger import ledger
from explorer.training.questions.ledgered import Weight
from explorer.training.questions.replayed import Grid

_LONGEST = 12  # operands that are followed
_TIMES = 10.0  # by which a weight has grown from one listed position to the next
_MOST = 12  # of these
_POINTS = 1_000_000  # of its history


class Divergence(NamedTuple):
    """Where a run ends.

    step : the step that cannot be done; the run goes as far as position `step`. lost : the first number of it that is
    not finite. blamed : its largest operand, the largest of that one, and so on; the last is a weight, as it was before
    the step. grown : (position, value) of that weight, ascending, each the first from which on it stayed ten times as
    large as at the one before; the last is where the run ends.
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
        blamed = tuple(_blamed(frame, lost))
    return Divergence(step, lost, blamed, tuple(_grown(trajectory, blamed[-1], step)))


def _blamed(frame, lost):
    """The largest operand of a number, and of that one, until it is a weight."""
    current, seen = lost, set()
    for _ in range(_LONGEST):
        operands = [each for each in _operands(frame, current) if each[:2] not in seen and each[:2] != current[:2]]
        if not operands:
            break
        current = max(operands, key=lambda each: np.nan_to_num(abs(each.value), nan=np.inf))
        seen.add(current[:2])
        yield current
        if frame.model.declared(current.quantity).role == "weight":
            return
    yield _largest_weight(frame)


def _operands(frame, number):
    """What a number is made of, as far as it is a quantity or a weight; nothing where that cannot be told of it."""
    try:
        found = frame.explain(number.quantity, number.index).operands if number.index else ()
    except (ArithmeticError, ValueError, LookupError):
        return []
    names = {each.name for each in (*frame.model.parameters, *frame.model.quantities)}
    return [each for each in found if each.quantity in names]


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
