// @ts-check
/** Numbers as text. Minus is the plain "-", so that numbers can be copied. */

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
 * Fixed digits without the zero before the point, for narrow places: -.86; what rounds to zero has no sign.
 * @param {number} value
 * @param {number} digits
 */
export const pointed = (value, digits) => unsignedZero(value.toFixed(digits).replace(/^(-?)0\./, "$1."));

/**
 * What rounds to zero is written without its sign.
 * @param {string} text
 */
export const unsignedZero = (text) => (/[1-9]/.test(text) ? text : text.replace("-", ""));

/**
 * At most eight significant digits, without trailing zeros: what tooltips and tables show.
 * @param {number | null | undefined} value
 */
export function exact(value) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e8 || size < 1e-4) return exponent(value, 7).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(8)));
}

/**
 * A probability as a percentage for labels: "93%", "4.1%", "<0.1%".
 * @param {number} value
 */
export function percent(value) {
  if (!Number.isFinite(value)) return odd(value);
  const share = 100 * value;
  if (share > 0 && share < 0.1) return "<0.1%";
  return `${share.toFixed(share < 9.95 ? 1 : 0)}%`;
}

/**
 * 12345 -> "12,345".
 * @param {number} value
 */
export const count = (value) =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * Short limit of a scale: 0.1, 2, 1e-5.
 * @param {number} value
 */
export const short = (value) => String(Number(value.toPrecision(2)));

/** @param {number} value */
const odd = (value) => (Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf");
/** @param {number} value @param {number} digits */
const exponent = (value, digits) => value.toExponential(digits).replace("e+", "e");

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
 */
export const plain = (value) => String(Number(value.toPrecision(4)));
/** @param {Numbers | number[]} values @param {number} [most] */
export const tuple = (values, most = 8) =>
  Array.from(values.slice(0, most), plain).join(" ") + (values.length > most ? " …" : "");
