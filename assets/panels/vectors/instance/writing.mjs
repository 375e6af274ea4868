/** How the numbers of a column are written. */
import { remembered } from "../../../maths/remembered.mjs";
import { fixed, pointed } from "../../../text/numbers.mjs";

/** @import { Measure } from "../../../types" */

const APART = 3; // px between a number and the bars before it: a minus there would join the two
const LEAST_BAR = 6; // px for the bars of a column with numbers
const LEAST_SHARE = 0.18; // of its width

/** @typedef {{ widest: string, write: (value: number) => string }} Format its widest text, and what writes a number */

/** @type {WeakMap<Measure, Map<string, Format[]>>} */
const known = new WeakMap();

/**
 * How the numbers of a column can be written: with as many decimals as possible, at most 4, without the zero before the
 * point where it is tight (.07), down to those that just tell the numbers apart.
 * @param {Measure} measure
 * @param {number[]} values
 * @param {number} reach their largest size
 * @param {boolean} signed whether one is below zero
 * @returns {Format[]}
 */
function formats(measure, values, reach, signed) {
  const sign = signed ? "-" : "";
  if (values.every(Number.isInteger)) return [{ widest: sign + Math.ceil(reach), write: String }];
  const whole = "0".repeat(Math.floor(Math.max(1, reach)).toString().length);
  const least = reach >= 10 ? 0 : reach >= 1 ? 1 : 2;
  const pure = reach < 0.995;
  const kinds = remembered(known, measure, () => new Map());
  return remembered(kinds, `${sign}${whole}|${least}|${pure}`, () => decimals(sign, whole, least, pure));
}

/**
 * The same of numbers that are not whole.
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
      write: (value) => fixed(value, digits),
    });
    if (digits <= 2 && pure) found.push({ widest: `${sign}.${zeros}`, write: (value) => pointed(value, digits) });
  }
  return found;
}

/**
 * How to write the numbers of a column so that each fits, or null if not even a telling number fits.
 * @param {Measure} measure
 * @param {number} size of the text
 * @param {number[]} values
 * @param {number} reach their largest size
 * @param {boolean} signed whether one is below zero
 * @param {number} room
 * @returns {((value: number) => string) | null}
 */
export const writing = (measure, size, values, reach, signed, room) =>
  formats(measure, values, reach, signed).find(({ widest }) => measure.width(widest, size) <= room)?.write ?? null;

/** The pixels beside the number in a cell. */
export const BESIDE_CELL = 3;

/** The sizes of numbers beside bars: rather a little smaller than not at all. @param {Measure} measure */
export const sizesOf = ({ small, least }) => [small, Math.max(least, small - 2)];

/** The room of the numbers in a column of a width, beside bars. @param {number} width */
export const besideBars = (width) => width - 1 - APART - Math.max(LEAST_BAR, LEAST_SHARE * width);

/** What such numbers leave to the bars. @param {number} width of the column @param {number} widest of the numbers */
export const barsBeside = (width, widest) => width - 1 - APART - widest;

/**
 * How wide a column must be, so that telling numbers stand beside its bars; or, of several across, in its cells.
 * @param {Measure} measure
 * @param {number[]} values
 * @param {number} reach
 * @param {boolean} signed
 * @param {number} [across]
 */
export function neededWidth(measure, values, reach, signed, across = 1) {
  const widest = formats(measure, values, reach, signed).at(-1)?.widest ?? "";
  if (across > 1) return across * (measure.width(widest, measure.small) + BESIDE_CELL);
  const width = Math.min(...sizesOf(measure).map((size) => measure.width(widest, size)));
  return Math.ceil(Math.max(width + 1 + APART + LEAST_BAR, (width + 1 + APART) / (1 - LEAST_SHARE)));
}
