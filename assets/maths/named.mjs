/** What a view names: words, and the number in focus. */
import { remembered } from "./remembered.mjs";

/** @import { Focus, Session } from "../types" */

/**
 * The id of a view option that names a word, by id or by the word itself; -1 when there is none.
 * @param {Session} session
 * @param {string | number | null | undefined} named
 */
export function wordId(session, named) {
  if (named === null || named === undefined || named === "") return -1;
  const id = typeof named === "number" ? named : (idsOf(session).get(String(named)) ?? -1);
  return Number.isInteger(id) && id >= 0 && id < session.words.length ? id : -1;
}

/** @type {WeakMap<Session, Map<string, number>>} */
const ids = new WeakMap();

/** @param {Session} session */
function idsOf(session) {
  return remembered(ids, session, () => new Map(session.words.map((word, id) => [word, id])));
}

/**
 * "W.3.0" -> {name: "W", index: [3, 0]}; names hold no full stop.
 * @param {string | null | undefined} text
 * @returns {Focus | null}
 */
export function parseFocus(text) {
  if (!text) return null;
  const [name, ...index] = text.split(".");
  return { name, index: index.map(Number) };
}
