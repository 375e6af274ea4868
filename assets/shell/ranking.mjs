/**
 * The words that a callback found, each beside its number, as one component of Dash: as one for each element, each of
 * which Dash keeps in step by itself, two lists of ten words took longer than a step's pictures.
 *
 * What somebody asked for is said to who listens, once it is found: not what a link or a preset brings, nor what it
 * becomes from step to step.
 */

/** @import { Host } from "./component.mjs" */
/** @typedef {"word" | "analogy"} Question the option of the view that has its words */
/** @typedef {[word: string, number: string]} Found */
/** @typedef {Partial<Record<Question, string>>} Asked the words of the questions, as texts */

const UNTRAINED = "not trained yet: no step has moved its vector, which is where it began";
const MOST_SAID = 3; // of what was found
/** @type {Question[]} */
const QUESTIONS = ["word", "analogy"];

/**
 * The component. Of its properties, `asked` are the words of the question, one of neighbours or three of an analogy;
 * `untrained` are the rows whose words no step has trained yet; `note` stands above all.
 * @param {(of: Question, text: string) => void} say
 * @param {(of: Question, words: string[]) => boolean} isAwaited see `awaiting`
 */
export const rankings = (say, isAwaited) =>
  /** @param {{ asked: string[], found: Found[], untrained?: number[], note?: string }} properties */
  function Ranking({ asked, found, untrained = [], note = "" }) {
    const { createElement, useLayoutEffect, useRef } = React;
    const list = useRef(null);
    useLayoutEffect(() => {
      const of = asked.length > 1 ? "analogy" : "word";
      if (isAwaited(of, asked) && list.current.checkVisibility()) say(of, sentence(asked, found, untrained, note));
    });
    const items = found.map(([word, number], row) => itemOf(word, number, untrained.includes(row)));
    const ranked = createElement("ol", { ref: list }, ...items);
    if (!note) return ranked;
    return createElement("div", null, createElement("p", { className: "muted ranking-note" }, note), ranked);
  };

/**
 * Whether the answer of a question is waited for: its words were changed while the run stayed. It is said once.
 * @param {Pick<Host, "place" | "on">} host
 * @returns {(of: Question, words: string[]) => boolean}
 */
export function awaiting(host) {
  /** @type {Asked} */
  const awaited = {};
  let known = askedAt(host);
  host.on(() => {
    const now = askedAt(host);
    for (const of of QUESTIONS)
      if (now.query !== known.query) delete awaited[of];
      else if (now[of] !== known[of]) awaited[of] = now[of];
    known = now;
  });
  return (of, words) => {
    if (awaited[of] !== words.join(",")) return false;
    delete awaited[of];
    return true;
  };
}

/** @param {Pick<Host, "place">} host @returns {Asked & { query: unknown }} */
function askedAt({ place }) {
  const { word, analogy } = /** @type {Record<string, unknown>} */ (place?.view ?? {});
  return { query: place?.query, word: words(word), analogy: words(analogy) };
}

/** @param {unknown} text */
const words = (text) =>
  String(text ?? "")
    .split(",")
    .map((word) => word.trim())
    .join(",");

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

/**
 * @param {string[]} asked
 * @param {Found[]} found
 * @param {number[]} untrained
 * @param {string} note
 */
function sentence([a, b, c], found, untrained, note) {
  const nearest = found
    .slice(0, MOST_SAID)
    .map(([word, number], row) => `${word} ${number}${untrained.includes(row) ? " untrained" : ""}`);
  const told = `${c === undefined ? `Nearest to ${a}` : `${a} − ${b} + ${c}`}: ${nearest.join(", ")}`;
  return note ? `${told}. ${note}` : told;
}
