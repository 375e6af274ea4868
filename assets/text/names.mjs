/** What things are called: words, rows, parameters and quantities. */
import { declaredOf } from "../maths/declared.mjs";
import { isTurned } from "../maths/rows.mjs";
import { count } from "./numbers.mjs";

/** @import { Frame, Session, ShownParameter } from "../types" */

const LONGEST_IN_LINE = 20; // letters, as in explorer/models/notation.py (tests/shared/long_words.json)

/**
 * The name of a parameter's last row, where its rows are no words.
 * @param {ShownParameter} parameter
 */
export const longestRowName = ({ row_names, longest }) => longest ?? row_names?.at(-1);

/**
 * "14 of 200 words", where not all are shown.
 * @param {number} shown
 * @param {Session} session
 */
export function shareOfWords(shown, { whole }) {
  return shown < whole.words.length ? `${count(shown)} of ${count(whole.words.length)} words` : "";
}

/**
 * Whose rows are marked: those of this step, or of the instance shown of its batch.
 * @param {Pick<Frame, "batch" | "instance">} frame
 */
export function whose({ batch, instance }) {
  return batch > 1 ? `instance ${instance + 1} of ${batch}` : "this step";
}

/**
 * What a row is to a step that touches only some, where the instance shown is not the one that asks it.
 * @param {Set<number>} touched
 * @param {number} row
 * @param {string} [step] what it is called
 */
export const unasked = (touched, row, step = "this step") =>
  touched.has(row) ? "asked by another instance of the batch" : `at rest: ${step} does not ask it`;

/**
 * The symbol of a parameter or quantity.
 * @param {Session} session
 * @param {string | null | undefined} name
 */
export function symbolOf(session, name) {
  return declaredOf(session, name)?.symbol ?? name ?? "";
}

/**
 * What a row of a parameter stands for: a word, or what the server calls it.
 * @param {Session} session
 * @param {string | null | undefined} name
 * @param {number} row
 */
export function rowName(session, name, row) {
  const parameter = session.parameters.find((each) => each.name === name);
  if (!parameter || isTurned(parameter)) return session.words[row];
  return parameter.row_prefix ? parameter.row_prefix + row : (parameter.row_names?.[row] ?? session.words[row]);
}

/** A word in a line of numbers, which it may not fill: its beginning. @param {string} word */
export function inLine(word) {
  const letters = Array.from(word);
  return letters.length > LONGEST_IN_LINE ? `${letters.slice(0, LONGEST_IN_LINE - 1).join("")}…` : word;
}

/**
 * "node 3" where there is little room: "n3". Words stay as they are.
 * @param {Session} session
 * @param {string | null | undefined} name
 * @param {number} row
 */
export function shortName(session, name, row) {
  const parameter = session.parameters.find((each) => each.name === name);
  const long = rowName(session, name, row);
  return parameter?.axes.includes("word") ? long : long.replace(/^(.).* /, "$1");
}
