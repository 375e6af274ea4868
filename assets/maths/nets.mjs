/**
 * Networks of layers (`models.network.Network.layers`), as the page needs them: which quantity is what, and a forward pass with
 * the painted weights, so that pictures of all possible inputs follow every update without asking the server.
 */
import { sigmoid } from "./exponential.mjs";
import { declaredOf, last, parameterOf, quantityOf, segmentOf } from "./declared.mjs";
import { remembered } from "./remembered.mjs";

/** @import { Layer, Matrix, NumericData, Numbers, Segment, Session, Weights } from "../types" */

export { declaredOf };

/** @type {Record<string, (u: number) => number>} */
const ACTIVATIONS = {
  identity: (u) => u,
  sigmoid,
  tanh: Math.tanh,
  relu: (u) => (u > 0 ? u : 0),
  step: (u) => (u > 0 ? 1 : 0),
};
// From y = f(u). That of the step is 0 wherever it has one.
/** @type {Record<string, (y: number) => number>} */
const SLOPES = {
  identity: () => 1,
  sigmoid: (y) => y * (1 - y),
  tanh: (y) => 1 - y * y,
  relu: (y) => (y > 0 ? 1 : 0),
  step: () => 0,
  softmax: (y) => y * (1 - y),
};
/** @type {Record<string, string>} */
const NAMES = { identity: "", sigmoid: "σ", tanh: "tanh", relu: "ReLU", step: "step", softmax: "softmax" };

/** @param {string} activation @param {number} u */
export const activate = (activation, u) => ACTIVATIONS[activation](u);
/** @param {string} activation @param {number} y */
export const slopeAt = (activation, y) => SLOPES[activation](y);
/**
 * "σ(u)", or the letter alone where the activation is the identity.
 * @param {string} activation
 * @param {string} u
 */
export const written = (activation, u) => (NAMES[activation] ? `${NAMES[activation]}(${u})` : u);

/**
 * The weights that lead into a layer, a row a receiving unit; a vector of weights is the row of a single unit.
 * @param {Session} session
 * @param {Weights} weights
 * @param {Pick<Layer, "weights">} layer
 * @returns {Matrix}
 */
export function weightsOf(session, weights, { weights: name }) {
  const { data, rows, columns } = weights[name];
  const single = parameterOf(session, name).shape.length === 1;
  return single ? { rows: 1, columns: rows, data } : { rows, columns, data };
}

/**
 * Where a weight stands from unit `from` to unit `to` of a layer, as an index of its parameter.
 * @param {Session} session
 * @param {Pick<Layer, "weights">} layer
 * @param {number} to
 * @param {number} from
 */
export const indexOf = (session, { weights }, to, from) =>
  parameterOf(session, weights).shape.length === 1 ? [from] : [to, from];

/**
 * The error of a layer's net input: what its weights are changed by; null where the model declares none.
 * @param {Session} session
 * @param {Layer} layer
 */
export function errorOf(session, { weights, net }) {
  const axes = quantityOf(session, net).axes.join();
  const drives = parameterOf(session, weights).change.flatMap(({ rows, columns }) => [rows, columns]);
  const errors = session.quantities.filter((each) => each.role === "error" && each.axes.join() === axes);
  return (errors.find(({ name }) => drives.includes(name)) ?? errors.at(-1))?.name ?? null;
}

/**
 * The quantity of an instance's targets where they are numbers; null where they are words.
 * @param {Session} session
 */
export function targetOf({ quantities, network: { layers } }) {
  if (!layers.length) return null;
  const axes = quantityOf({ quantities }, last(layers).output).axes.join();
  const given = quantities.find((each) => each.laid_out && each.axes.join() === axes && each.name !== layers[0].source);
  return given?.name ?? null;
}

/**
 * The forward pass through `layers` for `count` inputs at once: `known` holds the source of the first layer (and of
 * direct connections) as count × size numbers, and gets every net input and output under its name.
 * @param {Session} session
 * @param {Layer[]} layers
 * @param {Weights} weights
 * @param {Record<string, Numbers>} known
 * @param {number} count
 */
export function forward(session, layers, weights, known, count) {
  for (const layer of layers) {
    const net = affine(
      weightsOf(session, weights, layer),
      layer.bias ? weights[layer.bias].data : null,
      known[layer.source],
      count,
    );
    if (layer.direct) {
      const [name, source] = layer.direct;
      const past = affine(weights[name], null, known[source], count);
      for (let i = 0; i < net.length; i++) net[i] += past[i];
    }
    known[layer.net] = net;
    known[layer.output] = activated(layer.activation, net, count);
  }
  return known;
}

/**
 * f of `count` × units net inputs.
 * @param {string} activation
 * @param {Numbers} nets
 * @param {number} count
 */
export const activated = (activation, nets, count) =>
  activation === "softmax" ? softmax(nets, count) : each(ACTIVATIONS[activation], nets);

/**
 * As nets.map(f), whose calls cost more than what they compute.
 * @param {(value: number) => number} f
 * @param {Numbers} nets
 */
function each(f, nets) {
  const outputs = new Float64Array(nets.length);
  for (let i = 0; i < nets.length; i++) outputs[i] = f(nets[i]);
  return outputs;
}

/** @param {Matrix} matrix @param {Numbers | null} bias @param {Numbers} inputs @param {number} count */
function affine({ rows, columns, data }, bias, inputs, count) {
  const nets = new Float64Array(count * rows);
  for (let at = 0, sample = 0; sample < count; sample++) {
    const first = sample * columns;
    for (let j = 0, cell = 0; j < rows; j++, at++) {
      let sum = bias ? bias[j] : 0;
      for (let i = 0; i < columns; i++, cell++) sum += data[cell] * inputs[first + i];
      nets[at] = sum;
    }
  }
  return nets;
}

/** @param {Numbers} nets @param {number} count */
function softmax(nets, count) {
  const size = nets.length / count;
  const chances = new Float64Array(nets.length);
  for (let first = 0; first < nets.length; first += size) {
    let largest = -Infinity;
    for (let j = first; j < first + size; j++) largest = Math.max(largest, nets[j]);
    let sum = 0;
    for (let j = first; j < first + size; j++) sum += chances[j] = Math.exp(nets[j] - largest);
    for (let j = first; j < first + size; j++) chances[j] /= sum;
  }
  return chances;
}

/**
 * What one pass costs, in multiply–adds or so; an activation counts for several.
 * @param {Session} session
 * @param {Layer[]} layers
 */
export const workOf = (session, layers) =>
  layers.reduce(
    (sum, { weights, net }) =>
      sum +
      parameterOf(session, weights).shape.reduce((product, n) => product * n, 1) +
      8 * quantityOf(session, net).size,
    0,
  );

/**
 * The numeric data that a step trains on, as far as the session brings them: inputs and targets, count × width each.
 * `total` is how many there are in all.
 * @param {Pick<Session, "segments">} session
 * @param {number} step
 * @returns {NumericData}
 */
export function pointsAt(session, step) {
  const segment = segmentOf(session, step);
  return remembered(gatheredOf, segment, () => gathered(segment));
}

/** @type {WeakMap<Segment, NumericData>} */
const gatheredOf = new WeakMap();

/** @param {Segment} segment @returns {NumericData} */
function gathered({ points }) {
  if (!points) throw new Error("The session's data are no numbers.");
  const { head, total } = points;
  /** @param {0 | 1} at */
  const side = (at) => ({ width: head[0][at].length, values: Float64Array.from(head.flatMap((point) => point[at])) });
  const [inputs, targets] = [side(0), side(1)];
  return {
    count: head.length,
    total,
    inputs: inputs.values,
    width: inputs.width,
    targets: targets.values,
    outputs: targets.width,
  };
}
