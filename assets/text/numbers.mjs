/** Numbers as text, and the limits of colour scales and bars. Minus is the plain "-", so that numbers can be copied. */

/** Fixed digits; an exponent where fixed digits would show only zeros or a very long number. */
export function format(value, digits = 4) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return (0).toFixed(digits);
  const size = Math.abs(value);
  if (size >= 1e6 || size < 0.5 * 10 ** -digits) return exponent(value, Math.min(2, digits));
  return value.toFixed(digits);
}

/** Fixed digits without the zero before the point, for narrow places: -.86; what rounds to zero has no sign. */
export const pointed = (value, digits) => unsignedZero(value.toFixed(digits).replace(/^(-?)0\./, "$1."));

/** What rounds to zero is written without its sign. */
export const unsignedZero = (text) => (/[1-9]/.test(text) ? text : text.replace("-", ""));

/** At most eight significant digits, without trailing zeros: what tooltips and tables show. */
export function exact(value) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return odd(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e8 || size < 1e-4) return exponent(value, 7).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(8)));
}

/** A probability as a percentage for labels: "93%", "4.1%", "<0.1%". */
export function percent(value) {
  if (!Number.isFinite(value)) return odd(value);
  const share = 100 * value;
  if (share > 0 && share < 0.1) return "<0.1%";
  return `${share.toFixed(share < 9.95 ? 1 : 0)}%`;
}

/** 12345 -> "12,345". */
export const count = (value) => Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, ",");

/** Short limit of a scale: 0.1, 2, 1e-5. */
export const short = (value) => String(Number(value.toPrecision(2)));

/** The next of 1, 1.5, 2, 3, 5, 7.5 × 10^n that is not below the value; 1 for zero. */
export function niceLimit(value) {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 5, 7.5, 10].find((s) => s * power >= value * (1 - 1e-9));
  return Number((step * power).toPrecision(2));
}

/**
 * Limit of the colour scale for some arrays together: their largest size, but at most six times the mean size, so that
 * a single outlier (clamped, and marked) does not make all the others pale.
 */
export function scaleLimit(...arrays) {
  let largest = 0;
  let sum = 0;
  let length = 0;
  for (const array of arrays) {
    for (let i = 0; i < array.length; i++) {
      const size = Math.abs(array[i]);
      if (size > largest) largest = size;
      sum += size;
    }
    length += array.length;
  }
  return niceLimit(Math.min(largest, (6 * sum) / Math.max(1, length)));
}

/** Ids of the largest values, largest first; a selection without sorting everything. */
export function largest(values, wanted) {
  const found = [];
  for (let i = 0; i < values.length; i++) {
    if (found.length === wanted && !(values[i] > values[found[wanted - 1]])) continue;
    let place = found.length;
    while (place > 0 && values[i] > values[found[place - 1]]) place -= 1;
    found.splice(place, 0, i);
    if (found.length > wanted) found.pop();
  }
  return found;
}

const odd = (value) => (Number.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf");
const exponent = (value, digits) => value.toExponential(digits).replace("e+", "e");

/** Name of an element as the equations print it, counted from 1: subscript("h", 0) is "h₁". */
export const subscript = (symbol, index) => symbol + String(index + 1).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]);
