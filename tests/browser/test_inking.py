"""A worker draws pictures beside the page: it draws what the page would, and the page goes on without it."""

import pytest

from explorer import Recipe
from tests.browser.screen import Screen, eventually, pointer_over
from tests.cases import few_of

QUERIES = {
    "words": "preset=king-queen&view.trail=5",
    "layers": "preset=xor-network",
    "look-up": "preset=we-all-have-it",
    "batch": "preset=feed-the-cat&view.heat=change",
    "recurrent": "preset=who-makes-which-noise",
    "curve": "preset=unit",
}
STEP = 40

# Of each image that the worker made last, whether the page, which is paused, has drawn the same on the canvas below;
# labels of the projection, which keep to where they were in the picture before, may find a better place.
_SAME = """
  async () => {
    const pixels = (canvas) => {
      const { width, height } = canvas;
      const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      context.drawImage(canvas, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    };
    const frame = () => new Promise(requestAnimationFrame);
    const films = [...document.querySelectorAll(".panel-film")].filter((film) => film.style.display === "block");
    if (films.length < 3) return false;
    document.querySelector("#play").click();
    for (let i = 0; i < 3; i += 1) await frame();
    return films.map((film) => {
      const [one, other] = [film, film.previousElementSibling].map(pixels);
      const inked = one.some((value) => value);
      const shown = film.style.display === "none";
      const same = one.length === other.length && one.every((value, i) => value === other[i]);
      const where = film.closest(".panel").ariaLabel;
      return [where, inked, shown, same || where === "Projection"];
    });
  }
"""
_FILMS = "document.querySelectorAll('.panel-film').length"


def play(page, query):
    """Play, with time enough from step to step that no image is late."""
    screen = Screen(page).open(f"/?{query}&step={STEP}", STEP)
    page.select_option("#speed", "15")
    page.click("#play")
    return screen


@pytest.mark.parametrize("kind", few_of(QUERIES, "words"))
def test_the_worker_inks_what_the_page_would(page, kind):
    play(page, QUERIES[kind])
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(200)
        found = eventually(lambda: page.evaluate(_SAME))
        assert [each for each in found if not all(each)] == [], scheme
        page.click("#play")


# How many images were shown on the panels' own canvases, which closes them.
_COUNT = """
  globalThis.shown = 0;
  const { close } = ImageBitmap.prototype;
  ImageBitmap.prototype.close = function () {
    shown += 1;
    close.call(this);
  };
"""


def test_what_a_worker_drew_can_be_pointed_at_and_read(page):
    page.add_init_script(_COUNT)
    recipe = Recipe(preset="king-queen")
    screen = Screen(page).open(f"/?{recipe.to_query()}&step={STEP}", STEP)
    step = STEP
    while page.evaluate("shown") < 8:  # a picture each of at least four panels
        assert step < STEP + 50, "the page drew all of them"
        screen.press("next")
        step += 1
        screen.at(step)
        page.wait_for_timeout(200)
    screen.shows_weights(recipe, step)
    for panel, word, where in (("weights", "queen", 0.05), ("vectors", "queen", 0.05), ("network", "queen", 0.06)):
        pointer_over(page, panel, word, where)


@pytest.mark.parametrize("without", few_of(["Worker", "OffscreenCanvas", "script", "second processor"], "script"))
def test_without_a_worker_the_page_inks(page, complaints, without):
    if without == "script":
        complaints.allow("ERR_FAILED")
        page.route("**/ink-worker.mjs", lambda route: route.abort())
    elif without == "second processor":
        page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 })")
    else:
        page.add_init_script(f"delete globalThis.{without}")
    screen = play(page, QUERIES["words"])
    eventually(lambda: screen.place()[0] > STEP + 20)
    assert page.evaluate(_FILMS) == 0
    page.click("#play")
    assert screen.rested() > STEP + 20


@pytest.mark.further_case
def test_the_worker_ends_with_its_explorer(page):
    page.goto("/?embed=1&preset=week&panels=network&transport=full&step=3")
    explorer = page.locator("embedding-explorer")
    eventually(lambda: explorer.evaluate("each => each.place?.step === 3"))
    assert len(page.workers) == 0
    explorer.evaluate("each => each.shadowRoot.querySelector('#play').click()")
    eventually(lambda: explorer.evaluate("each => each.shadowRoot.querySelector('.panel-film') !== null"))
    assert len(page.workers) == 1
    explorer.evaluate("each => each.remove()")
    eventually(lambda: page.evaluate("true") and len(page.workers) == 0)  # asked, the page tells what has ended
