/** What Python and the scripts both know, they know the same: tests/shared holds it, tests/test_shared.py asks Python. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inLine } from "../../assets/text/names.mjs";
import { test } from "node:test";
import { levelOf, lookOf } from "../../assets/draw/edges.mjs";
import { nearestTurn, principalAxes, turned, upright } from "../../assets/maths/axes.mjs";
import { isBeyond, niceLimit, roundEnd, roundEvery, roundStep, Sizes } from "../../assets/maths/limits.mjs";
import { between } from "../../assets/maths/oklab.mjs";
import { project } from "../../assets/maths/points.mjs";
import { focusedRow, shownOf, WINDOW } from "../../assets/maths/rows.mjs";
import { stayingOf } from "../../assets/maths/sampling.mjs";
import { stretchOf } from "../../assets/maths/stretches.mjs";
import { MOST_PROBABLE } from "../../assets/panels/network/words/facts.mjs";
import { MOST } from "../../assets/panels/vectors/instance/drag.mjs";
import { hasOrder, lookedAtFrom } from "../../assets/predict/subjects.mjs";
import { addressed } from "../../assets/shell/address.mjs";
import { HttpSource } from "../../assets/sources/http.mjs";
import { decimalOf, numberIn, within } from "../../assets/text/typed.mjs";
import { written } from "../../assets/text/written.mjs";
import { brief, count, exact, fixed, format, percent, plain, significant } from "../../assets/text/numbers.mjs";
import { spelled } from "../../assets/text/spelling.mjs";

const fixture = (name) => JSON.parse(readFileSync(new URL(`../shared/${name}.json`, import.meta.url), "utf8"));

/** Numbers of a fixture, in which those that JSON has no name for are texts. */
const numbers = (given) => Float64Array.from(given, Number);

test("limits are round, and colours end, as in Python", () => {
  const { round, step: steps, every, end, colour, change, beyond } = fixture("limits");
  for (const [value, limit] of round) assert.equal(niceLimit(Number(value)), limit, String(value));
  for (const [value, step] of steps) assert.equal(roundStep(value), step, String(value));
  for (const [value, number] of every) assert.equal(roundEvery(value), number, String(value));
  for (const [value, limit] of end) assert.equal(roundEnd(Number(value)), limit, String(value));
  for (const { told, arrays, limit } of colour) assert.equal(limitOf(...arrays.map((data) => [data])), limit, told);
  for (const [value, limit, is] of beyond) assert.equal(isBeyond(Number(value), limit), is, `${value}, ${limit}`);
  for (const { told, data, minus, limit } of change) assert.equal(limitOf([data, minus]), limit, told);
});

test("as many are shown as in Python", () => {
  assert.deepEqual(fixture("counts"), { rows: WINDOW, likeliest: MOST_PROBABLE, pulling: MOST });
});

/** Where the colours of arrays end that are added one by one, and together. */
function limitOf(...arrays) {
  const each = arrays.map((array) => {
    const sizes = new Sizes();
    sizes.add(...array.map(numbers));
    return sizes;
  });
  return Sizes.together(each).scale.limit;
}

test("a word in a line of numbers is as long as the fixture says", () => {
  for (const [word, shown] of fixture("long_words")) assert.equal(inLine(word), shown);
});

test("typed numbers are read, and held to a unit of their last digit, as in Python", () => {
  const { read, none, within: cases, fractions, "no fractions": others } = fixture("typed");
  for (const [text, value] of fractions) assert.equal(numberIn(decimalOf(text, 17))?.value, value, text);
  for (const text of others) assert.equal(numberIn(decimalOf(text, 17)), null, text);
  for (const [text, value, unit] of read) {
    const given = numberIn(text);
    assert.equal(given?.value, value, text);
    assert.ok(Math.abs(given.unit / unit - 1) < 1e-9, text);
  }
  for (const text of none) assert.equal(numberIn(text), null, text);
  for (const [text, value, right] of cases) assert.equal(within(numberIn(text), value), right, `${text} for ${value}`);
});

test("edges have the level of their weights, and look as it says, as in Python", () => {
  const { level: levels, look } = fixture("edges");
  for (const [weight, limit, level] of levels) assert.equal(levelOf(weight, limit), level, String(weight));
  for (const [level, shade, share, dashed] of look) assert.deepEqual(lookOf(level), { shade, share, dashed });
});

test("a run is cut into stretches as in Python", () => {
  for (const { told, longest, edits, steps, stretches } of fixture("limits").stretches)
    assert.deepEqual(
      steps.map((step) => stretchOf(step, longest, edits)),
      stretches,
      told,
    );
});

test("what can be predicted, and since when a number is followed, is as in Python", () => {
  const { first: cases, order } = fixture("predicted");
  for (const { segment, step, first } of cases) assert.equal(lookedAtFrom(segment, step), first);
  for (const [rows, possible] of order) assert.equal(hasOrder(rows), possible, String(rows));
});

test("numbers are written as in Python", () => {
  const rules = { number: format, fixed, exact, percent, plain, significant, brief, count };
  for (const [rule, cases] of Object.entries(fixture("numbers"))) {
    for (const [value, ...others] of cases) {
      const text = others.pop();
      assert.equal(rules[rule](Number(value), ...others), text, `${rule} of ${value}`);
    }
  }
});

test("words stand between quotes where an expression would read something else, as in Python", () => {
  for (const [word, text] of fixture("words").written) assert.equal(written(word), text);
});

function near(got, wanted, told, within = 1e-12) {
  assert.equal(got.length, wanted.length, told);
  got.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) <= within, `${told}: ${value} for ${wanted[i]}`));
}

test("axes point and are turned as in Python", () => {
  const { upright: ups, turns, turned: pairs } = fixture("axes");
  for (const { told, direction, upright: up } of ups) near(upright(direction), up, told, 0);
  for (const { told, along, turn } of turns) near(nearestTurn(along), turn, told);
  const basis = [
    [1, 0, 0],
    [0, 0.6, 0.8],
  ];
  for (const { turn, basis: wanted, share } of pairs) {
    const axes = turned({ mean: [0, 0, 0], basis, share: [0.7, 0.2] }, turn);
    axes.basis.forEach((axis, i) => near(axis, wanted[i], String(turn)));
    near(axes.share, share, String(turn));
  }
});

test("points stand in the plane of their principal axes where they do in Python", () => {
  for (const { told, values, share, references, points } of fixture("axes").planes) {
    const matrix = { rows: values.length, columns: values[0].length, data: Float64Array.from(values.flat()) };
    const axes = principalAxes(matrix);
    near(axes.share, share, told, 1e-9);
    const raw = project(matrix, axes);
    const mean = [0, 1].map((a) => references.reduce((sum, each) => sum + each[a], 0) / references.length);
    const along = [0, 1].map((a) =>
      [0, 1].map((b) => references.reduce((sum, each, i) => sum + (each[a] - mean[a]) * raw[2 * i + b], 0)),
    );
    const most = Math.max(...matrix.data.map(Math.abs));
    near(project(matrix, turned(axes, nearestTurn(along))), points.flat(), told, 1e-9 * most);
  }
});

test("rows are chosen as in Python, where there is no room for all", () => {
  for (const { told, size, room, wanted, shown } of fixture("rows"))
    assert.deepEqual(shownOf(size, room, ...wanted), shown, told);
});

test("the number in focus stands in the row that it does in Python", () => {
  const { axes, rows } = fixture("focused");
  const session = { parameters: Object.entries(axes).map(([name, of]) => ({ name, axes: of })), quantities: [] };
  for (const [focus, axis, row] of rows)
    assert.equal(focusedRow({ session, view: { focus } }, axis), row, `${focus}, ${axis}`);
});

test("colours between two are those of Python", () => {
  const parts = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (const { from, to, share, colour } of fixture("colours"))
    assert.deepEqual(between(parts(from), parts(to), share), colour, `${from} ${to} ${share}`);
});

test("so many words stay, where frequent ones are left out, as Python says", () => {
  for (const { counts, sample, formula, stay } of fixture("sampling"))
    assert.ok(Math.abs(stayingOf(counts, sample, formula) - stay) < 1e-4, `${formula} ${sample}`);
});

test("what a page names in its head is what its scripts ask first", async (context) => {
  context.after(() => delete globalThis.location);
  const fetched = context.mock.method(globalThis, "fetch", async () => Response.json({ query: "" }));
  for (const [link, asked] of fixture("links").asked) {
    globalThis.location = { search: spelt(link), hash: "" };
    await new HttpSource("/api").describe((await addressed()).query);
    const first = fetched.mock.calls.at(-1).arguments[0];
    assert.equal(first.endsWith("/describe?") ? null : first, asked && `/api/${spelt(asked)}`);
  }
});

/** A text of a fixture, which may be given as [piece, times]. */
const spelt = (text) => (typeof text === "string" ? text : text.map(([piece, times]) => piece.repeat(times)).join(""));

for (const { tokenizer, lowercase, typed, word } of fixture("spelling"))
  test(`${typed}, asked for, is ${word} (${tokenizer}, lowercase ${lowercase})`, () => {
    assert.equal(spelled(typed, new Set([word]), { tokenizer, lowercase }), word);
  });

test("what stands in the vocabulary, or in no way, and words of other data stay as they were typed", () => {
  const [read, words] = [{ tokenizer: "words", lowercase: "true" }, new Set(["us", "US"])];
  for (const typed of ["US", "us", "Zürich", ""]) assert.equal(spelled(typed, words, read), typed);
  assert.equal(spelled("Us", words, {}), "Us");
});
