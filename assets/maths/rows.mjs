/**
 * What panels read from a scene before they draw it: which words and rows to show where there is no room for all, how
 * probable words are, rows as vectors.
 */
import { declaredOf, parameterOf } from "./declared.mjs";
import { largest } from "./limits.mjs";
import { parseFocus, wordId } from "./named.mjs";
import { remembered } from "./remembered.mjs";

/** @import { Matrix, Numbers, Parameter, Ranked, Scene, Session } from "../types" */

const MEASURED = 1000; // words
const PROBABLE = 12;
const ALL_ROWS = 300; // that the network draws
/** How many rows are shown where there are more than can all be. */
export const WINDOW = 120;

/**
 * At most `room` of `size` rows, ascending: those that are wanted, list after list, then the first, which fill up so
 * that most rows stay in place from one step to the next. In Python it is `shown_rows`; tests/shared/rows.json holds
 * the two.
 * @param {number} size
 * @param {number} room
 * @param {...Iterable<number | null>} wanted
 */
export function shownOf(size, room, ...wanted) {
  if (size <= room) return Array.from({ length: size }, (_, id) => id);
  /** @type {Set<number>} */
  const shown = new Set();
  for (const ids of wanted)
    for (const id of ids) if (id !== null && id >= 0 && id < size && shown.size < room) shown.add(id);
  for (let id = 0; shown.size < room; id++) shown.add(id);
  return [...shown].sort((a, b) => a - b);
}

/**
 * The words that matter, list after list: the instance's, those that it asks, the one whose number is in focus, the
 * hovered, the pinned, the one that is asked about, and the most probable, so many of them. In Python it is
 * `wanted_words`.
 * @param {Scene} scene
 * @param {number} [probable]
 * @returns {Iterable<number | null>[]}
 */
function wantedWords(scene, probable = PROBABLE) {
  const { session, frame, hovered, pins, view } = scene;
  const asksWords = declaredOf(session, session.network.output)?.axes[0] === "word";
  const own = frame ? [frame.outputs, frame.inputs, (asksWords && askedRows(scene)) || []] : [];
  const ranks = ranking(scene, probable) ?? [];
  const named = [focusedRow(scene, "word"), hovered, ...pins, wordId(session, view.word)];
  return [...own, named, ranks.map(({ id }) => id)];
}

/**
 * The words to show where there is no room for all: those that matter, and then the first.
 * @param {Scene} scene
 * @param {number} room
 * @param {number} [probable]
 */
export const shownWords = (scene, room, probable = PROBABLE) =>
  shownOf(scene.session.words.length, room, ...wantedWords(scene, Math.min(probable, room)));

/**
 * Of an axis of the parameters the rows to show: words as above, nodes those that are asked and the one in focus.
 * @param {Scene} scene
 * @param {string} axis
 * @param {number} size
 * @param {number} room
 */
export const shownOnAxis = (scene, axis, size, room) =>
  axis === "word" ? shownWords(scene, room) : shownOf(size, room, askedRows(scene) ?? [], [focusedRow(scene, axis)]);

/**
 * Rows of the output weights to show in the network: those of `ids` where they are words.
 * @param {Scene} scene
 * @param {number[]} ids
 */
export function shownRows(scene, ids) {
  const { session } = scene;
  const [here, { shape }] = [session, session.whole].map((each) => parameterOf(each, session.network.output));
  const [axis] = here.axes;
  return axis === "word" ? ids : shownOnAxis(scene, axis, here.shape[0], windowOf(shape[0]));
}

/** How many rows of so many the network draws. @param {number} size */
export const windowOf = (size) => (size > ALL_ROWS ? WINDOW : ALL_ROWS);

/**
 * The row of an axis that the number in focus stands in; null where it stands in none. In Python it is `focused_row`;
 * tests/shared/focused.json holds the two.
 * @param {{ session: Pick<Session, "parameters" | "quantities">, view: Scene["view"] }} scene
 * @param {string} axis
 */
export function focusedRow({ session, view }, axis) {
  const focus = parseFocus(view.focus);
  const { axes = [] } = declaredOf(session, focus?.name) ?? {};
  const at = axes.indexOf(axis);
  return focus && at >= 0 ? (focus.index.slice(-axes.length)[at] ?? null) : null;
}

/**
 * Probabilities to show: those of the hovered and pinned words, else the instance's once they are computed, else null.
 * @param {Scene} scene
 */
export function likelihood(scene) {
  return scene.excited?.output ?? activation(scene);
}

/**
 * The instance's probability of every word; null as long as the stage has not reached it, or the server has not said.
 * @param {Scene} scene
 */
export function activation(scene) {
  const { session, frame, foreseen } = scene;
  const ofWords = session.quantities.find(({ name }) => name === session.network.activation)?.axes[0] === "word";
  return (ofWords ? frame?.get(session.network.activation) : foreseen?.output) ?? null;
}

/**
 * The most probable words, first the first: {id, word, chance}, of a large session also words that it does not show,
 * with -1; null while unknown.
 * @param {Scene} scene
 * @param {number} most
 * @returns {Ranked[] | null}
 */
export function ranking(scene, most) {
  const chances = likelihood(scene);
  if (!chances) return null;
  const { likely } = scene.excited ?? scene.foreseen ?? {};
  return (
    likely?.slice(0, most) ??
    largest(chances, most).map((id) => ({ id, word: scene.session.words[id], chance: chances[id] }))
  );
}

/**
 * The words by which panels measure their room: they stay the same where those that are shown change.
 * @param {Session} session
 */
export const wordsToMeasure = ({ whole }) => whole.words.slice(0, MEASURED);

/**
 * The quantity that names the rows of the output weights that a step asks; null where it asks all.
 * @param {Session} session
 */
export function rowIndex({ parameters, network }) {
  return parameters.find(({ name }) => name === network.output)?.change[0].at ?? null;
}

/**
 * Rows of the output weights that the instance asks, in the order of its questions; null where all, or not known yet.
 * @param {Pick<Scene, "session" | "frame">} scene
 */
export function askedRows({ session, frame }) {
  const at = rowIndex(session);
  return (at ? frame?.get(at) : null) ?? null;
}

/**
 * Whether the words are the columns of a parameter, so that it has to be turned for a row to be a word's vector.
 * @param {Pick<Parameter, "axes">} declared
 */
export const isTurned = ({ axes }) => axes[1] === "word" && axes[0] !== "word";

/**
 * The space that the rows of a parameter (turned, where it has to be) live in: the axis along them.
 * @param {Pick<Parameter, "axes">} declared
 */
export const spaceOf = ({ axes }) => (isTurned({ axes }) ? axes[0] : axes[1]);

/** @type {WeakMap<Numbers, Matrix>} */
const turned = new WeakMap(); // numbers of a matrix -> the matrix turned

/**
 * A parameter's numbers with a row for each word, whichever axis is the words'.
 * @param {Session} session
 * @param {string} name
 * @param {Matrix} matrix
 * @returns {Matrix}
 */
export function vectorsOf(session, name, matrix) {
  return isTurned(parameterOf(session, name)) ? remembered(turned, matrix.data, () => turn(matrix)) : matrix;
}

/** @param {Matrix} matrix @returns {Matrix} */
function turn({ rows, columns, data }) {
  const numbers = new Float64Array(data.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) numbers[j * rows + i] = data[i * columns + j];
  return { rows: columns, columns: rows, data: numbers };
}

/**
 * The weights that the shown step computes with: those before it, also once they have moved.
 * @param {Scene} scene
 */
export const usedWeights = ({ frame, step, weights, before }) =>
  (frame && frame.step < step ? before : null) ?? weights;

/** How often a word or row is listed. @param {Numbers | null | undefined} listed @param {number} id */
export function timesIn(listed, id) {
  let times = 0;
  for (const other of listed ?? []) if (other === id) times += 1;
  return times;
}
