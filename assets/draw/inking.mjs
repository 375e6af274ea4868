/**
 * Pictures drawn beside the page, in a worker of the explorer's own: a picture is data, so it can be sent, and comes
 * back as an image, which the page has only to show. Of most scenes the worker composes the pictures, too: then only
 * what the scene is made of is sent, and what the panel has to know of its picture comes back. Where there is no
 * worker, or none yet, painters draw their pictures themselves. What does it (beside.mjs) comes when one first steps.
 */

/** @import { Beside } from "./beside.mjs" */
/** @import { Drawn, Scene, Surface } from "../types" */

/** Has pictures drawn. */
export class Inker {
  /**
   * @param {AbortSignal} signal with which it ends
   * @param {() => Promise<Beside | null>} hire brings its worker, where there can be one
   */
  constructor(signal, hire) {
    this.signal = signal;
    this.hire = hire;
    this.opened = false;
    this.edition = 0; // of the sizes and colours that pictures have
    /** @type {Beside | null} */
    this.beside = null;
  }

  /** The worker is made, once; there is none where the page's policy forbids it, or where its script does not come. */
  async open() {
    if (this.opened || this.signal.aborted) return;
    this.opened = true;
    this.beside = await this.hire().catch(() => null);
  }

  /** No picture that is drawn already will be shown. */
  renew() {
    this.edition += 1;
  }

  /** Whether it takes pictures. */
  get ready() {
    return this.beside?.ready ?? false;
  }

  /** A frame wants pictures that have not come yet. */
  miss() {
    this.beside?.miss();
  }

  /** See `Beside`; null where the page has to ink it. @param {Surface} surface @param {Drawn} picture */
  ink(surface, picture) {
    return this.beside?.ink(surface, picture) ?? null;
  }

  /**
   * See `Beside`; null where the page has to compose it.
   * @param {Surface} surface
   * @param {Scene} scene
   * @param {Parameters<Beside["compose"]>[2]} of
   */
  compose(surface, scene, of) {
    return this.beside?.compose(surface, scene, of) ?? null;
  }
}
