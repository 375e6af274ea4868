/** Where the panels of the output words stand: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/**
 * @typedef {{ rows: number, parts: number, named: number, numbered: number, fill?: boolean }} LaidOut a panel: its rows
 *   and columns of numbers, the widths of its rows' names and numbers
 */
/** @typedef {ReturnType<typeof outputsLayout>} OutputsLayout */
/** @typedef {OutputsLayout["panels"][number]} PanelBox */

const HEAD = 3; // height of a heading of two lines, in heights of the text
const LEAST = 2.3; // width of a column whose numbers can be read
const WIDEST = 7;
const GAP = 0.2; // between columns
const APART = 0.8; // between panels

/**
 * The heights of what stands above the rows, and of what is left for them.
 * @param {number} height
 * @param {number} text
 */
export const roomFor = (height, text) => ({
  top: HEAD * text,
  rows: Math.max(1, Math.floor((height - (HEAD + 0.5) * text) / (1.1 * text))),
});

/**
 * Panels side by side, their columns of numbers as wide as each other.
 * @param {{ width: number, height: number, text: number, label: number, panels: LaidOut[] }} given `label`: width of
 *   the words before the first; `text`: height of the small text, the unit of all spacing
 */
export function outputsLayout({ width, height, text, label, panels }) {
  const pad = 0.6 * text;
  const marks = label ? 1.3 * text : 0;
  const left = pad + marks + label + (label ? 0.3 * text : 0);
  const { top } = roomFor(height, text);
  const floor = height - 0.5 * text;
  const columns = panels.reduce((sum, { parts }) => sum + parts, 0);
  const taken = panels.reduce(
    (sum, { named, numbered, parts }) => sum + named + numbered + (parts - 1) * GAP * text,
    0,
  );
  const share = (width - left - pad - taken - (panels.length - 1) * APART * text) / columns;
  const wide = clamp(share, 1, WIDEST * text);
  let x = left;
  const placed = panels.map(({ rows, parts, named, numbered }) => {
    const step = Math.min((floor - top) / Math.max(1, rows), 2.2 * text);
    const names = x;
    const first = x + named + numbered;
    x = first + parts * wide + (parts - 1) * GAP * text + APART * text;
    const bottom = top + rows * step;
    const xs = Array.from({ length: parts }, (_, i) => first + i * (wide + GAP * text));
    return {
      names,
      named,
      numbered,
      step,
      rows,
      top,
      bottom,
      xs,
      width: wide,
      end: first + parts * (wide + GAP * text) - GAP * text,
    };
  });
  return {
    width,
    height,
    top,
    floor,
    marks: pad,
    label: pad + marks,
    labelWidth: label,
    panels: placed,
    fits: share >= LEAST * text,
  };
}

/**
 * The panel, part and row at a point; a heading has row −1; null where none is.
 * @param {OutputsLayout} layout
 * @param {number} x
 * @param {number} y
 */
export function pickPart({ panels }, x, y) {
  for (const [panel, { xs, width, top, bottom, step }] of panels.entries()) {
    const part = xs.findIndex((left) => x >= left && x < left + width);
    if (part >= 0 && y < bottom) return { panel, part, row: y < top ? -1 : Math.floor((y - top) / step) };
  }
  return null;
}
