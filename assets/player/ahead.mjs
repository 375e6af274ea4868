/**
 * The picture of the next step, drawn ahead while the page rests: a press of Next then has only to show it. Every
 * change is painted, at once or in the next frame, and drops it, so that it can only be what would be drawn anew.
 */

/** @import { Scene } from "../types" */
/** @import { Player } from "./player.mjs" */

// ms without a new picture, after which the next one is drawn: more than a frame, so not while the pointer moves
const REST = 25;
const PANEL = 4; // ms that one may take
const PATIENCE = 200; // ms, after which what is not drawn is drawn where it is shown

/** Draws ahead while a player rests. */
export class Ahead {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {object | null} */
    this.resting = null; // the rest that is waited for
    this.since = -Infinity; // when playing began to draw it, until it is drawn
  }

  drop() {
    this.scene = this.resting = null;
    this.since = -Infinity;
  }

  /** Whether it is still being drawn, and worth waiting for. */
  get pending() {
    return performance.now() - this.since < PATIENCE;
  }

  /** How many steps ahead it is; null where nothing is drawn ahead. */
  get count() {
    return this.scene && this.scene.step - this.player.step;
  }

  /** The scene of the position where the player is, if it was made ahead; it is given once. */
  take() {
    const { scene, player } = this;
    this.drop();
    const here = scene?.step === player.step && scene.stageIndex === player.stageIndex;
    if (!here || scene.playing !== player.playing) return null;
    player.inker.open(); // one steps, and will step on
    return scene;
  }

  /** Draw what playing shows so many steps on, which the page goes on beside. @param {number} count */
  walk(count) {
    const { player } = this;
    const scene = player.coming(count);
    if (!scene) return;
    this.scene = scene;
    this.since = performance.now();
    Promise.all(player.panels.map((panel) => panel.prepare?.(scene))).then(() => {
      if (this.scene === scene) this.since = -Infinity;
    });
  }

  /**
   * The page begins to rest: draw what Next will show, while nothing else is to be done; a press waits for one panel at
   * most.
   */
  async rest() {
    const { player } = this;
    const { clock } = player;
    if (player.playing || this.scene) return;
    const resting = {};
    this.resting = resting;
    await clock.pause(REST);
    // what is changed until then is painted in it
    while (player.frame && resting === this.resting) await clock.afterFrame();
    if (resting !== this.resting) return;
    let time = await clock.idle();
    if (resting !== this.resting) return;
    this.scene = player.coming();
    if (!this.scene) return;
    for (const panel of player.panels) {
      if (!panel.prepare) continue;
      if (!(time && time.timeRemaining() > PANEL)) time = await clock.idle();
      if (resting !== this.resting) return;
      panel.prepare(this.scene);
    }
  }
}
