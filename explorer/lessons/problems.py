"""What is wrong with the file of a lesson, told with file and line."""

from pathlib import Path
from typing import NamedTuple


class Problem(NamedTuple):
    """A mistake in a lesson: its file, the line, from 1, and what is wrong."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class LessonError(ValueError):
    """A lesson that cannot be shown; `problems` are all that were met, in the order of their lines."""

    def __init__(self, problems):
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class Problems:
    """The problems of one file, as they are met."""

    def __init__(self, path: Path):
        self.path, self.found = path, []

    def tell(self, line: int, message) -> None:
        """Take note of a problem."""
        self.found.append(Problem(self.path.name, line, str(message)))

    def stop(self) -> None:
        """Raise `LessonError` where there is any."""
        if self.found:
            raise LessonError(self.found)
