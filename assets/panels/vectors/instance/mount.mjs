/**
 * Vectors panel: every array that the step computes, a column each in the order of computation, filling in stage by
 * stage; and the error at the hidden layer taken apart into the output vectors that drag the input vector.
 */
import { watchPointer } from "../../../draw/pointer.mjs";
import { compose } from "./compose.mjs";
import { createPane } from "./pane.mjs";
import { linesFor, pick, tableRows } from "./tell.mjs";

/** @import { Explorer, Panel, Picture, Scene, Spot } from "../../../types" */
/** @import { VectorsPicture } from "./compose.mjs" */
/** @import { Target } from "./tell.mjs" */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  /** @type {{ painter: Picture<VectorsPicture>, paint: (scene: Scene) => void }} */
  const { painter, paint } = createPane(root, app, "Vectors of this step", {
    art: "vectors",
    compose,
    rows: tableRows,
    shown: () => pointer.refresh(),
  });

  const pointer = watchPointer(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y @returns {Target | null} */
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    /** @param {Target} target @param {PointerEvent} event */
    hover(target, event) {
      const word = target.word ?? null;
      if (word !== painter.scene?.hovered) app.hover(word);
      if (painter.shown) app.tooltip.show(event.clientX, event.clientY, linesFor(painter.shown, target));
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    /** @param {Target} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      const { shown = [], names = null } = painter.shown ?? {};
      if (target.kind === "cell") app.focus(shown[target.column].quantity.name, target.index, { at });
      if (target.kind === "drag" && target.part && names) app.focus(names.error, [target.part.index], { at });
      if (target.kind === "word") app.pin(target.word);
    },
  });
  return { paint, prepare: painter.prepare, inner: () => painter };
}
