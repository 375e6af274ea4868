/** Words that are written from right to left, in texts of the page, which are not. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802-\ud803\ud83a-\ud83b]/;
const WORDS = /[^\s[\](),·=]+/g;

/** What stands around such a word, and has no width. */
export const ISOLATES = /[\u2068\u2069]/g;

/** A word that keeps its ellipsis and its digits on its own side (first strong isolate … pop). @param {string} text */
export const isolate = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** A text whose words from right to left turn nothing around them: "W′[שלום, 1]". @param {string} text */
export const isolated = (text) => text.replace(WORDS, isolate);
