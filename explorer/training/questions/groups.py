"""Entries of a ledger that belong together."""

from collections.abc import Iterable
from typing import NamedTuple


class Group(NamedTuple):
    """What entries have in common, what they add up to, how many they are, and where the largest of them led to."""

    what: object
    change: float
    count: int
    position: int


def largest_first(groups: Iterable[Group]) -> list[Group]:
    """The groups, the largest change first."""
    return sorted(groups, key=lambda group: -abs(group.change))
