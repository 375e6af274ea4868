/** How wide the columns of the vectors panel are, and which of them stand in one line: plain geometry. */

import { clamp } from "../../../maths/limits.mjs";

/** @import { LaidOut } from "./layout.mjs" */
/** @typedef {{ text: number, names: number, lines: number }} Given `names`: width of a word, `lines`: rows that fit */

/** The axis of words. */
export const WORD = "word";

const GAP = 0.2; // between columns, in heights of the text
const LEAST_GAP = 0.1;
const MOST_BANDS = 4;
const LEAST_LINES = 8; // of a band
const ROUNDING = 1e-6; // px

/**
 * Is this the axis of what a step asks: as long as the instance needs, its rows named by an index?
 * @param {LaidOut[]} quantities
 * @param {string} axis
 */
export const isAsked = (quantities, axis) => quantities.some((other) => other.axis === axis && other.names);

/**
 * In how many columns the numbers of a quantity stand, line by line, where there are too many for one.
 * @param {LaidOut[]} quantities
 * @param {LaidOut} quantity
 * @param {number} lines
 */
function foldsOf(quantities, { axis, size, across = 1, alone, names }, lines) {
  if (!alone || across > 1 || names || axis === WORD || isAsked(quantities, axis)) return 1;
  return Math.ceil(size / Math.max(1, lines));
}

/**
 * What the columns of a band ask for: the room of their symbols, of their rows' numbers before them, and of names.
 * @param {LaidOut[]} quantities
 * @param {Given} given
 */
export function demandOf(quantities, { text, names: word, lines }) {
  // The rows of an axis other than the words are numbered where it appears first.
  /** @param {LaidOut} quantity @param {number} i */
  const first = ({ axis }, i) => quantities.findIndex((other) => other.axis === axis) === i;
  const fresh = quantities.map(
    (quantity, i) => quantity.axis !== WORD && !isAsked(quantities, quantity.axis) && first(quantity, i),
  );
  /** @param {LaidOut} quantity */
  const digits = ({ size, named }) => (named ? 2.4 : 0.4 + 0.62 * String(size).length) * text;
  // apart from the numbers before them, with which they would read as one
  const numbered = quantities.map((quantity, i) => (fresh[i] ? digits(quantity) + (i && 0.4 * text) : 0));
  /** @type {Record<string, number>} */
  const named = { outputs: 1.4 * text, [WORD]: Math.min(word, 4.3 * text) }; // else a letter and digits
  const fixed = quantities.map(({ names, digits = 1 }) => (names ? (named[names] ?? (1 + 0.62 * digits) * text) : 0));
  const folds = quantities.map((quantity) => foldsOf(quantities, quantity, lines));
  const heads = quantities.map(({ head = 0 }, i) => (fixed[i] ? 0 : head));
  return { numbered, fixed, folds, heads };
}

/**
 * The least room in which all numbers of a band can be read; small matrices that have none by themselves ask for none.
 * @param {LaidOut[]} quantities
 * @param {Given} given
 * @param {number} room
 */
function leastRoom(quantities, given, room) {
  const { numbered, fixed, folds, heads } = demandOf(quantities, given);
  const alone = quantities.map(({ alone: each = 0 }, i) => (each * folds[i] > room ? 0 : each * folds[i]));
  return sumOf(numbered) + sumOf(fixed) + sumOf(heads.map((head, i) => Math.max(head, alone[i])));
}

/**
 * How far the columns of a band are apart: nearer where not all of their numbers could be read else.
 * @param {LaidOut[]} quantities
 * @param {Given} given
 * @param {number} room
 */
export function gapOf(quantities, given, room) {
  const free = (room - leastRoom(quantities, given, room)) / Math.max(1, quantities.length - 1);
  return clamp(free, LEAST_GAP * given.text, GAP * given.text);
}

/**
 * Quantities in as few bands, one below the other, as their numbers need; in one where more would be too low, or not
 * do.
 * @param {LaidOut[]} quantities
 * @param {number} rows of the longest that cannot be parted
 * @param {(count: number) => Given} given of so many bands
 * @param {(band: LaidOut[]) => number} roomOf
 */
export function bandsThatFit(quantities, rows, given, roomOf) {
  for (let count = 1; count <= MOST_BANDS; count++) {
    const each = given(count);
    if (count > 1 && each.lines < Math.min(rows, LEAST_LINES)) break;
    const bands = packed(quantities, (band) => {
      const room = roomOf(band);
      return leastRoom(band, each, room) + (band.length - 1) * LEAST_GAP * each.text <= room;
    });
    if (bands.length <= count) return bands;
  }
  return [quantities];
}

/** Each band as full as it can be. @param {LaidOut[]} quantities @param {(band: LaidOut[]) => boolean} fits */
function packed(quantities, fits) {
  /** @type {LaidOut[][]} */
  const bands = [[]];
  for (const quantity of quantities) {
    const band = bands[bands.length - 1];
    if (!band.length || fits([...band, quantity])) band.push(quantity);
    else bands.push([quantity]);
  }
  return bands;
}

/** @param {number[]} list */
export const sumOf = (list) => list.reduce((sum, each) => sum + each, 0);

/**
 * How wide columns must be: as their heads; as their numbers need, as many as there is room for; and as bars beside
 * them do. First come those that the stage shows, last those of many numbers.
 * @param {LaidOut[]} quantities
 * @param {number[]} heads
 * @param {number[]} folds
 * @param {number} room
 * @returns {number[]}
 */
export function leastWidths(quantities, heads, folds, room) {
  const widths = [...heads];
  const rank = quantities.map(({ current, across = 1 }, i) => (current ? 0 : across > 1 ? 3 : folds[i] > 1 ? 2 : 1));
  const order = [...widths.keys()].toSorted((a, b) => rank[a] - rank[b]);
  let left = room - sumOf(heads);
  for (const kind of /** @type {const} */ (["alone", "beside"]))
    for (const i of order) {
      const more = Math.max(0, folds[i] * (quantities[i][kind] ?? 0) - widths[i]);
      if (more > left + ROUNDING) continue;
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
export function shareOut(parts, heads, room, widest) {
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
