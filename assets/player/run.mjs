/**
 * An opened recipe: its session, what is known of the run, and what is still being asked about it. Another recipe is
 * another one of these, so that no answer of the one before shows in it.
 */
import { AxesKeeper } from "./axes.mjs";
import { BlockStore } from "./blocks.mjs";
import { chosenWords } from "./excerpt.mjs";
import { Losses } from "./losses.mjs";
import { Questions } from "./questions.mjs";
import { Replay } from "./replay.mjs";
import { jumpTrail } from "./trail.mjs";

/** @import { Block, Clock, Divergence, Session, Source, View } from "../types" */
/** @import { JumpTrail } from "./trail.mjs" */

/**
 * Which axes blocks carry: those of every step, while a projection of vectors follows.
 * @param {Session} session
 * @param {View} view
 */
const carriedFit = ({ network }, view) => (network.input && view.axes === "follow" ? view.fit || "W" : null);

/** What is known of one recipe. */
export class Run {
  /**
   * @param {Source} source
   * @param {Clock} clock
   * @param {Session} session
   * @param {View} view
   * @param {() => void} changed called when more is known
   */
  constructor(source, clock, session, view, changed) {
    this.source = source;
    this.session = session;
    this.changed = changed;
    this.axes = new AxesKeeper(source, session, changed);
    this.losses = new Losses(source, session.query, changed);
    this.questions = new Questions(source, clock, session.query, changed);
    /** @type {Divergence | null} */
    this.diverged = null;
    /** @type {JumpTrail | null} */
    this.trail = null; // the way of the last jump
    /** @type {AbortController | null} */
    this.jumping = null; // the patience with it
    this.store = this.newStore(view);
    this.replay = new Replay(this.store);
  }

  /** @param {View} view */
  newStore(view) {
    return new BlockStore(this.source, this.session, carriedFit(this.session, view), chosenWords(this.session, view));
  }

  /**
   * An empty store of blocks where a view needs other ones: blocks that carry other axes, or other words of a large
   * vocabulary. Returns whether it did.
   * @param {View} view
   */
  restocked(view) {
    const fit = carriedFit(this.session, view);
    const words = chosenWords(this.session, view);
    if ((!fit || fit === this.store.fit) && String(words) === String(this.store.words)) return false;
    this.store.waitFor();
    this.store = this.newStore(view);
    this.replay = new Replay(this.store);
    return true;
  }

  /** Nobody waits for what is asked about this recipe any more. */
  leave() {
    for (const asking of [this.axes, this.losses, this.questions]) asking.leave();
    this.jumping?.abort();
    this.store.waitFor();
  }

  /**
   * Ask for the way of a jump: a comment on the picture, which itself tells what is wrong.
   * @param {number} from
   * @param {number} count
   */
  askTrail(from, count) {
    this.jumping = new AbortController();
    const { source, session, losses, store, jumping } = this;
    jumpTrail(source, session, from, count, losses, store.words, jumping.signal).then(
      (trail) => {
        this.trail = trail;
        this.changed();
      },
      () => {},
    );
  }

  /** Take notice of what a block tells beside its frames. @param {Block} block */
  meet(block) {
    this.losses.add(block.start, block.arrays.loss);
    if (block.diverged) this.diverged = block.diverged;
  }
}
