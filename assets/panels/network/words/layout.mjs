/** Where things stand in the network panel: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/** @typedef {ReturnType<typeof networkLayout>} NetworkLayout */
/**
 * @typedef {{ kind: "input" | "output", row: number } | { kind: "hidden", unit: number }
 *   | { kind: "edge", side: "input" | "output", row: number, unit: number }} NetworkTarget
 */

/**
 * Three columns, word labels and arrows outside of them, and on a wide panel a ranked list at the right. `sides` tells
 * of the columns of input words and of output rows (words, or whatever the rows of the output weights are).
 * @param {{ width: number, height: number, rows: number, outRows: number, units: number, widest: number, text: number
 *   }} given `text`: height of the small text, the unit of all spacing; `widest`: width of the widest word
 */
export function networkLayout({ width, height, rows, outRows, units, widest, text }) {
  const pad = 0.6 * text;
  const arrow = 2.3 * text;
  const percent = 3.2 * text;
  const listWidth = width >= 42 * text ? clamp(0.2 * width, 9 * text, 15 * text) : 0;
  const label = clamp(widest + 2, 2 * text, Math.max(3 * text, (listWidth ? 0.16 : 0.18) * width));
  const top = 2.1 * text;
  const bottom = height - 1.7 * text;
  const tall = Math.max(1, bottom - top);
  /** @param {number} count */
  const stepOf = (count) => Math.min(tall / count, 2.4 * text);
  /** @param {number} count */
  const nodeOf = (count) => clamp(0.4 * stepOf(count), 1.2, 0.55 * text);
  const above = tall - 0.6 * text; // the number below the last unit, which would come close to the legend
  const unitStep = Math.min(above / units, 4.6 * text);
  const node = Math.max(nodeOf(rows), nodeOf(outRows));
  const right = width - pad - (listWidth ? listWidth + 1.5 * pad : 0);
  const inputX = pad + label + arrow + node;
  const outputX = right - percent - label - arrow - node;
  const middle = (top + bottom) / 2;
  /** @param {number} x @param {number} count */
  const sideOf = (x, count) => ({
    x,
    rows: count,
    rowStep: stepOf(count),
    node: nodeOf(count),
    rowY: Array.from({ length: count }, (_, i) => middle + (i - (count - 1) / 2) * stepOf(count)),
  });
  return {
    width,
    height,
    units,
    top,
    bottom,
    arrow,
    label,
    percent,
    unitStep,
    node,
    sides: { input: sideOf(inputX, rows), output: sideOf(outputX, outRows) },
    hiddenNode: clamp(0.4 * unitStep, 1.5, 0.8 * text),
    inputX,
    outputX,
    hiddenX: (inputX + outputX) / 2,
    inputLabel: pad + label,
    outputLabel: outputX + node + arrow,
    list: listWidth ? { x: width - pad - listWidth, width: listWidth } : null,
    unitY: Array.from({ length: units }, (_, k) => top + above / 2 + (k - (units - 1) / 2) * unitStep),
  };
}

/**
 * What lies at a point, or null.
 * Edges that are lit (`lit.input`, `lit.output`: sets of rows) are easier to hit than grey ones, which count only where
 * they stand far enough apart to be told from each other.
 * @param {NetworkLayout} layout
 * @param {{ input: Set<number>, output: Set<number> }} lit
 * @param {number} x
 * @param {number} y
 * @returns {NetworkTarget | null}
 */
export function pickNetwork(layout, lit, x, y) {
  if (y < layout.top - layout.node - 2 || y > layout.bottom + layout.node + 2) return null;
  const reach = Math.max(8, layout.node + 3);
  if (x <= layout.inputX + reach) return rowAt(layout, "input", y);
  if (Math.abs(x - layout.hiddenX) <= Math.max(8, layout.hiddenNode + 2)) {
    const unit = nearest(layout.unitY, y);
    const near = Math.abs(layout.unitY[unit] - y) <= Math.max(layout.hiddenNode + 3, layout.unitStep / 2);
    return near ? { kind: "hidden", unit } : null;
  }
  const end = layout.outputLabel + layout.label + layout.percent;
  if (x >= layout.outputX - reach) return x <= end ? rowAt(layout, "output", y) : null;
  return edgeAt(layout, lit, x, y);
}

/** @param {NetworkLayout} layout @param {"input" | "output"} kind @param {number} y @returns {NetworkTarget | null} */
function rowAt(layout, kind, y) {
  const { rowY, rowStep } = layout.sides[kind];
  const row = nearest(rowY, y);
  return Math.abs(rowY[row] - y) <= Math.max(6, rowStep / 2) ? { kind, row } : null;
}

/**
 * @param {NetworkLayout} layout
 * @param {{ input: Set<number>, output: Set<number> }} lit
 * @param {number} x
 * @param {number} y
 * @returns {NetworkTarget | null}
 */
function edgeAt(layout, lit, x, y) {
  const side = x < layout.hiddenX ? "input" : "output";
  const { x: wordX, rows, rowY } = layout.sides[side];
  const share = (x - wordX) / (layout.hiddenX - wordX); // 0 at the word, 1 at the unit
  const dense = rows * layout.units > 400;
  /** @type {NetworkTarget | null} */
  let best = null;
  let least = Infinity;
  for (let row = 0; row < rows; row++) {
    const active = lit[side].has(row);
    if (dense && !active) continue;
    for (let unit = 0; unit < layout.units; unit++) {
      const edgeY = rowY[row] + (layout.unitY[unit] - rowY[row]) * share;
      const slope = (layout.unitY[unit] - rowY[row]) / (layout.hiddenX - wordX);
      const away = Math.abs(y - edgeY) / Math.hypot(1, slope) + (active ? 0 : 3);
      if (away < least) [least, best] = [away, { kind: "edge", side, row, unit }];
    }
  }
  return least <= 5 ? best : null;
}

/**
 * Index of the value nearest to y in an evenly spaced list.
 * @param {number[]} list
 * @param {number} y
 */
function nearest(list, y) {
  const step = list.length > 1 ? list[1] - list[0] : 1;
  return clamp(Math.round((y - list[0]) / step), 0, list.length - 1);
}
