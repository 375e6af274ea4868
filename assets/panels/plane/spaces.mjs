/**
 * The spaces in which numeric data can be drawn: the plane of two inputs (or the line of one), and the same points as a
 * hidden layer sees them. Each says where the points are and how what the network answers there is computed.
 */
import { quantityOf } from "../../maths/declared.mjs";
import { project } from "../../maths/points.mjs";
import { percent, plain, subscript } from "../../text/numbers.mjs";
import { meanOf, principal } from "./principal.mjs";

/** @import { Answered, Layer, Numbers, Scene, Session } from "../../types" */
/**
 * @typedef {{ title: string, names: string[], points: Float64Array, layers: Layer[], source: string, axes?: number[],
 *   origin: Numbers, right: Numbers, up: Numbers, key: string, fixed: boolean, off: (i: number) => boolean, note:
 *   string, cut?: string }} Space `points` are x and y of each point of the data; `cut`: at what it cuts the inputs that
 *   it does not show
 */

/** What stands for two principal components in a choice. */
export const PCA = "pca";

/**
 * The pairs of inputs that can be the axes of the plane, as "0,1".
 * @param {number} width
 */
export const inputPairs = (width) => pairs(width, 28);

/**
 * What can be drawn of the hidden layers: "h:0,1" the plane of two units, "h:pca" that of two principal components.
 * @param {Session} session
 * @returns {string[]}
 */
export function hiddenChoices(session) {
  const { layers } = session.network;
  return layers
    .slice(0, -1)
    .toReversed()
    .flatMap(({ output }) => {
      const { size } = quantityOf(session, output);
      const planes = pairs(size, 28).map((pair) => `${output}:${pair}`);
      return size > 2 ? [`${output}:${PCA}`, ...planes] : planes;
    });
}

/**
 * Pairs of 0 … size − 1, at most so many; of a single one, itself.
 * @param {number} size
 * @param {number} most
 * @returns {string[]}
 */
function pairs(size, most) {
  if (size === 1) return ["0"];
  /** @type {string[]} */
  const all = [];
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size && all.length < most; j++) all.push(`${i},${j}`);
  return all;
}

/**
 * A space: at (u, v) the source of its `layers` is origin + u · right + v · up. `fixed` tells that (u, v) means the
 * same whatever the weights are. Where there is one input `names` has one name, and the answer is drawn over it.
 * @param {Pick<Scene, "session" | "frame">} scene
 * @param {Answered} answers
 * @param {string} choice
 * @returns {Space}
 */
export function inputSpace({ session, frame }, { data }, choice) {
  const { layers } = session.network;
  const { symbol } = quantityOf(session, layers[0].source);
  const axes = choice.split(",").map(Number);
  // Further inputs are those of the instance at work: the picture is a slice through it.
  const base = Float64Array.from(frame?.point?.inputs ?? data.inputs.subarray(0, data.width));
  const origin = base.map((value, i) => (axes.includes(i) ? 0 : value));
  const others = [...base.keys()].filter((i) => !axes.includes(i));
  const more = others.length > 3 ? " …" : "";
  return {
    title: "inputs",
    names: axes.map((i) => subscript(symbol, i)),
    points: pointsOf(data.inputs, data.width, data.count, axes),
    layers,
    source: layers[0].source,
    axes,
    origin,
    right: unitVector(data.width, axes[0]),
    up: unitVector(data.width, axes[1]),
    key: `${choice}|${origin.join()}`,
    fixed: true,
    off: (i) => others.some((k) => data.inputs[i * data.width + k] !== base[k]),
    note: "",
    cut:
      others
        .slice(0, 3)
        .map((i) => `${subscript(symbol, i)} = ${plain(base[i])}`)
        .join(", ") + more,
  };
}

/** @param {Pick<Scene, "session">} scene @param {Answered} answers @param {string} choice @returns {Space} */
export function hiddenSpace({ session }, { data, known }, choice) {
  const [name, plane] = choice.split(":");
  const { layers } = session.network;
  const from = layers.findIndex(({ output }) => output === name) + 1;
  const { symbol, size } = quantityOf(session, name);
  const values = known[name];
  const centre = meanOf(values, size, data.count);
  const shared = {
    title: "hidden layer",
    layers: layers.slice(from),
    source: name,
    off: () => false,
    key: choice,
    fixed: size <= 2,
  };
  if (plane === PCA) {
    const matrix = { rows: data.count, columns: size, data: values };
    const axes = principal(matrix, data);
    const [right, up] = axes.basis.map((direction) => Float64Array.from(direction));
    return {
      ...shared,
      names: ["", ""],
      points: project(matrix, axes),
      origin: centre,
      right,
      up,
      note: `PCA, ${percent(axes.share[0] + axes.share[1])} of the spread`,
    };
  }
  const axes = plane.split(",").map(Number);
  const points = pointsOf(values, size, data.count, axes);
  const origin = centre.map((value, k) => (axes.includes(k) ? 0 : value));
  const spanned = { origin, right: unitVector(size, axes[0]), up: unitVector(size, axes[1]) };
  return {
    ...shared,
    ...spanned,
    names: axes.map((k) => subscript(symbol, k)),
    axes,
    points,
    note: size > 2 ? `other units at their means` : "",
  };
}

/**
 * The direction of an axis; of none where `at` is undefined.
 * @param {number} size
 * @param {number | undefined} at
 */
const unitVector = (size, at) => Float64Array.from({ length: size }, (_, k) => Number(k === at));

/**
 * u and v of each point; v of a single axis is 0.
 * @param {Numbers} values
 * @param {number} width
 * @param {number} count
 * @param {number[]} axes
 */
function pointsOf(values, width, count, [a, b]) {
  const points = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    points[2 * i] = values[i * width + a];
    if (b !== undefined) points[2 * i + 1] = values[i * width + b];
  }
  return points;
}
