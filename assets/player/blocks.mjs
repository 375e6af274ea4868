/**
 * Blocks of frames: fetched, decoded and kept.
 *
 * A block holds consecutive steps: the weights before its first step and what each step computed. The weights in
 * between are replayed from that (descent.mjs), so that moving inside a fetched block needs no server.
 */
import { quantityOf } from "../maths/declared.mjs";
import { remembered } from "../maths/remembered.mjs";
import { descend } from "./descent.mjs";
import { Excerpt } from "./excerpt.mjs";

/** @import { FramesHeader, Numbers, Packed, Quantity, Session, Sides, Source, Weights } from "../types" */

const KEPT_BLOCKS = 12;
const NONE = new Int32Array();

/** Consecutive steps, decoded. */
export class Block {
  /**
   * @param {Session} session @param {Packed<FramesHeader>} answer
   * @param {Excerpt | null} [excerpt] that of another block
   */
  constructor(session, { header, arrays }, excerpt) {
    this.session = session;
    this.arrays = arrays;
    this.start = header.start;
    this.count = header.count;
    this.batch = header.batch;
    /** @type {Excerpt | null} */
    this.excerpt = null;
    this.end = this.start + this.count; // the first step that it does not hold
    this.patches = header.patches;
    this.diverged = header.diverged;
    /** @type {Map<string, Quantity>} */
    this.byName = new Map();
    /** @type {Map<string, string>} */
    this.indices = new Map(); // axis -> name
    if (session.by_rows) this.becomeExcerpt(excerpt);
  }

  /**
   * Only some rows are here: the block's own numbers are those of its rows. Blocks of the same rows share one excerpt.
   * @param {Excerpt | null} [before] that of another block
   */
  becomeExcerpt(before) {
    const { arrays, session } = this;
    /** @type {Record<string, Numbers>} */
    const ids = {};
    for (const { axes } of session.parameters)
      for (const axis of axes) if (arrays[`rows.${axis}`]) ids[axis] = arrays[`rows.${axis}`];
    this.excerpt = before?.isOf(ids) ? before : new Excerpt(session, ids);
    this.session = this.excerpt.session;
    this.excerpt.renumber(arrays, this.patches);
  }

  /**
   * Word ids of an instance of a step, inputs and outputs; empty where the batch is short.
   * @param {number} step
   * @param {number} [b]
   * @returns {Sides}
   */
  instance(step, b = 0) {
    if (!this.arrays.input_start) return { inputs: NONE, outputs: NONE }; // numbers, not words
    const row = (step - this.start) * this.batch + b;
    /** @param {"input" | "output"} name */
    const side = (name) => {
      const [starts, ids] = [this.arrays[`${name}_start`], this.arrays[`${name}_ids`]];
      return ids.subarray(starts[row], starts[row + 1]);
    };
    return { inputs: side("input"), outputs: side("output") };
  }

  /** How many instances a step's batch has. @param {number} step */
  size(step) {
    let size = this.batch;
    while (size > 1 && this.arrays.instance[(step - this.start) * this.batch + size - 1] < 0) size -= 1;
    return size;
  }

  /**
   * Which instances of the data a step trains on: their numbers, from 0.
   * @param {number} step
   */
  members(step) {
    const first = (step - this.start) * this.batch;
    return this.arrays.instance.subarray(first, first + this.size(step));
  }

  /** @param {number} step */
  loss = (step) => this.arrays.loss[step - this.start];
  /** @param {number} step */
  rate = (step) => this.arrays.rate[step - this.start];

  /**
   * A quantity of a step as a typed array, as long as the instance needs.
   * @param {Quantity} declared
   * @param {number} step
   * @param {number} [b]
   * @returns {Numbers | null}
   */
  quantity(declared, step, b = 0) {
    if (declared.of_instance) return this.ofInstance(declared, step, b);
    if (declared.matrix_of) return null;
    const first = ((step - this.start) * this.batch + b) * declared.size;
    return this.arrays[declared.name].subarray(first, first + this.length(declared, step, b));
  }

  /**
   * How long a quantity is: on a ragged axis as long as the index that stands beside it has ids; the rest is padding.
   * @param {Pick<Quantity, "axes" | "size" | "ragged">} declared
   * @param {number} step
   * @param {number} [b]
   */
  length({ axes, size, ragged }, step, b = 0) {
    if (!ragged) return size;
    const ids = this.arrays[this.indexAlong(axes[0])];
    const first = ((step - this.start) * this.batch + b) * size;
    let length = 0;
    while (length < size && ids[first + length] >= 0) length += 1;
    return length;
  }

  /** The name of the index quantity on an axis. @param {string} axis */
  indexAlong(axis) {
    return remembered(this.indices, axis, () => {
      const index = this.session.quantities.find(({ axes, role }) => role === "index" && axes[0] === axis);
      if (!index) throw new Error(`No quantity says how long ${axis} is.`);
      return index.name;
    });
  }

  /**
   * x, the mean of the input words' one-hot vectors, their counts, or t, the counts of the output words.
   * @param {Quantity} declared
   * @param {number} step
   * @param {number} b
   */
  ofInstance({ size, of_instance: side }, step, b) {
    const vector = new Float64Array(size); // its own: a batch is looked at side by side
    const ids = this.instance(step, b)[side === "outputs" ? "outputs" : "inputs"];
    const share = side === "inputs" ? 1 / ids.length : 1;
    for (const id of ids) vector[id] += share;
    return vector;
  }

  /**
   * Weights before the block's first step, free to be changed.
   * @returns {Weights}
   */
  startWeights() {
    /** @type {Weights} */
    const weights = {};
    for (const { name, shape } of this.session.parameters) {
      weights[name] = { rows: shape[0], columns: shape[1] ?? 1, data: this.arrays[`start.${name}`].slice() };
    }
    return weights;
  }

  /**
   * Put the rows before the block's first step into the weights of another excerpt, where it has them.
   * @param {Weights} weights
   * @param {Excerpt} excerpt
   */
  putStart(weights, excerpt) {
    for (const {
      name,
      axes,
      shape: [, columns],
    } of this.session.parameters) {
      const rows = this.arrays[`start.${name}`];
      this.excerpt?.to(excerpt, axes[0]).forEach((own, row) => {
        if (own >= 0) weights[name].data.set(rows.subarray(row * columns, (row + 1) * columns), own * columns);
      });
    }
  }

  /**
   * Apply a step to weights in place, and the edits made by hand just after it; they may be those of another `excerpt`.
   * @param {Weights} weights
   * @param {number} step
   * @param {Excerpt | null} [excerpt]
   */
  apply(weights, step, excerpt = this.excerpt) {
    descend(this, weights, step, excerpt);
  }

  /** @param {string} name */
  declared(name) {
    return remembered(this.byName, name, () => quantityOf(this.session, name));
  }
}

/**
 * The blocks of one recipe, on a fixed grid of steps, so that a block asked for again is found in the browser's cache.
 */
export class BlockStore {
  /**
   * @param {Pick<Source, "frames">} source
   * @param {Session} session
   * @param {string | null} [fit] "W" or "both": the blocks carry the principal axes of every step
   * @param {number[] | null} [words] ids of words whose rows the blocks of a large session carry in any case
   */
  constructor(source, session, fit = null, words = null) {
    this.source = source;
    this.session = session;
    this.fit = fit;
    this.words = words;
    const most = Math.min(session.longest_stretch, session.most_frames[fit ?? "none"]);
    this.steps = 2 ** Math.floor(Math.log2(Math.max(1, most)));
    /** @type {Map<number, Block>} */
    this.blocks = new Map(); // by grid number, least recently used first
    /** @type {Map<number, { block: Promise<Block>, patience: AbortController }>} */
    this.pending = new Map(); // by grid number
  }

  /**
   * The block that holds a step, if it is here.
   * @param {number} step
   */
  at(step) {
    const number = Math.floor(step / this.steps);
    const block = this.blocks.get(number);
    if (!block) return null;
    this.blocks.delete(number);
    this.blocks.set(number, block);
    return step < block.end ? block : null;
  }

  /**
   * Fetch the block that holds a step, unless it is here. Throws what the server says, and Dropped after `waitFor`
   * another.
   * @param {number} step
   */
  async load(step) {
    const number = Math.floor(step / this.steps);
    const here = this.blocks.get(number);
    if (here) return here;
    const asked = remembered(this.pending, number, () => {
      const patience = new AbortController();
      return { block: this.fetch(number, patience.signal).finally(() => this.pending.delete(number)), patience };
    });
    return asked.block;
  }

  /**
   * Only blocks that hold these steps are waited for: others that the server has not given yet are not asked for again.
   * @param {...number} steps
   */
  waitFor(...steps) {
    const wanted = steps.map((step) => Math.floor(step / this.steps));
    for (const [number, { patience }] of this.pending) if (!wanted.includes(number)) patience.abort();
  }

  /** @param {number} number @param {AbortSignal} signal */
  async fetch(number, signal) {
    const options = { start: number * this.steps, count: this.steps, fit: this.fit, words: this.words?.join(",") };
    const answer = await this.source.frames(this.session.query, options, signal);
    const block = new Block(this.session, answer, this.blocks.values().next().value?.excerpt);
    this.blocks.set(number, block);
    for (const oldest of this.blocks.keys()) if (this.blocks.size > KEPT_BLOCKS) this.blocks.delete(oldest);
    return block;
  }
}
