/** The weights at the last few steps, replayed from blocks. */
import { last } from "../maths/declared.mjs";

/** @import { Excerpt } from "./excerpt.mjs" */
/** @import { Block, Blocks, Moment, Weights } from "../types" */

/**
 * A window of weights ending at a step. Walking on by one step copies the newest and applies the step; any other
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
    /** @type {{ after: Moment, moment: Moment } | null} */
    this.coming = null; // the moment one step after another, which the window is likely to reach next
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
    if (same && newest?.step === step - 1 && this.store.at(step - 1)) this.push(this.blockAt(step - 1));
    else if (!same || newest?.step !== step || this.window.length < Math.min(past, step))
      this.rebuild(step, past, shown);
    while (this.window.length > past + 1) this.window.shift();
    return this.window;
  }

  /**
   * What `upTo` will return one step after `step`, if the window ends there; null where that step isn't here, or is of
   * other rows.
   * @param {number} step
   * @param {number} past
   * @returns {Moment[] | null}
   */
  windowAfter(step, past) {
    const block = this.store.at(step);
    if (!block || block.excerpt !== this.excerpt || this.window.at(-1)?.step !== step) return null;
    return [...this.window, this.following(block)].slice(-1 - past);
  }

  /** @param {Block} block */
  push(block) {
    this.window.push(this.following(block));
  }

  /**
   * The moment after the newest one, computed once.
   * @param {Block} block
   */
  following(block) {
    const after = last(this.window);
    if (this.coming?.after === after) return this.coming.moment;
    const weights = copy(after.weights);
    block.apply(weights, after.step, this.excerpt);
    const moment = { step: after.step + 1, weights };
    this.coming = { after, moment };
    return moment;
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
    for (; at < step; at++) this.push(this.blockAt(at));
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
