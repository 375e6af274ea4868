/** Pictures are drawn ahead while the page rests, and while it plays; a rest that another follows ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ahead } from "../../assets/player/ahead.mjs";

/** A player that stands still, whose clock counts the frames that are waited for; each wait ends when it is told to. */
function standing() {
  const waits = [];
  const later = () => new Promise((resolve) => waits.push(resolve));
  const told = { frames: 0, prepared: [], opened: 0 };
  const afterFrame = () => {
    told.frames += 1;
    return later();
  };
  const clock = { pause: later, idle: later, afterFrame };
  const panels = [{}, { prepare: (scene) => told.prepared.push(scene) }];
  const inker = { open: () => (told.opened += 1), edition: 0 };
  const player = { clock, panels, inker, frame: null, playing: false, step: 4, stageIndex: 0 };
  player.coming = (count = 1) => {
    const { step, stageIndex, playing } = player;
    return { step: step + count, stageIndex, playing };
  };
  /** All that is waited for happens, and what follows from it until the next wait. */
  const pass = async () => {
    for (const resolve of waits.splice(0)) resolve({ timeRemaining: () => 50 });
    await new Promise((resolve) => setImmediate(resolve));
    return waits.length;
  };
  return { ahead: new Ahead(player), player, told, pass };
}

test("at rest the next scene is drawn by the panels that can, and taken once", async () => {
  const { ahead, player, told, pass } = standing();
  ahead.rest();
  await pass(); // the pause
  await pass(); // idle
  assert.deepEqual(told, { frames: 0, prepared: [{ step: 5, stageIndex: 0, playing: false }], opened: 0 });
  player.step = 5;
  assert.equal(ahead.take(), told.prepared[0]);
  assert.equal(told.opened, 1, "whoever steps will step on");
  assert.equal(ahead.take(), null);
});

test("where a worker inks the next scene it is drawn after the pause, idle or not", async () => {
  const { ahead, player, told, pass } = standing();
  Object.assign(player, { abreast: null });
  player.inker.ready = true;
  ahead.rest();
  assert.equal(await pass(), 0, "nothing is waited for after the pause");
  assert.equal(told.prepared.length, 1);
  ahead.drop();
  ahead.rest();
  ahead.drop(); // before the pause has ended
  await pass();
  assert.equal(told.prepared.length, 1);
});

test("of who steps on at leisure the worker is asked now and then, for four pictures, and of who does not for the next one", async () => {
  const { ahead, player, told, pass } = standing();
  Object.assign(player, { stageIndex: 7, session: { stages: Array(7) }, abreast: null });
  player.inker.ready = true;
  /** What is drawn ahead while the page rests at a position. */
  const rested = async (position) => {
    Object.assign(player, position);
    ahead.stepped.at -= 1000; // since then
    ahead.take();
    const before = told.prepared.length;
    ahead.follow();
    await pass();
    return told.prepared.slice(before).map(({ step }) => step);
  };
  assert.deepEqual(await rested({ step: 5 }), [6], "the first");
  assert.deepEqual(await rested({ step: 6 }), [7, 8, 9, 10]);
  for (const step of [7, 8, 9]) assert.deepEqual(await rested({ step }), [], "they are there");
  assert.deepEqual(await rested({ step: 10 }), [11, 12, 13, 14]);
  assert.deepEqual(await rested({ step: 10, stageIndex: 3 }), [11], "inside a step");
  assert.deepEqual(await rested({ step: 30, stageIndex: 7 }), [31], "a jump");
  assert.deepEqual(await rested({ step: 31 }), [32, 33, 34, 35]);
  player.inker.edition = 1;
  assert.deepEqual(await rested({ step: 32 }), [33, 34, 35, 36], "those had another size");
  assert.deepEqual(await rested({ step: 33 }), []);
});

test("of many rests while frames are still to be painted only the last goes on waiting", async () => {
  const { ahead, player, told, pass } = standing();
  player.frame = {};
  for (let i = 0; i < 20; i += 1) ahead.rest();
  assert.equal(await pass(), 1, "after the pause, the last one's frame");
  assert.equal(told.frames, 1);
  ahead.drop();
  assert.equal(await pass(), 0, "what was dropped waits no more");
  assert.equal(told.frames, 1);
});

test("whoever steps fast is drawn the next two pictures at once, by the inker, and whoever does not while the page rests", (t) => {
  const { ahead, player, told } = standing();
  t.mock.method(performance, "now", () => now);
  let now = 1000;
  Object.assign(player, { stageIndex: 7, session: { stages: Array(7) }, abreast: null });
  /** What is drawn at once when a position is shown so many ms later. */
  const shown = (later, position) => {
    Object.assign(player, position);
    now += later;
    ahead.take();
    const before = told.prepared.length;
    ahead.follow();
    return told.prepared.slice(before).map(({ step }) => step);
  };
  player.inker.ready = true;
  assert.deepEqual(shown(0, { step: 5 }), [], "the first");
  assert.deepEqual(shown(40, { step: 6 }), [7, 8], "a key that is held down");
  assert.deepEqual(shown(40, { step: 7 }), [9], "the other is there");
  player.inker.ready = false;
  assert.deepEqual(shown(40, { step: 8 }), [], "the worker has enough to do");
  assert.equal(ahead.count, 1);
  player.inker.ready = true;
  assert.deepEqual(shown(40, { step: 9 }), [10, 11]);
  assert.deepEqual(shown(40, { step: 10 }), [12]);
  assert.deepEqual(shown(400, { step: 11 }), [], "one who reads");
  assert.deepEqual(shown(40, { step: 11 }), [], "pointed at");
  assert.deepEqual(shown(40, { step: 20 }), [], "a jump");
  assert.deepEqual(shown(40, { step: 20, stageIndex: 3 }), [], "inside a step");
  assert.deepEqual(shown(40, { step: 21, stageIndex: 7 }), [], "stage by stage");
  player.inker.ready = false;
  assert.deepEqual(shown(40, { step: 22 }), [], "no worker yet");
  assert.ok(told.opened > 0, "it is made");
});

test("while one plays a picture some steps on is waited for until it is drawn, and not for ever", async (t) => {
  const { ahead, player } = standing();
  t.mock.method(performance, "now", () => now);
  let now = 1000;
  let drawn;
  player.playing = true;
  player.panels = [{ prepare: () => new Promise((resolve) => (drawn = resolve)) }, {}];
  assert.deepEqual([ahead.count, ahead.pending], [null, false]);
  ahead.walk(3);
  assert.deepEqual([ahead.count, ahead.pending], [3, true]);
  drawn();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([ahead.count, ahead.pending], [3, false]);
  player.step += 3;
  assert.equal(ahead.take()?.step, 7);
  ahead.walk(1);
  now += 1000;
  assert.deepEqual([ahead.count, ahead.pending], [1, false]);
  player.playing = false;
  player.step += 1;
  assert.equal(ahead.take(), null, "it was drawn for one that plays");
});

test("while one plays two pictures are drawn ahead, the second for one that sees the first, and shown in order", async () => {
  const { ahead, player, told } = standing();
  const before = [];
  player.panels = [{ prepare: (scene, after) => before.push([scene.step, after?.step ?? null]) }];
  player.playing = true;
  assert.deepEqual([ahead.reach, ahead.full, ahead.frames], [0, false, 0]);
  ahead.walk(2);
  ahead.walk(5);
  assert.deepEqual(before, [
    [6, null],
    [9, 6],
  ]);
  assert.deepEqual([ahead.count, ahead.reach, ahead.full, ahead.frames], [2, 5, true, 2]);
  player.step = 6;
  assert.equal(ahead.take()?.step, 6);
  assert.deepEqual([ahead.count, ahead.reach, ahead.full], [3, 3, false]);
  player.step = 7;
  assert.equal(ahead.take(), null, "one stands elsewhere");
  assert.deepEqual([ahead.count, told.opened], [null, 1], "so nothing of it will be shown");
});

test("only the picture that is next keeps a page waiting", async (t) => {
  const { ahead, player } = standing();
  t.mock.method(performance, "now", () => 1000);
  const drawn = [];
  player.playing = true;
  player.panels = [{ prepare: () => new Promise((resolve) => drawn.push(resolve)) }];
  ahead.walk(1);
  ahead.walk(2);
  drawn[0]();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ahead.pending, false);
  player.step += 1;
  ahead.take();
  assert.equal(ahead.pending, true);
});
