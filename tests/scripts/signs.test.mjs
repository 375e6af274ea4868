/** Signs without colours: every negative cell has its number or a dash, negative edges and rims are dashed, no other is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleIndex } from "../../assets/draw/colours.mjs";
import { dashesIn, dashesOfGrid } from "../../assets/draw/signs.mjs";
import { compose as composeLayers } from "../../assets/panels/network/layers/compose.mjs";
import { compose as composeLookup } from "../../assets/panels/network/lookup/compose.mjs";
import { compose as composeWords } from "../../assets/panels/network/words/compose.mjs";
import { compose as composeBatch } from "../../assets/panels/vectors/batch/compose.mjs";
import { compose as composeVectors } from "../../assets/panels/vectors/instance/compose.mjs";
import { compose as composeWeights } from "../../assets/panels/weights/compose.mjs";
import { composedOf, everyMark, marksOf, measure } from "./pictures.mjs";

const ZERO = scaleIndex(0, 1);

/** The cells of a picture that are as large as signs need: x, y, width, height, and the sign that their colour has. */
function* cellsOf({ marks, images = [] }) {
  for (const each of everyMark([...images, ...marks])) {
    if (each.mark === "pixels" && !each.colours) {
      const { box, columns, rows, indexes } = each;
      const [width, height] = [box.width / columns, box.height / rows];
      if (Math.min(width, height) < measure.sign) continue;
      for (let i = 0; i < indexes.length; i++) {
        const [x, y] = [box.left + (i % columns) * width, box.top + Math.floor(i / columns) * height];
        yield { x, y, width, height, sign: Math.sign(indexes[i] - ZERO) };
      }
    } else if (each.mark === "cells" && each.by.limit) {
      for (let i = 0; i < each.values.length; i++) {
        const [x, y, width, height] = each.boxes.slice(4 * i, 4 * i + 4);
        if (Math.min(width, height) >= measure.sign) yield { x, y, width, height, sign: Math.sign(each.values[i]) };
      }
    }
  }
}

/** Whether one of the middles lies in a cell: a question for thousands. */
function placed(middles) {
  const rows = new Map();
  for (const [x, y] of middles) {
    const row = Math.round(y);
    rows.set(row, [...(rows.get(row) ?? []), x]);
  }
  return ({ x, y, width, height }) => {
    const middle = Math.round(y + height / 2);
    return [middle - 1, middle, middle + 1].some((row) => rows.get(row)?.some((at) => at > x && at < x + width));
  };
}

const pairs = (points) => points.flatMap((x, i) => (i % 2 ? [] : [[x, points[i + 1]]]));

const PANELS = {
  weights: [composeWeights, () => true],
  matrices: [composeBatch, ({ quantities }) => quantities.some(({ matrix_of: of }) => of)],
  vectors: [composeVectors, ({ words }) => words.length > 0],
  "look-up": [(scene, room, texts) => composeLookup(scene, room, texts, null, 0), ({ network }) => network.lookup],
};

for (const [name, [compose, fits]] of Object.entries(PANELS))
  test(`${name}: the negative cells, and no others, have a number or a dash`, () => {
    const seen = { dashes: 0, others: 0 };
    for (const [told, picture] of composedOf(compose, fits)) {
      const isWritten = placed(marksOf(picture, "texts").flatMap(({ points }) => pairs(points)));
      const dashes = marksOf(picture, "boxes").filter(({ fill, alpha }) => fill?.role === "surface" && !alpha);
      const isDashed = placed(
        dashes.flatMap(({ boxes }) =>
          boxes.flatMap((x, i) => (i % 4 ? [] : [[x + boxes[i + 2] / 2, boxes[i + 1] + boxes[i + 3] / 2]])),
        ),
      );
      for (const cell of cellsOf(picture)) {
        if (cell.sign < 0) assert.ok(isDashed(cell) || isWritten(cell), `${told}: ${JSON.stringify(cell)}`);
        if (cell.sign > 0) assert.ok(!isDashed(cell), `${told}: ${JSON.stringify(cell)}`);
        seen[isDashed(cell) ? "dashes" : "others"] += 1;
      }
    }
    assert.ok(seen.dashes && seen.others, JSON.stringify(seen));
  });

const NETWORKS = {
  words: [composeWords, ({ network }) => !network.layers.length && !network.unrolled],
  layers: [composeLayers, ({ network }) => network.layers.length && !network.unrolled],
};

for (const [name, [compose, fits]] of Object.entries(NETWORKS))
  test(`${name}: the negative edges and nodes, and no others, are dashed`, () => {
    const seen = new Set();
    for (const [told, picture] of composedOf(compose, fits)) {
      const { layout } = picture;
      const apart = layout.unitStep ?? Math.min(...layout.columns.map(({ step }) => step));
      for (const { mark, stroke, fill, dash } of everyMark(picture.marks)) {
        const value = mark === "lines" ? stroke?.value : mark === "discs" ? fill?.value : undefined;
        if (value === undefined) continue;
        if (value >= 0) assert.ok(!dash, `${told}: ${mark} of ${value}`);
        else if (apart >= measure.sign) assert.ok(dash, `${told}: ${mark} of ${value}`);
        seen.add(`${mark} ${Math.sign(value)}`);
      }
    }
    assert.ok(seen.has("lines -1") && seen.has("lines 1"), [...seen].join());
  });

const BOX = { left: 10, top: 20, width: 80, height: 60 };
const DENSE = {
  grid: ([columns, rows], valueAt) => dashesOfGrid(measure, BOX, { columns, rows }, valueAt),
  boxes([columns, rows], valueAt) {
    const cells = Array.from({ length: columns * rows }, (_, cell) => cell);
    const [width, height] = [BOX.width / columns, BOX.height / rows];
    /** @param {number} cell */
    const boxOf = (cell) => [BOX.left + (cell % columns) * width, BOX.top + Math.floor(cell / columns) * height];
    return dashesIn(
      measure,
      cells.flatMap((cell) => [...boxOf(cell), width, height]),
      cells.map(valueAt),
    );
  },
};

test("before the styles are there every negative cell has a dash", () => {
  const box = { left: 0, top: 0, width: 40, height: 20 };
  const [{ boxes }] = dashesOfGrid({ sign: 0 }, box, { columns: 4, rows: 2 }, (cell) => (cell % 2 ? -1 : 1));
  assert.equal(boxes.length, 4 * 4);
});

for (const [name, dashes] of Object.entries(DENSE))
  for (const size of [
    [40, 40],
    [50, 250],
    [1, 250],
    [2, 2],
  ])
    test(`${name} of ${size.join(" × ")}: what is negative is dashed all over, and nothing else`, () => {
      const [columns, rows] = size;
      const isUpper = (/** @type {number} */ cell) => Math.floor(cell / columns) < rows / 2;
      const [{ boxes }] = dashes(size, (cell) => (isUpper(cell) ? -1 : 1));
      const middle = BOX.top + BOX.height / 2;
      const far = Math.max(2 * measure.sign, BOX.width / columns, BOX.height / rows);
      const spots = pairs(boxes.flatMap((x, i) => (i % 4 ? [] : [x + boxes[i + 2] / 2, boxes[i + 1]])));
      assert.ok(spots.every(([x, y]) => x > BOX.left && x < BOX.left + BOX.width && y >= BOX.top && y < middle));
      for (let x = BOX.left; x <= BOX.left + BOX.width; x += 2)
        for (let y = BOX.top; y < middle; y += 2)
          assert.ok(
            spots.some((spot) => Math.hypot(spot[0] - x, spot[1] - y) <= far),
            `${x}, ${y}`,
          );
      assert.ok(spots.length <= columns * rows && spots.length <= (80 * 30) / (measure.sign - 1) ** 2);
      assert.deepEqual(
        dashes(size, () => 1),
        [],
      );
    });
