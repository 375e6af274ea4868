/** Numbers as people type them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mistakeOf } from "../../assets/predict/mistakes.mjs";
import * as truth from "../../assets/predict/truth.mjs";
import { decimalOf, numberIn, plainly, refusalOf } from "../../assets/text/typed.mjs";

test("a typed number is read however its minus, its point and its thousands are written, with the unit of its last digit", () => {
  for (const typed of ["-0.5", "−0.5", "–0,5", " − 0.5 ", "-,5", "-.5", "-5e-1"])
    assert.deepEqual([numberIn(typed), Number(plainly(typed))], [{ value: -0.5, unit: 0.1 }, -0.5], typed);
  for (const typed of ["1 000", "1\u202f000", "1000.", "+1000"])
    assert.deepEqual(numberIn(typed), { value: 1000, unit: 1 }, typed);
  assert.deepEqual(numberIn("1,5e2"), { value: 150, unit: 10 });
  for (const typed of ["20%", "20 %", "0.20"]) assert.deepEqual(numberIn(typed), { value: 0.2, unit: 0.01 }, typed);
  for (const typed of [
    "",
    "-",
    ".",
    "x",
    "1.2.3",
    "1,2,3",
    "1,000.5",
    "NaN",
    "Infinity",
    "0x1",
    "1/4",
    "1e999x",
    "%",
    "%5",
  ])
    assert.equal(numberIn(typed), null, typed);
});

test("a fraction is the decimal that it is; what is no number is refused with how to write one", () => {
  for (const typed of ["", "1/0", "0/0", "a/2", "1/2/3", "/", "1 1/2", "5%/2"]) {
    assert.equal(decimalOf(typed), typed);
    assert.match(refusalOf(typed), /such as 0.25 or 1\/4/, typed);
  }
  assert.deepEqual(
    ["1/5", " −2 / 3", "0,5/2", "0/5", "0.20"].map((typed) => decimalOf(typed, 4)),
    ["0.2", "-0.6667", "0.25", "0", "0.20"],
  );
  assert.deepEqual(["1/5", "-2/3", "0.2"].map(refusalOf), ["", "", ""]);
});

test("a loss with the wrong sign is told to be none, a weight's change to go the other way, a score's to point there", async () => {
  const coming = { step: 0, instance: 0, block: { excerpt: null } };
  const scene = { session: { batch_size: 1, whole: { query: "" } } };
  const source = { check: async () => ({ findings: [{ hint: "sign" }] }) };
  /** @param {object} subject */
  const told = (subject) =>
    mistakeOf(
      { kind: "value", subject: { rows: [], columns: [], ...subject }, row: 0, column: 0, coming },
      "-1.609",
      scene,
      { source, clock: {} },
    );
  assert.match(await told({ name: "loss" }), /a loss is never negative/);
  assert.match(await told({ name: "W", weight: true }), /against the gradient/);
  assert.match(await told({ name: "u" }), /points the other way/);
});

test("a prediction is read the same, and asked about as programs read it", async () => {
  const subject = { weight: false, role: "score", name: "u", rows: ["a", "b"], columns: [] };
  const coming = { step: 0, instance: 0, block: { excerpt: null } };
  const question = { kind: "value", subject, row: 0, column: 0, coming };
  const asked = [];
  const check = async (_, { given }) => {
    asked.push(given);
    return { findings: [] };
  };
  const scene = { session: { batch_size: 1, whole: { query: "" } } };
  for (const typed of ["–,50", "− 0.50"]) {
    assert.ok(truth.isRight(typed, question, { values: [-0.5, 1], before: null, width: 1 }), typed);
    await mistakeOf(question, typed, scene, { source: { check }, clock: {} });
  }
  assert.deepEqual(asked, ['{"u":{"0":"-.50"}}', '{"u":{"0":"-0.50"}}']);
  assert.equal(truth.givenOf(question, "−1/2"), "-0.5");
  assert.match(truth.givenOf(question, "half").message, /got half; allowed is a number/);
});
