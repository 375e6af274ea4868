/** A worker that costs a page more than it spares rests, and one that only the page has not heard of yet does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Inker } from "../../assets/draw/inking.mjs";

/**
 * An inker whose worker needs `inking` ms for a batch, and each `late`-th time a frame longer; frames are `frame` ms
 * apart, and hear of it `deaf` ms late.
 */
function busy(t, { inking, frame, deaf = 0, late = 0 }) {
  let [now, count] = [1000, 0];
  t.mock.method(performance, "now", () => now);
  const inker = new Inker({}, new AbortController().signal);
  inker.begin();
  const batch = () => {
    count += 1;
    const done = now + inking + (late && count % late === 0 ? frame : 0);
    for (now += frame; now < done + deaf; now += frame) inker.miss();
    inker.answered({ sheets: [], done: performance.timeOrigin + done });
  };
  /** @param {number} span ms @returns {number} batches until then */
  const work = (span) => {
    let count = 0;
    for (const end = now + span; now < end && inker.ready; count += 1) batch();
    return count;
  };
  return { inker, work, pass: (ms) => (now += ms), quicken: (ms) => (inking = ms) };
}

test("a worker that the frames wait for rests, and is asked again", (t) => {
  const { inker, work, pass } = busy(t, { inking: 17, frame: 16 });
  assert.ok(work(5000) < 18);
  assert.equal(inker.ready, false);
  pass(6000);
  assert.equal(inker.ready, true);
  assert.ok(work(5000) < 8);
});

test("one that takes long only at first does not rest", (t) => {
  const { work, quicken } = busy(t, { inking: 90, frame: 16 });
  assert.ok(work(900) >= 9);
  quicken(12);
  assert.ok(work(5000) > 250);
});

test("one that has two batches to do gets no third", (t) => {
  const { inker } = busy(t, { inking: 12, frame: 16 });
  const surface = { canvas: { width: 10, height: 10 }, width: 10, height: 10, ratio: 1, version: 1 };
  inker.newsOfTheme = () => null;
  const ask = () => {
    const sheet = inker.ink(surface, { marks: [] });
    inker.send();
    return sheet;
  };
  assert.deepEqual([ask(), ask(), ask()].map(Boolean), [true, true, false]);
  inker.answered({ sheets: [null], done: performance.timeOrigin + performance.now() });
  assert.ok(ask());
});

test("one that is in time does not rest", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16 }).work(5000) > 250);
});

test("one of which a busy page hears late does not rest", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16, deaf: 40 }).work(5000) > 70);
});

test("what is late now and then costs a quick page more than it spares, and a slow one less", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16, late: 3 }).work(20000) < 260);
  assert.ok(busy(t, { inking: 40, frame: 60, late: 3 }).work(20000) > 240);
});
