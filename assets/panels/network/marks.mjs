/**
 * What several pictures of the network are composed of: arrows at words, the legend of probabilities, room for words.
 */
import { GRID, label, MUTED } from "../../draw/composing.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { wordsToMeasure } from "../../maths/rows.mjs";

/** @import { Colour, Mark, Measure, Session } from "../../types" */

const HEAD = 8; // px, an arrow's
const [CELLS, CELL, GAP] = [8, 5, 4]; // of the legend of probabilities; px

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {Colour} colour
 * @returns {Mark[]}
 */
export function arrow(x1, y1, x2, y2, colour) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  /** @param {number} turn */
  const back = (turn) => [x2 - HEAD * Math.cos(angle + turn), y2 - HEAD * Math.sin(angle + turn)];
  return [
    { mark: "lines", points: [x1, y1, ...back(0)], stroke: colour, width: 2 },
    { mark: "path", points: [x2, y2, ...back(-0.45), ...back(0.45)], fill: colour },
  ];
}

/** Corners of a square around a point. @param {number} x @param {number} y @param {number} radius half of its side */
export const square = (x, y, radius) => [
  x - radius,
  y - radius,
  x - radius + 2 * radius,
  y - radius,
  x - radius + 2 * radius,
  y - radius + 2 * radius,
  x - radius,
  y - radius + 2 * radius,
];

/**
 * Legend of the output fill: `y 0 ▇ 1`; the fill grows with the root, so that small probabilities can be told apart.
 * With where it ends.
 * @param {Measure} measure
 * @param {number} x
 * @param {number} y
 * @param {string} symbol
 */
export function sharesLegend(measure, x, y, symbol) {
  const muted = { colour: MUTED, pad: null, size: measure.small };
  const [low, high] = [label(measure, `${symbol}  0`, x, y, muted), label(measure, "1", 0, y, muted)];
  const at = x + (low?.room ?? 0) + GAP;
  const end = at + CELLS * CELL + GAP;
  /** @type {Mark[]} */
  const marks = [
    ...(low ? [low] : []),
    ...Array.from({ length: CELLS }, (_, i) => ({
      mark: /** @type {const} */ ("boxes"),
      boxes: [at + i * CELL, y - 4, CELL, 8],
      fill: { tint: "activation", share: Math.sqrt((i + 0.5) / CELLS) },
    })),
    { mark: "boxes", boxes: [at + 0.5, y - 3.5, CELLS * CELL - 1, 7], stroke: GRID },
    ...(high ? [{ ...high, x: end }] : []),
  ];
  return { marks, end: end + (high?.room ?? 0) };
}

/** How wide that legend is. @param {Measure} measure @param {string} symbol */
export const sharesWidth = (measure, symbol) =>
  measure.width(`${symbol}  0`, measure.small) + CELLS * CELL + 2 * GAP + measure.width("1", measure.small);

/** @type {WeakMap<Session, { measure: Measure, size: number, width: number }>} */
const widths = new WeakMap();

/**
 * The width of a session's widest word in bold, cut to the widest that is shown. Measured once a session: of words,
 * since those that are shown change with every instance.
 * @param {Measure} measure
 * @param {Session} session
 */
export function widestWord(measure, session) {
  const known = remembered(widths, session.whole, () => widestNow(measure, session));
  if (known.measure !== measure || known.size !== measure.normal) Object.assign(known, widestNow(measure, session));
  return known.width;
}

/** @param {Measure} measure @param {Session} session */
function widestNow(measure, session) {
  const width = wordsToMeasure(session).reduce((most, word) => Math.max(most, widthOf(measure, word)), 0);
  return { measure, size: measure.normal, width };
}

/** The width of a name in bold, as far as it is shown. @param {Measure} measure @param {string} name */
export const widthOf = (measure, name) =>
  measure.width(measure.fit(name, 16 * measure.small, measure.normal, true), measure.normal, true);
