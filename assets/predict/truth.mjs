/** What a prediction is held against: the numbers of a step, read where it is revealed, and which answers are right. */
import { largestSize } from "../maths/limits.mjs";
import { LOSS, last, parameterOf } from "../maths/declared.mjs";
import { fixed, plain, significant } from "../text/numbers.mjs";
import { decimalOf, numberIn, within } from "../text/typed.mjs";
import { WAYS } from "../text/ways.mjs";

/** @import { Block, Blocks, Predicted, Scene } from "../types" */
/** @import { Coming, Subject } from "./subjects.mjs" */
/** @typedef {{ kind: Predicted["kind"], subject: Subject, row: number, column: number, coming: Coming }} Question */
/**
 * @typedef {{ values: number[], before: number[] | null, width: number }} Numbers of a subject, row by row; `before`:
 *   those before the step, or of the step since
 */

const SAME = 1e-7; // of the larger of two numbers: what is for the eye is packed as f4
const DIGITS = 3; // below the largest number beside it, a number may be taken for zero
const FRACTION_DIGITS = 2;
const SHARE = 0.1; // of a number: what is typed tells at least so much of it

/**
 * The numbers that were asked about, at the scene that reveals them; null where they are not here.
 * @param {Question} question
 * @param {Scene} scene
 * @param {Blocks} store
 * @returns {Numbers | null}
 */
export function numbersOf({ subject, coming: { step, instance } }, scene, store) {
  const { name, since } = subject;
  const frame = scene.frame?.step === step ? scene.frame : null;
  if (!frame) return null;
  if (subject.weight) return weightsOf(subject, scene);
  const earlier = since === null ? null : store.at(since);
  const read = (/** @type {Block} */ block, /** @type {number} */ at) =>
    name === LOSS ? [block.loss(at)] : Array.from(block.quantity(block.declared(name), at, instance) ?? []);
  const values = name === LOSS ? [frame.loss ?? Number.NaN] : Array.from(frame.get(name) ?? []);
  if (!values.length) return null;
  const width = Math.max(1, subject.columns.length);
  return { values, before: earlier && since !== null ? read(earlier, since) : null, width };
}

/** A parameter after the step and before. @param {Subject} subject @param {Scene} scene @returns {Numbers} */
const weightsOf = ({ name }, { weights, before }) => ({
  values: Array.from(weights[name].data),
  before: before && Array.from(before[name].data),
  width: weights[name].columns,
});

/**
 * What a number was before the coming stage; null where none is told.
 * @param {Pick<Question, "subject" | "row" | "column">} choice
 * @param {Coming} coming
 * @param {Scene} scene the one that is shown, of other rows perhaps
 * @param {Blocks} store
 */
export function numberBefore(
  { subject: { name, weight, since, columns }, row, column },
  { block, instance },
  scene,
  store,
) {
  const width = Math.max(1, columns.length);
  if (weight) {
    const [axis] = parameterOf(scene.session, name).axes;
    const [id] = block.excerpt?.indexOf(name, [row]) ?? [row];
    const here = scene.session.excerpt?.row(axis, id) ?? id;
    return scene.weights[name].data[here * width + column] ?? null;
  }
  const earlier = since === null ? null : store.at(since);
  if (!earlier || since === null) return null;
  if (name === LOSS) return earlier.loss(since);
  return earlier.quantity(earlier.declared(name), since, instance)?.[row * width + column] ?? null;
}

/** What is typed, as a decimal: who writes a fraction, −7/8, means its first digits. @param {string} text */
export function asTyped(text) {
  const decimal = decimalOf(text);
  if (decimal === text) return text;
  const value = Number(decimal);
  return Math.abs(value) < 1 / 10
    ? significant(value, FRACTION_DIGITS)
    : plain(Number(fixed(value, FRACTION_DIGITS)), 6);
}

/**
 * An answer from another form as the own form has it: of an order the number of the row; an Error that says what is
 * allowed.
 * @param {Pick<Question, "kind" | "subject">} choice
 * @param {string} given
 */
export function givenOf({ kind, subject: { rows } }, given) {
  const allowed = kind === "order" ? rows : kind === "direction" ? WAYS : [];
  const at = allowed.indexOf(given);
  if (kind === "value" && numberIn(asTyped(given))) return asTyped(given);
  if (at >= 0) return kind === "order" ? String(at) : given;
  return new Error(`predict.given: got ${given}; allowed is ${listed(allowed, "or") || "a number, such as 0.25"}`);
}

/** Whether it is as was said. @param {Question} question @param {string} given @param {Numbers} numbers */
export function isSo(question, given, numbers) {
  if (question.kind === "value") return isRight(given, question, numbers);
  if (question.kind === "order") return isFirst(ranksOf(question.subject, numbers), Number(given));
  const at = question.row * numbers.width + question.column;
  return numbers.before !== null && wayOf(numbers.before[at], numbers.values[at]) === given;
}

/** Which way a number went. @param {number} before @param {number} after */
export function wayOf(before, after) {
  const change = after - before;
  if (Math.abs(change) <= SAME * Math.max(Math.abs(before), Math.abs(after))) return "stays";
  return change > 0 ? "rises" : "falls";
}

/**
 * By what rows are put in order: a row's way, the size of an error, any other number itself.
 * @param {Subject} subject
 * @param {Numbers} numbers
 */
export function ranksOf({ weight, role }, { values, before, width }) {
  if (weight && before) {
    return Array.from({ length: values.length / width }, (_, row) =>
      Math.hypot(...Array.from({ length: width }, (_, k) => values[row * width + k] - before[row * width + k])),
    );
  }
  return role === "error" ? values.map(Math.abs) : values;
}

/** The rows in their order, the first first. @param {number[]} ranks */
export const ordered = (ranks) =>
  [...ranks.keys()].filter((row) => !Number.isNaN(ranks[row])).sort((a, b) => ranks[b] - ranks[a]);

/** Whether a row is the first, or one that is as large. @param {number[]} ranks @param {number} row */
export const isFirst = (ranks, row) => wayOf(ranks[row], ranks[ordered(ranks)[0]]) === "stays";

/**
 * Whether a typed number is that one: to its last digit, as numbers worked out by hand are checked, but so that it
 * tells something of it, and of a weight something of its way.
 * @param {string} typed
 * @param {Question} question
 * @param {Numbers} numbers
 */
export function isRight(typed, { subject, row, column }, { values, before, width }) {
  const given = numberIn(typed);
  if (!given) return false;
  const at = row * width + column;
  const told = Math.abs(subject.weight && before ? values[at] - before[at] : values[at]);
  const least = subject.weight ? 0 : largestSize(values) / 10 ** DIGITS;
  const coarsest = Math.max(SHARE * told, least);
  const unit = subject.weight && told === 0 ? given.unit : Math.min(given.unit, coarsest);
  return within({ value: given.value, unit }, values[at]);
}

/** Whether a typed number has digits enough to tell one mistake from another: two of them. @param {string} text */
export function isPrecise(text) {
  const given = numberIn(text);
  return given !== null && given.unit <= SHARE * Math.abs(given.value);
}

/** A list in words, "a, b and c". @param {string[]} list @param {string} [word] before the last */
export const listed = (list, word = "and") =>
  list.length > 1 ? `${list.slice(0, -1).join(", ")} ${word} ${last(list)}` : (list[0] ?? "");
