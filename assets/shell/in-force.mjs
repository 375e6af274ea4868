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
  const made = changesBy(edits, step);
  const running = { values, ...corpus, changes: made.length };
  for (const edit of made) {
    if (edit.kind === "learning_rate") values.learning_rate = asText(edit.value);
    if (KINDS.includes(edit.kind)) Object.assign(running, { kind: edit.kind, text: String(edit.value) });
  }
  return running;
}

/** The changes made after at most so many updates. @param {Edit[]} edits @param {number} step */
export const changesBy = (edits, step) => edits.filter((edit) => edit.step <= step);

/**
 * Of a change on the way that stood before others, that these are gone; "" where none are.
 * @param {Session | null} before
 * @param {Session} after
 */
export function lostOf(before, after) {
  const at = after.edits.at(-1)?.step;
  if (!before || at === undefined || usualOf(before) !== usualOf(after)) return "";
  const kept = changesBy(before.edits, at);
  const [same, made] = [after.edits.slice(0, kept.length), after.edits.slice(kept.length)];
  const isChange = keyOf(same) === keyOf(kept) && made.length > 0 && made.every(({ step }) => step === at);
  const lost = isChange ? before.edits.slice(kept.length) : [];
  if (!lost.length) return "";
  const [which, are, them] =
    lost.length > 1 ? [`The ${lost.length} changes`, "are", "them"] : ["The change", "is", "it"];
  return `${which} after step ${count(at)} ${are} gone: Back in the browser brings ${them} back.`;
}

/** The query of a run without its changes. @param {Session} session */
function usualOf({ query }) {
  const items = new URLSearchParams(query);
  items.delete("edit");
  return items.toString();
}

/** @param {Edit[]} edits */
const keyOf = (edits) => JSON.stringify(edits.map(({ step, kind, value }) => [step, kind, value]));

/** @param {unknown} value */
const asText = (value) => (value === null || value === undefined ? "" : String(value));
