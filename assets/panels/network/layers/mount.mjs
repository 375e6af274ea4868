/**
 * Network panel of a network of layers: a column of units for each, from the inputs to the outputs, and a unit that is
 * always 1 where there are biases.
 */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { compose } from "./compose.mjs";
import { pickLayers } from "./layout.mjs";
import { linesFor, numberOf, tableRows, wordOf } from "./tell.mjs";

/** @import { Explorer, Picture, Scene, Spot } from "../../../types" */
/** @import { LayersPicture } from "./compose.mjs" */
/** @import { LayersTarget } from "./layout.mjs" */

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  /** @type {Picture<LayersPicture>} */
  const painter = createPainter(app, root, "Network: its layers, from the inputs to the outputs", {
    art: "layers",
    compose,
    show,
  });
  const setTable = accessibleTable(app, root, "Network");

  /** @param {object} _ @param {Scene} scene */
  function show(_, scene) {
    setTable(
      ["unit", "net input", "activation", "error", "target"],
      () => (painter.shown ? tableRows(painter.shown.facts) : []),
      scene.playing,
    );
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y */
    pick: (x, y) => painter.shown && pickLayers(painter.shown.layout, x, y),
    /** @param {LayersTarget} target */
    word: (target) => painter.shown && wordOf(painter.shown.facts, target),
    /** @param {LayersTarget} target */
    lines: (target) => painter.shown && linesFor(painter.shown.facts, target),
    /** @param {LayersTarget} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      const number = painter.shown && numberOf(painter.shown.facts, target);
      if (number) app.focus(number.name, number.index, { at });
    },
  });
  return painter;
}
