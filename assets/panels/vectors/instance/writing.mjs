/** How the numbers of a column are written. */
import { remembered } from "../../../maths/remembered.mjs";
import { exponent, fixed, pointed } from "../../../text/numbers.mjs";

/** @import { Measure } from "../../../types" */

const APART = 3; // px between a number and the bars before it: a minus there would join the two
const LEAST_BAR = 6; // px for the bars of a column with numbers
const LEAST_SHARE = 0.18; // of its width
const MOST = 1e6; // larger numbers are written by their power

/**
 * @typedef {{ widest: string, digits: number, write: (value: number) => string }} Format its widest text, its decimals,
 *   and what writes a number
 */

/** @type {WeakMap<Measure, Map<string, Format[]>>} */
const known = new WeakMap();

/**
 * How the numbers of a column can be written: with as many decimals as possible, at most 4, without the zero before the
 * point where it is tight (.07), down to those that just tell the numbers apart; and, where they are too small or too
 * large for that, by one digit and its power, 3e-4, if that fits.
 * @param {Measure} measure
 * @param {number[]} values
 * @param {number} largest size of them, and of those out of sight
 * @param {boolean} signed whether one is below zero
 * @returns {Format[]}
 */
function formats(measure, values, largest, signed) {
  const sign = signed ? "-" : "";
  if (values.every(Number.isSafeInteger)) return [{ widest: sign + Math.ceil(largest), digits: 0, write: String }];
  const whole = "0".repeat(Math.floor(Math.max(1, Math.min(largest, MOST))).toString().length);
  const least = largest >= 10 ? 0 : largest >= 1 ? 1 : 2;
  const telling = Math.max(least, Math.ceil(-Math.log10(2 * largest))); // with fewer all would read 0
  const pure = largest < 0.995;
  const kinds = remembered(known, measure, () => new Map());
  return remembered(kinds, `${sign}${whole}|${least}|${telling}|${pure}`, () => {
    const all = largest < MOST ? decimals(sign, whole, least, pure) : [];
    const byPower = { widest: `${sign}0e-00`, digits: 0, write: powered };
    return [...all.filter(({ digits }) => digits >= telling), byPower, ...all.filter(({ digits }) => digits < telling)];
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
 */
function decimals(sign, whole, least, pure) {
  /** @type {Format[]} */
  const found = [];
  for (let digits = 4; digits >= least; digits--) {
    const zeros = "0".repeat(digits);
    found.push({
      widest: digits ? `${sign}${whole}.${zeros}` : sign + whole,
      digits,
      write: (value) => fixed(value, digits),
    });
    if (digits <= 2 && pure)
      found.push({ widest: `${sign}.${zeros}`, digits, write: (value) => pointed(value, digits) });
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
 * @returns {((value: number) => string) | null}
 */
export const writing = (measure, size, values, largest, signed, room) =>
  formats(measure, values, largest, signed).find(({ widest }) => measure.width(widest, size) <= room)?.write ?? null;

/** The pixels beside the number in a cell. */
export const BESIDE_CELL = 3;

/** The sizes of numbers beside bars: rather a little smaller than not at all. @param {Measure} measure */
export const sizesOf = ({ small, least }) => [small, Math.max(least, small - 2)];

/** The room of the numbers in a column of a width, beside bars. @param {number} width */
export const besideBars = (width) => width - 1 - APART - Math.max(LEAST_BAR, LEAST_SHARE * width);

/** What such numbers leave to the bars. @param {number} width of the column @param {number} widest of the numbers */
export const barsBeside = (width, widest) => width - 1 - APART - widest;

/**
 * How wide a column must be, so that telling numbers stand beside its bars; or, of several across, in its cells: the
 * largest of a stretch of steps, and the small ones that it may hold in some of them.
 * @param {Measure} measure
 * @param {number[]} values
 * @param {number} reach their largest size in the stretch
 * @param {boolean} signed whether one is below zero
 * @param {number} [across]
 */
export function neededWidth(measure, values, reach, signed, across = 1) {
  /** @param {number} size */
  const widest = (size) =>
    Math.max(...[reach, Math.min(reach, 0.5)].map((largest) => leastWidth(measure, size, values, largest, signed)));
  if (across > 1) return across * (widest(measure.small) + BESIDE_CELL);
  const width = Math.min(...sizesOf(measure).map(widest));
  return Math.ceil(Math.max(width + 1 + APART + LEAST_BAR, (width + 1 + APART) / (1 - LEAST_SHARE)));
}

/**
 * @param {Measure} measure
 * @param {number} size
 * @param {number[]} values
 * @param {number} largest
 * @param {boolean} signed
 */
const leastWidth = (measure, size, values, largest, signed) =>
  Math.min(...formats(measure, values, largest, signed).map(({ widest }) => measure.width(widest, size)));
