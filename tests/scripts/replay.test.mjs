/** Blocks of frames: what they hold, and that the weights replayed from them are the server's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Replay } from "../../assets/player/replay.mjs";
import { unpack } from "../../assets/sources/wire.mjs";
import { bytesOf, NAMES, parametersOf, runOf } from "./runs.mjs";

test("a packed answer has its header, and its arrays in their types", () => {
  const { header, arrays } = unpack(bytesOf("packed"));
  assert.equal(header.start, 3);
  assert.deepEqual(arrays, {
    wide: Float64Array.of(0, 1, 2, 3, 4, 5),
    short: Float32Array.of(0.5),
    ids: Int32Array.of(-1, 7),
  });
});

/** The largest difference between replayed weights and the server's, of the rows that are here. */
function difference(weights, wanted, session, excerpt) {
  let most = 0;
  for (const { name, axes } of session.parameters) {
    const { rows, columns, data } = weights[name];
    if (!excerpt) assert.equal(data.length, wanted[name].length, name);
    for (let row = 0; row < rows; row++) {
      const first = (excerpt ? excerpt.ids[axes[0]][row] : row) * columns;
      for (let k = 0; k < columns; k++)
        most = Math.max(most, Math.abs(data[row * columns + k] - wanted[name][first + k]));
    }
  }
  return most;
}

for (const name of NAMES) {
  test(`${name}: the weights after each step are the server's, one by one and after a jump`, () => {
    const { session, block } = runOf(name);
    const parameters = parametersOf(name);
    const store = { fit: null, at: (step) => (step >= block.start && step < block.end ? block : null) };
    const walking = new Replay(store);
    const last = Math.max(...Object.keys(parameters).map(Number));
    assert.equal(block.end, last);
    for (let step = 0; step <= last; step++) {
      const window = walking.upTo(step, 3, block);
      assert.deepEqual(
        window.map((moment) => moment.step),
        [3, 2, 1, 0].map((past) => step - past).filter((at) => at >= 0),
      );
      const wanted = parameters[step];
      if (!wanted) continue;
      const jumped = new Replay(store).upTo(step, 1, block);
      for (const { weights } of [window.at(-1), jumped.at(-1)]) {
        assert.ok(difference(weights, wanted, session, block.excerpt) < 1e-12, `step ${step}`);
      }
    }
    assert.ok(
      difference(walking.window.at(-1).weights, parameters[0], session, block.excerpt) > 1e-9,
      "nothing was learnt",
    );
  });
}

test("an excerpt has the rows that its steps touch, and says of an index which row it is of the whole", () => {
  const { session, block } = runOf("many words");
  const { excerpt } = block;
  assert.ok(excerpt.session.words.length < session.words.length);
  const { inputs } = block.instance(0);
  assert.equal(excerpt.session.words[inputs[0]], "w0");
  const row = excerpt.session.words.indexOf("w3");
  assert.deepEqual(excerpt.indexOf("W", [row, 2]), [session.words.indexOf("w3"), 2]);
  const view = { focus: `W.${session.words.indexOf("w3")}.2` };
  assert.equal(excerpt.viewOf(view).focus, `W.${row}.2`);
});

test("what an instance's words give needs no array: the mean of their one-hot vectors, and the counts of the outputs", () => {
  const { session, block } = runOf("cbow");
  const { inputs, outputs } = block.instance(2);
  const [x, t] = ["x", "t"].map((quantity) => [...block.quantity(block.declared(quantity), 2)]);
  assert.equal(session.words.length, x.length);
  for (const id of inputs)
    assert.ok(Math.abs(x[id] - [...inputs].filter((each) => each === id).length / inputs.length) < 1e-15);
  assert.ok(Math.abs(x.reduce((sum, value) => sum + value, 0) - 1) < 1e-12);
  assert.equal(
    t.reduce((sum, value) => sum + value, 0),
    outputs.length,
  );
});

for (const name of NAMES) {
  test(`${name}: what lies some steps ahead is what one comes to`, () => {
    const { block } = runOf(name);
    const store = { fit: null, at: (step) => (step >= block.start && step < block.end ? block : null) };
    const walking = new Replay(store);
    const [from, to] = [block.start, Math.min(block.end, block.start + 7)];
    walking.upTo(from, 2, block);
    const ahead = walking.windowAfter(from, 2, to - from);
    assert.deepEqual(ahead, new Replay(store).upTo(to, 2, block));
    assert.deepEqual(walking.upTo(from + 3, 2, block), new Replay(store).upTo(from + 3, 2, block));
    assert.deepEqual(walking.windowAfter(from + 3, 2, 1), new Replay(store).upTo(from + 4, 2, block));
    assert.equal(walking.windowAfter(from, 2, 1), null, "the window is elsewhere");
    assert.equal(walking.windowAfter(from + 3, 2, block.end - from), null, "that step is not here");
    assert.deepEqual(walking.upTo(to, 2, block), ahead);
    const jumping = new Replay(store);
    jumping.upTo(from, 2, block);
    jumping.windowAfter(from, 2, 2);
    assert.deepEqual(jumping.upTo(to, 2, block), ahead, "what lay ahead of where one was is forgotten");
  });
}
