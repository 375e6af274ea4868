/** What stands behind the timeline: the loss where its steps are, and a tick where something was changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compose, sharedBy } from "../../assets/shell/timeline.mjs";

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

test("of a line that a step only adds to, what is left of its end stays", () => {
  const edits = [{ step: 1 }];
  /** A line of so many of its losses, of which so many are known. */
  const lineOf = (count, { known = count, ...other } = {}) => {
    const values = Float64Array.of(4, 3, 2, 3, 1, 4, 2).subarray(0, count);
    return { losses: { start: 0, stride: 1, values, low: values, high: values, known }, range: 8, edits, ...other };
  };
  const before = lineOf(4);
  const shared = (line) => sharedBy(before, line, ROOM);
  assert.equal(shared(lineOf(5)), 50 - 8, "a step on: 4 of 8 steps over 100 px");
  assert.equal(shared(lineOf(3)), 37.5 - 8, "a step back");
  assert.equal(shared(lineOf(5, { known: 2 })), 0, "not known is what was known");
  const [gap, later] = [lineOf(4, { known: 2 }), lineOf(5, { known: 3 })];
  assert.equal(sharedBy(gap, later, ROOM), 0, "known is one that was not");
  assert.equal(shared(lineOf(5, { range: 16 })), 0);
  assert.equal(shared(lineOf(5, { edits: [...edits] })), 0);
  assert.equal(shared(lineOf(5, { losses: null })), 0);
  for (const count of [3, 5, 7]) {
    const [old, whole] = [before, lineOf(count)].map((line) => pairs(compose(line, ROOM)[0].points));
    const left = shared(lineOf(count));
    assert.deepEqual(
      whole.filter(([x]) => x < left + 8 - 1),
      old.filter(([x]) => x < left + 8 - 1),
    );
    const [part] = compose(lineOf(count), ROOM, 4, left - 8);
    assert.deepEqual(
      pairs(part.points),
      whole.filter(([x]) => x >= Math.floor(left - 8)),
    );
  }
});
