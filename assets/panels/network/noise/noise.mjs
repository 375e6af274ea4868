/**
 * The noise distribution of a session: P(w) ∝ count(w)^α at some exponents, which of these is drawn from, and what a
 * step drew.
 */
import { remembered } from "../../../maths/remembered.mjs";
import { askedRows, rowIndex } from "../../../maths/rows.mjs";

/** @import { Numbers, Scene, Session } from "../../../types" */
/** @typedef {{ title: string, values: number[], used: boolean }} Distribution `used`: the one that is drawn from */
/**
 * @typedef {{ counts: number[], columns: Distribution[], order: number[], highest: number }} Noise `order`: words from
 *   the most frequent on; `highest`: the largest probability of any column, of the whole vocabulary
 */
/**
 * @typedef {{ asked: Numbers, times: Map<number, number>, groups: Numbers | null, hits: Map<number, number> }} Draws
 *   the rows asked, how often each word was drawn, of each row asked the number of the output word against which it
 *   was, and how often an output word was drawn against itself
 */

/** @type {[exponent: number, title: string][]} */
const EXPONENTS = [
  [0, "α = 0"],
  [0.75, "α = ¾"],
  [1, "α = 1"],
];

/** @type {WeakMap<Session, Noise>} */
const known = new WeakMap();

/** The distributions of a session, or of the words that an excerpt has. @param {Session} session @returns {Noise} */
export function noiseOf(session) {
  const { whole } = session;
  return remembered(known, session, () =>
    session === whole ? distributions(whole) : excerptOf(noiseOf(whole), session),
  );
}

/** @param {Session} session @returns {Noise} */
function distributions({ words, structure, hyper }) {
  const { counts, probabilities } = structure.noise ?? { counts: words.map(() => 0) };
  const columns = EXPONENTS.map(([exponent, title]) => ({ title, values: unigram(counts, exponent), used: false }));
  const uniform = () => counts.map(() => 1 / counts.length);
  const drawn = probabilities ?? (hyper.noise === "uniform" ? uniform() : unigram(counts, Number(hyper.ns_exponent)));
  const same = columns.find(({ values }) => values.every((p, id) => Math.abs(p - drawn[id]) < 1e-9));
  if (same) same.used = true;
  else columns.push({ title: titleOf(hyper), values: drawn, used: true });
  const order = words.map((_, id) => id).sort((a, b) => counts[b] - counts[a] || a - b);
  const highest = Math.max(...columns.map(({ values }) => values.reduce((most, p) => Math.max(most, p), 0)));
  return { counts, columns, order, highest };
}

/** @param {Record<string, string>} hyper */
const titleOf = ({ noise, ns_exponent: exponent }) =>
  noise === "unigram" ? `α = ${exponent}` : noise === "uniform" ? "uniform" : "given";

/**
 * P(w) ∝ count(w)^exponent, over the words that occur as output words.
 * @param {number[]} counts
 * @param {number} exponent
 */
function unigram(counts, exponent) {
  const weights = counts.map((n) => (n > 0 ? n ** exponent : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** @param {Noise} noise @param {Session} session @returns {Noise} */
function excerptOf({ counts, columns, order, highest }, { excerpt }) {
  const ids = excerpt?.ids.word ?? [];
  /** @param {number[]} list */
  const pick = (list) => Array.from(ids, (id) => list[id]);
  const some = order.map((id) => excerpt?.row("word", id) ?? -1).filter((row) => row >= 0);
  const picked = columns.map((column) => ({ ...column, values: pick(column.values) }));
  return { counts: pick(counts), columns: picked, order: some, highest };
}

/**
 * What the step draws; null while it has not. Each output word asks itself once, which is no draw.
 * @param {Scene} scene
 * @returns {Draws | null}
 */
export function drawsOf({ session, frame }) {
  const asked = askedRows({ session, frame });
  if (!asked || !frame) return null;
  /** @type {Draws["times"]} */
  const times = new Map();
  for (const id of asked) times.set(id, (times.get(id) ?? 0) + 1);
  for (const id of frame.outputs) times.set(id, (times.get(id) ?? 0) - 1);
  const axis = session.quantities.find(({ name }) => name === rowIndex(session))?.axes[0];
  const grouping = session.quantities.find(({ names, axes }) => names === "outputs" && axes[0] === axis);
  const groups = grouping ? frame.get(grouping.name) : null;
  return { asked, times, groups, hits: hitsOf(session, frame.outputs, asked, groups) };
}

/**
 * How often each output word was drawn against itself: kept, it is asked again; skipped, a question is missing.
 * @param {Session} session
 * @param {Numbers} outputs
 * @param {Numbers} asked
 * @param {Numbers | null} groups
 */
function hitsOf({ hyper }, outputs, asked, groups) {
  /** @type {Draws["hits"]} */
  const hits = new Map();
  if (!groups || hyper.noise_hit === "redraw") return hits;
  outputs.forEach((word, c) => {
    const own = [...asked].filter((_, question) => groups[question] === c);
    const repeated = own.filter((id) => id === word).length - 1;
    const count = hyper.noise_hit === "keep" ? repeated : Number(hyper.negative) + 1 - own.length;
    if (count > 0) hits.set(word, (hits.get(word) ?? 0) + count);
  });
  return hits;
}
