/** What panels read from a scene before they draw it: which words and rows to show where there is no room for all, how probable words are, rows as vectors. */
import { declaredOf, parameterOf } from "./declared.mjs";
import { largest } from "./limits.mjs";
import { remembered } from "./remembered.mjs";

/** @import { Matrix, Numbers, Parameter, Ranked, Scene, Session } from "../types" */

const MEASURED = 1000; // words

/**
 * At most `room` of `size` rows, ascending: those that are wanted, list after list, then the first, which fill up so that
 * most rows stay in place from one step to the next. In Python it is `shown_rows`; tests/shared/rows.json holds the two.
 * @param {number} size
 * @param {number} room
 * @param {...Iterable<number | null>} wanted
 */
export function shownOf(size, room, ...wanted) {
  if (size <= room) return Array.from({ length: size }, (_, row) => row);
  /** @type {Set<number>} */
  const shown = new Set();
  for (const rows of wanted)
    for (const row of rows) if (row !== null && row >= 0 && row < size && shown.size < room) shown.add(row);
  for (let row = 0; shown.size < room; row++) shown.add(row);
  return [...shown].sort((a, b) => a - b);
}

/**
 * The words to show where there is no room for all: the instance's, those that it asks, the hovered, the pinned, and the
 * most probable, so many of them.
 * @param {Scene} scene
 * @param {number} room
 * @param {number} [probable]
 */
export function shownWords(scene, room, probable = 12) {
  const { session, frame, hovered, pins } = scene;
  const asksWords = declaredOf(session, session.network.output)?.axes[0] === "word";
  const ranks = ranking(scene, Math.min(probable, room)) ?? [];
  const own = frame ? [frame.outputs, frame.inputs, (asksWords && askedRows(scene)) || []] : [];
  return shownOf(
    session.words.length,
    room,
    ...own,
    [hovered],
    pins,
    ranks.map(({ id }) => id),
  );
}

/**
 * Rows of the output weights to show: those of `ids` where they are words, else as many; asked ones are always among them.
 * @param {Scene} scene
 * @param {number[]} ids
 * @param {number} most
 * @param {number} room
 */
export function shownRows(scene, ids, most, room) {
  const { axes, shape } = parameterOf(scene.session, scene.session.network.output);
  if (axes[0] === "word") return ids;
  return shownOf(shape[0], shape[0] <= most ? most : room, askedRows(scene) ?? []);
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
 * The most probable words, first the first: {id, word, chance}, of a large session also words that it does not show, with -1; null while unknown.
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
