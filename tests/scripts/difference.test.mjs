/** Two runs' difference: maps are as wide as their numbers, and the names between them, ask. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleAbove, widthFor } from "../../assets/shell/difference.mjs";

const MAPS = [
  { type: "heatmap", x: ["1", "2"], xaxis: "x", texttemplate: "%{z:.3f}" },
  { type: "heatmap", x: ["1"], xaxis: "x2", texttemplate: "%{z:.3f}" },
];
const LAYOUT = {
  coloraxis: { cmax: 0.5 },
  xaxis: { domain: [0, 0.6] },
  xaxis2: { domain: [0.7, 1] },
  yaxis: { labelalias: { 0: "unit 1" } },
  yaxis2: { labelalias: { 0: "upper unit 1" }, showticklabels: true },
};
const widthWith = (data, layout = {}) => widthFor({ data, layout: { ...LAYOUT, ...layout } });

test("each map has room for its numbers, of so many digits, and for the names before it", () => {
  const width = widthWith(MAPS);
  const letters = "upper unit 1".length;
  assert.ok(width * 0.1 > 6 * letters, "the names stand between the maps");
  const unnamed = { yaxis2: { labelalias: { 0: "upper unit 1" }, showticklabels: false } };
  const numbers = widthWith([{ ...MAPS[0], texttemplate: "%{z:.8f}" }, MAPS[1]], unnamed);
  assert.ok((numbers * 0.6) / 2 > 6 * "-0.12345678".length, "and the numbers in their cells");
  assert.ok(numbers < 2 * width);
  assert.equal(widthWith(MAPS, { margin: { l: 90, r: 110 } }), width + 200);
  assert.equal(widthWith([{ type: "scatter" }]), 0);
});

test("a scale above the maps takes no room beside them, and keeps what it tells", () => {
  const colorbar = { tickvals: [-0.5, 0, 0.5], len: 0.6 };
  const layout = { ...LAYOUT, margin: { l: 90, r: 110 }, coloraxis: { cmax: 0.5, colorbar } };
  const above = scaleAbove(layout);
  assert.ok(widthFor({ data: MAPS, layout: above }) < widthFor({ data: MAPS, layout }) - 90);
  assert.deepEqual([above.coloraxis.cmax, above.coloraxis.colorbar.tickvals], [0.5, colorbar.tickvals]);
  assert.deepEqual([above.margin.l, layout.margin.r, colorbar.len], [90, 110, 0.6], "of the server's nothing changes");
});
