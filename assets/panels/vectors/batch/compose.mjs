/**
 * The picture of a batch's matrices: a pixel a number, each matrix on its own scale, zero being the panel's colour. The
 * words that the batch reads, by their numbers or one-hot, are in the colour of input words instead.
 */
import { scaleIndex } from "../../../draw/colours.mjs";
import { label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { dashesOfGrid } from "../../../draw/signs.mjs";
import { parseFocus } from "../../../maths/named.mjs";
import { short } from "../../../text/numbers.mjs";
import { matricesOf } from "./facts.mjs";
import { batchLayout } from "./layout.mjs";

/** @import { Box, Mark, Measure, Room, Scene } from "../../../types" */
/** @import { BatchMatrix } from "./facts.mjs" */
/** @import { MatrixBox } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} BatchPicture */

const ACCENT = { role: "accent" };
const ONE_HOT = [{ role: "surface" }, { role: "input" }];
const WORDS = Array.from({ length: 17 }, (_, i) => ({ tint: "input", share: 0.06 + 0.03 * i })); // first to last

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, { width, height }, measure) {
  if (width < 60 || height < 40) return null;
  const matrices = matricesOf(scene);
  const boxes = batchLayout({ width, height, text: measure.small, count: matrices.length });
  const marks = matrices.flatMap((matrix, i) => [
    ...heading(measure, matrix, boxes[i]),
    ...cells(measure, scene, matrix, boxes[i]),
    ...chosen(scene, matrix, boxes[i]),
  ]);
  return { marks, matrices, boxes };
}

/** The colour of what a matrix is called by. @param {BatchMatrix} matrix */
const roleOf = ({ quantity, holds }) => (holds === "numbers" ? quantity.role : "input");

/** @param {Measure} measure @param {BatchMatrix} matrix @param {MatrixBox} box @returns {Mark[]} */
function heading(measure, matrix, { x, y, width }) {
  const { quantity, rows, columns } = matrix;
  const { small } = measure;
  const muted = { pad: null, colour: MUTED, size: small };
  const symbol = label(measure, quantity.symbol, x, y + 0.75 * small, {
    pad: null,
    bold: true,
    colour: { role: roleOf(matrix) },
  });
  const used = (symbol?.room ?? 0) + 5;
  const size = `${rows} × ${columns}`;
  const beside = used + measure.width(size, small) <= width;
  const at = beside ? label(measure, size, x + used, y + 0.75 * small, muted) : null;
  const whole = beside ? saidOf(matrix) : `${size}, ${saidOf(matrix)}`;
  const fits = measure.width(whole, small) <= width;
  const said = fits ? whole : beside ? matrix.of.symbol : `${size}, ${matrix.of.symbol}`;
  const note = label(measure, said, x, y + 1.9 * small, { ...muted, room: width });
  return present([symbol, at, note]);
}

/** What a matrix is of, and what its colours mean. @param {BatchMatrix} matrix */
function saidOf({ of, data, limit, holds }) {
  if (!data) return of.symbol;
  if (holds === "one-hot") return `${of.symbol}, one-hot`;
  return holds === "ids" ? `${of.symbol}: light 1, dark ${limit}` : `${of.symbol}, ±${short(limit)}`;
}

/**
 * The numbers, in an outline that is dashed until they are known.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {BatchMatrix} matrix
 * @param {MatrixBox} box
 * @returns {Mark[]}
 */
function cells(measure, { session }, matrix, { left, top, width, height }) {
  const { rows, columns, data, limit, current, holds } = matrix;
  /** @type {Mark} */
  const outline = {
    mark: "boxes",
    boxes: [left + 0.5, top + 0.5, width - 1, height - 1],
    stroke: { role: current ? roleOf(matrix) : "grid" },
    width: current ? 2 : 1,
    dash: data ? undefined : [3, 3],
  };
  if (!data) return [outline];
  const grid = { left, top, width, height };
  /** @param {number} cell */
  const valueAt = (cell) => data[cell % columns][Math.floor(cell / columns)];
  /** @param {(value: number) => number} index @returns {Mark & { mark: "pixels" }} */
  const pixels = (index) => {
    const indexes = Uint16Array.from({ length: rows * columns }, (_, cell) => index(valueAt(cell)));
    return { mark: "pixels", box: grid, columns, rows, indexes };
  };
  if (holds === "one-hot") return [{ ...pixels((value) => value), colours: ONE_HOT }, outline];
  if (holds === "ids") {
    const shade = pixels((id) => Math.round(((WORDS.length - 1) * id) / Math.max(1, limit - 1)));
    return [{ ...shade, colours: WORDS }, ...named(measure, session.words, grid, { rows, columns, valueAt }), outline];
  }
  const dashes = dashesOfGrid(measure, grid, { columns, rows }, valueAt);
  return [pixels((value) => scaleIndex(value, limit)), ...dashes, outline];
}

/**
 * The words in their cells, where there is room for them.
 * @param {Measure} measure
 * @param {string[]} words
 * @param {Box} grid
 * @param {{ rows: number, columns: number, valueAt(cell: number): number }} ids
 * @returns {Mark[]}
 */
function named({ fit, small }, words, { left, top, width, height }, { rows, columns, valueAt }) {
  const [wide, high] = [width / columns, height / rows];
  if (wide < 2.6 * small || high < 1.1 * small) return [];
  const cells = Array.from({ length: rows * columns }, (_, cell) => cell);
  const texts = cells.map((cell) => fit(words[valueAt(cell)], wide - 4, small));
  const points = cells.flatMap((cell) => [
    left + ((cell % columns) + 0.5) * wide,
    top + (Math.floor(cell / columns) + 0.5) * high,
  ]);
  return [{ mark: "texts", texts, points, size: small, align: "center", colour: TEXT }];
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
