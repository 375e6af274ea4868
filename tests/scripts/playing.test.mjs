/** Playing: what is drawn ahead is shown when it is due, and its inker hears of what comes late. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { playOn } from "../../assets/player/playing.mjs";

/** A player of 60 steps a second whose frames are `apart` ms from each other; `pending` says what is not drawn yet. */
function playing(t, apart, pending) {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  const told = { steps: [], missed: 0, ahead: [] };
  let next;
  const ahead = {
    count: null,
    get pending() {
      return ahead.count !== null && pending();
    },
    walk(count) {
      ahead.count = count;
      told.ahead.push(count);
    },
  };
  const player = {
    ...{ playing: true, speed: 60, step: 0, abreast: null, supply: { waiting: false }, ahead },
    clock: { frame: (step) => (next = step) },
    inker: { ready: true, miss: () => (told.missed += 1) },
    settle(step) {
      told.steps.push(step);
      player.step = step;
      ahead.count = null;
    },
  };
  playOn(player);
  return (frames) => {
    for (let i = 0; i < frames; i += 1) next((now += apart));
    return { ...told, step: player.step };
  };
}

test("in time, a frame shows what was drawn ahead, and no worker is late", (t) => {
  const told = playing(t, 50, () => false)(20);
  assert.equal(told.missed, 0);
  const gone = told.steps.slice(1).map((step, i) => step - told.steps[i]);
  assert.deepEqual(gone, told.ahead.slice(0, -1), "what was drawn ahead is what is shown");
  assert.ok(told.step >= 55, "60 a second, in 20 frames of 50 ms");
});

test("a slow page waits for what is late, and says so", (t) => {
  let late = false;
  const frames = playing(t, 50, () => late);
  const before = frames(20);
  late = true;
  const { step, missed } = frames(2);
  assert.deepEqual([step, missed], [before.step, 2]);
  late = false;
  assert.ok(frames(1).step > before.step);
});

test("a page that keeps up draws what is late itself, and says so", (t) => {
  const told = playing(t, 1000 / 60, () => true)(20);
  assert.ok(told.step >= 18);
  assert.ok(told.missed >= 18);
});
