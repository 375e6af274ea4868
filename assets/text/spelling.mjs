/** How a word that is asked for is spelt in the vocabulary, as explorer/corpus/text.py spells those of a text. */

/**
 * The word of the vocabulary that was typed, as it stands there or as the text's words are spelt; else what was typed.
 * @param {string} typed
 * @param {Set<string>} words
 * @param {Record<string, string>} read how a text is read, by field; of other data there are no such fields
 */
export function spelled(typed, words, { tokenizer, lowercase }) {
  const isPlain = tokenizer !== "words";
  let word = isPlain ? typed : typed.replace(/[’ʼ＇‘`´]/g, "'").replace(/[\u00ad\u2060՛՜՞]/g, "");
  if (lowercase === "true") word = word.toLowerCase();
  if (!isPlain) word = (lowercase === "true" ? word.replace(/i\u0307+/g, "i") : word).normalize("NFC");
  return !words.has(typed) && words.has(word) ? word : typed;
}
