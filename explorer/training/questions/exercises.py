"""Exercises: a step of the same recipe from other starting weights, one for each student's number, which is the seed.

So whoever knows a number can work out its step, the teacher has all solutions, and nothing needs to be kept.
"""

import csv
import io
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from explorer import limits
from explorer.budget import CHARACTER, charge
from explorer.errors import Diverged, RecipeError
from explorer.training.fields import BY_NAME
from explorer.training.questions.named import characters_told, sides_told, title_of
from explorer.training.replay import Trajectory
from explorer.training.steps import checked

_MOST_INSTANCES = 32  # of a batch that a sheet spells out
_BYTES = 6  # of a character, in the text and in the answer that it goes into


class Solution(NamedTuple):
    """A student's number, the instances of the step in words, and the numbers by what they are called.

    Of a batch the first 32 instances are told, and how many more there are.
    """

    student: int
    instances: str
    values: dict[str, float]


class Solutions(tuple):
    """`Solution` for each number; where a run diverges before the step it has no values."""

    @property
    def columns(self) -> list[str]:
        """What numbers any of them has, in the order of the stages."""
        return list(dict.fromkeys(name for each in self for name in each.values))

    @property
    def differ(self) -> bool:
        """Whether not all are the same, as they are where nothing that is asked comes from the seed."""
        return any(each.values != self[0].values for each in self)

    def to_csv(self) -> str:
        """A table, a row a student, with every digit: comma-separated values."""
        text, columns = io.StringIO(newline=""), self.columns
        rows = csv.writer(text)
        rows.writerow(["student", "instance", *columns])
        rows.writerows(
            [each.student, each.instances, *(each.values.get(name, "") for name in columns)] for each in self
        )
        return text.getvalue()


def exercise(recipe, student):
    """The recipe of a student's number. Raises `RecipeError` for what is none."""
    seed = checked("student", student, BY_NAME["seed"].kind)
    return recipe.replaced(recipe.edits, seed=seed)


def solutions(recipe, students, step: int, stages=None) -> Solutions:
    """The step of each student's exercise. Raises `RecipeError` for what are no numbers, and no stages."""
    if not isinstance(students, Iterable):
        raise RecipeError([("students", students, "numbers, such as range(1, 31)")])
    students = list(students)
    if len(students) > limits.MAX_STUDENTS:
        raise RecipeError([("students", f"{len(students):,} numbers", f"at most {limits.MAX_STUDENTS:,}")])
    names = _shown(recipe.architecture, stages)
    return Solutions(_solution(exercise(recipe, student), student, step, names) for student in students)


def _shown(model, stages):
    """What some stages show, by default all: names in their order."""
    known = {stage.name: stage.shows for stage in model.stages}
    wanted = list(known) if stages is None else [stages] if isinstance(stages, str) else list(stages)
    if wrong := [stage for stage in wanted if stage not in known]:
        raise RecipeError([("stages", wrong[0], "stages: " + ", ".join(known))])
    return list(dict.fromkeys(name for stage in wanted for name in known[stage]))


def _solution(recipe, student, step, names):
    try:
        frame = Trajectory(recipe).frame(step)
    except Diverged:
        return Solution(student, "diverges before it", {})
    told, values = _instances_told(frame), {}
    for name in names:
        values |= {"loss": frame.loss} if name == "loss" else _values(frame, name)
    return Solution(student, told, values)


def _instances_told(frame):
    """The first instances in words, and how many are left; charged before, as a word may have a thousand letters."""
    first, more = frame.instances[:_MOST_INSTANCES], len(frame.instances) - _MOST_INSTANCES
    characters = sum(characters_told(frame.vocabulary, instance) for instance in first)
    charge("step", frame.step, CHARACTER * characters, _BYTES * characters)
    told = "; ".join(sides_told(frame.vocabulary, instance) for instance in first)
    return f"{told}; and {more:,} more" if more > 0 else told


def _values(frame, name):
    """The numbers of a name by what they are called, a weight's after the step; none of more than anybody works out."""
    declared, shape = frame.model.declared(name), frame.shape(name)
    if np.prod(shape, dtype=float) > limits.MAX_SHEET:
        return {}
    array, found = frame.updated[name] if declared.role == "weight" else frame[name], {}
    for index in np.ndindex(*shape):
        if np.isnan(array[index]) or (declared.role == "index" and array[index] < 0):
            continue  # an instance that has fewer
        found[_named(frame, declared, index)] = float(array[index])
    return found


def _named(frame, declared, index):
    """In words; an id, which is asked by its index, by that."""
    if declared.role != "index":
        return title_of(frame, declared, index)
    return f"{declared.symbol}[{', '.join(str(i + 1) for i in index)}]"
