// @ts-check
/**
 * Of a large session the weights panel shows as many rows of each map as can be told apart, so that those that the step
 * touches are always in sight. A map then has `ids`, the rows that it shows in order; else a row stands at its own number.
 */
import { wordId } from "../../text/names.mjs";
import { markedRows } from "./rows.mjs";

/** @import { Numbers, Scene } from "../../types" */
/** @import { SheetMap } from "./sheets.mjs" */
/** @typedef {{ ids?: number[], places?: Map<number, number> }} Chosen the rows that are shown in order, and their places */

/**
 * The row that stands at a place of a map, and the place of a row, -1 where it is not shown.
 * @param {Chosen} map
 * @param {number} place
 */
export const rowAt = ({ ids }, place) => (ids ? ids[place] : place);
/** @param {Chosen} map @param {number} row */
export const placeIn = ({ places }, row) => (places ? (places.get(row) ?? -1) : row);

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
    chosen.set(axis, { ids, places: new Map(ids.map((id, place) => [id, place])) });
  }
  return maps.map((map) => ({ ...map, ...chosen.get(map.axis) }));
}

/**
 * The cells of the rows that are shown.
 * @param {{ data: Numbers, minus: Numbers | null }} cells
 * @param {Chosen & Pick<SheetMap, "row">} map
 */
export function gathered({ data, minus }, { ids, row: stride }) {
  if (!ids) return { data, minus };
  /** @param {Numbers} array */
  const gather = (array) => {
    const some = new Float64Array(ids.length * stride);
    ids.forEach((id, place) => some.set(array.subarray(id * stride, (id + 1) * stride), place * stride));
    return some;
  };
  return { data: gather(data), minus: minus && gather(minus) };
}
