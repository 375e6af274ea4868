/**
 * The spaces in which numeric data can be drawn: the plane of two inputs (or the line of one), and the same points as a
 * hidden layer sees them. Each says where the points are and what the network answers at any place of the picture, all
 * computed here from the painted weights.
 */
import { declaredOf, forward, plain, pointsAt, workOf } from "./nets.mjs";
import { subscript } from "./numbers.mjs";

export const PCA = "pca";
const WORK = 400_000; // multiply–adds that a picture of the answers may cost
const [FEWEST, MOST] = [400, 9000]; // places at which they are computed

/**
 * The painted network's answers for the data, and what is right: {data, known, classes, level, shared, right}.
 * `classes(values, first)` is the class of an answer (or target) in an array: where outputs share out a probability the
 * largest, else the outputs that lie above `level`, as the bits of a number. `right` is null where the targets are no
 * classes.
 */
export function answersOf(scene, weights = scene.weights) {
  const { session } = scene;
  const { layers } = session.network;
  const data = pointsAt(session, scene.frame?.step ?? scene.step);
  const known = forward(session, layers, weights, { [layers[0].source]: data.inputs }, data.count);
  const answers = known[layers.at(-1).output];
  const level = levelOf(data, layers.at(-1).activation);
  const shared = layers.at(-1).activation === "softmax";
  const classes = (values, first) => (shared ? indexOfLargest(values, first, data.outputs) : bitsAbove(values, first, data.outputs, level.at));
  const right = level.binary || shared
    ? Array.from({ length: data.count }, (_, i) => classes(answers, i * data.outputs) === classes(data.targets, i * data.outputs))
    : null;
  return { data, known, answers, level, shared, classes, right };
}

/** Where a single output parts the data: halfway between its two targets; {at, low, high, binary}. */
function levelOf({ targets }, activation) {
  const [low, high] = [Math.min(...targets), Math.max(...targets)];
  const binary = low < high && targets.every((t) => t === low || t === high);
  if (low === high) return { at: activation === "tanh" ? 0 : 0.5, low: Math.min(0, low), high: Math.max(1, high), binary };
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

/** The pairs of inputs that can be the axes of the plane, as "0,1". */
export const inputPairs = (width) => pairs(width, 28);

/** What can be drawn of the hidden layers: "h:0,1" the plane of two units, "h:pca" that of two principal components. */
export function hiddenChoices({ network: { layers }, quantities }) {
  return layers.slice(0, -1).toReversed().flatMap(({ output }) => {
    const { size } = quantities.find(({ name }) => name === output);
    const planes = pairs(size, 28).map((pair) => `${output}:${pair}`);
    return size > 2 ? [`${output}:${PCA}`, ...planes] : planes;
  });
}

/** Pairs of 0 … size − 1, at most so many; of a single one, itself. */
function pairs(size, most) {
  if (size === 1) return ["0"];
  const all = [];
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size && all.length < most; j++) all.push(`${i},${j}`);
  return all;
}

/**
 * A space: {title, names: [x, y], places: 2 · count numbers, at(u, v) → inputs of `layers`, layers, source, note, lines}.
 * Where there is one input `names` has one name, and the answer is drawn over it.
 */
export function inputSpace({ session, frame }, { data }, choice) {
  const { layers } = session.network;
  const { symbol } = declaredOf(session, layers[0].source);
  const axes = choice.split(",").map(Number);
  // Further inputs are those of the instance at work: the picture is a slice through it.
  const base = Float64Array.from(frame?.point?.inputs ?? data.inputs.subarray(0, data.width));
  const others = [...base.keys()].filter((i) => !axes.includes(i));
  return {
    title: "inputs",
    names: axes.map((i) => subscript(symbol, i)),
    places: placesOf(data.inputs, data.width, data.count, axes),
    layers,
    source: layers[0].source,
    axes,
    at: (u, v) => Object.assign(base.slice(), { [axes[0]]: u, ...(axes.length > 1 && { [axes[1]]: v }) }),
    slice: others.length > 0,
    off: (i) => others.some((k) => data.inputs[i * data.width + k] !== base[k]),
    note: others.length ? `slice at ${others.slice(0, 3).map((i) => `${subscript(symbol, i)} = ${plain(base[i])}`).join(", ")}${others.length > 3 ? " …" : ""}` : "",
  };
}

export function hiddenSpace({ session }, { data, known }, choice) {
  const [name, plane] = choice.split(":");
  const { layers } = session.network;
  const from = layers.findIndex(({ output }) => output === name) + 1;
  const { symbol, size } = declaredOf(session, name);
  const values = known[name];
  const centre = meanOf(values, size, data.count);
  const shared = { title: "hidden layer", layers: layers.slice(from), source: name, off: () => false, slice: false };
  if (plane === PCA) {
    const { basis, share } = principal(values, size, data);
    const at = (u, v) => centre.map((c, k) => c + u * basis[0][k] + v * basis[1][k]);
    const places = new Float64Array(2 * data.count);
    for (let i = 0; i < data.count; i++) for (let k = 0; k < size; k++) for (const a of [0, 1]) places[2 * i + a] += (values[i * size + k] - centre[k]) * basis[a][k];
    return { ...shared, names: ["", ""], places, at, note: `PCA, ${Math.round(100 * share)} % of the spread` };
  }
  const axes = plane.split(",").map(Number);
  const places = placesOf(values, size, data.count, axes);
  const at = (u, v) => Object.assign(centre.slice(), { [axes[0]]: u, ...(axes.length > 1 && { [axes[1]]: v }) });
  return { ...shared, names: axes.map((k) => subscript(symbol, k)), axes, places, at, note: size > 2 ? `other units at their means` : "" };
}

/** u and v of each point; v of a single axis is 0. */
function placesOf(values, width, count, [a, b]) {
  const places = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    places[2 * i] = values[i * width + a];
    if (b !== undefined) places[2 * i + 1] = values[i * width + b];
  }
  return places;
}

function meanOf(values, size, count) {
  const mean = new Float64Array(size);
  values.forEach((value, at) => (mean[at % size] += value / count));
  return mean;
}

/**
 * The two principal components of the points, turned in their plane so that they lie as near as can be to where the inputs
 * have them (orthogonal Procrustes): no axis flips from one step to the next, and the two pictures can be compared.
 */
function principal(values, size, data) {
  const centre = meanOf(values, size, data.count);
  const spread = Array.from({ length: size }, () => new Float64Array(size));
  let all = 0;
  for (let i = 0; i < data.count; i++) {
    for (let a = 0; a < size; a++) {
      const off = values[i * size + a] - centre[a];
      all += off * off;
      for (let b = 0; b < size; b++) spread[a][b] += off * (values[i * size + b] - centre[b]);
    }
  }
  const first = strongest(spread, null);
  const second = strongest(spread, first.direction);
  const inputCentre = meanOf(data.inputs, data.width, data.count);
  const [[a, b], [c, d]] = [0, 1].map((axis) => [first, second].map(({ direction }) => {
    let sum = 0;
    for (let i = 0; i < data.count; i++) {
      let along = 0;
      for (let k = 0; k < size; k++) along += (values[i * size + k] - centre[k]) * direction[k];
      sum += axis < data.width ? along * (data.inputs[i * data.width + axis] - inputCentre[axis]) : 0;
    }
    return sum;
  }));
  const [rotation, reflection] = [Math.hypot(a + d, c - b), Math.hypot(a - d, c + b)];
  const [angle, sign] = rotation >= reflection ? [Math.atan2(c - b, a + d), 1] : [Math.atan2(c + b, a - d), -1];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = sign > 0 ? [[cos, -sin], [sin, cos]] : [[cos, sin], [sin, -cos]];
  const basis = turn.map(([p, q]) => first.direction.map((value, k) => p * value + q * second.direction[k]));
  return { basis, share: all > 0 ? (first.size + second.size) / all : 1 };
}

/** The strongest direction of a symmetric matrix, at right angles to another one: by power iteration. */
function strongest(matrix, other) {
  const size = matrix.length;
  let direction = Float64Array.from({ length: size }, (_, k) => 1 + 0.37 * ((k * 7) % 5));
  let length = 0;
  for (let round = 0; round < 60; round++) {
    let next = round ? matrix.map((row) => row.reduce((sum, value, k) => sum + value * direction[k], 0)) : [...direction];
    const along = other ? next.reduce((sum, value, k) => sum + value * other[k], 0) : 0;
    if (other) next = next.map((value, k) => value - along * other[k]);
    length = Math.hypot(...next);
    if (!(length > 1e-300)) return { direction: new Float64Array(size), size: 0 };
    direction = Float64Array.from(next, (value) => value / length);
  }
  return { direction, size: length };
}

/** Columns and rows of the places at which answers are computed, for a picture of this shape. */
export function gridFor(session, layers, width, height) {
  const places = Math.max(FEWEST, Math.min(MOST, WORK / workOf(session, layers)));
  const columns = Math.max(8, Math.round(Math.sqrt((places * width) / height)));
  return { columns, rows: Math.max(8, Math.round(places / columns)) };
}

/**
 * The answers on a grid over [left, right] × [bottom, top], the first row at the top: columns · rows · outputs numbers each;
 * {answers, nets}, the latter before the last activation.
 */
export function fieldOf(session, weights, space, [left, right, bottom, top], { columns, rows }) {
  const { size } = declaredOf(session, space.source);
  const inputs = new Float64Array(columns * rows * size);
  for (let row = 0, at = 0; row < rows; row++) {
    const v = top - ((row + 0.5) / rows) * (top - bottom);
    for (let column = 0; column < columns; column++, at += size) inputs.set(space.at(left + ((column + 0.5) / columns) * (right - left), v), at);
  }
  const known = forward(session, space.layers, weights, { [space.source]: inputs }, columns * rows);
  const { net, output } = space.layers.at(-1);
  return { answers: known[output], nets: known[net] };
}

/** The line on which a field has the value `level`, by marching squares: [x1, y1, x2, y2] in grid places, flat. */
export function contour(field, { columns, rows }, level) {
  const lines = [];
  const between = (a, b) => (level - a) / (b - a);
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      const [a, b, c, d] = [field[at], field[at + 1], field[at + columns + 1], field[at + columns]];
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
