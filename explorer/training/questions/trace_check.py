"""The first step at which somebody else's training went apart from ours.

Each step is judged by itself, from their parameters before it: so a mistake is told where it is made, and roundings of
theirs do not add up. What the model carries beside its parameters, and what is drawn, is ours.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from explorer.budget import CALL, at_most, charge, go_on
from explorer.errors import Diverged, RecipeError
from explorer.training.frames import Frame
from explorer.training.given import Given
from explorer.training.questions.hints import HINTS, Wrong, turned
from explorer.training.questions.worked import Worked

_RELATIVE = {"float16": 1e-2, "float32": 1e-4}  # by the type of their numbers, and
_DOUBLE = 1e-8  # of all others
_NEAR_ZERO = 0.01  # of the largest number of a parameter, below which errors are relative to that


class Misstep(NamedTuple):
    """The first number that a step leaves wrong.

    step : the step that made it. parameter, index : where it stands, as in NumPy. got, expected : floats. hint : the
    known mistake that gives it, or "".
    """

    step: int
    parameter: str
    index: tuple[int, ...]
    got: float
    expected: float
    hint: str


def check_trace(trajectory, arrays: Mapping, start: int) -> Misstep | None:
    """The first misstep of a training whose parameters are given; see `Run.check_trace`.

    Raises `RecipeError` for arrays that do not fit, `Diverged` where a step from theirs is not finite.
    """
    theirs, steps = _read(trajectory, arrays)
    work = CALL + trajectory.costs.numbers + trajectory.costs.between(start, start + steps) / max(1, steps)
    charge("arrays", f"{steps:,} steps", steps * work, nearest=at_most(steps))
    carried = trajectory.parameters(start)
    for row in range(steps):
        go_on()
        before = {name: array[row].astype(float) for name, array in theirs.items()}
        state = carried | {name: array.copy() for name, array in before.items()}
        record = trajectory.step_from(state, start + row)
        if record is None:
            raise Diverged(start + row, next(iter(theirs)))
        for name, array in theirs.items():
            right = _close(array[row + 1], state[name], before[name], array.dtype)
            if not right.all():
                index = tuple(int(i) for i in np.argwhere(~right)[0])
                after = trajectory.learnt(state)
                frame = Frame(trajectory, start + row, Given(before), Given(after), record)
                hint = _hint(frame, name, array[row + 1], array.dtype)
                return Misstep(start + row, name, index, float(array[row + 1][index]), float(after[name][index]), hint)
        carried = state
    return None


def _close(theirs, ours, before, dtype):
    """Where numbers are the same, as far as their type can tell; before : the same numbers before the step."""
    relative = _RELATIVE.get(dtype.name, _DOUBLE)
    largest = max(np.abs(ours).max(initial=0.0), np.abs(before).max(initial=0.0))
    return np.isclose(theirs.astype(float), ours, rtol=relative, atol=relative * _NEAR_ZERO * largest)


def _hint(frame, name, theirs, dtype):
    """The known mistake that gives the whole of a parameter."""
    worked = Worked(frame)
    wrong = Wrong(worked, name, {}, worked.followed({}))
    for hint, numbers in HINTS:
        mistaken = numbers(wrong)
        if (
            mistaken is not None
            and np.shape(mistaken) == theirs.shape
            and _close(theirs, mistaken, wrong.old, dtype).all()
        ):
            return hint
    return ""


def _read(trajectory, arrays):
    """Their arrays in the model's order, each (steps + 1, …), and the number of steps."""
    if not isinstance(arrays, Mapping):
        raise RecipeError([("arrays", arrays, "arrays by name, the parameters at the start and after each step")])
    problems, read = [], {}
    declared = {each.name: trajectory.model.axes_shape(each, trajectory.sizes) for each in trajectory.model.parameters}
    for name, shape in declared.items():
        read[name] = np.asarray(arrays.get(name, ()))
        if read[name].ndim == 0 or read[name].shape[1:] != shape or read[name].dtype.kind not in "fiu":
            expected = f"numbers of shape (steps + 1, {', '.join(map(str, shape))})"
            got = read[name].shape if name in arrays else None
            problems.append((name, got, expected + turned(read[name].shape[1:], shape)))
        elif not np.isfinite(read[name][:1]).all():
            problems.append((name, "nan or inf at its start", "finite numbers to begin with"))
    problems += [(name, "an array", "a parameter: " + ", ".join(declared)) for name in arrays if name not in declared]
    lengths = {len(array) for array in read.values() if array.ndim}
    if not problems and (len(lengths) > 1 or 0 in lengths):
        problems.append(("arrays", sorted(lengths), "as many steps of each parameter, at least its start"))
    if problems:
        raise RecipeError(problems)
    return read, lengths.pop() - 1
