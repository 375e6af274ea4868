/** The output words' panels: what each of them says for itself, and how they add up. */
import { element } from "../../../draw/figure.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { watchPicture } from "../../../draw/pointer.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { instanceBar } from "../instance/bar.mjs";
import { compose } from "./compose.mjs";
import { linesFor, pick, tableRows } from "./tell.mjs";

/** @import { Explorer, Panel, Picture, Scene, Spot } from "../../../types" */
/** @import { OutputsPicture } from "./compose.mjs" */
/** @import { Target } from "./tell.mjs" */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const title = "Panels of the output words: their errors, what they send back, and the sums";
  const bar = instanceBar(root, app);
  const host = root.appendChild(element("div"));
  Object.assign(host.style, { position: "absolute", inset: "0" });
  /** @type {Picture<OutputsPicture>} */
  const painter = createPainter(app, host, title, { compose, show });
  const setTable = accessibleTable(app, root, title);

  /** @param {OutputsPicture} picture @param {Scene} scene */
  function show(picture, scene) {
    setTable(["vector", "element", "value"], () => tableRows(picture), scene.playing);
    pointer.refresh();
  }

  /** The bar above takes its room first. @param {Scene} scene */
  function paint(scene) {
    host.style.top = `${bar.update(scene)}px`;
    painter.paint(scene);
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y @returns {Target | null} */
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    /** @param {Target} target */
    word: (target) => target.word,
    /** @param {Target} target */
    lines: (target) => painter.shown && linesFor(painter.shown, target),
    /** @param {Target} target @param {MouseEvent} _ @param {Spot} at */
    click({ panel, part, row }, _, at) {
      const pressed = painter.shown?.panels[panel].parts[part];
      if (pressed?.index && row >= 0) app.focus(pressed.quantity.name, pressed.index(row), { at });
    },
  });
  return { paint, prepare: painter.prepare };
}
