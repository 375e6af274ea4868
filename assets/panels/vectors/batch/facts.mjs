/** The matrices of a batch: what each stage computes for all instances at once, and the limits of their colours. */
import { quantityOf } from "../../../maths/declared.mjs";
import { niceLimit } from "../../../maths/limits.mjs";

/** @import { Numbers, Quantity, Scene } from "../../../types" */
/**
 * @typedef {{ quantity: Quantity, of: Quantity, rows: number, columns: number, data: Numbers[] | null, limit: number, current: boolean }}
 *   BatchMatrix `of`: the quantity of one instance; `data`: a vector an instance, null before its stage; `current`: its stage is shown
 */

/** In the order of computation. @param {Scene} scene @returns {BatchMatrix[]} */
export function matricesOf({ session, frame, stageIndex, reach }) {
  const current = session.stages[stageIndex - 1]?.shows ?? [];
  return session.quantities.flatMap((quantity) => {
    if (!quantity.matrix_of) return [];
    const of = quantityOf(session, quantity.matrix_of);
    const data = completeOf(frame?.batchOf(of.name) ?? null);
    return {
      quantity,
      of,
      rows: of.size,
      columns: frame?.batch ?? session.batch_size,
      data,
      limit: niceLimit(reach.quantity(of.name)),
      current: current.includes(quantity.name),
    };
  });
}

/** @param {(Numbers | null)[] | null} data */
function completeOf(data) {
  const found = data?.filter((vector) => vector !== null) ?? [];
  return data && found.length === data.length ? found : null;
}
