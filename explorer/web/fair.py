"""One budget an answer, and one dear answer at a time.

Most answers take a few milliseconds, and they are what a class waits for. A few take a second or two. So that these
never stand in the way, a process works on one of them at a time: an answer that turns out to be dear (see
`Budget.dear`) while another is being worked on is told to come again, at once, and holds no thread of the server.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import numpy as np
from flask import Response, has_request_context, jsonify, request

from explorer import limits
from explorer.budget import Budget
from explorer.maths.kernel import compiling_seconds

COME_AGAIN = 1  # seconds
_HAND_OVER = 0.0005  # seconds after which a thread that works on a dear answer lets another one run; usually 0.005

_dear = Lock()


class Busy(Exception):
    """Another dear answer is being worked on: come again in `COME_AGAIN` seconds."""


def come_again() -> Response:
    """The answer to who is told to come again."""
    response = jsonify(reason="The server is busy.")
    response.status_code = 503
    response.headers["Retry-After"] = str(COME_AGAIN)
    return response


@contextmanager
def budget() -> Iterator[Budget]:
    """The budget of the answer to the request that is being served. What works for it may raise `Busy`."""
    taken = []

    def dear():
        if not _dear.acquire(blocking=False):
            raise Busy
        taken.append(sys.getswitchinterval())
        sys.setswitchinterval(_HAND_OVER)

    most = {"work": limits.MAX_WORK, "memory": limits.MAX_MEMORY, "seconds": limits.MAX_SECONDS}
    from_which = {"dear_work": limits.DEAR_WORK, "dear_memory": limits.DEAR_MEMORY}
    # Numbers that are too large are told in the answer, where they are told at all, and not in the server's log.
    quietly = np.errstate(over="ignore", invalid="ignore", divide="ignore")
    try:
        with quietly, Budget(**most, clock=_clock, gone=_gone(), dear=dear, **from_which) as own:
            yield own
    finally:
        if taken:
            sys.setswitchinterval(taken[0])
            _dear.release()


def _clock() -> float:
    """Seconds, in which nothing is compiled: that is done once, and nobody's fault."""
    return time.monotonic() - compiling_seconds()


def _gone():
    """The function that says whether the client has closed its connection; waitress has one."""
    unknown = lambda: False  # noqa: E731
    return request.environ.get("waitress.client_disconnected", unknown) if has_request_context() else unknown
