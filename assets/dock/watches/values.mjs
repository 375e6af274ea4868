/** Values of an expression over a stretch of steps, asked in pieces. */
import { inPieces } from "../pieces.mjs";

/** @import { WholeSource } from "../../types" */
/** @import { Pace } from "../pieces.mjs" */
/**
 * @typedef {{ positions: number[], values: number[], condition: boolean, stop: number }} Values up to where the run
 *   goes
 */

/**
 * The values at positions 0, stride, 2·stride, … up to `stop`.
 * @param {{ source: WholeSource, query: string, expression: string, pace: Pace, signal: AbortSignal }} asked
 * @param {number} stop
 * @param {number} stride
 * @param {(values: Values) => void} [told] hears what is known so far
 * @returns {Promise<Values>}
 */
export async function valuesOf({ source, query, expression, pace, signal }, stop, stride, told = () => {}) {
  /** @type {Values} */
  const all = { positions: [], values: [], condition: false, stop: 0 };
  await inPieces(
    0,
    stop,
    pace,
    async (from, to) => {
      const start = stride * Math.ceil(from / stride);
      if (start > to) return { stop: to, start, values: [] }; // none of them is in this piece
      const { header, arrays } = await source.evaluate(query, { expression, start, stop: to, stride }, signal);
      all.condition = header.condition;
      return { stop: header.stop, start, values: Array.from(arrays.values) };
    },
    ({ start, values, stop: reached }) => {
      const known = all.positions.at(-1) === start ? 1 : 0; // a piece begins where the one before ended
      for (let i = known; i < values.length; i++) {
        all.positions.push(start + i * stride);
        all.values.push(values[i]);
      }
      all.stop = reached;
      told({ ...all, positions: [...all.positions], values: [...all.values] });
    },
    signal,
  );
  return all;
}
