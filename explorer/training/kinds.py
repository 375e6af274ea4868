"""The kinds of value that a hyperparameter can have; those that are written as JSON are in `json_kinds`.

A kind checks a Python value, tells what is allowed, and reads and writes the value as the text of a link or of a
control.
"""

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from explorer.numbers import quotient, whole


class Kind(ABC):
    """A kind of value.

    `allowed` says in words what a value may be; `choices` are the words that it is one of, None where it is typed. A
    kind with an `example` takes more than its choices: what is typed beside them looks like it.
    """

    allowed: str
    choices: tuple[str, ...] | None

    @abstractmethod
    def check(self, value):
        """The value as a recipe keeps it. ValueError, TypeError or OverflowError where it is not allowed."""

    @abstractmethod
    def read(self, text: str):
        """The value that a text writes, still to be checked. ValueError or KeyError where it writes none."""

    @abstractmethod
    def write(self, value) -> str:
        """The text of a checked value, which `read` reads back."""

    @property
    def offered(self) -> str:
        """What is allowed, as the page calls it."""
        return self.allowed

    def name(self, choice: str) -> str:
        """What one of the choices is called on the page."""
        return choice


@dataclass(frozen=True)
class Integer(Kind):
    """A whole number from low to high."""

    low: int
    high: int
    choices = None

    @property
    def allowed(self):
        return f"a whole number from {self.low:,} to {self.high:,}"

    def check(self, value):
        value = read_whole(value)
        if not self.low <= value <= self.high:
            raise ValueError
        return value

    def read(self, text):
        return whole(text)

    def write(self, value):
        return str(value)


@dataclass(frozen=True)
class Number(Kind):
    """A finite number from low to high."""

    low: float
    high: float
    choices = None

    @property
    def allowed(self):
        return f"a number from {self.low:,.15g} to {self.high:,.15g}"

    def check(self, value):
        value = read_number(value)
        if not self.low <= value <= self.high:
            raise ValueError
        return value

    def read(self, text):
        """As people type it, with a decimal comma or as a fraction, too. ValueError where it is no number."""
        return quotient(text)

    def write(self, value):
        return repr(value)


@dataclass(frozen=True)
class Sizes(Kind):
    """A few whole numbers from low to high, written with commas; none of them as "none"."""

    low: int
    high: int
    most: int
    choices = None

    @property
    def allowed(self):
        return f"at most {self.most} whole numbers from {self.low:,} to {self.high:,}, commas between them; or none"

    def check(self, value):
        if isinstance(value, str | bytes | Mapping):
            raise ValueError
        each = Integer(self.low, self.high)
        sizes = tuple(each.check(size) for size in (value if isinstance(value, Iterable) else (value,)))
        if len(sizes) > self.most:
            raise ValueError
        return sizes

    def read(self, text):
        return tuple(int(size) for size in text.split(",")) if text.strip() != "none" else ()

    def write(self, value):
        return ",".join(map(str, value)) or "none"


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def allowed(self):
        return "one of " + ", ".join(self.choices)

    def check(self, value):
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError
        return value

    def read(self, text):
        return text

    def write(self, value):
        return value


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no: "true" or "false" in a link, on the page what they are called."""

    yes: str
    no: str
    choices = ("true", "false")

    @property
    def allowed(self):
        return f"true ({self.yes}) or false ({self.no})"

    @property
    def offered(self):
        return f"{self.yes} or {self.no}"

    def name(self, choice):
        return {"true": self.yes, "false": self.no}[choice]

    def check(self, value):
        if not isinstance(value, bool | np.bool_):
            raise ValueError
        return bool(value)

    def read(self, text):
        return {"true": True, "false": False}[text.lower()]

    def write(self, value):
        return "true" if value else "false"


@dataclass(frozen=True)
class Text(Kind):
    """Text as typed; what it means is the corpus's business."""

    allowed: str
    choices = None

    def check(self, value):
        if not isinstance(value, str):
            raise ValueError
        return value

    def read(self, text):
        return text

    def write(self, value):
        return value


def read_whole(value) -> int:
    """An int from a whole number of any integer type; ValueError or TypeError otherwise."""
    if isinstance(value, bool | np.bool_):
        raise ValueError
    return operator.index(value)


def read_number(value) -> float:
    """A finite float from a number; ValueError, TypeError or OverflowError otherwise."""
    if isinstance(value, bool | np.bool_ | str | bytes | bytearray):
        raise ValueError
    value = float(value)
    if not math.isfinite(value):
        raise ValueError
    return value
