"""An exercise of one's own for each student, and the teacher's sheet of solutions."""

import csv

import numpy as np
import pytest

from explorer import Recipe, RecipeError, Run
from explorer.budget import Budget
from explorer.errors import OverBudget
from tests.questions.recipes import RECIPES

KING = Recipe(preset="king-queen")


def test_each_number_is_an_exercise_of_its_own_with_its_solution():
    run = Run(KING).seek(20)
    sheet = run.solutions(range(3, 7), stages=("hidden", "softmax"))
    assert [each.student for each in sheet] == [3, 4, 5, 6]
    assert sheet.differ
    for each in sheet:
        mine = Run(KING.replaced(seed=each.student)).seek(20)
        theirs = run.exercise(each.student)
        assert theirs.recipe == mine.recipe
        frame = theirs.frame()
        assert [each.values[f"h[{k + 1}]"] for k in range(5)] == mine.frame()["h"].tolist()
        y = [each.values[f"y[{word}]"] for word in frame.vocabulary]
        assert y == frame["y"].tolist()
        # what a student would write down is right for that student, and wrong for the next
        given = {"h": [f"{value:.4f}" for value in frame["h"]]}
        assert frame.check(given).ok
        assert not run.exercise(each.student + 1).frame().check(given).ok


def test_the_sheet_is_a_table():
    sheet = Run(KING).solutions([7, 2], step=3)
    head, *rows = csv.reader(sheet.to_csv().splitlines())
    assert head == ["student", "instance", *sheet.columns]
    assert [row[0] for row in rows] == ["7", "2"]
    for row, each in zip(rows, sheet, strict=True):
        assert dict(zip(head[2:], map(float, row[2:]), strict=True)) == each.values
    assert "loss" in head
    assert "W[king, 1]" in head  # after the step
    assert (
        sheet[0].values["W[king, 1]"] == Run(KING.replaced(seed=7)).frame(3).updated["W"][KING.corpus.index["king"], 0]
    )


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_every_model_has_solutions(recipe):
    (own, other) = Run(recipe).solutions((recipe.seed, 99), step=4)
    frame = Run(recipe).frame(4)
    assert own.values["loss"] == frame.loss
    shown = {name for stage in recipe.architecture.stages for name in stage.shows if name != "loss"}
    numbers = 1 + sum(_numbers(frame, name) for name in shown)
    assert len(own.values) == numbers
    assert other.values


def _numbers(frame, name):
    """How many numbers a name has, those that are not there left out."""
    declared = frame.model.declared(name)
    array = frame.updated[name] if declared.role == "weight" else frame[name]
    if array.size > 400:
        return 0
    return int((array >= 0).sum() if declared.role == "index" else (~np.isnan(array)).sum())


def test_what_is_no_student_or_stage_is_told():
    run = Run(KING)
    for asked in (
        {"students": [-1]},
        {"students": ["x"]},
        {"students": [1], "stages": ["moon"]},
        {"students": range(9999)},
    ):
        with pytest.raises(RecipeError):
            run.solutions(**asked)
    far = Run(KING.replaced(learning_rate=1e6)).solutions([1], step=400)
    assert far[0].values == {}
    given = KING.replaced(parameters=Run(KING).parameters)
    assert not Run(given).solutions([1, 2]).differ  # nothing is drawn


def test_of_a_large_batch_the_first_instances_are_told():
    words = [f"{n:02d}".ljust(500, "x") for n in range(40)]
    recipe = Recipe(pairs=", ".join(f"{word}|{word}" for word in words), vector_size=1, batch_size=40)
    with Budget() as budget:
        (sheet,) = Run(recipe).solutions([1], stages="loss")
    first, *others, last = sheet.instances.split("; ")
    assert (first, last) == (f"{words[0]} → {words[0]}", "and 8 more")
    assert len(others) == 31
    shorter = recipe.replaced(pairs=", ".join(f"{n}|{n}" for n in range(40)))
    with Budget() as short:
        Run(shorter).solutions([1], stages="loss")
    assert budget.spent_memory > short.spent_memory + len(sheet.instances)
    with Budget(memory=budget.spent_memory + 10 * len(sheet.instances)), pytest.raises(OverBudget, match="bytes"):
        Run(recipe).solutions(range(50), stages="loss")
