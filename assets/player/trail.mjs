/** The way of a jump: the weights at a few steps between its ends, so that the movement can be seen. */
import { remembered } from "../maths/remembered.mjs";

/** @import { Matrix, Moment, Numbers, Session, Source, Weights } from "../types" */
/** @import { Excerpt } from "./excerpt.mjs" */
/** @import { Losses } from "./losses.mjs" */
/**
 * @typedef {{ step: number, trail: (excerpt: Excerpt | null, weights: Weights) => Moment[] }} JumpTrail makes earlier
 *   weights, oldest first, for the picture at `step`, with the rows of an excerpt, whose weights there are given
 */

const MOST_STOPS = 25;
const BUDGET = 1 << 20; // bytes

/**
 * The way from a step over `count` more; the losses of all steps on it are added to `losses`.
 * @param {Pick<Source, "frames">} source
 * @param {Session} session
 * @param {number} from
 * @param {number} count
 * @param {Losses} losses
 * @param {number[] | null} words ids whose rows are wanted of a large session
 * @param {AbortSignal} signal
 * @returns {Promise<JumpTrail>}
 */
export async function jumpTrail(source, session, from, count, losses, words, signal) {
  /** @param {number[]} shape */
  const height = (shape) => (words ? words.length : shape[0]);
  const numbers = session.parameters.reduce((sum, { shape }) => sum + height(shape) * (shape[1] ?? 1), 0);
  const stops = Math.max(2, Math.min(MOST_STOPS, Math.floor(BUDGET / (4 * numbers))));
  const stride = Math.max(1, Math.ceil(count / stops));
  const options = {
    start: from,
    count: Math.ceil(count / stride),
    stride: Math.max(2, stride),
    words: words?.join(","),
  };
  const { header, arrays } = await source.frames(session.query, options, signal);
  losses.add(from, arrays.losses);
  /** @param {number} i @param {Excerpt | null} excerpt @param {Weights} weights @returns {Moment} */
  const stop = (i, excerpt, weights) => {
    /** @type {[string, Matrix][]} */
    const matrices = session.parameters.map(({ name, axes, shape: [rows, columns = 1] }) => {
      const ids = arrays[`rows.${axes[0]}`];
      const size = (ids ? ids.length : rows) * columns;
      const data = arrays[name].subarray(i * size, (i + 1) * size);
      return [name, excerpt ? amongRows(data, ids, excerpt, axes[0], weights[name]) : { rows, columns, data }];
    });
    return { step: header.start + i * header.stride, weights: Object.fromEntries(matrices) };
  };
  /** @type {WeakMap<Excerpt, Moment[]>} */
  const kept = new WeakMap();
  /** @type {JumpTrail["trail"]} */
  const made = (excerpt, weights) => Array.from({ length: header.count }, (_, i) => stop(i, excerpt, weights));
  const whole = session.by_rows ? [] : made(null, {});
  /** @type {JumpTrail["trail"]} */
  const trail = (excerpt, weights) => (excerpt ? remembered(kept, excerpt, () => made(excerpt, weights)) : whole);
  return { step: from + count, trail };
}

/**
 * Rows put among an excerpt's, whose others stand still.
 * @param {Numbers} rows
 * @param {Numbers} ids
 * @param {Excerpt} excerpt
 * @param {string} axis
 * @param {Matrix} matrix
 * @returns {Matrix}
 */
function amongRows(rows, ids, excerpt, axis, { rows: height, columns, data }) {
  const all = data.slice();
  ids.forEach((id, i) => {
    const row = excerpt.row(axis, id);
    if (row >= 0) all.set(rows.subarray(i * columns, (i + 1) * columns), row * columns);
  });
  return { rows: height, columns, data: all };
}
