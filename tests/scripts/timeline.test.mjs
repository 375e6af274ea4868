/** What stands behind the timeline: the loss where its steps are, and a tick where something was changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose, differsFrom } from "../../assets/shell/timeline.mjs";

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

test("a picture is drawn anew from where it differs: near its end where a step was added, else as a whole", () => {
  const line = { losses: { start: 0, stride: 1, values: Float64Array.of(4, 3, 2, 3) }, range: 8, edits: [{ step: 1 }] };
  const before = compose(line, ROOM);
  /** What differs with other values, or in other ways. */
  const anew = (values, other = {}) =>
    differsFrom(
      before,
      compose({ ...line, losses: { ...line.losses, values: Float64Array.from(values) }, ...other }, ROOM),
    );
  const end = 49; // the last point that has both: 4 of 8 steps over 100 px
  assert.equal(anew([4, 3, 2, 3, 1]), end - 8, "a step on");
  assert.equal(anew([4, 3, 2]), 37 - 8, "a step back");
  assert.equal(anew([4, 3, 2, 3]), end - 8);
  assert.equal(anew([4, 3, 1, 3, 1]), 24 - 8, "another loss");
  assert.equal(anew([4, 3, 2, 3, 8]), 0, "a higher one: all are lower in the picture");
  assert.equal(anew([4, 3, 2, 3], { range: 16 }), 0);
  assert.equal(anew([4, 3, 2, 3, 1], { edits: [] }), 0);
  assert.equal(anew([4, 3, 2, 3, 1], { edits: [{ step: 2 }] }), 0);
  assert.equal(differsFrom(compose({ ...line, losses: null }, ROOM), before), 0);
});
