/** What the gradient panel shows of an answer: gradients over 0, 1, 2, … steps back, and the one that is chosen. */
import { niceLimit } from "../../../maths/limits.mjs";
import { recurrentOf } from "../unrolled/facts.mjs";

/** @import { Packed, Scene } from "../../../types" */
/** @import { Cells } from "../unrolled/facts.mjs" */
/**
 * @typedef {Packed<{ bptt: number }> | { error: Error } | null} Answer of the source about the step that is shown;
 *   null: not here yet
 */
/** @typedef {NonNullable<ReturnType<typeof factsOf>>} Facts */

const MOST_UNITS = 64; // more than these are not drawn: the first of them

/** The facts of an answer; null where there is none. @param {Scene} scene @param {Answer} answer */
export function factsOf(scene, answer) {
  if (!answer || "error" in answer) return null;
  const { norms, cosines, contributions, words, states, errors } = answer.arrays;
  const most = norms.length - 1;
  const { bptt } = answer.header;
  const { back } = scene.view;
  const units = states.length / (most + 2);
  /** The gradient over so many steps back. @param {number} steps @returns {Cells} */
  const over = (steps) => (i, j) => {
    let sum = 0;
    for (let time = most - steps; time <= most; time++) sum += errors[time * units + i] * states[time * units + j];
    return sum;
  };
  const shownUnits = Math.min(units, MOST_UNITS);
  return {
    scene,
    norms: Array.from(norms),
    cosines: Array.from(cosines),
    contributions,
    most,
    bptt,
    back: Math.min(back === undefined || back === "" ? bptt : Number(back), most),
    units,
    shownUnits,
    over,
    recurrent: recurrentOf(scene.session),
    highest: niceLimit(Math.max(...norms, 1e-300)),
    limit: limitOf(over(most), shownUnits),
    /** The word that so many steps back reach. @param {number} steps */
    wordAt: (steps) => scene.session.words[words[most - steps]],
  };
}

/** @param {Cells} value @param {number} units */
function limitOf(value, units) {
  let largest = 0;
  for (let i = 0; i < units; i++) for (let j = 0; j < units; j++) largest = Math.max(largest, Math.abs(value(i, j)));
  return niceLimit(largest);
}
