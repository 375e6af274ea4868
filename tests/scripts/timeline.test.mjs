/** What stands behind the timeline: the loss where its steps are, and a tick where something was changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose } from "../../assets/shell/timeline.mjs";

const ROOM = { width: 100, height: 10 };
const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2));

test("the loss stands over its steps, as high as its share of the highest", () => {
  const losses = { start: 20, stride: 2, values: Float64Array.of(4, 2, NaN, Infinity, 1) };
  const [curve] = compose({ losses, range: 100, edits: [] }, ROOM);
  const expected = [20, 21, 22, 23, 28, 29].map((x) => [x, 10 - (9.5 * [4, 2, 0, 0, 1][(x - 20) >> 1]) / 4]);
  assert.deepEqual(pairs(curve.points), expected);
});

test("an edit has a tick within the line, one beyond its end has none", () => {
  const edits = [0, 50, 100, 101].map((step) => ({ step }));
  const [curve, ticks] = compose({ losses: null, range: 100, edits }, ROOM);
  assert.deepEqual(curve.points, []);
  assert.deepEqual(
    ticks.boxes,
    [0, 49, 98].flatMap((left) => [left, 0, 2, 10]),
  );
});
