/** Numbers as people type them, in answers and predictions: 0.25, −0,5, .5, 1 000, 1e-3, 25%; fractions, 1/4 and ¼. */
import { significant } from "./numbers.mjs";

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const OF_ONE_DIGIT = /^[-+]?\d\.?$/;
const MILLIONS = /^[-+]?\d{1,3}(?:,\d{3}){2,}$/;
const OF_ONE_SIGN = /^[-+−–]?\s*[¼-¾⅐-⅞↉]$/;
const FRACTION = /^[-+−–]?\s*[\d.,]+\s*[/⁄]\s*[\d.,]+$/; // "1 1/2", which is none, would be read as 11/2

/**
 * As programs read it: any minus is "-", a decimal comma a point, % a power of ten, no spaces; several commas, three
 * digits apart, are between thousands.
 * @param {string} text
 */
export function plainly(text) {
  const plain = text.replace(/[−–]/g, "-").replace(/\s/g, "");
  return (MILLIONS.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", ".")).replace(/%$/, "e-2");
}

/**
 * What a text means as a number, and the unit of its last digit; null where it is none. One rule with
 * explorer/numbers.py.
 * @param {string} text
 */
export function numberIn(text) {
  const plain = plainly(text);
  if (!NUMBER.test(plain) || !Number.isFinite(Number(plain))) return null;
  const [digits, power = "0"] = plain.toLowerCase().split("e");
  const decimals = digits.split(".")[1]?.length ?? 0;
  return { value: Number(plain), unit: 10 ** (Number(power) - decimals) };
}

/**
 * A number as programs read it, to be checked to one unit of its last digit: a whole number of one digit counts to a
 * tenth, or 2 would be right of 1, and 0 of −0.8. Null for what is none.
 * @param {string} text
 */
export function heldOf(text) {
  const read = numberIn(text) && plainly(text);
  return read && OF_ONE_DIGIT.test(read) ? `${read.replace(".", "")}.0` : read;
}

/**
 * Whether a typed number is a value: to one unit of its last digit.
 * @param {{ value: number, unit: number }} given
 * @param {number} value
 */
export const within = (given, value) => Math.abs(given.value - value) <= given.unit * (1 + 1e-9);

/**
 * A fraction, -2/3 or ¼, as the decimal that it is; any other text as it is. With all digits one rule with
 * explorer/numbers.py.
 * @param {string} text
 * @param {number} [digits]
 */
export function decimalOf(text, digits = 6) {
  const trimmed = text.trim();
  const typed = OF_ONE_SIGN.test(trimmed) ? trimmed.normalize("NFKC") : trimmed;
  const parts = FRACTION.test(typed) ? typed.split(/[/⁄]/) : [];
  const [above, below] = parts.map((part) => numberIn(part)?.value ?? Number.NaN);
  const fraction = above / below;
  return Number.isFinite(fraction) ? significant(fraction, digits) : text;
}

/** How to write what is no number; "" for one. @param {string} text */
export const refusalOf = (text) => (numberIn(decimalOf(text)) ? "" : "Write a number, such as 0.25 or 1/4.");
