/** The pictures of scenes that are likely to come, drawn beside a canvas: by a worker, or here. */
import { themed } from "./context.mjs";

/** @import { createEasel } from "./easel.mjs" */
/** @import { Answer } from "./beside.mjs" */
/** @import { Canvas, Drawn, Inker, Scene, Surface, Theme } from "../types" */
/**
 * @template Shown
 * @template Told
 * @typedef {{ scene: Scene, version: number, shown: Shown | null | undefined, told: Told | null, sheet: Canvas |
 *   ImageBitmap | null, lost: boolean }} Proof a picture that may be shown next, undefined where a worker composes it,
 *   what that has told of it, and what it is drawn on, once it is; `lost`: the worker could not, and it is drawn where it
 *   is shown
 */

/**
 * @template {Drawn} Shown
 * @template {object} Told
 */
export class Proofs {
  /**
   * @param {{ theme: Theme, inker: Inker }} app
   * @param {Surface} surface
   * @param {ReturnType<typeof createEasel>} ink
   */
  constructor({ theme, inker }, surface, ink) {
    this.inker = inker;
    this.surface = surface;
    this.ink = ink;
    this.beside = themed(theme.canvas(), theme);
    /** @type {Proof<Shown, Told>[]} */
    this.proofs = []; // the next first
  }

  /** None of them will be shown. */
  drop() {
    close(this.proofs);
    this.proofs = [];
  }

  /** That of a scene. @param {Scene} scene */
  of(scene) {
    return this.proofs.find((proof) => proof.scene === scene);
  }

  /** @param {Scene} scene @param {Shown | null} [shown] @returns {Proof<Shown, Told>} */
  add(scene, shown) {
    const made = { scene, version: this.surface.version, shown, told: null, sheet: null, lost: false };
    this.proofs.push(made);
    return made;
  }

  /** A worker draws it. @param {Proof<Shown, Told>} made @param {Promise<Answer | null>} answer */
  async hear(made, answer) {
    const found = await answer;
    made.lost = !found && made.shown === undefined;
    if (!found) return;
    if (!this.proofs.includes(made)) return found.sheet.close();
    made.sheet = found.sheet;
    made.told = /** @type {Told | undefined} */ (found.told) ?? null;
  }

  /** Draw the picture of a scene. @param {Scene} scene @param {Shown | null} shown */
  make(scene, shown) {
    const { beside, inker, ink, surface } = this;
    const taken = this.proofs.some(({ sheet }) => sheet === beside.canvas);
    const made = this.add(scene, shown);
    if (!shown) return undefined;
    const elsewhere = inker.ink(surface, shown);
    if (elsewhere) return this.hear(made, elsewhere);
    if (taken) return undefined; // it is drawn where it is shown
    ink(surface.begin(beside), shown);
    made.sheet = beside.canvas;
    return undefined;
  }

  /** That of a scene, if it can be shown; it is given once, and those before it never. @param {Scene} scene */
  take(scene) {
    const at = this.proofs.findIndex((proof) => proof.scene === scene);
    if (at < 0) return null; // those of later ones stay
    const passed = this.proofs.splice(0, at + 1);
    const good = passed[at].version === this.surface.version;
    close(good ? passed.slice(0, -1) : passed);
    return good ? passed[at] : null;
  }
}

/** @param {{ sheet: Canvas | ImageBitmap | null }[]} unwanted that will not be shown */
function close(unwanted) {
  for (const { sheet } of unwanted) if (sheet && "close" in sheet) sheet.close();
}
