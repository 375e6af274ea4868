"""Firefox: frames a second while playing, one step a frame, as Debian has it (`pip install -e ".[browsers]"`)."""

import argparse
import tempfile
from pathlib import Path

from tests.app_process import running_app
from tests.benchmarks.chromium import frames_a_second
from tests.benchmarks.common import Report, query_over
from tests.benchmarks.slow import A_STEP_A_FRAME, REFRESHED, SIZES
from tests.other_browsers import drivers

_PLAY = """
  async (speed) => {
    const select = document.querySelector("#speed");
    select.value = speed;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    document.querySelector("#play").click();
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
"""


def playing(report, page, url, seconds):
    for size in SIZES:
        page.goto(f"{url}/?{query_over(*size)}")
        page.wait_for_selector('body[data-ready="true"]')
        page.evaluate(_PLAY, A_STEP_A_FRAME)
        frames, painted, stepped = frames_a_second(page, seconds)
        note = f"{stepped:.1f} steps and {frames:.1f} animation frames a second"
        title = "V={}, N={}: playing, frames that show a step".format(*size)
        report.at_least(title, painted, REFRESHED, "a second", note)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="time to play (default: %(default)s)")
    options = parser.parse_args()
    with running_app() as app, tempfile.TemporaryDirectory() as folder, drivers.firefox(Path(folder)) as page:
        report = Report("Firefox, 1280×720")
        playing(report, page, app.url, options.seconds)
    report.end()


if __name__ == "__main__":
    main()
