"""Waitress's loop, turned so that connections at rest cost nothing.

Waitress asks each of its channels at every turn whether it wants to read or to write. With 1,500 pages that each keep a
connection for their next question, that is a millisecond a turn, a few turns a request, half of a core. Here a channel
is asked again only while something happens with it; the selector of the standard library watches the rest.
"""

import time
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

from waitress import wasyncore
from waitress.channel import HTTPChannel

_ALL_EVERY = 1.0  # seconds; waitress closes connections that have been at rest for minutes by changing what they want


class Loop(dict):
    """The `map` for waitress, of its channels by their files, and the loop over them."""

    def __init__(self):
        super().__init__()
        self._selector = DefaultSelector()
        self._awake = set()  # files of the channels that are asked at the next turn
        self._all_at = 0.0

    def __setitem__(self, file: int, channel) -> None:
        super().__setitem__(file, channel)
        self._awake.add(file)

    def __delitem__(self, file: int) -> None:
        super().__delitem__(file)
        self._awake.discard(file)
        self._watch(file, 0)

    def turn(self, seconds: float) -> None:
        """Read and write once whatever can be, when something can, or when the time is over."""
        if time.monotonic() >= self._all_at:
            self._all_at = time.monotonic() + _ALL_EVERY
            self._awake.update(self)
        for file in tuple(self._awake):
            self._ask(file, self[file])
        for key, events in self._selector.select(seconds):
            self._awake.add(key.fd)
            for event, act in ((EVENT_READ, wasyncore.read), (EVENT_WRITE, wasyncore.write)):
                if events & event and key.fd in self:
                    act(self[key.fd])
        self._awake.intersection_update(self)

    def _ask(self, file, channel):
        reads, writes = channel.readable(), channel.writable() and not channel.accepting
        self._watch(file, EVENT_READ * bool(reads) | EVENT_WRITE * bool(writes))
        if isinstance(channel, HTTPChannel) and not writes and not waits(channel):
            self._awake.discard(file)

    def _watch(self, file, events):
        known = self._selector.get_map().get(file)
        if known is None and events:
            self._selector.register(file, events)
        elif known is not None and not events:
            self._selector.unregister(file)
        elif known is not None and known.events != events:
            self._selector.modify(file, events)


def waits(channel) -> bool:
    """Whether someone waits for this channel's answer, or has not taken it yet."""
    return bool(channel.requests or channel.request or channel.total_outbufs_len)
