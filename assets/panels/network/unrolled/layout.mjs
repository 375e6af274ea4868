/** Where things stand in the unrolled network: plain geometry, without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/** @typedef {ReturnType<typeof unrolledLayout>} UnrolledLayout */
/**
 * @typedef {{ kind: "state" | "error", time: number, unit: number } | { kind: "word" | "column", time: number } | {
 *   kind: "part", time: number, row: number, column: number } | { kind: "sum", row: number, column: number }}
 *   UnrolledTarget `time` counts from the oldest word of the window; the state before it has −1
 */

const NARROW = 2; // px: the margin where a wider one would cost a word
const MOST_UNITS = 64; // more than these are not drawn: the first of them

/**
 * A column for each of the last words, the state before them as a bar at the left, the answer at the right. From the
 * top: names of the times, states and their errors, words, what each adds to the gradient of the words' columns, and of
 * the recurrent weights.
 * @param {{ width: number, height: number, times: number, units: number, text: number }} given `times`: how many words
 *   the window has; `units` of the state; `text`: height of the small text
 */
export function unrolledLayout({ width, height, times, units, text }) {
  const answer = clamp(0.22 * width, 6.5 * text, 13 * text);
  const before = 2.6 * text;
  const [symbols, wide] = [3.1 * text, 0.6 * text]; // the column of symbols at the left; the usual margin
  /** @param {number} pad */
  const roomIn = (pad) => width - 2 * pad - symbols - before - answer - 0.8 * text;
  /** @param {number} pad */
  const columnsIn = (pad) => clamp(Math.floor(roomIn(pad) / (3.8 * text)), 1, times);
  const pad = columnsIn(wide) < columnsIn(NARROW) ? NARROW : wide;
  const [gutter, right] = [pad + symbols, width - pad - answer];
  const [room, columns] = [roomIn(pad), columnsIn(pad)];
  const step = room / columns;
  const [top, line] = [1.5 * text, 1.35 * text];
  const free = height - top - 5.3 * line; // words and the arrows to them, the line of U, lengths, legends
  const map = clamp(Math.min(0.48 * free, step - 1.1 * text), 2 * text, answer - 0.4 * text);
  const states = Math.max(2 * text, free - map);
  const strip = clamp(0.2 * step, 0.8 * text, 2.2 * text);
  const shown = Math.min(units, MOST_UNITS);
  const words = top + states + 1.25 * line;
  const u = words + line;
  const maps = u + 0.62 * line;
  const lengths = maps + map + 0.6 * line;
  const rows = { names: 0.8 * text, states: top, words, u, map: maps, lengths, legends: lengths + 1.1 * line };
  /** @param {number} column */
  const left = (column) => gutter + before + column * step;
  return {
    width,
    height,
    text,
    pad,
    units: shown,
    of: units,
    columns,
    step,
    strip,
    states,
    map,
    rows,
    left,
    first: times - columns, // the oldest word that is drawn
    answer: { x: right, width: answer },
    cell: states / shown,
    /** @param {number} column */
    stateAt: (column) =>
      column < 0 ? gutter + before - strip - 0.5 * text : left(column) + 0.5 * (step - 2 * strip - 3),
    /** @param {number} column */
    errorAt: (column) => left(column) + 0.5 * (step - 2 * strip - 3) + strip + 3,
    /** @param {number} column */
    mapAt: (column) => left(column) + 0.5 * (step - map),
    total: { x: right, y: rows.map },
  };
}

/**
 * What lies at a point, or null.
 * @param {UnrolledLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {UnrolledTarget | null}
 */
export function pickUnrolled(layout, x, y) {
  const { rows, map, states, units, cell, strip, first, columns } = layout;
  const unit = Math.floor((y - rows.states) / cell);
  /** @param {number} at @param {number} from @param {number} size */
  const within = (at, from, size) => at >= from && at < from + size;
  /** @param {number} left */
  const matrix = (left) => ({
    row: Math.floor(((y - rows.map) / map) * units),
    column: Math.floor(((x - left) / map) * units),
  });
  if (within(y, rows.map, map) && within(x, layout.total.x, map)) return { kind: "sum", ...matrix(layout.total.x) };
  for (let column = -1; column < columns; column++) {
    const time = column + first;
    if (within(y, rows.states, states)) {
      if (within(x, layout.stateAt(column) - 1, strip + 2)) return { kind: "state", time, unit };
      if (column >= 0 && within(x, layout.errorAt(column) - 1, strip + 2)) return { kind: "error", time, unit };
    }
    if (column < 0) continue;
    const left = layout.mapAt(column);
    if (within(y, rows.map, map) && within(x, left, map)) return { kind: "part", time, ...matrix(left) };
    if (!within(x, layout.left(column), layout.step)) continue;
    if (within(y, rows.words - 0.7 * layout.text, 1.4 * layout.text)) return { kind: "word", time };
    if (within(y, rows.u - 0.6 * layout.text, 1.2 * layout.text)) return { kind: "column", time };
  }
  return null;
}
