/**
 * Sums that cancel: by four decimals of its numbers a line would say 0.3217 − 0.3217 = 3.76e-6. Its numbers get as many as tell
 * what is left, or where seven digits of them do not either, what is left is written as 0.0000. So does the server, in
 * explorer/models/explanations.py.
 */

/** @typedef {{ node: MathMLElement }} Slot */
/**
 * @template {Slot} Kind
 * @typedef {{ result: Kind, numbers: Kind[], terms: Kind[] }} Sum the slots of a sum; `terms` are numbers that are terms by themselves
 */

/** Of a number: as many as a float32 has. */
export const MOST_DIGITS = 7;

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
 * The decimals of the numbers of sums that cancel; 0 of a result that is none.
 * @template {Slot} Kind
 * @param {Sum<Kind>[]} sums
 * @param {Map<Kind, string>} texts of all slots, as they usually are
 * @returns {Map<Kind, number>}
 */
export function decimalsOf(sums, texts) {
  const found = new Map();
  for (const { result, numbers, terms } of sums) {
    const power = Number(texts.get(result)?.split("e-")[1]);
    if (!power) continue;
    const shown = terms.filter(({ node }) => node.parentElement?.style.display !== "none");
    const largest = Math.max(...shown.map((slot) => Math.abs(parseFloat(texts.get(slot)?.replace("(", "") ?? ""))));
    const most = MOST_DIGITS - 1 - Math.floor(Math.log10(largest));
    if (largest < 1e-4) continue; // it has an exponent too
    if (power >= most) found.set(result, 0);
    else for (const slot of numbers) found.set(slot, power + 2);
  }
  return found;
}

/** Whether a number is a term by itself, of a row or of a part of it that may be hidden. @param {Element} node @param {Element | null} row */
function isTerm({ previousElementSibling: before, nextElementSibling: after, parentElement: part }, row) {
  return (part === row || part?.parentElement === row) && isSign(before, "+−=⋯") && (!after || isSign(after, "+−="));
}

/** @param {Element | null} each @param {string} signs */
const isSign = (each, signs) => each?.localName === "mo" && signs.includes(each.textContent || "none");
