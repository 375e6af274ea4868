/** Where things stand in the vectors panel: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/**
 * @typedef {{ axis: string, size: number, across?: number, role: string, names?: string, named?: boolean, digits?:
 *   number, head?: number, needed?: number, current?: boolean, lead?: number }} LaidOut a quantity: `across` its columns;
 *   `named` rows have names of their own instead of numbers; `head`: width of its symbol; `needed`: of a column with its
 *   numbers; `current`: the stage shows it; `lead`: rows that another column has before its first, of the same times
 */
/** @typedef {ReturnType<typeof vectorsLayout>} VectorsLayout */
/**
 * @typedef {{ kind: "cell", column: number, row: number, across: number } | { kind: "word", row: number }
 *   | { kind: "head", column: number }} VectorsTarget
 */

/** The axis of words. */
export const WORD = "word";

/**
 * Is this the axis of what a step asks: as long as the instance needs, its rows named by an index?
 * @param {LaidOut[]} quantities
 * @param {string} axis
 */
const isAsked = (quantities, axis) => quantities.some((other) => other.axis === axis && other.names);

const HEAD = 1.9; // height of a heading, in heights of the text
const LEAST_COLUMN = 4.3; // width of a column whose numbers can be read

/**
 * One column a quantity, in the order of computation; rows are words or units, so that what belongs to a word stands in
 * one line from x to e. Where only some of the words fit, `rows` says how many. Without words the columns stand in
 * several bands where one would be too narrow. A quantity of two axes is a small matrix, `across` its columns. The list
 * of drags stands at the right of a wide panel, under the columns of a tall one, or nowhere. What a step asks has rows
 * of its own, named in the column of their index.
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
  const rows = Math.max(1, Math.min(Math.max(1, words), Math.floor((bottom - top) / (1.1 * text))));
  const some = rows < words;
  const floor = some ? bottom - 1.3 * text : bottom; // room for the note "14 of 200 words"
  const fitting = some ? Math.max(1, Math.floor((floor - top) / (1.1 * text))) : rows;
  const rowStep = Math.min((floor - top) / fitting, 2.4 * text);
  const label = words ? clamp(widest + 2, 2.5 * text, 0.2 * (width - (beside ? listWidth : 0))) : 0;
  const left = words ? pad + marks + label + 0.3 * text : pad;
  const right = beside ? width - pad - listWidth - text : width - pad;
  const shared = { left, right, text, fitting, rowStep, label };
  const bands = words ? [quantities] : bandsOf(quantities, (right - left) / (LEAST_COLUMN * text));
  const tops = bandTops(bands, top, floor, text);
  const columns = bands.flatMap((band, at) =>
    placeColumns(band, {
      ...shared,
      top: tops[at],
      floor: (tops[at + 1] ?? floor + HEAD * text + 4) - HEAD * text - 4,
      bandFloor: tops[at + 1],
    }),
  );
  const list =
    beside || below
      ? { x: width - pad - listWidth, y: below ? height - listHeight : 0, width: listWidth, height: listHeight }
      : null;
  return {
    width,
    height,
    top,
    head: HEAD * text,
    bottom,
    floor,
    rows: fitting,
    some,
    rowStep,
    marks: pad,
    label: pad + marks,
    labelWidth: label,
    columns,
    list,
  };
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
 *   label: number, bandFloor: number | undefined }} band
 */
function placeColumns(quantities, { left, right, text, top, floor, fitting, rowStep, label, bandFloor }) {
  const gap = 0.2 * text;
  // The rows of an axis other than the words are numbered where it appears first.
  /** @param {LaidOut} quantity @param {number} i */
  const first = ({ axis }, i) => quantities.findIndex((other) => other.axis === axis) === i;
  const fresh = quantities.map(
    (quantity, i) => quantity.axis !== WORD && !isAsked(quantities, quantity.axis) && first(quantity, i),
  );
  /** @param {LaidOut} quantity */
  const digits = ({ size, named }) => (named ? 2.4 : 0.4 + 0.62 * String(size).length) * text;
  // apart from the numbers before them, with which they would read as one
  const numbered = quantities.map((quantity, i) => (fresh[i] ? digits(quantity) + (i && 0.6 * text) : 0));
  /** @type {Record<string, number>} */
  const named = { outputs: 1.4 * text, [WORD]: Math.min(label, 4.6 * text) }; // else a letter and digits
  const fixed = quantities.map(({ names, digits = 1 }) => (names ? (named[names] ?? (1 + 0.62 * digits) * text) : 0));
  const parts = quantities.map(({ across = 1 }, i) => (fixed[i] ? 0 : Math.min(4, 0.5 + 0.5 * across)));
  const heads = quantities.map(({ head = 0 }, i) => (fixed[i] ? 0 : head));
  const free = right - left - gap * (quantities.length - 1) - sumOf(fixed);
  // rather symbols than numbers of rows
  const gutters = sumOf(heads) + sumOf(numbered) > free ? numbered.map(() => 0) : numbered;
  // a few columns need not fill the panel
  const widest = bandFloor === undefined && quantities.length > 6 ? Infinity : 7 * text;
  const room = free - sumOf(gutters);
  const widths = shareOut(parts, leastWidths(quantities, heads, room), room, label ? Infinity : widest);
  const least = 1.1 * text;
  let x = left;
  return quantities.map(({ axis, size, across = 1, lead = 0 }, i) => {
    const gutter = gutters[i];
    const width = fixed[i] || widths[i];
    const most = isAsked(quantities, axis) ? Math.max(1, Math.floor((floor - top - 1.3 * text) / least)) : size;
    const rows = axis === WORD ? fitting : size * least > floor - top ? Math.min(size, most) : size;
    const above = rows < size ? 0 : lead;
    const step = axis === WORD ? rowStep : Math.min((floor - top) / (above + rows), Math.max(rowStep, 1.25 * text));
    const begin = top + above * step;
    const column = {
      axis,
      across,
      rows,
      some: axis !== WORD && rows < size ? size : 0,
      step,
      gutter,
      x: x + gutter,
      width,
      head: top,
      top: begin,
      bottom: begin + rows * step,
      floor,
    };
    x += gutter + width + gap;
    return column;
  });
}

/** @param {number[]} list */
const sumOf = (list) => list.reduce((sum, each) => sum + each, 0);

/**
 * How wide columns must be: as their heads, and as their numbers need, as many as there is room for; first those that
 * the stage shows, last small matrices.
 * @param {LaidOut[]} quantities
 * @param {number[]} heads
 * @param {number} room
 * @returns {number[]}
 */
function leastWidths(quantities, heads, room) {
  const widths = [...heads];
  const rank = quantities.map(({ current, across = 1 }) => (current ? 0 : across > 1 ? 2 : 1));
  let left = room - sumOf(heads);
  for (const i of [...widths.keys()].toSorted((a, b) => rank[a] - rank[b])) {
    const more = Math.max(0, (quantities[i].needed ?? 0) - widths[i]);
    if (more > left) continue;
    widths[i] += more;
    left -= more;
  }
  return widths;
}

/**
 * Widths of columns by their parts of the room, none narrower than it must be unless there is no room for that.
 * @param {number[]} parts
 * @param {number[]} heads how wide each must be
 * @param {number} room
 * @param {number} widest of one part
 * @returns {number[]}
 */
function shareOut(parts, heads, room, widest) {
  const all = sumOf(heads);
  if (all >= room) return heads.map((head) => (head * room) / all);
  let open = parts;
  for (;;) {
    const share = (room - sumOf(heads.filter((_, i) => !open[i]))) / sumOf(open);
    const wide = open.map((part, i) => (part * share < heads[i] ? 0 : part));
    if (wide.every((part, i) => part === open[i]))
      return parts.map((part, i) => (open[i] ? Math.max(heads[i], part * Math.min(share, widest)) : heads[i]));
    open = wide;
  }
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
    const { x: left, width, head, top, step, rows, across } = layout.columns[column];
    if (y < head) return { kind: "head", column };
    const row = Math.floor((y - top) / step);
    const cell = clamp(Math.floor(((x - left) / width) * across), 0, across - 1);
    return row >= 0 && row < rows ? { kind: "cell", column, row, across: cell } : null;
  }
  const row = Math.floor((y - layout.top) / layout.rowStep);
  return y >= layout.top && x < layout.label + layout.labelWidth && row < layout.rows ? { kind: "word", row } : null;
}
