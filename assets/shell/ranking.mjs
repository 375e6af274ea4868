/**
 * The words that a callback found, each beside its number, as one component of Dash: as one for each element, each of
 * which Dash keeps in step by itself, two lists of ten words took longer than a step's pictures.
 */

const UNTRAINED = "not trained yet: no step has moved its vector, which is where it began";

const MOST_SAID = 3; // of what was found

/**
 * The component. Of its properties, `asked` are the words of the question; `untrained` are the rows whose words no step
 * has trained yet; `note` stands above all.
 * @param {(text: string) => void} say tells whoever listens what was found, once for each question: not what becomes of
 *   it from step to step
 * @param {string[]} opening the words of the questions that the page opens with, joined by commas: nobody waits for
 *   what is found there
 */
export function rankings(say, opening) {
  const known = new Map(opening.map((question) => [question.split(",").length, question])); // Dash makes a list anew
  /** @param {{ asked: string[], found: [word: string, number: string][], untrained?: number[], note?: string }} it */
  return function Ranking({ asked, found, untrained = [], note = "" }) {
    const { createElement, useLayoutEffect, useRef } = React;
    const list = useRef(null);
    const question = asked.join(",");
    useLayoutEffect(() => {
      const isNew = known.get(asked.length) !== question;
      known.set(asked.length, question);
      if (isNew && list.current.checkVisibility()) say(sentenceOf(asked, found));
    }, [question]);
    const items = found.map(([word, number], row) => itemOf(word, number, untrained.includes(row)));
    const ranked = createElement("ol", { ref: list }, ...items);
    if (!note) return ranked;
    return createElement("div", null, createElement("p", { className: "muted ranking-note" }, note), ranked);
  };
}

/**
 * dir="auto": a word from right to left stands beside its number, not around it.
 * @param {string} word
 * @param {string} number
 * @param {boolean} isUntrained
 */
function itemOf(word, number, isUntrained) {
  const { createElement } = React;
  return createElement(
    "li",
    isUntrained ? { className: "muted" } : null,
    createElement("span", { dir: "auto", title: isUntrained ? `${word}: ${UNTRAINED}` : word }, word),
    isUntrained ? createElement("small", { title: UNTRAINED }, "untrained") : null,
    createElement("span", null, number),
  );
}

/** @param {string[]} asked a word, or the three of an analogy @param {[word: string, number: string][]} found */
function sentenceOf([a, b, c], found) {
  const nearest = found.slice(0, MOST_SAID).map(([word, number]) => `${word} ${number}`);
  return `${c === undefined ? `Nearest to ${a}` : `${a} − ${b} + ${c}`}: ${nearest.join(", ")}`;
}
