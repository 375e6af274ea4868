"""Slow machines: playing and rapid presses with the processor throttled, a large screen, and what a press costs.

A page that takes longer for a picture than the time between two steps paints some of the steps only: told are the
frames that it paints a second, and the steps that it plays.
"""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from statistics import median

from tests.benchmarks import chromium
from tests.benchmarks.chromium import explorer_page
from tests.benchmarks.common import query_over

SIZES = ((14, 5), (50, 20), (200, 50))
SLOWER = (4, 6)
A_STEP_A_FRAME = "60"  # the speed's value
RAPID = {4: 33}  # ms a press
LARGE = {"size": (1920, 1080), "ratio": 2}
REFRESHED = 57  # of 60 frames a second: some are always late
OF_WEVI = 0.6  # of the processor time of its whole step
ROUNDS = 3
WORDS = "King and queen"  # the example of wevi with 14 words; its units are 5


def machines(report, browser, url, seconds):
    """Playing and rapid presses at every size, slowed down; then on a large screen, not slowed down."""
    for times in SLOWER:
        for size in SIZES:
            _slowed(report, browser, url, seconds, times, size)
    with explorer_page(browser, url, query_over(14, 5), **LARGE) as page:
        painted, stepped, thread = _playing(page, seconds)
    note = f"{stepped:.1f} steps, {thread:.1f} ms of the thread a frame"
    report.at_least("V=14, N=5, 1920×1080 at two pixels a point: frames painted", painted, REFRESHED, "a second", note)


def _slowed(report, browser, url, seconds, times, size):
    title = "V={}, N={}, {} times slower".format(*size, times)
    with explorer_page(browser, url, query_over(*size)) as page, chromium.slow_processor(page, times):
        painted, stepped, thread = _playing(page, seconds)
        rapid = chromium.rapid_presses(page, 30)
    report.tell(f"{title}: {painted:.1f} frames painted and {stepped:.1f} steps a second; {thread:.1f} ms a frame")
    if times in RAPID:
        report.at_most(f"{title}: rapid Next", rapid, RAPID[times], "ms")
    else:
        report.tell(f"{title}: rapid Next {rapid:.1f} ms")


def _playing(page, seconds):
    """Frames painted and steps played a second, milliseconds of the page's thread for a painted frame. Playing ends."""
    page.select_option("#speed", A_STEP_A_FRAME)
    page.click("#play")
    page.wait_for_timeout(1000)
    with chromium.thread_seconds(page) as worked:
        _, painted, stepped = chromium.frames_a_second(page, seconds)
        thread = 1e3 * worked() / max(1, painted * seconds)
    page.click("#play")
    return painted, stepped, thread


def presses(report, browser, url, count, wevi):
    """The page's thread for a press of Next, four a second, and all that follows; of wevi for a step, two presses.

    After presses further apart follows more: the page has come to rest, and its address is written. The ratio is the
    median of those of short rounds, in which both are pressed in turns.
    """
    with explorer_page(browser, url, "preset=king-queen") as page:
        asking = chromium.pressing(page, "#next", count)
    with explorer_page(browser, url, query_over(14, 5)) as page:
        if wevi is None:
            ours = chromium.pressing(page, "#next", count)
            report.tell("beside wevi: not measured without --wevi")
        else:
            with _wevi(browser, wevi) as other:
                rounds = [_in_turns(page, other, max(1, count // ROUNDS)) for _ in range(ROUNDS)]
            ours, theirs = (median(each) for each in zip(*rounds, strict=True))
            ratio = median(ours / theirs for ours, theirs in rounds)
            report.at_most("V=14, N=5: a press / a whole step of wevi", ratio, OF_WEVI, note=f"wevi {theirs:.1f} ms")
        alone = chromium.pressing(page, "#next", count // 4, pause=1)
    report.tell(f"V=14, N=5: ms of the thread a press {ours:.1f}; {asking:.1f} with neighbours and an analogy")
    report.tell(f"V=14, N=5: one press a second, ms of the thread {alone:.1f}")


def _in_turns(ours, theirs, count):
    """Milliseconds of the thread a press of Next, and for a step of wevi."""
    ours.bring_to_front()
    pressed = chromium.pressing(ours, "#next", count)
    theirs.bring_to_front()
    return pressed, chromium.pressing(theirs, "#btn-next", count, times=2)


@contextmanager
def _wevi(browser, folder):
    """The page of wevi with its example of as many words."""
    with _served(folder) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(address)
        page.select_option("#sel-presets", label=WORDS)
        page.wait_for_timeout(1000)
        yield page
        page.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Requests are not printed."""


@contextmanager
def _served(folder):
    """The address at which a folder is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
