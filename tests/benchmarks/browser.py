"""Chromium: from a click to the painted frame, frames a second while playing, and first loads.

Clicks are compared with clicks on an empty button of the same page, whose handler changes one text; the first few
of a page, while the browser still compiles its scripts, don't count. Loads are compared with those of an empty Dash
page on the same server.
"""

import argparse
import sys
import time
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

from explorer import PRESETS, Recipe, Run
from tests.app_process import running_app
from tests.benchmarks import chromium, slow
from tests.benchmarks.chromium import click, clicks_in_turns, explorer_page
from tests.benchmarks.common import Report, query_over
from tests.benchmarks.outputs import recipe_over
from tests.browser import browsers

NEXT = {(14, 5): 1.3, (50, 20): 1.5, (200, 50): 2.5}  # click to painted frame, in empty clicks
PLAY = {(50, 20): 55, (200, 50): 45}  # frames a second
FORKED = {(14, 5): 55, (50, 20): 55}  # of two runs side by side
FORKED_NEXT = 1.5  # times that of one run
FORK = "view.fork=learning_rate%3D0.3"
ONE_STEP_A_FRAME = "60"  # the speed's value
DELAY = 200  # ms of the network
TURNS = 4  # with and without it
WARM_UP = 10  # clicks of each kind
LARGE, LARGE_NEXT = (50_000, 100), 2.5
FIRST_WORDS = ",".join(map(str, range(64)))
JUMPS = 20
NEAR_THE_END_OF_A_BLOCK = 100  # where stepping on must fetch another
EMPTY_DASH = (sys.executable, "-m", "tests.benchmarks.empty_dash")
PAINTED = """
  document.body?.dataset.ready === "true" && document.querySelector("#network canvas")
    && document.querySelector("#weights canvas")
"""


def named(size):
    return "V={}, N={}".format(*size)


def told(milliseconds):
    return f"{median(milliseconds):.1f} ms, p95 {quantiles(milliseconds, n=20)[-1]:.1f}"


def next_clicks(report, browser, url, count):
    for size, limit in NEXT.items():
        near, far, empty = [], [], []
        with explorer_page(browser, url, query_over(*size), NEAR_THE_END_OF_A_BLOCK) as page:
            clicks_in_turns(page, "#next", WARM_UP)
            for _ in range(TURNS):
                for delay, taken in ((0, near), (DELAY, far)):
                    with chromium.slow_network(page, delay):
                        stepping, resting = clicks_in_turns(page, "#next", count // TURNS)
                    taken += stepping
                    empty += resting
        report.tell(f"{named(size)}: Next {told(near)}, empty {told(empty)}; Next with the delay {told(far)}")
        report.at_most(f"{named(size)}: Next / empty click", median(near) / median(empty), limit)
        report.at_most(f"{named(size)}: Next with the delay / without", median(far) / median(near), 1.1)


def large_clicks(report, browser, url, count):
    """A vocabulary of which the page holds an excerpt: Next, and what travels for it."""
    for output in ("hierarchical", "negative"):
        query = recipe_over(*LARGE, output).to_query()
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        context = browser.new_context()
        asked = {"describe": "", "frames": f"frames.start=32&frames.count=32&frames.words={FIRST_WORDS}"}
        for name, options in asked.items():
            start = time.perf_counter()
            answer = context.request.post(f"{url}/api/{name}?{options}", data=query, headers=form)
            taken = time.perf_counter() - start
            report.tell(f"{output}: {name} has {len(answer.body()) / 1e6:.2f} MB, after {1e3 * taken:.0f} ms")
        context.close()
        with explorer_page(browser, url, query, NEAR_THE_END_OF_A_BLOCK) as page:
            clicks_in_turns(page, "#next", WARM_UP)
            stepping, empty = clicks_in_turns(page, "#next", count)
        size = f"{named(LARGE)}, {output}"
        report.tell(f"{size}: Next {told(stepping)}, empty {told(empty)}")
        report.at_most(f"{size}: Next / empty click", median(stepping) / median(empty), LARGE_NEXT)


def preset_clicks(report, browser, url, count, names):
    """Next in presets, held to the limit of the size above that has as many weights."""
    sizes = {2 * words * units: limit for (words, units), limit in NEXT.items()}
    for name in names:
        recipe = Recipe(preset=name)
        weights = sum(array.size for array in Run(recipe).parameters.values())
        limit = next((limit for most, limit in sizes.items() if weights <= most), max(sizes.values()))
        with explorer_page(browser, url, recipe.to_query(), NEAR_THE_END_OF_A_BLOCK) as page:
            clicks_in_turns(page, "#next", WARM_UP)
            stepping, empty = clicks_in_turns(page, "#next", count)
        figure = median(stepping) / median(empty)
        report.at_most(f"{name}, {weights:,} weights: Next / empty click", figure, limit, note=f"Next {told(stepping)}")


def jumps(report, browser, url):
    """500 steps that the browser has not seen: the server computes them, and the page shows the last."""
    with explorer_page(browser, url, query_over(14, 5)) as page:
        empty = [click(page, "#empty-button", "empty", i / JUMPS) for i in range(JUMPS)]
        far = [click(page, "#step-500", "step", i / JUMPS) for i in range(JUMPS)]
    report.tell(f"500 steps {told(far)}, empty {told(empty)}")
    report.at_most("V=14, N=5: 500 steps / empty click", median(far) / median(empty), 10)


def playing(report, browser, url, seconds):
    for size, limit in PLAY.items():
        with explorer_page(browser, url, query_over(*size)) as page:
            page.select_option("#speed", ONE_STEP_A_FRAME)
            page.click("#play")
            page.wait_for_timeout(1000)
            frames, painted, stepped = chromium.frames_a_second(page, seconds)
        note = f"{stepped:.1f} steps and {frames:.1f} animation frames a second"
        report.at_least(f"{named(size)}: playing, frames that show a step", painted, limit, "a second", note)


def forks(report, browser, url, count, seconds):
    """Two runs side by side, in turns with one of them alone."""
    for size, limit in FORKED.items():
        query = query_over(*size)
        alone, both = explorer_page(browser, url, query), explorer_page(browser, url, f"{query}&{FORK}")
        taken, painted = ([], []), ([], [])
        with alone as one, both as two:
            two.wait_for_selector('.fork-other[data-ready="true"]')
            for page in (one, two):
                clicks_in_turns(page, "#next", WARM_UP)
            for _ in range(TURNS):
                for page, found in zip((one, two), taken, strict=True):
                    page.bring_to_front()
                    found.extend(clicks_in_turns(page, "#next", count // TURNS)[0])
            for page, found in zip((one, two), painted, strict=True):
                page.bring_to_front()
                page.select_option("#speed", ONE_STEP_A_FRAME)
                page.click("#play")
                page.wait_for_timeout(1000)
                found.extend(chromium.frames_a_second(page, seconds))
                page.click("#play")
        note = f"{told(taken[1])}, of one {told(taken[0])}"
        report.at_most(
            f"{named(size)}: Next of two runs / of one", median(taken[1]) / median(taken[0]), FORKED_NEXT, note=note
        )
        note = f"of one {painted[0][1]:.1f}"
        report.at_least(
            f"{named(size)}: playing two runs, frames that show a step", painted[1][1], limit, "a second", note
        )


def loads(report, browser, url, count):
    with running_app(command=EMPTY_DASH) as empty:
        ours, bare = [], []
        for _ in range(count):
            bare.append(chromium.first_load(browser, f"{empty.url}/", 'document.querySelector("#empty")'))
            ours.append(chromium.first_load(browser, f"{url}/", PAINTED))
    painted, scripts, again = (median(column) for column in zip(*ours, strict=True))
    bare_painted, bare_scripts, _ = (median(column) for column in zip(*bare, strict=True))
    report.tell(f"cold load {painted:.0f} ms, of an empty Dash page {bare_painted:.0f} ms")
    report.tell(f"scripts of the empty page {bare_scripts / 1e6:.2f} MB; a second load {again / 1e3:.1f} kB")
    report.at_most("cold load to painted network and heatmaps / empty Dash page", painted / bare_painted, 1.6)
    report.at_most("scripts until the first paint", scripts / 1e6, 1.5, "MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, default=60, help="clicks of each kind (default: %(default)s)")
    parser.add_argument("--loads", type=int, default=9, help="cold loads of each page (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="time to play (default: %(default)s)")
    parts = ("loads", "clicks", "large", "jumps", "play", "forks", "slow", "presses", "presets")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="default: all of them")
    parser.add_argument("--wevi", metavar="FOLDER", help="a checkout of github.com/ronxin/wevi, for comparison")
    parser.add_argument("--presets", nargs="+", choices=list(PRESETS), default=list(PRESETS), metavar="NAME")
    options = parser.parse_args()
    with running_app() as app, sync_playwright() as playwright:
        browser = browsers.launch(playwright)
        report = Report(f"Browser: Chromium {browser.version}, 1280×720")
        measures = {
            "loads": lambda: loads(report, browser, app.url, options.loads),
            "clicks": lambda: next_clicks(report, browser, app.url, options.clicks),
            "large": lambda: large_clicks(report, browser, app.url, options.clicks),
            "jumps": lambda: jumps(report, browser, app.url),
            "presets": lambda: preset_clicks(report, browser, app.url, options.clicks, options.presets),
            "play": lambda: playing(report, browser, app.url, options.seconds),
            "forks": lambda: forks(report, browser, app.url, options.clicks, options.seconds),
            "slow": lambda: slow.machines(report, browser, app.url, options.seconds),
            "presses": lambda: slow.presses(report, browser, app.url, options.clicks, options.wevi),
        }
        for name in options.only:
            measures[name]()
        browser.close()
    report.end()


if __name__ == "__main__":
    main()
