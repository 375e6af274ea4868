/**
 * A fork: a second run, B, told by how its recipe differs from that of the run beside it, A. So its link stays short,
 * and where A is changed, B stays what it is beside it: the same, but for that.
 */
import { count } from "../text/numbers.mjs";
import { Refused } from "../sources/errors.mjs";
import { KINDS } from "./data-sheets.mjs";

/** @import { Edit, Session } from "../types" */

/** The view of a page without a fork: its own options, which B has not. */
export const NONE = { fork: "", forkTab: "", forkPanels: "", forkAsked: "", forkEnlarged: "" };

const SAME = "-"; // of a fork that differs in nothing yet
const LEFT_OUT = "-"; // before the key of what A's query has and B's has not

/** What B's query has otherwise than A's, as a query. @param {string} query A's @param {string} other B's */
export function forkOf(query, other) {
  const [mine, theirs] = [query, other].map((text) => new URLSearchParams(text));
  const fork = new URLSearchParams();
  for (const key of new Set(theirs.keys()))
    if (String(theirs.getAll(key)) !== String(mine.getAll(key)))
      for (const value of theirs.getAll(key)) fork.append(key, value);
  for (const key of new Set(mine.keys())) if (!theirs.has(key)) fork.append(LEFT_OUT + key, "");
  return fork.toString() || SAME;
}

/** B's query. @param {string} query A's @param {string} fork */
export function forked(query, fork) {
  const [made, asked] = [query, fork].map((text) => new URLSearchParams(text));
  for (const key of new Set(asked.keys())) made.delete(key.startsWith(LEFT_OUT) ? key.slice(LEFT_OUT.length) : key);
  for (const [key, value] of asked) if (!key.startsWith(LEFT_OUT)) made.append(key, value);
  return made.toString();
}

/**
 * In what B differs from A, in words.
 * @param {string} fork
 * @param {Session} one A's
 * @param {Session} other B's
 * @param {(field: string, value: string) => string | null} [named] what a control calls a value, if not by itself
 */
export function told(fork, one, other, named = () => null) {
  const asked = new URLSearchParams(fork);
  const keys = [...asked.keys()].map((key) => (key.startsWith(LEFT_OUT) ? key.slice(LEFT_OUT.length) : key));
  if (one.model !== other.model) keys.unshift("model"); // which a preset may bring
  const said = [...new Set(keys)]
    .filter((key) => key && key !== "edit")
    .map((key) => named(key, asked.get(key) || String(other.hyper?.[key] ?? "")) ?? field(key, asked.get(key), other));
  const [mine, theirs] = [one, other].map(({ edits }) => edits.map(labelled));
  said.push(...theirs.filter((label) => !mine.includes(label)));
  said.push(...mine.filter((label) => !theirs.includes(label)).map((label) => `not: ${label}`));
  return [...new Set(said)].join(", ") || "the same so far";
}

/** @param {string} key @param {string | null} value @param {Session} other */
function field(key, value, { hyper, model, output }) {
  if (key === "preset" || KINDS.includes(key)) return "other data";
  if (key === "parameters") return "other starting weights";
  const own = { ...hyper, model, output }[key];
  return `${key.replaceAll("_", " ")} ${value || (own ?? "as usual")}`;
}

/** @param {Edit} edit */
const labelled = ({ step, label }) => `${label} after step ${count(step)}`;

/** Which run something is of. @param {HTMLElement} node @param {string} letter "" where there is one only */
export function nameRun(node, letter) {
  if (node.textContent !== letter) node.textContent = letter;
  node.dataset.run = letter;
}

/** What is said where B is not to be had. @param {unknown} error */
export function unmade(error) {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : `${error}`;
  return `The second run, B, that this link asks for cannot be made: ${error.message}. Close leaves A alone.`;
}
