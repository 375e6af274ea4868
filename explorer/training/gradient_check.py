"""Gradients against central differences of the loss."""

from typing import NamedTuple

import numpy as np

from explorer.budget import CALL, at_most, charge, go_on


class GradientCheck(dict[str, tuple[float, tuple[int, ...]]]):
    """For each parameter the largest error of a gradient against central differences, and its index.

    kinks : the parameters of whose worst difference the two sides are not of one curve: within its width a sum passes
    the 0 of a ReLU, a step or the hinge, where the loss has a kink or jumps; a difference over that is no slope.
    goes_by : what the step goes by where that is not, or not to the last digit, the slope of the loss, else "".
    """

    def __init__(self, goes_by: str):
        super().__init__()
        self.goes_by = goes_by
        self.kinks: set[str] = set()


def gradient_check(frame, width: float, work: float, start: int = 0, stop: int | None = None) -> GradientCheck:
    """For each parameter, the largest error of `frame.gradients` against central differences, and its index.

    work : the multiply–adds of the frame's step. start, stop : which weights, numbered from 0 through all parameters;
    a parameter of which there are none among them is left out. See `gradient_errors`.
    """
    numbers = sum(gradient.size for gradient in frame.gradients.values())
    stop = numbers if stop is None else min(stop, numbers)
    charge("stop", stop, 2 * max(0, stop - start) * (CALL + work), nearest=_fewer(start, stop))
    found, first = GradientCheck(frame.model.goes_by), 0
    for name, gradient in frame.gradients.items():
        some = range(max(start - first, 0), min(stop - first, gradient.size))
        first += gradient.size
        if len(some):
            slopes = _some_slopes(frame.loss_at, frame.parameters, name, some, width)
            missed = _errors(gradient.ravel()[some.start : some.stop], slopes)
            worst = int(missed.argmax())
            index = np.unravel_index(some[worst], gradient.shape)
            found[name] = float(missed[worst]), tuple(int(i) for i in index)
            if over_kink(frame, _copied(frame.parameters), name, index, width):
                found.kinks.add(name)
    return found


def _fewer(start, stop):
    """For `charge`: up to which weight there is room."""
    return lambda work, _: f"at most {start + int(work * (stop - start)):,}"


class SlopeCheck(NamedTuple):
    """A weight's gradient beside central differences of the loss, one for each width of the difference.

    gradient : float. widths, differences, errors : (n,) float64; an error is as in `gradient_errors`. Rounding makes it
    large where the width is small, the curve of the loss where that is wide. kinks : (n,) bool, whether a kink of the
    loss lies within the width: see `GradientCheck`.
    """

    gradient: float
    widths: np.ndarray
    differences: np.ndarray
    errors: np.ndarray
    kinks: np.ndarray


def slope_check(frame, name: str, index: tuple[int, ...], widths: np.ndarray, work: float) -> SlopeCheck:
    """The gradient of one weight of a frame's step against central differences, of `widths`, (n,) float64.

    work : the multiply–adds of the frame's step.
    """
    count = (4 if len(frame.sides_at(frame.parameters)) else 2) * len(widths)
    parameters = _copied(frame.parameters)
    charge("step", frame.step, count * (CALL + work), nearest=at_most(count))
    gradient = float(frame.gradients[name][index])
    found = np.array([slope_of(frame.loss_at, parameters, name, index, width) for width in widths.tolist()])
    kinks = np.array([over_kink(frame, parameters, name, index, width) for width in widths.tolist()], bool)
    return SlopeCheck(gradient, widths, found, np.abs(found - gradient) / max(1.0, abs(gradient)), kinks)


def gradient_errors(frame, width: float = 1e-5) -> dict[str, float]:
    """For each parameter, the largest error of `frame.gradients` against central differences.

    The loss is the mean over the frame's instances, or their sum where the batch's gradient is one; a
    derivative is taken by moving one weight by ±`width` with the others held. An error is absolute where the gradient
    is below 1, else relative. Where the model's `descends` is false, as of the perceptron rule, of undivided errors and
    of the sigmoid's table, its changes are no derivatives: the errors say by how much, and not that one is wrong.
    """
    gradients = frame.gradients.items()
    return {name: float(errors_of(frame, name, gradient, width).max()) for name, gradient in gradients}


def errors_of(frame, name: str, gradient: np.ndarray, width: float) -> np.ndarray:
    """The error of each number of a gradient, of its shape: absolute where that is below 1, else relative."""
    return _errors(gradient, differences(frame, name, width))


def _errors(gradient, slopes):
    return np.abs(gradient - slopes) / np.maximum(1, np.abs(gradient))


def differences(frame, name: str, width: float) -> np.ndarray:
    """Central differences of the frame's loss by every weight of a parameter, of the parameter's shape."""
    return slopes_of(frame.loss_at, frame.parameters, name, width)


def slopes_of(loss, parameters, name: str, width: float) -> np.ndarray:
    """Central differences of a loss, a function of parameters, by every weight of one of them, of its shape."""
    shape = np.shape(parameters[name])
    return _some_slopes(loss, parameters, name, range(np.prod(shape, dtype=int)), width).reshape(shape)


def _some_slopes(loss, parameters, name, some, width):
    """Those by some weights of a parameter, numbered as they lie in memory."""
    parameters = _copied(parameters)
    indices = (np.unravel_index(number, parameters[name].shape) for number in some)
    return np.array([slope_of(loss, parameters, name, index, width) for index in indices])


def slope_of(loss, parameters, name: str, index: tuple[int, ...], width: float) -> float:
    """The central difference of a loss by one weight, which is moved and put back.

    loss : a function of the parameters, to a float. parameters : arrays by name that are free to be changed.
    Raises `Overdue` after the deadline.
    """
    go_on()
    up, down = _on_both_sides(loss, parameters, name, index, width)
    return (up - down) / (2 * width)


def over_kink(frame, parameters, name: str, index: tuple[int, ...], width: float) -> bool:
    """Whether a kink of the frame's loss lies between the two sides of a difference; `parameters` as of `slope_of`."""
    up, down = _on_both_sides(frame.sides_at, parameters, name, index, width)
    return bool((up != down).any())


def _on_both_sides(of, parameters, name, index, width):
    """What a function of parameters is with a weight moved up and with it moved down."""
    weights, found = parameters[name], []
    held = weights[index]
    for moved in (held + width, held - width):
        weights[index] = moved
        found.append(of(parameters))
    weights[index] = held
    return found


def _copied(parameters):
    return {name: np.array(array) for name, array in parameters.items()}
