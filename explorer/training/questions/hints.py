"""Known mistakes of those who work a step by hand, a row each: what a number would be if that mistake had been made.

To add one, add its row to `HINTS`. What is right is taken from the numbers that were given before, so that one mistake
is told once.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np


class Wrong:
    """A name of which some number is wrong.

    name : of a quantity, "loss", or a parameter. right : what follows from the numbers given before it, of its shape.
    old : of a parameter the weights before the step, else None. line : its formula, "" where it has none.
    """

    def __init__(self, worked, name: str, given: dict, followed: dict):
        self.worked, self.frame, self.name = worked, worked.frame, name
        self._given, self.followed = given, followed
        self.right = followed[name]
        weight = name != "loss" and worked.model.declared(name).role == "weight"
        self.old = worked.frame.parameters[name] if weight else None
        self.line = dict(worked.model.formulas).get(name, "")

    def moved(self, times) -> np.ndarray:
        """The number, `times` as large, of its shape; of a parameter the change is."""
        return times * self.right if self.old is None else self.old + times * (self.right - self.old)

    def with_parameters(self, parameters, there) -> np.ndarray:
        """What the name would be with other parameters in the formulas of the quantities `there`, of its shape."""
        return self.worked.followed(self._given, parameters, there)[self.name]

    @cached_property
    def inputs(self):
        """How many input words are averaged, an array that a quantity can be multiplied by; None where none are."""
        model, instances = self.worked.model, self.frame.instances
        if model.reading == "points":
            return None
        counts = np.array([len(instance.inputs) for instance in instances], float)
        if self.old is not None:
            terms = model.declared(self.name).change
            averaged = any(model.declared(term.rows).of_instance == "inputs" for term in terms)
            return counts[0] if averaged and (counts == counts[0]).all() else None
        if "mean(" not in self.line and "len(inputs)" not in self.line:
            return None
        return counts[:, None] if self.frame.batched else counts[0]


def turned(got: tuple, shape: tuple) -> str:
    """What an error says of an array that has a shape the other way round; nothing of others."""
    return "; these are transposed" if got != shape and got == shape[::-1] else ""


def _times_inputs(wrong, power):
    return None if wrong.inputs is None else wrong.moved(wrong.inputs**power)


def _y_minus_t(wrong):
    if not wrong.line.startswith("len(outputs) * y"):
        return None
    counts = np.array([len(instance.outputs) for instance in wrong.frame.instances], float)
    t = wrong.followed["t"]
    return (wrong.right + t) / (counts[:, None] if wrong.frame.batched else counts[0]) - t


def _transposed(wrong):
    if wrong.old is not None:
        change = wrong.right - wrong.old
        return wrong.old + change.T if change.shape == change.T.shape else None
    parameters = wrong.frame.parameters
    turned = {name: parameters[name].T if _is_square(parameters[name]) else parameters[name] for name in parameters}
    return wrong.with_parameters(turned, (wrong.name,))


def _is_square(array):
    return array.ndim == 2 and array.shape[0] == array.shape[1]


def _not_normalised(wrong):
    if not wrong.line.startswith("softmax("):
        return None
    with np.errstate(over="ignore"):
        return np.exp(wrong.followed[wrong.line[len("softmax(") : -1]])


def _other_base(base):
    return lambda wrong: wrong.right / np.log(base) if wrong.name == "loss" else None


def _no_rate(wrong):
    rate = wrong.frame.learning_rate
    return wrong.moved(1 / rate) if wrong.old is not None and rate else None


def _too_early(wrong):
    """Errors that were sent back through weights which had moved already."""
    errors = [each.name for each in wrong.worked.model.quantities if each.role == "error"]
    return wrong.with_parameters({name: wrong.frame.updated[name] for name in wrong.frame.updated}, errors)


def _summed(wrong):
    mean = wrong.frame.divisor > 1 and (wrong.old is not None or wrong.name == "loss")
    return wrong.moved(len(wrong.frame.instances)) if mean else None


# A hint's words, and the function that gives the numbers of the mistake, None where it cannot be made.
HINTS: tuple[tuple[str, Callable[[Wrong], np.ndarray | None]], ...] = (
    ("sign", lambda wrong: wrong.moved(-1.0)),
    ("not divided by C", lambda wrong: _times_inputs(wrong, 1)),
    ("divided twice", lambda wrong: _times_inputs(wrong, -1)),
    ("y − t", _y_minus_t),
    ("transposed", _transposed),
    ("not normalised", _not_normalised),
    ("log base", _other_base(2)),
    ("log base", _other_base(10)),
    ("no learning rate", _no_rate),
    ("updated too early", _too_early),
    ("summed, not averaged", _summed),
)


def mistaken(wrong: Wrong) -> Iterator[tuple[str, np.ndarray]]:
    """Of each mistake that can be made there its hint, and the numbers that it gives, of the shape of what is right."""
    for hint, numbers in HINTS:
        given = numbers(wrong)
        if given is not None:
            yield hint, np.asarray(given, float)
