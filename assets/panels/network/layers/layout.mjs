/** Where things stand in the picture of a network of layers: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/** @typedef {ReturnType<typeof layersLayout>} LayersLayout */
/** @typedef {LayersLayout["columns"][number]} PlacedColumn */
/**
 * @typedef {{ kind: "unit", column: number, row: number } | { kind: "bias", column: number } | { kind: "edge", column:
 *   number, to: number, from: number }} LayersTarget `column` of an edge is the one it leads to; it comes from the bias
 *   where `from` is −1
 */

const NUMBERS = 6; // of the text's height: about the width of EI⁽²⁾ −0.02
const WEIGHT = 5; // of the text's height: the width of -7.89e-4, and some room beside it
const LEAST_STEP = 0.62; // of the text's height, between units that can still be told apart

/**
 * How many units of a column can be told apart in a panel of this height.
 * @param {number} height
 * @param {number} text
 */
export const mostUnits = (height, text) => Math.max(3, Math.floor((height - 4.6 * text) / (LEAST_STEP * text)));

/**
 * A column for each layer, the inputs first, and below each that feeds a biased layer a unit that is always 1.
 * @param {{ width: number, height: number, columns: { ids: number[], bias: boolean, some: boolean }[], room: { left:
 *   number, right: number }, text: number }} given `ids`: the units shown; `bias`: whether the next layer has one;
 *   `room` for names beside the outer columns; `text`: height of the small text
 */
export function layersLayout({ width, height, columns, room, text }) {
  const top = 2 * text;
  const foot = height - 1.9 * text;
  const bottom = foot - (columns.some(({ some }) => some) ? 1.2 * text : 0); // room for how many of all are shown
  // From a column to the next, where the outer units are as large as can be: of many layers units are as small as it
  // asks.
  const across = (width - 4.7 * text - room.left - room.right) / Math.max(1, columns.length - 1);
  // Between the rims of two units has the longest weight room, -7.89e-4, unless units would be too small for theirs.
  const least = across < NUMBERS * text ? 0.36 * across : 0.18 * across;
  const widest = clamp((across - WEIGHT * text) / 2, least, 0.36 * across);
  // Below a unit stand two lines of numbers, or one, or none, as there is room.
  /** @param {number} step */
  const lineOf = (step) => (across < NUMBERS * text ? 0 : step >= 5 * text ? 2 : step >= 3.7 * text ? 1 : 0);
  /** @param {number} step */
  const radiusOf = (step) =>
    clamp(
      (step - [0.2, 1.75, 2.6][lineOf(step)] * text) / 2 - (step < text ? 0.2 : 1.2),
      1.2,
      Math.max(1.2, Math.min([1.1, 1.35, 1.75][lineOf(step)] * text, widest)),
    );
  const outer = Math.max(...columns.map(({ ids, bias }) => radiusOf(stepOf(ids.length + Number(bias)))));
  const [left, right] = [0.6 * text + room.left + outer, width - 0.6 * text - room.right - outer];

  /** @param {number} rows */
  function stepOf(rows) {
    return Math.min((bottom - top) / rows, 7.5 * text);
  }

  const placed = columns.map(({ ids, bias, some }, at) => {
    const step = stepOf(ids.length + Number(bias));
    const radius = radiusOf(step);
    const tall = step * (ids.length + Number(bias));
    const first = (top + bottom - tall) / 2 + Math.max(radius + 4, step / 2 - 0.55 * lineOf(step) * text);
    const x = columns.length === 1 ? left : left + (at * (right - left)) / (columns.length - 1);
    const y = ids.map((_, row) => first + row * step);
    const always = bias ? { x, y: y[y.length - 1] + step, radius: Math.min(0.8 * radius, 0.9 * text) } : null;
    return { x, y, ids, step, radius, some, bias: always, inside: radius >= 0.85 * text, lines: lineOf(step) };
  });
  return { width, height, top, bottom, foot, columns: placed, left, right, room };
}

/**
 * What lies at a point, or null.
 * @param {LayersLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {LayersTarget | null}
 */
export function pickLayers(layout, x, y) {
  for (let column = 0; column < layout.columns.length; column++) {
    const { x: cx, y: ys, radius, step, bias } = layout.columns[column];
    const reach = Math.max(radius + 2, 7);
    const sideways = column === 0 ? cx - x : column === layout.columns.length - 1 ? x - cx : Math.abs(cx - x);
    const named = column === 0 ? layout.room.left : column === layout.columns.length - 1 ? layout.room.right : 0;
    if (sideways > reach + named || Math.abs(cx - x) > reach + named) continue;
    const row = ys.findIndex((cy) => Math.abs(cy - y) <= Math.max(radius + 1, Math.min(step / 2, reach)));
    if (row >= 0 && (Math.abs(cx - x) <= reach || sideways > 0)) return { kind: "unit", column, row };
    if (bias && Math.hypot(bias.x - x, bias.y - y) <= bias.radius + 4) return { kind: "bias", column };
  }
  return edgeAt(layout, x, y);
}

/** @param {LayersLayout} layout @param {number} x @param {number} y @returns {LayersTarget | null} */
function edgeAt(layout, x, y) {
  /** @type {LayersTarget | null} */
  let best = null;
  let least = 5;
  for (let column = 1; column < layout.columns.length; column++) {
    const [before, after] = [layout.columns[column - 1], layout.columns[column]];
    if (x <= before.x || x >= after.x) continue;
    const share = (x - before.x) / (after.x - before.x);
    const ends = before.y.map((fy, from) => ({ fy, from }));
    if (before.bias) ends.push({ fy: before.bias.y, from: -1 });
    for (const { fy, from } of ends) {
      for (let to = 0; to < after.y.length; to++) {
        const slope = (after.y[to] - fy) / (after.x - before.x);
        const away = Math.abs(y - (fy + slope * share * (after.x - before.x))) / Math.hypot(1, slope);
        if (away >= least) continue;
        least = away;
        best = { kind: "edge", column, to, from };
      }
    }
  }
  return best;
}
