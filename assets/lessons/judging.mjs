/**
 * What is right of an answer to a question of a lesson, and what is said of it. Nothing is drawn here, and nobody is
 * asked: what it takes to judge stands with the question, but for the checker's known mistakes, which are given.
 */
import { count, significant } from "../text/numbers.mjs";
import { decimalOf, heldOf, numberIn, refusalOf } from "../text/typed.mjs";
import { WAYS } from "../text/ways.mjs";

/** @import { Predicted, Prediction } from "../types" */
/**
 * @typedef {{ kind: "choice", options: { right: boolean, say?: string }[] }} Choice
 * @typedef {{ kind: "value", answer: number, digits: number, quantity?: string, index?: string, frame?: number, moves?:
 *   boolean }} Value right to so many significant digits; of a number that the checker knows, which, of which step, and
 *   whether it is a weight
 * @typedef {{ kind: "order", values: Record<string, number> }} Order of words, the one with the largest value first
 * @typedef {{ kind: "direction", right: string, from: number, to: number }} Direction
 * @typedef {{ kind: "do", until: string, hint?: string, way: { query: string, step: number, stage: string }, fields:
 *   Record<string, string[]> }} Deed `way`: a place where it is done; `fields` of the recipe that it names, with what
 *   each may be, nothing where that is typed
 * @typedef {{ kind: "predict", what: Predicted["kind"], quantity: string, index: (string | number)[] }} Predict of the
 *   coming stage, held against its numbers by the explorer
 * @typedef {(Choice | Value | Order | Direction | Predict | Deed) & { place: { explorer: string, query: string } }} Ask
 *   and the explorer that it is about
 * @typedef {{ verdict: "right" | "wrong" | "shown" | "none", text: string, more?: string, marks?: boolean[] }} Judged
 *   "none": no answer yet; "shown": done for them; `more`: HTML that follows; `marks`: of each of several things,
 *   whether it is right
 */

const NOTHING = 1e-12; // a smaller answer is what rounding leaves of 0

/**
 * An answer of any kind. `given`: the number of an option, a text, words in their order, a direction, whether it is
 * done.
 * @param {Ask} ask
 * @param {unknown} given
 * @param {string} [hint] what was overlooked, by the known mistake that gives this number
 * @returns {Judged}
 */
export function judge(ask, given, hint = "") {
  switch (ask.kind) {
    case "choice":
      return judgeChoice(ask, given);
    case "value":
      return judgeValue(ask, String(given ?? ""), hint);
    case "order":
      return judgeOrder(ask, /** @type {string[]} */ (given));
    case "direction":
      return judgeDirection(ask, String(given ?? ""));
    case "predict":
      return judgePrediction(ask, /** @type {Prediction | string | null} */ (given));
    case "do":
      return given ? { verdict: "right", text: "Done." } : { verdict: "none", text: "Not yet." };
  }
}

/** @param {Choice} ask @param {unknown} given @returns {Judged} */
function judgeChoice({ options }, given) {
  const option = options[Number(given ?? NaN)];
  if (!option) return { verdict: "none", text: "Choose one of the answers." };
  const { right, say: more } = option;
  return right ? { verdict: "right", text: "Right.", more } : { verdict: "wrong", text: "Not this one.", more };
}

/** A fraction is told as a decimal. @param {Value} ask @param {string} text @param {string} hint @returns {Judged} */
function judgeValue({ answer, digits }, text, hint) {
  const decimal = decimalOf(text, digits + 2);
  const given = numberIn(decimal);
  if (!given) return { verdict: "none", text: refusalOf(text) };
  const { value, unit } = given;
  const truth = significant(answer, digits + 2);
  const [fraction, told] = [decimal !== text, `${text.trim()} = ${decimal}`];
  const size = Math.abs(answer) < NOTHING ? 0 : Math.floor(Math.log10(Math.abs(answer)));
  const last = 10 ** (size - digits + 1); // the unit of the last digit that counts
  const off = Math.abs(value - answer);
  if (off <= last * (1 + 1e-9)) {
    const same = decimal === truth ? told : `${told}, and it is ${truth}`;
    return { verdict: "right", text: `Right: ${fraction ? same : `it is ${truth}`}.` };
  }
  const begun = !fraction && unit > last && value !== 0; // 0 has none of the digits that count
  const held = numberIn(heldOf(decimal) ?? "") ?? given; // 1 is what a weight was before, not what 1.4 begins with
  if (begun && off <= held.unit / 2) return { verdict: "none", text: `So far right. Give ${count(digits)} digits.` };
  return { verdict: "wrong", text: `${fraction ? `${told}. ` : ""}${wrongBy(answer, value, last, hint)}` };
}

/** @param {number} answer @param {number} value @param {number} last @param {string} hint */
function wrongBy(answer, value, last, hint) {
  if (hint) return `Not quite. ${hint}`;
  if (Math.abs(value + answer) <= last) return "The size is right, the sign is not.";
  return `It is ${value > answer ? "less" : "more"} than that.`;
}

/** Words of the same value may stand in either order. @param {Order} ask @param {string[]} given @returns {Judged} */
function judgeOrder({ values }, given) {
  const sorted = ranked(values);
  const marks = given.map((word, i) => values[word] === values[sorted[i]]);
  if (marks.every(Boolean)) return { verdict: "right", text: `Right: ${rankingOf(values)}.`, marks };
  const good = marks.filter(Boolean).length;
  const said = good
    ? `${count(good)} of ${count(marks.length)} stand where they belong.`
    : "None stands where it belongs.";
  return { verdict: "wrong", text: said, marks };
}

/** @param {Direction} ask @param {string} given @returns {Judged} */
function judgeDirection({ right, from, to }, given) {
  if (!WAYS.includes(given)) return { verdict: "none", text: "Choose one of the answers." };
  const moved = `from ${significant(from)} to ${significant(to)}`;
  const does = right === "stays" ? `stays: ${moved}` : `${right} ${moved}`;
  const marks = WAYS.map((each) => each === right);
  return given === right
    ? { verdict: "right", text: `Right: it ${does}.`, marks }
    : { verdict: "wrong", text: `You said that it ${given}. It ${does}.`, marks };
}

/**
 * What the explorer found of a prediction; of one that is still to be revealed, whether it says anything.
 * @param {Predict} ask
 * @param {Prediction | string | null} found
 * @returns {Judged}
 */
function judgePrediction({ what }, found) {
  if (found && typeof found === "object") {
    const { right, truth, overlooked } = found;
    return {
      verdict: right ? "right" : "wrong",
      text: [right ? "Right:" : "Not so:", truth, overlooked].join(" ").trim(),
    };
  }
  if (what === "value") return { verdict: "none", text: refusalOf(found ?? "") };
  return { verdict: "none", text: found ? "" : "Choose one of the answers." };
}

/** Words from the largest value to the smallest. @param {Record<string, number>} values */
export const ranked = (values) => Object.keys(values).sort((one, other) => values[other] - values[one]);

/** @param {Record<string, number>} values */
const rankingOf = (values) =>
  ranked(values)
    .map((word) => `${word} (${significant(values[word], 3)})`)
    .join(", ");

/**
 * Whether an answer ends a question. What a run does is told with the first one.
 * @param {Ask} ask
 * @param {Judged} judged
 */
export const settles = ({ kind }, { verdict }) =>
  verdict === "right" || (verdict === "wrong" && ["direction", "predict"].includes(kind));

/** What is told where somebody gives up. @param {Ask} ask @returns {Judged} */
export function told(ask) {
  switch (ask.kind) {
    case "choice": {
      const right = ask.options.filter((option) => option.right);
      const more = right.map(({ say }) => say ?? "").join("");
      return { verdict: "wrong", text: "The right one is marked.", more, marks: ask.options.map((each) => each.right) };
    }
    case "value":
      return { verdict: "wrong", text: `It is ${significant(ask.answer, ask.digits + 2)}.` };
    case "order":
      return { verdict: "wrong", text: `From the first to the last: ${rankingOf(ask.values)}.` };
    case "direction":
      return { ...judgeDirection(ask, ask.right), verdict: "wrong" };
    case "predict":
      return { verdict: "shown", text: "The explorer shows it." };
    case "do":
      return { verdict: "shown", text: "There it is so: the explorer shows it." };
  }
}
