/**
 * What a panel paints on its canvas: `compose` makes the picture of a scene, `show` does all else. Scenes that are
 * likely to come next are drawn beside the canvas (proofs.mjs); when one comes, there is only to show it.
 */
import { createCanvas } from "./canvas.mjs";
import { createEasel } from "./easel.mjs";
import { measureOf } from "./fonts.mjs";
import { Proofs } from "./proofs.mjs";

/** @import { Canvas, Clock, Drawn, Inker, Painted, Picture, Scene, Surface, Theme } from "../types" */
/** @template Shown, Told @typedef {import("./proofs.mjs").Proof<Shown, Told>} Proof */

/**
 * A painter: `scene` is the one painted last, `shown` its picture; where a worker had drawn that, it is composed when it
 * is asked for. `redraw` is for what changes under a scene, such as the panel's size.
 *
 * @template {object} Shown
 * @template {object} [Told=Shown]
 * @template {object} [Asked=object]
 * @param {{ theme: Theme, clock: Clock, inker: Inker }} app
 * @param {HTMLElement} root
 * @param {string} label
 * @param {Painted<Shown & Drawn, Told, Asked>} panel
 * @returns {Picture<Shown>}
 */
export function createPainter(app, root, label, panel) {
  const surface = createCanvas(app, root, label, redraw);
  const ink = createEasel(surface);
  const { beside, composed, toldOf } = composing(app.theme, surface, panel);
  /** @type {Proofs<Shown & Drawn, Told>} */
  const proofs = new Proofs(app, surface, ink);
  /** @type {Told | null} */
  let told = null; // of the picture that is shown
  /** @type {(Shown & Drawn) | null} */
  let picture = null;
  /** @type {{ before: Told | null } | null} */
  let owed = null; // where the picture is still to be composed: what the one before it told

  /** @type {Picture<Shown>} */
  const painter = {
    ...{ surface, scene: null, paint, prepare, redraw },
    get shown() {
      if (owed && painter.scene) picture = composed(painter.scene, owed.before);
      owed = null;
      return picture;
    },
  };

  /** @param {Scene} scene */
  function paint(scene) {
    surface.fit();
    const before = told;
    const proof = proofs.take(scene);
    owed = proof?.told ? { before } : null;
    picture = owed ? null : proof?.shown === undefined ? composed(scene, before) : proof.shown;
    told = proof?.told ?? toldOf(picture);
    if (proof?.sheet) showSheet(surface, proof.sheet, scene.playing);
    else if (picture) ink(surface.begin(), picture);
    else if (before) surface.begin(); // where there is no picture and was none, nothing is drawn
    painter.scene = scene;
    if (told) panel.show(told, scene);
  }

  /** @param {Scene} scene @param {Scene} [after] one that is to be shown before it */
  function prepare(scene, after) {
    if (!after) proofs.drop();
    const proof = after && proofs.of(after);
    const known = proof && !proof.lost; // else the picture that is shown is the last one of which anything is known
    const before = known ? toldBy(proof, toldOf) : told;
    const of = { asked: beside(), after: known ? proof.scene : painter.scene, before };
    const elsewhere = panel.art ? app.inker.compose(surface, scene, { art: panel.art, ...of }) : null;
    if (elsewhere) return proofs.hear(proofs.add(scene), elsewhere);
    return before === undefined ? undefined : proofs.make(scene, composed(scene, before));
  }

  function redraw() {
    proofs.drop();
    app.inker.renew();
    if (painter.scene) paint(painter.scene);
  }

  return painter;
}

/**
 * How a panel composes pictures of a surface: `beside` is what it asks beside the room.
 * @template {Drawn} Shown
 * @template {object} Told
 * @template {object} Asked
 * @param {Theme} theme
 * @param {Surface} surface
 * @param {Painted<Shown, Told, Asked>} panel
 */
function composing(theme, surface, { compose, art, tell, asked }) {
  const beside = () => asked?.() ?? /** @type {Asked} */ ({});
  const of = /** @type {(shown: Shown) => Told} */ (tell ?? (art ? () => ({}) : (shown) => shown));
  return {
    beside,
    /** @param {Scene} scene @param {Told | null} before */
    composed: (scene, before) =>
      compose(scene, { width: surface.width, height: surface.height, ...beside() }, measureOf(theme), before),
    /** @param {Shown | null} shown */
    toldOf: (shown) => shown && of(shown),
  };
}

/**
 * What a picture that is to be shown tells; undefined where it is still being composed.
 * @template Shown, Told
 * @param {Proof<Shown, Told>} proof
 * @param {(shown: Shown | null) => Told | null} toldOf
 */
function toldBy(proof, toldOf) {
  if (proof.told || proof.shown === undefined) return proof.told ?? undefined;
  return toldOf(proof.shown);
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
