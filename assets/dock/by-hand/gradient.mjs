/** All gradients of a step against central differences: the worst of each parameter, put together from pieces. */
import { significant } from "../../text/numbers.mjs";
import { KINK, ruleOf } from "./slope.mjs";

/** @import { GradientChecked } from "../../types" */
/** @typedef {GradientChecked["worst"][number]} Worst */

/**
 * What is known of the weights so far, and of those of one more piece.
 * @param {GradientChecked | null} known
 * @param {GradientChecked} piece
 * @returns {GradientChecked}
 */
export function together(known, piece) {
  /** @type {Map<string, Worst>} */
  const worst = new Map();
  for (const each of [...(known?.worst ?? []), ...piece.worst]) {
    const [symbol, , width, error] = each;
    const key = `${symbol} ${width}`;
    const before = worst.get(key);
    if (!before || error > before[3]) worst.set(key, each);
  }
  return { ...piece, worst: [...worst.values()] };
}

/**
 * The worst of all at the width that fits best, and a line for each parameter and width.
 * @param {GradientChecked} found
 * @returns {[string, string[]]}
 */
export function toldOf({ worst, stop, numbers, ...rule }) {
  const lines = worst.map(
    ([, what, width, error, kink]) =>
      `${what}: ${significant(error)} with a width of ${significant(width)}${kink ? ", with a kink within" : ""}`,
  );
  const widths = [...new Set(worst.map(([, , width]) => width))];
  const ofEach = widths.map((width) => worstOf(worst.filter((each) => each[2] === width)));
  const [, what, width, error, kink] = ofEach.reduce((one, other) => (other[3] < one[3] ? other : one));
  const of = stop < numbers ? "of the gradients so far" : "of all gradients";
  const best = `${significant(error)} off the central difference at the width that fits best, ${significant(width)}`;
  const why = kink ? ` ${KINK}` : "";
  return [`${ruleOf(rule)}The worst ${of} is ${what}, ${best}.${why} The worst of each, for each width:`, lines];
}

/** @param {Worst[]} some */
const worstOf = (some) => some.reduce((one, other) => (other[3] > one[3] ? other : one));
