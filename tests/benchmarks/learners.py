"""Learners as the server sees them: pages with a connection that stays open, each asking for its next block in time.

A page reads where to ask from the document, describes its recipe once, and asks for block after block. Two of three
learners have a preset as it is, the others one with a seed of their own. Beside them there may be somebody who asks for
the dearest answers that are allowed.
"""

import asyncio
import json
import random
import re
import time
from itertools import count
from urllib.parse import urlencode

from explorer import PRESETS
from explorer.web import ids
from tests.benchmarks.common import pairs_over

EVERY = 10.0  # seconds between two blocks of a learner
FRAMES = 100  # of one block: a learner steps ten times a second
SLUGS = [slug for slug in PRESETS if slug != "four-grams"]  # of which a page asks for a few frames at a time
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


class Refused(Exception):
    """An answer that is not what was asked for."""


class Connection:
    """A connection that stays open."""

    def __init__(self, port: int):
        self.port, self._stream = port, None

    async def ask(self, path: str, body: str | None = None, content_type: str = FORM) -> tuple[int, bytes]:
        """Status and body of an answer."""
        if self._stream is None:
            self._stream = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._stream
        method, more = "GET", b""
        if body is not None:
            method, more = "POST", body.encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Content-Type: {content_type}\r\nContent-Length: {len(more)}\r\n" if more else ""
        writer.write(f"{head}\r\n".encode() + more)
        told = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        body = await reader.readexactly(int(told.partition("content-length: ")[2].split()[0]))
        return int(told.split()[1]), body

    def close(self) -> None:
        if self._stream:
            self._stream[1].close()
            self._stream = None


class Learner:
    """A page, and the step up to which it has its frames. `taken` gets (when, seconds) of each of its answers."""

    def __init__(self, port: int, api: str, number: int, taken: list):
        self.api, self.step, self.described, self._taken = api, 0, False, taken
        self.connection = Connection(port)
        query = {"preset": SLUGS[number % len(SLUGS)]}
        self.query = urlencode(query | ({"seed": number} if number % 3 == 0 else {}))

    async def press(self) -> None:
        """Ask for what the page needs next."""
        if not self.described:
            await self._ask(f"describe?{self.query}")
            self.described = True
        await self._ask(f"frames?frames.start={self.step}&frames.count={FRAMES}&{self.query}")
        self.step += FRAMES

    async def _ask(self, path):
        start = time.perf_counter()
        status, body = await self.connection.ask(f"{self.api}/{path}")
        if status != 200 or len(body) < 1000:
            raise Refused(f"{status} for {path}: {body[:200]!r}")
        self._taken.append((start, time.perf_counter() - start))


async def api_of(port: int) -> str:
    """The path below which the page asks, as its document says."""
    page = Connection(port)
    _, document = await page.ask("/")
    page.close()
    return re.search(rb'<body[^>]* data-api="([^"]+)"', document)[1].decode()


async def visit(learner: Learner, begin: float, end: float, errors: list) -> None:
    """Ask every ten seconds, from a moment of one's own on."""
    due = begin
    while due < end:
        await asyncio.sleep(max(0, due - time.perf_counter()))
        try:
            await learner.press()
        except (OSError, Refused, asyncio.IncompleteReadError) as error:
            errors.append(repr(error))
            learner.connection.close()
        due += EVERY
    learner.connection.close()


async def lesson(port: int, number: int, seconds: float, watch=lambda at: None, beside=()) -> tuple[list, list]:
    """All learners for so long; ([(when, seconds taken), …], errors). `watch` is called once a second.

    beside : functions of the port and the end that are awaited meanwhile.
    """
    taken, errors, shuffled = [], [], random.Random(1)
    api, start = await api_of(port), time.perf_counter()
    end = start + seconds
    tasks = [visit(Learner(port, api, i, taken), start + EVERY * shuffled.random(), end, errors) for i in range(number)]
    tasks = [asyncio.create_task(task) for task in (*tasks, *(other(port, end) for other in beside))]
    while time.perf_counter() < end:
        watch(time.perf_counter() - start)
        await asyncio.sleep(1)
    await asyncio.gather(*tasks)
    return taken, errors


async def rush(port: int, number: int) -> tuple[list, list]:
    """So many learners at once, each with its description and its first block; as `lesson`."""
    taken, errors, now = [], [], time.perf_counter()
    api = await api_of(port)
    await asyncio.gather(*(visit(Learner(port, api, i, taken), now, now + EVERY / 2, errors) for i in range(number)))
    return taken, errors


class Demanding:
    """Somebody who asks for the dearest answers that are allowed, twice a second, whatever the server says."""

    def __init__(self):
        self.statuses = []

    async def __call__(self, port: int, end: float) -> None:
        asked, pending = _dear(), []
        while time.perf_counter() < end:
            pending.append(asyncio.create_task(self._ask(port, *next(asked))))
            await asyncio.sleep(0.5)
        await asyncio.gather(*pending)

    async def _ask(self, port, path, body, content_type):
        connection = Connection(port)
        status, _ = await connection.ask(path, body, content_type)
        self.statuses.append(status)
        connection.close()


def _dear():
    """A million losses, a contour over a batch, a text of a megabyte that is read: each anew."""
    text = "\n".join(" ".join(f"w{(i * i + j) % 3000}" for j in range(20)) for i in range(7000))
    for seed in count(1):
        lesson = urlencode({"preset": "king-queen", "seed": seed, "losses.stop": 1_200_000})
        yield f"/api/losses?{lesson}", None, FORM
        yield "/_dash-update-component", contour(seed, batch=256), JSON
        yield "/api/describe", urlencode({"text": text, "output": "negative", "seed": seed}), FORM
        yield "/api/losses?losses.stop=3000", urlencode({"text": text, "vector_size": 60, "seed": seed}), FORM


def contour(seed: int, batch: int = 64) -> str:
    """The body of a request for the picture that takes longest."""
    query = urlencode({"pairs": pairs_over(batch), "batch_size": batch, "vector_size": 50, "seed": seed})
    place = {"query": query, "step": 3, "stage": "update", "view": {}, "panel": "contour"}
    body = {
        "output": f"{ids.ENLARGED}.children",
        "outputs": {"id": ids.ENLARGED, "property": "children"},
        "inputs": [{"id": ids.ENLARGE_REQUEST, "property": "data", "value": place}],
        "changedPropIds": [f"{ids.ENLARGE_REQUEST}.data"],
    }
    return json.dumps(body)


async def press_among_contours(port: int, number: int, seconds: float) -> tuple[list, list, list]:
    """One page that presses Next's block again and again while `number` others ask for contours, and come again."""
    taken, errors, statuses, seeds = [], [], [], count(1)
    api, end = await api_of(port), time.perf_counter() + seconds
    page = Learner(port, api, 1, taken)

    async def watch_contours():
        connection = Connection(port)
        while time.perf_counter() < end:
            status, _ = await connection.ask("/_dash-update-component", contour(next(seeds)), JSON)
            statuses.append(status)
            await asyncio.sleep(1 if status == 503 else 0)
        connection.close()

    others = [asyncio.create_task(watch_contours()) for _ in range(number)]
    while time.perf_counter() < end:
        await visit(page, time.perf_counter(), time.perf_counter() + 1e-3, errors)
        await asyncio.sleep(0.02)
    await asyncio.gather(*others)
    return taken, errors, statuses
