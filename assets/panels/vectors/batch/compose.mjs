/** The picture of a batch's matrices: a pixel a number, each matrix on its own scale, zero being the panel's colour. */
import { scaleIndex } from "../../../draw/colours.mjs";
import { label, MUTED } from "../../../draw/composing.mjs";
import { dashesOfGrid } from "../../../draw/signs.mjs";
import { parseFocus } from "../../../maths/named.mjs";
import { short } from "../../../text/numbers.mjs";
import { matricesOf } from "./facts.mjs";
import { batchLayout } from "./layout.mjs";

/** @import { Mark, Measure, Numbers, Room, Scene } from "../../../types" */
/** @import { BatchMatrix } from "./facts.mjs" */
/** @import { MatrixBox } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} BatchPicture */

const ACCENT = { role: "accent" };

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, { width, height }, measure) {
  if (width < 60 || height < 40) return null;
  const matrices = matricesOf(scene);
  const boxes = batchLayout({ width, height, text: measure.small, count: matrices.length });
  const marks = matrices.flatMap((matrix, i) => [
    ...heading(measure, matrix, boxes[i]),
    ...cells(measure, matrix, boxes[i]),
    ...chosen(scene, matrix, boxes[i]),
  ]);
  return { marks, matrices, boxes };
}

/** @param {Measure} measure @param {BatchMatrix} matrix @param {MatrixBox} box @returns {Mark[]} */
function heading(measure, { quantity, of, rows, columns, data, limit }, { x, y, width }) {
  const { small } = measure;
  const muted = { pad: null, colour: MUTED, size: small };
  const symbol = label(measure, quantity.symbol, x, y + 0.75 * small, {
    pad: null,
    bold: true,
    colour: { role: quantity.role },
  });
  const used = (symbol?.room ?? 0) + 5;
  const size = label(measure, `${rows} × ${columns}`, x + used, y + 0.75 * small, { ...muted, room: width - used });
  const said = data && of.role !== "index" ? `${of.symbol}, ±${short(limit)}` : of.symbol;
  const note = label(measure, said, x, y + 1.9 * small, { ...muted, room: width });
  return [symbol, size, note].filter((mark) => mark !== null);
}

/**
 * The numbers, in an outline that is dashed until they are known.
 * @param {Measure} measure
 * @param {BatchMatrix} matrix
 * @param {MatrixBox} box
 * @returns {Mark[]}
 */
function cells(measure, { quantity, rows, columns, data, limit, current }, box) {
  const { left, top, width, height } = box;
  /** @type {Mark} */
  const outline = {
    mark: "boxes",
    boxes: [left + 0.5, top + 0.5, width - 1, height - 1],
    stroke: { role: current ? quantity.role : "grid" },
    width: current ? 2 : 1,
    dash: data ? undefined : [3, 3],
  };
  if (!data) return [outline];
  const indexes = indexesOf(data, rows, columns, limit);
  /** @param {number} cell */
  const valueAt = (cell) => data[cell % columns][Math.floor(cell / columns)];
  const grid = { left, top, width, height };
  return [
    { mark: "pixels", box: grid, columns, rows, indexes },
    ...dashesOfGrid(measure, grid, { columns, rows }, valueAt),
    outline,
  ];
}

/** @param {Numbers[]} data @param {number} rows @param {number} columns @param {number} limit */
function indexesOf(data, rows, columns, limit) {
  const indexes = new Uint16Array(rows * columns);
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) indexes[cell] = scaleIndex(data[column][row], limit);
  return indexes;
}

/**
 * The column of the instance that other panels show, and the number in focus.
 * @param {Scene} scene
 * @param {BatchMatrix} matrix
 * @param {MatrixBox} box
 * @returns {Mark[]}
 */
function chosen({ frame, view }, { quantity, of, rows, columns, data }, { left, top, width, height }) {
  if (!data || !frame) return [];
  const focus = parseFocus(view.focus);
  const [cell, high] = [width / columns, height / rows];
  /** @param {number} row @param {number} column @returns {Mark} */
  const around = (row, column) => {
    const boxes = [left + column * cell - 1, top + row * high - 1, Math.max(4, cell + 2), Math.max(4, high + 2)];
    return { mark: "boxes", boxes, stroke: ACCENT, width: 2 };
  };
  const own = focus?.name === quantity.name ? [around(focus.index[0], focus.index[1])] : [];
  if (quantity.summed_at) return own;
  const x = left + frame.instance * cell;
  /** @type {Mark} */
  const column = { mark: "boxes", boxes: [x + 0.5, top + 0.5, Math.max(2, cell - 1), height - 1], stroke: ACCENT };
  if (focus?.name !== of.name || quantity.position !== undefined) return [column, ...own];
  return [column, around(focus.index[focus.index.length - 1], frame.instance)];
}
