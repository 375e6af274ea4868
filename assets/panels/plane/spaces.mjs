// @ts-check
/**
 * The spaces in which numeric data can be drawn: the plane of two inputs (or the line of one), and the same points as a
 * hidden layer sees them. Each says where the points are and what the network answers at any place of the picture, all
 * computed here from the painted weights.
 */
import { createKept } from "../../maths/answers.mjs";
import { nearestTurn, principalAxes, turned } from "../../maths/axes.mjs";
import { last, quantityOf } from "../../maths/declared.mjs";
import { activated, forward, weightsOf, workOf } from "../../maths/nets.mjs";
import { project } from "../../maths/points.mjs";
import { percent, plain, subscript } from "../../text/numbers.mjs";

/** @import { Answered, Layer, Matrix, NumericData, Numbers, Scene, Session, Weights } from "../../types" */
/** @typedef {[left: number, right: number, bottom: number, top: number]} Box of a plane, in the units of its axes */
/** @typedef {{ columns: number, rows: number }} Grid of places in a picture */
/** @typedef {{ answers: Numbers, nets: Numbers, boundary?: [number, number][][] }} Field answers on a grid, and the lines drawn of it */
/**
 * @typedef {{ title: string, names: string[], places: Float64Array, layers: Layer[], source: string, axes?: number[],
 *   origin: Numbers, right: Numbers, up: Numbers, key: string, fixed: boolean, off: (i: number) => boolean, note: string }} Space
 */

export const PCA = "pca";
const WORK = 400_000; // multiply–adds that a picture of the answers may cost
const [FEWEST, MOST] = [400, 6000]; // places at which they are computed
const CELL = 4; // px from one to the next at least

/** @type {ReturnType<typeof createKept<Field>>} */
const keptFields = createKept();

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
 * A space: {title, names: [x, y], places: 2 · count numbers, layers, source, key, note}. At (u, v) the source of its `layers`
 * is origin + u · right + v · up. `fixed` tells that the same place means the same whatever the weights are. Where there is
 * one input `names` has one name, and the answer is drawn over it.
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
  return {
    title: "inputs",
    names: axes.map((i) => subscript(symbol, i)),
    places: placesOf(data.inputs, data.width, data.count, axes),
    layers,
    source: layers[0].source,
    axes,
    origin,
    right: unitVector(data.width, axes[0]),
    up: unitVector(data.width, axes[1]),
    key: `${choice}|${origin.join()}`,
    fixed: true,
    off: (i) => others.some((k) => data.inputs[i * data.width + k] !== base[k]),
    note: others.length
      ? `slice at ${others
          .slice(0, 3)
          .map((i) => `${subscript(symbol, i)} = ${plain(base[i])}`)
          .join(", ")}${others.length > 3 ? " …" : ""}`
      : "",
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
    const axes = axesOf(matrix, data);
    const [right, up] = axes.basis.map((direction) => Float64Array.from(direction));
    return {
      ...shared,
      names: ["", ""],
      places: project(matrix, axes),
      origin: centre,
      right,
      up,
      note: `PCA, ${percent(axes.share[0] + axes.share[1])} of the spread`,
    };
  }
  const axes = plane.split(",").map(Number);
  const places = placesOf(values, size, data.count, axes);
  const origin = centre.map((value, k) => (axes.includes(k) ? 0 : value));
  const spanned = { origin, right: unitVector(size, axes[0]), up: unitVector(size, axes[1]) };
  return {
    ...shared,
    ...spanned,
    names: axes.map((k) => subscript(symbol, k)),
    axes,
    places,
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
function placesOf(values, width, count, [a, b]) {
  const places = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    places[2 * i] = values[i * width + a];
    if (b !== undefined) places[2 * i + 1] = values[i * width + b];
  }
  return places;
}

/** @param {Numbers} values @param {number} size @param {number} count */
function meanOf(values, size, count) {
  const mean = new Float64Array(size);
  values.forEach((value, at) => (mean[at % size] += value / count));
  return mean;
}

/**
 * The two principal axes of what a layer makes of the points, turned in their plane so that they lie as near as can be to
 * where the inputs have them: no axis flips from one step to the next, and the two pictures can be compared.
 * @param {Matrix} values
 * @param {NumericData} data
 */
function axesOf(values, { inputs, width, count }) {
  const axes = principalAxes(values);
  const places = project(values, axes);
  const centre = meanOf(inputs, width, count);
  const along = [0, 1].map((input) =>
    [0, 1].map((axis) => {
      let sum = 0;
      if (input < width)
        for (let i = 0; i < count; i++) sum += (inputs[i * width + input] - centre[input]) * places[2 * i + axis];
      return sum;
    }),
  );
  return turned(axes, nearestTurn(along));
}

/**
 * Columns and rows of the places at which answers are computed, for a picture of this shape.
 * @param {Session} session
 * @param {Layer[]} layers
 * @param {number} width
 * @param {number} height
 * @returns {Grid}
 */
export function gridFor(session, layers, width, height) {
  const places = Math.max(FEWEST, Math.min(MOST, (width * height) / CELL ** 2, WORK / workOf(session, layers)));
  const columns = Math.max(8, Math.round(Math.sqrt((places * width) / height)));
  return { columns, rows: Math.max(8, Math.round(places / columns)) };
}

/**
 * The answers on a grid over [left, right] × [bottom, top], the first row at the top: columns · rows · outputs numbers each;
 * {answers, nets}, the latter before the last activation.
 * @param {Session} session
 * @param {Weights} weights
 * @param {Space} space
 * @param {Box} box
 * @param {Grid} grid
 * @returns {Field}
 */
export function fieldOf(session, weights, space, box, grid) {
  const key = `${space.source}|${space.key}|${box}|${grid.columns}|${grid.rows}`;
  return keptFields(weights, key, () => computeField(session, weights, space, box, grid));
}

/**
 * The first layer's net inputs are planes over (u, v), so no inputs are laid out for them.
 * @param {Session} session
 * @param {Weights} weights
 * @param {Space} space
 * @param {Box} box
 * @param {Grid} grid
 * @returns {Field}
 */
function computeField(session, weights, { layers, origin, right, up }, box, { columns, rows }) {
  const [first, ...rest] = layers;
  const [at, across, upward] = [origin, right, up].map((direction) => alongNets(session, weights, first, direction));
  if (first.bias) weights[first.bias].data.forEach((bias, j) => (at[j] += bias));
  const units = at.length;
  const nets = new Float64Array(columns * rows * units);
  for (let row = 0, cell = 0; row < rows; row++) {
    const v = box[3] - ((row + 0.5) / rows) * (box[3] - box[2]);
    for (let column = 0; column < columns; column++) {
      const u = box[0] + ((column + 0.5) / columns) * (box[1] - box[0]);
      for (let j = 0; j < units; j++, cell++) nets[cell] = at[j] + u * across[j] + v * upward[j];
    }
  }
  const known = { [first.net]: nets, [first.output]: activated(first.activation, nets, columns * rows) };
  forward(session, rest, weights, known, columns * rows);
  const { net, output } = last(layers);
  return { answers: known[output], nets: known[net] };
}

/**
 * What a layer's weights make of one direction of their source.
 * @param {Session} session
 * @param {Weights} weights
 * @param {Layer} layer
 * @param {Numbers} direction
 */
function alongNets(session, weights, layer, direction) {
  const { rows, columns, data } = weightsOf(session, weights, layer);
  return Float64Array.from({ length: rows }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < columns; i++) sum += data[j * columns + i] * direction[i];
    return sum;
  });
}

/**
 * The line on which a field has the value `level`, by marching squares: [x1, y1, x2, y2] in grid places, flat.
 * @param {Numbers} field
 * @param {Grid} grid
 * @param {number} level
 */
export function contour(field, { columns, rows }, level) {
  /** @type {number[]} */
  const lines = [];
  /** @param {number} a @param {number} b */
  const between = (a, b) => (level - a) / (b - a);
  for (let row = 0, at = 0; row + 1 < rows; row++, at++) {
    for (let column = 0; column + 1 < columns; column++, at++) {
      const a = field[at];
      const b = field[at + 1];
      const c = field[at + columns + 1];
      const d = field[at + columns];
      if (a > level === b > level && b > level === c > level && c > level === d > level) continue;
      /** @type {[number, number][]} */
      const crossings = [];
      if (a > level !== b > level) crossings.push([column + between(a, b), row]);
      if (b > level !== c > level) crossings.push([column + 1, row + between(b, c)]);
      if (d > level !== c > level) crossings.push([column + between(d, c), row + 1]);
      if (a > level !== d > level) crossings.push([column, row + between(a, d)]);
      for (let i = 0; i + 1 < crossings.length; i += 2) lines.push(...crossings[i], ...crossings[i + 1]);
    }
  }
  return lines;
}
