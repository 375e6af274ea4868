/**
 * Where we are in a run, and how we move.
 *
 * A position is a number of updates and a stage. Stage 0 is "start", found at step 0 only; the last one is the update,
 * after which the step counts as done; those between belong to the coming step, whose weights have not moved yet. The
 * player knows the position that is wanted; `paint` shows it as soon as the blocks that it needs are here, and the panels
 * get everything as one scene. Nothing painted depends on how one came here, but for the trail of a jump.
 */
import { Diverged, Dropped, Refused } from "../sources/errors.mjs";
import { Ahead } from "./ahead.mjs";
import { AxesKeeper } from "./axes.mjs";
import { BlockStore } from "./blocks.mjs";
import { chosenWords } from "./excerpt.mjs";
import { Losses } from "./losses.mjs";
import { Questions } from "./questions.mjs";
import { Replay } from "./replay.mjs";
import { buildScene, isInside, stageName } from "./scene.mjs";
import { jumpTrail } from "./trail.mjs";
import { sensible } from "./view.mjs";

const MOST_PAST = 100; // steps of trail that are replayed

export class Player {
  /**
   * `source`: what answers questions. `clock`: its frames and timers, with which it ends. `wishes`: {reducedMotion}. `tell`:
   * painted(player, scene), waiting(player), moved(player), trouble(error). `options`: the view options of the panels.
   * `panels`, to be set: objects with paint(scene), and prepare(scene) where it can be drawn ahead.
   */
  constructor(source, { clock, wishes, tell, options }) {
    Object.assign(this, { source, clock, wishes, tell, options, panels: null, session: null, view: {}, hovered: null, playing: false, speed: 4 });
    this.step = this.stageIndex = 0;
    this.repaint = this.repaint.bind(this);
    this.ahead = new Ahead(this);
  }

  /**
   * Open a recipe at a position. The running session stays as it is until the new one is here; throws if it can't be.
   * `signal`: another recipe is wanted meanwhile.
   */
  async open({ query, step = 0, stage = null, view }, signal) {
    const session = await this.source.describe(query, signal);
    if (signal?.aborted || this.clock.signal.aborted) throw new Dropped();
    session.whole = session; // see excerpt.mjs
    this.leave();
    const diverged = this.session?.query === session.query ? this.diverged : null;
    Object.assign(this, { session, shown: session, diverged, hovered: null, trailOfJump: null, view: sensible({ ...session.view, ...view }, session, this.options) });
    this.axes = new AxesKeeper(this.source, session, this.repaint);
    this.losses = new Losses(this.source, session.query, this.repaint);
    this.questions = new Questions(this.source, this.clock, session.query, this.repaint);
    this.restock();
    const named = session.stages.findIndex(({ name }) => name === stage) + 1;
    const inside = named > 0 && named < this.lastStage;
    this.go(step, inside ? named : step ? this.lastStage : 0);
  }

  /** Nobody waits for what is asked about this recipe any more. */
  leave() {
    for (const asking of [this.axes, this.losses, this.questions]) asking?.leave();
    this.jumping?.abort();
    this.store?.waitFor();
  }

  /** The end of this player: nothing is asked, moved or painted any more. */
  end() {
    this.playing = false;
    this.ahead.drop();
    this.leave();
  }

  /** Empty the store of blocks, for another recipe or for blocks that carry other axes, or other words of a large vocabulary. */
  restock() {
    this.store?.waitFor();
    this.failed = false;
    this.store = new BlockStore(this.source, this.session, this.view.axes === "follow" ? this.view.fit || "W" : null, chosenWords(this.session, this.view));
    this.replay = new Replay(this.store);
    this.ahead.drop();
  }

  get lastStage() {
    return this.session.stages.length;
  }

  get stageName() {
    return stageName(this.session, this.stageIndex);
  }

  // ---- moving ----

  next = () => this.go(this.step + 1, this.lastStage);
  restart = () => this.go(0, 0);

  /** To the beginning of this step if one stands inside it, else one step back. */
  back = () => (this.inside ? this.settle(this.step) : this.settle(this.step - 1));

  stageOn() {
    const stage = this.inside ? this.stageIndex + 1 : 1;
    if (stage === this.lastStage) this.next();
    else this.go(this.step, stage);
  }

  stageBack() {
    if (!this.inside) this.step > 0 && this.go(this.step - 1, this.lastStage - 1);
    else if (this.stageIndex === 1) this.settle(this.step);
    else this.go(this.step, this.stageIndex - 1);
  }

  /** Many steps at once: the picture at the end, and a trail of the way there. */
  jump(count) {
    const from = this.step;
    this.go(from + count, this.lastStage);
    this.jumping = new AbortController();
    jumpTrail(this.source, this.session, from, this.step - from, this.losses, this.store.words, this.jumping.signal).then((trail) => {
      this.trailOfJump = trail;
      this.repaint();
    }, () => {}); // the way there is a comment on the picture; the picture itself tells what is wrong
  }

  settle = (step) => this.go(Math.max(0, step), step > 0 ? this.lastStage : 0);

  /** Whether the coming step has begun and not ended. */
  get inside() {
    return isInside(this.session, this.stageIndex);
  }

  go(step, stageIndex) {
    const last = this.session.limits.step;
    [this.step, this.stageIndex] = step > last ? [last, this.lastStage] : [step, stageIndex];
    this.stopped = this.failed = false;
    this.jumping?.abort();
    this.stopBeforeDivergence();
    this.tell.moved(this);
    this.repaint();
  }

  play() {
    this.playing = true;
    let [then, due] = [performance.now(), 0];
    const frame = (now) => {
      if (!this.playing) return;
      due = Math.min(due + ((now - then) / 1000) * this.speed, Math.max(1, this.speed / 4));
      then = now;
      if (due >= 1 && !this.waiting) {
        this.go(this.step + Math.floor(due), this.lastStage);
        due -= Math.floor(due);
      }
      this.clock.frame(frame);
    };
    this.clock.frame(frame);
    this.repaint();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.repaint();
  }

  // ---- looking ----

  setView(patch) {
    if (!this.session) return;
    const before = this.view;
    this.view = { ...before, ...patch };
    if (patch.axes !== undefined && patch.turn === undefined) this.view.turn = "";
    if (before.axes !== this.view.axes) this.axes.release();
    const blocksCarry = this.view.axes === "follow" ? this.view.fit || "W" : null;
    const others = String(chosenWords(this.session, this.view)) !== String(this.store.words);
    if ((blocksCarry !== this.store.fit && blocksCarry) || others) this.restock();
    this.tell.moved(this);
    this.repaint();
  }

  /** Light a word of the painted scene everywhere; an input unit that is pointed at also excites the network. */
  hover(place, excites) {
    const word = place === null ? null : this.shown.excerpt?.ids.word[place] ?? place;
    if (word === this.hovered && excites === this.excites) return;
    this.hovered = word;
    this.excites = excites;
    this.repaint();
  }

  // ---- painting ----

  /**
   * Paint, at most once a frame, and the first time at once: what a press asks for is then painted while the screen
   * waits for its next refresh, instead of after it.
   */
  repaint() {
    if (this.clock.signal.aborted) return;
    this.stale = Boolean(this.frame);
    if (this.stale) return;
    this.frame = this.clock.frame(() => {
      this.frame = null;
      if (this.stale) this.repaint();
    });
    this.paint();
  }

  paint() {
    if (!this.session) return;
    const ready = this.ahead.take();
    const missing = this.neededSteps().find((step) => !this.store.at(step));
    if (missing !== undefined) {
      if (!this.failed) this.fetch(missing); // else a press asks again, not each movement of the pointer
      return;
    }
    const block = this.store.at(this.shownStep);
    const window = this.replay.upTo(this.step, this.past, block);
    const scene = ready ?? buildScene(this, this, window, block);
    this.shown = scene.session;
    for (const panel of this.panels) panel.paint(scene);
    for (const ask of scene.open) ask();
    this.axes.keep(scene.projection);
    this.view.turn = this.view.axes === "follow" ? this.axes.last?.turn ?? "" : "";
    this.tell.painted(this, scene);
    this.fetchAhead();
    this.ahead.rest();
  }

  /** The scene of the next step, where all that it needs is here; else null. */
  coming() {
    const { step, session, store } = this;
    const end = Math.min(session.limits.step, this.diverged?.step ?? Infinity);
    const window = step < end ? this.replay.windowAfter(step, this.past) : null;
    return window && buildScene(this, { step: step + 1, stageIndex: this.lastStage }, window, store.at(step));
  }

  /** Steps before the one shown whose weights a picture needs. */
  get past() {
    return Math.min(MOST_PAST, Math.max(1, Number(this.view.trail) || 0));
  }

  /** The steps whose frames the position needs: the one shown, and the one that made the weights. */
  neededSteps() {
    return [...new Set([Math.max(0, this.step - 1), this.shownStep])];
  }

  get shownStep() {
    return this.inside ? this.step : Math.max(0, this.step - 1);
  }

  async fetch(step) {
    this.store.waitFor(step);
    if (this.waiting) return;
    this.waiting = true;
    this.tell.waiting(this);
    const { store } = this;
    let failed = false;
    try {
      this.meet(await store.load(step));
    } catch (error) {
      const current = store === this.store; // else another recipe was opened meanwhile
      if (current && error instanceof Diverged) this.endAt(error.diverged);
      else failed = current && !(error instanceof Dropped);
      if (failed) this.fail(error);
    }
    this.waiting = false;
    if (!failed) this.repaint();
  }

  /** The blocks of the next steps, one after the other: one may tell that the run ends in it, and then there is none behind it. */
  async fetchAhead() {
    const { store, step } = this;
    store.waitFor(step, step + store.steps);
    for (const ahead of [step, step + store.steps]) {
      if (this.diverged || store !== this.store || step + store.steps > this.session.limits.step) return;
      if (store.at(ahead)) continue;
      try {
        this.meet(await store.load(ahead));
        this.ahead.rest(); // the next step may be in it
      } catch {
        return; // it is asked for again when it is needed, and then says what is wrong
      }
    }
  }

  /** Take notice of what a block tells beside its frames, unless another recipe was opened meanwhile. */
  meet(block) {
    if (block.session !== this.session) return;
    this.losses.add(block.start, block.arrays.loss);
    if (block.diverged) this.endAt(block.diverged);
  }

  endAt(diverged) {
    this.diverged = diverged;
    this.stopBeforeDivergence();
  }

  /** A run that becomes non-finite ends before the step in which it does. */
  stopBeforeDivergence() {
    const end = this.diverged?.step ?? Infinity;
    if (this.step < end || (this.step === end && !this.inside)) return;
    [this.step, this.stageIndex] = [end, end > 0 ? this.lastStage : 0];
    this.stopped = true;
    this.pause();
  }

  fail(error) {
    this.failed = true;
    this.pause();
    if (error instanceof Refused && this.step > 0) this.settle(0);
    this.tell.trouble(error);
  }
}
