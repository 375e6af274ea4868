/** The numbers in the cells of the heatmaps: those in view, and as they are written. */
import { fixed } from "../../text/numbers.mjs";
import { rowAt } from "./excerpt.mjs";
import { valueAt } from "./shown.mjs";

/** @import { Measure } from "../../types" */
/** @import { ShownMap } from "./layout.mjs" */
/** @import { Cells } from "./shown.mjs" */
/** @typedef {{ power: number, write: (value: number) => string }} Style numbers are written in units of 10^power */

/**
 * The values of a map's cells in view, row by row.
 * @param {Cells} cells
 * @param {ShownMap} map
 */
export function valuesInView({ data, minus }, map) {
  const { first, count, columns } = map;
  const values = new Float64Array(count * columns);
  for (let line = 0, cell = 0; line < count; line++) {
    for (let k = 0, at = rowAt(map, first + line) * map.row; k < columns; k++, cell++, at += map.column)
      values[cell] = valueAt({ data, minus }, at);
  }
  return values;
}

/**
 * Numbers in the cells, where they fit: two decimals, without the leading zero if need be. Where that is too long, one
 * decimal; of small numbers it would show too little, so they are shown in units that the header names.
 * @param {{ limit: number, largest: number }} reach
 * @param {number} width of a cell
 * @param {number} height
 * @param {number} size of the text
 * @param {Measure} measure
 * @returns {Style | null}
 */
export function numberStyle({ limit, largest }, width, height, size, measure) {
  if (height < size || width < 14) return null;
  for (const [power, decimals] of stylesFor(limit)) {
    if (decimals < 0) continue;
    const unit = 10 ** -power;
    const sample = `-${fixed(Math.max(largest, limit) * unit, decimals).replace(/\d/g, "0")}`;
    const taken = measure.width(sample, size);
    if (taken <= width - 6) return { power, write: (value) => written(value * unit, decimals) };
    // ".83" where "0.83" would touch its neighbour; a number of 1 and more may come that near.
    const fits = largest * unit < 1 ? measure.width(sample.replace("0.", "."), size) <= width - 3 : taken <= width - 1;
    if (decimals && fits)
      return { power, write: (value) => written(value * unit, decimals).replace(/^(-?)0\./, "$1.") };
  }
  return null;
}

/** Powers and decimals to be tried, best first. @param {number} limit */
function stylesFor(limit) {
  const exponent = Math.floor(Math.log10(limit) + 1e-9);
  const power = exponent <= -3 || exponent >= 4 ? exponent : 0;
  const needed = Math.max(0, Math.min(3, 3 - Math.max(1, exponent - power)));
  const plain = [
    [power, needed],
    [power, needed - 1],
  ];
  const inUnits = [
    [0, needed],
    [exponent, 1],
    ...(limit >= 5 * 10 ** exponent ? [[exponent, 0]] : []), // else most would be 0, and the signs tell more
  ];
  return limit < 0.5 && power === 0 ? inUnits : plain;
}

/** @param {number} value @param {number} decimals */
const written = (value, decimals) => (Number.isFinite(value) ? fixed(value, decimals) : "?");
