/** How the numbers of a column are written. */
import { remembered } from "../../../maths/remembered.mjs";
import { exponent, fixed, pointed } from "../../../text/numbers.mjs";

/** @import { Measure } from "../../../types" */

const APART = 3; // px between a number and the bars before it: a minus there would join the two
const LEAST_BAR = 6; // px for the bars of a column with numbers
const LEAST_SHARE = 0.18; // of its width
const LEAST_SIZE = 10; // px of a number's text
const MOST = 1e6; // larger numbers are written by their power
const SMALLER = 1e-3; // as many times smaller ones than the largest have room where numbers are written by their power

/**
 * @typedef {{ widest: string | null, digits: number, tells: boolean, write: (value: number) => string }} Format its
 *   widest text, null where that depends on the numbers; its decimals; whether a number is then more than 0; and what
 *   writes one
 */

/** @type {WeakMap<Measure, Map<string, Format[]>>} */
const known = new WeakMap();

/**
 * How the numbers of a column can be written: with as many decimals as possible, at most 4, without the zero before the
 * point where it is tight (.07), down to those that just tell the numbers apart; where they are too small or too large
 * for that, by one digit and its power, 3e-4; and, where not even that fits, so that all read 0.
 * @param {Measure} measure
 * @param {number[]} values
 * @param {number} largest size of them, and of those out of sight
 * @param {boolean} signed whether one is below zero
 * @returns {Format[]}
 */
function formats(measure, values, largest, signed) {
  const sign = signed ? "-" : "";
  if (values.every(Number.isSafeInteger))
    return [{ widest: sign + Math.ceil(largest), digits: 0, tells: true, write: String }];
  const whole = "0".repeat(Math.floor(Math.max(1, Math.min(largest, MOST))).toString().length);
  const pure = largest < 0.995; // numbers that round to none before the point
  const least = largest >= 10 ? 0 : pure ? 2 : 1;
  const telling = Math.max(least, Math.ceil(-Math.log10(2 * largest))); // with fewer all would read 0
  const kinds = remembered(known, measure, () => new Map());
  return remembered(kinds, `${sign}${whole}|${least}|${telling}|${pure}`, () => {
    const all = largest < MOST ? decimals(sign, whole, least, pure, telling) : [];
    const byPower = { widest: null, digits: 0, tells: true, write: powered };
    return [...all.filter(({ tells }) => tells), byPower, ...all.filter(({ tells }) => !tells)];
  });
}

/** @param {number} value */
const powered = (value) => (value ? exponent(value, 0) : "0");

/**
 * The same of numbers that are not whole, with decimals.
 * @param {string} sign
 * @param {string} whole the widest before the point
 * @param {number} least decimals
 * @param {boolean} pure whether that can only be 0
 * @param {number} telling decimals with which not all read 0
 */
function decimals(sign, whole, least, pure, telling) {
  /** @type {Format[]} */
  const found = [];
  for (let digits = 4; digits >= least; digits--) {
    const [zeros, tells] = ["0".repeat(digits), digits >= telling];
    const widest = digits ? `${sign}${whole}.${zeros}` : sign + whole;
    found.push({ widest, digits, tells, write: (value) => fixed(value, digits) });
    if (digits <= 2 && pure)
      found.push({ widest: `${sign}.${zeros}`, digits, tells, write: (value) => pointed(value, digits) });
  }
  return found;
}

/**
 * How to write the numbers of a column so that each fits, or null if not even a telling number fits.
 * @param {Measure} measure
 * @param {number} size of the text
 * @param {number[]} values
 * @param {number} largest size of them, and of those out of sight
 * @param {boolean} signed whether one is below zero
 * @param {number} room
 * @param {boolean} [tells] not so that all read 0
 * @returns {((value: number) => string) | null}
 */
export const writing = (measure, size, values, largest, signed, room, tells = false) =>
  formats(measure, values, largest, signed).find(
    (format) => (format.tells || !tells) && widthOf(measure, size, format, values) <= room,
  )?.write ?? null;

/** @param {Measure} measure @param {number} size @param {Format} format @param {number[]} values */
const widthOf = (measure, size, { widest, write }, values) =>
  widest === null ? Math.max(...values.map((value) => measure.width(write(value), size))) : measure.width(widest, size);

/** The pixels beside the number in a cell. */
export const BESIDE_CELL = 3;

/** The sizes of numbers of a column: rather smaller than not at all. @param {Measure} measure */
export const sizesOf = ({ small, least }) =>
  [small, small - 2, LEAST_SIZE].map((size) => Math.max(least, Math.min(small, Math.max(LEAST_SIZE, size))));

/** The room of the numbers in a column of a width, beside bars. @param {number} width */
export const besideBars = (width) => width - 1 - APART - Math.max(LEAST_BAR, LEAST_SHARE * width);

/** The same where it has no bars. @param {number} width */
export const alone = (width) => width - BESIDE_CELL;

/** What such numbers leave to the bars. @param {number} width of the column @param {number} widest of the numbers */
export const barsBeside = (width, widest) => width - 1 - APART - widest;

/**
 * How wide a column must be, so that telling numbers stand in it, alone or beside its bars; or, of several across, in
 * its cells: the largest of a stretch of steps, and those of some steps in it that are smaller. Where there are to be
 * bars as well, there is room for the power of much smaller ones, too.
 * @param {Measure} measure
 * @param {number[]} values
 * @param {number} reach their largest size in the stretch
 * @param {boolean} signed whether one is below zero
 * @param {number} [across]
 * @returns {{ alone: number, beside: number }}
 */
export function neededWidths(measure, values, reach, signed, across = 1) {
  /** @param {number} size */
  const widest = (size) =>
    Math.max(...[reach, Math.min(reach, 0.5)].map((largest) => leastWidth(measure, size, values, largest, signed)));
  if (across > 1) {
    const cells = across * (widest(measure.small) + BESIDE_CELL);
    return { alone: cells, beside: cells };
  }
  const sizes = sizesOf(measure);
  const width = Math.min(...sizes.map(widest));
  const power = signed ? Math.min(...sizes.map((size) => measure.width("-0e-00", size))) + BESIDE_CELL : 0;
  return {
    alone: Math.ceil(width + BESIDE_CELL),
    beside: Math.ceil(Math.max(width + 1 + APART + LEAST_BAR, (width + 1 + APART) / (1 - LEAST_SHARE), power)),
  };
}

/**
 * @param {Measure} measure
 * @param {number} size
 * @param {number[]} values
 * @param {number} largest
 * @param {boolean} signed
 */
function leastWidth(measure, size, values, largest, signed) {
  const told = formats(measure, values, largest, signed).filter(({ tells }) => tells);
  const small = [(signed ? -1 : 1) * SMALLER * largest];
  return Math.min(...told.map((format) => widthOf(measure, size, format, small)));
}
