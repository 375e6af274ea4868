"""Whether what a lesson says is so: the project's tests ask it of its lessons, and `--check-lessons` of anybody's.

A page computes its numbers and judges answers, and tells where it cannot; claims are of many runs, which no reader
should wait for, and nothing of them is shown. So they are held here.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from explorer.errors import Diverged
from explorer.lessons.folders import read_file
from explorer.lessons.html import Page
from explorer.lessons.lesson import Lesson
from explorer.lessons.problems import LessonError, Problem


def check(path: Path, panels, computed) -> list[Problem]:
    """All that is wrong with a lesson's file, in the order of its lines; claims once it can be read.

    panels : the page's, by name, as for `cues.read_explorers`. computed : where numbers come from, see `Page`.
    """
    try:
        lesson = read_file(path, panels)
    except LessonError as error:
        return list(error.problems)
    return sorted([*_without_value(lesson, computed), *_untrue(lesson, computed)])


def _without_value(lesson: Lesson, computed) -> tuple[Problem, ...]:
    """Its numbers that have no value, and its questions that have no right answer."""
    page = Page(lesson, computed)
    with suppress(LessonError):  # told with those of the notes
        page.text()
    try:
        page.notes()
    except LessonError as error:
        return error.problems
    return ()


def _untrue(lesson: Lesson, computed) -> Iterator[Problem]:
    """The claims that do not hold."""
    for claim in lesson.claims:
        try:
            wrong = claim.wrong(computed)
        except (ValueError, Diverged) as error:
            wrong = f"the claim {claim.holds} cannot be told: {error}"
        if wrong:
            yield Problem(lesson.path.name, claim.line, wrong)
