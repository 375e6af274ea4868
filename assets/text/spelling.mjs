/** How a word that is typed is spelt in the vocabulary; texts themselves are read on the server, see text.py. */

/**
 * The word of the vocabulary that was typed, perhaps with other accents, apostrophe or capitals; else what was typed.
 * @param {string} typed
 * @param {Set<string>} words
 */
export function spelled(typed, words) {
  const read = typed.replace(/[’ʼ＇‘`´]/g, "'").normalize("NFC");
  const lower = read.toLowerCase().replace(/i\u0307+/g, "i");
  return [typed, read, lower].find((each) => words.has(each)) ?? typed;
}
