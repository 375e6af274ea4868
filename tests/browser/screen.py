"""What a reader finds on the page, and what must stand there.

The numbers are read from the tables behind the panels and compared with a `Run` computed in the test's own
process. Tables show eight significant digits; they follow a moment after the picture, so comparisons repeat
until they hold.
"""

import re
import time

import numpy as np

from explorer import Recipe, Run

PATIENCE = 120.0  # seconds until what is looked for must be there: a busy machine is slow, not wrong
DIGITS = 1.2e-7  # relative: eight significant digits of numbers that may have travelled in single precision
LIVE = 5.1e-5  # absolute: the four decimals of the status and of live equations
NOT_YET = "not yet computed"

# Where a pointer would have which title shown: the middle of the spots, of a grid over the panel's canvas.
_POSITIONS = """
  (panel) => {
    const canvas = document.querySelector(`#${panel} canvas`);
    const [box, tooltip, spots] = [canvas.getBoundingClientRect(), document.querySelector(".tooltip"), {}];
    for (let y = box.top; y < box.bottom; y += 3)
      for (let x = box.left; x < box.right; x += 3) {
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y }));
        if (tooltip.style.visibility === "visible")
          (spots[tooltip.querySelector(".tooltip-title").textContent] ??= []).push([x, y]);
      }
    canvas.dispatchEvent(new PointerEvent("pointerleave"));
    const mean = (some, axis) => some.reduce((sum, spot) => sum + spot[axis], 0) / some.length;
    return Object.fromEntries(Object.entries(spots).map(([title, some]) => [title, [mean(some, 0), mean(some, 1)]]));
  }
"""
_PIXELS = """
  ([panel, spots]) => {
    const canvas = document.querySelector(`#${panel} canvas`);
    const { left, top, width } = canvas.getBoundingClientRect();
    const [context, scale] = [canvas.getContext("2d"), canvas.width / width];
    return spots.map(([x, y]) => [...context.getImageData((x - left) * scale, (y - top) * scale, 1, 1).data]);
  }
"""
# What of the strip is not inside it; whatever is inside a line is as wide as the line.
_OUTSIDE = """
  () => {
    const { right, bottom } = document.querySelector("#explanation").getBoundingClientRect();
    return [...document.querySelectorAll("#explanation :is(.stage-title, .stage-says, .stage-list, math)")]
      .filter((each) => each.checkVisibility())
      .map((each) => [each.textContent, each.getBoundingClientRect()])
      .filter(([, box]) => box.bottom > bottom || box.right > right)
      .map(([text]) => text);
  }
"""
_TABLE = """
  (panel) => [...document.querySelectorAll(`#${panel} table tr`)]
    .map((row) => [...row.children].map((cell) => cell.textContent))
"""


def eventually(check):
    """The result of `check()` once it stops failing; its last failure when patience ends.

    A table that is not filled yet has neither the rows nor the numbers that a check asks for: that is a failure too,
    and so is an answer of False.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found = check()
            assert found is not False
            return found
        except (AssertionError, LookupError, ValueError):
            if time.monotonic() > end:
                raise
            time.sleep(0.03)


class Screen:
    """A page with the program on it."""

    def __init__(self, page):
        self.page = page

    # ---- going there ----

    def open(self, address="/", step=0, stage=None):
        """Open an address, an absolute one or a path, and wait until `step` is painted."""
        self.page.goto(address)
        return self.at(step, stage)

    def at(self, step, stage=None):
        """Wait until the page has painted this place."""
        stage = stage or ("update" if step else "start")
        place = f'body[data-ready="true"][data-step="{step}"][data-stage="{stage}"]'
        self.page.wait_for_selector(place, state="attached")
        return self

    def rested(self):
        """The step on which the page came to rest."""
        self.page.wait_for_selector('body[data-ready="true"]', state="attached")
        return self.place()[0]

    def press(self, *names):
        for name in names:
            self.page.click(f"#{name}")
        return self

    def figure(self, name=""):
        """Plotly's figure of the panel that is enlarged, or another one, asked for as a visitor does."""
        self.press("enlarge", "present-figure")
        if name:
            self.page.select_option("#enlarged-panel", name)
        return self

    def link(self):
        """The address that the page itself would hand on."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.press("copy-link")

        def copied():
            text = self.page.evaluate("navigator.clipboard.readText()")
            assert text
            return text

        return eventually(copied)

    # ---- reading ----

    def text(self, name):
        return self.page.inner_text(f"#{name}")

    def status(self):
        """Where it says it is, in one line."""
        return self.page.evaluate("document.querySelector('#status').textContent")

    def place(self):
        step, stage = self.page.evaluate("[document.body.dataset.step, document.body.dataset.stage]")
        return int(step), stage

    def sheet(self, panel):
        """The rows of the table behind a panel, its head first, as they stand at one moment."""
        return self.page.evaluate(_TABLE, panel)

    def table(self, panel):
        """The rows of the table behind a panel, below its head."""
        return self.sheet(panel)[1:]

    def columns(self, panel, symbol):
        """The numbers below the heads "symbol 1", … (of a vector "symbol") of a table, as far down as there are any."""
        head, *rows = self.sheet(panel) or [[]]
        columns = [column for column, text in enumerate(head) if text == symbol or text.startswith(f"{symbol} ")]
        assert columns, head
        return np.array([[row[column] for column in columns] for row in rows if row[columns[0]]], dtype=float)

    def open_table(self, panel):
        """Tables of more than 1,500 cells are filled while they are open."""
        self.page.evaluate("(panel) => document.querySelector(`#${panel} details`).open = true", panel)
        return self

    def weights(self):
        """W and W_out as they stand in the table of the weights."""
        rows = np.array([row[1:] for row in self.table("weights")], dtype=float)
        assert rows.size
        return dict(zip(("W", "W_out"), np.split(rows, 2, axis=1), strict=True))

    def quantities(self):
        """Symbol to values, or to None for what the stage has not reached."""
        found = {}
        for symbol, _, value in self.table("vectors"):
            if "·" not in symbol:  # the drags below the quantities
                found.setdefault(symbol, []).append(value)
        assert found
        return {symbol: None if values == [NOT_YET] else values for symbol, values in found.items()}

    def slots(self):
        """The live numbers of the equation, [slot, text], but those that the page adds up: `test_lines` judges them."""
        return self.page.evaluate(
            """[...document.querySelectorAll("#explanation .live [data-slot]")]
                 .filter((node) => node.checkVisibility() && !node.dataset.slot.includes("="))
                 .map((node) => [node.dataset.slot, node.textContent])"""
        )

    def outside_strip(self):
        """The texts and equations of the strip that it cuts."""
        return self.page.evaluate(_OUTSIDE)

    # ---- comparing ----

    def shows(self, recipe, step, stage="update"):
        """The numbers on the screen are those of the recipe's run at this place."""
        run = recipe if isinstance(recipe, Run) else Run(recipe)
        eventually(lambda: self._compare(run, step, stage))
        return self

    def shows_weights(self, recipe, step):
        """The weights on the screen are those of the recipe's run after `step` updates."""
        run = Run(recipe).seek(step)
        eventually(lambda: self._compare_weights(run))
        return self

    def _compare_weights(self, run):
        for parameter in run.recipe.architecture.parameters:
            turned = parameter.axes[1:] == ("word",) and parameter.axes[0] != "word"  # words are rows on the page
            expected = run.parameters[parameter.name]
            expected = expected.T if turned else expected.reshape(len(expected), -1)
            shown = self.columns("weights", parameter.symbol + ("ᵀ" if turned else ""))
            np.testing.assert_allclose(shown, expected, rtol=DIGITS, atol=1e-12)

    def _compare(self, run, step, stage):
        self._compare_weights(run.seek(step))
        if stage == "start":
            return
        frame = run.frame(step - 1 if stage == "update" else step)
        self._compare_quantities(run, frame, stage)
        self._compare_status(run, frame, stage)
        self._compare_slots(run, frame, stage)

    def _compare_quantities(self, run, frame, stage):
        stages = [each.name for each in frame.model.stages]
        reached = {name for each in frame.model.stages[: stages.index(stage) + 1] for name in each.shows}
        shown = self.quantities()
        for quantity in frame.model.quantities:
            values = shown[quantity.symbol]
            assert (values is not None) == (quantity.name in reached), quantity.name
            if values is not None:
                expected = np.ravel(frame.of_instance(quantity.name, 0))
                if quantity.names:
                    assert values == _named_by(frame, quantity.names, expected.tolist()), quantity.name
                    continue
                np.testing.assert_allclose(np.array(values, float), expected, rtol=DIGITS, atol=1e-12)

    def _compare_status(self, run, frame, stage):
        said = self.status()
        named = run.vocabulary.__getitem__ if run.vocabulary else "{:.4g}".format
        inputs, outputs = (" ".join(map(named, side)) for side in frame.instance)
        stages = [each.name for each in frame.model.stages]
        progress = f"{stage} ({stages.index(stage) + 1} of {len(stages)})"
        parts = [f"step {frame.step + 1}", f"epoch {frame.epoch + 1}", f"{inputs} → {outputs}", progress]
        assert said.startswith(" · ".join(parts)), said
        loss = re.search(r"· loss (\S+)(?: · last in this file)?$", said)
        assert bool(loss) == (stages.index(stage) >= stages.index("loss")), said
        if loss:
            _close(loss[1], frame.loss)

    def _compare_slots(self, run, frame, stage):
        slots = self.slots()
        assert slots, f"no live numbers at {stage}"
        for slot, text in slots:
            expected = _value_of(slot, run, frame, stage)
            if isinstance(expected, str):
                assert text == expected, slot
            else:
                _close(text.strip("()"), expected)


def _named_by(frame, names, ids):
    """What numbers stand for: the output words of the first instance, words, or nodes; nothing, –."""
    if names == "outputs":
        return [frame.vocabulary[frame.instance.outputs[at]] for at in ids]
    return ["–" if id_ < 0 else frame.vocabulary[id_] if names == "word" else f"{names} {id_}" for id_ in ids]


def _close(text, expected):
    """Four decimals, or three digits and an exponent."""
    near = max(LIVE, 6e-3 * abs(expected) if "e" in text else 0)
    assert abs(float(text) - expected) <= near, (text, expected)


def _value_of(slot, run, frame, stage):
    """What a slot of a live equation stands for; batches show their first instance."""
    age, name, inside = re.fullmatch(r"(?:(old|new)\.)?([^\[\].]+)(?:\[([^\]]+)\])?", slot).groups()
    asked = run.recipe.architecture.parameters[-1].change[0].at
    rows = frame.of_instance(asked, 0) if asked else ()
    named = {"i": frame.instance.inputs[0], "o": frame.instance.outputs[0], "k": 0, "r": int(rows[0]) if asked else 0}
    parts = [part.strip() for part in inside.split(",")] if inside else []
    index = tuple(named[part] if part in named else int(part) for part in parts)
    alone = {
        "loss": frame.loss,
        "rate": frame.learning_rate,
        "C": len(frame.instance.outputs),
        "inputs": len(frame.instance.inputs),
        "batch": len(frame.instances),
        "divisor": frame.divisor,
    }
    if name in alone and not inside:
        return alone[name]
    if name == "word":
        return run.vocabulary[index[0]]
    if name == "unit":
        return str(index[0] + 1)
    if name == "row":
        return frame.row_name(run.recipe.architecture.parameters[-1], int(rows[index[0]]))
    if name in frame.parameters:
        after = age == "new" or (age is None and stage == "update")
        return (frame.updated if after else frame.parameters)[name][index]
    return (frame[name][0] if frame.batched else frame[name])[index]


def recipe_of(page) -> Recipe:
    """The recipe in the page's address."""
    query = page.evaluate("location.search")
    return Recipe.from_query(query)


def pointer_over(page, panel, title, at=0.1, also=None):
    """Move the pointer down a panel, `at` a share of its width, until the tooltip speaks of `title`.

    With `also`, then go on to the right until a line of it has that label. Returns the point, for a click.
    """
    x, y = next((point for point, said in _sweep(page, panel, at) if said[:1] == [title]), (None, None))
    assert y is not None, f"nothing in {panel} speaks of {title}"
    if also:
        right = x + page.locator(f"#{panel}").bounding_box()["width"]
        x = next((x for x in np.arange(x, right, 6) if also in _tooltip_at(page, x, y)), None)
        assert x is not None, f"nothing in {panel} beside {title} speaks of {also}"
    return float(x), float(y)


def spoken_of(page, panel, at=0.1):
    """All tooltips on the way down a panel: title → all that is said."""
    return {said[0]: said for _, said in _sweep(page, panel, at) if said}


def positions_of(page, panel):
    """Where on the page the things are that a panel speaks of: title → middle (x, y) of where its tooltip appears."""
    return {title: np.array(middle) for title, middle in page.evaluate(_POSITIONS, panel).items()}


def alive(page, devtools):
    """Nodes and listeners, as the browser counts them."""
    for _ in range(3):
        devtools.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(50)
    counted = devtools.send("Memory.getDOMCounters")
    return counted["nodes"], counted["jsEventListeners"]


def fits(page):
    """Nothing of the page lies beside its window."""
    width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room


def brightness(page, panel, spots):
    """Of what is painted on a panel's canvas at spots of the page, (number of spots, 2): 0, black, to 255, white."""
    pixels = np.array(page.evaluate(_PIXELS, [panel, np.asarray(spots).tolist()]))
    assert (pixels[:, 3] == 255).all()
    return pixels[:, :3].mean(axis=1)


def _sweep(page, panel, at):
    box = page.locator(f"#{panel}").bounding_box()
    x = box["x"] + at * box["width"]
    for y in np.arange(box["y"] + 4, box["y"] + box["height"], 6):
        yield (x, y), _tooltip_at(page, x, y)


def _tooltip_at(page, x, y):
    page.mouse.move(float(x), float(y))
    return page.evaluate(
        """() => {
          const box = document.querySelector(".tooltip");
          if (!box?.checkVisibility({ visibilityProperty: true })) return [];
          return [...box.querySelectorAll(".tooltip-title, .tooltip-label")].map((part) => part.textContent);
        }"""
    )
