/**
 * What is told of the table look-up: lines beside the pointer, rows of the table, and which number a press asks about.
 */
import { symbolOf } from "../../../text/names.mjs";
import { exact, percent, subscript } from "../../../text/numbers.mjs";

/** @import { Focus, Line } from "../../../types" */
/** @import { LookupPicture } from "./compose.mjs" */
/** @import { LookupFacts } from "./facts.mjs" */
/** @import { LookupTarget } from "./layout.mjs" */
/** @typedef {Pick<LookupPicture, "facts" | "ranks">} Shown */

/** The id of the word under the pointer; null where there is none. @param {Shown} shown @param {LookupTarget} target */
export function wordOf({ facts: { ids, looked }, ranks }, target) {
  if (target.kind === "table" || target.kind === "hot") return ids[target.row];
  if (target.kind === "next") return ranks[target.row] ?? null;
  return target.kind === "unit" ? null : (looked[target.position] ?? null);
}

/**
 * The number that a press asks about; null where there is none, or not yet.
 * @param {Shown} shown
 * @param {LookupTarget} target
 * @returns {Focus | null}
 */
export function numberOf({ facts, ranks }, target) {
  const { table, ids, names, values, ofWords } = facts;
  if (target.kind === "table")
    return target.column < 0 ? null : { name: table, index: [ids[target.row], target.column] };
  if (target.kind === "hot") {
    const { lookup } = facts.scene.session.network;
    return lookup && facts.looked.length ? { name: lookup, index: [target.position] } : null;
  }
  if (target.kind !== "next") return cellOf(facts, target);
  const id = ranks[target.row];
  return id === undefined || !ofWords ? null : { name: values.chances ? names.chances : names.scores, index: [id] };
}

/**
 * A number of the inputs, of their error, or of the hidden layer.
 * @param {LookupFacts} facts
 * @param {Exclude<LookupTarget, { kind: "table" | "next" | "hot" }>} target
 */
function cellOf({ names, values, features }, target) {
  const kind = target.kind === "unit" ? "hidden" : target.kind === "back" ? "back" : "inputs";
  const name = names[kind];
  const i = target.kind === "unit" ? target.k : target.position * features + target.k;
  return name && values[kind] ? { name, index: [i] } : null;
}

/** @param {Shown} shown @param {LookupTarget} target @returns {Line[] | null} */
export function linesFor({ facts, ranks }, target) {
  const { scene, values, features, looked } = facts;
  const { words } = scene.session;
  if (target.kind === "table") return linesOfTable(facts, target.row, target.column);
  if (target.kind === "hot") {
    const id = facts.ids[target.row];
    const one = `${Number(looked[target.position] === id)}`;
    return [
      [`${words[id]}, one-hot, position ${target.position + 1}`, one],
      "C turned, times this vector, is the word's row",
      "Jurafsky and Martin, “Neural Networks”, eq. 8.24",
    ];
  }
  if (target.kind === "next") {
    const id = ranks[target.row];
    if (id === undefined) return null;
    /** @type {Line[]} */
    const chance = values.chances ? [["probability", percent(values.chances[id])]] : [];
    /** @type {Line[]} */
    const score = values.scores ? [["score", exact(values.scores[id])]] : [];
    return [words[id], ...chance, ...score];
  }
  if (target.kind === "unit") return values.hidden ? cell(facts, "hidden", target.k) : null;
  if (!values.inputs) return null;
  const i = target.position * features + target.k;
  const name = `${words[looked[target.position]]}, position ${target.position + 1}`;
  return [name, ...cell(facts, "inputs", i), ...cell(facts, "back", i)];
}

/** @param {LookupFacts} facts @param {number} row @param {number} column @returns {Line[]} */
function linesOfTable({ scene, table, ids }, row, column) {
  const word = scene.session.words[ids[row]];
  const { data, columns } = scene.weights[table];
  if (column < 0) return [word];
  return [[`${symbolOf(scene.session, table)}[${word}, ${column + 1}]`, exact(data[ids[row] * columns + column])]];
}

/** @param {LookupFacts} facts @param {"inputs" | "back" | "hidden"} kind @param {number} i @returns {Line[]} */
function cell({ scene: { session }, names, values }, kind, i) {
  const known = values[kind];
  return known ? [[subscript(symbolOf(session, names[kind]), i), exact(known[i])]] : [];
}

/** The words looked up with their features, then the next words with their probabilities. @param {Shown} shown */
export function tableRows({ facts: { scene, looked, values, features }, ranks }) {
  const { words } = scene.session;
  /** @param {number} position */
  const row = (position) => values.inputs?.subarray(position * features, (position + 1) * features);
  const inputs = looked.map((id, position) => {
    const told = Array.from(row(position) ?? [], exact).join(", ");
    return [position + 1, words[id], values.inputs ? told : "not yet computed"];
  });
  const next = ranks.map((id) => ["next", words[id], values.chances ? exact(values.chances[id]) : "not yet computed"]);
  return [...inputs, ...next];
}
