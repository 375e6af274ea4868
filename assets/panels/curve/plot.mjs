/** What the curve of a unit is drawn of: which unit, the data at it, and the axes. */
import { answersOf } from "../../maths/answers.mjs";
import { last, quantityOf } from "../../maths/declared.mjs";
import { logSumExp } from "../../maths/exponential.mjs";
import { activate, written } from "../../maths/nets.mjs";
import { roundStep } from "../../maths/limits.mjs";
import { symbolOf } from "../../text/names.mjs";
import { subscript } from "../../text/numbers.mjs";

/** @import { Answered, Layer, NumericData, Numbers, Room, Scene } from "../../types" */
/** @typedef {{ layer: Layer, k: number }} Unit the k-th of a layer, from 0 */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Sides of the curve's box, in px */
/**
 * @typedef {Unit & { data: NumericData, level: Answered["level"], nets: Float64Array, outs: Float64Array, own: { u:
 *   number, y: number } | null, f: (u: number) => number, box: Sides, left: number, right: number, low: number, high:
 *   number, netName: string, outName: string, formula: string, x: (u: number) => number, y: (v: number) => number }}
 *   CurvePlot `nets` and `outs` are of each point, `own` is the instance's; `left` to `right` are net inputs, `low` to
 *   `high` answers
 */

/**
 * Answers that an activation comes near to and that are always in the picture, beside 0.
 * @type {Record<string, number[]>}
 */
const ENDS = { tanh: [-1, 1], identity: [], relu: [] };

/**
 * The unit whose number is in focus, else the one of the view option "y.0", else the first output.
 * @param {Pick<Scene, "session" | "view">} scene
 * @returns {Unit}
 */
export function chosenUnit({ session, view }) {
  const { layers } = session.network;
  /** @param {string | undefined} text */
  const find = (text) => {
    const [name, ...index] = String(text ?? "").split(".");
    const layer = layers.find(({ net, output }) => name === net || name === output);
    const k = Number(index.at(-1));
    return layer && k < quantityOf(session, layer.output).size ? { layer, k } : null;
  };
  return find(view.focus) ?? find(view.curve) ?? { layer: last(layers), k: 0 };
}

/**
 * @param {Scene} scene
 * @param {Unit} unit
 * @param {Room} room
 * @param {number} size of text
 * @returns {CurvePlot}
 */
export function plotOf(scene, { layer, k }, { width, height }, size) {
  const { session, frame } = scene;
  const { activation } = layer;
  const { data, known, level } = answersOf(scene);
  const units = known[layer.net].length / data.count;
  /** @param {Numbers} values */
  const ofUnit = (values) => Float64Array.from({ length: data.count }, (_, i) => values[i * units + k]);
  const [nets, outs] = [ofUnit(known[layer.net]), ofUnit(known[layer.output])];
  const [net, out] = [frame?.get(layer.net), frame?.get(layer.output)];
  const own = net && out ? { u: net[k], y: out[k] } : null;
  // A softmax unit's curve is the one along its own score, the others as they are for this instance (or the first).
  const shared = activation === "softmax";
  const others = shared ? restOf(net ?? known[layer.net].subarray(0, units), k) : 0;
  /** @param {number} u */
  const f = (u) => (shared ? activate("sigmoid", u - others) : activate(activation, u));
  const [left, right] = spanOf(own ? [...nets, own.u] : [...nets], others);
  const heights = [f(left), f(right), 0, ...(ENDS[activation] ?? [1])];
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const pad = 0.1 * (high - low);
  const box = { left: 2.8 * size, right: width - 0.5 * size, top: 0.5 * size, bottom: height - 1.5 * size };
  return {
    layer,
    k,
    data,
    level,
    nets,
    outs,
    own,
    f,
    box,
    left,
    right,
    low,
    high,
    netName: subscript(symbolOf(session, layer.net), k),
    outName: subscript(symbolOf(session, layer.output), k),
    formula: written(activation, symbolOf(session, layer.net)),
    x: (u) => box.left + ((u - left) / (right - left)) * (box.right - box.left),
    y: (v) => box.bottom - ((v - low + pad) / (high - low + 2 * pad)) * (box.bottom - box.top),
  };
}

/**
 * Net inputs from the left of the picture to the right, around a middle: all that there are, and 4 on each side.
 * @param {number[]} nets
 * @param {number} middle
 */
function spanOf(nets, middle) {
  const known = [...nets, middle - 4, middle + 4].filter(Number.isFinite);
  const reach = Math.max(...known.map((u) => Math.abs(u - middle)));
  const unit = roundStep(reach / 6);
  const far = Math.ceil((1.05 * reach) / unit) * unit;
  return [middle - far, middle + far];
}

/** ln Σ exp of the other scores. @param {Numbers} scores @param {number} k */
function restOf(scores, k) {
  const others = [...scores].filter((_, j) => j !== k);
  return others.length ? logSumExp(others) : 0;
}
