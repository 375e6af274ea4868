/**
 * What is told of the unrolled network: lines at the pointer, the number that a click asks about, the table behind it.
 */
import { averages } from "../../../maths/declared.mjs";
import { rowIndex } from "../../../maths/rows.mjs";
import { exact, percent } from "../../../text/numbers.mjs";

/** @import { Line } from "../../../types" */
/** @import { Facts } from "./facts.mjs" */
/** @import { UnrolledTarget } from "./layout.mjs" */
/** @typedef {UnrolledTarget | { kind: "rank", id: number }} Target */

/** @param {string} symbol @param {...(string | number)} index */
const cellName = (symbol, ...index) => `${symbol}[${index.join(", ")}]`;

/** @param {Facts} facts @param {number} time */
const wordAt = ({ scene, words }, time) => (words[time] >= 0 ? scene.session.words[words[time]] : "no word yet");

/** @param {Facts} facts @param {Target} target @returns {Line[]} */
export function linesFor(facts, target) {
  const { session } = facts.scene;
  const { names, symbols } = facts;
  if (target.kind === "rank")
    return [session.words[target.id], ["probability", percent(facts.chances?.[target.id] ?? NaN)]];
  if (target.kind === "word")
    return [wordAt(facts, target.time), names[target.time], `its column of ${symbols.input} goes into the state`];
  return target.kind === "state" ? stateLines(facts, target) : gradientLines(facts, target);
}

/** @param {Facts} facts @param {{ time: number, unit: number }} target @returns {Line[]} */
function stateLines(facts, { time, unit }) {
  const values = facts.stateAt(time);
  /** @type {Line[]} */
  const lines = [cellName(facts.symbols.state, facts.declared.state.row_names?.[time + 1] ?? time, unit + 1)];
  lines.push(values ? ["value", exact(values[unit])] : "not yet computed");
  return time >= 0 ? [...lines, ["after", wordAt(facts, time)]] : lines;
}

/** @param {Facts} facts @param {Target} target @returns {Line[]} */
function gradientLines(facts, target) {
  const { names, symbols, gradient } = facts;
  if (!gradient) return ["not yet computed"];
  if (target.kind === "error") {
    const { time, unit } = target;
    const value = exact(facts.errorAt(time)?.[unit]);
    const title = cellName(symbols.error, names[time], unit + 1);
    return [title, ["value", value], ["length of all", exact(gradient.lengths.input[time])]];
  }
  if (target.kind === "column") {
    const title = `to ${symbols.input}, the column of ${wordAt(facts, target.time)}`;
    const length = exact(gradient.lengths.input[target.time]);
    return [title, ["length", length], `its numbers are those of ${symbols.error}(${names[target.time]})`];
  }
  if (target.kind === "part") return partLines(facts, target);
  return target.kind === "sum" ? sumLines(facts, target) : [];
}

/** @param {Facts} facts @param {{ row: number, column: number }} cell @returns {Line[]} */
function sumLines({ scene, words, names, symbols, gradient }, { row, column }) {
  if (!gradient) return [];
  /** @type {Line[]} */
  const parts = names.map((name, time) => [name, exact(words[time] < 0 ? 0 : gradient.part(time)(row, column))]);
  const batch = scene.frame?.batch ?? 1;
  const others =
    batch > 1 ? [`one of ${batch} words, whose ${averages(scene.session) ? "mean" : "sum"} is applied`] : [];
  const title = `∂E/∂${cellName(symbols.recurrent, row + 1, column + 1)}`;
  return [title, ["sum", exact(gradient.sum(row, column))], ...parts.slice(-8).reverse(), ...others];
}

/** @param {Facts} facts @param {{ time: number, row: number, column: number }} target @returns {Line[]} */
function partLines(facts, { time, row, column }) {
  const { words, names, symbols, declared, gradient } = facts;
  const [error, state] = [facts.errorAt(time)?.[row] ?? NaN, facts.stateAt(time - 1)?.[column] ?? NaN];
  return [
    `to ${cellName(symbols.recurrent, row + 1, column + 1)} from ${names[time]}`,
    [cellName(symbols.error, names[time], row + 1), exact(error)],
    [cellName(symbols.state, declared.state.row_names?.[time] ?? time, column + 1), exact(state)],
    ["product", exact(words[time] < 0 ? 0 : error * state)],
    ["length of all", exact(gradient?.lengths.recurrent[time])],
  ];
}

/**
 * The number that a click asks about: its quantity or parameter, and its index.
 * @param {Facts} facts
 * @param {Target} target
 * @returns {[name: string, index: number[]] | null}
 */
export function numberAt({ scene, words, declared }, target) {
  switch (target.kind) {
    case "rank":
      return rowIndex(scene.session) ? null : [scene.session.network.activation, [target.id]];
    case "state":
      return [declared.state.name, [target.time + 1, target.unit]];
    case "error":
      return [declared.error.name, [target.time, target.unit]];
    case "part":
    case "sum":
      return [declared.recurrent.name, [target.row, target.column]];
    default:
      return words[target.time] >= 0 ? [declared.input.name, [0, words[target.time]]] : null;
  }
}

/** @param {Facts} facts */
export function tableRows({ scene, words, names, gradient, symbols }) {
  const rows = names.map((name, time) => {
    const word = words[time] >= 0 ? scene.session.words[words[time]] : "";
    const { input = [], recurrent = [] } = gradient?.lengths ?? {};
    return [name, word, ...[input[time], recurrent[time], input[time]].map(exact)];
  });
  return [...rows, [`∂E/∂${symbols.recurrent}`, "", "", exact(gradient?.lengths.sum), ""]];
}
