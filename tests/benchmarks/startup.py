"""Start-up: from the command to a port that answers, first and later, and to the page that can be used."""

import argparse
import tempfile
import time
from statistics import median

from playwright.sync_api import sync_playwright

from tests.app_process import running_app
from tests.benchmarks.browser import PAINTED
from tests.benchmarks.chromium import first_load
from tests.benchmarks.common import Report
from tests.browser import browsers


def seconds_until_answering(cache: str) -> float:
    """Start the program with a folder for compiled kernels, wait until it answers, and end it."""
    start = time.perf_counter()
    with running_app(env={"NUMBA_CACHE_DIR": cache}):
        return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5, help="later starts (default: %(default)s)")
    options = parser.parse_args()
    report = Report("Start-up")
    with tempfile.TemporaryDirectory() as cache:
        report.at_most("first start, nothing compiled yet", seconds_until_answering(cache), 15, "s")
        later = [seconds_until_answering(cache) for _ in range(options.starts)]
        report.at_most("later start", median(later), 3, "s", f"longest {max(later):.2f}")
        with running_app(env={"NUMBA_CACHE_DIR": cache}) as app, sync_playwright() as playwright:
            browser = browsers.launch(playwright)
            painted, *_ = first_load(browser, f"{app.url}/", PAINTED)  # by a browser that has nothing of it
            browser.close()
        report.at_most("first page, from its request until it can be used", painted / 1e3, 1, "s")
    report.end()


if __name__ == "__main__":
    main()
