"""Answers that are everybody's, as they were sent: whoever asks for the same as others did costs a look-up.

A class opens the same few presets, and each of its pages asks for the same blocks of them. A proxy would keep what is
marked `FOR_ALL`; this is the same for a server without one, and no more than that: a person's own recipe never gets
here. The name of an answer is all that it depends on, its address, with the version in it, and what the browser can
unpack. Who may ask at all is looked at before.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from flask import Flask, Response, request

from explorer import limits
from explorer.web.kept import KEY_HEADER

FOR_ALL = "public, max-age=31536000, immutable"  # a Cache-Control: proxies may keep the answer, for good
_HEADERS = ("Content-Type", "Content-Encoding", "Cache-Control", "Vary")  # others are not of one answer
_BYTES_OF_AN_ENTRY = 1_000  # beside body and name
_SHARE = 8  # one answer may take so many-th part of all


class Sent(NamedTuple):
    """The body of an answer, compressed if that is how it was sent, and the headers that say what it is."""

    body: bytes
    headers: dict[str, str]


class Finished:
    """Answers by name, bounded in bytes; the one least recently asked for goes first."""

    def __init__(self, most_bytes: int = limits.MAX_FINISHED_BYTES):
        self._most_bytes = most_bytes
        self._answers: OrderedDict[tuple, Sent] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0

    def __len__(self):
        return len(self._answers)

    def get(self, name: tuple) -> Sent | None:
        """The answer with this name, if it is kept."""
        with self._lock:
            if (found := self._answers.get(name)) is not None:
                self._answers.move_to_end(name)
            return found

    def put(self, name: tuple, sent: Sent) -> None:
        """Keep an answer, if it does not take the place of many others."""
        size = _size(name, sent)
        with self._lock:
            if name in self._answers or size > self._most_bytes // _SHARE:
                return
            self._answers[name] = sent
            self.bytes += size
            while self.bytes > self._most_bytes:
                self.bytes -= _size(*self._answers.popitem(last=False))


def _size(name, sent) -> int:
    return _BYTES_OF_AN_ENTRY + sum(map(len, name)) + len(sent.body)


_finished = Finished()  # this process's


def register(server: Flask) -> None:
    """Keep what the app answers as it leaves: what is done to answers after this call is done before they get here."""

    @server.after_request
    def keep(response):
        if response.status_code == 200 and response.headers.get("Cache-Control") == FOR_ALL and (name := _name()):
            headers = {key: response.headers[key] for key in _HEADERS if key in response.headers}
            _finished.put(name, Sent(response.get_data(), headers))
        return response


def answer() -> Response | None:
    """The answer to the request that is being served, if it is kept."""
    if (name := _name()) is None or (sent := _finished.get(name)) is None:
        return None
    return Response(sent.body, headers=sent.headers)


def _name() -> tuple | None:
    """All that the answer to this request depends on; None where its address does not say it all."""
    if request.method not in ("GET", "HEAD") or KEY_HEADER in request.headers or request.get_data():
        return None
    return request.path, request.query_string, request.headers.get("Accept-Encoding", "")
