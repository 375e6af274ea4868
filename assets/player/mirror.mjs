/** Scenes made again in a worker, of what the page posted (posted.mjs). */
import { last } from "../maths/declared.mjs";
import { remembered } from "../maths/remembered.mjs";
import { Block } from "./blocks.mjs";
import { Replay } from "./replay.mjs";
import { measuresLike } from "./reach.mjs";
import { buildScene } from "./scene.mjs";

/** @import { Part, PostedBlock, PostedScene, Scene, Session } from "../types" */

/** Makes scenes of letters, in the order in which they were made. */
export class Mirror {
  constructor() {
    /** @type {Map<number, Part>} */
    this.parts = new Map();
    /** @type {WeakMap<PostedBlock, Block>} */
    this.opened = new WeakMap();
    /** @type {Block[]} */
    this.blocks = []; // of the last letter
    /** @type {Block | null} */
    this.coming = null; // the one after them
    /** @type {(() => void)[]} */
    this.measures = []; // of the coming block, which are not done yet
    /** @type {Session | undefined} */
    this.session = undefined;
    this.replay = this.newReplay();
  }

  newReplay() {
    const at = (/** @type {number} */ step) =>
      this.blocks.find(({ start, end }) => start <= step && step < end) ?? null;
    return new Replay({ fit: null, at });
  }

  /** @param {PostedScene} letter @returns {Scene} */
  sceneOf(letter) {
    const { parts, position, past, look, pace, excited, foreseen, losses } = letter;
    this.parts = new Map(parts.map((part) => [part.number, part.is ? part : this.part(part.number)]));
    const { session } = this.part(letter.session).is ?? {};
    if (session !== this.session) this.replay = this.newReplay();
    this.session = session;
    this.blocks = letter.blocks.map((number) => this.blockOf(number));
    this.prepare(letter.coming === null ? null : this.blockOf(letter.coming));
    const block = last(this.blocks);
    const projection = letter.axes === null ? null : (this.part(letter.axes).is?.axes ?? null);
    const run = {
      store: this.replay.store,
      axes: { at: () => projection },
      losses: { before: () => losses },
      trail: null,
      questions: { excited: () => excited, foreseen: () => foreseen, explanation: () => null },
    };
    const window = this.windowOf(position.step, past, block);
    return buildScene(position, { run, window, block, look, pace });
  }

  /**
   * The weights after a step, and `past` steps before, of which a walk on from the last window may lack some.
   * @param {number} step
   * @param {number} past
   * @param {Block} block
   */
  windowOf(step, past, block) {
    const window = this.replay.upTo(step, past, block);
    if (window.length > past) return window;
    this.replay = this.newReplay();
    return this.replay.upTo(step, past, block);
  }

  /** @param {Block | null} coming */
  prepare(coming) {
    if (coming === this.coming) return;
    this.coming = coming;
    this.measures = coming ? measuresLike(last(this.blocks), coming) : [];
  }

  /** Does one of what the coming block's first picture would have to wait for. */
  measure() {
    this.measures.shift()?.();
  }

  /** What was sent under a number. @param {number} number */
  part(number) {
    const found = this.parts.get(number);
    if (!found) throw new Error(`Nothing was sent under the number ${number}.`);
    return found;
  }

  /** @param {number} number */
  blockOf(number) {
    const { session } = this;
    const { block } = this.part(number).is ?? {};
    if (!block || !session) throw new Error(`No block was sent under the number ${number}.`);
    return remembered(this.opened, block, () => new Block(session, block));
  }
}
