/**
 * Where we are in a run, and how we move.
 *
 * The player knows the position that is wanted (positions.mjs) of the recipe that is open (run.mjs); `paint` shows it
 * as soon as the blocks that it needs are here (supply.mjs), and the panels get everything as one scene. Nothing
 * painted depends on how one came here, but for the trail of a jump and the turn of axes that follow, which a link has
 * too.
 */
import { Dropped } from "../sources/errors.mjs";
import { Ahead } from "./ahead.mjs";
import { wholeOf } from "./excerpt.mjs";
import { playOn } from "./playing.mjs";
import * as positions from "./positions.mjs";
import { Run } from "./run.mjs";
import { buildScene } from "./scene.mjs";
import { Supply } from "./supply.mjs";
import { sensible } from "./view.mjs";

/** @import { Abreast } from "./abreast.mjs" */
/** @import { Block, Clock, Inker, Moment, Panel, Place, PlaceAsked } from "../types" */
/** @import { Position, Scene, Session, Source, View, ViewOption } from "../types" */
/**
 * @typedef {{ painted(scene: Scene): void, waiting(): void, moved(): void, trouble(error: unknown): void }} Tell
 * @typedef {{ clock: Clock, inker: Pick<Inker, "ready" | "open" | "miss" | "edition">,
 *   wishes: { reducedMotion: boolean }, tell: Tell, options: ViewOption[] }} Surroundings `clock`: frames and timers,
 *   with which the player ends; `inker` inks beside the page what panels prepare; `wishes`: the onlooker's; `tell` hears
 *   what happens; `options`: those of the panels
 */

const MOST_PAST = 100; // steps of trail that are replayed

/** Moves in a run, and paints where it is. */
export class Player {
  /** @param {Source} source answers questions @param {Surroundings} surroundings */
  constructor(source, { clock, inker, wishes, tell, options }) {
    this.source = source;
    this.clock = clock;
    this.inker = inker;
    this.wishes = wishes;
    this.tell = tell;
    this.options = options;
    this.panels = /** @type {Panel[]} */ ([]); // to be set
    this.run = /** @type {Run | null} */ (null);
    this.position = /** @type {Position} */ ({ step: 0, stageIndex: 0 });
    this.asked = 0; // the step that was wanted, which may be further than any run goes
    this.view = /** @type {View} */ ({});
    this.scene = /** @type {Scene | null} */ (null); // the one that is shown
    this.hovered = /** @type {number | null} */ (null); // a word of the whole session
    this.excites = false; // whether it is an input unit that is pointed at
    this.playing = false;
    this.speed = 4;
    this.frame = /** @type {object | null} */ (null); // in which the next picture may be painted
    this.stopped = this.stale = false; // by a divergence; to be painted once more
    this.beyond = ""; // why one is not where one wanted to be
    this.abreast = /** @type {Abreast | null} */ (null); // with another player, at the same step
    // what is to be predicted; null: not yet
    this.cover = /** @type {(scene: Scene) => Scene | null} */ ((scene) => scene);
    this.repaint = this.repaint.bind(this);
    this.ahead = new Ahead(this);
    this.supply = new Supply(this);
  }

  /**
   * Open a recipe at a place. The running session stays as it is until the new one is here; throws if it can't be. Of
   * the recipe that is open it is a move to another place.
   * @param {PlaceAsked} place
   * @param {AbortSignal} [signal] another recipe is wanted meanwhile
   */
  async open({ query, step = 0, stage = null, view }, signal) {
    const here = this.run?.session;
    const session = here?.query === query ? here : wholeOf(await this.source.describe(query, signal));
    if (signal?.aborted || this.clock.signal.aborted) throw new Dropped();
    this.view = sensible({ ...session.view, ...view }, session, this.options);
    this.ahead.drop(); // it was drawn as one looked then
    if (session !== here) this.begin(session);
    else this.run?.restocked(this.view);
    const leader = this.abreast?.leader ?? this;
    if (leader !== this) return leader.go(leader.position); // who follows begins where the other is
    return this.go(positions.atStage(session, Math.max(0, Math.floor(step) || 0), stage));
  }

  /** @param {Session} session */
  begin(session) {
    const before = this.run;
    before?.leave();
    this.ahead.drop();
    this.run = new Run(this.source, this.clock, session, this.view, this.repaint);
    if (before?.session.query === session.query) this.run.diverged = before.diverged;
    this.hovered = this.scene = null;
  }

  /** The end of this player: nothing is asked, moved or painted any more. */
  end() {
    this.playing = false;
    this.ahead.drop();
    this.run?.leave();
  }

  // ---- where one is ----

  get session() {
    return this.run?.session ?? null;
  }

  get step() {
    return this.position.step;
  }

  get stageIndex() {
    return this.position.stageIndex;
  }

  /** What is wanted, as a link says it; null while nothing is open. @returns {Place | null} */
  get place() {
    if (!this.run) return null;
    const { session } = this.run;
    const stage = positions.stageName(session, this.stageIndex);
    return { query: session.query, step: this.step, stage, view: { ...this.view, turn: this.turn } };
  }

  /** How the axes that follow are turned, so that a link shows the same picture. */
  get turn() {
    if (this.view.axes !== "follow") return "";
    return this.scene?.projection?.turn ?? this.view.turn ?? "";
  }

  /** Why one is no further, of the run or of what is recorded of it; "" where one is as far as one wanted. */
  get ending() {
    return this.stopped ? (this.run?.diverged?.reason ?? "") : this.beyond;
  }

  // ---- moving ----

  next = () => this.move((session, { step }) => positions.after(session, step + 1));
  back = () => this.move(positions.stepBefore);
  stageOn = () => this.move(positions.stageAfter);
  stageBack = () => this.move(positions.stageBefore);
  restart = () => this.settle(0);
  /** After so many whole steps. @param {number} step */
  settle = (step) => this.move((session) => positions.after(session, step));

  /** @param {(session: Session, from: Position) => Position} to */
  move(to) {
    if (this.run) this.go(to(this.run.session, this.position));
  }

  /** Many steps at once: the picture at the end, and a trail of the way there. @param {number} count */
  jump(count) {
    const from = this.step;
    this.settle(from + count);
    for (const { step, run } of this.abreast?.both ?? [this]) if (step > from) run?.askTrail(from, step - from);
  }

  /** @param {Position} position */
  go(position) {
    if (this.abreast) this.abreast.stand(this, position);
    else this.stand(position);
    this.repaint();
  }

  /** Want a position. @param {Position} position */
  stand(position) {
    if (!this.run) return;
    this.asked = position.step;
    this.position = positions.within(this.run.session, position);
    this.beyond = this.playing ? "" : positions.notRecorded(this.run.session, position);
    if (positions.isRecordsLast(this.run.session, this.position)) this.pause();
    this.stopped = this.supply.failed = false;
    this.run.jumping?.abort();
    this.stopBeforeDivergence();
    this.tell.moved();
  }

  /** Where one wants to be cannot be: back to what is painted, or to the beginning. */
  turnBack() {
    const { scene, step } = this;
    if (scene && scene.step !== step) this.go({ step: scene.step, stageIndex: scene.stageIndex });
    else this.settle(0);
  }

  /** A run that becomes non-finite ends before the step in which it does. */
  stopBeforeDivergence() {
    if (!this.run) return;
    const diverged = (this.abreast ?? this.run).diverged;
    const last = positions.beforeDivergence(this.run.session, diverged, this.position);
    if (last === this.position) return;
    this.position = last;
    this.stopped = true;
    this.pause();
  }

  play() {
    this.playing = true;
    this.inker.open();
    playOn(this);
    this.repaint();
  }

  pause = () => {
    if (!this.playing) return;
    this.playing = false;
    this.repaint();
  };

  // ---- looking ----

  /** @param {View} patch */
  setView(patch) {
    if (!this.run) return;
    const before = { ...this.view, turn: this.turn };
    this.view = { ...before, ...patch };
    if (patch.axes !== undefined && patch.turn === undefined) this.view.turn = "";
    if (this.run.restocked(this.view)) this.supply.failed = false;
    this.ahead.drop(); // it was drawn as one looked then
    this.tell.moved();
    this.repaint();
  }

  /**
   * Light a word of the painted scene everywhere; an input unit that is pointed at also excites the network.
   * @param {number | null} row
   * @param {boolean} excites
   */
  hover(row, excites) {
    const word = row === null ? null : (this.scene?.session.excerpt?.ids.word[row] ?? row);
    if (word === this.hovered && excites === this.excites) return;
    this.hovered = word;
    this.excites = excites;
    this.ahead.drop();
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

  /** Show the scene that is wanted, where all that it needs is here. */
  paint() {
    if (this.abreast) this.abreast.paint();
    else if (this.run) this.show(this.run, this.sceneOf(this.run));
  }

  /** Then ask for what is missing in it, and for the next one. @param {Run} run @param {Scene | null} scene */
  show(run, scene) {
    if (!scene) return;
    this.scene = scene;
    for (const panel of this.panels) panel.paint(scene);
    for (const ask of scene.open) ask();
    this.tell.painted(scene);
    this.supply.fetchAhead(run);
    this.ahead.follow();
  }

  /** The scene of the position, or null while a block that it needs, or what covers it, is fetched. @param {Run} run */
  sceneOf(run) {
    const ready = this.ahead.take();
    const { session, store, replay } = run;
    const missing = positions.neededSteps(session, this.position).find((step) => !store.at(step));
    const block = store.at(positions.shownStep(session, this.position));
    if (missing !== undefined || !block) {
      this.supply.fetch(run, missing ?? 0);
      return null;
    }
    const window = replay.upTo(this.step, this.past, block);
    return ready ?? this.sceneAt(run, this.position, window, block);
  }

  /** The scene so many steps on, after another one, where all that it needs is here; else null. */
  coming(count = 1, before = this.scene) {
    const { run, step } = this;
    const block = run?.store.at(step + count - 1);
    if (!run || !block) return null;
    const [, last] = positions.spanAround(run.session, step);
    if (step + count > Math.min(last, run.diverged?.step ?? Infinity)) return null;
    const window = run.replay.windowAfter(step, this.past, count);
    return window && this.sceneAt(run, positions.after(run.session, step + count), window, block, before);
  }

  /** @param {Run} run @param {Position} position @param {Moment[]} window @param {Block} block */
  sceneAt(run, position, window, block, before = this.scene) {
    const { view, hovered, excites, playing, speed, wishes } = this;
    const look = { view, hovered, excites, axes: before?.projection ?? null };
    const pace = { playing, speed, reducedMotion: wishes.reducedMotion };
    const made = buildScene(position, { run, window, block, look, pace });
    return (this.abreast?.leader ?? this).cover(this.abreast?.scaled(made) ?? made);
  }

  /** Steps before the one shown whose weights a picture needs. */
  get past() {
    return Math.min(MOST_PAST, Math.max(1, Number(this.view.trail) || 0));
  }
}
