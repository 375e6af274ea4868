/** Numbers of the page as expressions write them: words by name, units from 1, nodes as they are. */

import { inBatch, LOSS } from "../maths/declared.mjs";

/** @import { Quantity, Scene, Session } from "../types" */

const PLAIN = /^(?!(and|or|not|target)$)[\p{L}\p{Nl}\p{No}_][\p{L}\p{N}_′⁽⁾]*$/u;

/** A word as an expression has it: between quotes where it is no plain name, or says something. @param {string} word */
export const written = (word) => (PLAIN.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`);

/**
 * The number that a link means by "W.3.1", or a quantity by its name alone: how large it is at most. null where that is
 * nothing.
 * @param {string} about
 * @param {Pick<Scene, "session" | "frame">} scene
 */
export function expressionOf(about, { session: { whole, excerpt }, frame }) {
  const [name, ...numbers] = about.split(".");
  const given = numbers.map(Number);
  const parameter = whole.parameters.find((each) => each.name === name);
  const quantity = whole.quantities.find((each) => each.name === name);
  const declared = parameter ?? quantity;
  if (!declared) return about === LOSS ? about : null;
  if (!given.length) return declared.axes.length ? `max(abs(${batched(name, quantity, whole)}))` : name;
  const many = quantity && whole.batch_size > 1 && !quantity.matrix_of;
  const [b, index] = many ? inBatch(declared.axes, given, frame?.instance ?? 0) : [0, given];
  if (index.length !== declared.axes.length || !Number.isInteger(b)) return null;
  /** @type {string[]} */
  const times = []; // which one it is, where a step asks a row more than once
  /** @type {(string | null)[]} */
  const instance = many ? [String(b + 1)] : [];
  const elements = declared.axes.map((axis, at) => {
    const i = index[at];
    const asked = quantity?.ragged && at === 0 ? askedOn(axis, whole) : null;
    if (!asked || quantity?.role === "index") return elementOf(asked ? "" : axis, i, whole);
    const ids = frame && (many ? frame.batchOf(asked.name)?.[b] : frame.get(asked.name));
    const row = ids?.[i];
    const kind = asked.names ?? "";
    const before = [...(ids ?? [])].slice(0, i).filter((id) => id === row).length;
    if (before) times.push(String(before + 1));
    return row === undefined || row < 0 ? null : elementOf(kind, excerpt?.ids[kind]?.[row] ?? row, whole);
  });
  const all = [...instance, ...elements, ...times];
  return all.includes(null) ? null : `${name}[${all.join(", ")}]`;
}

/**
 * A quantity of a batch is one of its first instance.
 * @param {string} name
 * @param {Quantity | undefined} quantity
 * @param {Session} session
 */
const batched = (name, quantity, session) =>
  quantity && session.batch_size > 1 && !quantity.matrix_of ? `${name}[1]` : name;

/** What says which rows a step asks along a ragged axis. @param {string} axis @param {Session} session */
const askedOn = (axis, session) =>
  session.quantities.find(({ axes, names }) => axes.length === 1 && axes[0] === axis && names && names !== "outputs");

/** null where a link names nothing. @param {string} axis @param {number} i @param {Session} session */
function elementOf(axis, i, { words }) {
  if (!Number.isInteger(i) || (axis === "word" && !(i in words))) return null;
  if (axis === "word") return written(words[i]);
  return String(axis === "node" ? i : i + 1);
}
