/** The output words' panels: what each of them says for itself, and how they add up. */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPane } from "../instance/pane.mjs";
import { compose } from "./compose.mjs";
import { linesFor, pick, tableRows } from "./tell.mjs";

/** @import { Row } from "../../../draw/table.mjs" */
/** @import { Explorer, Panel, Picture, Scene, Spot } from "../../../types" */
/** @import { OutputsPicture } from "./compose.mjs" */
/** @import { Target } from "./tell.mjs" */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const title = "Panels of the output words: their errors, what they send back, and the sums";
  /** @type {{ painter: Picture<OutputsPicture>, paint: (scene: Scene) => void }} */
  const { painter, paint } = createPane(root, app, title, {
    compose,
    rows: /** @returns {Row[]} */ () => (painter.shown ? tableRows(painter.shown) : []),
    shown: () => pointer.refresh(),
  });

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
