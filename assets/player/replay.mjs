/** The weights at the last few steps, replayed from blocks. */
import { last } from "../maths/declared.mjs";

/** @import { Excerpt } from "./excerpt.mjs" */
/** @import { Block, Blocks, Moment, Weights } from "../types" */

const NEAR = 4; // steps that are walked, each with a copy of the weights, where they could be replayed in place

/**
 * A window of weights ending at a step. Walking on by a few steps copies the newest and applies each; any other
 * movement replays from the start of a block.
 */
export class Replay {
  /** @param {Blocks} store */
  constructor(store) {
    this.store = store;
    /** @type {Moment[]} */
    this.window = []; // consecutive, oldest first
    /** @type {Excerpt | null} */
    this.excerpt = null; // of a large session: whose rows the weights have
    /** @type {Moment[]} */
    this.coming = []; // the moments after the window's newest, which it is likely to reach next
  }

  /**
   * Weights after `step` updates, and up to `past` steps before, as {step, weights}, oldest first, with the rows of the
   * block `shown`. Fewer than `past` where only the older blocks are missing.
   * @param {number} step
   * @param {number} past
   * @param {Block} shown
   */
  upTo(step, past, shown) {
    const newest = this.window.at(-1);
    const same = shown.excerpt === this.excerpt;
    if (same && newest && this.isNear(newest.step, step)) while (last(this.window).step < step) this.push();
    else if (!same || newest?.step !== step || this.window.length < Math.min(past, step))
      this.rebuild(step, past, shown);
    while (this.window.length > past + 1) this.window.shift();
    return this.window;
  }

  /**
   * Whether one walks on from one step to another, rather than from the start of a block.
   * @param {number} from
   * @param {number} to
   */
  isNear(from, to) {
    if (from >= to || to - from > Math.max(NEAR, this.coming.length)) return false;
    for (let step = from; step < to; step++) if (!this.store.at(step)) return false;
    return true;
  }

  /**
   * What `upTo` will return so many steps after `step`, if the window ends there; null where one of those steps isn't
   * here, or is of other rows.
   * @param {number} step
   * @param {number} past
   * @param {number} count
   * @returns {Moment[] | null}
   */
  windowAfter(step, past, count) {
    if (this.window.at(-1)?.step !== step) return null;
    for (let at = step; at < step + count; at++) if (this.store.at(at)?.excerpt !== this.excerpt) return null;
    while (this.coming.length < count) this.coming.push(this.after(this.coming.at(-1) ?? last(this.window)));
    return [...this.window, ...this.coming.slice(0, count)].slice(-1 - past);
  }

  /** The window walks on by a step, computed once. */
  push() {
    this.window.push(this.coming.shift() ?? this.after(last(this.window)));
  }

  /** The moment after one. @param {Moment} moment @returns {Moment} */
  after({ step, weights: before }) {
    const weights = copy(before);
    this.blockAt(step).apply(weights, step, this.excerpt);
    return { step: step + 1, weights };
  }

  /** @param {number} step @param {number} past @param {Block} shown */
  rebuild(step, past, shown) {
    const oldest = Math.max(0, step - past);
    const blocks = [shown];
    const before = () => (blocks[0].start > oldest ? this.store.at(blocks[0].start - 1) : null);
    for (let earlier = before(); earlier; earlier = before()) blocks.unshift(earlier);
    this.excerpt = shown.excerpt;
    const weights = startOf(blocks);
    let at = blocks[0].start;
    for (; at < oldest; at++) this.blockAt(at).apply(weights, at, this.excerpt);
    this.window = [{ step: at, weights }];
    this.coming = [];
    for (; at < step; at++) this.push();
  }

  /** @param {number} step one whose block is here */
  blockAt(step) {
    const block = this.store.at(step);
    if (!block) throw new Error(`The frame of step ${step} is not here.`);
    return block;
  }
}

/**
 * The weights before the first of consecutive blocks, with the rows of the last. A row that a block does not have is
 * one that it does not change: it stands there as it does at the start of the next block that has it.
 * @param {Block[]} blocks
 */
function startOf(blocks) {
  const [newest, ...earlier] = blocks.toReversed();
  const { excerpt } = newest;
  if (!excerpt || blocks[0].excerpt === excerpt) return blocks[0].startWeights();
  const weights = newest.startWeights();
  for (const block of earlier) block.putStart(weights, excerpt);
  return weights;
}

/** @param {Weights} weights */
function copy(weights) {
  /** @type {Weights} */
  const copied = {};
  for (const [name, { rows, columns, data }] of Object.entries(weights))
    copied[name] = { rows, columns, data: data.slice() };
  return copied;
}
