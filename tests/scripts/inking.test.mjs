/** A worker that costs a page more than it spares rests, and one that only the page has not heard of yet does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Beside } from "../../assets/draw/beside.mjs";

/** What has pictures drawn by a worker that does nothing, and needs no news of the theme. */
function standing() {
  const worker = { addEventListener() {}, postMessage() {}, terminate() {} };
  const beside = new Beside(worker, {}, {}, new AbortController().signal);
  beside.news = () => null;
  return beside;
}

/**
 * An inker whose worker needs `inking` ms for a batch, and each `late`-th time a frame longer; frames are `frame` ms
 * apart, and hear of it `deaf` ms late.
 */
function busy(t, { inking, frame, deaf = 0, late = 0 }) {
  let [now, count] = [1000, 0];
  t.mock.method(performance, "now", () => now);
  const inker = standing();
  inker.begin();
  const batch = () => {
    count += 1;
    const done = now + inking + (late && count % late === 0 ? frame : 0);
    for (now += frame; now < done + deaf; now += frame) inker.miss();
    inker.answered({ sheets: [], told: [], done: performance.timeOrigin + done });
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
  const sent = [];
  inker.worker.postMessage = (message) => sent.push(message);
  const ask = () => {
    const sheet = inker.ink(surface, { marks: [] });
    inker.dispatch();
    return sheet;
  };
  assert.deepEqual([ask(), ask(), ask()].map(Boolean), [true, true, false]);
  inker.answered({ sheets: [null], told: [], done: performance.timeOrigin + performance.now() });
  assert.ok(ask());
  assert.equal(sent.length, 3);
});

test("one that is in time does not rest", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16 }).work(5000) > 250);
});

test("one of which a busy page hears late does not rest", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16, deaf: 40 }).work(5000) > 70);
});

test("what is late now and then costs a quick page more than it spares, and a slow one less", (t) => {
  assert.ok(busy(t, { inking: 12, frame: 16, late: 2 }).work(20000) < 260);
  assert.ok(busy(t, { inking: 40, frame: 60, late: 2 }).work(20000) > 200);
});

test("pictures of one task go as one batch, each scene in it once, and what can't be sent stays on the page", async () => {
  const inker = standing();
  inker.begin();
  const sent = [];
  const post = { numberOf: () => 7, letterOf: ({ large, step }) => (large ? null : { number: step }) };
  inker.worker.postMessage = (message) => sent.push(message);
  inker.post = post;
  const [one, other] = [1, 2].map((version) => ({
    ...{ canvas: { width: 10, height: 10 }, width: 10, height: 10, ratio: 1, version },
  }));
  const of = { art: "words", asked: {}, after: null, before: null };
  const [near, far, large] = [{ step: 1 }, { step: 2 }, { large: true }];
  const asked = [inker.compose(one, near, of), inker.compose(other, near, { ...of, after: far, before: undefined })];
  asked.push(inker.compose(one, far, of), inker.ink(other, { marks: [] }));
  assert.equal(inker.compose(one, large, of), null);
  await null;
  const [{ scenes, pictures }] = sent;
  assert.deepEqual(scenes, [{ number: 1 }, { number: 2 }]);
  assert.deepEqual(
    pictures.map(({ surface, scene, after }) => [surface, scene, after]),
    [
      [0, 0, null],
      [1, 0, 7],
      [0, 1, null],
      [1, undefined, undefined],
    ],
  );
  inker.answered({ sheets: ["a", null, "b", "c"], told: [{}, undefined, {}], done: 0 });
  assert.deepEqual(await Promise.all(asked), [
    { sheet: "a", told: {} },
    null,
    { sheet: "b", told: {} },
    { sheet: "c", told: undefined },
  ]);
  assert.equal(sent.length, 1);
});

test("what cannot be sent ends the worker, and the page draws by itself", async () => {
  const inker = standing();
  inker.begin();
  let ended = 0;
  Object.assign(inker.worker, { terminate: () => (ended += 1) });
  inker.worker.postMessage = () => {
    throw new Error("no clone");
  };
  const surface = { canvas: { width: 10, height: 10 }, width: 10, height: 10, ratio: 1, version: 1 };
  const asked = inker.ink(surface, { marks: [] });
  assert.throws(() => inker.dispatch(), /no clone/);
  assert.equal(await asked, null);
  assert.deepEqual([ended, inker.ready], [1, false]);
});
