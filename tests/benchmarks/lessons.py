"""Chromium: until a lesson's first explorer is alive, and frames a second while one scrolls past six explorers.

The lesson with six is written for it. Scrolling down one meets each of them for the first time, on the way up again.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from explorer.lessons import FOLDER
from tests.app_process import running_app
from tests.benchmarks import chromium
from tests.benchmarks.common import Report
from tests.browser import browsers

ALIVE = 1000  # ms
FRAMES = 55  # a second
PRESETS = "king-queen", "fruit-and-juice", "xor-network", "one-pair", "fruit-and-juice-cbow", "king-queen"
PROSE = "One sentence stands beside another, and none of them says much.\n" * 12
ALIVE_NOW = 'document.querySelector(".lesson-explorer [data-ready=true] canvas")'

# Frames a second, the longest of them, in ms, and how many they are, while the text scrolls to its end, or back, by so
# many pixels a frame.
_SCROLL = """
  (by) => new Promise((resolve) => {
    const text = document.querySelector("#lesson-text");
    const times = [];
    const frame = (now) => {
      times.push(now);
      const before = text.scrollTop;
      text.scrollBy({ top: by, behavior: "instant" });
      if (text.scrollTop !== before) return requestAnimationFrame(frame);
      const each = times.slice(1).map((time, i) => time - times[i]);
      resolve([(1000 * each.length) / (times.at(-1) - times[0]), Math.max(...each), each.length]);
    };
    requestAnimationFrame(frame);
  })
"""


def six_explorers() -> str:
    """The file of a lesson with six explorers in its text, each with a screen of prose before it."""
    head = ['title = "Six"', "order = 99", "minutes = 1", 'summary = ""']
    head += [f'{note} = ""' for note in ("aim", "timing", "stumbles", "ask")]
    head += [
        f'[explorers.number{i}]\nrecipe = "preset={preset}"\nstep = 20\npanels = "network weights loss"'
        for i, preset in enumerate(PRESETS)
    ]
    body = [f'{PROSE}\n```explorer\nname = "number{i}"\nbeside = false\n```\n\n{PROSE}' for i in range(len(PRESETS))]
    return "\n".join(["+++", *head, "+++", "\n## Six\n", *body, "## End\n", PROSE])


def alive(report, browser, url, count):
    """A first visit to each lesson, whose text the server has written before."""
    for path in sorted(FOLDER.glob("*.md")):
        address = f"{url}/lessons/{path.stem}"
        taken = [chromium.first_load(browser, address, ALIVE_NOW)[0] for _ in range(count + 1)][1:]
        report.at_most(f"{path.stem}: first explorer alive", median(taken), ALIVE, "ms")


def scrolling(report, browser, url, speed):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{url}/lessons/six#end")
    page.wait_for_selector("body[data-beat]")
    page.evaluate("document.querySelector('#lesson-text').scrollTop = 0")
    page.wait_for_selector(".lesson-explorer [data-ready=true]")
    page.wait_for_timeout(1000)
    for way, by in (("down", speed), ("up", -speed)):
        with chromium.thread_seconds(page) as worked:
            frames, longest, count = page.evaluate(_SCROLL, by)
            busy = 1e3 * worked() / count
        ready = page.locator(".lesson-explorer [data-ready=true]").count()
        note = f"the longest {longest:.0f} ms, the page's thread busy for {busy:.1f} ms each, {ready} explorers alive"
        report.at_least(f"past six explorers, {way}, {speed} px a frame", frames, FRAMES, "a second", note)
    page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--loads", type=int, default=5, help="loads of each lesson (default: %(default)s)")
    parser.add_argument("--speed", type=int, default=20, help="pixels a frame (default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "six.md").write_text(six_explorers(), encoding="utf-8")
        with running_app("--lessons", folder) as app, sync_playwright() as playwright:
            browser = browsers.launch(playwright)
            report = Report(f"Lessons: Chromium {browser.version}, 1280×720")
            alive(report, browser, app.url, options.loads)
            scrolling(report, browser, app.url, options.speed)
            browser.close()
    report.end()


if __name__ == "__main__":
    main()
