/** The matrices of a batch: what each stage computes for all instances at once, and the limits of their colours. */
import { quantityOf } from "../../../maths/declared.mjs";
import { niceLimit } from "../../../maths/limits.mjs";

/** @import { Numbers, Quantity, Scene } from "../../../types" */
/**
 * @typedef {{ quantity: Quantity, of: Quantity, rows: number, columns: number, data: Numbers[] | null, limit: number,
 *   holds: "numbers" | "ids" | "one-hot", current: boolean }} BatchMatrix `of`: the quantity of one instance; `data`: a
 *   vector an instance, null before its stage; `holds`: what its numbers are; `current`: its stage is shown
 */

/** In the order of computation. @param {Scene} scene @returns {BatchMatrix[]} */
export function matricesOf({ session, frame, stageIndex, reach, view }) {
  const current = session.stages[stageIndex - 1]?.shows ?? [];
  return session.quantities.flatMap((quantity) => {
    const { matrix_of, position, summed_at, size } = quantity;
    if (!matrix_of) return [];
    const of = quantityOf(session, matrix_of);
    const ids = of.role === "index";
    if (isOfLookup(quantity, of) !== (view.arrays === "lookup")) return [];
    const [whole, at] = [matrix_of, summed_at ?? matrix_of].map((name) => completeOf(frame?.batchOf(name) ?? null));
    return {
      quantity,
      of,
      rows: size,
      columns: summed_at ? of.size / quantityOf(session, summed_at).size : (frame?.batch ?? session.batch_size),
      data: whole && at && (summed_at ? summed(whole, at, size) : whole.map((vector) => part(vector, quantity, ids))),
      limit: ids ? (position === undefined ? session.words.length : 1) : niceLimit(reach.quantity(of.name)),
      holds: ids ? (position === undefined ? "ids" : "one-hot") : "numbers",
      current: current.includes(quantity.name),
    };
  });
}

/**
 * Whether a matrix tells how the table is read or moved: by positions.
 * @param {Quantity} quantity
 * @param {Quantity} of
 */
export const isOfLookup = ({ position, summed_at }, of) =>
  of.role === "index" || position !== undefined || summed_at !== undefined;

/** @param {(Numbers | null)[] | null} data */
function completeOf(data) {
  const found = data?.filter((vector) => vector !== null) ?? [];
  return data && found.length === data.length ? found : null;
}

/**
 * What a matrix shows of an instance: its vector or a piece of it, or the one-hot vector of an id.
 * @param {Numbers} vector
 * @param {Quantity} quantity
 * @param {boolean} ids
 */
function part(vector, { position, size }, ids) {
  if (position === undefined) return vector;
  if (!ids) return vector.slice(position * size, (position + 1) * size);
  return new Float64Array(size).fill(1, vector[position], vector[position] + 1);
}

/**
 * All pieces added up at the words that stand there, a vector a feature.
 * @param {Numbers[]} whole
 * @param {Numbers[]} at
 * @param {number} words
 */
function summed(whole, at, words) {
  const size = whole[0].length / at[0].length;
  return Array.from({ length: size }, (_, k) => {
    const column = new Float64Array(words);
    at.forEach((ids, b) => {
      ids.forEach((id, d) => {
        column[id] += whole[b][d * size + k];
      });
    });
    return column;
  });
}
