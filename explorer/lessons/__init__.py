"""Lessons: files that lead a class through a run: explorers move as one reads on, and every number is computed.

`reading` reads a file, `html` writes it, and neither knows of a server: where numbers come from is a parameter. Why
TOML and Markdown, and no language of our own: teachers know both, and what a lesson may do (move an explorer, ask,
wait) is a few keys.
"""

from explorer.lessons.checking import check
from explorer.lessons.computed import Computed, Known, NotYet
from explorer.lessons.folders import FOLDER, Shelf, files_in
from explorer.lessons.html import Page
from explorer.lessons.lesson import Lesson
from explorer.lessons.problems import LessonError, Problem
from explorer.lessons.reading import read
from explorer.lessons.used import Used, used

__all__ = [
    "FOLDER",
    "Computed",
    "Known",
    "Lesson",
    "LessonError",
    "NotYet",
    "Page",
    "Problem",
    "Shelf",
    "Used",
    "check",
    "files_in",
    "read",
    "used",
]
