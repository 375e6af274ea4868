/** How the numbers of a live line are written: with the digits that count there, in brackets where it takes them. */
import { byPower, fixed, format, significant } from "../../text/numbers.mjs";
import { MOST_DIGITS } from "./sums.mjs";

const LEAST = 1e-300; // below it the sigmoids of all numbers are one

/** Whether a logarithm is taken of a number, or of what is missing to 1. @param {MathMLElement} node */
export function isOfLogarithm(node) {
  let [before, text] = [node.previousElementSibling, ""];
  for (; before && text.length < "ln(1−".length; before = before.previousElementSibling)
    text = before.textContent + text;
  return /ln(\(1−)?$/.test(text);
}

/**
 * What a logarithm is taken of: its digits count wherever they begin, and four of them are shown.
 * @param {number} value
 */
export const operand = (value) =>
  value > LEAST && value < 1e-4
    ? significant(value)
    : written(value, null, true, Math.max(4, 3 - Math.floor(Math.log10(value))));

/**
 * A whole number as it is, others with their decimals, but no more digits than a float32 has, as what is sent for the
 * eye.
 * @param {number | null | undefined} value
 * @param {RegExp | null} brackets what is put into brackets
 * @param {boolean} computed by the step: with all digits it may be almost 1
 * @param {number} [decimals] 0: it is about 0; negative: the power of ten to write it by, −23 for 0.00e23
 */
export function written(value, brackets, computed, decimals = 4) {
  if (value === undefined || value === null) return "·";
  const text = decimals < 0 ? byPower(value, -decimals) : usual(value, computed, decimals);
  return brackets?.test(text) ? `(${text})` : text;
}

/** @param {number} value @param {boolean} computed @param {number} decimals */
function usual(value, computed, decimals) {
  const size = Math.abs(value);
  const isWhole = Number.isInteger(value) && !(computed && size === 1); // 0.99999999 is 1, as float32
  if (isWhole && size < 1e6) return String(value);
  const most = size < 1e6 ? MOST_DIGITS - 1 - Math.floor(Math.log10(size)) : 4;
  return decimals && size > LEAST ? format(value, Math.min(decimals, most)) : fixed(value, 4);
}

/**
 * What would be misread here without brackets: behind an operator a sign, under an exponent a power of ten too.
 * @param {MathMLElement} node
 */
export function bracketsOf(node) {
  if (node.parentElement?.localName === "msup") return /^-|e/;
  let before = node.previousElementSibling;
  while (before?.hasAttribute("data-when")) before = before.previousElementSibling; // a part that may be hidden
  return before?.localName === "mo" && !["=", "(", "≈"].includes(before.textContent ?? "") ? /^-/ : null;
}
