/** What waits until one rests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClock } from "../../assets/shell/clock.mjs";

/** A clock, and what lets so many ms pass, as a window does that has time for each of its timers. */
function clockAt(t) {
  let now = 0;
  let started = 0;
  let ended = 0; // that ran out
  const timers = new Map();
  t.mock.method(performance, "now", () => now);
  const view = {
    setTimeout(action, wait) {
      timers.set(++started, { action, at: now + wait });
      return started;
    },
    clearTimeout: (number) => timers.delete(number),
  };
  const pass = (ms) => {
    for (const until = now + ms; now < until; now++)
      for (const [number, { action, at }] of timers)
        if (at <= now) {
          timers.delete(number);
          ended += 1;
          action();
        }
  };
  return { clock: createClock(view), pass, count: () => ({ started, ended }) };
}

test("who steps on has nothing done until the rest, and then the last of each alone", (t) => {
  const { clock, pass, count } = clockAt(t);
  const [table, other, done] = [{}, {}, []];
  for (let step = 1; step <= 20; step++) {
    clock.atRest(table, () => done.push(`table ${step}`));
    clock.atRest(other, () => done.push(`other ${step}`));
    pass(250);
  }
  assert.deepEqual(done, []);
  assert.deepEqual(count(), { started: 20, ended: 0 }, "a timer for all that wait, put off by each step");
  pass(400);
  assert.deepEqual(done, ["table 20", "other 20"]);
  pass(5000);
  assert.equal(done.length, 2);
  clock.atRest(table, () => done.push("again"));
  pass(500);
  assert.equal(done.at(-1), "again");
});

test("what is taken back is not done, and nothing is after the end", (t) => {
  const { clock, pass } = clockAt(t);
  const done = [];
  const key = {};
  clock.atRest(key, () => done.push("taken back"));
  clock.atRest(key, null);
  clock.atRest({}, () => done.push("kept"));
  pass(1000);
  assert.deepEqual(done, ["kept"]);
  clock.atRest(key, () => done.push("late"));
  clock.end();
  pass(1000);
  assert.deepEqual(done, ["kept"]);
});

test("one that fails leaves the others to be done", (t) => {
  const { clock, pass } = clockAt(t);
  const done = [];
  clock.atRest({}, () => assert.fail("failed"));
  clock.atRest({}, () => done.push("other"));
  assert.throws(() => pass(1000), /failed/);
  clock.atRest({}, () => done.push("next"));
  pass(1000);
  assert.deepEqual(done, ["other", "next"]);
});
