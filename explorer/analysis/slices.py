"""The loss as a function of one weight, or of two, all others held: the ground on which a step descends.

Nothing is interpolated: every number is the loss of the frame's own instances at weights that differ from the frame's
in one weight or two. Gradient descent moves against the slope at the point where it stands,

    w ← w − η ∂E/∂w

and knows nothing of the rest of the curve, which is why too large a rate climbs the other side. All weights of a
network move at once, so the loss after the step is in general not on the curve.

Of a recurrent network the words of its window are gone through again at the frame's weights, from the state that stood
before them: where the weights moved in between, its loss differs a little from the frame's, and the slope from the
gradient, which are of the states as they were then.
"""

from dataclasses import dataclass
from math import prod

import numpy as np

from explorer import limits
from explorer.budget import CALL, at_most, charge, go_on
from explorer.errors import RecipeError
from explorer.training.frames import checked_index

_WORK = limits.MAX_WORK // 2  # about the multiply–adds of one picture
_INSTANCE = 3_000  # what an instance costs beside its multiply–adds
_LEAST, _MOST = 9, 41  # points along each side of a contour
_FEWEST, _USUAL = 31, 121  # points of a curve


@dataclass(frozen=True)
class Weight:
    """One weight of a frame: its index, its value before and after the step, ∂E/∂w there."""

    name: str
    index: tuple[int, ...]
    label: str
    before: float
    after: float
    slope: float


@dataclass(frozen=True)
class Slice:
    """The loss along one weight.

    values, losses : float64 (points,), ascending values and the loss at each, as `Frame.loss`; NaN where not finite.
    loss, loss_after : at the weight before the step, and with this weight alone moved; `loss_of_step` with all moved.
    """

    weight: Weight
    values: np.ndarray
    losses: np.ndarray
    loss: float
    loss_after: float
    loss_of_step: float


@dataclass(frozen=True)
class Contour:
    """The loss along two weights: `losses[j, i]` at the first's values[i] and the second's values[j], float64."""

    weights: tuple[Weight, Weight]
    values: tuple[np.ndarray, np.ndarray]
    losses: np.ndarray
    loss: float
    loss_after: float
    loss_of_step: float


def slice_along(frame, name: str, index, points: int | None = None) -> Slice:
    """The loss of a frame's instances along one weight, at 121 points, or fewer where that takes more than a second.

    RecipeError where there is no such weight.
    """
    weight = weight_of(frame, name, index)
    if points is None:
        points = _as_many(_WORK / _work_of_a_loss(frame), _FEWEST, _USUAL)
    values = _around(frame, weight, points)
    _charge(frame, len(values))
    losses = _losses(frame, ([(weight, value)] for value in values))
    return Slice(weight, values, losses, *_marked(frame, weight))


def contour_along(frame, first, second) -> Contour:
    """The loss along two weights, each given as (name, index); as finely as takes about a second.

    RecipeError where there are no such weights, or they are one.
    """
    weights = weight_of(frame, *first), weight_of(frame, *second)
    if weights[0] == weights[1]:
        raise RecipeError([("weights", weights[1].label, "two different weights")])
    side = _as_many(np.sqrt(_WORK / _work_of_a_loss(frame)), _LEAST, _MOST)
    across, up = (_around(frame, weight, side) for weight in weights)
    _charge(frame, side * side)
    moved = ([(weights[0], a), (weights[1], b)] for b in up for a in across)
    losses = _losses(frame, moved).reshape(side, side)
    return Contour(weights, (across, up), losses, *_marked(frame, *weights))


def weight_of(frame, name: str, index) -> Weight:
    """A weight by its parameter's name and its index. RecipeError where there is none."""
    if not isinstance(name, str) or name not in frame.parameters:
        raise RecipeError([("weight", name, "a parameter: " + ", ".join(frame.parameters))])
    before, after = frame.parameters[name], frame.updated[name]
    try:
        index = checked_index(name, index, before.shape)
    except (IndexError, TypeError) as error:
        raise RecipeError([("weight", f"{name}{index}", str(error))]) from None
    declared = frame.model.declared(name)
    label = f"{declared.symbol}[{', '.join(frame.index_label(declared, index))}]"
    return Weight(name, index, label, float(before[index]), float(after[index]), float(frame.gradients[name][index]))


def steepest(frame, but=None) -> tuple[str, tuple[int, ...]]:
    """The (name, index) of the weight with the largest slope among those that move, `but` left out."""
    found = []
    for name, gradient in frame.gradients.items():
        sizes = np.where(frame.updated[name] == frame.parameters[name], -1.0, np.abs(gradient))
        if but is not None and but[0] == name:
            sizes[but[1]] = -2.0
        index = np.unravel_index(int(sizes.argmax()), sizes.shape)
        found.append((sizes[index], name, tuple(int(i) for i in index)))
    return max(found, key=lambda candidate: candidate[0])[1:]


def _around(frame, weight, points):
    """Values on both sides of a weight, as far as its parameter's weights reach, and the step well inside."""
    reach = max(4 * abs(weight.after - weight.before), float(np.abs(frame.parameters[weight.name]).max()), 0.1)
    return weight.before + reach * np.linspace(-1, 1, points)


def _as_many(points, least, most):
    """So many points, within bounds; an odd number has a point in the middle."""
    return min(max(int(points), least), most) | 1


def _work_of_a_loss(frame, size=None):
    """About the multiply–adds of the loss of a frame's instances, or of `size` of them, and what stands beside them."""
    numbers = sum(prod(frame.shape(name)) for name in frame.parameters)
    size, again = len(frame.instances) if size is None else size, 0
    if frame.model.network.unrolled:  # the words of the window are gone through one after the other
        moments, units = frame.of_instance(frame.model.network.hidden, 0).shape
        again = moments * (CALL // 4 + size * units * units // 8)
    return 2 * CALL + size * (_INSTANCE + numbers // 8) + again  # a matrix product over the batch is quick


def _charge(frame, points):
    size = len(frame.instances)

    def work(size):
        return points * _work_of_a_loss(frame, size)

    charge("batch_size", size, work(size), nearest=at_most(size, work=work))


def _losses(frame, moves) -> np.ndarray:
    """The loss with some weights at other values, for each list of (weight, value)."""
    parameters = {name: array.copy() for name, array in frame.parameters.items()}
    found = []
    with np.errstate(all="ignore"):
        for moved in moves:
            go_on()
            for weight, value in moved:
                parameters[weight.name][weight.index] = value
            found.append(frame.loss_at(parameters))
            for weight, _ in moved:
                parameters[weight.name][weight.index] = weight.before
    return np.where(np.isfinite(found), found, np.nan)


def _marked(frame, *weights):
    """The loss before the step, with these weights alone moved, and with all of them."""
    before, alone = _losses(frame, ([], [(weight, weight.after) for weight in weights]))
    with np.errstate(all="ignore"):
        return float(before), float(alone), frame.loss_at(frame.updated)
