/** The picture of a step's vectors: words with their marks, a column a quantity, the drags on the input. */
import { label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { shownWords } from "../../../maths/rows.mjs";
import { shareOfWords } from "../../../text/names.mjs";
import { columnMarks } from "./columns.mjs";
import { drags, dragParts } from "./drag.mjs";
import { dragList } from "./drag-list.mjs";
import { focusedCell, layoutFor, shownIn } from "./facts.mjs";
import { cellBox } from "./layout.mjs";
import { WORD } from "./widths.mjs";

/** @import { Mark, Measure, Room, Scene } from "../../../types" */
/** @import { Shown } from "./facts.mjs" */
/** @import { VectorsLayout } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} VectorsPicture */

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, room, measure) {
  if (room.width < 40 || room.height < 40) return null;
  const names = dragParts(scene.session);
  const layout = layoutFor(scene, room, measure, names !== null);
  const ids = shownWords(scene, layout.rows, Math.ceil(layout.rows / 2));
  const shown = shownIn(scene, layout, ids);
  const found = names && drags(scene, names);
  const list = names && layout.list ? dragList(measure, scene, names, found, layout.list) : { marks: [], spots: [] };
  const marks = [
    ...bands(scene, ids, layout, shown),
    ...words(measure, scene, ids, layout),
    ...shown.flatMap((each) => columnMarks(measure, scene, each)),
    ...focus(scene, shown, ids),
    ...list.marks,
  ];
  return { marks, scene, layout, ids, shown, names, found, spots: list.spots };
}

/**
 * Bands behind the hovered word: from its name through all columns of words, and in the rows of what the step asks.
 * @param {Scene} scene
 * @param {number[]} ids
 * @param {VectorsLayout} layout
 * @param {Shown[]} shown
 * @returns {Mark[]}
 */
function bands({ hovered }, ids, layout, shown) {
  if (hovered === null) return [];
  const boxes = shown.flatMap(({ column, asked }) => {
    if (!asked?.ofWords) return [];
    const { x, top, step, width, rows } = column;
    return Array.from(asked.ids.subarray(0, rows)).flatMap((id, row) =>
      id === hovered ? [x, top + row * step, width, step] : [],
    );
  });
  const row = ids.indexOf(hovered);
  if (row >= 0) {
    const { marks, label: left, labelWidth, rowStep, columns } = layout;
    for (const top of layout.lists) boxes.push(marks - 3, top + row * rowStep, left + labelWidth - marks + 6, rowStep);
    for (const column of columns) if (column.axis === WORD) boxes.push(...cellBox(column, row));
  }
  return [{ mark: "boxes", boxes, fill: { role: "accent-soft" } }];
}

/**
 * Names of the words in sight; a disc marks the instance's input words, a square its output words.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {number[]} ids
 * @param {VectorsLayout} layout
 * @returns {Mark[]}
 */
function words(measure, { frame, session, pins, hovered }, ids, layout) {
  const { small, normal } = measure;
  const size = layout.rowStep >= normal + 2 ? normal : small;
  const radius = 0.28 * small;
  /** @param {number} id @param {number} y @returns {(Mark | null)[]} */
  const named = (id, y) => {
    const [input, output] = [frame?.inputs.includes(id), frame?.outputs.includes(id)];
    const x = layout.marks + (input ? 0.95 : 0.4) * small;
    const discs = [layout.marks + 0.4 * small, y, radius];
    const boxes = [x - radius, y - radius, 2 * radius, 2 * radius];
    const bold = input || output || pins.includes(id) || id === hovered;
    const colour = input ? { role: "input" } : output ? { role: "output" } : TEXT;
    const options = { room: layout.labelWidth, pad: null, colour, size, bold };
    return [
      input ? { mark: "discs", discs, fill: { role: "input" } } : null,
      output ? { mark: "boxes", boxes, fill: { role: "output" } } : null,
      label(measure, session.words[id], layout.label, y, options),
    ];
  };
  const all = layout.lists.flatMap((top) => ids.flatMap((id, row) => named(id, top + (row + 0.5) * layout.rowStep)));
  const note = layout.some ? shareOfWords(ids.length, session) : "";
  const noteY = layout.bottom - 0.5 * small;
  return present([...all, label(measure, note, layout.marks, noteY, { pad: null, colour: MUTED, size: small })]);
}

/**
 * A frame around the number in focus.
 * @param {Scene} scene
 * @param {Shown[]} shown
 * @param {number[]} ids
 * @returns {Mark[]}
 */
function focus(scene, shown, ids) {
  const found = focusedCell(scene, shown, ids);
  if (!found) return [];
  const { column, row, across } = found;
  return [{ mark: "boxes", boxes: cellBox(column, row, across), stroke: { role: "accent" }, width: 2 }];
}
