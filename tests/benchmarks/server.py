"""Server: a class of learners on one core, each asking for its next block of frames every ten seconds.

The server's process has one core to itself and the learners another, where the system can arrange that. Beside the
class: somebody who asks for the dearest answers twice a second; ten who ask for contours while one presses Next; and a
first start, without a compiled kernel, for a class that is there when the server says that it is ready. With
`--gunicorn` two workers share the core, started as the operator's guide says, and the class is twice as large.
"""

import argparse
import asyncio
import os
import subprocess
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles

from tests.app_process import get, running_app
from tests.benchmarks.common import Report
from tests.benchmarks.learners import EVERY, FRAMES, Demanding, lesson, press_among_contours, rush
from tests.proxies.proxies import gunicorn, until_ready

GROWTH = 1.15  # memory at the end as a multiple of what it was after a fifth of the time
MEGABYTES = 700
RUSH, CONTOURS = 200, 10
MEASURES = ("class", "dear", "contours", "fresh")


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
    """(the server's, the learners'): one each, or None where the system cannot say."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    first, *others = sorted(os.sched_getaffinity(0))
    return {first}, set(others) or {first}


def family(pid: int) -> list[int]:
    """A process and its children, where /proc tells."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        children = []
    return [pid, *(each for child in children for each in family(int(child)))]


def resident(pids) -> float:
    """Memory of the largest of some processes in MB."""
    command = ["ps", "-o", "rss=", "-p", ",".join(map(str, pids))]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return max(int(line) for line in said.split()) / 1024


def processor_seconds(pids) -> float:
    """Processor time that processes have used, where /proc tells."""
    try:
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    except OSError:
        return float("nan")
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def waited_seconds(*pids) -> float:
    """How long the threads of some processes have waited for a processor that another program had."""
    try:
        files = [path for pid in pids for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        return sum(int(path.read_text().split()[1]) for path in files) / 1e9
    except OSError:
        return float("nan")


def wait_until_ready(port: int, most: float = 300) -> float:
    """Seconds until /readyz says so."""
    begin = time.perf_counter()
    while time.perf_counter() - begin < most:
        if get(port, "/readyz")[0] == 200:
            return time.perf_counter() - begin
        time.sleep(0.2)
    raise TimeoutError("the server does not say that it is ready")


def tell(report, taken, errors, name, limit):
    """The times of answers beside their limit, in milliseconds."""
    times = [1e3 * seconds for _, seconds in taken]
    p99 = quantiles(times, n=100)[-1]
    told = f"{len(times):,} answers, median {median(times):.1f}, longest {max(times):.0f}"
    report.at_most(f"{name}: errors", len(errors), 0, "requests", errors[0] if errors else "")
    report.at_most(f"{name}: p99", p99, limit, "ms", told)


def measure_class(report, app, options, limit):
    pids, memory, begin = family(app.process.pid), [], time.perf_counter()
    used, waited = processor_seconds(pids), waited_seconds(*pids, os.getpid())
    watch = lambda at: memory.append((at, resident(pids)))  # noqa: E731
    taken, errors = asyncio.run(lesson(app.port, options.clients, options.seconds, watch))
    used, lasted = processor_seconds(pids) - used, time.perf_counter() - begin
    waited = waited_seconds(*pids, os.getpid()) - waited
    report.tell(f"{100 * used / lasted:.0f} % of the core, {1e3 * used / max(1, len(taken)):.2f} ms an answer")
    report.tell(f"waited {waited:.1f} s for other programs, which p99 tells of too")
    report.tell("memory, MB: " + ", ".join(f"{size:.0f}" for _, size in memory[:: max(1, len(memory) // 10)]))
    tell(report, taken, errors, f"{options.clients:,} learners", limit)
    begun = max(options.seconds / 5, EVERY + 1)  # every learner is there
    warm = next((size for at, size in memory if at >= begun), memory[-1][1])
    report.at_most("memory of a process", max(size for _, size in memory), MEGABYTES, "MB")
    report.at_most("memory at the end / after a fifth of the time", memory[-1][1] / warm, GROWTH)


def measure_dear(report, app, options, limit=100):
    other = Demanding()
    taken, errors = asyncio.run(lesson(app.port, options.clients, options.seconds, beside=[other]))
    report.tell(f"the dearest answers, by status: {dict(Counter(other.statuses))}")
    tell(report, taken, errors, f"{options.clients:,} learners beside the dearest answers", limit)
    report.at_least("dear answers given", other.statuses.count(200), 1, "answers")
    report.at_most("memory of a process", max(map(resident, [family(app.process.pid)])), MEGABYTES, "MB")


def measure_contours(report, app, options, limit=100):
    seconds = min(options.seconds, 30)
    taken, errors, statuses = asyncio.run(press_among_contours(app.port, CONTOURS, seconds))
    report.tell(f"contours, by status: {dict(Counter(statuses))}")
    tell(report, taken, errors, f"a press of Next's block while {CONTOURS} ask for contours", limit)


def measure_fresh(report, servers, clients):
    with tempfile.TemporaryDirectory() as cache, ExitStack() as stack:
        with on_core(servers):
            app = stack.enter_context(running_app(env={"EXPLORER_CACHE_DIR": cache}))
        report.tell(f"a fresh install is ready {wait_until_ready(app.port):.1f} s after its first answer")
        with on_core(clients):
            taken, errors = asyncio.run(rush(app.port, RUSH))
        tell(report, taken, errors, f"{RUSH} learners at once on a fresh install", 2000)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, help="default: 1500, with --gunicorn 3000")
    parser.add_argument("--seconds", type=float, default=120, help="of each measure; default: %(default)s")
    parser.add_argument("--gunicorn", action="store_true", help="two workers of gunicorn on the core, the class alone")
    parser.add_argument("--only", choices=MEASURES, nargs="+", default=MEASURES, help="default: all of them")
    options = parser.parse_args()
    options.clients = options.clients or (3000 if options.gunicorn else 1500)
    title = "Server: {0.clients} learners, {1} frames every {2:g} s, for {0.seconds:g} s; load average {3:.1f}"
    report = Report(title.format(options, FRAMES, EVERY, os.getloadavg()[0] if hasattr(os, "getloadavg") else 0))
    servers, clients = cores()
    only = ("class",) if options.gunicorn else options.only
    if set(only) - {"fresh"}:
        with ExitStack() as stack:
            with on_core(servers):
                app = stack.enter_context(gunicorn() if options.gunicorn else running_app())
            until_ready(app)
            with on_core(clients):
                if "class" in only:
                    measure_class(report, app, options, 100 if options.gunicorn else 20)
                for name, measure in (("dear", measure_dear), ("contours", measure_contours)):
                    if name in only:
                        measure(report, app, options)
    if "fresh" in only:
        measure_fresh(report, servers, clients)
    report.end()


if __name__ == "__main__":
    main()
