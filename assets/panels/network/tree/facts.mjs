/**
 * What the tree shows of a scene, before anything of it is composed: probabilities, answers of the nodes, target words.
 */
import { parameterOf } from "../../../maths/declared.mjs";
import { remembered } from "../../../maths/remembered.mjs";
import { askedRows, likelihood } from "../../../maths/rows.mjs";
import { masses, treeOf } from "./layout.mjs";

/** @import { Scene, Session, Tree } from "../../../types" */
/** @import { WordTree } from "./layout.mjs" */
/** @typedef {ReturnType<typeof treeFacts>} TreeFacts */
/**
 * @typedef {{ value: number | null, error: number | null, times: number }} Answer of a node: the activation, and the
 *   sum of its errors, one of each of the times that the step asks it
 */

/** @type {WeakMap<Tree, WordTree>} */
const trees = new WeakMap();

/** @param {Session} session */
function treeOfSession({ structure: { tree } }) {
  if (!tree) throw new Error("The session has no tree.");
  return remembered(trees, tree, () => treeOf(tree.children));
}

/**
 * Always of all words: an excerpt's scene is widened. `answers` maps the nodes that the step asks to what they answer,
 * errors summed where several ways lead through a node; `left(node)` is the probability of going left, null while
 * unknown, `shareOf(node)` the same as the share of its mass.
 * @param {Scene} given
 */
export function treeFacts(given) {
  const scene = given.session.excerpt ? given.session.excerpt.wide(given) : given;
  const { session, frame } = scene;
  const tree = treeOfSession(session);
  const chances = likelihood(scene);
  const mass = chances && !session.by_rows ? masses(tree, chances) : null; // else only some words' are known
  const asked = scene.excited ? null : askedRows(scene);
  const answers = turnsOf(scene, asked);
  /** @param {number} node */
  const shareOf = (node) => {
    if (!mass || !chances) return null;
    const [inner, id] = tree.children[node][0];
    return mass[node] > 0 ? (inner ? mass[id] : chances[id]) / mass[node] : null;
  };
  /** @param {number} node */
  const left = (node) => answers.get(node)?.value ?? shareOf(node);
  const touched = asked && frame ? frame.touched(session.network.output ?? "") : null;
  const targets = new Set(frame?.outputs ?? []);
  return { scene, tree, chances, mass, asked, touched, answers, left, shareOf, targets };
}

/** @param {Scene} scene @param {ArrayLike<number> | null} asked nodes, in the order in which the step asks them */
function turnsOf({ session, frame }, asked) {
  /** @type {Map<number, Answer>} */
  const answers = new Map();
  if (!asked || !frame) return answers;
  const values = frame.get(session.network.activation);
  const errors = frame.get(parameterOf(session, session.network.output).change[0].rows);
  for (let question = 0; question < asked.length; question++) {
    const before = answers.get(asked[question]);
    answers.set(asked[question], {
      times: (before?.times ?? 0) + 1,
      value: values ? values[question] : null,
      error: errors ? (before?.error ?? 0) + errors[question] : null,
    });
  }
  return answers;
}
