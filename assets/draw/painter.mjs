/**
 * What a panel paints on its canvas: `draw` draws a scene, `show` does all else. While the page rests, the scene that is
 * likely to come next is drawn beside the canvas; when it comes, there is only to show it.
 */
import { createCanvas, createLayer } from "./canvas.mjs";
import { measureOf } from "./fonts.mjs";
import { draw as drawMarks } from "./marks.mjs";

/**
 * @param {{theme, clock}} app @param {HTMLElement} root
 * @param {{compose: (scene, room, measure, before) => object|null, show: (drawn, scene) => void}} panel `compose` returns a
 *   picture, `{marks, …}`, null where there is no room for one; what has a `ground`, `{key, marks()}`, is drawn on that, which is
 *   kept until the key or the size changes. `before` is the one that is shown. It changes nothing: its
 *   scene may never be shown, and the pointer is still over the one before. Of panels whose pictures are not composed yet,
 *   `draw(context, scene)` draws and returns what it knows of its drawing.
 * @returns {{surface, scene, shown, paint, prepare, redraw}} `scene` is the one painted last, `shown` what its drawing knows;
 *   `redraw` is for what changes under a scene, such as the panel's size
 */
export function createPainter(app, root, label, { compose, draw: draws = null, show }) {
  const draw = draws ?? drawComposed;
  const painter = { surface: createCanvas(app, root, label, redraw), scene: null, shown: null, paint, prepare, redraw };
  const { surface } = painter;
  const beside = app.theme.document.createElement("canvas").getContext("2d");
  let prepared = null; // {scene, version, drawn} of what is drawn beside
  let layer = null; // with the ground of the pictures, where they have one

  function drawComposed(context, scene) {
    const picture = compose(scene, { width: surface.width, height: surface.height }, measureOf(app.theme), painter.shown);
    if (picture?.ground) drawGround(context, picture.ground);
    if (picture) drawMarks(context, picture.marks);
    return picture;
  }

  function drawGround(context, { key, marks }) {
    layer ??= createLayer(surface);
    layer.keep(key, (kept) => drawMarks(kept, marks()));
    layer.stamp(context);
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
