"""Entries of a ledger that belong together."""

from collections.abc import Iterable
from typing import NamedTuple


class Group(NamedTuple):
    """What entries have in common, what they add up to, how many they are; where the largest led to, and its size."""

    what: object
    change: float
    count: int
    position: int
    largest: float


def largest_first(groups: Iterable[Group]) -> list[Group]:
    """The groups, the largest change first."""
    return sorted(groups, key=lambda group: -abs(group.change))
