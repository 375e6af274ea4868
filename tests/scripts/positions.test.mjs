/** Positions in a run: which is next, which was before, and where a run ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as positions from "../../assets/player/positions.mjs";

const session = { stages: ["hidden", "scores", "update"].map((name) => ({ name })), limits: { step: 10 } };
const [start, inside, done] = [
  { step: 0, stageIndex: 0 },
  { step: 4, stageIndex: 2 },
  { step: 4, stageIndex: 3 },
];

test("stages lead through a step and back again", () => {
  const way = [start];
  for (let i = 0; i < 6; i++) way.push(positions.stageAfter(session, way.at(-1)));
  assert.deepEqual(
    way.map(({ step, stageIndex }) => [step, positions.stageName(session, stageIndex)]),
    [
      [0, "start"],
      [0, "hidden"],
      [0, "scores"],
      [1, "update"],
      [1, "hidden"],
      [1, "scores"],
      [2, "update"],
    ],
  );
  const back = [way.at(-1)];
  for (let i = 0; i < 6; i++) back.push(positions.stageBefore(session, back.at(-1)));
  assert.deepEqual(back, way.toReversed());
  assert.deepEqual(positions.stageBefore(session, start), start);
});

test("a step back leads to the beginning of this one first, and never before the start", () => {
  assert.deepEqual(positions.stepBefore(session, inside), done);
  assert.deepEqual(positions.stepBefore(session, done), { step: 3, stageIndex: 3 });
  assert.deepEqual(positions.stepBefore(session, { step: 1, stageIndex: 3 }), start);
  assert.deepEqual(positions.stepBefore(session, start), start);
});

test("a stage in a link leads inside the coming step; the update, or none that there is, to the whole steps done", () => {
  assert.deepEqual(positions.atStage(session, 4, "scores"), inside);
  for (const stage of ["update", "start", "nowhere", null])
    assert.deepEqual(positions.atStage(session, 4, stage), done, stage);
  assert.deepEqual(positions.atStage(session, 0, "update"), start);
});

test("beside another run one is in the same step, at its stage or the last before it that both have", () => {
  const tree = { stages: ["lookup", "hidden", "path", "sigmoid", "loss", "update"].map((name) => ({ name })) };
  const flat = { stages: ["input", "hidden", "scores", "loss", "error", "update"].map((name) => ({ name })) };
  const beside = (from, to) => {
    const way = [{ step: 4, stageIndex: from.stages.length }];
    for (let i = 0; i < from.stages.length; i++) way.push(positions.stageAfter(from, way.at(-1)));
    return way
      .map((at) => positions.alike(from, at, to))
      .map(({ step, stageIndex }) => `${step} ${positions.stageName(to, stageIndex)}`);
  };
  assert.deepEqual(beside(flat, tree), [
    "4 update",
    "4 lookup",
    "4 hidden",
    "4 hidden",
    "4 loss",
    "4 loss",
    "5 update",
  ]);
  assert.deepEqual(beside(tree, flat), [
    "4 update",
    "4 input",
    "4 hidden",
    "4 hidden",
    "4 hidden",
    "4 loss",
    "5 update",
  ]);
  assert.deepEqual(positions.alike(flat, { step: 4, stageIndex: 3 }, { stages: [{ name: "update" }] }), {
    step: 4,
    stageIndex: 1,
  });
});

test("one position comes after another by its step, or by its stage inside the coming one", () => {
  const way = [start];
  for (let i = 0; i < 6; i++) way.push(positions.stageAfter(session, way.at(-1)));
  for (const [i, at] of way.entries())
    for (const [k, other] of way.entries()) assert.equal(positions.isPast(session, at, other), i > k, `${i} ${k}`);
});

test("a run ends at its last step, or before the one in which it diverges", () => {
  assert.deepEqual(positions.within(session, { step: 11, stageIndex: 3 }), { step: 10, stageIndex: 3 });
  assert.equal(positions.within(session, inside), inside);
  assert.equal(positions.beforeDivergence(session, null, inside), inside);
  assert.equal(positions.beforeDivergence(session, { step: 5 }, inside), inside);
  assert.deepEqual(positions.beforeDivergence(session, { step: 4 }, inside), done);
  assert.equal(positions.beforeDivergence(session, { step: 4 }, done), done);
  assert.deepEqual(positions.beforeDivergence(session, { step: 0 }, { step: 7, stageIndex: 3 }), start);
});

test("in a record with gaps one moves within a span, and comes to the nearest", () => {
  const record = {
    ...session,
    limits: {
      step: 60,
      spans: [
        [0, 10],
        [40, 60],
      ],
    },
  };
  const to = (step) => positions.within(record, positions.after(record, step)).step;
  assert.deepEqual([3, 11, 24, 26, 39, 47, 90].map(to), [3, 10, 10, 40, 40, 47, 60]);
  const told = (step) => positions.notRecorded(record, positions.after(record, step));
  assert.deepEqual([0, 10, 40, 60].map(told), ["", "", "", ""]);
  assert.equal(told(1011), "This file has steps 1 to 10 and 40 to 60 of the run, not step 1,011.");
  assert.equal(positions.notRecorded(session, positions.after(session, 1011)), "");
  assert.ok(positions.isEnd(record, null, { step: 10, stageIndex: 2 }));
  assert.ok(!positions.isEnd(record, null, { step: 40, stageIndex: 2 }));
  const last = [9, 10, 40, 60].map((step) => positions.isRecordsLast(record, { step }));
  assert.deepEqual([...last, positions.isRecordsLast(session, { step: 10 })], [false, true, false, true, false]);
});

test("no stage follows where the next is of a step beyond the last, or of one in which the run diverges", () => {
  const last = { step: 10, stageIndex: 2 };
  assert.ok(positions.isEnd(session, null, last) && positions.isEnd(session, { step: 4 }, done));
  for (const diverged of [null, { step: 5 }])
    for (const at of [start, inside, done]) assert.ok(!positions.isEnd(session, diverged, at));
});

test("inside a step its own frame is shown, else that of the step done last", () => {
  assert.deepEqual(positions.neededSteps(session, inside), [3, 4]);
  assert.deepEqual(positions.neededSteps(session, done), [3, 3]);
  assert.deepEqual(positions.neededSteps(session, start), [0, 0]);
});
