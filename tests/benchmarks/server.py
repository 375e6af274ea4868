"""Server: a class of clients on one core, each asking for its next block of frames every ten seconds.

Every client has a run of its own (its own seed) and walks through it block by block, as a page does that
plays. The server's process has one core to itself and the clients another, where the system can arrange that.
What a request costs when nobody else asks is measured first, with the same mix of recipes; the class is
compared with that.
"""

import argparse
import asyncio
import os
import random
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from tests.app_process import running_app
from tests.benchmarks.common import Report, query_over

EVERY = 10.0  # seconds between two requests of a client
FRAMES = 100  # of one request: a client steps ten times a second
ALONE = 60  # requests of the single client
GROWTH = 1.15  # memory at the end as a multiple of what it was after a fifth of the time
PRESETS = ("fruit-and-juice", "king-queen", "cat-dog", "singular-and-plural")


def recipe_of(client: int) -> str:
    """Half of the class works on presets, the other half on data of its own, up to 50 words and 20 units."""
    seed = client + 1
    own = ((14, 5), (30, 10), (50, 20), (50, 20))
    if client % 2:
        return query_over(*own[client // 2 % len(own)], seed=seed)
    return urlencode({"preset": PRESETS[client // 2 % len(PRESETS)], "seed": seed})


@contextmanager
def on_core(cores):
    """What is started meanwhile runs on these cores only."""
    if not hasattr(os, "sched_setaffinity") or not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cores():
    """(the server's, the clients'): one each, or None where the system cannot say."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    first, *others = sorted(os.sched_getaffinity(0))
    return {first}, set(others) or {first}


def resident(process) -> float:
    """Memory of a process in MB."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024
    except OSError:
        command = ["ps", "-o", "rss=", "-p", str(process.pid)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 1024


def processor_seconds(process) -> float:
    """Processor time that a process has used, where /proc tells."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_seconds(*pids) -> float:
    """How long the threads of some processes have waited for a processor that another program had."""
    try:
        files = [path for pid in pids for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(path.read_text().split()[1]) for path in files) / 1e9
    except OSError:
        return float("nan")


class Client:
    """One page: a connection that stays open, and the step up to which it has its frames."""

    def __init__(self, port, number):
        self.port, self.query, self.step, self.stream = port, recipe_of(number), 0, None

    async def ask(self) -> float:
        """Ask for the next block; the seconds until all of it is here."""
        start = time.perf_counter()
        if self.stream is None:
            self.stream = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.stream
        target = f"/api/frames?{self.query}&frames.start={self.step}&frames.count={FRAMES}"
        writer.write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        body = await reader.readexactly(int(head.partition("content-length: ")[2].split()[0]))
        taken = time.perf_counter() - start
        if not head.startswith("http/1.1 200") or len(body) < 1000:
            raise ValueError(head.partition("\r\n")[0])
        self.step += FRAMES
        return taken

    def close(self):
        if self.stream:
            self.stream[1].close()


async def single(port) -> list[float]:
    """Seconds of requests of one client after the other, in a course of their own."""
    clients = [Client(port, 1_000_000 + number) for number in range(8)]
    taken = [await clients[i % len(clients)].ask() for i in range(ALONE + len(clients))]
    for client in clients:
        client.close()
    return taken[len(clients) :]  # the first of each opens its run


async def visit(client, end, taken, errors, begin):
    """Ask every ten seconds, from a moment of one's own on."""
    due = begin
    while due < end:
        await asyncio.sleep(max(0, due - time.perf_counter()))
        try:
            taken.append((time.perf_counter(), await client.ask()))
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            errors.append(repr(error))
            client.stream = None
        due += EVERY
    client.close()


async def lesson(port, number, seconds, watch):
    """All clients for so long; ([(when, seconds taken), …], errors). `watch` is called once a second."""
    taken, errors = [], []
    start, shuffled = time.perf_counter(), random.Random(1)
    end = start + seconds
    visits = [
        asyncio.create_task(visit(Client(port, i), end, taken, errors, start + EVERY * shuffled.random()))
        for i in range(number)
    ]
    while time.perf_counter() < end:
        watch(time.perf_counter() - start)
        await asyncio.sleep(1)
    await asyncio.gather(*visits)
    return taken, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=300, help="default: %(default)s")
    options = parser.parse_args()
    title = "Server: {0.clients} clients, {1} frames every {2:g} s, for {0.seconds:g} s"
    report = Report(title.format(options, FRAMES, EVERY))
    servers, clients = cores()
    with ExitStack() as stack:
        with on_core(servers):
            app = stack.enter_context(running_app())
        with on_core(clients):
            measure(report, app, options)
    report.end()


def measure(report, app, options):
    alone = asyncio.run(single(app.port))
    memory, used, start = [], processor_seconds(app.process), time.perf_counter()
    waited = waited_seconds(app.process.pid, os.getpid())
    watch = lambda at: memory.append((at, resident(app.process)))  # noqa: E731
    taken, errors = asyncio.run(lesson(app.port, options.clients, options.seconds, watch))
    share = (processor_seconds(app.process) - used) / (time.perf_counter() - start)
    waited = waited_seconds(app.process.pid, os.getpid()) - waited
    times = [seconds for _, seconds in taken]
    p99, typical = quantiles(times, n=100)[-1], median(alone)
    report.tell(
        f"one client: median {1e3 * typical:.1f} ms; the class: {len(times)} answers, "
        f"median {1e3 * median(times):.1f}, p99 {1e3 * p99:.1f}, longest {1e3 * max(times):.1f} ms; "
        f"{100 * share:.0f} % of the core"
    )
    report.tell(f"both waited {waited:.1f} s for other programs: much of it, and p99 tells of them")
    warm = next(size for at, size in memory if at >= options.seconds / 5)
    report.tell("memory, MB: " + ", ".join(f"{size:.0f}" for _, size in memory[:: max(1, len(memory) // 10)]))
    report.at_most("errors", len(errors), 0, "requests", errors[0] if errors else "")
    report.at_most("p99 of the class / median of one client", p99 / typical, 10)
    report.at_most("memory at the end / after a fifth of the time", memory[-1][1] / warm, GROWTH)


if __name__ == "__main__":
    main()
