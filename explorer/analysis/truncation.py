"""How much of the gradient through time is left when the error stops early.

Back-propagation through time is exact if the error goes all the way back; over τ steps it is truncated. At one step of
a run, with the states that it stored and the weights that it has then, the gradient of the recurrent weights is taken
over 0, 1, 2, … steps back, as far as the text read so far goes (at most `MOST_BACK`; where the state starts anew with
each sentence, to its first word). Each is held against the last of them, the fullest there is: by its length, and by
the cosine of the angle between the two. What a recipe's own τ leaves out is what that one does not see.

Source: Mikolov (2012), "Statistical Language Models Based on Neural Networks", section 3.3.1.
"""

from dataclasses import dataclass

import numpy as np

from explorer.errors import RecipeError

MOST_BACK = 30  # errors are long nothing by then
_CLEAR = 0.999  # of a state: up to here 1 − s, computed from it, has all but the last digits


@dataclass(frozen=True)
class Truncation:
    """The gradient of the recurrent weights at one step, truncated after each number of steps.

    bptt : int, the τ that the run itself uses.
    words : int64 (T + 1,), the window, oldest first; its last is the word of the step.
    states : (T + 2, h), errors : (T + 1, h), oldest first, as `s` and `eh` of a frame with τ = T.
    norms : (T + 1,), the length of the gradient over 0 … T steps back; `cosines` of it with that over T.
    contributions : (T + 1,), the length of what each step back adds.
    """

    bptt: int
    words: np.ndarray
    states: np.ndarray
    errors: np.ndarray
    norms: np.ndarray
    cosines: np.ndarray
    contributions: np.ndarray

    def gradient(self, back: int) -> np.ndarray:
        """The gradient over so many steps back, (h, h)."""
        first = len(self.errors) - 1 - back
        return self.errors[first:].T @ self.states[first:-1]


def truncation(run, step: int, instance: int = 0) -> Truncation:
    """Of step number `step` of a run, and of one word of its batch. RecipeError where the network feeds no state on."""
    model = run.trajectory.model
    if not model.network.unrolled:
        raise RecipeError([("model", run.recipe.model, "a network that feeds its state on")])
    frame = run.frame(step)
    instance = min(instance, len(frame.instances) - 1)
    words, states, below = _window(run, step, instance)
    errors = model.errors_back(frame, instance, words, states, below)
    each = _contributions(errors, states[:-1])[::-1]
    with np.errstate(over="ignore", invalid="ignore"):  # of a run that is about to diverge
        gradients = np.cumsum(each, axis=0).reshape(len(each), -1)
        norms = np.linalg.norm(gradients, axis=1)
        products = norms * norms[-1]
        cosines = np.divide(gradients @ gradients[-1], products, out=np.zeros(len(each)), where=products > 0)
        contributions = np.linalg.norm(each.reshape(len(each), -1), axis=1)
    return Truncation(run.recipe.bptt, words, states, errors, norms, cosines, contributions)


def _contributions(errors, states):
    """A small matrix for each outer product error ⊗ state, with the lengths and angles of all their sums.

    With Eᵀ = Q R and Sᵀ = P T, Q and P of orthonormal columns, the products are Q (rᵢ ⊗ tᵢ) Pᵀ, which has the length
    of rᵢ ⊗ tᵢ. These have as many rows as there are words, where the gradient has a million numbers.
    """
    R, T = (np.linalg.qr(each.T, mode="r") for each in (errors, states))
    return R.T[:, :, None] * T.T[:, None, :]


def _window(run, step, instance):
    """The words read up to here, the states before each of them and after the last, and 1 − those; oldest first."""
    batch, hidden = run.recipe.batch_size, run.trajectory.model.network.hidden
    start = max(0, step - MOST_BACK // batch - 1)
    trace = run.trace(start, step - start + 1)
    read = [(row, b, word) for row, each in enumerate(trace.instances) for b, ((word,), _) in enumerate(each)]
    read = read[: len(read) - len(trace.instances[-1]) + instance + 1][-MOST_BACK - 1 :]
    kept = trace[hidden].reshape(len(trace), batch, *trace[hidden].shape[-2:])
    words = np.array([word for *_, word in read])
    before, after = (np.array([kept[row, b, at] for row, b, _ in read]) for at in (-2, -1))
    begun = np.flatnonzero((before[1:] != after[:-1]).any(axis=1)) + 1  # the state did not go on: it began anew
    first = begun[-1] if begun.size else 0
    states = np.concatenate([before[first : first + 1], after[first:]])
    return words[first:], states, _below(run, trace, read[first:], states)


def _below(run, trace, read, states):
    """1 − s; near 1 from the net inputs, at the weights that each word was read with."""
    below = 1 - states
    if (states > _CLEAR).any():
        model = run.trajectory.model
        for row, parameters in enumerate(trace.states()):
            for k, (of, _, word) in enumerate(read):
                if of == row:
                    below[k + 1] = model.below_next(parameters, word, states[k])
    return below
