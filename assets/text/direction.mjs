/** Words that are written from right to left, in texts of the page, which are not. */

const LETTERS = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const RIGHT_TO_LEFT = new RegExp(`[${LETTERS}]`, "u");
const RUNS = new RegExp(`[${LETTERS}]+(?:[\\d'’\\-]+[${LETTERS}]+)*`, "gu");

/** A word that keeps its ellipsis and its digits on its own side (first strong isolate … pop). @param {string} text */
export const isolate = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** A text whose words from right to left turn nothing around them: "W′[שלום, 1]". @param {string} text */
export const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? text.replace(RUNS, "\u2068$&\u2069") : text);
