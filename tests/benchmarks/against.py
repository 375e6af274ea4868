"""Two versions of the page in one browser, measured in alternation: a checkout of another commit, and this one.

`python -m tests.benchmarks.against COMMIT` prints, for each measure, both medians over the rounds, their ratio (this
version over the other), and how far the other's rounds lie apart: a ratio nearer to 1 than that is noise.
"""

import argparse
import subprocess
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

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


def clicking(browser, url, query, count):
    """Milliseconds from a click on Next to the frame, and of the page's own thread a click: medians."""
    with explorer_page(browser, url, query, step=100) as page:
        for i in range(WARM_UP):
            click(page, "#next", "step", i / WARM_UP)
        with chromium.thread_seconds(page) as worked:
            taken = [click(page, "#next", "step", (i + 0.5) / count) for i in range(count)]
            return {"Next, ms": median(taken), "ms of the thread a click": 1e3 * worked() / count}


def playing(browser, url, query, seconds, slower=1):
    """Playing at a step a frame and rapid presses, with the processor so many times slower."""
    with explorer_page(browser, url, query) as page:
        page.select_option("#speed", ONE_STEP_A_FRAME)
        page.click("#play")
        with chromium.slow_processor(page, slower):
            page.wait_for_timeout(1000)
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


def loading(browser, url):
    painted, _, _ = chromium.first_load(browser, f"{url}/", PAINTED)
    return {"cold load, ms": painted}


def jumping(browser, url, count=10):
    """500 steps that the browser has not seen."""
    with explorer_page(browser, url, query_over(14, 5)) as page:
        return {"500 steps, ms": median(click(page, FAR, "step", i / count) for i in range(count))}


def measures(options):
    """Of each part, (title, function of browser and url that gives figures by name)."""

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
    parser.add_argument("--rounds", type=int, default=5, help="times that each is measured (default: %(default)s)")
    parser.add_argument("--clicks", type=int, default=24, help="clicks a round (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=4, help="time to play (default: %(default)s)")
    parts = ("loads", "jumps", "clicks", "play", "slow4", "slow6")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="default: all of them")
    options = parser.parse_args()
    with checkout(options.commit) as folder, sync_playwright() as playwright:
        path = {"PYTHONPATH": str(folder)}
        with running_app(cwd=folder, env=path) as other, running_app() as this:
            browser = browsers.launch(playwright)
            print(f"Chromium {browser.version}, 1280×720, {options.rounds} rounds, {options.commit} and this")
            for title, measure in measures(options):
                rounds = [(measure(browser, other.url), measure(browser, this.url)) for _ in range(options.rounds)]
                for name in rounds[0][0]:
                    tell(f"{title}: {name}", *zip(*((a[name], b[name]) for a, b in rounds), strict=True))
            browser.close()


def tell(measure, other, this):
    was, now = median(other), median(this)
    apart = (max(other) - min(other)) / was
    noise = f"rounds of the other lie {apart:.0%} apart"
    print(f"  {measure}: {was:.4g} → {now:.4g}, ratio {now / was:.3f} ({noise})", flush=True)


if __name__ == "__main__":
    main()
