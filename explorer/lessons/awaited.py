"""Questions that the run answers: what a number will do, and what one is to bring about."""

import re
from dataclasses import dataclass, field
from typing import ClassVar

from explorer.errors import RecipeError
from explorer.lessons.ask import Ask, check_condition, check_number
from explorer.lessons.cues import check_stage
from explorer.lessons.keys import Key, checked
from explorer.lessons.markdown import Text, read_text
from explorer.lessons.places import Place
from explorer.training.fields import FIELDS

_NAME = re.compile(r"[A-Za-z_]\w*")
_STILL = 1e-9  # of the larger of two numbers: a smaller difference is none
DIRECTIONS = ("rises", "falls", "stays")


@dataclass(frozen=True)
class Direction(Ask):
    """Whether a number rises, falls or stays until a later position."""

    of: str = ""
    until: int = 0
    kind = "direction"
    keys: ClassVar = {"of": Key(str, True), "until": Key(int, True)}

    @classmethod
    def read(cls, given, table, place):
        check_number(given["of"], place, "of", table)
        if given["until"] <= place.position:
            table.tell("until", f"got {given['until']}, allowed is a position after {place.position}")
        return {"of": given["of"], "until": given["until"]}

    @property
    def reaches(self):
        return ((self.place, self.place.position, self.until),)

    def judged(self, computed, written):
        first, last = self.value(computed, self.of), self.value(computed, self.of, self.until)
        still = abs(last - first) <= _STILL * max(abs(first), abs(last))
        right = DIRECTIONS[2 if still else int(last < first)]
        return {"of": self.of, "until": self.until, "right": right, "from": first, "to": last}


def fields_in(condition: str, recipe) -> dict[str, list[str]]:
    """The recipe's fields that a condition names, each with what it may be, which is nothing where it is typed."""
    names = {*_NAME.findall(condition)} - {"loss"}  # which is a number of the step
    return {
        field.name: [each for each in field.choices or () if field.bears(each, recipe.model)]
        for field in FIELDS
        if field.name in names
    }


@dataclass(frozen=True)
class Do(Ask):
    """Something to be done in the explorer: it waits until a condition is true there. `way` is a place where it is."""

    until: str = ""
    hint: Text | None = None
    way: Place = field(default_factory=lambda: Place("", ""))
    kind = "do"
    keys: ClassVar = {"until": Key(str, True), "hint": Key(str), "way": Key(dict, True)}
    way_keys: ClassVar = {"recipe": Key(str), "step": Key(int), "stage": Key(str)}

    @classmethod
    def read(cls, given, table, place):
        check_condition(given["until"], place, "until", table)
        hint, own = given.get("hint"), checked(given["way"], cls.way_keys, "a way", table)
        if own is None:
            return {}
        way = Place(place.explorer, own.get("recipe", place.query), own.get("step", place.step), own.get("stage", ""))
        try:
            check_stage(way.stage, way.recipe, table)
            check_condition(given["until"], way, "until", table)
        except RecipeError as error:
            table.tell("way", error)
        text = read_text(hint, table.line("hint"), place, table.problems) if hint else None
        return {"until": given["until"], "hint": text, "way": way}

    @property
    def texts(self):
        return (*super().texts, *([self.hint] if self.hint else []))

    @property
    def reaches(self):
        here, there = self.place.position, self.way.position
        if self.way.recipe == self.place.recipe:
            return ((self.place, min(here, there), max(here, there)), (self.way, there, there))
        return ((self.place, here, here), (self.way, 0, there))

    @property
    def conditions(self):
        return (self.until,)

    def judged(self, computed, written):
        if computed.value(self.way.query, self.until, self.way.position) != 1.0:
            raise ValueError(f"{self.until} does not hold where the ask's own way leads")
        if computed.value(self.place.query, self.until, self.place.position) == 1.0:
            raise ValueError(f"{self.until} holds before anything is done")
        way = {"query": self.way.query, "step": self.way.step, "stage": self.way.stage}
        told = {"until": self.until, "hint": written(self.hint) if self.hint else "", "way": way}
        return told | {"fields": fields_in(self.until, self.place.recipe)}
