/** What Python and the scripts both know, they know the same: tests/shared holds it, tests/test_shared.py asks Python. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { niceLimit, scaleLimit, scaleOf } from "../../assets/maths/limits.mjs";
import { brief, count, exact, fixed, format, percent, plain } from "../../assets/text/numbers.mjs";

const fixture = (name) => JSON.parse(readFileSync(new URL(`../shared/${name}.json`, import.meta.url), "utf8"));

/** Numbers of a fixture, in which those that JSON has no name for are texts. */
const numbers = (given) => Float64Array.from(given, Number);

test("limits are round, and colours end, as in Python", () => {
  const { round, colour, change } = fixture("limits");
  for (const [value, limit] of round) assert.equal(niceLimit(Number(value)), limit, String(value));
  for (const { told, arrays, limit } of colour) assert.equal(scaleLimit(...arrays.map(numbers)), limit, told);
  for (const { told, data, minus, limit } of change)
    assert.equal(scaleOf([{ data: numbers(data), minus: numbers(minus) }]).limit, limit, told);
});

test("numbers are written as in Python", () => {
  const rules = { number: format, fixed, exact, percent, plain, brief, count };
  for (const [rule, cases] of Object.entries(fixture("numbers"))) {
    for (const [value, ...others] of cases) {
      const text = others.pop();
      assert.equal(rules[rule](Number(value), ...others), text, `${rule} of ${value}`);
    }
  }
});
