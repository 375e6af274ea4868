/** The network with a copy of the input for each context word. */
import { createPainter } from "../../../draw/painter.mjs";
import { watchPicture } from "../../../draw/pointer.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { exact } from "../../../text/numbers.mjs";
import { compose } from "./compose.mjs";
import { linesAt, numberAt, pick, tableRows, wordAt } from "./tell.mjs";

/** @import { Explorer, Panel, Picture, Scene, Spot } from "../../../types" */
/** @import { CopiesPicture } from "./compose.mjs" */
/** @import { CopyTarget } from "./tell.mjs" */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const title = "Network with a copy of the input for each context word";
  /** @type {Picture<CopiesPicture>} */
  const painter = createPainter(app, root, title, { compose, show });
  const setTable = accessibleTable(app, root, title);

  /** @param {CopiesPicture} picture @param {Scene} scene */
  function show(picture, scene) {
    setTable(
      ["copy", "word that is on", ...picture.layout.unitY.map((_, unit) => `unit ${unit + 1}`)],
      () => tableRows(picture, exact),
      scene.playing,
    );
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y @returns {CopyTarget | null} */
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    /** @param {CopyTarget} target */
    word: (target) => painter.shown && wordAt(painter.shown, target),
    /** @param {CopyTarget} target */
    lines: (target) => painter.shown && linesAt(painter.shown, target),
    /** @param {CopyTarget} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      if (!painter.shown) return;
      if (target.kind === "copy") return app.pin(target.id);
      const number = numberAt(painter.shown, target);
      if (number) app.focus(number.name, number.index, { at });
    },
  });
  return painter;
}
