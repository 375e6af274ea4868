"""How kernels are compiled: how long it took."""

import threading
import time

import numba
import pytest
from numba.core import event

from explorer.maths.kernel import compiling_seconds

compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


def fresh_pair():
    """A function that was never compiled, and calls another such."""
    inner = numba.njit(lambda x: x + 1)
    return numba.njit(lambda x: inner(x) * 2)


@compiled_only
def test_compiling_is_counted_once_and_ends():
    before, start = compiling_seconds(), time.monotonic()
    assert fresh_pair()(1) == 4
    passed, counted = time.monotonic() - start, compiling_seconds() - before
    assert 0 < counted <= passed
    assert compiling_seconds() - before == counted


def test_compiling_in_progress_is_counted_in_every_thread():
    before, inside, done = compiling_seconds(), threading.Event(), threading.Event()

    def compile_long():
        with event.trigger_event("numba:compile"), event.trigger_event("numba:compile"):
            inside.set()
            done.wait(10)

    thread = threading.Thread(target=compile_long)
    thread.start()
    inside.wait(10)
    time.sleep(0.02)
    during = compiling_seconds() - before
    done.set()
    thread.join()
    after = compiling_seconds() - before
    assert 0.02 <= during <= after < 5
    assert compiling_seconds() - before == after


def test_two_threads_that_compile_at_once_are_counted_once():
    before, start, both = compiling_seconds(), time.monotonic(), threading.Barrier(2)

    def compile_long():
        with event.trigger_event("numba:compile"):
            both.wait(10)
            time.sleep(0.02)

    threads = [threading.Thread(target=compile_long) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 0.02 <= compiling_seconds() - before <= time.monotonic() - start
