/**
 * What is said of numbers that were worked out by hand: which is no number, which is wrong, and what follows from it.
 */
import { count, exact } from "../../text/numbers.mjs";
import { decimalOf, heldOf, numberIn, plainly } from "../../text/typed.mjs";

export { heldOf };

/** @import { Checked, Finding } from "../../types" */
/** @typedef {{ label: string, text: string }} Unread what is written where a number is asked for */

const NAMED = 5; // wrong numbers that are named beside the first

/** What is no number is told so, with what is one. @param {string} text */
export const unreadOf = (text) => `“${text.trim()}” is no number, such as −0.25 or −0,25`;

/** A number as the check reads it, with as many digits as are written; null for what is none. @param {string} text */
export const readOf = (text) => (numberIn(text) ? plainly(text) : null);

/** As it is sent to be checked: a fraction as it is. @param {string} text */
export const sentOf = (text) => heldOf(text) ?? (numberIn(decimalOf(text)) ? text.trim() : null);

/**
 * @param {Checked} checked
 * @param {Unread[]} unread what could not be checked
 * @param {(finding: Finding) => string} labelOf
 * @returns {[string, string[]]} the sentence, and lines below it
 */
export function verdictOf({ count: all, findings }, unread, labelOf) {
  const lines = unread.map(({ label, text }) => `${label}: ${unreadOf(text)}`);
  if (!findings.length) return [rightOf(all, unread.length > 0), lines];
  const wrong = findings.filter(({ follows }) => !follows);
  const [first, ...others] = wrong.length ? wrong : findings;
  const known = first.hint ? `, a known mistake: ${first.hint}` : "";
  const follow = findings.length - wrong.length;
  if (wrong.length > 1) lines.push(`Also wrong: ${namesOf(others.map(labelOf))}`);
  if (follow) lines.push(`${count(follow)} more would be right if the numbers before were`);
  return [`First wrong: ${labelOf(first)} = ${exact(first.got)}${known}.`, lines];
}

/** What is said of arrays that were pasted the other way round, "W is 14 × 5". @param {string[]} turned */
export const transposedOf = (turned) =>
  turned.length ? `What was pasted is transposed, and stands here turned: ${turned.join(", ")}.` : "";

/** @param {number} all @param {boolean} others whether something could not be checked */
function rightOf(all, others) {
  if (!all) return "No number can be checked yet.";
  if (others) return all === 1 ? "The other one is right." : `The other ${count(all)} are right.`;
  return `${all === 1 ? "It is" : `All ${count(all)} are`} right.`;
}

/** @param {string[]} labels */
function namesOf(labels) {
  const rest = labels.length - NAMED;
  return labels.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${count(rest)} more` : "");
}
