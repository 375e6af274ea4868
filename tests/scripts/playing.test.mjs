/** Playing: what is drawn ahead is shown when it is due, and its inker hears of what keeps the page waiting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { playOn } from "../../assets/player/playing.mjs";

/** A player of 60 steps a second whose frames are `apart` ms from each other; `pending` says what is not drawn yet. */
function playing(t, apart, pending) {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  const told = { steps: [], missed: 0, ahead: [] };
  let next;
  /** @type {number[]} */
  let steps = []; // of the pictures drawn ahead
  const ahead = {
    get count() {
      return steps.length ? steps[0] - player.step : null;
    },
    get reach() {
      return (steps.at(-1) ?? player.step) - player.step;
    },
    get frames() {
      return steps.length;
    },
    get full() {
      return steps.length === 2;
    },
    get pending() {
      return steps.length > 0 && pending();
    },
    beside: true,
    walk(count) {
      assert.ok(count > ahead.reach, "a later step");
      steps.push(player.step + count);
      told.ahead.push(player.step + count);
    },
  };
  const player = {
    ...{ playing: true, speed: 60, step: 0, abreast: null, supply: { waiting: false }, ahead },
    clock: { frame: (step) => (next = step) },
    inker: { miss: () => (told.missed += 1) },
    settle(step) {
      told.steps.push(step);
      player.step = step;
      steps = steps.filter((each) => each > step);
    },
  };
  playOn(player);
  return (frames) => {
    for (let i = 0; i < frames; i += 1) next((now += apart));
    return { ...told, ahead: [...told.ahead], step: player.step };
  };
}

test("in time, a frame shows what was drawn ahead, and no worker is late", (t) => {
  const told = playing(t, 50, () => false)(20);
  assert.equal(told.missed, 0);
  assert.deepEqual(told.steps.slice(-15), told.ahead.slice(-16, -1), "what was drawn ahead is what is shown");
  assert.ok(told.step >= 55, "60 a second, in 20 frames of 50 ms");
});

test("a slow page waits for what is late, and says so where it has nothing else to do", (t) => {
  let late = false;
  const frames = playing(t, 50, () => late);
  const before = frames(20);
  late = true;
  const meanwhile = frames(1);
  assert.deepEqual([meanwhile.step, meanwhile.missed], [before.step, 0], "it draws the picture behind it");
  assert.equal(meanwhile.ahead.length, before.ahead.length + 1);
  const { step, missed } = frames(2);
  assert.deepEqual([step, missed], [before.step, 2]);
  late = false;
  assert.ok(frames(1).step > before.step);
});

test("a slow page keeps its speed, two pictures ahead", (t) => {
  for (const apart of [25, 40, 70, 110]) {
    const { step } = playing(t, apart, () => false)(40);
    assert.ok(Math.abs(step - 40 * apart * 0.06) < 20, `${step} steps in 40 frames of ${apart} ms`);
  }
});

test("a page that keeps up draws what is late itself, and waits for nothing", (t) => {
  const told = playing(t, 1000 / 60, () => true)(20);
  assert.ok(told.step >= 18);
  assert.equal(told.missed, 0);
});

/** A real player's repaint: at once, where the frame has no picture yet, else at its end; and what that draws ahead. */
test("on a slow page too, steps come before the end of the frame before, so that the next are drawn ahead", (t) => {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  const told = { atOnce: 0, late: 0 };
  /** @type {((now: number) => void)[]} */
  let waiting = [];
  const player = {
    ...{ playing: true, speed: 60, step: 0, frame: null, abreast: null, supply: { waiting: false } },
    ahead: { count: null, reach: 0, frames: 0, full: true, pending: false, beside: false },
    clock: { frame: (action) => waiting.push(action) },
    inker: { miss() {} },
    stale: false,
    settle(step) {
      player.step = step;
      player.repaint();
    },
    repaint() {
      player.stale = player.frame !== null;
      told[player.stale ? "late" : "atOnce"] += 1;
      if (player.stale) return;
      player.frame = {};
      player.clock.frame(() => {
        player.frame = null;
        if (player.stale) player.repaint();
      });
    },
  };
  playOn(player);
  player.repaint(); // as play() does
  for (let i = 0; i < 50; i += 1) {
    now += 60;
    const actions = waiting;
    waiting = [];
    for (const action of actions) action(now);
  }
  assert.ok(told.late <= 1, `${told.late} of 50 late`);
  assert.ok(told.atOnce >= 48 && player.step > 150);
});
