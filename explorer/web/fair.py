"""One budget an answer, and one dear answer at a time, behind all others.

Most answers take a few milliseconds, and they are what a class waits for. A few take a second or two. So that these
never stand in the way, a process works on one of them at a time: an answer that turns out to be dear (see
`Budget.dear`) while another is being worked on is told to come again, at once, and holds no thread of the server.

The one that is worked on is begun anew in a thread of its own, which the system runs when the others let it: two
threads that compute all the time share a core, and a class that needs more than half of it would fall behind.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread, get_native_id

import numpy as np
from flask import Response, copy_current_request_context, jsonify, request

from explorer import limits
from explorer.budget import Budget
from explorer.maths.kernel import compiling_seconds

COME_AGAIN = 1  # seconds
_BEHIND = 10  # how much nicer a thread is that works on a dear answer: it has a tenth of the weight of another
_HAND_OVER = 0.00005  # seconds after which a thread that works on a dear answer lets another one run; usually 0.005
_USUAL = sys.getswitchinterval()

_dear = Lock()


class Busy(Exception):
    """Another dear answer is being worked on: come again in `COME_AGAIN` seconds."""


def come_again() -> Response:
    """The answer to who is told to come again."""
    response = jsonify(reason="The server is busy.")
    response.status_code = 503
    response.headers["Retry-After"] = str(COME_AGAIN)
    return response


def answer(view: Callable):
    """What `view()` answers to the request that is being served, within a budget. Raises what it raises, and `Busy`."""
    try:
        with _budget(dear=_interrupt):
            return view()
    except _IsDear:
        pass
    if not _dear.acquire(blocking=False):
        raise Busy
    sys.setswitchinterval(_HAND_OVER)
    try:
        return _behind_others(view)
    finally:
        sys.setswitchinterval(_USUAL)
        _dear.release()


class _IsDear(BaseException):
    """Ends the beginning of an answer that turned out to be dear; nobody on the way takes it for a problem."""


def _interrupt():
    raise _IsDear


def give_way() -> None:
    """Let all other threads go before this one, from now on."""
    with suppress(OSError, AttributeError):  # only Linux has threads with a priority of their own
        own = os.getpriority(os.PRIO_PROCESS, get_native_id())
        os.setpriority(os.PRIO_PROCESS, get_native_id(), own + _BEHIND)


def _behind_others(view):
    """What `view()` answers or raises, in a thread that others go before."""
    found = []

    @copy_current_request_context
    def work():
        give_way()
        try:
            with _budget():
                found.extend((view(), None))
        except BaseException as error:
            found.extend((None, error))

    thread = Thread(target=work, name="dear answer", daemon=True)
    thread.start()
    thread.join()
    answer, error = found
    if error is not None:
        raise error
    return answer


@contextmanager
def _budget(**more) -> Iterator[Budget]:
    most = {"work": limits.MAX_WORK, "memory": limits.MAX_MEMORY, "seconds": limits.MAX_SECONDS}
    from_which = {"dear_work": limits.DEAR_WORK, "dear_memory": limits.DEAR_MEMORY}
    gone = request.environ.get("waitress.client_disconnected", lambda: False)  # waitress knows
    # Numbers that are too large are told in the answer, where they are told at all, and not in the server's log.
    quietly = np.errstate(over="ignore", invalid="ignore", divide="ignore")
    with quietly, Budget(**most, clock=_clock, gone=gone, **from_which, **more) as own:
        yield own


def _clock() -> float:
    """Seconds, in which nothing is compiled: that is done once, and nobody's fault."""
    return time.monotonic() - compiling_seconds()
