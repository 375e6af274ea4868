/**
 * Of a large session the weights panel shows as many rows of each map as can be told apart, so that those that the step
 * touches are always in sight. A map then has `ids`, the rows that it shows in order; else a row stands on the line of
 * its own number.
 */
import { shownOnAxis } from "../../maths/rows.mjs";

/** @import { Scene } from "../../types" */
/** @import { SheetMap } from "./sheets.mjs" */
/**
 * @typedef {{ ids?: number[], lines?: Map<number, number> }} Chosen the rows that are shown in order, and the line of
 *   each
 */

/** The row that stands on a line of a map. @param {Chosen} map @param {number} line */
export const rowAt = ({ ids }, line) => (ids ? ids[line] : line);
/** The line of a row, -1 where it is not shown. @param {Chosen} map @param {number} row */
export const lineOf = ({ lines }, row) => (lines ? (lines.get(row) ?? -1) : row);

/**
 * The maps with the rows that each shows: those that matter, as in all panels, and the first. Maps of the same rows
 * show the same.
 * @template {SheetMap} Shown
 * @param {Scene} scene
 * @param {Shown[]} maps
 * @returns {(Shown & Chosen)[]}
 */
export function chooseRows(scene, maps) {
  /** @type {Map<string, Chosen>} */
  const chosen = new Map(); // by axis
  for (const { axis, rows, height } of maps) {
    if (chosen.has(axis)) continue;
    const ids = shownOnAxis(scene, axis, height, rows);
    chosen.set(axis, { ids, lines: new Map(ids.map((id, line) => [id, line])) });
  }
  return maps.map((map) => ({ ...map, ...chosen.get(map.axis) }));
}
