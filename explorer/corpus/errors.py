"""What is wrong with a corpus, and where: lines and columns as an editor counts them."""

import re

from explorer.errors import Flaw

_LINE_END = re.compile(r"\r\n|\r|\n")


class CorpusError(ValueError):
    """A corpus that cannot be used.

    ``line`` and ``column`` are 1-based, columns in characters; both are None where the whole corpus
    is meant (too long, say) rather than a spot in it. ``message`` is the reason without the spot. ``field`` is that of
    the recipe which is to blame, None for the corpus itself.
    """

    def __init__(self, message, line=None, column=None, field=None):
        self.message, self.line, self.column, self.field = message, line, column, field
        super().__init__(message if line is None else f"line {line}, column {column}: {message}")

    def __reduce__(self):
        return type(self), (self.message, self.line, self.column, self.field)

    @property
    def told(self) -> str:
        """What a problem says of it where else it says what is allowed."""
        return str(self) if self.field else Flaw(self)

    @classmethod
    def at(cls, text, offset, message):
        """The error at ``text[offset]``. A line ends with LF, CRLF or CR, nothing else."""
        ends = [match.end() for match in _LINE_END.finditer(text, 0, offset)]
        start_of_line = ends[-1] if ends else 0
        return cls(message, len(ends) + 1, offset - start_of_line + 1)


class Misfit(CorpusError):
    """A corpus that can be read, but not used there: the message is the rest of "allowed is …"."""

    @property
    def told(self) -> str:
        """The message as it is."""
        return str(self)
