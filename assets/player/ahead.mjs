/**
 * The picture of the next step, drawn ahead while the page rests: a press of Next then has only to show it. Every
 * change is painted, at once or in the next frame, and drops it, so that it can only be what would be drawn anew.
 */

/** @import { Scene } from "../types" */
/** @import { Player } from "./player.mjs" */

// ms without a new picture, after which the next one is drawn: more than a frame, so not while the pointer moves
const REST = 25;
const PANEL = 4; // ms that one may take

/** Draws ahead while a player rests. */
export class Ahead {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {object | null} */
    this.resting = null; // the rest that is waited for
  }

  drop() {
    this.scene = this.resting = null;
  }

  /** The scene of the position where the player is, if it was made ahead; it is given once. */
  take() {
    const { scene, player } = this;
    this.drop();
    return scene && scene.step === player.step && scene.stageIndex === player.stageIndex ? scene : null;
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
