/**
 * What a network of layers, with the painted weights, answers for all of its numeric data, and which answers are right.
 */
import { last } from "./declared.mjs";
import { forward, pointsAt } from "./nets.mjs";
import { remembered } from "./remembered.mjs";

/** @import { Answered, NumericData, Numbers, Scene, Session, Weights } from "../types" */

/** @type {WeakMap<Weights, Map<NumericData, Answered>>} */
const answered = new WeakMap(); // weights -> data -> what they answer

/**
 * The painted network's answers for the data, and what is right: {data, known, classes, level, shared, right}.
 * `classes(values, first)` is the class of an answer (or target) in an array: where outputs share out a probability the
 * largest, else the outputs that lie above `level`, as the bits of a number. `right` is null where the targets are no
 * classes.
 * @param {Scene} scene
 * @param {Weights} [weights]
 * @returns {Answered}
 */
export function answersOf(scene, weights = scene.weights) {
  const data = pointsAt(scene.session, scene.frame?.step ?? scene.step);
  const ofWeights = remembered(answered, weights, () => new Map());
  return remembered(ofWeights, data, () => answersTo(scene.session, data, weights));
}

/** @param {Session} session @param {NumericData} data @param {Weights} weights @returns {Answered} */
function answersTo(session, data, weights) {
  const { layers } = session.network;
  const known = forward(session, layers, weights, { [layers[0].source]: data.inputs }, data.count);
  const { output, activation } = last(layers);
  const answers = known[output];
  const level = levelOf(data, activation);
  const shared = activation === "softmax";
  /** @type {Answered["classes"]} */
  const classes = (values, first) =>
    shared ? indexOfLargest(values, first, data.outputs) : bitsAbove(values, first, data.outputs, level.at);
  const right =
    level.binary || shared
      ? Array.from(
          { length: data.count },
          (_, i) => classes(answers, i * data.outputs) === classes(data.targets, i * data.outputs),
        )
      : null;
  return { data, known, answers, level, shared, classes, right };
}

/**
 * Where a single output parts the data: halfway between its two targets; {at, low, high, binary}.
 * @param {NumericData} data
 * @param {string} activation
 */
function levelOf({ targets }, activation) {
  const [low, high] = [Math.min(...targets), Math.max(...targets)];
  const binary = low < high && targets.every((t) => t === low || t === high);
  if (low === high)
    return { at: activation === "tanh" ? 0 : 0.5, low: Math.min(0, low), high: Math.max(1, high), binary };
  return { at: (low + high) / 2, low, high, binary };
}

/** @param {Numbers} values @param {number} first @param {number} size @param {number} level */
function bitsAbove(values, first, size, level) {
  let bits = 0;
  for (let k = 0; k < size; k++) bits = 2 * bits + Number(values[first + k] > level);
  return bits;
}

/** @param {Numbers} values @param {number} first @param {number} size */
function indexOfLargest(values, first, size) {
  let best = 0;
  for (let k = 1; k < size; k++) if (values[first + k] > values[first + best]) best = k;
  return best;
}
