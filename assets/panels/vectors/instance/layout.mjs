/** Where things stand in the vectors panel: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";
import { bandsThatFit, demandOf, gapOf, isAsked, leastWidths, shareOut, sumOf, WORD } from "./widths.mjs";

/**
 * @typedef {{ axis: string, size: number, across?: number, role: string, names?: string, named?: boolean, digits?:
 *   number, head?: number, alone?: number, beside?: number, current?: boolean, lead?: number }} LaidOut a quantity:
 *   `across` its columns; `named` rows have names of their own instead of numbers; `head`: width of its symbol;
 *   `alone`, `beside`: of a column of its numbers, without bars and with them; `current`: the stage shows it; `lead`:
 *   rows that another column has before its first, of the same times
 */
/** @typedef {ReturnType<typeof vectorsLayout>} VectorsLayout */
/** @typedef {VectorsLayout["columns"][number]} Column */
/**
 * @typedef {{ kind: "cell", column: number, row: number, across: number } | { kind: "word", row: number }
 *   | { kind: "head", column: number }} VectorsTarget
 */

const HEAD = 1.9; // height of a heading, in heights of the text
const LINE = 1.1; // of a row of numbers, at least
const NOTE = 1.3; // of the number of words below what is shown
const LEAST_COLUMN = 4.3; // width of a column whose numbers can be read
const APART = 4; // px between bands

/**
 * One column a quantity, in the order of computation; rows are words or units, so that what belongs to a word stands in
 * one line from x to e. Where only some of the words fit, `rows` says how many. The columns stand in several bands
 * where the numbers of one would find no room, each with the words before it, at `lists`, if it has a column of theirs;
 * without words also where a column would be too narrow. Numbers that are too many for one column stand line by line
 * in several, `folds`. A quantity of two axes is a small matrix, `across` its columns. The list of drags stands at the
 * right of a wide panel, under the columns of a tall one, or nowhere. What a step asks has rows of its own, named in
 * the column of their index.
 * @param {{ width: number, height: number, quantities: LaidOut[], words: number, widest: number, text: number,
 *   drags: boolean }} given `widest`: width of the words; `text`: height of the small text, the unit of all spacing
 */
export function vectorsLayout({ width, height, quantities, words, widest, text, drags }) {
  const pad = 0.6 * text;
  const marks = 1.3 * text;
  const beside = drags && width >= 32 * text;
  const below = drags && !beside && height >= 15 * text;
  const listWidth = beside ? clamp(0.2 * width, 7 * text, 18 * text) : width - 2 * pad;
  const listHeight = below ? clamp(0.36 * height, 8 * text, 20 * text) : height;
  const top = HEAD * text;
  const bottom = height - (below ? listHeight : 0) - 0.5 * text;
  const names = clamp(widest + 2, 2.5 * text, 0.2 * (width - (beside ? listWidth : 0)));
  const right = beside ? width - pad - listWidth - text : width - pad;
  /** @param {LaidOut[]} band */
  const leftOf = (band) => (words && hasWords(band) ? pad + marks + names + 0.3 * text : pad);
  const listed = hasWords(quantities) ? words : 0;
  /** @param {number} count */
  const roomOf = (count) => roomForRows({ top, bottom, text, count, words: listed });
  const tallest = Math.max(listed, ...quantities.map(({ size, alone, names }) => (alone || names ? size : 1)));
  const bands = words
    ? bandsThatFit(
        quantities,
        listed || tallest,
        (count) => ({ text, names, lines: Math.floor(roomOf(count).room / (LINE * text)) }),
        (band) => right - leftOf(band),
      )
    : bandsOf(quantities, (right - pad) / (LEAST_COLUMN * text));
  const { fitting, some, floor, rowStep, room } = roomOf(bands.length);
  const tops = listed
    ? bands.map((_, at) => top + at * (room + HEAD * text + APART))
    : bandTops(bands, top, floor, text);
  const columns = bands.flatMap((band, at) =>
    placeColumns(band, {
      ...{ left: leftOf(band), right, text, fitting, rowStep, names, words },
      top: tops[at],
      floor: (tops[at + 1] ?? floor + HEAD * text + APART) - HEAD * text - APART,
      bandFloor: tops[at + 1],
    }),
  );
  const list =
    beside || below
      ? { x: width - pad - listWidth, y: below ? height - listHeight : 0, width: listWidth, height: listHeight }
      : null;
  return {
    ...{ width, height, head: HEAD * text, bottom, floor, rows: fitting, some, rowStep },
    lists: listed ? tops.filter((_, at) => hasWords(bands[at])) : [],
    ...{ marks: pad, label: pad + marks, labelWidth: names, columns, list },
  };
}

/** @param {LaidOut[]} band */
const hasWords = (band) => band.some(({ axis }) => axis === WORD);

/**
 * The rows of words that find room in each of so many bands, as tall as each other, above a note that they are some.
 * @param {{ top: number, bottom: number, text: number, count: number, words: number }} given
 */
function roomForRows({ top, bottom, text, count, words }) {
  /** @param {number} floor */
  const roomAbove = (floor) => (floor - top - (count - 1) * (HEAD * text + APART)) / count;
  /** @param {number} floor */
  const rowsAbove = (floor) => Math.max(1, Math.floor(roomAbove(floor) / (LINE * text)));
  const some = rowsAbove(bottom) < words;
  const floor = some ? bottom - NOTE * text : bottom;
  const fitting = some ? rowsAbove(floor) : Math.max(1, Math.min(Math.max(1, words), rowsAbove(bottom)));
  const room = roomAbove(floor);
  return { some, floor, fitting, room, rowStep: Math.min(room / fitting, 2.4 * text) };
}

/**
 * Quantities in lines of at most so many; where two are needed, errors make the second.
 * @param {LaidOut[]} quantities
 * @param {number} most
 */
function bandsOf(quantities, most) {
  if (quantities.length <= most) return [quantities];
  const errors = quantities.findIndex(({ role }) => role === "error");
  const halves = errors > 0 ? [quantities.slice(0, errors), quantities.slice(errors)] : [quantities];
  return halves.flatMap((half) => {
    const each = Math.ceil(half.length / Math.ceil(half.length / Math.max(2, Math.floor(most))));
    return Array.from({ length: Math.ceil(half.length / each) }, (_, i) => half.slice(i * each, (i + 1) * each));
  });
}

/**
 * Where the rows of each band begin: each is as tall as its longest column asks.
 * @param {LaidOut[][]} bands
 * @param {number} top
 * @param {number} floor
 * @param {number} text
 */
function bandTops(bands, top, floor, text) {
  const wanted = bands.map((band) => Math.max(...band.map(({ size }) => Math.min(size, 24))) + HEAD);
  const tall = (floor - top + HEAD * text) / wanted.reduce((sum, rows) => sum + rows, 0);
  let at = top - HEAD * text;
  return wanted.map((rows) => {
    const begin = at + HEAD * text;
    at += rows * Math.min(tall, 2.2 * text);
    return begin;
  });
}

/**
 * The columns of a band.
 * @param {LaidOut[]} quantities
 * @param {{ left: number, right: number, text: number, top: number, floor: number, fitting: number, rowStep: number,
 *   names: number, words: number, bandFloor: number | undefined }} band
 */
function placeColumns(quantities, { left, right, text, top, floor, fitting, rowStep, names, words, bandFloor }) {
  const least = LINE * text;
  const lines = Math.floor((floor - top) / least);
  const given = { text, names, lines };
  const { numbered, fixed, folds, heads } = demandOf(quantities, given);
  const gap = gapOf(quantities, given, right - left);
  const parts = quantities.map(({ across = 1 }, i) => (fixed[i] ? 0 : Math.min(4, 0.5 + 0.5 * across * folds[i])));
  const free = right - left - gap * (quantities.length - 1) - sumOf(fixed);
  // rather symbols than numbers of rows
  const gutters = sumOf(heads) + sumOf(numbered) > free ? numbered.map(() => 0) : numbered;
  // a few columns need not fill the panel
  const widest = bandFloor === undefined && quantities.length > 6 ? Infinity : 7 * text;
  const room = free - sumOf(gutters);
  const leasts = leastWidths(quantities, heads, folds, room);
  const widths = shareOut(parts, leasts, room, words ? Infinity : widest);
  let x = left;
  return quantities.map(({ axis, size, across = 1, lead = 0, alone = 0 }, i) => {
    const gutter = gutters[i];
    const width = fixed[i] || widths[i];
    const most = isAsked(quantities, axis) ? Math.max(1, Math.floor((floor - top - NOTE * text) / least)) : size;
    const rows = axis === WORD ? fitting : size * least > floor - top ? Math.min(size, most) : size;
    const fold = width + 0.01 >= folds[i] * alone ? folds[i] : 1;
    const above = rows < size || fold > 1 ? 0 : lead;
    const tall = Math.ceil(rows / fold);
    const tallest = floor - top - (axis !== WORD && rows < size ? NOTE * text : 0);
    const step = axis === WORD ? rowStep : Math.min(tallest / (above + tall), Math.max(rowStep, 1.25 * text));
    const begin = top + above * step;
    const column = {
      axis,
      across,
      rows,
      some: axis !== WORD && rows < size ? size : 0,
      folds: fold,
      step,
      gutter,
      x: x + gutter,
      width,
      head: top,
      top: begin,
      bottom: begin + tall * step,
      floor,
    };
    x += gutter + width + gap;
    return column;
  });
}

/**
 * Where a number of a column stands: left, top, width, height.
 * @param {Pick<Column, "x" | "top" | "width" | "step" | "across" | "folds">} column
 * @param {number} row
 * @param {number} [k] of those across
 * @returns {[number, number, number, number]}
 */
export function cellBox({ x, top, width, step, across, folds }, row, k = 0) {
  const cell = width / (across * folds);
  return [x + ((row % folds) * across + k) * cell, top + Math.floor(row / folds) * step, cell, step];
}

/**
 * What lies at a point, or null.
 * @param {VectorsLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {VectorsTarget | null}
 */
export function pickVectors(layout, x, y) {
  /** @param {VectorsLayout["columns"][number]} column */
  const within = ({ x: left, gutter, width, head, bottom }) =>
    x >= left - gutter && x <= left + width && y >= head - layout.head && y < bottom;
  const column = layout.columns.findIndex(within);
  if (column >= 0) {
    const { x: left, width, head, top, step, rows, across, folds } = layout.columns[column];
    if (y < head) return { kind: "head", column };
    const cells = across * folds;
    const cell = clamp(Math.floor(((x - left) / width) * cells), 0, cells - 1);
    const row = Math.floor((y - top) / step) * folds + Math.floor(cell / across);
    return row >= 0 && row < rows ? { kind: "cell", column, row, across: cell % across } : null;
  }
  const rows = layout.lists.map((top) => Math.floor((y - top) / layout.rowStep));
  const row = rows.find((each) => each >= 0 && each < layout.rows);
  return x < layout.label + layout.labelWidth && row !== undefined ? { kind: "word", row } : null;
}
