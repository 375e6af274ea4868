/**
 * Table look-up: the rows of the words before leave the table of word features and stand side by side as the network's
 * input. It moves where one steps stage by stage; below stand the hidden layer and the next words, and above them, once
 * it has come back, the error of every feature.
 */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { compose } from "./compose.mjs";
import { pickLookup } from "./layout.mjs";
import { linesFor, numberOf, tableRows, wordOf } from "./tell.mjs";

/** @import { Explorer, Measure, Picture, Room, Scene, Spot } from "../../../types" */
/** @import { LookupPicture } from "./compose.mjs" */
/** @import { LookupTarget } from "./layout.mjs" */

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  /** @param {Scene} scene @param {Room} room @param {Measure} measure @param {LookupPicture | null} before */
  const composeNow = (scene, room, measure, before) => compose(scene, room, measure, before, performance.now());
  const title = "Table look-up: the rows of the words before, side by side, and what the network makes of them";
  /** @type {Picture<LookupPicture>} */
  const painter = createPainter(app, root, title, { compose: composeNow, show });
  const setTable = accessibleTable(app, root, "Table look-up");

  /** @param {LookupPicture} picture @param {Scene} scene */
  function show(picture, scene) {
    if (picture.moving) app.clock.frame(() => painter.scene === scene && painter.paint(scene));
    setTable(["position", "word", "features"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y */
    pick: (x, y) => painter.shown && pickLookup(painter.shown.layout, x, y),
    /** @param {LookupTarget} target */
    word: (target) => painter.shown && wordOf(painter.shown, target),
    /** @param {LookupTarget} target */
    lines: (target) => painter.shown && linesFor(painter.shown, target),
    /** @param {LookupTarget} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      const number = painter.shown && numberOf(painter.shown, target);
      if (number) app.focus(number.name, number.index, { at });
    },
  });
  return painter;
}
