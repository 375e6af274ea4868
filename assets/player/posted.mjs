/**
 * A scene on its way to a worker: posted as what it is made of, and made again there (mirror.mjs). A session, blocks of
 * frames and axes are sent once, and kept there while scenes need them; what the source has answered is sent as it is,
 * the losses as far as the step.
 */
import { dataOf } from "./scene.mjs";

/** @import { Block, KnownLosses, Part, PostedBlock, PostedScene, Scene } from "../types" */

/** Makes letters for one worker. */
export class Post {
  constructor() {
    /** @type {WeakMap<object, number>} */
    this.numbers = new WeakMap();
    this.count = 0;
    /** @type {Set<number>} */
    this.there = new Set(); // the numbers of what the worker has
  }

  /** The number by which the worker knows something. @param {object} thing */
  numberOf(thing) {
    const number = this.numbers.get(thing) ?? this.count++;
    this.numbers.set(thing, number);
    return number;
  }

  /**
   * A scene's letter; null where it cannot be made again there: it has rows of a large session only, or the way of a
   * jump, or something in it was changed.
   * @param {Scene} scene
   * @returns {PostedScene | null}
   */
  letterOf(scene) {
    const data = dataOf(scene);
    if (!data || data.block.excerpt || scene.jumped) return null;
    const { run, window, block, position, pace, look } = data;
    const { projection: axes, excited, foreseen, losses } = scene;
    const blocks = blocksFrom(run.store, window[0].step, block);
    const coming = run.store.at(block.end);
    if (blocks[0].start > window[0].step) return null; // the way there is not kept any more
    /** @type {Part[]} */
    const parts = [];
    /** @param {object} thing @param {() => Part["is"]} is */
    const send = (thing, is) => {
      const number = this.numberOf(thing);
      parts.push(this.there.has(number) ? { number } : { number, is: is() });
      return number;
    };
    const letter = {
      number: this.numberOf(scene),
      parts,
      position,
      pace,
      past: window.length - 1,
      session: send(block.session, () => ({ session: block.session })),
      blocks: blocks.map((each) => send(each, () => ({ block: packed(each) }))),
      coming: coming && send(coming, () => ({ block: packed(coming) })),
      axes: axes && send(axes, () => ({ axes })),
      look: { view: look.view, hovered: look.hovered, excites: look.excites, axes: null },
      excited,
      foreseen,
      losses: losses && upToNow(losses),
    };
    this.there = new Set(parts.map(({ number }) => number));
    return letter;
  }
}

/**
 * The blocks from the one with a step up to that which is shown.
 * @param {{ at(step: number): Block | null }} store
 * @param {number} oldest
 * @param {Block} shown
 */
function blocksFrom(store, oldest, shown) {
  const blocks = [shown];
  while (blocks[0].start > oldest) {
    const before = store.at(blocks[0].start - 1);
    if (!before) break;
    blocks.unshift(before);
  }
  return blocks;
}

/** Losses without those of later steps that are kept behind them. @param {KnownLosses} losses @returns {KnownLosses} */
function upToNow(losses) {
  const values = losses.values.slice();
  if (losses.low === losses.values && losses.high === losses.values)
    return { ...losses, values, low: values, high: values };
  return { ...losses, values, low: losses.low.slice(), high: losses.high.slice() };
}

/** A block as it was answered. @param {Block} block @returns {PostedBlock} */
const packed = ({ start, count, batch, patches, diverged, arrays }) => ({
  header: { start, count, batch, patches, diverged, stride: 1, arrays: [] },
  arrays,
});
