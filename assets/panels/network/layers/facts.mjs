/**
 * What the network of layers shows of a scene: columns of units with what is known of them, and the weights between.
 */
import { parameterOf, quantityOf } from "../../../maths/declared.mjs";
import { largestSize, niceLimit } from "../../../maths/limits.mjs";
import { errorOf, weightsOf } from "../../../maths/nets.mjs";
import { askedRows, shownOnAxis, shownWords } from "../../../maths/rows.mjs";
import { parseFocus } from "../../../maths/named.mjs";
import { rowName, symbolOf } from "../../../text/names.mjs";
import { subscript } from "../../../text/numbers.mjs";

/** @import { Quantity, Scene } from "../../../types" */
/** @typedef {ReturnType<typeof layersFacts>} LayersFacts */
/** @typedef {ReturnType<typeof gapsOf>[number]} Gap the weights that lead from a column to the next, and its biases */
/**
 * @typedef {{ quantity: Quantity, symbol: string, net: string | null, error: string | null, activation: string, words:
 *   boolean, nodes: string | null, ids: number[], size: number, bias: boolean, values: ArrayLike<number> | null, nets:
 *   ArrayLike<number> | null, errors: ArrayLike<number> | null, reach: number, strongest: number }} Column `ids` are
 *   the units shown, of `size`; `bias`: whether the next layer has one. `reach` is the value at which a unit is filled
 *   to the brim, `strongest` the size of the largest error. Of a tree's `nodes`, the rows of that parameter, only those
 *   that are asked have values, errors and nets.
 */

const BOUNDED = ["sigmoid", "tanh", "step", "softmax"]; // by 1
const MOST_WORDS = 60;

/**
 * `gaps[i]` leads from column i to i + 1; `forward` and `backward` are the gap that the stage is about, −1 where it is
 * none.
 * @param {Scene} scene
 * @param {number} most units of a column
 */
export function layersFacts(scene, most) {
  const { session, frame } = scene;
  const { layers } = session.network;
  const columns = columnsOf(scene, most);
  const gaps = gapsOf(scene);
  const shows = session.stages[scene.stageIndex - 1]?.shows ?? [];
  /** @param {string | null} name */
  const now = (name) => frame !== null && name !== null && shows.includes(name);
  return {
    scene,
    columns,
    gaps,
    limit: scene.reach.weights(session.network.layers.flatMap(({ weights, bias }) => [weights, bias ?? []].flat()))
      .limit,
    forward: layers.findIndex(({ net, output }) => now(net) || now(output)),
    backward: columns.findLastIndex(({ error }, at) => at > 0 && at < layers.length && now(error)),
    targets: frame?.point?.targets ?? null,
    focus: parseFocus(scene.view.focus),
  };
}

/** @param {Scene} scene @param {number} most @returns {Column[]} */
function columnsOf(scene, most) {
  const { session, frame } = scene;
  const { layers } = session.network;
  /** @param {string | null} name @returns {ArrayLike<number> | null} */
  const read = (name) => (name && frame?.get(name)) || null;
  return [layers[0].source, ...layers.map(({ output }) => output)].map((name, at) => {
    const layer = at ? layers[at - 1] : null;
    const quantity = quantityOf(session, name);
    const { size, symbol } = quantity;
    const words = quantity.axes[0] === "word";
    const nodes = (quantity.ragged && layer?.weights) || null;
    const rows = nodes ? parameterOf(session, nodes).shape[0] : size;
    /**
     * @param {ArrayLike<number> | null} found
     * @returns {ArrayLike<number> | null} by unit; of a node asked twice the last
     */
    const byUnit = (found) => {
      if (!nodes || !found) return found;
      /** @type {number[]} */
      const byNode = [];
      askedRows(scene)?.forEach((node, i) => {
        byNode[node] = found[i];
      });
      return byNode;
    };
    const units = Array.from({ length: Math.min(most, size) }, (_, i) => i);
    const error = layer && errorOf(session, layer);
    const activation = layer?.activation ?? "identity";
    const values = read(name) ?? (at === 0 ? (frame?.point?.inputs ?? null) : null);
    const errors = read(error);
    return {
      quantity,
      symbol,
      net: layer?.net ?? null,
      error,
      activation,
      words,
      nodes,
      ids: words
        ? shownWords(scene, Math.min(most, MOST_WORDS))
        : nodes
          ? shownOnAxis(scene, "node", rows, most)
          : units,
      size: rows,
      bias: Boolean(layers[at]?.bias),
      values: byUnit(values),
      nets: byUnit(read(layer?.net ?? null)),
      errors: byUnit(errors),
      reach: BOUNDED.includes(activation) ? 1 : niceLimit(Math.max(1, scene.reach.quantity(name))),
      strongest: largestSize(errors ?? []),
    };
  });
}

/** @param {Scene} scene */
const gapsOf = ({ session, weights }) =>
  session.network.layers.map((layer) => ({
    layer,
    ...weightsOf(session, weights, layer),
    bias: layer.bias ? weights[layer.bias].data : null,
  }));

/**
 * A word, a node, or the column's letter with a number.
 * @param {LayersFacts} facts
 * @param {Column} column
 * @param {number} id
 */
export const unitName = ({ scene: { session } }, { words, nodes, symbol }, id) =>
  words ? session.words[id] : nodes ? rowName(session, nodes, id) : subscript(symbol, id);

/** The symbol of one of the session's names. @param {LayersFacts} facts @param {string | null} name */
export const symbolIn = ({ scene: { session } }, name) => symbolOf(session, name);
