/**
 * Of a large session the weights panel shows as many rows of each map as can be told apart, so that those that the step
 * touches are always in sight. A map then has `ids`, the rows that it shows in order; else a row stands on the line of its
 * own number.
 */
import { wordId } from "../../text/names.mjs";
import { markedRows } from "./rows.mjs";

/** @import { Scene } from "../../types" */
/** @import { SheetMap } from "./sheets.mjs" */
/** @typedef {{ ids?: number[], lines?: Map<number, number> }} Chosen the rows that are shown in order, and the line of each */

/** The row that stands on a line of a map. @param {Chosen} map @param {number} line */
export const rowAt = ({ ids }, line) => (ids ? ids[line] : line);
/** The line of a row, -1 where it is not shown. @param {Chosen} map @param {number} row */
export const lineOf = ({ lines }, row) => (lines ? (lines.get(row) ?? -1) : row);

/**
 * The maps with the rows that each shows: those that the instance uses, the hovered word, the row in focus, the pinned and asked words,
 * and the first. Words are the same in all maps.
 * @template {SheetMap} Shown
 * @param {Scene} scene
 * @param {Shown[]} maps
 * @returns {(Shown & Chosen)[]}
 */
export function chooseRows(scene, maps) {
  /** @type {Map<string, Chosen>} */
  const chosen = new Map(); // by axis
  const { hovered, pins, view, session } = scene;
  const [focused, row] = String(view.focus ?? "").split(".");
  for (const axis of new Set(maps.map((map) => map.axis))) {
    const some = maps.filter((map) => map.axis === axis);
    const [{ rows, height, words }] = some;
    const asked = words ? [hovered, ...pins, wordId(session, view.word)] : [];
    const inFocus = some.some(({ parameter }) => parameter.name === focused) ? [Number(row)] : [];
    const wanted = [...some.flatMap((map) => [...markedRows(scene, map).rows]), ...inFocus, ...asked];
    const shown = new Set(wanted.flatMap((id) => (id !== null && id >= 0 && id < height ? [id] : [])).slice(0, rows));
    for (let id = 0; shown.size < rows; id++) shown.add(id);
    const ids = [...shown].sort((a, b) => a - b);
    chosen.set(axis, { ids, lines: new Map(ids.map((id, line) => [id, line])) });
  }
  return maps.map((map) => ({ ...map, ...chosen.get(map.axis) }));
}
