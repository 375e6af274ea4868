/** Where things stand in the vectors panel: plain geometry, without canvas or scene. */

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
export const WORD = "word";

/** Is this the axis of what a step asks: as long as the instance needs, its rows named by an index? */
export const isAsked = (quantities, axis) => quantities.some((other) => other.axis === axis && other.names);

/**
 * One column a quantity, in the order of computation; rows are words or units, so that what belongs to a word stands in
 * one line from x to e. Where only some of the words fit, `rows` says how many.
 * The list of drags stands at the right of a wide panel, under the columns of a tall one, or nowhere.
 * What a step asks has rows of its own, named in the column of their index.
 * @param {{axis: string, size: number, names?: string, digits?: number}[]} quantities @param {number} text height of the small text, the unit of all spacing
 */
export function vectorsLayout({ width, height, quantities, words, widest, text, drags }) {
  const pad = 0.6 * text;
  const marks = 1.3 * text;
  const beside = drags && width >= 32 * text;
  const below = drags && !beside && height >= 15 * text;
  const listWidth = beside ? clamp(0.25 * width, 8 * text, 18 * text) : width - 2 * pad;
  const listHeight = below ? clamp(0.36 * height, 8 * text, 20 * text) : height;
  const top = 1.9 * text;
  const bottom = height - (below ? listHeight : 0) - 0.5 * text;
  const rows = Math.max(1, Math.min(words, Math.floor((bottom - top) / (1.1 * text))));
  const some = rows < words;
  const floor = some ? bottom - 1.3 * text : bottom; // room for the note "14 of 200 words"
  const fitting = some ? Math.max(1, Math.floor((floor - top) / (1.1 * text))) : rows;
  const rowStep = Math.min((floor - top) / fitting, 2.4 * text);
  const label = clamp(widest + 2, 2.5 * text, 0.2 * (width - (beside ? listWidth : 0)));
  const left = pad + marks + label + 0.3 * text;
  const right = beside ? width - pad - listWidth - text : width - pad;
  const columns = placeColumns(quantities, { left, right, text, top, floor, fitting, rowStep, label });
  const list = beside || below
    ? { x: width - pad - listWidth, y: below ? height - listHeight : 0, width: listWidth, height: listHeight }
    : null;
  return { width, height, top, bottom, floor, rows: fitting, some, rowStep, marks: pad, label: pad + marks, labelWidth: label, columns, list };
}

function placeColumns(quantities, { left, right, text, top, floor, fitting, rowStep, label }) {
  const gap = 0.2 * text;
  // The rows of an axis other than the words are numbered where it appears first.
  const first = ({ axis }, i) => quantities.findIndex((other) => other.axis === axis) === i;
  const fresh = quantities.map((quantity, i) => quantity.axis !== WORD && !isAsked(quantities, quantity.axis) && first(quantity, i));
  const numbers = 1.4 * text;
  const free = right - left - gap * (quantities.length - 1) - numbers * fresh.filter(Boolean).length;
  const named = { outputs: 1.4 * text, [WORD]: Math.min(label, 4.6 * text) }; // else a letter and digits
  const fixed = quantities.map(({ names, digits }) => (names ? named[names] ?? (1 + 0.62 * digits) * text : 0));
  const share = (free - fixed.reduce((sum, width) => sum + width, 0)) / fixed.filter((width) => !width).length;
  const least = 1.1 * text;
  let x = left;
  return quantities.map(({ axis, size }, i) => {
    const gutter = fresh[i] ? numbers : 0;
    const width = fixed[i] || share;
    const most = isAsked(quantities, axis) ? Math.max(1, Math.floor((floor - top - 1.3 * text) / least)) : size;
    const rows = axis === WORD ? fitting : size * least > floor - top ? Math.min(size, most) : size;
    const step = axis === WORD ? rowStep : Math.min((floor - top) / rows, Math.max(rowStep, 1.25 * text));
    const column = { axis, rows, some: axis !== WORD && rows < size ? size : 0, step, gutter, x: x + gutter, width, top, bottom: top + rows * step };
    x += gutter + width + gap;
    return column;
  });
}

/** {kind: "cell", column, row} | {kind: "word", row} | {kind: "head", column} | null */
export function pickVectors(layout, x, y) {
  const column = layout.columns.findIndex((c) => x >= c.x - c.gutter && x <= c.x + c.width);
  if (y < layout.top) return column >= 0 ? { kind: "head", column } : null;
  if (column >= 0) {
    const { top, step, rows } = layout.columns[column];
    const row = Math.floor((y - top) / step);
    return row < rows ? { kind: "cell", column, row } : null;
  }
  const row = Math.floor((y - layout.top) / layout.rowStep);
  return x < layout.label + layout.labelWidth && row < layout.rows ? { kind: "word", row } : null;
}
