"""The one way in which this project compiles a function.

Every kernel is compiled with the same options: without fastmath (the numbers on the screen are bit-identical from
run to run), without holding the interpreter lock (a server thread that computes does not stop the others), with a
cache on disk (`kernel_cache`), and with NumPy's idea of division: by 0 it gives infinity or NaN, which the training
finds and tells, where Python's would have to be checked for each time.

A kernel may call a function that another file defines, which a look at its own file would not show to have
changed. So the cache folder is named after a hash of every source a kernel can reach: an edit anywhere in them
starts a new folder.
"""

import hashlib
import os
import sys
import threading
import time
from functools import cache
from pathlib import Path

import numba
import numpy as np
from numba.core import event

from explorer.maths.kernel_cache import KernelCache, open_to_readers, parent_folder, prepared

_SOURCES = ("maths", "models", "training")
_OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(function):
    """Compile `function` in nopython mode on its first call; kept on disk where that is possible."""
    return _compiled(function)


def inlined(function):
    """Compile a part of a kernel likewise; its code takes the place of each call of it.

    For what is called at every instance: a call counts the references to each array that it is given, which takes
    longer than the loops of a small layer.
    """
    return _compiled(function, forceinline=True)


def _compiled(function, **options):
    if numba.config.DISABLE_JIT:
        return np.errstate(all="ignore")(function)  # compiled arithmetic wraps and overflows in silence, too
    dispatcher = numba.njit(function, **_OPTIONS, **options)
    if folder := cache_folder():
        dispatcher._cache = KernelCache(function, folder)
    return dispatcher


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


def cache_folder() -> Path | None:
    """The folder in which compiled kernels are kept, or None if there is none that is safe."""
    return _cache()[0]


def why_not_kept() -> str | None:
    """Why kernels are (or some of them were) compiled in memory only; None where they are kept."""
    if numba.config.DISABLE_JIT:
        return "NUMBA_DISABLE_JIT is set, so that nothing is compiled"
    return _cache()[1] or (str(KernelCache.failure) if KernelCache.failure else None)


def open_cache() -> None:
    """Let every user read what root has compiled into EXPLORER_CACHE_DIR: an image's server runs as another user."""
    chosen = os.environ.get("EXPLORER_CACHE_DIR")
    if chosen and cache_folder() and hasattr(os, "geteuid") and os.geteuid() == 0:
        open_to_readers(cache_folder(), parent_folder())


@cache
def _cache() -> tuple[Path | None, str | None]:
    """The folder, or why there is none."""
    parent = parent_folder()
    if parent is None:
        return None, "this user has no folder for caches; EXPLORER_CACHE_DIR can name one"
    try:
        return prepared(parent / "embedding-explorer" / f"kernels-{sources_hash()}"), None
    except OSError as error:
        return None, str(error)


def sources_hash() -> str:
    """A short hash of the sources of all kernels and of what compiles them."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for part in _SOURCES:
        for source in sorted((package / part).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
