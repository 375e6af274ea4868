/** The arithmetic of the projection panel: vectors to plane, limits of the picture, plane to screen. */
import { parameterOf } from "./declared.mjs";
import { largestSize, roundStep } from "./limits.mjs";
import { spaceOf } from "./rows.mjs";

/** @import { Axes, Bounds, Box, Matrix, Session, VectorSet } from "../types" */

/**
 * Rows of a matrix in the plane: x = (row − mean)·basis[0], y = (row − mean)·basis[1].
 * @param {Matrix} matrix
 * @param {Pick<Axes, "mean" | "basis">} projection
 * @returns {Float64Array} x, y, x, y …, of length 2·rows
 */
export function project({ rows, columns, data }, { mean, basis: [first, second] }) {
  const points = new Float64Array(2 * rows);
  let [atX, atY] = [0, 0];
  for (let k = 0; k < columns; k++) {
    atX -= mean[k] * first[k];
    atY -= mean[k] * second[k];
  }
  for (let i = 0, cell = 0; i < rows; i++) {
    let [x, y] = [atX, atY];
    for (let k = 0; k < columns; k++, cell++) {
      x += data[cell] * first[k];
      y += data[cell] * second[k];
    }
    points[2 * i] = x;
    points[2 * i + 1] = y;
  }
  return points;
}

/**
 * The shares of the variance of some matrices' rows, taken together, that lie along the two axes now. For axes that are
 * kept these are no longer the shares they were fitted with: vectors move out of the plane.
 * @param {Matrix[]} matrices
 * @param {Pick<Axes, "basis">} axes
 */
export function sharesOf(matrices, { basis }) {
  const columns = basis[0].length;
  const count = matrices.reduce((sum, { rows }) => sum + rows, 0);
  const mean = new Float64Array(columns);
  // scaled by it, no square overflows or vanishes
  const largest = Math.max(0, ...matrices.map(({ data }) => largestSize(data)));
  for (const { data } of matrices) for (let i = 0; i < data.length; i++) mean[i % columns] += data[i] / largest / count;
  let [first, second, all] = [0, 0, 0];
  for (const { rows, data } of matrices) {
    for (let i = 0, cell = 0; i < rows; i++) {
      let [x, y] = [0, 0];
      for (let k = 0; k < columns; k++, cell++) {
        const off = data[cell] / largest - mean[k];
        x += off * basis[0][k];
        y += off * basis[1][k];
        all += off * off;
      }
      first += x * x;
      second += y * y;
    }
  }
  return all > 0 ? [first / all, second / all] : [0, 0];
}

/**
 * The sets of vectors that live in the projected space, inputs first: [{name, kind, words}]; kind is the role of its
 * colour, `words` says whether its rows are words.
 * @param {Session} session
 * @param {string | undefined} fit
 * @returns {VectorSet[]}
 */
export function vectorSets(session, fit) {
  const { input, output } = session.network;
  const space = spaceOf(parameterOf(session, fit === "output" ? output : input));
  /** @param {string | null} name @param {VectorSet["kind"]} kind @returns {VectorSet[]} */
  const living = (name, kind) => {
    const declared = session.parameters.find((parameter) => parameter.name === name);
    const lives = declared?.shape.length === 2 && spaceOf(declared) === space;
    return lives ? [{ name: declared.name, kind, words: declared.axes.includes("word") }] : [];
  };
  return [...living(input, "input"), ...living(output, "output")];
}

/**
 * Whether input and output vectors live in one space, so that they can be drawn together.
 * @param {Session} session
 */
export const shareSpace = (session) => vectorSets(session, "W").length > 1;

/**
 * Smallest and largest x and y of some arrays of points and of the origin: [left, right, bottom, top].
 * @param {ArrayLike<number>[]} arrays
 * @returns {Bounds}
 */
export function extent(arrays) {
  let [left, right, bottom, top] = [0, 0, 0, 0];
  for (const points of arrays) {
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i], points[i + 1]];
      if (x < left) left = x;
      else if (x > right) right = x;
      if (y < bottom) bottom = y;
      else if (y > top) top = y;
    }
  }
  return [left, right, bottom, top];
}

const FINER = 4; // parts of a square of the grid

/**
 * The frame of the picture: the extent widened to quarters of the grid's squares, so that the picture keeps its scale
 * while points move within one. The same scale on both axes, the frame centred in the given room.
 * @param {Bounds} bounds of `extent`
 * @param {Box} room in px
 * @returns {{grid: number, scale: number, x: (v: number) => number, y: (v: number) => number}}
 */
export function frameOf([left, right, bottom, top], room) {
  const span = Math.max(right - left, ((top - bottom) * room.width) / room.height, 1e-9);
  const grid = roundStep(span / 12);
  const unit = grid / FINER;
  /** @param {number} value */
  const out = (value) => Math.sign(value) * Math.ceil(Math.abs(value) / unit - 1e-6) * unit;
  const [l, r, b, t] = [left, right, bottom, top].map(out);
  const scale = Math.min(room.width / (r - l || unit), room.height / (t - b || unit));
  const x0 = room.left + (room.width - scale * (r - l)) / 2 - scale * l;
  const y0 = room.top + (room.height - scale * (t - b)) / 2 + scale * t;
  return { grid, scale, x: (v) => x0 + scale * v, y: (v) => y0 - scale * v };
}
