"""Make the README's picture of the page: `python -m tests.screenshot`."""

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.app_process import running_app
from tests.browser import browsers
from tests.browser.screen import Screen

PICTURE = Path(__file__).with_name("screenshot.webp")
SIZE = {"width": 1280, "height": 720}


def main() -> None:
    """The king and queen after 500 steps, on axes fitted there, in the middle of the next step."""
    with running_app() as app, sync_playwright() as playwright:
        browser = browsers.launch(playwright)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        screen = Screen(page).open(f"{app.url}/?preset=king-queen")
        screen.press("step-500").at(500)
        for stage in ("input", "hidden", "scores", "softmax", "loss", "error", "backpropagate"):
            screen.press("stage").at(500, stage)
        screen.press("pca").at(500, "backpropagate")
        page.wait_for_selector("#analogy-list >> text=queen")
        page.mouse.move(0, 0)
        page.wait_for_load_state("networkidle")  # the axes, the losses of the way, the lists
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        devtools = page.context.new_cdp_session(page)  # Playwright itself writes no WebP, half the size of a PNG
        taken = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": 90})
        PICTURE.write_bytes(base64.b64decode(taken["data"]))
        browser.close()
    print(f"{PICTURE}: {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
