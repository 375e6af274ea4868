"""The lessons of some folders, read when they are asked for and again when their file has changed."""

from collections.abc import Iterable
from pathlib import Path

from explorer import resources
from explorer.lessons.lesson import Lesson
from explorer.lessons.problems import LessonError, Problem
from explorer.lessons.reading import read

FOLDER = resources.path("presets") / "lessons"


class Shelf:
    """All lessons of the project's folder and of others, whose files go before those of the same name.

    panels : the page's, by name, as for `cues.read_explorers`.
    """

    def __init__(self, folders: Iterable[Path], panels):
        self._folders, self._panels = (FOLDER, *map(Path, folders)), panels
        self._read: dict[Path, tuple[int, Lesson | LessonError]] = {}

    def paths(self) -> dict[str, Path]:
        """The files, by name."""
        return {path.stem: path for folder in self._folders for path in files_in(folder)}

    def lesson(self, name: str) -> Lesson:
        """A lesson. KeyError where there is none of this name, `LessonError` where it cannot be shown."""
        found = self._at(self.paths()[name])
        if isinstance(found, LessonError):
            raise found
        return found

    def all(self) -> tuple[list[Lesson], list[Problem]]:
        """The lessons in their order, and what is wrong with those that cannot be shown."""
        found = [self._at(path) for path in self.paths().values()]
        lessons = [each for each in found if isinstance(each, Lesson)]
        problems = [problem for each in found if isinstance(each, LessonError) for problem in each.problems]
        return sorted(lessons, key=lambda each: (each.order, each.name)), problems

    def changed(self, name: str) -> int:
        """When the file of a lesson was written; KeyError where there is none."""
        return self.paths()[name].stat().st_mtime_ns

    def _at(self, path):
        """What is in a file: a lesson, or what is wrong with it. What could not be read is read again."""
        try:
            written = path.stat().st_mtime_ns
            if path not in self._read or self._read[path][0] != written:
                self._read[path] = written, read(path, self._panels)
        except LessonError as error:
            self._read[path] = written, error
        except OSError as error:
            return _unread(path, error)
        return self._read[path][1]


def files_in(folder: Path) -> list[Path]:
    """The lessons' files in a folder, by name; hidden ones, such as the locks of editors, are no lessons."""
    return [path for path in sorted(folder.glob("[!.]*.md")) if path.is_file()]


def read_file(path: Path, panels) -> Lesson:
    """The lesson in a file. Raises `LessonError`, also where the file cannot be read."""
    try:
        return read(path, panels)
    except OSError as error:
        raise _unread(path, error) from None


def _unread(path, error):
    return LessonError([Problem(path.name, 1, f"this cannot be read: {error.strerror}")])
