"""Compiling ahead: that it covers every kernel, starts once, survives a fork, and is told to whoever asks."""

import os
import re
import subprocess
import sys
import threading
import time

import numba
import pytest

from explorer import PRESETS
from explorer.web import warmth
from explorer.web.server import create_app, main
from tests.app_process import CHECKOUT


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.further_case
def test_nothing_is_compiled_after_the_warm_up():
    command = [sys.executable, "-m", "tests.every_kernel"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=600)
    assert done.stderr == ""
    assert re.fullmatch(r"\d\d kernels, \d\d+ recipes\n", done.stdout), done.stdout


def models(*steps):
    """A warm-up whose models take as long as their steps, functions."""

    def warm_up():
        for number, step in enumerate(steps, start=1):
            yield number, len(steps), f"model {number}"
            step()

    return warm_up


@pytest.fixture
def warming(monkeypatch):
    """A warm-up of one's own in place of the process's."""

    def begin(*steps):
        monkeypatch.setattr(warmth, "warm_up", models(*steps))
        monkeypatch.setattr(warmth.os, "register_at_fork", lambda **_: None, raising=False)  # cannot be taken back
        monkeypatch.setattr(warmth, "WARMTH", warmth.Warmth())
        return warmth.WARMTH

    return begin


def until(condition):
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    assert condition()


def test_readiness_is_told(warming):
    done = threading.Event()
    now = warming(lambda: None, lambda: done.wait(120))
    client = create_app().server.test_client()
    until(lambda: "2 of 2" in now.progress())
    health, waiting = (client.get(path, headers={"Host": "10.0.0.7"}) for path in ("/healthz", "/readyz"))
    assert (health.status_code, health.text) == (200, "ok")
    assert (waiting.status_code, waiting.text) == (503, "Preparing kernels, 2 of 2: model 2")
    assert int(waiting.headers["Retry-After"]) > 0
    assert not now.ready
    done.set()
    until(lambda: now.ready)
    told = client.get("/readyz")
    assert (told.status_code, told.text, told.headers["Cache-Control"]) == (200, "ready", "no-store")
    assert client.get("/", headers={"Host": "10.0.0.7"}).status_code == 403


def test_a_process_warms_up_once(warming):
    calls = []
    now = warming(lambda: calls.append(threading.current_thread().name))
    create_app(warm_up=False)
    assert now.progress() == "Preparing kernels, 1 of 1: model 1"
    for _ in range(3):
        create_app()
    until(lambda: now.ready)
    create_app()
    assert calls == ["warm-up"]


def test_presets_are_opened_before_it_is_told_that_all_is_ready(warming, monkeypatch):
    opened = []
    monkeypatch.setattr(warmth, "trajectory", lambda query: query)
    monkeypatch.setattr(warmth, "describe", lambda query: opened.append((query, now.ready)))
    now = warming(lambda: None)
    while not now.ready:
        now.compile_next()
    now.compile_next()
    assert opened == [(f"preset={slug}", False) for slug in PRESETS]


def test_compiling_gives_way_to_requests(warming, monkeypatch):
    monkeypatch.setattr(warmth, "_PATIENCE", 20)
    calls, asked, answered = [], threading.Event(), threading.Event()
    now = warming(lambda: calls.append(1))

    def app(environ, start_response):
        asked.set()
        answered.wait(20)
        return [b""]

    request = threading.Thread(target=now.counting(app), args=({}, None))
    request.start()
    asked.wait(20)
    now.start()
    time.sleep(4 * warmth._PAUSE)
    assert calls == []
    answered.set()
    request.join()
    until(lambda: now.ready)
    assert calls == [1]


_FORKS = """
import os, signal, sys, time
import numba
from numba.core.compiler_lock import global_compiler_lock
from explorer.web import warmth

def compile_one():
    with global_compiler_lock:
        assert numba.njit(lambda x: x + 1)(1) == 2
        time.sleep(0.1)

def warm_up():
    for number in range(1, 6):
        yield number, 5, "model"
        compile_one()

warmth.warm_up = warm_up
now = warmth.WARMTH = warmth.Warmth()
now.start()
children = []
for _ in range(3):
    while now._compiling.acquire(blocking=False):  # until a model is being compiled
        now._compiling.release()
        time.sleep(0.001)
    child = os.fork()
    if child == 0:
        signal.alarm(90)
        left = int(now.progress().split()[2])
        while not now.ready:
            time.sleep(0.01)
        compile_one()
        os._exit(left)
    children.append(child)
print(*(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))
while not now.ready:
    time.sleep(0.01)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.further_case
def test_a_fork_in_the_midst_of_compiling():
    """Children that a lock were left in could neither compile nor import; each ends what was left to do."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _FORKS], cwd=CHECKOUT, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr) == ("2 3 4\n", "")


_ENDS = """
import threading, time
from explorer.web import warmth

begun = threading.Event()

def warm_up():
    for number in range(1, 4):
        yield number, 3, "model"
        begun.set()
        time.sleep(0.5)
        print(number, flush=True)

warmth.warm_up = warm_up
warmth.WARMTH = warmth.Warmth()
warmth.WARMTH.start()
begun.wait()
"""


def test_a_process_ends_after_the_model_that_is_being_compiled():
    """Ended in its midst, LLVM aborts."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _ENDS], cwd=CHECKOUT, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr, done.returncode) == ("1\n", "", 0)


def test_compiling_for_an_image(warming, monkeypatch, capsys):
    monkeypatch.setattr(warmth, "open_cache", lambda: None)
    monkeypatch.setattr(warmth, "cache_folder", lambda: "/kept")
    monkeypatch.setattr(warmth, "why_not_kept", lambda: None)
    warming(lambda: None, lambda: None)
    main(["--compile"])
    lines = ["Preparing kernels, 1 of 2: model 1 …", "Preparing kernels, 2 of 2: model 2 …"]
    assert capsys.readouterr().out.splitlines() == [*lines, "All kernels are kept in /kept"]
    monkeypatch.setattr(warmth, "why_not_kept", lambda: "no space")
    warming(lambda: None)
    with pytest.raises(SystemExit, match="no space"):
        main(["--compile"])
