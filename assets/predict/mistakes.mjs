/** The known mistakes of what is worked out by hand, as the server's check names them. */
import { LOSS } from "../maths/declared.mjs";
import { heldOf } from "../text/typed.mjs";
import { AGAINST, NEVER_BELOW, OVERLOOKED } from "./said.mjs";
import { isPrecise } from "./truth.mjs";

/** @import { Explorer, Scene, WholeSource } from "../types" */
/** @import { Question } from "./truth.mjs" */

/**
 * What was overlooked in a number that was typed; "" where no known mistake gives it, too few digits tell which, or
 * nobody can be asked.
 * @param {Question} question
 * @param {string} given
 * @param {Scene} scene
 * @param {Pick<Explorer, "source" | "clock">} app
 */
export async function mistakeOf({ kind, subject, row, column, coming }, given, scene, { source, clock }) {
  if (kind !== "value" || !isPrecise(given) || !("check" in source)) return "";
  const here = [...(subject.rows.length ? [row] : []), ...(subject.columns.length ? [column] : [])];
  const inside = here.length ? (coming.block.excerpt?.indexOf(subject.name, here) ?? here) : here;
  const batched = scene.session.batch_size > 1 && !subject.weight && subject.name !== LOSS;
  const index = [...(batched ? [coming.instance] : []), ...inside].join(",");
  const number = { step: coming.step, quantity: subject.name, index, moves: subject.weight };
  return overlooked(/** @type {WholeSource} */ (source), scene.session.whole.query, number, given, clock.signal);
}

/**
 * What was overlooked in a text given for a number of a step; "" where no known mistake gives it, or nobody can be
 * asked.
 * @param {Pick<WholeSource, "check">} source
 * @param {string} query
 * @param {{ step: number, quantity: string, index: string, moves?: boolean }} number `moves`: a weight
 * @param {string} text
 * @param {AbortSignal} [signal]
 */
export async function overlooked(source, query, { step, quantity, index, moves }, text, signal) {
  const given = JSON.stringify({ [quantity]: { [index]: heldOf(text) } });
  try {
    const { findings } = await source.check(query, { step, given }, signal);
    const hint = findings[0]?.hint ?? "";
    if (hint === "sign" && moves) return AGAINST;
    return hint === "sign" && quantity === LOSS ? NEVER_BELOW : (OVERLOOKED[hint] ?? "");
  } catch {
    return "";
  }
}
