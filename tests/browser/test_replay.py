"""The browser replays blocks of frames: its weights are the server's, after any number of them."""

import numpy as np
import pytest

from explorer import Recipe, Run
from tests.browser.screen import Screen, eventually
from tests.cases import few_of

BATCH = Recipe(
    preset="fruit-and-juice-cbow",
    batch_size=5,
    order="shuffled",
    schedule="inverse",
    epochs=3,
    learning_rate=1,
)
EDITED = (
    Recipe(preset="king-queen")
    .edited(0, weight=("W", "king", 0, 0.5))
    .edited(70, weight=("W_out", "palace", 1, -1.5))
    .edited(128, weight=("W", "queen", 4, 3.0))  # where a block begins
    .edited(200, pairs="queen|palace^she, man|farm^he")
    .edited(333, learning_rate=0.05)
)
EDITED_BATCH = BATCH.edited(67, pairs="drink^juice|apple, eat^apple|orange^rice").edited(
    300, weight=("W", "eat", 0, 1.0)
)
NEGATIVE = EDITED.replaced(output="negative", negative=7)
HIERARCHICAL = Recipe(preset="king-queen", output="hierarchical").edited(70, weight=("W_node", 3, 1, -1.5))
RECIPES = {
    "batch": BATCH,
    "edited": EDITED,
    "edited batch": EDITED_BATCH,
    "negative": NEGATIVE,
    "negative batch": EDITED_BATCH.replaced(output="negative"),
    "hierarchical": HIERARCHICAL.edited(200, pairs="queen|palace^she^his, man|farm"),
    "hierarchical batch": BATCH.replaced(output="hierarchical"),
}

_WALK = """
  async ([query, steps, kept]) => {
    const linked = document.querySelector("script[type='module']").src; // the modules it is made of lie beside it
    const load = (name) => import(new URL(name, linked));
    const [{ BlockStore }, { Replay }] = [await load("player/blocks.mjs"), await load("player/replay.mjs")];
    const { HttpSource } = await load("sources/http.mjs");
    const source = new HttpSource(document.body.dataset.api);
    const store = new BlockStore(source, await source.describe(query));
    const replay = new Replay(store);
    const found = {};
    for (let step = 0; step <= steps; step++) {
      const block = await store.load(Math.max(0, step - 1));
      const { weights } = replay.upTo(step, 1, block).at(-1);
      const arrays = Object.entries(weights).map(([name, { data }]) => [name, [...data]]);
      if (kept.includes(step)) found[step] = Object.fromEntries(arrays);
    }
    return found;
  }
"""


@pytest.mark.parametrize("name", few_of(RECIPES, "edited batch"))
def test_no_error_grows_over_500_frames(page, name):
    """Each frame changes the weights of the one before, across blocks and edits."""
    recipe = RECIPES[name]
    Screen(page).open("/")
    kept = [0, 1, 67, 70, 71, 128, 129, 200, 300, 333, 500]
    found = page.evaluate(_WALK, [recipe.to_query(), 500, kept])
    run = Run(recipe)
    for step in kept:
        run.seek(step)
        assert found[str(step)].keys() == run.parameters.keys()
        for name, values in found[str(step)].items():
            np.testing.assert_allclose(values, run.parameters[name].ravel(), rtol=0, atol=1e-12, err_msg=str(step))


def test_what_is_played_and_dragged_to_is_the_servers(page):
    screen = Screen(page).open(f"/?{EDITED_BATCH.to_query()}")
    page.select_option("#speed", "240")
    screen.press("play")
    eventually(lambda: passes(screen, 310))
    screen.press("back")
    step = screen.rested()
    screen.shows(EDITED_BATCH, step)
    for landing in (300, 128, 67, 1):
        page.evaluate(
            """(step) => {
              const timeline = document.getElementById("timeline");
              timeline.value = step;
              timeline.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            landing,
        )
        screen.at(landing).shows(EDITED_BATCH, landing)


def passes(screen, step):
    assert screen.place()[0] >= step
