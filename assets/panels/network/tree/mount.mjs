/**
 * Tree panel: the words as leaves of the tree that decides between them. The ways to the output words are lit; each
 * inner node shows its probability of going left, and the error where the step asks it. A word's probability is the
 * product of the turns on its way.
 */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { compose } from "./compose.mjs";
import { pickTree } from "./layout.mjs";
import { linesFor, numberOf, tableRows, wordOf } from "./tell.mjs";

/** @import { Explorer, Picture, Scene, Spot } from "../../../types" */
/** @import { TreePicture } from "./compose.mjs" */
/** @import { TreeTarget } from "./layout.mjs" */

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  /** @type {Picture<TreePicture>} */
  const painter = createPainter(app, root, "Tree of the words, with the way to the output words", { compose, show });
  const setTable = accessibleTable(app, root, "Tree");

  /** @param {TreePicture} picture @param {Scene} scene */
  function show({ facts }, scene) {
    const words = facts.scene.shownWords ?? scene.session.words;
    setTable(["word", "way", "probability", ""], () => tableRows(facts), scene.playing, words.length);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y */
    pick: (x, y) => painter.shown && pickTree(painter.shown.layout, x, y),
    /** @param {TreeTarget} target */
    word: (target) => painter.scene && wordOf(painter.scene.session, target),
    /** @param {TreeTarget} target */
    lines: (target) => painter.shown && linesFor(painter.shown.facts, target),
    /** @param {TreeTarget} target @param {MouseEvent} _ @param {Spot} at */
    click(target, _, at) {
      if (!painter.shown) return;
      const { facts } = painter.shown;
      if (target.kind === "word") return app.chooseWord(facts.scene.session.words[target.word]);
      const { name, index } = numberOf(facts, target.node);
      app.focus(name, index, { at, whole: name === facts.scene.session.network.output });
    },
  });
  return painter;
}
