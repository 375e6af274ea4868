/**
 * The lists of neighbours and of an analogy on a page without a server: what the source finds about the words of the
 * view.
 */
import { element } from "../draw/figure.mjs";
import { fixed } from "../text/numbers.mjs";

/** @import { Asker, Explorer, Near, Options, Scene } from "../types" */
/** @typedef {{ options: Options | null, message: string }} Asked what the source is asked, or why it is not */

const LONGEST_TOLD = 60; // characters of a word that is not known
const COUNT = 10; // words of a list, as on the page
const TERMS = ["a", "b", "c"];

/** @param {Explorer} app @returns {{ paint(scene: Scene): void }} */
export function mount(app) {
  const { source } = app;
  /** @type {Scene | null} */
  let latest = null; // the one painted last
  const again = () => latest && paint(latest);
  const neighbours = createList(app, "neighbours-list", "neighbours", source.neighbours, again);
  const analogy = createList(app, "analogy-list", "analogy", source.analogy, again);

  /** @param {Scene} scene */
  function paint(scene) {
    latest = scene;
    neighbours(scene, neighboursOf(scene));
    analogy(scene, analogyOf(scene));
  }
  return { paint };
}

/**
 * @param {Explorer} app
 * @param {string} id
 * @param {string} name
 * @param {import("../types").Question<Near[]>} ask
 * @param {() => void} again
 * @returns {(scene: Scene, asked: Asked) => void}
 */
function createList(app, id, name, ask, again) {
  const root = app.id(id);
  /** @type {Asker<Near[]>} */
  const asker = app.asker(again);
  let shown = "";
  return (scene, { options, message }) => {
    const { step, view, session } = scene;
    const own = options && { ...options, step, of: view.of };
    const key = own && JSON.stringify(own);
    const found = asker.answer(key, own && ((signal) => ask(session.whole.query, own, signal)));
    const answer = own ? (found ?? asker.last().answer) : message;
    const result = answer instanceof Object && "error" in answer ? answer.error.message : answer;
    const some = Array.isArray(result) ? partOf(session) : "";
    const told = JSON.stringify([result, some]);
    if (!root || told === shown) return;
    shown = told;
    root.replaceChildren(...(some ? [noteOf(some)] : []), ...filled(result, name));
  };
}

/** @param {Near[] | string | null} answer @param {string} name @returns {Node[]} */
function filled(answer, name) {
  if (!answer) return [];
  if (typeof answer === "string") return [noteOf(answer)];
  if (!answer.length) return [noteOf("There is no other word.")];
  const list = element("ol", name);
  for (const [word, cosine] of answer) {
    const row = list.appendChild(element("li"));
    const named = row.appendChild(element("span"));
    Object.assign(named, { textContent: word, title: word, dir: "auto" });
    row.appendChild(element("span")).textContent = fixed(cosine, 2);
  }
  return [list];
}

/** Among which words they are looked for, where the file does not have all. @param {Scene["session"]} session */
const partOf = ({ excerpt }) => (excerpt ? "Only this file’s words:" : "");

/** @param {string} text */
function noteOf(text) {
  const note = element("p", "muted");
  note.textContent = text;
  return note;
}

/** @param {Pick<Scene, "view" | "session">} scene @returns {Asked} */
export function neighboursOf({ view, session }) {
  const word = (view.word ?? "").trim();
  if (!word) return { options: null, message: "Type a word, or click one in the projection." };
  return asked({ word }, [word], session);
}

/** @param {Pick<Scene, "view" | "session">} scene @returns {Asked} */
export function analogyOf({ view, session }) {
  const terms = (view.analogy ?? "").split(",").map((term) => term.trim());
  if (!terms.some(Boolean)) return { options: null, message: "Type three words, such as king − man + woman." };
  const missing = TERMS.filter((_, at) => !terms[at]);
  if (missing.length) return { options: null, message: `${missing.join(" and ")} still to be typed.` };
  if (terms.length > TERMS.length)
    return { options: null, message: `An analogy has three words, not ${terms.length}.` };
  return asked(Object.fromEntries(TERMS.map((name, at) => [name, terms[at]])), terms, session);
}

/** @param {string} word */
const quoted = (word) => `“${[...word].slice(0, LONGEST_TOLD).join("")}”`;

/**
 * What is told instead of an answer is what a server tells; tests/shared/lists.json holds the two together.
 * @param {Options} options
 * @param {string[]} words
 * @param {Scene["session"]} session
 * @returns {Asked}
 */
function asked(options, words, session) {
  const unknown = [...new Set(words)].filter((word) => !session.words.includes(word)).map(quoted);
  if (!unknown.length) return { options: { ...options, count: COUNT }, message: "" };
  return {
    options: null,
    message: `${unknown.join(" and ")}: not among the words of this ${session.excerpt ? "part of the record" : "run"}.`,
  };
}
