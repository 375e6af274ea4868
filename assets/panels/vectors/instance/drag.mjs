/**
 * The error at the hidden layer as what it is: EH = Σ_j e_j v′_j (Rong 2014, eq. 12), a sum of output vectors, each
 * weighted with its word's error. A word predicted too little (e_j < 0) pulls the input vector towards its output
 * vector, one predicted too much pushes it away. The longest come first.
 */
import { parameterOf } from "../../../maths/declared.mjs";
import { largest, niceLimit } from "../../../maths/limits.mjs";
import { askedRows, usedWeights } from "../../../maths/rows.mjs";
import { rowName, shortName } from "../../../text/names.mjs";

/** @import { Numbers, Scene, Session } from "../../../types" */
/** @typedef {{ error: string, sum: string, weights: string }} DragParts names of the quantities and of the parameter */
/**
 * @typedef {{ word: number | null, name: string, short: string, index: number, error: number, norm: number, vector:
 *   Numbers }} Part a row of the output weights: `index` is that of its error, `word` null where the rows are no words
 */
/** @typedef {{ parts: Part[], sum: Numbers, limit: number, terms: number }} Drags the longest first */

/** How many parts are drawn. */
export const MOST = 8;

/**
 * Names of the parts in this session: {error, sum, weights}; null where the model is not of this form.
 * @param {Session} session
 * @returns {DragParts | null}
 */
export function dragParts({ network, parameters, quantities }) {
  const axesOf = (/** @type {string | null} */ name) => quantities.find((each) => each.name === name)?.axes.join();
  const changeOf = (/** @type {string | null} */ name) => parameters.find((each) => each.name === name)?.change[0];
  const sum = changeOf(network.input)?.columns;
  const { rows: error, at } = changeOf(network.output) ?? {};
  if (!sum || !error || !network.output) return null;
  const fits = (at || axesOf(error) === "word") && axesOf(sum) === "unit";
  return fits ? { error, sum, weights: network.output } : null;
}

/**
 * The drags of the painted frame, or null while the stage has not reached them.
 * @param {Scene} scene
 * @param {DragParts} names
 * @returns {Drags | null}
 */
export function drags(scene, names) {
  const [error, sum] = [scene.frame?.get(names.error), scene.frame?.get(names.sum)];
  const weights = usedWeights(scene)[names.weights];
  if (!error || !sum || !weights) return null;
  const { data, columns } = weights;
  const { session } = scene;
  const asked = askedRows(scene);
  const ofWords = parameterOf(session, names.weights).axes[0] === "word";
  /** @param {number} index */
  const rowOf = (index) => (asked ? asked[index] : index);
  const norms = Float64Array.from(error, (e, index) => {
    const j = rowOf(index);
    let square = 0;
    for (let k = j * columns; k < (j + 1) * columns; k++) square += data[k] * data[k];
    return Math.abs(e) * Math.sqrt(square);
  });
  const parts = largest(norms, MOST).map((index) => {
    const row = rowOf(index);
    const vector = data.slice(row * columns, (row + 1) * columns).map((v) => v * error[index]);
    return {
      word: ofWords ? row : null,
      name: rowName(session, names.weights, row),
      short: shortName(session, names.weights, row),
      index,
      error: error[index],
      norm: norms[index],
      vector,
    };
  });
  const { reach } = scene;
  const limit = niceLimit(Math.max(reach.quantity(names.sum), reach.parts(names.error, names.weights)));
  return { parts, sum, limit, terms: asked ? error.length : session.whole.words.length };
}

/** @param {number} error */
export const effect = (error) => (error < 0 ? "pulls" : "pushes");
