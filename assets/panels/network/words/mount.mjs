/** Network panel: input words, hidden units and output words in three columns. */
import { watchPointer } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { compose, factsOf } from "./compose.mjs";
import { isHidden, linesFor, numberOf, pickWords, tableRows, wordOf } from "./tell.mjs";

/** @import { Explorer, Picture, Scene, Spot } from "../../../types" */
/** @import { NetworkPicture } from "./compose.mjs" */
/** @import { NetworkFacts } from "./facts.mjs" */
/** @import { WordsTarget } from "./tell.mjs" */

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  /** @type {Picture<NetworkPicture>} */
  const painter = createPainter(app, root, "Network: input words, hidden units, output words", {
    art: "words",
    compose,
    show,
  });
  const { canvas } = painter.surface;
  const setTable = accessibleTable(app, root, "Network");

  /** @param {object} _ @param {Scene} scene */
  function show(_, scene) {
    setTable(["word", "input", "output", "probability"], () => tableRows(factsOf(scene)), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPointer(canvas, app, {
    /** @param {number} x @param {number} y */
    pick: (x, y) => painter.shown && pickWords(painter.shown, x, y),
    /** @param {WordsTarget} target @param {PointerEvent} event */
    hover(target, event) {
      if (!painter.shown) return;
      const { facts } = painter.shown;
      app.hover(wordOf(facts, target), target.kind === "input");
      app.tooltip.show(event.clientX, event.clientY, linesFor(facts, target));
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    /** @param {WordsTarget} target @param {MouseEvent} _ @param {Spot} at */
    click: (target, _, at) => painter.shown && press(painter.shown.facts, target, app, at),
  });
  return painter;
}

/** @param {NetworkFacts} facts @param {WordsTarget} target @param {Explorer} app @param {Spot} at */
function press(facts, target, app, at) {
  if (target.kind === "input") return app.pin(target.id);
  if (target.kind === "rank" && isHidden(target)) return app.chooseWord(target.word);
  const number = numberOf(facts, target);
  if (number) app.focus(number.name, number.index, { at });
}
