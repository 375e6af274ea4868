/**
 * The unrolled network: a hidden layer that feeds itself, drawn once for each of the last words. The error comes in
 * from the answer at the right and travels back from state to state; under each word stands what its error adds to the
 * gradient of the recurrent weights, an outer product of error and state before, and to that of its own column of the
 * input weights. Together they are the gradient that the step applies.
 */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { compose } from "./compose.mjs";
import { pickUnrolled } from "./layout.mjs";
import { linesFor, numberAt, tableRows } from "./tell.mjs";

/** @import { Explorer, Measure, Panel, Picture, Room, Scene, Spot } from "../../../types" */
/** @import { UnrolledPicture } from "./compose.mjs" */
/** @import { Target } from "./tell.mjs" */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  /** @param {Scene} scene @param {Room} room @param {Measure} measure @param {UnrolledPicture | null} before */
  const composeNow = (scene, room, measure, before) => compose(scene, room, measure, before, performance.now());
  const title = "The network unrolled over the last words, and the error going back through them";
  /** @type {Picture<UnrolledPicture>} */
  const painter = createPainter(app, root, title, { compose: composeNow, show });
  const setTable = accessibleTable(app, root, "Unrolled network");

  /** @param {UnrolledPicture} picture @param {Scene} scene */
  function show({ facts, moving }, scene) {
    if (moving) app.clock.frame(() => painter.scene === scene && painter.paint(scene));
    const { recurrent, input } = facts.symbols;
    const headers = ["word", "", "error, length", `to ${recurrent}, length`, `to ${input}, length`];
    setTable(headers, () => tableRows(facts), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y @returns {Target | null} */
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    /** @param {Target} target */
    word: (target) => painter.shown && wordOf(painter.shown, target),
    /** @param {Target} target */
    lines: (target) => painter.shown && linesFor(painter.shown.facts, target),
    /** @param {Target} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      const number = painter.shown && numberAt(painter.shown.facts, target);
      if (number) app.focus(...number, { at });
    },
  });
  return painter;
}

/** @param {UnrolledPicture} picture @param {number} x @param {number} y @returns {Target | null} */
function pick({ layout, ranks }, x, y) {
  const rank = x >= layout.answer.x && ranks.find(({ top, bottom }) => y >= top && y < bottom);
  return rank ? { kind: "rank", id: rank.id } : pickUnrolled(layout, x, y);
}

/** The word that a part of the picture stands for. @param {UnrolledPicture} picture @param {Target} target */
function wordOf({ facts }, target) {
  const word =
    target.kind === "rank"
      ? target.id
      : target.kind === "word" || target.kind === "column"
        ? facts.words[target.time]
        : -1;
  return word >= 0 ? word : null;
}
