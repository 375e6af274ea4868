/** What may be meant by the beginning of a name in an expression. Plain texts. */
import { written } from "../../text/written.mjs";

/** @typedef {{ text: string, says: string }} Name what is written, and what it is */
/** @typedef {{ start: number, end: number, begun: string, inBrackets: boolean }} Begun what stands at the caret */

const MOST = 8;
const BEFORE = /(?:[\p{L}_][\p{L}\p{N}_]*|"(?:[^"\\]|\\.)*)$/u;
const AFTER = /^[\p{L}\p{N}_]*/u;

/**
 * The name that one types, or a word after an opening quote; null where none stands at the caret.
 * @param {string} text
 * @param {number} caret
 * @returns {Begun | null}
 */
export function begunAt(text, caret) {
  const before = text.slice(0, caret);
  const quotes = before.replace(/\\./g, "").split('"').length - 1;
  const begun = (quotes % 2 ? /"(?:[^"\\]|\\.)*$/ : BEFORE).exec(before)?.[0];
  if (!begun || (begun[0] === '"' && quotes % 2 === 0)) return null;
  const rest = AFTER.exec(text.slice(caret))?.[0].length ?? 0;
  const inBrackets = before.lastIndexOf("[") > before.lastIndexOf("]");
  return { start: caret - begun.length, end: caret + rest, begun: begun.replace(/^"/, ""), inBrackets };
}

/**
 * What it may be, at most so many: names before words, but in brackets and behind quotes, where words come first.
 * @param {Begun} at
 * @param {string[]} words
 * @param {Name[]} names
 * @param {string} typed all of the text
 * @returns {Name[]}
 */
export function candidates({ start, begun, inBrackets }, words, names, typed) {
  const low = begun.toLowerCase();
  const fits = (/** @type {string} */ text) => text.toLowerCase().startsWith(low) && text !== begun;
  const quoted = typed[start] === '"';
  /** @type {Name[]} */
  const ofWords = [];
  for (const word of words) {
    if (ofWords.length === MOST) break;
    if (fits(word))
      ofWords.push({ text: quoted ? `"${written(word).replace(/^"|"$/g, "")}"` : written(word), says: "a word" });
  }
  const ofNames = quoted ? [] : names.filter(({ text }) => fits(text));
  return (inBrackets ? [...ofWords, ...ofNames] : [...ofNames, ...ofWords]).slice(0, MOST);
}

/**
 * The text with what was chosen in it, and where the caret is then.
 * @param {string} text
 * @param {Begun} at
 * @param {string} chosen
 */
export function completed(text, { start, end }, chosen) {
  return { text: text.slice(0, start) + chosen + text.slice(end), caret: start + chosen.length };
}
