"""The server stands whatever it is asked: thousands of requests of a seeded grammar, and none of them is a bug.

Requests of one client follow each other here, so whoever is told that the server is busy was locked out by an answer
that is long over.
"""

import ctypes
import gc
import json
import logging
import os
import sys
import time
from contextlib import suppress
from random import Random

import numpy as np
import pytest

from explorer import limits
from explorer.budget import Budget
from explorer.web import fair, kept
from explorer.web.server import create_app
from explorer.web.warmth import WARMTH
from tests.fuzzing.recipes import Recipes
from tests.fuzzing.requests import Asked, Requests

REQUESTS, ALL_REQUESTS, SEED = 2_000, 20_000, 1
DEAR = Asked("/api/frames?preset=four-grams&model=nnlm&seed=77&frames.start=272&frames.count=2")
MOST_KEPT, MOST_KEPT_BYTES = 50, 3_000_000  # so little that recipes come and go all the time
SAMPLES = 20  # of the memory
GROWTH = 40_000_000  # bytes that the process may grow by in the second half


@pytest.fixture
def client(monkeypatch):
    """Of a server that has compiled everything, and keeps little."""
    while not WARMTH.ready:
        WARMTH.compile_next()
    monkeypatch.setattr(kept._kept, "_most", MOST_KEPT)
    monkeypatch.setattr(kept._kept, "_most_bytes", MOST_KEPT_BYTES)
    for key in list(kept._kept._values):
        kept._kept.measure(key)  # what tests before have left goes
    return create_app(warm_up=False).server.test_client()


@pytest.fixture
def spent(monkeypatch):
    """(work, memory) of every answer."""
    found = []

    class Told(Budget):
        def __exit__(self, *error):
            super().__exit__(*error)
            found.append((self.spent_work, self.spent_memory))

    monkeypatch.setattr(fair, "Budget", Told)
    return found


def no_number(constant):
    raise ValueError(f"{constant} is no JSON: browsers do not read it")


def check(asked, answer, seconds):
    """That an answer is one, whatever was asked."""
    assert answer.status_code < 500 or (answer.status_code == 503 and "Retry-After" not in answer.headers), asked
    assert seconds < limits.MAX_SECONDS, asked
    if answer.is_json and answer.data:
        json.loads(answer.data, parse_constant=no_number)
    if answer.status_code == 400 and answer.is_json and asked.path.startswith("/api/") and answer.data:
        assert answer.json["problems"], asked


def resident() -> int:
    """Bytes of memory that the process has, without what it could give back; 0 where the system does not tell."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@pytest.mark.slow_without_jit
def test_nothing_that_is_asked_is_too_much(client, spent, caplog, pytestconfig):
    caplog.set_level(logging.WARNING)
    count = ALL_REQUESTS if pytestconfig.getoption("--all-requests") else REQUESTS
    requests, switch, memory = Requests(Random(SEED), Recipes(Random(SEED))), sys.getswitchinterval(), []
    for number in range(count):
        asked = next(requests) if number != count // 2 else DEAR
        if number % (count // SAMPLES) == 0:
            memory.append(resident())
        begin = time.process_time()  # not of the wall: the machine may have other things to do
        answer = asked.send(client)
        check(asked, answer, time.process_time() - begin)
        assert caplog.records == [], asked
        assert len(kept._kept) <= MOST_KEPT
    quarters = np.array(memory).reshape(4, -1).min(axis=1)  # what an answer holds for a while comes and goes
    assert quarters[3] - quarters[1] < GROWTH
    client.get("/api/describe?preset=king-queen")  # what was handed out last is counted now
    assert kept._kept.bytes <= MOST_KEPT_BYTES
    assert len(spent) > count / 2
    work, bytes_held = map(max, zip(*spent, strict=True))
    assert limits.DEAR_WORK < work <= limits.MAX_WORK
    assert bytes_held <= limits.MAX_MEMORY
    assert not fair._dear.locked()
    assert sys.getswitchinterval() == switch
