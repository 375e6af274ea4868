/**
 * What a panel paints on its canvas: `draw` draws a scene, `show` does all else. While the page rests, the scene that is
 * likely to come next is drawn beside the canvas; when it comes, there is only to show it.
 */
import { createCanvas } from "./canvas.mjs";

/**
 * @param {{theme, clock}} app @param {HTMLElement} root
 * @param {{draw: (context, scene) => object|null, show: (drawn, scene) => void}} panel `draw` returns what it knows of its
 *   drawing, null where there is no room for one. It may change nothing but what it remembers to be quicker: its scene may
 *   never be shown, and the pointer is still over the one before.
 * @returns {{surface, scene, shown, paint, prepare, redraw}} `scene` is the one painted last, `shown` what its drawing knows;
 *   `redraw` is for what changes under a scene, such as the panel's size
 */
export function createPainter(app, root, label, { draw, show }) {
  const painter = { surface: createCanvas(app, root, label, redraw), scene: null, shown: null, paint, prepare, redraw };
  const { surface } = painter;
  const beside = app.theme.document.createElement("canvas").getContext("2d");
  let prepared = null; // {scene, version, drawn} of what is drawn beside

  function paint(scene) {
    const context = surface.begin();
    const ready = prepared?.scene === scene && prepared.version === surface.version;
    if (ready) surface.stamp(beside.canvas);
    painter.shown = ready ? prepared.drawn : draw(context, scene);
    painter.scene = scene;
    if (painter.shown) show(painter.shown, scene);
  }

  function prepare(scene) {
    prepared = { scene, version: surface.version, drawn: draw(surface.begin(beside), scene) };
  }

  function redraw() {
    prepared = null;
    if (painter.scene) paint(painter.scene);
  }

  return painter;
}
