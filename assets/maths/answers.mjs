/** What a network of layers, with the painted weights, answers for all of its numeric data, and which answers are right. */
import { forward, pointsAt } from "./nets.mjs";

const KEPT = 3; // weights whose answers are kept: an update's old ones were the last one's new ones

/** `compute()` once for each key of an object, for the last few objects only. */
export function createKept() {
  let kept = []; // [object, Map], newest first
  return function keep(object, key, compute) {
    const found = kept.find(([other]) => other === object)?.[1] ?? new Map();
    if (!found.has(key)) found.set(key, compute());
    kept = [[object, found], ...kept.filter(([other]) => other !== object)].slice(0, KEPT);
    return found.get(key);
  };
}

const keptAnswers = createKept();

/**
 * The painted network's answers for the data, and what is right: {data, known, classes, level, shared, right}.
 * `classes(values, first)` is the class of an answer (or target) in an array: where outputs share out a probability the
 * largest, else the outputs that lie above `level`, as the bits of a number. `right` is null where the targets are no
 * classes.
 */
export function answersOf(scene, weights = scene.weights) {
  const data = pointsAt(scene.session, scene.frame?.step ?? scene.step);
  return keptAnswers(weights, data, () => answersTo(scene.session, data, weights));
}

function answersTo(session, data, weights) {
  const { layers } = session.network;
  const known = forward(session, layers, weights, { [layers[0].source]: data.inputs }, data.count);
  const answers = known[layers.at(-1).output];
  const level = levelOf(data, layers.at(-1).activation);
  const shared = layers.at(-1).activation === "softmax";
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

/** Where a single output parts the data: halfway between its two targets; {at, low, high, binary}. */
function levelOf({ targets }, activation) {
  const [low, high] = [Math.min(...targets), Math.max(...targets)];
  const binary = low < high && targets.every((t) => t === low || t === high);
  if (low === high)
    return { at: activation === "tanh" ? 0 : 0.5, low: Math.min(0, low), high: Math.max(1, high), binary };
  return { at: (low + high) / 2, low, high, binary };
}

function bitsAbove(values, first, size, level) {
  let bits = 0;
  for (let k = 0; k < size; k++) bits = 2 * bits + Number(values[first + k] > level);
  return bits;
}

function indexOfLargest(values, first, size) {
  let best = 0;
  for (let k = 1; k < size; k++) if (values[first + k] > values[first + best]) best = k;
  return best;
}
