/** The picture of the next step is drawn ahead while the page rests, and a rest that another follows ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ahead } from "../../assets/player/ahead.mjs";

/** A player that stands still, whose clock counts the frames that are waited for; each wait ends when it is told to. */
function standing() {
  const waits = [];
  const later = () => new Promise((resolve) => waits.push(resolve));
  const told = { frames: 0, prepared: [] };
  const afterFrame = () => {
    told.frames += 1;
    return later();
  };
  const clock = { pause: later, idle: later, afterFrame };
  const panels = [{}, { prepare: (scene) => told.prepared.push(scene) }];
  const player = { clock, panels, frame: null, playing: false, step: 4, stageIndex: 0 };
  player.coming = () => ({ step: player.step + 1, stageIndex: 0 });
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
  assert.deepEqual(told, { frames: 0, prepared: [{ step: 5, stageIndex: 0 }] });
  player.step = 5;
  assert.equal(ahead.take(), told.prepared[0]);
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
