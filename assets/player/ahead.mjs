/**
 * The pictures of the next steps, drawn ahead: that of one while the page rests, so that a press of Next has only to
 * show it, and those of some at once where one steps on or plays. Every change is painted, at once or in
 * the next frame, and drops them, so that they can only be what would be drawn anew.
 */

/** @import { Scene } from "../types" */
/** @import { Player } from "./player.mjs" */
/** @typedef {{ scene: Scene, since: number }} Begun `since`: when it was, while it is still being drawn */

// ms without a new picture, after which the next one is drawn: more than a frame, so not while the pointer moves
const REST = 25;
const PANEL = 4; // ms that one may take
const PATIENCE = 200; // ms, after which what is not drawn is drawn where it is shown
const HURRIED = 150; // ms from step to step, of one who doesn't let the page rest: a key that is held down
const MOST = 2; // pictures: one may be inked while the page composes the other
const AT_ONCE = 4; // of one who steps on at leisure: to ask a worker each time would cost a tenth more a press

/** Draws ahead of a player. */
export class Ahead {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {Begun[]} */
    this.begun = []; // the next first, each of a later step
    this.edition = 0; // in which they are drawn
    /** @type {object | null} */
    this.resting = null; // the rest that is waited for
    this.stepped = { step: NaN, at: -Infinity }; // the whole step that was shown last, and when
  }

  drop() {
    this.begun = [];
    this.resting = null;
  }

  /** Whether the next picture is still being drawn, and worth waiting for. */
  get pending() {
    const since = this.begun[0]?.since ?? -Infinity;
    return performance.now() - since < PATIENCE;
  }

  /** How many steps ahead the next picture is; null where none is drawn ahead. */
  get count() {
    return this.begun.length ? this.begun[0].scene.step - this.player.step : null;
  }

  /** How many steps ahead the last of them is. */
  get reach() {
    return (this.begun.at(-1)?.scene.step ?? this.player.step) - this.player.step;
  }

  /** How many frames it takes to show them. */
  get frames() {
    return this.begun.length;
  }

  /** Whether it is far enough ahead. */
  get full() {
    return this.begun.length >= MOST;
  }

  /** The scene of the position where the player is, if it was made ahead; it is given once. */
  take() {
    const { player } = this;
    const [next, ...others] = this.begun;
    this.drop();
    const here = next?.scene.step === player.step && next.scene.stageIndex === player.stageIndex;
    if (!here || next.scene.playing !== player.playing) return null;
    this.begun = others;
    player.inker.open(); // one steps, and will step on
    return next.scene;
  }

  /**
   * Draw one more picture, of so many steps on, which a worker inks while the page goes on.
   * @param {number} count more than those that are drawn ahead
   */
  walk(count) {
    const { player } = this;
    const before = this.begun.at(-1)?.scene;
    const scene = player.coming(count, before);
    if (!scene) return;
    const begun = { scene, since: performance.now() };
    this.begun.push(begun);
    this.edition = player.inker.edition;
    Promise.all(player.panels.map((panel) => panel.prepare?.(scene, before))).then(() => (begun.since = -Infinity));
  }

  /**
   * A picture is shown: draw the one that Next will show. Where that is wanted soon, at once, and one more: so a worker
   * has from one step to the next for each. Who steps on with more time has some drawn now and then.
   */
  follow() {
    const taken = this.timeOfStep();
    const hurried = taken < HURRIED;
    if (this.edition !== this.player.inker.edition) this.drop();
    if (this.player.playing) return;
    if (hurried) this.player.inker.open();
    if (hurried && this.beside) this.fill(MOST);
    else this.rest(taken < Infinity ? AT_ONCE : 1);
  }

  /** Draw ahead until it is so many pictures. @param {number} count */
  fill(count) {
    for (let drawn = this.begun.length; drawn < count && this.beside; drawn++) this.walk(this.reach + 1);
  }

  /** Whether a worker inks what is drawn ahead, of one player alone. */
  get beside() {
    return this.player.inker.ready && !this.player.abreast;
  }

  /** Whether nothing is drawn ahead, nor by playing. */
  get free() {
    return !this.player.playing && !this.begun.length;
  }

  /** ms from the step before to that which is shown; Infinity where that one was not shown before it. */
  timeOfStep() {
    const { step, stageIndex, session } = this.player;
    const before = this.stepped;
    this.stepped = { step: stageIndex === session?.stages.length ? step : NaN, at: performance.now() };
    return this.stepped.step === before.step + 1 ? this.stepped.at - before.at : Infinity;
  }

  /**
   * The page begins to rest: draw what Next will show. Where a worker inks it that is soon done, of several pictures,
   * too; else it is while nothing else is to be done, and a press waits for one panel at most.
   */
  async rest(count = 1) {
    const { player } = this;
    const { clock } = player;
    if (!this.free) return;
    const resting = {};
    this.resting = resting;
    await clock.pause(REST);
    // what is changed until then is painted in it
    while (player.frame && resting === this.resting) await clock.afterFrame();
    if (resting !== this.resting) return;
    if (this.beside) return this.fill(count);
    let time = await clock.idle();
    if (resting !== this.resting) return;
    const scene = player.coming();
    if (!scene) return;
    this.begun = [{ scene, since: -Infinity }];
    for (const panel of player.panels) {
      if (!panel.prepare) continue;
      if (!(time && time.timeRemaining() > PANEL)) time = await clock.idle();
      if (resting !== this.resting) return;
      panel.prepare(scene);
    }
  }
}
