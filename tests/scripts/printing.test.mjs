/** A lesson on paper: what the figures have moved is put back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { putBack, statesOf } from "../../assets/lessons/printing.mjs";

test("after it was put on paper a lesson has its explorers at their cues, and where they were by hand", async () => {
  const been = [];
  const make = (name, place) => ({
    cue: { explorer: name, step: 1 },
    applied: null,
    frame: { hidden: false },
    arriving: null,
    mounted: place && { place, go: async (to) => been.push([name, to]) },
  });
  const held = new Map([
    ["a", make("a", { step: 7 })],
    ["b", make("b", null)],
  ]);
  const before = statesOf({ held });
  held.set("c", make("c", { step: 1 })); // a figure needed it
  for (const each of held.values()) {
    each.cue = each.applied = { explorer: each.cue.explorer, step: 9 };
    each.frame.hidden = !each.frame.hidden;
  }
  const seen = [];
  const show = () => {
    for (const [name, { cue, applied, frame }] of held) seen.push([name, cue.step, applied, frame.hidden]);
    been.push("shown");
  };
  await putBack({ explorers: { held }, show }, before);
  assert.deepEqual(seen, [
    ["a", 1, null, false],
    ["b", 1, null, false],
    ["c", 9, null, true],
  ]);
  assert.deepEqual(been, ["shown", ["a", { step: 7 }]]);
});
