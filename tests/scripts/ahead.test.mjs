/** The picture of the next step is drawn ahead while the page rests, and a rest that another follows ends. */
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
  const inker = { open: () => (told.opened += 1) };
  const player = { clock, panels, inker, frame: null, playing: false, step: 4, stageIndex: 0 };
  player.coming = (count = 1) => ({ step: player.step + count, stageIndex: 0, playing: player.playing });
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
