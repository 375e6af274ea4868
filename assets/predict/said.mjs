/** What is said of a prediction once it is revealed: how it is, and in a sentence what was overlooked. */
import { isTurned } from "../maths/rows.mjs";
import { symbolOf } from "../text/names.mjs";
import { count, format, significant } from "../text/numbers.mjs";
import { numberIn, within } from "../text/typed.mjs";
import { nameOf } from "./subjects.mjs";
import { isFirst, isPrecise, listed, ordered, ranksOf, wayOf } from "./truth.mjs";

/** @import { Frame, Scene } from "../types" */
/** @import { Numbers, Question } from "./truth.mjs" */

const NOTHING = 1e-6; // between numbers for the eye
const FIRST = 3; // of an order that are told

/**
 * What the known mistakes of a check overlook, by its hints (explorer/training/questions/hints.py).
 * @type {Record<string, string>}
 */
export const OVERLOOKED = {
  sign: "The sign was overlooked: it points the other way.",
  "not divided by C": "It was overlooked that the input words are averaged: divide by how many there are.",
  "divided twice": "It is divided by the number of input words once, not twice.",
  "y − t": "It was overlooked that y counts once for each output word.",
  transposed: "Rows and columns of the matrix were taken for each other.",
  "not normalised": "It was overlooked that the exponentials are divided by their sum.",
  "log base": "The logarithm is the natural one, the loss in nats.",
  "no learning rate": "It was overlooked that the gradient is multiplied by the learning rate.",
  "updated too early": "The error goes back through the weights as they were before the step.",
  "summed, not averaged": "It was overlooked that a batch takes the mean of its instances.",
};

/** Of a weight, whose change has the other sign. */
export const AGAINST = "The change goes the other way: a step is taken against the gradient.";

/** Of a loss that was given as a negative number. */
export const NEVER_BELOW = "The sign was overlooked: a loss is never negative.";

/** How it is. @param {Question} question @param {Numbers} numbers */
export function factOf({ kind, subject, row, column }, numbers) {
  const { values, before, width } = numbers;
  const at = row * width + column;
  const name = nameOf(subject, row, column);
  if (kind === "order") return factOfOrder(subject, numbers);
  if (kind === "value" || !before) return `${name} is ${significant(values[at])}.`;
  const way = wayOf(before[at], values[at]);
  const when = subject.since === null ? "" : ` in step ${count(subject.since + 1)}`;
  const then = significant(before[at]);
  return `${name} ${way}${way === "stays" ? ` at ${then}` : `: ${then}${when}, then ${significant(values[at])}`}.`;
}

/** What comes first, alone or with others. @param {Question["subject"]} subject @param {Numbers} numbers */
function factOfOrder(subject, numbers) {
  const ranks = ranksOf(subject, numbers);
  const order = ordered(ranks);
  const alike = order.filter((row) => isFirst(ranks, row));
  const others = order.slice(alike.length);
  /** @param {number} row */
  const numberOf = (row) => format((subject.weight ? ranks : numbers.values)[row]);
  /** @param {number[]} rows */
  const told = (rows) => listed(rows.map((row) => `${rowOf(subject, row)} (${numberOf(row)})`));
  const then = others.slice(0, Math.max(1, FIRST - alike.length));
  const afterwards = then.length ? `, then ${told(then)}` : "";
  if (alike.length > 1) {
    const size = subject.role === "error" && !subject.weight ? " in size" : "";
    if (alike.length <= FIRST)
      return `${told(alike)} are ${others.length ? "first, alike" : "alike"}${size}${afterwards}.`;
    const number = format(ranks[alike[0]]);
    if (others.length === 0) return `All ${count(alike.length)} are alike${size} (${number}).`;
    return `${count(alike.length)} of ${count(order.length)} are first, alike${size} (${number})${afterwards}.`;
  }
  const isAlone = ranks[order[0]] && order.length === ranks.length && others.every((row) => ranks[row] === 0);
  if (isAlone && others.length)
    return `${told(alike)} is first, ${others.length > 1 ? "all others are" : "the other is"} 0.`;
  return `${told(alike)} is first${afterwards}.`;
}

/**
 * What was overlooked in a wrong prediction.
 * @param {Question} question
 * @param {string} given a way, the number of a row, or what was typed
 * @param {Numbers} numbers
 * @param {Scene} scene
 */
export function overlookedOf(question, given, numbers, scene) {
  const { kind, subject } = question;
  if (kind === "order") return ofOrder(question, Number(given), numbers, scene);
  if (kind === "value") return ofValue(question, given, numbers, scene.frame);
  return subject.weight ? ofWeight(question, given, numbers, scene) : ofTime(question, numbers);
}

/** @param {Question} question @param {string} given @param {Numbers} numbers @param {Scene} scene */
function ofWeight(question, given, { values, before, width }, { session, frame }) {
  const { subject, row, column } = question;
  const at = row * width + column;
  const change = before ? values[at] - before[at] : 0;
  const declared = session.parameters.find((each) => each.name === subject.name);
  const touched = frame?.touched(subject.name);
  if (declared?.frozen) return `${subject.symbol} is frozen in this run.`;
  if (declared && touched && !touched.has(isTurned(declared) ? column : row)) {
    const names = isTurned(declared) ? subject.columns : subject.rows;
    return `The step does not touch it: of ${subject.symbol} it moves ${listed([...touched].slice(0, FIRST).map((each) => names[each]))}${touched.size > FIRST ? " and others" : ""} only.`;
  }
  if (!frame?.rate || change === 0) {
    return `Its gradient is zero, since ${(frame && zeroOf(question, session, frame)) || "one of its factors"} is.`;
  }
  const gradient = significant(-change / frame.rate, 3);
  return given === "stays"
    ? `The step touches it: its gradient is ${gradient}, and the rate ${significant(frame.rate)}.`
    : `A step goes against the gradient, which is ${gradient} here.`;
}

/** @param {Question} question @param {Numbers} numbers */
function ofTime({ subject, row, column, coming }, { values, before, width }) {
  const at = row * width + column;
  const between = coming.step - (subject.since ?? coming.step) - 1;
  if (before && wayOf(before[at], values[at]) === "stays") return "Nothing that it is made of has moved since.";
  if (between > 0)
    return `The last step on the same data moved the weights it is made of, and ${between === 1 ? "one step" : `${count(between)} steps`} on other data since then may have, too.`;
  return "The same data were trained on just before: that moved the weights it is made of.";
}

/** @param {Question} question @param {number} given @param {Numbers} numbers @param {Scene} scene */
function ofOrder({ subject }, given, numbers, { session, frame }) {
  const [first] = ordered(ranksOf(subject, numbers));
  const [one, other] = [rowOf(subject, first), rowOf(subject, given)];
  if (subject.weight) {
    const factor = frame && factorOf(subject.name, session, frame);
    if (!factor) return `${other} moves by ${format(ranksOf(subject, numbers)[given])}.`;
    const [high, low] = [first, given].map((row) => significant(factor.of(row), 3));
    return `A row moves in proportion to its ${factor.symbol}: ${high} for ${one}, ${low} for ${other}.`;
  }
  const [high, low] = [first, given].map((row) => significant(numbers.values[row], 3));
  const sized = subject.role === "error" && numbers.values[first] < 0;
  return sized
    ? `Its sign does not count: ${high} for ${one} is larger in size than ${low} for ${other}.`
    : `${other} has ${low}.`;
}

/** @param {string} given @param {number} value */
function isNear(given, value) {
  const read = numberIn(given);
  return read !== null && within(read, value);
}

/** What a row is called by itself. @param {Question["subject"]} subject @param {number} row */
const rowOf = (subject, row) => (/^\d+$/.test(subject.rows[row]) ? nameOf(subject, row, 0) : subject.rows[row]);

/**
 * The factor of a weight's gradient that is zero, where it is one of a single instance.
 * @param {Question} question
 * @param {Scene["session"]} session
 * @param {Frame} frame
 */
function zeroOf({ subject, row, column }, session, frame) {
  const factor = factorOf(subject.name, session, frame);
  if (factor?.of(row) === 0) return `${factor.symbol}[${subject.rows[row]}]`;
  const across = session.parameters.find((each) => each.name === subject.name)?.change[0]?.columns;
  const zero = factor && across && frame.get(across)?.[column] === 0;
  return zero ? `${symbolOf(session, across)}[${subject.columns[column]}]` : "";
}

/**
 * The number that a row's change is a multiple of, where it is one of a single instance.
 * @param {string} name
 * @param {Scene["session"]} session
 * @param {Frame} frame
 */
function factorOf(name, session, frame) {
  const terms = session.parameters.find((each) => each.name === name)?.change ?? [];
  const [{ rows, at, skip }] = terms;
  const [factors, ids] = [frame.get(rows), at ? frame.get(at) : null];
  const indexed = session.quantities.find((each) => each.name === rows)?.role === "index";
  if (terms.length > 1 || frame.batch > 1 || skip || indexed || !factors || (at && !ids)) return null;
  /** @param {number} row */
  const of = (row) =>
    ids ? Array.from(factors).reduce((sum, each, i) => (ids[i] === row ? sum + each : sum), 0) : factors[row];
  return { symbol: symbolOf(session, rows), of };
}

/** @param {Question} question @param {string} given @param {Numbers} numbers @param {Frame | null} frame */
function ofValue({ subject, row, column }, given, { values, before, width }, frame) {
  const at = row * width + column;
  const [y, t] = ["y", "t"].map((name) => (subject.name === "e" && frame?.get(name)?.[at]) || 0);
  const isDifference = Math.abs(values[at] - (y - t)) <= NOTHING; // of other losses it is not
  if (t && isDifference && isPrecise(given) && isNear(given, y))
    return `It was overlooked that t is taken off: here it is ${t}.`;
  const [typed, value] = [numberIn(given)?.value ?? Number.NaN, values[at]];
  const change = before ? value - before[at] : 0;
  if (subject.weight && before && Math.abs(typed - before[at]) < Math.abs(change) / 2)
    return `That is what it was before: the step adds ${significant(change, 3)}.`;
  if (Math.sign(typed) === -Math.sign(value) && Math.abs(typed + value) <= Math.abs(value) / 10) return OVERLOOKED.sign;
  const off = significant(Math.abs(typed - value), 3);
  return `${significant(typed)} is too ${typed > value ? "high" : "low"} by ${off}.`;
}
