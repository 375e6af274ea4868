/**
 * What a panel paints on its canvas: `draw` draws a scene, `show` does all else. While the page rests, the scene that is
 * likely to come next is drawn beside the canvas; when it comes, there is only to show it.
 */
import { createCanvas } from "./canvas.mjs";
import { measureOf } from "./fonts.mjs";
import { draw as drawMarks } from "./marks.mjs";

/**
 * @param {{theme, clock}} app @param {HTMLElement} root
 * @param {{compose: (scene, room, measure, before) => object|null, show: (drawn, scene) => void}} panel `compose` returns a
 *   picture, `{marks, …}`, null where there is no room for one; `before` is the one that is shown. It changes nothing: its
 *   scene may never be shown, and the pointer is still over the one before. Of panels whose pictures are not composed yet,
 *   `draw(context, scene)` draws and returns what it knows of its drawing.
 * @returns {{surface, scene, shown, paint, prepare, redraw}} `scene` is the one painted last, `shown` what its drawing knows;
 *   `redraw` is for what changes under a scene, such as the panel's size
 */
export function createPainter(app, root, label, { compose, draw = drawComposed, show }) {
  const painter = { surface: createCanvas(app, root, label, redraw), scene: null, shown: null, paint, prepare, redraw };
  const { surface } = painter;
  const beside = app.theme.document.createElement("canvas").getContext("2d");
  let prepared = null; // {scene, version, drawn} of what is drawn beside

  function drawComposed(context, scene) {
    const picture = compose(scene, { width: surface.width, height: surface.height }, measureOf(app.theme), painter.shown);
    if (picture) drawMarks(context, picture.marks);
    return picture;
  }

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
