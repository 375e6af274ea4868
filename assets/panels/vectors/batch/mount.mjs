/**
 * Matrices of a batch: what each stage computes for all instances at once, features × instances, as small heatmaps in
 * the order of computation. Each has its own scale, zero being the panel's colour.
 */
import { watchPicture } from "../../../draw/pointer.mjs";
import { createPainter } from "../../../draw/painter.mjs";
import { accessibleTable } from "../../../draw/table.mjs";
import { exact } from "../../../text/numbers.mjs";
import { compose } from "./compose.mjs";
import { isOfLookup } from "./facts.mjs";
import { pickMatrix } from "./layout.mjs";

/** @import { Explorer, Line, Numbers, Panel, Picture, Scene, Spot } from "../../../types" */
/** @import { BatchPicture } from "./compose.mjs" */
/** @import { BatchMatrix } from "./facts.mjs" */
/**
 * @typedef {{ matrix: BatchMatrix, row: number, column: number, word: number | null }} Target a cell; its row's word,
 *   if it has one
 */

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const title = "Matrices of the batch: a row a feature, a column an instance";
  /** @type {Picture<BatchPicture>} */
  const painter = createPainter(app, root, title, { compose, show });
  const setTable = accessibleTable(app, root, "Matrices of the batch");

  /** @param {BatchPicture} picture @param {Scene} scene */
  function show({ matrices }, scene) {
    setTable(["matrix", "rows × instances", "smallest", "largest"], () => matrices.map(tableRow), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPicture(painter.surface.canvas, app, {
    /** @param {number} x @param {number} y @returns {Target | null} */
    pick: (x, y) => painter.shown && pick(painter.shown, x, y),
    /** @param {Target} target */
    word: (target) => target.word,
    /** @param {Target} target */
    lines: (target) => painter.scene && linesFor(painter.scene, target),
    /** @param {Target} target @param {MouseEvent} _ @param {Spot} at */
    click({ matrix: { data, of, quantity }, row, column }, _, at) {
      if (!data) return;
      if (!quantity.summed_at) app.setView({ instance: String(column) });
      if (isOfLookup(quantity, of)) app.focus(quantity.name, [row, column], { at });
      else app.focus(of.name, [row], { at }); // which the other panels show too
    },
  });
  return painter;
}

/** @param {BatchPicture} picture @param {number} x @param {number} y @returns {Target | null} */
function pick({ matrices, boxes }, x, y) {
  const found = pickMatrix(boxes, matrices, x, y);
  if (!found) return null;
  const matrix = matrices[found.at];
  return { ...found, matrix, word: matrix.quantity.axes[0] === "word" ? found.row : null };
}

/** @param {Scene} scene @param {Target} target @returns {Line[]} */
function linesFor({ session, frame }, { matrix: { quantity, of, data }, row, column, word }) {
  const feature = word === null ? `${quantity.axes[0]} ${row + 1}` : session.words[word];
  const number = data?.[column][row] ?? Number.NaN;
  const id = of.role === "index" && quantity.position === undefined;
  const value = data ? (id ? session.words[number] : exact(number)) : "not yet computed";
  if (quantity.summed_at)
    return [[`${quantity.symbol}[${feature}, ${column + 1}]`, value], quantity.help, quantity.source];
  const words = frame ? Array.from(frame.wordsOf(column), (id) => session.words[id]).join(" ") : "";
  const instance = `instance ${column + 1}${words && `: ${words}`}`;
  return [[`${quantity.symbol}[${feature}, ${column + 1}]`, value], instance, quantity.help, quantity.source];
}

/** Words have no size. @param {BatchMatrix} matrix */
function tableRow({ quantity, rows, columns, data, holds }) {
  if (data && holds === "ids") return [quantity.symbol, `${rows} × ${columns}`, "words", ""];
  const ends = data ? endsOf(data).map(exact) : ["not yet computed", ""];
  return [quantity.symbol, `${rows} × ${columns}`, ...ends];
}

/** The smallest and the largest number. @param {Numbers[]} data */
function endsOf(data) {
  let [least, most] = [Infinity, -Infinity];
  for (const vector of data) {
    for (const value of vector) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return [least, most];
}
