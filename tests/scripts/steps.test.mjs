/** Steps as people count them: one number for a step in all its stages, and of which step each panel tells what it shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { statusOf } from "../../assets/shell/transport.mjs";
import { MOMENTS, stepShown } from "../../assets/text/steps.mjs";
import { namesWith, sceneOf } from "./pictures.mjs";

const SESSION = { words: ["king", "palace"], stages: [{}, {}, {}], batch_size: 1, edits: [], hyper: {}, limits: {} };
const FRAME = { inputs: [0], outputs: [1], point: null, batch: 1, instance: 0, loss: null };

/** A scene after so many updates, in the step that began there, at its end, or before any. */
const after = (step, stageIndex, own = {}) => {
  const frame = stageIndex ? { ...FRAME, step: stageIndex < 3 ? step : step - 1 } : null;
  return {
    session: SESSION,
    step,
    stageIndex,
    stage: ["start", "hidden", "scores", "update"][stageIndex],
    frame,
    ...own,
  };
};
const told = (scene) => ["both", "step", "weights", "cells"].map((kind) => MOMENTS[kind]({ view: {}, ...scene }));

test("each panel tells of which step it shows what, in every stage of a step", () => {
  assert.deepEqual(told(after(0, 0)), ["weights before step 1", "", "before step 1", "at the start"]);
  assert.deepEqual(told(after(0, 2)), ["step 1, weights before it", "of step 1", "before step 1", "at the start"]);
  assert.deepEqual(told(after(1, 3)), ["step 1, weights after it", "of step 1", "after step 1", "after step 1"]);
  const inside = ["step 138, weights before it", "of step 138", "after step 137", "after step 137"];
  for (const stage of [1, 2]) assert.deepEqual(told(after(137, stage)), inside);
  assert.deepEqual(told(after(137, 3)), [
    "step 137, weights after it",
    "of step 137",
    "after step 137",
    "after step 137",
  ]);
  assert.equal(MOMENTS.both(after(137, 3, { excited: {} })), "weights after step 137", "what a pinned word excites");
});

test("neighbours and an analogy are of a step where something is asked", () => {
  const asked = (kind, view) => MOMENTS[kind](after(137, 3, { view }));
  assert.deepEqual([asked("neighbours", { word: "king" }), asked("neighbours", {})], ["after step 137", ""]);
  assert.deepEqual(
    [asked("analogy", { analogy: "king,man," }), asked("analogy", { analogy: "" })],
    ["after step 137", ""],
  );
});

test("while steps are played too fast to be read, the heads of panels stay as they are", () => {
  const each = ["each step, weights after it", "of each step", "after each step", "after each step"];
  for (const step of [1, 138]) assert.deepEqual(told(after(step, 3, { hurried: true })), each);
});

test("where a weight was set by hand after a step, what shows weights says so", () => {
  const edits = [
    { step: 5, kind: "weight" },
    { step: 6, kind: "learning_rate" },
  ];
  const edited = (step, stage, own) => told(after(step, stage, { session: { ...SESSION, edits }, ...own }));
  const heads = ["step 5, weights after it, edited", "of step 5", "after step 5, edited", "after step 5, edited"];
  assert.deepEqual(edited(5, 3), heads);
  assert.equal(edited(5, 3, { view: { heat: "change" } })[3], "by step 5, edited");
  assert.deepEqual(edited(6, 3).slice(0, 1), ["step 6, weights after it"], "a rate is no weight");
});

test("cells tell whether they are those before the step, after it, or the change", () => {
  const cells = (heat, step, stage) => MOMENTS.cells(after(step, stage, { view: { heat } }));
  assert.deepEqual(
    [1, 2, 3].map((stage) => cells("before", stage < 3 ? 137 : 138, stage)),
    Array(3).fill("before step 138"),
    "the weights that a step computes with have one name in all its stages",
  );
  assert.deepEqual([cells("change", 138, 3), cells("change", 137, 1)], ["by step 138", "by step 137"]);
  assert.deepEqual([cells("before", 0, 2), cells("before", 0, 0)], ["before step 1", "at the start"]);
  assert.deepEqual(
    [cells("values", 0, 2), cells("change", 0, 2)],
    ["at the start", "at the start"],
    "not before, which isn't pressed",
  );
});

test("the status counts a step alike in all its stages", () => {
  const status = (step, stage) =>
    Object.values(statusOf(after(step, stage, { epoch: 9 })))
      .filter(Boolean)
      .join(" · ");
  assert.equal(status(0, 0), "step 0 · epoch 10 · start");
  assert.equal(status(0, 1), "step 1 · epoch 10 · king → palace · hidden (1 of 3)");
  assert.equal(status(1, 3), "step 1 · epoch 10 · king → palace · update (3 of 3)");
  assert.equal(status(137, 2), "step 138 · epoch 10 · king → palace · scores (2 of 3)");
  assert.equal(status(138, 3), "step 138 · epoch 10 · king → palace · update (3 of 3)");
  for (const name of namesWith()) {
    const stages = sceneOf(name, 4).session.stages.length;
    const steps = Array.from({ length: stages }, (_, i) => sceneOf(name, 4, i + 1));
    assert.deepEqual([...new Set(steps.map(stepShown))], [5], name);
  }
});

test("the status says what the loss of a batch is, beside the instance that is shown", () => {
  const status = (batch_gradient, batch) => {
    const session = { ...SESSION, hyper: { batch_gradient } };
    const {
      instance,
      batch: made,
      loss,
    } = statusOf(after(5, 3, { session, frame: { batch, instance: 1, loss: 2.5 } }));
    return [instance, made, loss];
  };
  assert.deepEqual(status("mean", 4), ["instance 2 of 4", "mean of 4", "loss 2.5000"]);
  assert.deepEqual(status("sum", 4), ["instance 2 of 4", "sum of 4", "loss 2.5000"]);
  assert.deepEqual(status("mean", 1), ["", "", "loss 2.5000"]);
});
