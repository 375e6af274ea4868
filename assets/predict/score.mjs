/** How many predictions were right since the browser's tab was opened. It stays in the tab; nobody else hears of it. */

const KEY = "predictions";
const MOST = 1000; // questions that are remembered

/** @typedef {{ right: number, all: number, asked: string[] }} Score */

/**
 * @param {() => Storage} storage that of the tab; where there may be none, the score lasts as long as the page
 * @returns {{ add(question: string, right: boolean): void, readonly text: string }} a question counts once
 */
export function createScore(storage) {
  let score = read(storage);
  return {
    add(question, right) {
      score = read(storage) ?? score;
      const { right: before = 0, all = 0, asked = [] } = score ?? {};
      if (asked.includes(question)) return;
      score = { right: before + Number(right), all: all + 1, asked: [...asked, question].slice(-MOST) };
      try {
        storage().setItem(KEY, JSON.stringify(score));
      } catch {
        // It is kept here.
      }
    },
    get text() {
      return score ? `${score.right} of ${score.all} right` : "";
    },
  };
}

/** @param {() => Storage} storage @returns {Score | null} */
function read(storage) {
  try {
    const found = /** @type {Partial<Score> | null} */ (JSON.parse(storage().getItem(KEY) ?? "null"));
    const sound = Number.isInteger(found?.right) && Number.isInteger(found?.all) && Array.isArray(found?.asked);
    return sound ? /** @type {Score} */ (found) : null;
  } catch {
    return null;
  }
}
