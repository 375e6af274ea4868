/**
 * Numbers as text: nothing else makes one of the other. Minus is the plain "-", so that numbers can be copied. What
 * Python writes too, in explorer/numbers.py, it writes the same; tests/shared/numbers.json holds the two together.
 */

/** @import { Numbers } from "../types" */

/**
 * Fixed digits; an exponent where fixed digits would show only zeros or a very long number.
 * @param {number | null | undefined} value
 * @param {number} [digits]
 */
export function format(value, digits = 4) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return (0).toFixed(digits);
  const size = Math.abs(value);
  if (size >= 1e6 || size < 0.5 * 10 ** -digits) return exponent(value, Math.min(2, digits));
  return value.toFixed(digits);
}

/**
 * So many significant digits, fewer where it has no more, as the server writes the numbers of explanations.
 * @param {number} value
 * @param {number} [digits]
 */
export function significant(value, digits = 4) {
  if (!Number.isFinite(value)) return odd(value);
  const more = digits - 1;
  const power = Number(value.toExponential(more).split("e")[1]);
  const text = power > -5 && power < digits ? fixed(value, more - power) : exponent(value, more);
  return Number(text) === value && text.includes(".") ? text.replace(/\.?0+(e|$)/, "$1") : text;
}

/**
 * Fixed digits, for columns of numbers; what rounds to zero has no sign.
 * @param {number} value
 * @param {number} digits
 */
export function fixed(value, digits) {
  if (!Number.isFinite(value)) return odd(value);
  const text = value.toFixed(digits);
  return value < 0 && Number(text) === 0 ? text.slice(1) : text;
}

/**
 * `fixed` without the zero before the point, where it is narrow: -.86.
 * @param {number} value
 * @param {number} digits
 */
export const pointed = (value, digits) => fixed(value, digits).replace(/^(-?)0\./, "$1.");

/**
 * Two or three digits, wherever they begin: 0.70, -.050, 12.3, 3e-4, 1.23e5; integers up to 999 as they are.
 * @param {number} value
 */
export function brief(value) {
  if (!Number.isFinite(value)) return odd(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1000) return String(value);
  if (size < 0.0005) return exponent(value, 0);
  if (size < 0.0995) return pointed(value, 3);
  if (size >= 999.5) return exponent(value, 2);
  return fixed(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

/**
 * What fits a disc of three letters: .70, -.05, 1.2, 12, and ≈0 for what is not quite 0.
 * @param {number} value
 */
export function tight(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1000) return String(value);
  if (size < 0.005) return "≈0";
  return size < 0.995 ? pointed(value, 2) : fixed(value, size < 9.95 ? 1 : 0);
}

/**
 * At most eight significant digits, without trailing zeros: what tooltips and tables show. A float32 has seven where
 * they tell it from all others: -2.1, not -2.0999999.
 * @param {number | null | undefined} value
 */
export function exact(value) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  const isShort = Math.fround(value) === value && Math.fround(Number(value.toPrecision(7))) === value;
  const digits = isShort ? 7 : 8;
  if (size >= 1e8 || size < 1e-4) return exponent(value, digits - 1).replace(/\.?0+e/, "e");
  return digitsOf(value, digits);
}

/**
 * A probability as a percentage for labels: "93%", "4.1%", "<0.1%".
 * @param {number} value
 */
export function percent(value) {
  if (!Number.isFinite(value)) return odd(value);
  const share = 100 * value;
  if (share > 0 && share < 0.1) return "<0.1%";
  return `${fixed(share, share < 9.95 ? 1 : 0)}%`;
}

/**
 * 12345 -> "12,345".
 * @param {number} value
 */
export function count(value) {
  const digits = Math.round(value).toString();
  return digits.length > 3 ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

/**
 * Short limit of a scale: 0.1, 2, 1e-5.
 * @param {number} value
 */
export const short = (value) => poweredOf(value, 2);

/** The same of one near 0, where there is less room: 5e-4. @param {number} value */
export const shorter = (value) => (value && Math.abs(value) < 1e-3 ? powered(value, 2) : short(value));

/**
 * A number beside an axis whose numbers are `step` apart.
 * @param {number} value
 * @param {number} step
 */
export const tick = (value, step) => poweredOf(Math.round(value / step) * step, 6);

/** At most so many significant digits. @param {number} value @param {number} digits */
const digitsOf = (value, digits) => String(Number(value.toPrecision(digits)));

/** The same, of large numbers with a power of ten. @param {number} value @param {number} digits */
const poweredOf = (value, digits) => (Math.abs(value) < 1e8 ? digitsOf(value, digits) : powered(value, digits));

/** The same, with a power of ten. @param {number} value @param {number} digits */
const powered = (value, digits) => Number(value.toPrecision(digits)).toExponential().replace("e+", "e");

/** @param {number} value */
const odd = (value) => (Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf");
/**
 * A number by its power of ten, with so many digits behind the point: 3e-4.
 * @param {number} value
 * @param {number} digits
 */
export const exponent = (value, digits) => value.toExponential(digits).replace("e+", "e");

/**
 * A nought with the power of ten of the numbers of which no digit is left: 0.00e23, or 0.0e23 of what would have a
 * second one.
 * @param {number} value
 * @param {number} power
 */
export const byPower = (value, power) => `${(0).toFixed(Math.abs(value) < 0.005 * 10 ** power ? 2 : 1)}e${power}`;

/**
 * Name of an element as the equations print it, counted from 1: subscript("h", 0) is "h₁".
 * @param {string} symbol
 * @param {number} index
 */
export const subscript = (symbol, index) =>
  symbol + String(index + 1).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]);

/**
 * A number of the data as it was typed, or nearly: "0", "0.5", "-1.25".
 * @param {number} value
 * @param {number} [digits]
 */
export const plain = (value, digits = 4) => (Number.isFinite(value) ? digitsOf(value, digits) : odd(value));
/** @param {Numbers | number[]} values @param {number} [most] */
export const tuple = (values, most = 8) =>
  Array.from(values.slice(0, most), (value) => plain(value)).join(" ") + (values.length > most ? " …" : "");

/** A whole number from 0, of at most nine digits, as links write it; null where a text is none. @param {string} text */
export const wholeIn = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** A count as people write it, 1,200 or 1 200; null where a text is none. @param {string} text */
export function countIn(text) {
  const digits = text.trim().replace(/(\d)[ ,.\u00a0\u202f'](?=\d{3}(?!\d))/g, "$1");
  return wholeIn(digits);
}
