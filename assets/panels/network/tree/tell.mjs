/** What is told of the tree: lines beside the pointer, rows of the table, and which number a press asks about. */
import { rowName, unasked } from "../../../text/names.mjs";
import { count, exact } from "../../../text/numbers.mjs";

/** @import { Focus, Line, Session } from "../../../types" */
/** @import { TreeFacts } from "./facts.mjs" */
/** @import { TreeTarget } from "./layout.mjs" */

const MOST_TURNS = 24; // of a way that is told in words: a tree may be as deep as it has words

/**
 * The id of a word of the tree, which always has all of them, in the scene; null where it isn't there.
 * @param {Session} session the scene's
 * @param {TreeTarget} target
 */
export function wordOf({ excerpt }, target) {
  if (target.kind !== "word") return null;
  const id = excerpt ? excerpt.row("word", target.word) : target.word;
  return id < 0 ? null : id;
}

/**
 * A node that the step asks has an activation; of any other there are the weights only.
 * @param {TreeFacts} facts
 * @param {number} node
 * @returns {Focus}
 */
export function numberOf({ scene: { session }, asked, answers }, node) {
  const question = asked?.indexOf(node) ?? -1;
  return question >= 0 && answers.size
    ? { name: session.network.activation, index: [question] }
    : { name: session.network.output ?? "", index: [node, 0] };
}

/** @param {TreeFacts} facts @param {TreeTarget} target @returns {Line[]} */
export function linesFor(facts, target) {
  if (target.kind === "word") return linesOfWord(facts, target.word);
  const { scene, tree, answers, mass, touched } = facts;
  const { node } = target;
  const name = rowName(scene.session, scene.session.network.output, node);
  const words = `${tree.leaves[node]} words below`;
  if (target.kind === "stub")
    return [`${name} and what is below it`, words, ...pair("probability", mass ? mass[node] : null)];
  const answer = answers.get(node);
  return [
    name,
    words,
    ...pair("goes left with", facts.left(node)),
    ...pair(answer && answer.times > 1 ? `${count(answer.times)} errors together` : "error", answer?.error ?? null),
    ...(touched && !answer ? [unasked(touched, node)] : []),
  ];
}

/** @param {string} what @param {number | null} value @returns {Line[]} */
const pair = (what, value) => (value === null ? [] : [[what, exact(value)]]);

/** @param {TreeFacts} facts @param {number} word @returns {Line[]} */
function linesOfWord(facts, word) {
  const { scene, tree, chances, targets } = facts;
  const { session } = scene;
  const way = tree.path(word);
  /** @type {Line[]} */
  const turns = way.slice(0, MOST_TURNS).map(({ node, left }) => {
    const name = rowName(session, session.network.output, node);
    return [`${name}, ${left ? "left" : "right"}`, turn(facts, node, left)];
  });
  if (way.length > MOST_TURNS) turns.push(further(way));
  return [
    session.words[word],
    ...(targets.has(word) ? ["output word of this instance"] : []),
    ...turns,
    ...pair("product", chances?.[word] ?? null),
  ];
}

/**
 * Of the same numbers as the product, so that it is the product to the last digit: answers travel in single precision.
 * @param {TreeFacts} facts
 * @param {number} node
 * @param {boolean} left
 */
function turn(facts, node, left) {
  const chance = facts.shareOf(node) ?? facts.left(node);
  return chance === null ? "" : exact(left ? chance : 1 - chance);
}

/** @param {{ length: number }} way */
const further = ({ length }) => `… and ${count(length - MOST_TURNS)} more`;

/** A row a word: the word, its way, its probability, whether it is a target. @param {TreeFacts} facts */
export function tableRows({ scene, tree, chances, targets }) {
  const { session } = scene;
  /** @param {number} word */
  const way = (word) => {
    const turns = tree.path(word);
    const told = turns
      .slice(0, MOST_TURNS)
      .map(({ node, left }) => `${rowName(session, session.network.output, node)} ${left ? "left" : "right"}`);
    return [...told, ...(turns.length > MOST_TURNS ? [further(turns)] : [])].join(", ");
  };
  const words = scene.shownWords ?? session.words.keys();
  return Array.from(words, (word) => [
    session.words[word],
    way(word),
    exact(chances?.[word]),
    targets.has(word) ? "target" : "",
  ]);
}
