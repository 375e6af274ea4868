/** What holds at a step of a run that was changed on its way, and what a change has left behind. */
import { count } from "../text/numbers.mjs";
import { KINDS } from "./data-sheets.mjs";

/** @import { Edit, Session } from "../types" */
/**
 * @typedef {{ values: Record<string, string>, kind: string, text: string, changes: number }} Running as the texts of
 *   the controls, and of how many changes on the way
 */

/**
 * What a description says to be running after so many updates.
 * @param {Session} session
 * @param {number} step
 * @returns {Running}
 */
export function inForce({ hyper, corpus, edits }, step) {
  const values = Object.fromEntries(Object.entries(hyper).map(([field, value]) => [field, asText(value)]));
  const made = changesAt(edits, step);
  const running = { values, ...corpus, changes: made.length };
  for (const edit of made) {
    if (edit.kind === "learning_rate") values.learning_rate = asText(edit.value);
    if (KINDS.includes(edit.kind)) Object.assign(running, { kind: edit.kind, text: String(edit.value) });
  }
  return running;
}

/** The changes before a step's update, and at it. @param {Edit[]} edits @param {number} at */
export const changesAt = (edits, at) => edits.filter(({ step }) => step <= at);

/**
 * Of a change that stands before others, that these are gone; "" where none are.
 * @param {Edit[]} before
 * @param {Edit[]} after
 */
export function lostOf(before, after) {
  const known = new Set(before.map(keyOf));
  const made = after.findLast((edit) => !known.has(keyOf(edit)));
  const kept = new Set(after.map(keyOf));
  const lost = before.filter((edit) => !kept.has(keyOf(edit)));
  if (!made || !lost.length || lost.some(({ step }) => step <= made.step)) return "";
  const [which, are, them] =
    lost.length > 1 ? [`The ${lost.length} changes`, "are", "them"] : ["The change", "is", "it"];
  return `${which} after step ${count(lost[0].step)} ${are} gone: Back in the browser brings ${them} back.`;
}

/** @param {Edit} edit */
const keyOf = ({ step, kind, value }) => JSON.stringify([step, kind, value]);

/** @param {unknown} value */
const asText = (value) => (value === null || value === undefined ? "" : String(value));
