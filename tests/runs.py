"""What the scripts' tests, tests/scripts, read of runs; `python -m tests.runs FOLDER` writes it.

For each recipe below they find `<name>.json`: its session as the page gets it, and the axes of its projection;
`<name>.parameters`: those that the server has after some steps, flat, by step and name; `<name>.frames`: the block of
frames with which the page replays them. `long.losses` are the losses of a run of LONG steps as the page gets them,
`long` what the figure shows of them.
"""

import json
import sys
from pathlib import Path

import numpy as np

from explorer import MODELS, PRESETS, Recipe, Run
from explorer.training.wire import pack
from explorer.views.moment import WINDOW
from explorer.web.answers import axes, losses
from explorer.web.describe import describe
from explorer.web.kept import trajectory
from explorer.web.server import create_app
from tests.figures import long_losses

STEPS = 12
LONG = 40_000
MANY_WORDS = ", ".join(f"w{i}|w{3 * i % 3000}" for i in range(3000))
TEXT = "the cat sat on the mat\nthe dog sat on the rug and the cat ran after the dog\nthe end of it"

RECIPES = {
    **{name: next(each.recipe for each in PRESETS.values() if each.recipe.model == name) for name in MODELS},
    "one weight": Recipe(preset="downhill"),
    "mlp": Recipe(preset="xor-network"),
    "batch": Recipe(preset="fruit-and-juice-cbow", batch_size=5, schedule="inverse", epochs=3, learning_rate=1),
    "edited": Recipe(preset="king-queen")
    .edited(0, weight=("W", "king", 0, 0.5))
    .edited(7, weight=("W_out", 2, 1, -1.5)),
    "four hidden units": Recipe(preset="xor-network", hidden=(4,)),
    "six hidden layers": Recipe(preset="xor-network", hidden=(3, 2, 4, 2, 3, 2), output_bias=False, loss="binary"),
    "hierarchical": Recipe(preset="king-queen", output="hierarchical"),
    "negative": Recipe(preset="king-queen", output="negative", batch_size=3),
    "nnlm with a tree": Recipe(preset="feed-the-cat", output="hierarchical"),
    "rnnlm with a tree": Recipe(preset="who-makes-which-noise", output="hierarchical"),
    "dialect": Recipe(text=TEXT, dialect="c", output="negative", negative=9, sample=0.1, learning_rate=2, seed=3),
    "target kept": Recipe(text=TEXT, output="negative", noise_hit="keep", context_gradient="undivided", batch_size=2),
    "skipped questions": Recipe(text=TEXT, dialect="gensim", output="hierarchical", sample=0, learning_rate=9),
    "more words than fit": Recipe(pairs=", ".join(f"w{i}|w{(i + 7) % 320}" for i in range(320)), vector_size=2),
    "matrices": Recipe(preset="feed-the-cat", batch_size=3),
    "sums": Recipe(preset="feed-the-cat", batch_size=3, batch_gradient="sum", weight_decay=0.01),
    "many words": Recipe(pairs=MANY_WORDS, output="negative", vector_size=3, learning_rate=1),
    "many nodes": Recipe(pairs=MANY_WORDS, output="hierarchical", vector_size=3, learning_rate=1),
}


SPANS = (0, 137), (0, 50), (50, 137)  # of a ledger, and its pieces
# What the tests of sources ask of the server, as its addresses have it.
ASKED = (
    "neighbours?neighbours.step=137&neighbours.word=king&neighbours.count=4",
    "analogy?analogy.step=137&analogy.a=king&analogy.b=man&analogy.c=woman&analogy.of=W_out",
    "figure?figure.step=137&figure.panel=loss&figure.theme=dark&figure.lossScale=log",
    "neighbours?neighbours.step=137&neighbours.word=nobody",
    *(f"ledger?ledger.start={start}&ledger.stop={stop}&ledger.parameter=W&ledger.index=6,1" for start, stop in SPANS),
)


def write(folder: Path):
    """Into a folder, what the tests read of runs."""
    for name, recipe in RECIPES.items():
        found = trajectory(recipe.to_query())
        count = found.longest_stretch if found.by_rows else STEPS  # the block says which rows travel, if only some do
        parameters = {step: Run(recipe).seek(step).parameters for step in (0, 1, STEPS // 2, count)}
        flat = {
            step: {key: np.ravel(array).tolist() for key, array in each.items()} for step, each in parameters.items()
        }
        fitted = axes(found, 0, "W") if found.model.network.input else None
        told = {"session": describe(found), "axes": fitted}
        (folder / f"{name}.json").write_text(json.dumps(told), encoding="utf-8")
        (folder / f"{name}.parameters").write_text(json.dumps(flat), encoding="utf-8")
        first = range(WINDOW) if found.by_rows else ()  # as the page asks
        (folder / f"{name}.frames").write_bytes(Run(recipe).trace(0, count).to_bytes(words=first))
    arrays = {"wide": np.arange(6.0).reshape(2, 3), "short": np.float32([0.5]), "ids": np.int32([-1, 7])}
    (folder / "packed").write_bytes(pack({"start": 3}, arrays))
    long = Run(Recipe(preset="king-queen")).seek(LONG)
    (folder / "long").write_text(json.dumps(long_losses(long)), encoding="utf-8")
    (folder / "long.losses").write_bytes(losses(trajectory(long.recipe.to_query()), 0, LONG, 1_000))
    client = create_app().server.test_client()
    answers = {path: client.get(path) for path in (f"/api/{asked}&preset=king-queen" for asked in ASKED)}
    told = {path: {"status": answer.status_code, "body": answer.json} for path, answer in answers.items()}
    (folder / "answers").write_text(json.dumps(told), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
