/** Numbers as people type them, in answers and predictions: 0.25, −0,5, .5, 1 000, 1e-3, 25%. */
import { significant } from "./numbers.mjs";

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** As programs read it: any minus is "-", a decimal comma a point, % a power of ten, no spaces. @param {string} text */
export const plainly = (text) => text.replace(/[−–]/g, "-").replace(/\s/g, "").replace(",", ".").replace(/%$/, "e-2");

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
 * Whether a typed number is a value: to one unit of its last digit.
 * @param {{ value: number, unit: number }} given
 * @param {number} value
 */
export const within = (given, value) => Math.abs(given.value - value) <= given.unit * (1 + 1e-9);

/** How to write what is no number; "" for one. @param {string} text */
export function refusalOf(text) {
  if (numberIn(text)) return "";
  const parts = text.split("/");
  const [above, below] = parts.map((part) => numberIn(part)?.value ?? Number.NaN);
  const fraction = parts.length === 2 ? above / below : Number.NaN;
  const usual = "Write a number, such as 0.25.";
  return Number.isFinite(fraction) ? `Write ${text.trim()} as a decimal: ${significant(fraction)}.` : usual;
}
