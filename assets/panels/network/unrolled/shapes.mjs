/** Shapes that the unrolled network and its gradient are drawn with: matrices as pixels, outlines, arrows. */
import { scaleIndex } from "../../../draw/colours.mjs";
import { dashesOfGrid } from "../../../draw/signs.mjs";

/** @import { Box, Colour, Mark, Measure } from "../../../types" */
/** @import { Cells } from "./facts.mjs" */

const HEAD = 4; // px of an arrow's head

/**
 * A square matrix of `units` rows, in its box.
 * @param {Measure} measure
 * @param {Box} box
 * @param {number} units
 * @param {Cells} value
 * @param {number} limit
 * @returns {Mark[]}
 */
export function pixelsOf(measure, box, units, value, limit) {
  const indexes = new Uint16Array(units * units);
  for (let i = 0, cell = 0; i < units; i++)
    for (let j = 0; j < units; j++, cell++) indexes[cell] = scaleIndex(value(i, j), limit);
  const dashes = dashesOfGrid(measure, box, { columns: units, rows: units }, (cell) =>
    value(Math.floor(cell / units), cell % units),
  );
  return [{ mark: "pixels", box, columns: units, rows: units, indexes }, ...dashes];
}

/**
 * Outlines of boxes, on whole pixels; dashed around what is not known.
 * @param {Box[]} boxes
 * @param {boolean} known
 * @param {Colour} [stroke]
 * @returns {Mark}
 */
export function outlines(boxes, known, stroke = { role: "grid" }) {
  const sides = boxes.flatMap(({ left, top, width, height }) => [
    Math.round(left) + 0.5,
    Math.round(top) + 0.5,
    Math.round(width) - 1,
    Math.round(height) - 1,
  ]);
  return { mark: "boxes", boxes: sides, stroke, dash: known ? undefined : [3, 3] };
}

/**
 * An arrow; too short a one is left out.
 * @param {number} fromX
 * @param {number} fromY
 * @param {number} toX
 * @param {number} toY
 * @param {number} width of its line
 * @param {string} role of its colour
 * @returns {Mark[]}
 */
export function arrow(fromX, fromY, toX, toY, width, role) {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length < HEAD) return [];
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
  const half = 0.5 * HEAD + 0.5 * width;
  const [x, y] = [toX - dx * (HEAD + 1), toY - dy * (HEAD + 1)];
  return [
    { mark: "lines", points: [fromX, fromY, toX - dx * HEAD, toY - dy * HEAD], stroke: { role }, width },
    { mark: "path", points: [toX, toY, x - dy * half, y + dx * half, x + dy * half, y - dx * half], fill: { role } },
  ];
}
