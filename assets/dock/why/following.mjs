/**
 * What follows the steps with a question about many of them: one answer at a time, the next when that is there;
 * somebody may cancel it, and go on. A kind of question extends it.
 */
import { Pace } from "../pieces.mjs";

/** @import { Docked, Scene } from "../../types" */

const PAUSE = 300; // ms between two answers while one plays

/** The asking, and what all that ask so are asked by. */
export class Following {
  pace = new Pace();
  key = ""; // of what is asked
  by = "";
  refused = "";
  left = false; // cancelled
  /** @type {AbortController | null} */
  asking = null;
  /** @type {Scene | null} */
  scene = null;

  /** @param {Docked} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether something else is asked from now on; what was asked is left. @param {Scene} scene @param {string} by */
  begins({ session, view }, by) {
    this.by = by;
    const key = [session.whole.query, view.why, by].join("\n");
    if (key === this.key) return false;
    this.leave();
    Object.assign(this, { key, refused: "", left: false });
    return true;
  }

  leave() {
    this.asking?.abort();
    this.asking = null;
  }

  /** What is known stays as it is, until somebody goes on. */
  cancel() {
    this.leave();
    this.left = true;
    this.show();
  }

  resume() {
    this.left = false;
    this.follow();
  }

  /** Ask for what is missing next, unless an answer is awaited. */
  follow() {
    if (!this.scene || this.asking) return;
    const ask = this.missing(this.scene);
    if (!ask || this.refused || this.left) return this.show();
    const controller = new AbortController();
    const { signal } = controller;
    this.asking = controller;
    this.show();
    ask(signal)
      .catch((error) => {
        if (!signal.aborted) this.refused = error instanceof Error ? error.message : String(error);
      })
      .then(() => {
        if (!signal.aborted) this.app.clock.after(this.scene?.playing ? PAUSE : 0, () => this.rest(controller));
      });
  }

  /** An answer is there, and the next may be asked for. @param {AbortController} controller */
  rest(controller) {
    if (this.asking !== controller) return;
    this.asking = null;
    this.follow();
  }

  /**
   * What asks for it; null where nothing is missing.
   * @param {Scene} _
   * @returns {((signal: AbortSignal) => Promise<void>) | null}
   */
  missing(_) {
    return null;
  }

  show() {}
}
