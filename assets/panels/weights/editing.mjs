/** Changing a weight in its cell: by a double click, or by Enter on the chosen cell. The field's script comes then. */
import { cornerOf } from "./layout.mjs";
import { columnName, nameOf } from "./rows.mjs";
import { indexOf } from "./sheets.mjs";
import { agoOf } from "./shown.mjs";

/** @import { Explorer, Picture } from "../../types" */
/** @import { WeightsPicture } from "./compose.mjs" */
/** @import { Cell } from "./layout.mjs" */

const FIELD = { width: 108, height: 30 }; // px

/** @param {HTMLElement} view @param {Explorer} app @param {Picture<WeightsPicture>} painter */
export function createEditing(view, app, painter) {
  /** @type {{ step: number, close: () => void } | null} */
  let open = null;
  const { surface } = painter;

  function close() {
    open?.close();
    open = null;
  }

  return {
    /** @param {Cell} cell @param {boolean} [byMouse] its field keeps no keys: they step again when it has gone */
    async edit(cell, byMouse = false) {
      close();
      app.tooltip.hide();
      if (!painter.shown) return;
      if (painter.shown.scene.playing && !app.source.readonly) app.seek(painter.shown.scene.step); // it would not wait
      const { scene, layout } = painter.shown;
      const { map, row, column } = cell;
      const { name, symbol } = map.parameter;
      const { left, top } = cornerOf(layout, cell);
      const corner = {
        left: Math.max(0, Math.min(left, surface.width - FIELD.width)),
        top: Math.max(0, Math.min(top - 4, surface.height - FIELD.height)),
      };
      const value = scene.weights[name].data[row * map.row + column * map.column];
      const [at, across = 0] = indexOf(map, row, column);
      /** @param {number} changed */
      const accept = (changed) => app.edit({ parameter: name, row: at, column: across, value: changed });
      if (app.source.readonly) return accept(value); // it is told at once that nothing can be changed, before one types
      const label = [`${symbol} of ${nameOf(scene, map, row)}`, columnName(map, column)].filter(Boolean).join(", ");
      const done = () => byMouse || surface.canvas.focus({ preventScroll: true });
      const box = { ...corner, ...FIELD }; // beside which the explanation goes, since it would lie over the field
      app.focus(name, indexOf(map, row, column), { at: { host: surface.canvas, box }, ago: agoOf(scene) });
      const opening = (open = { step: scene.step, close() {} });
      const { openCellEditor } = await import("./cell-editor.mjs");
      if (open === opening) open.close = openCellEditor(view, corner, { value, label, clock: app.clock, accept, done });
    },
    /** A field over another step's number goes. @param {number} step */
    closeUnless(step) {
      if (open && open.step !== step) close();
    },
  };
}
