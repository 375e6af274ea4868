/** Numbers and names as they are written, and the limits of scales. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { largest } from "../../assets/maths/limits.mjs";
import { parseFocus, wordId } from "../../assets/maths/named.mjs";
import { lossAxis } from "../../assets/panels/loss/series.mjs";
import { rowName, shortName } from "../../assets/text/names.mjs";
import {
  count,
  countIn,
  byPower,
  exact,
  format,
  percent,
  plain,
  pointed,
  short,
  shorter,
  subscript,
  tuple,
} from "../../assets/text/numbers.mjs";

test("a number has fixed digits, or an exponent where these would show nothing", () => {
  assert.deepEqual(
    [0.25, -1 / 3, 0, 1e-9, -2.5e7].map((value) => format(value)),
    ["0.2500", "-0.3333", "0.0000", "1.00e-9", "-2.50e7"],
  );
  assert.deepEqual(
    [NaN, Infinity, -Infinity, null, undefined].map((value) => format(value)),
    ["NaN", "inf", "-inf", "", ""],
  );
});

test("a count is read as people write it", () => {
  for (const text of ["1200", " 1,200 ", "1 200", "1.200", "1'200"]) assert.equal(countIn(text), 1200, text);
  for (const text of ["", "-3", "1.5", "12,00", "1e3", "step 3", "9999999999"]) assert.equal(countIn(text), null, text);
  assert.equal(countIn("1,200,300"), 1_200_300);
});

test("what rounds to zero has no sign, and no zero stands before the point", () => {
  assert.deepEqual(
    [-0.86, 0.5, -0.001, 12.345].map((value) => pointed(value, 2)),
    ["-.86", ".50", ".00", "12.35"],
  );
});

test("what is left of numbers with a power of ten of which no digit is left is a nought with that power", () => {
  assert.deepEqual(
    [4e16, -4e16, 6e16, 4e17].map((left) => byPower(left, 19)),
    ["0.00e19", "0.00e19", "0.0e19", "0.0e19"],
  );
});

test("an exact number of a float32 has the digits that tell it from others", () => {
  assert.equal(exact(Math.fround(-2.1)), "-2.1");
  assert.equal(exact(Math.fround(1.5e-7)), "1.5e-7");
  assert.equal(exact(Math.fround(2e9)), "2e9");
  assert.equal(exact(-2.0999999), "-2.0999999");
  assert.equal(exact(8388607.5), "8388607.5"); // which seven digits do not tell from 8388608
  for (let seed = 1; seed < 2000; seed++) {
    const value = Math.fround(Math.sin(seed) * 10 ** ((seed % 13) - 6));
    assert.ok(Math.abs(Number(exact(value)) - value) <= 2 ** -24 * Math.abs(value), exact(value));
  }
});

test("an exact number can be read back to eight digits", () => {
  for (const value of [0.1, -123.456, 1e-5, 9.87654321e9, 1 / 3, 0]) {
    assert.ok(Math.abs(Number(exact(value)) - value) <= 1e-7 * Math.abs(value), exact(value));
  }
});

test("shares, counts and scales are short", () => {
  assert.deepEqual([0.931, 0.0412, 0.0004, 0, 1].map(percent), ["93%", "4.1%", "<0.1%", "0.0%", "100%"]);
  assert.deepEqual([0, 999, 12345, 1234567.8].map(count), ["0", "999", "12,345", "1,234,568"]);
  assert.deepEqual([0.1, 2, 0.00001, -3e19, 1.25e12].map(short), ["0.1", "2", "0.00001", "-3e19", "1.3e12"]);
  assert.deepEqual([0.1, 0.00001, -0.00015, 0, 2e9].map(shorter), ["0.1", "1e-5", "-1.5e-4", "0", "2e9"]);
  assert.deepEqual([plain(0.5), subscript("h", 0), subscript("h", 10)], ["0.5", "h₁", "h₁₁"]);
  assert.equal(tuple([1, 2, 3], 2), "1 2 …");
});

test("the largest values are found in order, equal ones by their place", () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
  const sorted = values.map((_, i) => i).sort((a, b) => values[b] - values[a] || a - b);
  for (let wanted = 1; wanted <= values.length; wanted++)
    assert.deepEqual(largest(values, wanted), sorted.slice(0, wanted));
});

test("the axis of losses holds all of them, linear or logarithmic", () => {
  for (const [smallest, most] of [
    [0.02, 3.7],
    [1e-6, 12],
    [2.3, 2.4],
  ]) {
    for (const logarithmic of [false, true]) {
      const { share, ticks } = lossAxis({ largest: most, smallest }, logarithmic);
      assert.ok(share(smallest) >= 0 && share(most) <= 1 + 1e-9 && share(most) > share(smallest));
      assert.ok(ticks.length >= 2 && ticks.every((tick, i) => i === 0 || tick > ticks[i - 1]), String(ticks));
    }
  }
});

test("words, rows and what is in focus are found by their names", () => {
  const parameter = (name, axes, more) => ({ name, axes, ...more });
  const session = {
    words: ["a", "b"],
    quantities: [],
    parameters: [
      parameter("W", ["word", "unit"]),
      parameter("W_node", ["node", "unit"], { row_names: ["node 1", "node 2"] }),
      parameter("W_many", ["node", "unit"], { row_prefix: "node " }),
    ],
  };
  assert.deepEqual(
    ["b", "1", 1, 2, "", null].map((named) => wordId(session, named)),
    [1, -1, 1, -1, -1, -1],
  );
  assert.deepEqual(
    ["W", "W_node", "W_many"].map((name) => rowName(session, name, 1)),
    ["b", "node 2", "node 1"],
  );
  assert.equal(shortName(session, "W_node", 1), "n2");
  assert.deepEqual(parseFocus("W.3.0"), { name: "W", index: [3, 0] });
  assert.equal(parseFocus(""), null);
});
