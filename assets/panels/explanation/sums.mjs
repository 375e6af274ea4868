/**
 * Sums that cancel: by four decimals of its numbers a line would say 0.3217 − 0.3217 = 3.76e-6. Its numbers get as many
 * as tell what is left, or where seven digits of them do not either, what is left is written as 0.0000. So does the
 * server, in explorer/models/explanations.py. What is left of huge ones, 2.57e23 − 2.57e23, is written as 0.00e23.
 */

/** @typedef {{ node: MathMLElement }} Slot */
/**
 * @template {Slot} Kind
 * @typedef {{ result: Kind, numbers: Kind[], terms: Kind[] }} Sum the slots of a sum; `terms` are numbers that are
 *   terms by themselves
 */

/** Of a number: as many as a float32 has. */
export const MOST_DIGITS = 7;
const DECIMALS = 4; // as numbers usually have
const HALF = 0.5e-4; // of the last of them: as much each term of a sum, and the sum, may be off by rounding
const HALF_POWERED = 0.5e-2; // the same of huge numbers, which have two before their power of ten

/**
 * The sums of a line: what stands before a sign of equality and a slot, from the slot before that is such a result.
 * @template {Slot} Kind
 * @param {Kind[]} slots
 * @returns {Sum<Kind>[]}
 */
export function sumsOf(slots) {
  let begin = 0;
  return slots.flatMap((result, end) => {
    const { previousElementSibling: before, nextElementSibling: after, parentElement: row } = result.node;
    if (!isSign(before, "=") || after?.localName === "mo") return [];
    const numbers = slots.slice(begin, end);
    begin = end + 1;
    const terms = numbers.filter(({ node }) => isTerm(node, row));
    return numbers.length > 1 && terms.length ? [{ result, numbers, terms }] : [];
  });
}

/**
 * The decimals of the numbers of sums that cancel; 0 of a result that is none; negative: its power of ten, −23 of what
 * is none beside 1e23.
 * @template {Slot} Kind
 * @param {Sum<Kind>[]} sums
 * @param {Map<Kind, string>} texts of the slots that are shown, as they usually are
 * @param {Set<Element>} hidden parts that are not shown
 * @returns {Map<Kind, number>}
 */
export function decimalsOf(sums, texts, hidden) {
  /** @type {Map<Kind, number>} */
  const found = new Map();
  for (const { result, numbers, terms } of sums) {
    const shown = terms.filter(({ node }) => partsAbove(node).every((part) => !part || !hidden.has(part)));
    const left = sizeOf(texts.get(result));
    const tens = Math.max(...shown.map((slot) => tensOf(texts.get(slot))));
    if (tens > 0) {
      if (left && left <= (shown.length + 1) * HALF_POWERED * 10 ** tens) found.set(result, -tens);
      continue;
    }
    const power = -Math.min(0, tensOf(texts.get(result))) || (left <= (shown.length + 1) * HALF ? DECIMALS : 0);
    if (!power || !left) continue;
    const largest = Math.max(...shown.map((slot) => sizeOf(texts.get(slot))));
    const most = MOST_DIGITS - 1 - Math.floor(Math.log10(largest));
    if (largest < 1e-4) continue; // it has an exponent too
    if (power >= most) found.set(result, 0);
    else {
      const written = numbers.filter((slot) => texts.has(slot));
      for (const slot of power > DECIMALS ? written : [...written, result]) found.set(slot, power + 2);
    }
  }
  return found;
}

/**
 * Whether a number is a term by itself, of a row or of parts of it that may be hidden.
 * @param {Element} node
 * @param {HTMLElement | null} row
 */
function isTerm(node, row) {
  const parts = partsAbove(node);
  const own = parts.slice(0, parts.indexOf(row)); // those that are parts of the row
  const before = [node, ...own].map((each) => beside(each, "previousElementSibling")).find((each) => each);
  const after = [node, ...own].map((each) => beside(each, "nextElementSibling")).find((each) => each);
  const ends = !after || isSign(after, "+−=") || closesMean(after);
  return parts.includes(row) && isSign(before, "+−=⋯") && ends;
}

/** Whether it is the bracket at the end of a sum whose mean is the result, (…) = h. @param {Element} part */
const closesMean = (part) =>
  isSign(part, ")") && isSign(part.nextElementSibling ?? part.parentElement?.nextElementSibling, "=");

/**
 * What stands before or behind a part, other than what is shown in its place.
 * @param {Element | null} part
 * @param {"previousElementSibling" | "nextElementSibling"} side
 */
function beside(part, side) {
  const found = part?.[side] ?? null;
  const [condition, other] = side === "nextElementSibling" ? [part, found] : [found, part];
  const isOther = when(other) === `=1-${when(condition)?.slice(1)}`;
  return isOther ? (found?.[side] ?? null) : found;
}

/** @param {Element | null} part */
const when = (part) => /** @type {MathMLElement | null} */ (part)?.dataset.when;

/** The parts that a number stands in, each in the next one, and what they stand in. @param {Element} node */
function partsAbove(node) {
  const parts = [node.parentElement];
  while (parts.at(-1)?.hasAttribute("data-when")) parts.push(parts.at(-1)?.parentElement ?? null);
  return parts;
}

/** The size of a number as it is written. @param {string | undefined} text */
const sizeOf = (text) => Math.abs(parseFloat(text?.replace("(", "") ?? ""));

/** The power of ten that a number is written with, or 0. @param {string | undefined} text */
const tensOf = (text) => Number(/e(-?\d+)/.exec(text ?? "")?.[1] ?? 0);

/** A sign, or a part that is one. @param {Element | null | undefined} each @param {string} signs */
function isSign(each, signs) {
  const sign = each?.children.length === 1 ? each.children[0] : each;
  return sign?.localName === "mo" && signs.includes(sign.textContent || "none");
}
