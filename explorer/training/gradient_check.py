"""Gradients against central differences of the loss."""

import numpy as np


def gradient_errors(frame, width: float = 1e-5) -> dict[str, float]:
    """For each parameter, the largest error of `frame.gradients` against central differences.

    The loss, in nats, is the mean over the frame's instances; a derivative is taken by moving one weight by
    ±`width` with the others held. An error is absolute where the gradient is below 1, else relative.
    """
    errors = {}
    for name, gradient in frame.gradients.items():
        missed = np.abs(gradient - differences(frame, name, width))
        errors[name] = float((missed / np.maximum(1, np.abs(gradient))).max())
    return errors


def differences(frame, name: str, width: float) -> np.ndarray:
    """Central differences of the frame's loss by every weight of a parameter, of the parameter's shape."""
    parameters = {each: array.copy() for each, array in frame.parameters.items()}
    weights = parameters[name]
    result = np.empty_like(weights)
    for index in np.ndindex(weights.shape):
        held = weights[index]
        losses = []
        for moved in (held + width, held - width):
            weights[index] = moved
            losses.append(frame.loss_at(parameters))
        weights[index] = held
        result[index] = (losses[0] - losses[1]) / (2 * width)
    return result
