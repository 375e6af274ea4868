/** The noise as a picture: its numbers are the distribution's, its dots the step's draws. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedRows, rowIndex } from "../../assets/maths/rows.mjs";
import { compose } from "../../assets/panels/network/noise/compose.mjs";
import { rowAt } from "../../assets/panels/network/noise/layout.mjs";
import { noiseOf } from "../../assets/panels/network/noise/noise.mjs";
import { percent } from "../../assets/text/numbers.mjs";
import { marksOf, measure, namesWith, picturesOf, ROOMS, sceneOf, shapesOf, textsOf, written } from "./pictures.mjs";

const hasNoise = ({ structure }) => Boolean(structure.noise);

test("each word stands in a row with its count and its share of each distribution", () => {
  for (const [told, { marks, ids, layout, shown }, scene] of picturesOf(compose, hasNoise)) {
    const texts = textsOf({ marks });
    for (const id of ids)
      assert.ok(
        texts.some((text) => text === scene.session.words[id] || text.endsWith("…")),
        told,
      );
    const [counts, ...columns] = marksOf({ marks }, "texts").map((mark) => mark.texts);
    assert.deepEqual(
      counts.map(Number),
      ids.map((id) => shown.counts[id]),
      told,
    );
    assert.equal(columns.length, shown.columns.length);
    columns.forEach((column, i) => {
      const { values } = shown.columns[i];
      assert.deepEqual(
        column,
        ids.map((id) => (values[id] ? percent(values[id]) : "0")),
        told,
      );
    });
    ids.forEach((_, row) => assert.equal(rowAt(layout, layout.top + (row + 0.5) * layout.step), row));
  }
});

test("a distribution is P(w) ∝ count(w)^α, and one of them is drawn from", () => {
  for (const name of namesWith(hasNoise)) {
    const { session } = sceneOf(name);
    const { columns, counts } = noiseOf(session.whole);
    assert.equal(columns.filter(({ used }) => used).length, 1);
    for (const { values } of columns) assert.ok(Math.abs(values.reduce((sum, p) => sum + p, 0) - 1) < 1e-9);
    const [zero, , one] = columns;
    const [all, occurring] = [counts.reduce((sum, n) => sum + n, 0), counts.filter((n) => n > 0).length];
    counts.forEach((n, id) => {
      assert.ok(Math.abs(zero.values[id] - (n > 0 ? 1 / occurring : 0)) < 1e-12);
      assert.ok(Math.abs(one.values[id] - n / all) < 1e-12);
    });
  }
});

test("a square is an output word, a dot a draw, and a word that is pointed at lies on a band", () => {
  const [small, large] = [ROOMS[0], ROOMS[2]];
  for (const name of namesWith(({ structure, by_rows: byRows }) => structure.noise && !byRows)) {
    const scene = sceneOf(name, 5);
    const picture = compose(scene, large, measure, null);
    const asked = askedRows(scene);
    const draws = asked.length - scene.frame.outputs.length;
    const ink = (kind, role) => marksOf(picture, kind).filter(({ fill }) => fill?.role === role);
    const numbers = textsOf(picture).filter((text) => /^×\d+$/.test(text));
    const discs = ink("discs", "error").length;
    assert.equal(discs + numbers.reduce((sum, text) => sum + Number(text.slice(1)) - 1, 0), draws);
    assert.equal(shapesOf(ink("boxes", "output")[0]), new Set(scene.frame.outputs).size);
    for (const id of scene.frame.outputs)
      assert.ok(written(picture, scene.session.words[id]).some(({ bold, colour }) => bold && colour.role === "output"));
    const before = compose(sceneOf(name, 5, 0), large, measure, null);
    assert.deepEqual(marksOf(before, "discs"), [], "nothing is drawn before the first stage");
    const hovered = scene.session.words.length - 1;
    const over = compose(sceneOf(name, 5, undefined, { hovered }), small, measure, null);
    assert.ok(over.ids.includes(hovered));
    const [band] = marksOf(over, "boxes").filter(({ fill }) => fill?.role === "accent-soft");
    assert.equal(rowAt(over.layout, band.boxes[1] + 1), over.ids.indexOf(hovered));
  }
});

test("draws of a word that are more than its dots are told with their number, or that they are several, never as one", () => {
  const [name] = namesWith(({ structure, by_rows: byRows }) => structure.noise && !byRows);
  const scene = sceneOf(name, 5);
  const { session, frame } = scene;
  const { inputs, outputs, step } = frame;
  const word = session.words.findIndex((_, id) => !outputs.includes(id));
  const asked = [...outputs, ...Array(40).fill(word)];
  const get = (quantity) => (quantity === rowIndex(session) ? asked : frame.get(quantity));
  const often = { ...scene, frame: { ...frame, inputs, outputs, step, get } };
  const toldIn = (width) => {
    const picture = compose(often, { width, height: 420 }, measure);
    const texts = textsOf(picture).filter((text) => /^(×.*|…)$/.test(text));
    return [marksOf(picture, "discs").filter(({ fill }) => fill).length, ...texts];
  };
  assert.deepEqual([640, 150, 100].map(toldIn), [
    [1, "×40"],
    [0, "×40"],
    [0, "…"],
  ]);
});

test("what a square and a dot are is told wherever there are any, and nothing is written over it", () => {
  for (const [told, picture, { frame }, room] of picturesOf(compose, hasNoise)) {
    if (!frame) continue;
    const foot = marksOf(picture, "text").filter(({ y }) => y > room.height - measure.small);
    assert.ok(
      foot.some(({ text }) => /^■ output( word)? {2}● drawn$/.test(text)),
      told,
    );
    const sides = foot.map(({ x, room: wide, align }) => (align === "right" ? [x - wide, x] : [x, x + wide]));
    sides.sort(([one], [other]) => one - other);
    for (const [i, [left]] of sides.entries()) assert.ok(left >= (sides[i - 1]?.[1] ?? 0), told);
  }
});
