"""The one way in which this project compiles a function.

Every kernel is compiled with the same options: without fastmath (the numbers on the screen are
bit-identical from run to run), without holding the interpreter lock (a server thread that computes
does not stop the others), with a cache on disk, and with NumPy's idea of division: by 0 it gives infinity or
NaN, which the training finds and tells, where Python's would have to be checked for each time.

Numba decides whether a cached kernel is stale by the file that defines it, and does not see that a
function it calls, defined in another file, has changed. So the cache folder is named after a hash of
every source a kernel can reach: an edit anywhere in them starts a new folder.
"""

import hashlib
import os
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path

import numba
import numpy as np
from numba.core import event

_SOURCES = ("maths", "models", "training")
_OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(function):
    """Compile `function` in nopython mode on its first call; kept on disk where that is possible."""
    if numba.config.DISABLE_JIT:
        return np.errstate(all="ignore")(function)  # compiled arithmetic wraps and overflows in silence, too
    folder = cache_folder()
    if folder is None:
        return numba.njit(function, **_OPTIONS)
    # Numba reads its cache folder when it decorates; another library's kernels keep their own.
    others = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(function, cache=True, **_OPTIONS)
    finally:
        numba.config.CACHE_DIR = others


class _Clock(event.Listener):
    """Adds up the time in which a kernel is compiled. One that needs another compiles it on the way: counted once."""

    def __init__(self):
        self._lock, self._depth, self._since, self._total = threading.Lock(), 0, 0.0, 0.0

    def on_start(self, event):
        with self._lock:
            if self._depth == 0:
                self._since = time.monotonic()
            self._depth += 1

    def on_end(self, event):
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                self._total += time.monotonic() - self._since

    def seconds(self) -> float:
        with self._lock:
            return self._total + (time.monotonic() - self._since if self._depth else 0.0)

    def forget_others(self):
        """In a forked process, where the thread that was compiling does not exist."""
        self._lock, self._depth = threading.Lock(), 0


_clock = _Clock()
event.register("numba:compile", _clock)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_clock.forget_others)


def compiling_seconds() -> float:
    """Seconds, since the process began, in which one of its threads was compiling, up to now; reading is not counted.

    Only one thread compiles at a time, and another that needs a kernel waits for it. Who measures how long an answer
    takes can leave out what this grew by.
    """
    return _clock.seconds()


@cache
def cache_folder() -> Path | None:
    """The first folder for compiled kernels that can be written to, or None if there is none."""
    name = f"kernels-{sources_hash()}"
    for parent in _cache_parents():
        folder = parent / "embedding-explorer" / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def sources_hash() -> str:
    """A short hash of the sources of all kernels and of the compiler's version."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for part in _SOURCES:
        for source in sorted((package / part).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_parents():
    if numba.config.CACHE_DIR:
        yield Path(numba.config.CACHE_DIR)
    elif sys.platform == "win32":
        yield Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir()))
    elif sys.platform == "darwin":
        yield Path(os.path.expanduser("~/Library/Caches"))
    else:
        yield Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    yield Path(tempfile.gettempdir())
