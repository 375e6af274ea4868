/** What a file has that somebody opens. */
import { count } from "../text/numbers.mjs";

const NOTHING = "\0"; // stands between the letters of UTF-16, and in what is no text
const NUMBERS = /^[\d\s.eE+|;-]+$/;

/**
 * Its text, and of which kind that is. An error says why it has none.
 * @param {File} file
 * @param {number} most bytes
 */
export async function corpusIn(file, most) {
  if (file.size > most)
    throw new Error(`${file.name} has ${count(file.size)} bytes; at most ${count(most)} are allowed.`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    text = NOTHING;
  }
  if (text.includes(NOTHING)) throw new Error(`${file.name} is not a text file in UTF-8.`);
  if (!text.trim()) throw new Error(`${file.name} is empty.`);
  return { kind: !text.includes("|") ? "text" : NUMBERS.test(text) ? "points" : "pairs", text };
}
