/**
 * What a ledger is asked about, as links have it: "W.3.1" is a weight, "W*3*5" the dot product of two words' vectors.
 */
import { expressionOf, written } from "../../text/written.mjs";

/** @import { Options, Parameter, Scene, Session, WholeSource, Question, LedgerPiece } from "../../types" */
/**
 * @typedef {{ title: string, ways: string[], words: string, ask: (source: WholeSource) => Question<LedgerPiece>,
 *   options: Options }} Subject `title`: an expression; `ways` in which its ledger is grouped; `words`: what those are by
 *   which it is parted; `options` of its question
 */

/**
 * @param {string} about
 * @param {Pick<Scene, "session" | "frame">} scene
 * @returns {Subject | null} null where there is no such number
 */
export function subjectOf(about, scene) {
  const { whole } = scene.session;
  return about.includes("*") ? pairOf(about, whole) : weightOf(about, scene, whole);
}

/**
 * @param {string} about
 * @param {Pick<Scene, "session" | "frame">} scene
 * @param {Session} whole
 * @returns {Subject | null}
 */
function weightOf(about, scene, whole) {
  const [name, ...index] = about.split(".");
  const parameter = whole.parameters.find((each) => each.name === name);
  const inside = parameter?.shape.every((size, axis) => Number(index[axis]) >= 0 && Number(index[axis]) < size);
  if (!parameter || !inside || index.length !== parameter.shape.length) return null;
  return {
    title: expressionOf(about, scene) ?? about,
    ways: waysOf(whole, parameter),
    words: parameter.parted,
    ask: (source) => source.ledger,
    options: { parameter: name, index: index.join(",") },
  };
}

/** @param {string} about @param {Session} whole @returns {Subject | null} */
function pairOf(about, whole) {
  const [of, a, b] = about.split("*");
  const [first, second] = [a, b].map((id) => whole.words[Number(id)]);
  const parameter = whole.parameters.find((each) => each.name === of);
  if (!parameter || !vectorsOf(whole).includes(of) || first === undefined || second === undefined) return null;
  return {
    title: `dot(${of}[${written(first)}], ${of}[${written(second)}])`,
    ways: waysOf(whole, parameter),
    words: parameter.parted,
    ask: (source) => source.dotLedger,
    options: { a, b, of },
  };
}

/** The parameters that have a vector for each word. @param {Session} session */
export const vectorsOf = ({ parameters }) =>
  parameters.filter(({ axes }) => axes.length === 2 && axes.includes("word")).map(({ name }) => name);

/** @param {Session} session @param {Parameter} parameter */
const waysOf = ({ corpus }, { parted }) => [
  "instance",
  ...(parted ? ["word"] : []),
  ...(corpus.kind === "text" ? ["sentence"] : []),
  "epoch",
];
