/** The solutions of a class: as a table for a file, and as lines to be read and printed. Plain text. */
import { format } from "../../text/numbers.mjs";
import { quoted, tableOf } from "../watches/csv.mjs";

/** @import { Solution } from "../../types" */

/** Stands for all stages. */
export const ALL = "all";

/** A row a student, with every digit; empty where a student's step has no such number. @param {Solution[]} solutions */
export function csvOfSolutions(solutions) {
  const names = [...new Set(solutions.flatMap(([, , values]) => values.map(([name]) => name)))];
  const rows = solutions.map(([student, instance, values]) => {
    const of = new Map(values);
    return [student, quoted(instance), ...names.map((name) => of.get(name) ?? "")].join(",");
  });
  return tableOf([["student", "instance", ...names].map(quoted).join(","), ...rows]);
}

/**
 * Whether they are not all the same, as they are where nothing that is asked comes from the seed.
 * @param {Solution[]} solutions
 */
export const differ = (solutions) => new Set(solutions.map(([, , values]) => JSON.stringify(values))).size > 1;

/**
 * A student's numbers, a line for each vector or row of a matrix: [what it is, its numbers], with their words where
 * they have some.
 * @param {[name: string, value: number][]} values
 * @returns {[name: string, numbers: string][]}
 */
export function linesOf(values) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const [name, value] of values) {
    const [, symbol, index = ""] = /^([^[]*)(?:\[(.*)\]′*)?$/s.exec(name) ?? ["", name];
    const cut = index.lastIndexOf(", ");
    const [row, last] = cut < 0 ? ["", index] : [index.slice(0, cut), index.slice(cut + 2)];
    const line = row ? `${symbol}[${row}]` : symbol;
    const number = format(value);
    lines.set(line, [...(lines.get(line) ?? []), /^\d*$/.test(last) ? number : `${last} ${number}`]);
  }
  return Array.from(lines, ([name, numbers]) => [name, numbers.join("  ")]);
}

const MOST_DIGITS = 15; // digits of a student's number

/** What is wrong of a student's number; "" where nothing is, or none is written. @param {string} text */
export const wrongStudent = (text) =>
  new RegExp(`^\\d{0,${MOST_DIGITS}}$`).test(text.trim())
    ? ""
    : `A student's number is a whole one, 0 or more, of at most ${MOST_DIGITS} digits.`;

/**
 * The address of a student's own exercise: that of the run, with the number as seed, at the step, with the sheet of a
 * stage open.
 * @param {string} href
 * @param {string} student
 * @param {number} step
 * @param {string} work the stage
 * @param {string} [shown] the stage that is shown: what the sheet asks for is not, before its own
 */
export function exerciseOf(href, student, step, work, shown = "") {
  const address = new URL(href);
  const { searchParams: asked } = address;
  asked.set("seed", student);
  asked.set("step", String(step));
  for (const key of [...asked.keys()]) if (key.startsWith("view.") || key === "stage") asked.delete(key);
  if (shown) asked.set("stage", shown);
  asked.set("view.dock", "by-hand");
  asked.set("view.work", work);
  return address.href;
}
