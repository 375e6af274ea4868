/** Which decimals the numbers of a sum get that nearly cancel. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalsOf } from "../../assets/panels/explanation/sums.mjs";

/** The decimals of a sum of numbers that are terms by themselves, and of its result. */
function decimals(terms, result) {
  const row = { hasAttribute: () => false, parentElement: null };
  const slots = [...terms, result].map((text) => ({ text, node: { parentElement: row } }));
  const own = slots.slice(0, -1);
  const texts = new Map(slots.map((slot) => [slot, slot.text]));
  const found = decimalsOf([{ result: slots.at(-1), numbers: own, terms: own }], texts, new Set());
  return slots.map((slot) => found.get(slot));
}

test("numbers that nearly cancel get as many decimals as tell what is left", () => {
  assert.deepEqual(decimals(["0.3217", "0.3000"], "0.6217"), [undefined, undefined, undefined]);
  assert.deepEqual(decimals(["0.0093", "(-0.0093)"], "-2.98e-6"), [8, 8, undefined]);
  assert.deepEqual(decimals(["0.3217", "(-0.3217)"], "0.0001"), [6, 6, 6]);
});

test("what is left beyond the digits of a float32 is nothing", () => {
  assert.deepEqual(decimals(["0.0200", "(-0.0200)"], "3.47e-18"), [undefined, undefined, 0]);
});

test("what is left of huge numbers is told by their power of ten, where it is less than their digits tell", () => {
  assert.deepEqual(decimals(["-2.57e23", "2.57e23"], "1.14e13"), [undefined, undefined, -23]);
  assert.deepEqual(decimals(["9.96e22", "(-1.00e23)"], "1.20e21"), [undefined, undefined, -23]);
  assert.deepEqual(decimals(["3.0000", "(-1.25e7)"], "2.00e4"), [undefined, undefined, -7]);
  assert.deepEqual(decimals(["5.13e23", "(-2.57e23)"], "2.56e23"), [undefined, undefined, undefined]);
});
