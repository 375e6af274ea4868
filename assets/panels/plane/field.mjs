/** What a network answers all over a plane, on a grid. */
import { last } from "../../maths/declared.mjs";
import { activated, forward, weightsOf, workOf } from "../../maths/nets.mjs";
import { remembered } from "../../maths/remembered.mjs";

/** @import { Bounds, Layer, Numbers, Session, Weights } from "../../types" */
/** @import { Space } from "./spaces.mjs" */
/** @typedef {{ columns: number, rows: number }} Grid over a picture */
/** @typedef {{ answers: Numbers, nets: Numbers }} Field answers on a grid, and the net inputs of the last layer */

const WORK = 400_000; // multiply–adds that a picture of the answers may cost
const [FEWEST, MOST] = [400, 6000]; // cells of the grid
const CELL = 4; // px a cell at least

/** @type {WeakMap<Weights, Map<string, Field>>} */
const fields = new WeakMap(); // weights -> part of a plane, and grid -> what they answer there

/**
 * Columns and rows of the grid on which answers are computed, for a picture of this shape.
 * @param {Session} session
 * @param {Layer[]} layers
 * @param {number} width
 * @param {number} height
 * @returns {Grid}
 */
export function gridFor(session, layers, width, height) {
  const cells = Math.max(FEWEST, Math.min(MOST, (width * height) / CELL ** 2, WORK / workOf(session, layers)));
  const columns = Math.max(8, Math.round(Math.sqrt((cells * width) / height)));
  return { columns, rows: Math.max(8, Math.round(cells / columns)) };
}

/**
 * The answers on a grid over [left, right] × [bottom, top], the first row at the top: columns · rows · outputs numbers
 * each; {answers, nets}, the latter before the last activation.
 * @param {Session} session
 * @param {Weights} weights
 * @param {Space} space
 * @param {Bounds} box
 * @param {Grid} grid
 * @returns {Field}
 */
export function fieldOf(session, weights, space, box, grid) {
  const key = `${space.source}|${space.key}|${box}|${grid.columns}|${grid.rows}`;
  const ofWeights = remembered(fields, weights, () => new Map());
  return remembered(ofWeights, key, () => computeField(session, weights, space, box, grid));
}

/**
 * The first layer's net inputs are planes over (u, v), so no inputs are laid out for them.
 * @param {Session} session
 * @param {Weights} weights
 * @param {Space} space
 * @param {Bounds} box
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
