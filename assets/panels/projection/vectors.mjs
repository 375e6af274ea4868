/** What of a scene the projection shows: the sets of vectors, the words that stand out in them, the analogy. */
import { project, vectorSets } from "../../maths/points.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { askedRows, vectorsOf } from "../../maths/rows.mjs";
import { wordId } from "../../maths/named.mjs";
import { isolate } from "../../text/direction.mjs";
import { shortName } from "../../text/names.mjs";

/** @import { Axes, Matrix, Scene, Session, VectorSet, View } from "../../types" */
/** @typedef {Scene & { projection: Axes }} ProjectedScene */
/**
 * @typedef {VectorSet & { points: Float64Array, names: string[], visible: boolean, touched: Set<number> | null }}
 *   ShownSet x and y of each vector in the plane; `touched` are the rows that the step touches, where it does not touch
 *   all
 */
/** @typedef {"instance" | "asked" | "analogy" | "pinned" | "hovered"} Reason */
/** @typedef {Map<number, Reason>} Lit rows that stand out, with the reason */
/** @typedef {[x: number, y: number]} Point of the plane */
/**
 * @typedef {{ ids: number[], name: string, corners: Point[], text: string }} Analogy a, b, c, and a − b + c, which is
 *   the text
 */

const MOST_ROWS = 24; // asked rows that stand out
const MOST_WORDS = 12; // of the instance's

/** Which vectors are shown: "both" unless the view names one kind. @param {{ view: View }} scene */
export const showOf = ({ view }) => (view.show === "input" || view.show === "output" ? view.show : "both");

/** A set's numbers, a row a vector. @param {Scene} scene @param {VectorSet} set @returns {Matrix} */
export const matrixOf = ({ session, weights }, { name }) => vectorsOf(session, name, weights[name]);

/** @param {Scene} scene @returns {scene is ProjectedScene} */
export const hasAxes = (scene) => scene.projection !== null;

/**
 * The sets of vectors along the axes; none where there are no axes, or those of another space are still on their way.
 * @param {Scene} scene
 * @returns {ShownSet[]}
 */
export function setsOf(scene) {
  if (!hasAxes(scene)) return [];
  const kinds = vectorSets(scene.session, scene.view.fit).filter(({ name }) => scene.weights[name]);
  if (matrixOf(scene, kinds[0]).columns !== scene.projection.mean.length) return [];
  const wanted = showOf(scene);
  const none = !kinds.some(({ kind }) => wanted === "both" || wanted === kind);
  return kinds.map((set) => ({
    ...set,
    points: project(matrixOf(scene, set), scene.projection),
    names: namesOf(scene, set),
    visible: none || wanted === "both" || wanted === set.kind,
    touched: scene.frame?.touched(set.name) ?? null,
  }));
}

/** @type {WeakMap<Session, Map<string, string[]>>} */
const named = new WeakMap();

/** @param {Scene} scene @param {VectorSet} set */
function namesOf({ session, weights }, { name, words }) {
  if (words) return session.words;
  const ofRows = () => Array.from({ length: weights[name].rows }, (_, row) => shortName(session, name, row));
  return remembered(
    remembered(named, session, () => new Map()),
    name,
    ofRows,
  );
}

/**
 * Rows that stand out in a set: those of the instance on its side, pinned, asked for, hovered.
 * @param {Scene} scene
 * @param {VectorSet} set
 * @param {Analogy | null} analogy
 * @returns {Lit}
 */
export function litOf(scene, set, analogy) {
  const { frame, pins, view, hovered, session } = scene;
  /** @type {Lit} */
  const lit = new Map();
  /** @param {Iterable<number>} rows @param {Reason} reason */
  const light = (rows, reason) => {
    for (const row of rows) lit.set(row, reason);
  };
  if (set.kind === "output") light(askedRows(scene)?.slice(0, MOST_ROWS) ?? [], "instance");
  if (!set.words) return lit;
  const asked = wordId(session, view.word);
  if (asked >= 0 && (view.of || session.network.input) === set.name) lit.set(asked, "asked");
  if (analogy?.name === set.name) light(analogy.ids, "analogy");
  if (set.kind === "input") light(pins, "pinned");
  light((set.kind === "input" ? frame?.inputs : frame?.outputs)?.slice(0, MOST_WORDS) ?? [], "instance");
  if (hovered !== null) lit.set(hovered, "hovered");
  return lit;
}

/**
 * The analogy that is asked for. Projecting is affine, so the sum can be made of the projected points.
 * @param {Scene} scene
 * @param {ShownSet[]} sets
 * @returns {Analogy | null}
 */
export function analogyOf({ session, view }, sets) {
  const words = (view.analogy ?? "").split(",").map((word) => word.trim());
  const ids = words.map((word) => wordId(session, word));
  const set = sets.find(({ name }) => name === (view.of || session.network.input));
  if (ids.length !== 3 || ids.some((id) => id < 0) || !set?.visible) return null;
  const [a, b, c] = ids.map((id) => /** @type {Point} */ ([set.points[2 * id], set.points[2 * id + 1]]));
  /** @type {Point} */
  const sum = [a[0] - b[0] + c[0], a[1] - b[1] + c[1]];
  const [first, second, third] = words.map(isolate);
  return { ids, name: set.name, corners: [a, b, c, sum], text: `${first} − ${second} + ${third}` };
}
