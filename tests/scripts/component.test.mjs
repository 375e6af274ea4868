/** Properties and places in step: what a callback sets leads there once, what is told comes back and leads nowhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { link } from "../../assets/shell/component.mjs";

const FIRST = { query: "preset=a", step: 0, stage: "start", view: { fit: "W" } };

/** An explorer that is where it is sent at once, and a component whose properties come back as Dash's do. */
function linked(t, properties = {}, needed = undefined) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let clock = 0;
  t.mock.method(performance, "now", () => clock);
  const told = [];
  const went = [];
  let changed = () => {};
  const host = {
    place: FIRST,
    on: (handler) => {
      changed = handler;
      return () => {
        changed = () => {};
      };
    },
    go(place) {
      went.push(place);
      move({ ...place, stage: place.stage ?? "update" });
    },
  };
  const move = (place) => {
    host.place = { ...host.place, ...place };
    changed();
  };
  const held = link(host, needed);
  const state = { ...properties };
  const setProps = (news) => {
    told.push(news);
    hear(news);
  };
  const hear = (news) => held.hear(Object.assign(state, news, { setProps }));
  const pass = (ms) => {
    for (let each = 0; each < ms; each += 10) {
      clock += 10;
      t.mock.timers.tick(10);
    }
  };
  return { told, went, move, hear, pass, leave: held.leave };
}

test("what is told comes back and leads nowhere", (t) => {
  const { told, went, move, hear, pass } = linked(t);
  hear({});
  move({ step: 3, stage: "update" });
  pass(2000);
  assert.deepEqual(told, [{ ...FIRST, step: 3, stage: "update" }]);
  assert.deepEqual(went, []);
});

test("what nobody needs is not told, but once that it is needed no more; what is needed is told whole", (t) => {
  const { told, move, hear, pass } = linked(t, {}, ({ view }) => Boolean(view?.word));
  const play = (from, view) => {
    for (let step = from; step < from + 100; step++) {
      move({ step, view });
      pass(10);
    }
    pass(1000);
  };
  hear({});
  play(1, {});
  assert.deepEqual(told, []);
  play(101, { word: "king" });
  assert.deepEqual(Object.keys(told[0]).sort(), ["query", "stage", "step", "view"]);
  assert.equal(told.at(-1).step, 200);
  const asked = told.length;
  assert.ok(asked > 4, "four times a second");
  play(201, {});
  assert.equal(told.length, asked + 1, "that it is asked no more, once");
});

test("while it plays it tells four times a second, and the last place", (t) => {
  const { told, went, move, hear, pass } = linked(t);
  hear({});
  for (let step = 1; step <= 240; step++) {
    move({ step });
    pass(20);
  }
  pass(1000);
  assert.ok(told.length > 12 && told.length <= 21, `${told.length} in 5 seconds`);
  assert.equal(told.at(-1).step, 240);
  assert.deepEqual(Object.keys(told.at(-1)), ["step"]);
  assert.deepEqual(went, []);
});

test("what a callback sets is gone to once, with the rest as it is", (t) => {
  const { told, went, move, hear, pass } = linked(t);
  hear({});
  move({ step: 7, stage: "hidden" });
  pass(1000);
  hear({ step: 5 });
  pass(1000);
  assert.deepEqual(went, [{ ...FIRST, step: 5, stage: null }]);
  assert.deepEqual(told.slice(1), [{ stage: "update" }]);
  hear({ step: 5, view: { fit: "both" } });
  pass(1000);
  assert.deepEqual(went.slice(1), [{ ...FIRST, step: 5, stage: "update", view: { fit: "both" } }]);
  assert.equal(told.length, 2);
});

test("a step that was left can be set again", (t) => {
  const { went, move, hear, pass } = linked(t);
  hear({});
  hear({ step: 5 });
  move({ step: 6 });
  pass(1000);
  hear({ step: 5 });
  assert.deepEqual(
    went.map(({ step }) => step),
    [5, 5],
  );
});

test("None of a callback is the whole of the step and no options; what nobody set is no wish", (t) => {
  const { told, went, move, hear, pass } = linked(t);
  hear({ stage: null, view: null });
  move({ step: 7, stage: "hidden" });
  pass(1000);
  assert.deepEqual(went, []);
  hear({ stage: null });
  pass(1000);
  assert.deepEqual(went, [{ ...FIRST, step: 7, stage: null }]);
  assert.equal(told.at(-1).stage, "update");
  hear({ view: null });
  assert.deepEqual(went[1], { ...FIRST, step: 7, stage: "update", view: {} });
  hear({ step: null, query: null });
  pass(1000);
  assert.equal(went.length, 2);
});

test("a place that is left before it was told is not told", (t) => {
  const { told, move, hear, pass } = linked(t);
  hear({});
  pass(1000);
  move({ step: 9 });
  hear({ step: 2 });
  pass(1000);
  assert.ok(told.every(({ step }) => step !== 9));
});

test("the order of view options is no other view", (t) => {
  const { went, hear, pass } = linked(t, { view: { fit: "W", trail: 20 } });
  hear({});
  hear({ view: { trail: "20", fit: "W" } });
  pass(1000);
  assert.equal(went.length, 1);
});

test("who has left tells nothing", (t) => {
  const { told, move, hear, pass, leave } = linked(t);
  hear({});
  move({ step: 9 });
  leave();
  pass(1000);
  assert.deepEqual(told, []);
});
