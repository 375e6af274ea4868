"""What every question of a lesson is."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from explorer.lessons.keys import Key, Table
from explorer.lessons.markdown import Text
from explorer.lessons.numbers import checked_expression
from explorer.lessons.places import Place


@dataclass(frozen=True)
class Ask(ABC):
    """A question. line : of the file. place : of the explorer it is about. say : shown once it is answered."""

    line: int
    place: Place
    question: Text
    say: Text | None
    kind: ClassVar[str]
    keys: ClassVar[dict[str, Key]]

    @classmethod
    @abstractmethod
    def read(cls, given: dict, table: Table, place: Place) -> dict:
        """What is its own, by name, of the values given; problems are told."""

    @abstractmethod
    def judged(self, computed, written) -> dict:
        """All that is needed to judge an answer, ready for JSON, the right answer included.

        written : function of a `Text` that gives its HTML. Raises what `computed` does, and ValueError where a number
        has no value.
        """

    @property
    def texts(self) -> tuple[Text, ...]:
        """All its Markdown."""
        return (self.question, *([self.say] if self.say else []))

    @property
    def reaches(self) -> tuple[tuple[Place, int, int], ...]:
        """What it is about of its explorer's runs: (place, first position, last), each of the place's run."""
        return ((self.place, self.place.position, self.place.position),)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The expressions whose truth it waits for, in the runs that it is about."""
        return ()

    @property
    def numbers(self) -> tuple[tuple[int, str, tuple[int, ...]], ...]:
        """The numbers whose known mistakes it tells: (number of the step, from 0, quantity, index as in NumPy)."""
        return ()

    def value(self, computed, expression: str, position: int | None = None) -> float | str:
        """The value of an expression at the ask's place; ValueError where there is none."""
        position = self.place.position if position is None else position
        found = computed.value(self.place.query, expression, position)
        if found is None:
            raise ValueError(f"{expression} has no value at position {position:,}")
        return found


def check_condition(text: str, place: Place, key: str, table: Table) -> None:
    """Tell what is wrong with a condition that stands under a key."""
    found = checked_expression(text, place, table.line(key), table.problems, key)
    if found and not found.is_condition:
        table.tell(key, f"got {text!r}, allowed is a condition, such as loss < 0.5")


def check_number(text: str, place: Place, key: str, table: Table) -> None:
    """Tell what is wrong with an expression that stands under a key and is to be a number."""
    found = checked_expression(text, place, table.line(key), table.problems, key)
    if found and (found.is_condition or found.is_word):
        table.tell(key, f"got {text!r}, allowed is a number, such as h[1]")
