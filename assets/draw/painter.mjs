/**
 * What a panel paints on its canvas: `compose` makes the picture of a scene, `show` does all else. While the page
 * rests, the scene that is likely to come next is drawn beside the canvas; when it comes, there is only to show it.
 */
import { createCanvas, createLayer } from "./canvas.mjs";
import { contextOf } from "./context.mjs";
import { measureOf } from "./fonts.mjs";
import { draw } from "./marks.mjs";

/** @import { Clock, Context, Drawn, Ground, Measure, Picture, Room, Scene, Theme } from "../types" */
/**
 * @template Shown
 * @typedef {{ scene: Scene, version: number, shown: Shown | null }} Prepared what is drawn beside, and its picture
 */

/**
 * A painter: `scene` is the one painted last, `shown` its picture; `redraw` is for what changes under a scene,
 * such as the panel's size.
 *
 * @template {object} Shown
 * @param {{ theme: Theme, clock: Clock }} app
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
  const beside = /** @type {Context} */ (contextOf(app.theme.document.createElement("canvas")));
  /** @type {Prepared<Shown> | null} */
  let prepared = null;
  /** @type {ReturnType<typeof createLayer> | null} */
  let layer = null; // with the ground of the pictures, where they have one

  /** Where there is no picture and was none, nothing is drawn. @param {Scene} scene @param {Context} [on] */
  function drawn(scene, on) {
    const room = { width: surface.width, height: surface.height };
    const picture = compose(scene, room, measureOf(app.theme), painter.shown);
    if (!picture && !painter.shown) return null;
    const context = surface.begin(on);
    if (picture?.ground) drawGround(context, picture.ground);
    if (picture) draw(context, picture.marks);
    return picture;
  }

  /** @param {Context} context @param {Ground} ground */
  function drawGround(context, { key, marks }) {
    layer ??= createLayer(surface);
    layer.keep(key, (kept) => draw(kept, marks()));
    layer.stamp(context);
  }

  /** @param {Scene} scene */
  function paint(scene) {
    surface.fit();
    const ready = prepared?.scene === scene && prepared.version === surface.version ? prepared : null;
    if (ready?.shown) surface.stamp(beside.canvas);
    painter.shown = ready?.shown ?? drawn(scene);
    painter.scene = scene;
    if (painter.shown) show(painter.shown, scene);
  }

  /** @param {Scene} scene */
  function prepare(scene) {
    prepared = { scene, version: surface.version, shown: drawn(scene, beside) };
  }

  function redraw() {
    prepared = null;
    if (painter.scene) paint(painter.scene);
  }

  return painter;
}
