"""Two versions of the page in one browser, measured in alternation: a checkout of another commit, and this one.

`python -m tests.benchmarks.against COMMIT` prints, for each measure, both medians over the rounds, the median of the
rounds' ratios (this version over the other), and between which ratios half of the rounds lie: where 1 is among them the
difference may be noise. Both pages stay open through many short rounds, so that what disturbs the machine for longer
than a round disturbs both.
"""

import argparse
import subprocess
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

from explorer import Recipe
from tests.app_process import CHECKOUT, running_app
from tests.benchmarks import chromium
from tests.benchmarks.browser import NEXT, ONE_STEP_A_FRAME, PAINTED, WARM_UP, named
from tests.benchmarks.chromium import click, explorer_page
from tests.benchmarks.common import query_over
from tests.browser import browsers

PRESETS = ("king-queen", "xor-network", "four-grams", "unit", "features-learnt", "feed-the-cat")
FAR = "#step-500"
RAPID = 30  # presses
SETTLING = 500  # ms of play before it is measured


@contextmanager
def checkout(commit):
    """A folder with the files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=CHECKOUT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def pages():
    """(name, query) of what is stepped: the sizes that have limits, then presets."""
    for size in NEXT:
        yield named(size), query_over(*size)
    for name in PRESETS:
        yield name, Recipe(preset=name).to_query()


@contextmanager
def clicking(browser, url, query, count):
    """What measures milliseconds from a click on Next to the frame, and of the page's own thread a click: medians."""
    with explorer_page(browser, url, query, step=100) as page:

        def measure():
            with chromium.thread_seconds(page) as worked:
                taken = [click(page, "#next", "step", (i + 0.5) / count) for i in range(count)]
                return {"Next, ms": median(taken), "ms of the thread a click": 1e3 * worked() / count}

        for i in range(WARM_UP):
            click(page, "#next", "step", i / WARM_UP)
        yield measure


@contextmanager
def playing(browser, url, query, seconds, slower=1):
    """What measures playing at a step a frame and rapid presses, with the processor so many times slower."""
    with explorer_page(browser, url, query) as page:
        page.select_option("#speed", ONE_STEP_A_FRAME)

        def measure():
            page.click("#play")
            with chromium.slow_processor(page, slower):
                page.wait_for_timeout(SETTLING)
                with chromium.thread_seconds(page) as worked:
                    _, painted, stepped = chromium.frames_a_second(page, seconds)
                    thread = worked()
                page.click("#play")
                rapid = chromium.rapid_presses(page, RAPID)
            return {
                "frames painted a second": painted,
                "steps a second": stepped,
                "ms of the thread a painted frame": 1e3 * thread / max(1, painted * seconds),
                "rapid Next, ms": rapid,
            }

        yield measure


@contextmanager
def loading(browser, url):
    """What measures the first paint of the first page."""
    yield lambda: {"cold load, ms": chromium.first_load(browser, f"{url}/", PAINTED)[0]}


@contextmanager
def jumping(browser, url):
    """What measures 500 steps that the browser has not seen."""
    with explorer_page(browser, url, query_over(14, 5)) as page:
        yield lambda: {"500 steps, ms": median(click(page, FAR, "step", i / 2) for i in range(2))}


def measures(options):
    """Of each part, (title, context of browser and url that gives what measures a round: figures by name)."""

    def play(slower):
        for size in NEXT:
            title = f"{named(size)}, {slower} times slower" if slower > 1 else named(size)
            yield title, partial(playing, query=query_over(*size), seconds=options.seconds, slower=slower)

    parts = {
        "loads": [("first page", loading)],
        "jumps": [("V=14, N=5", jumping)],
        "clicks": [(title, partial(clicking, query=query, count=options.clicks)) for title, query in pages()],
        "play": play(1),
        "slow4": play(4),
        "slow6": play(6),
    }
    return [each for name in options.only for each in parts[name]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commit", help="the other version, for instance a tag or a hash")
    parser.add_argument("--rounds", type=int, default=15, help="times that each is measured (default: %(default)s)")
    parser.add_argument("--clicks", type=int, default=8, help="clicks a round (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=2, help="time to play a round (default: %(default)s)")
    parts = ("loads", "jumps", "clicks", "play", "slow4", "slow6")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="default: all of them")
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("--rounds takes at least 2: it is told how far they lie apart")
    with checkout(options.commit) as folder, sync_playwright() as playwright:
        path = {"PYTHONPATH": str(folder)}
        with running_app(cwd=folder, env=path) as other, running_app() as this:
            browser = browsers.launch(playwright)
            print(f"Chromium {browser.version}, 1280×720, {options.rounds} rounds, {options.commit} and this")
            for title, measure in measures(options):
                with measure(browser, other.url) as of_other, measure(browser, this.url) as of_this:
                    rounds = [(of_other(), of_this()) for _ in range(options.rounds)]
                for name in rounds[0][0]:
                    tell(f"{title}: {name}", [(a[name], b[name]) for a, b in rounds])
            browser.close()


def tell(measure, rounds):
    other, this = (median(figures) for figures in zip(*rounds, strict=True))
    low, ratio, high = quantiles([b / a for a, b in rounds], n=4)
    print(f"  {measure}: {other:.4g} → {this:.4g}, ratio {ratio:.3f} (half: {low:.3f} to {high:.3f})", flush=True)


if __name__ == "__main__":
    main()
