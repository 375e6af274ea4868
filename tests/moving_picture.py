"""Make the README's moving picture of the page, and the still ones that previews of links show, by model.

`pip install -e ".[picture]"`, then `python -m tests.moving_picture`.

Each picture is of the page at rest, so that it is the same from a slow machine; Pillow finds what changes between them.
"""

import base64
import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.app_process import CHECKOUT, running_app
from tests.browser import browsers
from tests.browser.screen import Screen

PICTURE = Path(__file__).with_name("moving_picture.webp")
PREVIEWS = {  # by their names: that of all models which have none of their own, and theirs
    "preview": ("preset=king-queen", 500),
    "preview-cbow": ("preset=cat-dog", 1000),
    "preview-perceptron": ("preset=or-learnt", 60),
    "preview-mlp": ("preset=xor-network", 2000),
    "preview-nnlm": ("preset=feed-the-cat", 5000),
    "preview-rnnlm": ("preset=who-makes-which-noise", 1000),
}
PREVIEW_SIZE = {"width": 1200, "height": 630}
SIZE = {"width": 1024, "height": 640}
STAGES = ("input", "hidden", "scores", "softmax", "loss", "error", "backpropagate", "update")
BLINK, GLANCE, LOOK = 160, 500, 700  # milliseconds that a picture is shown
QUALITY = 60

_POINTER = """
  ([x, y]) => {
    const pointer = document.querySelector("#pointer") ?? document.body.appendChild(document.createElement("div"));
    pointer.id = "pointer";
    pointer.innerHTML = `<svg width="16" height="22" viewBox="0 0 11 15">
      <path d="M.5.5v11.5l2.8-2.6 1.9 4.4 1.8-.8-1.9-4.3h3.9z" fill="black" stroke="white"/></svg>`;
    pointer.style = `position: fixed; z-index: 9; pointer-events: none; left: ${x}px; top: ${y}px`;
  }
"""
# What is learnt, below the buttons, which stay in sight.
_GO_DOWN = """
  const buttons = document.querySelector(".transport").getBoundingClientRect();
  scrollBy(0, document.querySelector(".panel-projection").getBoundingClientRect().top - buttons.height);
"""


class Film:
    """Pictures of a page, and how long each is shown."""

    def __init__(self, page):
        self.page, self.screen = page, Screen(page)
        self.pictures: list[Image.Image] = []
        self.durations: list[int] = []
        self._devtools = page.context.new_cdp_session(page)

    def show(self, duration: int) -> None:
        """The page as it is now, for `duration` milliseconds."""
        taken = self._devtools.send("Page.captureScreenshot", {"format": "png"})
        picture = Image.open(io.BytesIO(base64.b64decode(taken["data"]))).convert("RGB")
        if self.pictures and picture == self.pictures[-1]:
            self.durations[-1] += duration
        else:
            self.pictures.append(picture)
            self.durations.append(duration)

    def point_at(self, name: str) -> None:
        """Move the pointer onto a button."""
        self.page.hover(f"#{name}")
        box = self.page.locator(f"#{name}").bounding_box()
        self.page.evaluate(_POINTER, [box["x"] + 0.7 * box["width"], box["y"] + 0.3 * box["height"]])

    def press(self, name: str, step: int, stage: str = "update", duration: int = LOOK) -> None:
        """Press a button, and show where it leads."""
        self.point_at(name)
        self.screen.press(name).at(step, stage)
        self.page.wait_for_load_state("networkidle")  # the axes, the losses of the way, the lists
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.show(duration)

    def save(self, path: Path) -> None:
        """Write the film as WebP; what does not change from one picture to the next is stored once."""
        first, *others = self.pictures
        options = {"quality": QUALITY, "method": 6, "minimize_size": True, "loop": 0}
        first.save(path, save_all=True, append_images=others, duration=self.durations, **options)
        print(f"{path}: {path.stat().st_size:,} bytes, {len(self.pictures)} pictures, {sum(self.durations) / 1000} s")


def play(film: Film) -> None:
    """Next; the stages of a step; 500 steps, and the four people form a parallelogram."""
    film.show(LOOK)
    film.press("next", 1, duration=GLANCE)
    film.press("next", 2, duration=GLANCE)
    for stage in STAGES:
        film.press("stage", 3 if stage == "update" else 2, stage)
    film.page.evaluate(_GO_DOWN)
    film.show(GLANCE)
    film.press("step-500", 503)
    film.press("pca", 503)
    film.press("restart", 0, "start", GLANCE)
    for step in range(20, 201, 20):
        film.press("step-20", step, duration=BLINK)
    for step in (300, 400, 500):
        film.press("step-100", step, duration=2 * BLINK)
    film.show(3 * LOOK)


def previews(page, url: str) -> None:
    """The page at some steps, as previews of links want it."""
    page.set_viewport_size(PREVIEW_SIZE)
    for name, (query, step) in PREVIEWS.items():
        Screen(page).open(f"{url}/?{query}&step={step}", step)
        page.wait_for_load_state("networkidle")
        path = CHECKOUT / "assets" / f"{name}.webp"
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        picture.save(path, quality=QUALITY, method=6)
        print(f"{path}: {path.stat().st_size:,} bytes")


def main() -> None:
    with running_app() as app, sync_playwright() as playwright:
        browser = browsers.launch(playwright)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        film = Film(page)
        film.screen.open(f"{app.url}/?preset=king-queen")
        page.wait_for_load_state("networkidle")
        play(film)
        previews(page, app.url)
        browser.close()
    film.save(PICTURE)


if __name__ == "__main__":
    main()
