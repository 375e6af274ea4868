/**
 * The rows of the weights panel: what they are called, which of them a step uses, what is told of a cell, and the table
 * behind the panel.
 */
import { askedRows } from "../../maths/rows.mjs";
import { afterStep, isUnderWay } from "../../text/steps.mjs";
import { rowName, unasked, whose } from "../../text/names.mjs";
import { count, exact } from "../../text/numbers.mjs";
import { cellsOf, valueAt } from "./shown.mjs";

/** @import { Line, Scene } from "../../types" */
/** @import { SheetMap } from "./sheets.mjs" */
/** @typedef {{ kind: "input" | "output" | "text", rows: Set<number> }} Marked the rows that a step uses, and as what */

/** @param {Scene} scene @param {Pick<SheetMap, "words" | "parameter">} map @param {number} row */
export const nameOf = ({ session }, map, row) =>
  map.words ? session.words[row] : rowName(session, map.parameter.name, row);

/**
 * A column in words: "unit 3"; "" of a vector, which has one only.
 * @param {Pick<SheetMap, "columns" | "across">} map
 * @param {number} column
 */
export const columnName = ({ columns, across }, column) => (columns > 1 || across ? `${across} ${column + 1}` : "");

/**
 * Rows that the instance uses: its input words in the network's input weights; elsewhere its output words, or the rows
 * that it asks.
 * @param {Scene} scene
 * @param {Pick<SheetMap, "parameter" | "words">} map
 * @returns {Marked}
 */
export function markedRows(scene, { parameter, words }) {
  const { session, frame } = scene;
  if (frame && parameter.name === session.network.input) return { kind: "input", rows: new Set(frame.inputs) };
  const asked = frame && parameter.change[0]?.at ? askedRows(scene) : null;
  const used = asked ?? (words ? frame?.outputs : null);
  return used ? { kind: "output", rows: new Set(used) } : NONE;
}

/** @type {Marked} */
const NONE = { kind: "text", rows: new Set() };

/**
 * The rows to mark: of the change by the step before, which one sees inside a step, none is this step's.
 * @param {Scene} scene
 * @param {Pick<SheetMap, "parameter" | "words">} map
 * @returns {Marked}
 */
export const rowsToMark = (scene, map) =>
  scene.view.heat === "change" && isUnderWay(scene) ? NONE : markedRows(scene, map);

/**
 * What a marked row is to this step.
 * @param {Scene} scene
 * @param {Pick<SheetMap, "parameter" | "words">} map
 * @param {number} row
 */
function reasonOf({ session, frame }, { parameter, words }, row) {
  if (parameter.name === session.network.input) return "an input word";
  return words && frame?.outputs.includes(row) ? "an output word" : words ? "drawn" : "asked";
}

/**
 * The table of some maps: its headers, the rows of a scene, and how many these are. Maps whose rows are the same share
 * the first column, others bring their own.
 * @param {SheetMap[]} maps
 */
export function tableFor(maps) {
  /** @type {SheetMap[][]} */
  const groups = [];
  for (const map of maps) {
    const group = groups.find(([{ rows, axis }]) => rows === map.rows && axis === map.axis);
    if (group) group.push(map);
    else groups.push([map]);
  }
  /** @param {SheetMap} map */
  const columnsOf = (map) =>
    Array.from({ length: map.columns }, (_, k) => (map.across ? `${map.symbol} ${k + 1}` : map.symbol));
  const headers = groups.flatMap((group) => ["", ...group.flatMap(columnsOf)]);
  /** @param {Scene} scene @param {SheetMap} map @param {number} row */
  const valuesOf = (scene, map, row) =>
    Array.from({ length: map.columns }, (_, k) => exact(valueAt(cellsOf(scene, map), row * map.row + k * map.column)));
  /** @param {Scene} scene @param {SheetMap[]} group @param {number} row */
  const lineOf = (scene, group, row) =>
    row < group[0].rows
      ? [nameOf(scene, group[0], row), ...group.flatMap((map) => valuesOf(scene, map, row))]
      : ["", ...group.flatMap((map) => Array.from({ length: map.columns }, () => ""))];
  const length = Math.max(0, ...maps.map(({ rows }) => rows));
  /** @param {Scene} scene */
  const rowsOf = (scene) => Array.from({ length }, (_, row) => groups.flatMap((group) => lineOf(scene, group, row)));
  return { headers, rowsOf, length };
}

/**
 * The lines of the tooltip over a cell; over the name of a row where `column` is −1.
 * @param {Scene} scene
 * @param {SheetMap} map
 * @param {number} row
 * @param {number} column
 * @returns {Line[]}
 */
export function describe(scene, map, row, column) {
  const { symbol, name } = map.parameter;
  const { rows } = markedRows(scene, map);
  const title = nameOf(scene, map, row);
  if (column < 0) return map.words ? [title, ["count", count(scene.session.counts?.[row] ?? 0)]] : [title];
  const at = row * map.row + column * map.column;
  const value = scene.weights[name].data[at];
  const before = scene.before?.[name]?.data[at];
  /** @type {Line[]} */
  const lines = [
    title,
    [symbol, columnName(map, column)].filter(Boolean).join(", "),
    [afterStep(scene.step), exact(value)],
  ];
  if (before !== undefined) {
    lines.push([`before step ${count(scene.step)}`, exact(before)], ["change", exact(value - before)]);
  }
  const { frame } = scene;
  const ofStep = frame && isUnderWay(scene) ? `step ${count(frame.step + 1)}` : "";
  if (frame && rows.has(row)) {
    const one = [ofStep, (!ofStep || frame.batch > 1) && whose(frame)].filter(Boolean).join(", ");
    lines.push([one, reasonOf(scene, map, row)]);
  } else {
    const touched = frame?.touched(name);
    if (touched) lines.push(unasked(touched, row, ofStep || "this step"));
  }
  return lines;
}
