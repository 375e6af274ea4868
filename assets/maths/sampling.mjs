/**
 * With which probability a frequent word stays where words are left out by chance. In Python it stands in
 * explorer/corpus/windows.py, which says where the formulas are from.
 */

/** @type {Record<string, (share: number, sample: number) => number>} */
const FORMULAS = {
  c: (share, sample) => ((Math.sqrt(share / sample) + 1) * sample) / share,
  paper: (share, sample) => Math.sqrt(sample / share),
};

/**
 * How many words of a text stay, as is to be expected.
 * @param {number[]} counts how often each word occurs
 * @param {number} sample the share of the text from which on words are left out; 0 for never
 * @param {string} formula
 */
export function stayingOf(counts, sample, formula) {
  const total = counts.reduce((sum, each) => sum + each, 0);
  if (!(sample > 0) || !(formula in FORMULAS)) return total;
  return counts.reduce((sum, each) => sum + (each && each * Math.min(1, FORMULAS[formula](each / total, sample))), 0);
}
