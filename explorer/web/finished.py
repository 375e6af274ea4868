"""Answers that are everybody's, as they were sent: whoever asks for the same as others did costs a look-up.

A class opens the same few presets, and each of its pages asks for the same blocks of them, and for the same scripts. A
proxy would keep what is marked `FOR_ALL`; this is the same for a server without one, and no more than that: a person's
own recipe never gets here. The name of an answer is all that it depends on, its address, with the version in it, and
what the browser can unpack. Who may ask at all is looked at before.
"""

from typing import NamedTuple

from flask import Flask, Response, request

from explorer import limits
from explorer.web.kept import KEY_HEADER
from explorer.web.recent import Recent

YEAR = 365 * 24 * 3600  # seconds
FOR_ALL = f"public, max-age={YEAR}, immutable"  # a Cache-Control: proxies may keep the answer, for good
_HEADERS = ("Content-Type", "Content-Encoding", "Cache-Control", "ETag", "Vary")  # others are not of one answer
_BYTES_OF_AN_ENTRY = 1_000  # beside body and name
_SHARE = 8  # one answer may take so many-th part of all


class Sent(NamedTuple):
    """The body of an answer, compressed if that is how it was sent, and the headers that say what it is."""

    body: bytes
    headers: dict[str, str]


class Finished(Recent[tuple, Sent]):
    """Answers by name."""

    def __init__(self, most_bytes: int = limits.MAX_FINISHED_BYTES):
        super().__init__(_size, most_bytes)

    def put(self, name: tuple, sent: Sent) -> Sent:
        """Keep an answer, if it does not take the place of many others."""
        return super().put(name, sent) if _size(name, sent) <= self._most_bytes // _SHARE else sent


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
