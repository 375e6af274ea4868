"""What was asked for lately, bounded: what recipes and answers are kept in."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Name, Value = TypeVar("Name"), TypeVar("Value")


class Recent(Generic[Name, Value]):
    """Values by name, bounded in bytes and in number; the one least recently asked for goes first.

    `size_of` tells a value's bytes, again where it has grown; their sum is kept, so that they are never measured all at
    once.
    """

    def __init__(self, size_of: Callable[[Name, Value], int], most_bytes: float, most: float = float("inf")):
        self._size_of, self._most_bytes, self._most = size_of, most_bytes, most
        self._values: OrderedDict[Name, Value] = OrderedDict()
        self._sizes: dict[Name, int] = {}
        self._lock = Lock()
        self.bytes = 0

    def __len__(self):
        return len(self._values)

    def get(self, name: Name) -> Value | None:
        """The value with this name, if it is kept."""
        with self._lock:
            if (found := self._values.get(name)) is not None:
                self._values.move_to_end(name)
            return found

    def put(self, name: Name, value: Value) -> Value:
        """Keep a value. Returns what is kept under this name: what came first."""
        with self._lock:
            kept = self._values.setdefault(name, value)
        self.measure(name)
        return kept

    def measure(self, name: Name) -> None:
        """Count the value with this name anew, if it is kept; the oldest go as long as there is too much."""
        with self._lock:
            if (value := self._values.get(name)) is None:
                return
            size = self._size_of(name, value)
            self.bytes += size - self._sizes.get(name, 0)
            self._sizes[name] = size
            while self.bytes > self._most_bytes or len(self._values) > self._most:
                oldest, _ = self._values.popitem(last=False)
                self.bytes -= self._sizes.pop(oldest, 0)
