"""Runs and lessons in one file: how long saving takes, how large the file is, how soon it is open in Chromium."""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from explorer import Recipe, Run, save_lesson
from explorer.lessons import FOLDER
from tests.benchmarks import chromium
from tests.benchmarks.browser import PAINTED
from tests.benchmarks.common import Report, pairs_over
from tests.benchmarks.lessons import ALIVE_NOW
from tests.browser import browsers

OPEN = 1000  # ms
MEGABYTE = 1e6
LARGE = Recipe(pairs=pairs_over(50_000), vector_size=5)
RUNS = {  # name: recipe, steps, at most so many MB and seconds to save it
    "2,000 steps of king-queen": (Recipe(preset="king-queen"), 2_000, 3, 2),
    "200 steps of V=50,000, N=5, softmax": (LARGE, 200, 10, 10),
    "200 steps of V=50,000, N=5, a tree": (LARGE.replaced(output="hierarchical"), 200, 10, 10),
    "200 steps of V=50,000, N=5, negative": (LARGE.replaced(output="negative", negative=5), 200, 10, 10),
}


def saved(report, name, file, rounds, most, save):
    """Writes the file, the first time to compile what it takes."""
    taken = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        save(file)
        taken.append(time.perf_counter() - start)
    report.at_most(f"{name}: its size", file.stat().st_size / MEGABYTE, most, "MB")
    return median(taken[1:])


def opened(report, browser, name, file, rounds, shown):
    taken = [chromium.first_load(browser, file.as_uri(), shown)[0] for _ in range(rounds + 1)][1:]
    report.at_most(f"{name}: opened", median(taken), OPEN, "ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="times that each is measured (default: %(default)s)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, file = browsers.launch(playwright), Path(folder, "saved.html")
        report = Report(f"One file: Chromium {browser.version}, 1280×720")
        for name, (recipe, steps, most, seconds) in RUNS.items():
            run = Run(recipe).seek(steps)
            took = saved(report, name, file, rounds, most, run.save_html)
            report.at_most(f"{name}: saved", took, seconds, "s")
            opened(report, browser, name, file, rounds, PAINTED)
        for path in sorted(FOLDER.glob("*.md")):
            took = saved(report, path.stem, file, 1, 5, lambda file, path=path: save_lesson(path.stem, file))
            report.tell(f"{path.stem}: saved in {took:.1f} s")
            opened(report, browser, path.stem, file, rounds, ALIVE_NOW)
        browser.close()
    report.end()


if __name__ == "__main__":
    main()
