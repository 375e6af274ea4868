"""Is my number right: numbers of a step that somebody else came to, held against the frame's."""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from explorer.budget import CALL, charge
from explorer.errors import RecipeError
from explorer.numbers import quotient, typed, within
from explorer.training.kinds import Integer
from explorer.training.questions.hints import HINTS, Wrong, mistaken, turned
from explorer.training.questions.worked import Worked
from explorer.training.steps import checked

DIGITS = 4  # of a number that is not given as text


class Finding(NamedTuple):
    """A number that is not right.

    quantity, index : where it stands, as in NumPy. got, expected : floats. follows : whether it is right for the
    numbers given before it. hint : the known mistake that gives it, or "".
    """

    quantity: str
    index: tuple[int, ...]
    got: float
    expected: float
    follows: bool
    hint: str


class Checked(NamedTuple):
    """What a check found: `findings` in the order of the stages."""

    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether every number that was given is right."""
        return not self.findings


class _Answers(NamedTuple):
    """Numbers of one name, NaN where there is none, and the unit of the last digit of those that are text."""

    numbers: np.ndarray
    units: np.ndarray

    def right(self, values, digits):
        """Where the numbers are those of `values`, as far as they can be told."""
        size = np.abs(values)
        largest = size[np.isfinite(size)].max(initial=0.0)
        with np.errstate(divide="ignore"):
            unit = np.where(size > 0, 10.0 ** (np.floor(np.log10(np.where(size > 0, size, 1.0))) + 1 - digits), 0.0)
        least = largest * 10.0**-digits
        unit = np.where(size < least, least, unit)
        unit = np.where(np.isnan(self.units), unit, self.units)
        return within(self.numbers, unit, values)

    def gives(self, mistaken, old, digits):
        """Where a mistake gives the numbers; not where those are rather `old`, the weights as they were."""
        given = self.right(mistaken, digits)
        return given if old is None else given & (np.abs(self.numbers - mistaken) <= np.abs(self.numbers - old))


def check(frame, given: Mapping, digits: int | None = None) -> Checked:
    """Hold numbers against a frame's; see `Frame.check`. KeyError for unknown names, `RecipeError` for bad numbers."""
    digits = _checked_digits(digits)
    if not isinstance(given, Mapping):
        raise RecipeError([("given", given, "numbers by name, such as {'h': [0.1, None, '0.25']}")])
    _charge(frame, len(given))
    worked = Worked(frame)
    for name in given:
        if name not in worked.expected:
            raise KeyError(f"{name} is no quantity and no parameter; there are {', '.join(worked.order)}")
    answers = {name: _read(name, given[name], worked) for name in worked.order if name in given}
    wrong = {
        name: ~(each.right(worked.expected[name], digits) | np.isnan(each.numbers)) for name, each in answers.items()
    }
    if not any(missed.any() for missed in wrong.values()):
        return Checked(())
    taken = {name: each.numbers for name, each in answers.items()}
    followed, findings = worked.followed(taken), []
    for name, missed in wrong.items():
        findings += _findings(Wrong(worked, name, taken, followed), answers[name], missed, digits)
    return Checked(tuple(findings))


def _checked_digits(digits):
    return DIGITS if digits is None else checked("digits", digits, Integer(1, 17))


def known_mistakes(frame, name: str) -> tuple[np.ndarray, list[tuple[str, np.ndarray]]]:
    """A quantity, the loss or a parameter as it is right, and what known mistakes make of it: (hint, numbers) of each.

    The first that gives a number is the one that `check` tells of it alone. KeyError for an unknown name.
    """
    _charge(frame, 1)
    worked = Worked(frame)
    return worked.expected[name], [*mistaken(Wrong(worked, name, {}, worked.followed({})))]


def _charge(frame, count):
    numbers = 1 + sum(int(np.prod(frame.shape(each.name))) for each in frame.model.parameters)
    charge("given", count, len(HINTS) * (CALL + 20 * numbers) * len(frame.instances), scratch=80 * numbers)


def _findings(wrong, answers, missed, digits):
    """What is wrong of one name."""
    if not missed.any():
        return []
    expected, follows = wrong.worked.expected[wrong.name], answers.right(wrong.right, digits)
    hinted = _hints(wrong, answers, missed & ~follows, digits)
    return [
        Finding(
            wrong.name, index, float(answers.numbers[index]), float(expected[index]), bool(follows[index]),
            hinted.get(index, ""),
        )
        for index in zip(*(axis.tolist() for axis in np.nonzero(np.atleast_1d(missed))), strict=True)
        for index in [index if missed.ndim else ()]
    ]  # fmt: skip


def _hints(wrong, answers, missed, digits):
    """The known mistake of each number that is wrong and does not follow, by its index.

    Where several give the same number, it is the one that explains more of the others.
    """
    found, told = {}, []
    if missed.any():
        told = [(hint, missed & answers.gives(numbers, wrong.old, digits)) for hint, numbers in mistaken(wrong)]
    for hint, alike in sorted(told, key=lambda each: -np.count_nonzero(each[1])):
        for index in zip(*(axis.tolist() for axis in np.nonzero(np.atleast_1d(alike))), strict=True):
            found.setdefault(index if missed.ndim else (), hint)
    return found


def _read(name, given, worked):
    """The numbers given for a name, of the shape that the frame has it in."""
    shape = worked.expected[name].shape
    answers = _Answers(np.full(shape, np.nan), np.full(shape, np.nan))
    of = None if name == "loss" else worked.model.declared(name)
    id_of = worked.frame.trajectory.recipe.corpus.id_of if getattr(of, "names", None) == "word" else None
    for index, value in _items(name, given, shape, worked):
        known = id_of(value) if id_of and isinstance(value, str) and not typed(value) else None
        number, unit = _number(name, value if known is None else known)
        answers.numbers[index], answers.units[index] = number, 0.0 if of and of.role == "index" else unit
    return answers


def _items(name, given, shape, worked):
    """(index, number) of each that is answered."""
    if isinstance(given, Mapping):
        for index, value in given.items():
            yield _index(name, index, shape, worked), value
        return
    try:
        array = np.array(given, dtype=object)
    except ValueError:
        array = np.empty(0, object)
    if array.shape != shape:
        raise RecipeError([(name, given, f"numbers of shape {shape}, as the frame has it{turned(array.shape, shape)}")])
    for index in np.ndindex(shape):
        yield index, array[index]


def _index(name, index, shape, worked):
    """An index as NumPy has it; words may be given as text."""
    words = worked.frame.vocabulary
    index = index if isinstance(index, tuple) else (index,)
    try:
        ids = tuple(
            words.index(one) if isinstance(one, str) else range(n)[one] for one, n in zip(index, shape, strict=True)
        )
        np.empty(shape, bool)[ids]
    except (ValueError, TypeError, IndexError):
        raise RecipeError([(name, index, f"an index of an array of shape {shape}")]) from None
    return ids


def _number(name, value):
    """A number, NaN for none, and the unit of its last digit, NaN where it is no text."""
    if value is None:
        return np.nan, np.nan
    if isinstance(value, str):
        if value.strip().lower() in ("", "nan"):
            return np.nan, np.nan
        if read := typed(value):
            return read
        with suppress(ValueError):
            return quotient(value), np.nan
    else:
        with suppress(TypeError, ValueError, OverflowError):
            return float(value), np.nan
    raise RecipeError([(name, value, "a number, or None for no answer")])
