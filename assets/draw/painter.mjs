/**
 * What a panel paints on its canvas: `compose` makes the picture of a scene, `show` does all else. Scenes that are
 * likely to come next are drawn beside the canvas; when one comes, there is only to show it.
 */
import { createCanvas } from "./canvas.mjs";
import { themed } from "./context.mjs";
import { createEasel } from "./easel.mjs";
import { measureOf } from "./fonts.mjs";

/** @import { Canvas, Clock, Drawn, Inker, Measure, Picture, Room, Scene, Surface, Theme } from "../types" */
/**
 * @template Shown
 * @typedef {{ scene: Scene, version: number, shown: Shown | null, sheet: Canvas | ImageBitmap | null }} Proof a picture
 *   that may be shown next, and what it is drawn on, once it is
 */

/**
 * A painter: `scene` is the one painted last, `shown` its picture; `redraw` is for what changes under a scene,
 * such as the panel's size.
 *
 * @template {object} Shown
 * @param {{ theme: Theme, clock: Clock, inker: Inker }} app
 * @param {HTMLElement} root
 * @param {string} label
 * @param {{ show: (shown: Shown, scene: Scene) => void, compose: (scene: Scene, room: Room, measure: Measure, before:
 *   Shown | null) => (Shown & Drawn) | null }} panel `compose` returns a picture, null where there is no room for one;
 *   what has a `ground` is drawn on that, which is kept until its key or the size changes. `before` is the one that is
 *   shown. It changes nothing: its scene may never be shown, and the pointer is still over the one before.
 * @returns {Picture<Shown>}
 */
export function createPainter(app, root, label, { compose, show }) {
  const surface = createCanvas(app, root, label, redraw);
  /** @type {Picture<Shown>} */
  const painter = { surface, scene: null, shown: null, paint, prepare, redraw };
  const ink = createEasel(surface);
  /** @type {ReturnType<typeof createProofs<Shown & Drawn>>} */
  const proofs = createProofs(app, surface, ink);

  /** @param {Scene} scene */
  const composed = (scene, before = painter.shown) =>
    compose(scene, { width: surface.width, height: surface.height }, measureOf(app.theme), before);

  /** @param {Scene} scene */
  function paint(scene) {
    surface.fit();
    const proof = proofs.take(scene);
    const shown = proof ? proof.shown : composed(scene);
    if (proof?.sheet) showSheet(surface, proof.sheet, scene.playing);
    else if (shown) ink(surface.begin(), shown);
    else if (painter.shown) surface.begin(); // where there is no picture and was none, nothing is drawn
    painter.shown = shown;
    painter.scene = scene;
    if (shown) show(shown, scene);
  }

  /** @param {Scene} scene @param {Scene} [after] one that is to be shown before it */
  function prepare(scene, after) {
    if (!after) proofs.drop();
    return proofs.make(scene, composed(scene, after && proofs.of(after)));
  }

  function redraw() {
    proofs.drop();
    if (painter.scene) paint(painter.scene);
  }

  return painter;
}

/**
 * The pictures of scenes that are likely to come, drawn beside the canvas: by a worker, or here.
 * @template {Drawn} Shown
 * @param {{ theme: Theme, inker: Inker }} app
 * @param {Surface} surface
 * @param {ReturnType<typeof createEasel>} ink
 */
function createProofs({ theme, inker }, surface, ink) {
  const beside = themed(theme.canvas(), theme);
  /** @type {Proof<Shown>[]} */
  let proofs = []; // the next first

  /** @param {Proof<Shown>[]} unwanted that will not be shown */
  function close(unwanted) {
    for (const { sheet } of unwanted) if (sheet && "close" in sheet) sheet.close();
  }

  /** None of them will be shown. */
  function drop() {
    close(proofs);
    proofs = [];
  }

  return {
    drop,
    /** The picture of a scene that is to be shown. @param {Scene} scene */
    of: (scene) => proofs.find((proof) => proof.scene === scene)?.shown,
    /** @param {Scene} scene @param {Shown | null} shown its picture */
    make(scene, shown) {
      /** @type {Proof<Shown>} */
      const made = { scene, version: surface.version, shown, sheet: null };
      const taken = proofs.some(({ sheet }) => sheet === beside.canvas);
      proofs.push(made);
      if (!shown) return undefined;
      const elsewhere = inker.ink(surface, shown);
      if (elsewhere)
        return elsewhere.then((sheet) => {
          if (proofs.includes(made)) made.sheet = sheet;
          else sheet?.close();
        });
      if (taken) return undefined; // it is drawn where it is shown
      ink(surface.begin(beside), shown);
      made.sheet = beside.canvas;
      return undefined;
    },
    /** That of a scene, if it can be shown; it is given once, and those before it never. @param {Scene} scene */
    take(scene) {
      const at = proofs.findIndex((proof) => proof.scene === scene);
      if (at < 0) return null; // those of later ones stay
      const passed = proofs.splice(0, at + 1);
      const good = passed[at].version === surface.version;
      close(good ? passed.slice(0, -1) : passed);
      return good ? passed[at] : null;
    },
  };
}

/** @param {Surface} surface @param {Canvas | ImageBitmap} sheet @param {boolean} playing */
function showSheet(surface, sheet, playing) {
  if (!("close" in sheet)) surface.stamp(sheet);
  else if (playing) surface.film(sheet);
  else {
    surface.stamp(sheet);
    sheet.close();
  }
}
