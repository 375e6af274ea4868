/**
 * A source that answers from a record, without a server: frames, losses and axes as they were recorded; the way of a
 * jump, neighbours and analogies from the weights, replayed. What only the program can compute it refuses, and says
 * where it can be had.
 */
import { declaredOf } from "../maths/declared.mjs";
import { nearest } from "../maths/nearest.mjs";
import { BlockStore } from "../player/blocks.mjs";
import { spanAround } from "../player/positions.mjs";
import { wholeOf } from "../player/excerpt.mjs";
import { Replay } from "../player/replay.mjs";
import { numberIn, within } from "../text/typed.mjs";

/**
 * @import { Asked, Continuation, Described, Excited, Explanation, Figure, Fitted, Found, FramesHeader, LedgerPiece,
 *   LossesHeader, Matrix, Near, Numbers, Options, Packed, Parting, Question, Session, Source, ValuesHeader, Weights,
 *   WholeSource } from "../types"
 */
/** @import { Known, Recorded } from "./record.mjs" */

/**
 * What is said of what only the program has; in a notebook's frame, Python.
 * @param {string} what
 * @param {boolean} [inNotebook]
 */
export const missing = (what, inNotebook) =>
  new Error(`${what} is not in this ${inNotebook ? "frame; Python has it" : "file; open the run in the program"}.`);

/**
 * What is wrong of a number that was typed, to its last digit; null where nothing is.
 * @param {Known} known
 * @param {string} text
 */
function findingOf({ quantity, index, right, mistakes }, text) {
  const given = numberIn(text) ?? { value: NaN, unit: 0 };
  if (within(given, right)) return null;
  const [hint = ""] = mistakes.find(([, number]) => within(given, number)) ?? [];
  return { quantity, index, got: given.value, expected: right, follows: false, hint };
}

/** @implements {Source} */
export class RecordedSource {
  readonly = true;

  /** @param {Recorded} record */
  constructor(record) {
    this.record = record;
    /** @type {Session} */
    this.session = wholeOf(structuredClone(record.header.session));
    // Of its own, so that what someone asks about disturbs no block that is shown.
    this.store = new BlockStore(this, this.session);
    this.replay = new Replay(this.store);
  }

  /** @param {string} query @returns {Promise<Described>} */
  async describe(query) {
    const { session } = this.record.header;
    if (query !== session.query) return this.refuse("Another run");
    return structuredClone(session);
  }

  /** @type {Question<Packed<FramesHeader>>} */
  frames = async (_, options = {}) => (Number(options.stride ?? 1) > 1 ? this.strided(options) : this.block(options));

  /** @param {Options} options */
  block({ start, fit }) {
    const block = this.record.block(Number(start));
    if (!block) return this.refuse(`Step ${Number(start) + 1}`);
    for (const name of fit ? ["mean", "basis", "share"] : [])
      block.arrays[`axes.${name}`] = this.axesFrom(block.header.start, block.header.count, `${fit}.${name}`);
    return block;
  }

  /**
   * The axes at consecutive positions; NaN where there are none.
   * @param {number} start
   * @param {number} count
   * @param {string} name
   */
  axesFrom(start, count, name) {
    const { axes, header } = this.record;
    const width = axes[name].length / header.axes.length;
    const found = new Float64Array(count * width).fill(NaN);
    const first = header.axes.indexOf(start);
    if (first >= 0) found.set(axes[name].subarray(first * width, (first + count) * width));
    return found;
  }

  /**
   * The weights at some steps, as a strided answer has them.
   * @param {Options} options
   * @returns {Promise<Packed<FramesHeader>>}
   */
  async strided({ start, count, stride }) {
    const [from, many, apart] = [start, count, stride].map(Number);
    if (this.session.by_rows) return this.refuse("The way of a jump in a large vocabulary");
    /** @type {Record<string, Numbers>} */
    const arrays = { losses: Float32Array.from(this.record.header.losses.slice(from, from + many * apart)) };
    for (const { name, shape } of this.session.parameters)
      arrays[name] = new Float32Array(many * shape.reduce((product, n) => product * n, 1));
    for (let i = 0; i < many; i++) {
      const weights = await this.weightsAt(from + i * apart);
      for (const [name, { data }] of Object.entries(weights)) arrays[name].set(data, i * data.length);
    }
    return {
      header: { start: from, count: many, stride: apart, batch: 1, patches: [], diverged: null, arrays: [] },
      arrays,
    };
  }

  /** @param {number} position @returns {Promise<Weights>} */
  async weightsAt(position) {
    const shown = await this.store.load(Math.max(0, position - 1));
    const moments = this.replay.upTo(position, 0, shown);
    return moments[moments.length - 1].weights;
  }

  /** @type {Question<Packed<LossesHeader>>} */
  losses = async (_, { start = 0, stop = 0, bins = 1 } = {}) => {
    const [from, most] = [Number(start), Number(bins)];
    const values = this.record.header.losses.slice(from, Number(stop));
    const stride = Math.max(1, Math.ceil(values.length / most));
    const stretches = Array.from({ length: Math.ceil(values.length / stride) }, (_, i) =>
      values.slice(i * stride, (i + 1) * stride),
    );
    /** @param {(stretch: number[]) => number} of */
    const each = (of) => Float64Array.from(stretches, of);
    const arrays = {
      mean: each((stretch) => stretch.reduce((sum, value) => sum + value, 0) / stretch.length),
      low: each((stretch) => Math.min(...stretch)),
      high: each((stretch) => Math.max(...stretch)),
    };
    return { header: { start: from, stop: from + values.length, stride, arrays: [] }, arrays };
  };

  /** @type {Question<Fitted>} */
  axes = async (_, { step = 0, fit } = {}) => {
    const row = this.record.header.axes.indexOf(Number(step));
    const of = (/** @type {string} */ name) => this.record.axes[`${fit}.${name}`];
    if (row < 0 || !of("mean")) return this.refuse("These axes");
    const { length } = this.record.header.axes;
    /** @param {Numbers} values @param {number} at @param {number} width */
    const cut = (values, at, width) => [...values.subarray(at * width, (at + 1) * width)];
    const units = of("mean").length / length;
    return {
      step: Number(step),
      mean: cut(of("mean"), row, units),
      basis: [cut(of("basis"), 2 * row, units), cut(of("basis"), 2 * row + 1, units)],
      share: cut(of("share"), row, 2),
    };
  };

  /** @type {Question<Near[]>} */
  neighbours = async (_, { step, word, of, count = 10 } = {}) => {
    const { words, vectors } = await this.vectorsAt(Number(step), of);
    const at = words.indexOf(String(word));
    return nearest(vectors, vectors[at], [at], Number(count)).map(({ at, cosine }) => [words[at], cosine]);
  };

  /** @type {Question<Near[]>} */
  analogy = async (_, { step, a, b, c, of, count = 10 } = {}) => {
    const { words, vectors } = await this.vectorsAt(Number(step), of);
    const ids = [a, b, c].map((word) => words.indexOf(String(word)));
    const [first, second, third] = ids.map((id) => vectors[id]);
    const query = first.map((value, k) => value - second[k] + third[k]);
    return nearest(vectors, query, ids, Number(count)).map(({ at, cosine }) => [words[at], cosine]);
  };

  /** The words of the record and their vectors at a position. @param {number} position @param {unknown} of */
  async vectorsAt(position, of) {
    const weights = await this.weightsAt(position);
    const session = this.replay.excerpt?.session ?? this.session;
    const name = String(of || session.network.input);
    const { rows, columns, data } = /** @type {Matrix} */ (weights[name]);
    const across = declaredOf(session, name)?.axes[0] !== "word"; // the words are its columns
    const [count, width] = across ? [columns, rows] : [rows, columns];
    /** @param {number} id @param {number} k */
    const cell = (id, k) => data[across ? k * columns + id : id * columns + k];
    const vectors = Array.from({ length: count }, (_, id) =>
      Float64Array.from({ length: width }, (_, k) => cell(id, k)),
    );
    return { words: session.words, vectors };
  }

  /** @type {Question<Packed<{ bptt: number }>>} */
  truncation = async () => this.refuse("The gradient through time");
  /** @type {Question<Explanation>} */
  explain = async () => this.refuse("The explanation of a number");
  /** What an instance's own inputs excite; other words need the program. @type {Question<Excited>} */
  excite = async (_, { step, words = "", instance } = {}) => {
    const { header, foreseen } = this.record;
    const row = instance === undefined ? -1 : header.foreseen.indexOf(Number(step));
    if (row < 0 || !foreseen) return this.refuse("What other words excite");
    const { length } = this.session.words;
    const at = (row * this.session.batch_size + Number(instance)) * length;
    const output = [...foreseen.subarray(at, at + length)];
    return { words: String(words).split(",").map(Number), hidden: [], output };
  };
  /** @type {Question<Continuation>} */
  continuation = async () => this.refuse("The next word");
  /** @type {Question<Figure>} */
  figure = async () => this.refuse("A figure");
  /** @type {Question<LedgerPiece>} */
  ledger = async () => this.refuse("Why a weight is what it is");
  /** @type {Question<LedgerPiece>} */
  dotLedger = async () => this.refuse("Why two words are near");
  /** @type {Question<Found>} */
  find = async () => this.refuse("When a condition becomes true");
  /** Whether a condition that was recorded holds. @type {Question<Packed<ValuesHeader>>} */
  evaluate = async (_, { expression = "", start = 0, stop = 0 } = {}) => {
    const { conditions, session } = this.record.header;
    const known = conditions[String(expression)];
    const [first, last] = spanAround(session, Number(start));
    // Within the step after the last, too.
    if (!known || Number(start) < first || Number(stop) > last + 1) return this.refuse("The value of this expression");
    const positions = Array.from({ length: Number(stop) - Number(start) + 1 }, (_, i) => Number(start) + i);
    const values = Float64Array.from(positions, (position) => Number(known.includes(position)));
    return {
      header: { start: Number(start), stop: Number(stop), stride: 1, condition: true, arrays: [] },
      arrays: { values },
    };
  };
  /** Numbers held against those that a lesson asks for. @type {WholeSource["check"]} */
  check = async (_, { step, given = "{}" } = {}) => {
    const asked = Object.entries(/** @type {Record<string, Record<string, string>>} */ (JSON.parse(String(given))));
    const numbers = asked.flatMap(([quantity, texts]) =>
      Object.entries(texts).map(([index, text]) => ({ known: this.known(Number(step), quantity, index), text })),
    );
    return { count: numbers.length, findings: numbers.flatMap(({ known, text }) => findingOf(known, text) ?? []) };
  };

  /** What is known of a number of a step. @param {number} step @param {string} quantity @param {string} index */
  known(step, quantity, index) {
    const { mistakes } = this.record.header;
    const found = mistakes.find(
      (each) => each.step === step && each.quantity === quantity && `${each.index}` === index,
    );
    return found ?? this.refuse("What this number is held against");
  }

  /** @type {Question<Figure>} */
  difference = async () => this.refuse("The difference of two runs");
  /** @type {Question<Parting>} */
  parting = async () => this.refuse("Where two runs part");
  /** @param {Asked} asked @returns {Promise<string>} */
  recipe = async ({ action }) => this.refuse(action === "change" ? "A changed run" : "Another run");

  /** @param {string} what @returns {never} */
  refuse(what) {
    throw missing(what, this.record.header.address === "");
  }
}
