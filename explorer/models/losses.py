"""What a network that learns from points makes small, and the error that it sends back.

    squared         ½ Σ (y − t)²                        e = y − t
    mse             Σ (y − t)²                          e = 2 (y − t)
    cross-entropy   −Σ t ln y, of a softmax             e = y − t
    binary          −Σ t ln y + (1 − t) ln(1 − y)       e = y − t, of sigmoids
    hinge           Σ max(0, 1 − t u), targets ±1       e = −t where t u < 1, else 0

Of the first two e is ∂E/∂y, which has the slope of the outputs still before it: where a sigmoid is flat, however wrong,
little of it comes through. Of the others it is ∂E/∂u at once. The logarithm of cross-entropy grows as fast as the
sigmoid flattens, and the two cancel; the hinge has no activation at all. It has no slope where t u is 1: there 0 is
taken. Squared errors count misses on either side of a target, the hinge none that lie beyond its margin.

With binary cross-entropy ln y and ln(1 − y) are computed from u, as softplus ln(1 + exp(∓u)): a saturated y has no
digits for them.

Sources: Rong (2014), "word2vec Parameter Learning Explained", eq. 76–77; Jurafsky and Martin, "Speech and Language
Processing", chapter "Neural Networks", eq. 8.18 (no half), 8.19 (cross-entropy), and the hinge, which it names.
"""

from dataclasses import dataclass

import numpy as np

from explorer.maths.activations import SIGMOID, error, softplus
from explorer.maths.kernel import kernel
from explorer.maths.softmax import error as softmax_error
from explorer.maths.softmax import log_sum_exp, softmax, surprise
from explorer.numbers import plain

SQUARED, MSE, CROSS_ENTROPY, BINARY, HINGE = range(5)
SUM_TO_1 = 1e-9  # how far a distribution's sum may be off


@dataclass(frozen=True)
class Loss:
    """A loss by its name in a link. `of` : the activations of the outputs that it goes with; `at_once` : whether the
    error is that of the weighted sums already; `unit` : what it is measured in."""

    code: int
    of: tuple[str, ...]
    unit: str
    at_once: bool = False


_EACH = ("sigmoid", "tanh", "relu", "identity")
LOSSES = {
    "squared": Loss(SQUARED, (*_EACH, "step"), "½Σ(t − y)²"),
    "cross-entropy": Loss(CROSS_ENTROPY, ("softmax",), "nats", at_once=True),
    "binary": Loss(BINARY, ("sigmoid",), "nats", at_once=True),
    "hinge": Loss(HINGE, ("identity",), "Σmax(0, 1 − tu)", at_once=True),
    "mse": Loss(MSE, _EACH, "Σ(t − y)²"),
}


def fitting(activation: str) -> str:
    """The losses of outputs with an activation, as an error message has them."""
    return " or ".join(name for name, loss in LOSSES.items() if activation in loss.of)


def refusal(name: str, field: str, activation: str, softmax: bool) -> tuple[str, str, str]:
    """A problem: a loss that does not go with the activation in `field`, and with what it goes.

    softmax : whether that field could be one; then it is of a network, whose outputs cannot be a step.
    """
    others = [each for each in LOSSES[name].of if each != ("step" if softmax else "softmax")]
    needed = f"{field} {' or '.join(others)}" if others else "a softmax over outputs, which the model mlp has"
    return "loss", name, f"{fitting(activation)}, with {field} {activation}; {name} needs {needed}"


def misfit(name: str, targets: np.ndarray) -> str | None:
    """What the targets (points, outputs) should be for a loss; None where they are."""
    if name == "cross-entropy":
        wrong = (targets < 0).any(axis=1) | (np.abs(targets.sum(axis=1) - 1) > SUM_TO_1)
        says = "targets that are probabilities of sum 1, as softmax answers"
    elif name == "binary":
        wrong, says = ((targets < 0) | (targets > 1)).any(axis=1), "targets from 0 to 1, with the loss binary"
    elif name == "hinge":
        wrong, says = (np.abs(targets) != 1).any(axis=1), "targets −1 and 1, with the loss hinge"
    else:
        return None
    if not wrong.any():
        return None
    first = int(np.argmax(wrong))
    return f"{says}; point {first + 1} has {' '.join(map(plain, targets[first][:6]))}"


@kernel
def answer(loss, code, u, y, t, e):
    """Write the outputs' errors of an instance; returns its loss. `code` is that of the outputs' activation.

    A softmax's y is written here too, others' is there already.
    """
    if loss != SQUARED:
        return _other_answer(loss, code, u, y, t, e)
    E = 0.0
    for j in range(u.size):
        e[j] = error(code, u[j], y[j], t[j])
        E += 0.5 * e[j] * e[j]
    return E


@kernel
def _other_answer(loss, code, u, y, t, e):
    """The same of every loss but the squared one, apart, so that this stays short."""
    E = 0.0
    if loss == CROSS_ENTROPY:
        top = softmax(u, y)
        for j in range(u.size):
            E += t[j] * surprise(u, top, j)
            e[j] = softmax_error(y, top, j) if t[j] == 1.0 else y[j] - t[j]
        return E
    for j in range(u.size):
        if loss == BINARY:
            e[j] = error(SIGMOID, u[j], y[j], t[j])
            E += t[j] * softplus(-u[j]) + (1.0 - t[j]) * softplus(u[j])
        elif loss == MSE:
            e[j] = 2.0 * error(code, u[j], y[j], t[j])
            E += 0.25 * e[j] * e[j]
        else:
            missing = 1.0 - t[j] * u[j]
            e[j] = -t[j] if missing > 0.0 else 0.0
            E += max(0.0, missing)
    return E


def total(name: str, u: np.ndarray, y: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The loss of each of some instances, (instances,): weighted sums, answers and targets (instances, outputs)."""
    if name == "cross-entropy":
        each = t * (log_sum_exp(u.copy())[:, None] - u)
    elif name == "binary":
        each = t * np.logaddexp(0, -u) + (1 - t) * np.logaddexp(0, u)
    elif name == "hinge":
        each = np.maximum(0, 1 - t * u)
    else:
        return (0.5 if name == "squared" else 1.0) * ((y - t) ** 2).sum(axis=1)
    return each.sum(axis=1)
