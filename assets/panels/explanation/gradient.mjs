/**
 * One number of a parameter's gradient, from the declared terms of its change: what a live line's last line adds up to.
 *
 * The replay applies the same terms to whole arrays. Here one number is needed, as it was before anyone set the weight
 * by hand, and with a learning rate of 0.
 */
import { parameterOf, quantityOf } from "../../maths/declared.mjs";

/** @import { Numbers, Outer, Scene, Session } from "../../types" */

/**
 * Σ over the instances of the batch, not divided by their number and without weight decay.
 * @param {Scene} scene
 * @param {string} name of a parameter
 * @param {number[]} index
 */
export function gradientAt({ session, frame }, name, [row, column = 0]) {
  const { change, shape } = parameterOf(session, name);
  if (!frame) return NaN;
  /** @param {string | null} of */
  const read = (of) => (of === null ? null : frame.batchOf(of));
  const terms = change.map((term) => ({ term, rows: read(term.rows), columns: read(term.columns), at: read(term.at) }));
  let total = 0;
  for (let b = 0; b < frame.batch; b++)
    for (const { term, rows, columns, at } of terms) {
      const own = { rows: rows?.[b] ?? [], columns: columns?.[b] ?? [], at: at?.[b] ?? [] };
      total += ofTerm(session, term, own, [shape[0], shape[1] ?? 1], [row, column]);
    }
  return total;
}

/**
 * @param {Session} session @param {Outer} term
 * @param {Record<"rows" | "columns" | "at", Numbers | number[]>} own what the term names, of one instance
 * @param {number[]} shape @param {number[]} index
 */
function ofTerm(session, { rows, columns, at, skip }, own, shape, index) {
  const left =
    at === null ? piecesOf(session, rows, own.rows, shape[0], index[0]) : numbered(own.rows, own.at, index[0]);
  const right = columns === null ? null : piecesOf(session, columns, own.columns, shape[1], index[1]);
  const shared = at !== null && right?.count === skip + 1;
  const count = right && !shared ? Math.min(left.count, right.count - skip) : left.count;
  let total = 0;
  for (let j = 0; j < count; j++) {
    const [one, other] = [left.get(j), right ? right.get(skip + (shared ? 0 : j)) : 1];
    if (one !== 0 && other !== 0) total += one * other;
  }
  return total;
}

/**
 * Numbers where their ids are the one asked for, else 0.
 * @param {Numbers | number[]} values
 * @param {Numbers | number[]} ids
 * @param {number} id
 */
const numbered = (values, ids, id) => ({
  count: ids.length,
  get: (/** @type {number} */ j) => (ids[j] === id ? values[j] : 0),
});

/**
 * The number at an index of each piece of a quantity; of ids, 1 where it is the one asked for.
 * @param {Session} session
 * @param {string} name
 * @param {Numbers | number[]} values
 * @param {number} length of a piece
 * @param {number} index
 */
function piecesOf(session, name, values, length, index) {
  const ids = quantityOf(session, name).role === "index";
  const get = (/** @type {number} */ j) => (ids ? Number(values[j] === index) : values[j * length + index]);
  return { count: ids ? values.length : Math.floor(values.length / length), get };
}
