/** Where the copies of the input stand: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/** @typedef {ReturnType<typeof copiesLayout>} CopiesLayout */

const LEAST = 3; // px from row to row
const GAP = 1.6; // rows between two copies

/**
 * How many rows of each of so many copies find room.
 * @param {number} tall
 * @param {number} copies
 * @param {number} words
 */
export const rowsFor = (tall, copies, words) =>
  clamp(Math.floor((tall / LEAST - (copies - 1) * GAP) / copies), 1, Math.max(1, words));

/**
 * Copies one below the other.
 * @param {{ top: number, bottom: number, copies: number, rows: number, text: number }} given `text`: height of the
 *   small text
 */
export function copiesLayout({ top, bottom, copies, rows, text }) {
  const tall = bottom - top;
  const step = Math.min(tall / (copies * rows + (copies - 1) * GAP), 2.4 * text);
  const used = step * (copies * rows + (copies - 1) * GAP);
  const first = (top + bottom - used) / 2 + step / 2;
  const blocks = Array.from({ length: copies }, (_, c) =>
    Array.from({ length: rows }, (_, row) => first + step * (c * (rows + GAP) + row)),
  );
  return { blocks, step, node: clamp(0.4 * step, 1.2, 0.55 * text) };
}
