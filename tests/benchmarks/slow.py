"""Slow machines: playing and rapid presses with the processor throttled, a large screen, and what a press costs.

A page that takes longer for a picture than the time between two steps paints some of the steps only: told are the
frames that it paints a second, and the steps that it plays.
"""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

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

    After presses further apart follows more: the page has come to rest, and its address is written.
    """
    with explorer_page(browser, url, query_over(14, 5)) as page:
        ours = chromium.pressing(page, "#next", count)
        alone = chromium.pressing(page, "#next", count // 4, pause=1)
    with explorer_page(browser, url, "preset=king-queen") as page:
        asking = chromium.pressing(page, "#next", count)
    report.tell(f"V=14, N=5: ms of the thread a press {ours:.1f}; {asking:.1f} with neighbours and an analogy")
    report.tell(f"V=14, N=5: one press a second, ms of the thread {alone:.1f}")
    if wevi is None:
        report.tell("beside wevi: not measured without --wevi")
        return
    with _served(wevi) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(address)
        page.select_option("#sel-presets", label=WORDS)
        page.wait_for_timeout(1000)
        theirs = chromium.pressing(page, "#btn-next", count, times=2)
        page.close()
    report.at_most("V=14, N=5: a press / a whole step of wevi", ours / theirs, OF_WEVI, note=f"wevi {theirs:.1f} ms")


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
