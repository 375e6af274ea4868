/** A worker that keeps the frames waiting rests, and one that only the page has not heard of yet does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Inker } from "../../assets/draw/inking.mjs";

/** An inker whose worker needs `inking` ms for a batch; frames are `frame` ms apart, and hear of it `deaf` ms late. */
function busy(t, { inking, frame, deaf = 0 }) {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  const inker = new Inker({}, new AbortController().signal);
  inker.begin();
  const batch = () => {
    const [asked, done] = [now, now + inking];
    for (now += frame; now < done + deaf; now += frame) inker.miss();
    inker.answered({ sheets: [], done: performance.timeOrigin + done });
    return now - asked;
  };
  /** @param {number} span ms @returns {number} batches until then */
  const work = (span) => {
    let count = 0;
    for (const end = now + span; now < end && inker.ready; count += 1) batch();
    return count;
  };
  return { inker, work, pass: (ms) => (now += ms) };
}

test("a worker that the frames wait for rests, and is asked again", (t) => {
  const { inker, work, pass } = busy(t, { inking: 17, frame: 16 });
  assert.ok(work(5000) < 8);
  assert.equal(inker.ready, false);
  pass(6000);
  assert.equal(inker.ready, true);
  assert.ok(work(5000) < 8);
});

test("one that is in time does not rest", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16 }).work(5000) > 250);
});

test("one of which a busy page hears late does not rest", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16, deaf: 40 }).work(5000) > 70);
});
