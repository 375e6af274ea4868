/** Where things stand in the picture of the table look-up: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/** @typedef {ReturnType<typeof lookupLayout>} LookupLayout */
/**
 * @typedef {{ kind: "table", row: number, column: number } | { kind: "input" | "back", position: number, k: number }
 *   | { kind: "hot", row: number, position: number }
 *   | { kind: "unit", k: number } | { kind: "next", row: number }} LookupTarget
 */

/**
 * How many rows of the table, and of next words, can be read in a panel of this height.
 * @param {number} height
 * @param {number} text
 */
export const rowsOfTable = (height, text) => Math.max(3, Math.floor((height - 3.4 * text) / (1.15 * text)));

/**
 * The table of word features at the left, a row a word. At the right, from the top: the rows looked up, side by side;
 * the hidden layer, where there is one; the next words.
 * @param {{ width: number, height: number, text: number, words: number, features: number, positions: number, units:
 *   number, widest: number }} given `text`: height of the small text; `widest`: the words' width
 */
export function lookupLayout({ width, height, text, words, features, positions, units, widest }) {
  const [top, bottom] = [1.7 * text, height - 1.5 * text];
  const side = 0.8 * text; // at either edge
  const label = side + Math.min(widest, 0.16 * width) + 0.6 * text;
  const table = {
    label,
    y: top,
    row: Math.min(1.9 * text, (bottom - top) / words),
    cell: clamp((0.36 * width - label) / features, 2, 2.9 * text),
  };
  const end = label + features * table.cell;
  const wide = text; // of a one-hot vector
  const hot = positions * wide < 0.12 * width ? { x: end + 0.5 * text, cell: wide } : null;
  const x = end + (hot ? positions * wide + 1.6 * text : 2.4 * text);
  const room = width - x - side;
  const cell = clamp(room / (positions * features + 0.8 * (positions - 1)), 1.5, 2.9 * text);
  const piece = features * cell;
  const strip = Math.min(table.row, 1.9 * text);
  const step = piece + 0.8 * cell;
  /** Where what comes back stands, below what goes in. @param {number} y */
  const errorBelow = (y) => y + strip + 0.25 * text;
  const y = 2.9 * text;
  const inputs = {
    x,
    y,
    cell,
    height: strip,
    step,
    piece,
    width: (positions - 1) * step + piece,
    error: errorBelow(y),
  };
  const below = inputs.error + 0.75 * text;
  const free = bottom - below;
  const hiddenY = below + clamp(0.2 * free, 1.3 * text, 4 * text);
  const hiddenCell = clamp(room / units, 1.5, 2.9 * text);
  const hidden = units ? { x, y: hiddenY, height: strip, cell: hiddenCell, error: errorBelow(hiddenY) } : null;
  const last = hidden ? hidden.error + 0.75 * text : below;
  const answerY = last + clamp(0.14 * free, 1.5 * text, 4 * text);
  const row = 1.25 * text;
  const answer = { x, y: answerY, width: room, row, count: Math.max(1, Math.floor((bottom - answerY) / row)) };
  return {
    width,
    height,
    top,
    bottom,
    text,
    side,
    table,
    hot,
    inputs,
    hidden,
    answer,
    features,
    positions,
    units,
    words,
  };
}

/**
 * Where feature k of the word at a position of the context stands.
 * @param {Pick<LookupLayout, "inputs">} layout
 * @param {number} position
 * @param {number} [k]
 */
export const inputAt = ({ inputs }, position, k = 0) => inputs.x + position * inputs.step + k * inputs.cell;

/**
 * What lies at a point, or null.
 * @param {LookupLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {LookupTarget | null}
 */
export function pickLookup(layout, x, y) {
  const { table, hot, inputs, hidden, answer, features, positions, units, words } = layout;
  const row = Math.floor((y - table.y) / table.row);
  if (x < table.label + features * table.cell && row >= 0 && row < words)
    return { kind: "table", row, column: Math.floor((x - table.label) / table.cell) };
  if (hot && x >= hot.x && x < hot.x + positions * hot.cell && row >= 0 && row < words)
    return { kind: "hot", row, position: Math.floor((x - hot.x) / hot.cell) };
  if (y >= inputs.y && y < inputs.error + 0.5 * layout.text && x >= inputs.x) {
    const position = Math.floor((x - inputs.x) / inputs.step);
    const k = Math.floor((x - inputAt(layout, position)) / inputs.cell);
    return position < positions && k < features ? { kind: y < inputs.error ? "input" : "back", position, k } : null;
  }
  if (hidden && y >= hidden.y && y < hidden.error && x >= hidden.x) {
    const k = Math.floor((x - hidden.x) / hidden.cell);
    return k < units ? { kind: "unit", k } : null;
  }
  const next = Math.floor((y - answer.y) / answer.row);
  return x >= answer.x && next >= 0 && next < answer.count ? { kind: "next", row: next } : null;
}
