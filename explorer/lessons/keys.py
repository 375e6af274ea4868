"""TOML in a lesson: its head, and its blocks. Which keys there are, what they take, and the line that each is in."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

_AT_LINE = re.compile(r" \(at line (\d+), column (\d+)\)")
_TOLD = {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table", object: "a value"}


class Key(NamedTuple):
    """What a key takes: a type, a tuple of them or `object`; `needed` : whether it has to be there."""

    kind: type | tuple[type, ...]
    needed: bool = False

    @property
    def allowed(self) -> str:
        """What it takes, in words."""
        kinds = self.kind if isinstance(self.kind, tuple) else (self.kind,)
        return " or ".join(_TOLD[kind] for kind in kinds)

    def takes(self, value) -> bool:
        """Whether a value is what it takes; truths are no numbers."""
        kinds = self.kind if isinstance(self.kind, tuple) else (self.kind,)
        return isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds or object in kinds)


class Table:
    """A table of TOML and where it stands.

    values : by key. first : the line of the file that its first line is; begun : that of whatever it belongs to.
    problems : where to tell what is wrong.
    """

    def __init__(self, text: str, first: int, problems, begun: int | None = None):
        self._text, self._first, self.problems = text, first, problems
        self.begun = first if begun is None else begun
        self.values: dict[str, Any] = {}
        try:
            self.values = tomllib.loads(text)
            self.read = True
        except ValueError as error:  # the module's own, and that of a number with thousands of digits
            self.read = False
            self._refuse(str(error))
        except RecursionError:
            self.read = False
            self._refuse("it is nested too deep")

    def _refuse(self, message):
        at = _AT_LINE.search(message)
        line = self._first + int(at[1]) - 1 if at else self.begun
        problem = f"{message[: at.start()]} in column {at[2]}" if at else message
        self.problems.tell(line, f"this is no TOML: {problem}")

    def line(self, key: str) -> int:
        """The line that a key stands in; where that cannot be said, the first."""
        plain = re.search(rf"(?m)^[ \t]*\[?[\w.]*\b{re.escape(key)}\b", self._text)
        return self._first + self._text[: plain.start()].count("\n") if plain else self.begun

    def tell(self, key: str, message) -> None:
        """Take note of a problem with a key."""
        self.problems.tell(self.line(key), f"{key}: {message}")

    def checked(self, keys: Mapping[str, Key], what: str) -> dict | None:
        """The values, where every key is one of `keys` and has what that takes; None, and problems, where not.

        what : what the table is of, in words.
        """
        if not self.read:
            return None
        return checked(self.values, keys, what, self)


def checked(values: Mapping, keys: Mapping[str, Key], what: str, table: Table) -> dict | None:
    """The same of a table within a table."""
    before = len(table.problems.found)
    for name, value in values.items():
        if name not in keys:
            table.tell(name, f"{what} has no such key; there are {', '.join(keys)}")
        elif not keys[name].takes(value):
            table.tell(name, f"got {value!r}, allowed is {keys[name].allowed}")
    for name, key in keys.items():
        if key.needed and name not in values:
            table.problems.tell(table.begun, f"{what} has no {name}: {key.allowed}")
    return None if len(table.problems.found) > before else dict(values)
