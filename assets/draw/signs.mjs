/**
 * Signs that can be told without colours: what is negative is dashed, edges as well as the rims of nodes, and a cell
 * without a number has a dash cut out of it, in the panel's own colour, so that it stands out as much as the cell's
 * colour does. One that lies beyond the end of the colours has a mark at its right.
 *
 * Where cells are nearer than `measure.sign` pixels one of those in each such square speaks for them, so that what is
 * negative is dotted; lines that are as near stay whole, as single ones cannot be told there, and a hover tells their
 * numbers. That is less on paper and where the system asks for more contrast.
 */
import { isBeyond } from "../maths/limits.mjs";

/** @import { Box, Mark, Measure } from "../types" */

/** Of negative lines. */
export const DASHES = [5, 3];
const SURFACE = { role: "surface" };
const TEXT = { role: "text" };
const LONGEST = 10; // px, a dash in a cell
const LEAST_MARKED = 8; // px, a cell with a mark
const ROW = 1e5; // squares side by side, more than any canvas has

/**
 * How a line of a negative number is dashed; whole lines have no dashes.
 * @param {boolean} negative
 * @param {Pick<Measure, "sign">} measure
 * @param {number} apart px between neighbouring lines
 */
export const dashedIf = (negative, { sign }, apart = Infinity) => (negative && apart >= sign ? DASHES : undefined);

/**
 * Dashes in the cells of negative numbers, which carry no numbers themselves.
 * @param {Pick<Measure, "sign">} measure
 * @param {number[]} boxes x, y, width, height of each cell
 * @param {ArrayLike<number>} values theirs
 * @returns {Mark[]}
 */
export function dashesIn({ sign }, boxes, values) {
  /** @type {number[]} */
  const dashes = [];
  const speaks = oneASquare(sign);
  for (let i = 0; i < values.length; i++) {
    const [x, y, width, height] = [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]];
    if (speaks(x, y, width, height) && values[i] < 0) dashIn(dashes, x, y, width, height);
  }
  return marked(dashes);
}

/**
 * Marks in the cells whose numbers lie beyond the end of the colours, where they are wide enough.
 * @param {number[]} boxes x, y, width, height of each cell
 * @param {ArrayLike<number>} values theirs
 * @param {number} limit
 * @returns {Mark[]}
 */
export function beyondIn(boxes, values, limit) {
  /** @type {number[]} */
  const marks = [];
  for (let i = 0; i < values.length; i++) {
    const [x, y, width, height] = boxes.slice(4 * i, 4 * i + 4);
    if (width > LEAST_MARKED && isBeyond(values[i], limit)) marks.push(x + width - 4, y, 3, Math.min(3, height));
  }
  return marks.length ? [{ mark: "boxes", boxes: marks, fill: TEXT }] : [];
}

/**
 * Dashes in a grid of cells that fills its box, row by row.
 * @param {Pick<Measure, "sign">} measure
 * @param {Box} box
 * @param {{ columns: number, rows: number }} grid
 * @param {(cell: number) => number} valueAt
 */
export function dashesOfGrid(measure, { left, top, width, height }, { columns, rows }, valueAt) {
  const [cell, row] = [width / columns, height / rows];
  // one of so many has its dash; before the styles are there, which tell the size, all have
  const [across, down] = [cell, row].map((size) => Math.max(1, Math.ceil(measure.sign / size)));
  /** @type {number[]} */
  const dashes = [];
  for (let y = 0; y < rows; y += down)
    for (let x = 0; x < columns; x += across)
      if (valueAt(y * columns + x) < 0) dashIn(dashes, left + x * cell, top + y * row, cell, row);
  return marked(dashes);
}

/**
 * Whether a cell is the first of its square of a side of so many pixels, as every large one is.
 * @param {number} side
 */
function oneASquare(side) {
  /** @type {Set<number>} */
  const taken = new Set();
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  return (x, y, width, height) => {
    if (width >= side && height >= side) return true;
    const square = Math.floor((x + width / 2) / side) + ROW * Math.floor((y + height / 2) / side);
    if (taken.has(square)) return false;
    taken.add(square);
    return true;
  };
}

/** @param {number[]} boxes @returns {Mark[]} */
const marked = (boxes) => (boxes.length ? [{ mark: "boxes", boxes, fill: SURFACE }] : []);

/**
 * Adds the dash of a cell: in its middle, on whole pixels.
 * @param {number[]} dashes
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function dashIn(dashes, x, y, width, height) {
  const length = Math.max(2, Math.min(LONGEST, Math.round(0.5 * width)));
  const thick = height < 9 ? 1 : 2;
  dashes.push(Math.round(x + (width - length) / 2), Math.round(y + (height - thick) / 2), length, thick);
}
