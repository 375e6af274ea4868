/** How the numbers of a column are written. */
import { fixed, pointed } from "../../../text/numbers.mjs";

/** @import { Measure } from "../../../types" */

/**
 * How to write the numbers of a column so that each fits: with as many decimals as possible, at most 4, without the
 * zero before the point where it is tight (.07); null if not even a telling number fits.
 * @param {Measure} measure
 * @param {number} size of the text
 * @param {number[]} values
 * @param {number} reach their largest size
 * @param {boolean} signed whether one is below zero
 * @param {number} room
 * @returns {((value: number) => string) | null}
 */
export function writing(measure, size, values, reach, signed, room) {
  const sign = signed ? "-" : "";
  /** @param {string} text */
  const fits = (text) => measure.width(text, size) <= room;
  if (values.every(Number.isInteger)) return fits(sign + reach) ? String : null;
  const whole = "0".repeat(Math.floor(Math.max(1, reach)).toString().length);
  const least = reach >= 10 ? 0 : reach >= 1 ? 1 : 2;
  for (let digits = 4; digits >= least; digits--) {
    if (fits(sign + fixed(0, digits).replace("0", whole))) return (value) => fixed(value, digits);
    if (digits <= 2 && reach < 0.995 && fits(`${sign}.${"0".repeat(digits)}`)) return (value) => pointed(value, digits);
  }
  return null;
}
