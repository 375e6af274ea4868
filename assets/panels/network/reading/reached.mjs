/** Which word of a text an instance comes from, and how far its window reaches. */

/** @import { Reading } from "../../../types" */

/**
 * The word whose window made an instance; −1 where it is not among those shown.
 * @param {Reading} reading
 * @param {number} instance
 */
export const centreOf = ({ tokens }, instance) =>
  tokens.findIndex(({ instance: first, count }) => first <= instance && instance < first + count);

/**
 * The words in the window of a word: those of its sentence that stayed, on either side as many as it reaches.
 * @param {Reading} reading
 * @param {number} centre
 */
export function reachedFrom({ tokens }, centre) {
  /** @type {Set<number>} */
  const reached = new Set();
  for (const way of centre < 0 ? [] : [-1, 1]) {
    let left = tokens[centre].reach;
    for (let at = centre + way; left > 0 && tokens[at]?.sentence === tokens[centre].sentence; at += way) {
      if (!tokens[at].stayed) continue;
      reached.add(at);
      left -= 1;
    }
  }
  return reached;
}
