/**
 * The principal axes of vectors, and how a pair of axes is turned in its plane. Which way an axis points, and which of
 * two alike comes first, is nobody's choice but ours: the largest of its parts is positive, and then the pair is turned
 * towards another one where a picture has one to follow. Python has the same rules in explorer/analysis/projection.py;
 * tests/shared/axes.json holds the two together.
 */

/** @import { Axes, Matrix, Numbers } from "../types" */
/** @typedef {[angle: number, sign: number]} Turn of axes in their plane; mirrored where the sign is −1 */

const [FEWEST, MOST] = [60, 2000]; // rounds of power iteration
const WORK = 200_000; // multiply–adds that they may take
const SETTLED = 1e-12; // what a round still moves the plane by
const ALIKE = 1e-9; // share by which two numbers have to differ for one to be the larger

/**
 * The first two principal axes of the rows of a matrix. What is missing, where these span less than a plane, is zero.
 * The plane is found by power iteration of two directions at once, and the axes in it at the end, so that it does not
 * matter how alike the two variances are.
 * @param {Matrix} matrix
 * @returns {Axes}
 */
export function principalAxes(matrix) {
  const { mean, off } = centred(matrix);
  const [a, b] = strongestPlane(off);
  const [u, v] = [along(off, a), along(off, b)];
  const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
  const angle = Math.atan2(2 * uv, uu - vv) / 2;
  const axes = turned({ mean, basis: [a, b], share: [0, 0] }, [-angle, 1]);
  const whole = dot(off.data, off.data);
  const share = axes.basis.map((axis) => (whole > 0 ? along(off, axis).reduce((sum, x) => sum + x * x, 0) / whole : 0));
  return { mean, basis: axes.basis.map(upright), share };
}

/**
 * A share of the variance that no two axes can exceed, found without any: of the variances λ along all axes
 * (λ₁ + λ₂)² ≤ 2 Σ λ², and Σ λ² is the sum of the squares of all products of two columns, or of two rows.
 * @param {Matrix} matrix
 */
export function mostShare(matrix) {
  const { rows, columns, data } = centred(matrix).off;
  const [lines, length, next, step] = columns < rows ? [columns, rows, 1, columns] : [rows, columns, columns, 1];
  let squares = 0;
  for (let a = 0; a < lines; a++)
    for (let b = 0; b <= a; b++) {
      let product = 0;
      for (let i = 0; i < length; i++) product += data[a * next + i * step] * data[b * next + i * step];
      squares += (a === b ? 1 : 2) * product * product;
    }
  const whole = dot(data, data);
  return whole > 0 ? Math.sqrt(2 * squares) / whole : 0;
}

/**
 * The mean of the rows of a matrix, and what they are off it, at most 1, so that no square overflows or vanishes.
 * @param {Matrix} matrix
 */
function centred({ rows, columns, data }) {
  const mean = new Float64Array(columns);
  for (let at = 0; at < data.length; at++) mean[at % columns] += data[at] / rows;
  const off = new Float64Array(data.length);
  let most = 0;
  for (let at = 0; at < data.length; at++) {
    off[at] = data[at] - mean[at % columns];
    most = Math.max(most, Math.abs(off[at]));
  }
  if (most > 0) for (let at = 0; at < off.length; at++) off[at] /= most;
  return { mean, off: { rows, columns, data: off } };
}

/** Two directions at right angles, which span the plane of the largest variance. @param {Matrix} off */
function strongestPlane(off) {
  const { rows, columns } = off;
  const rounds = Math.min(MOST, Math.max(FEWEST, WORK / (4 * rows * columns)));
  let pair = orthonormal(
    Float64Array.from({ length: columns }, (_, k) => 1 + 0.37 * ((k * 7) % 5)),
    Float64Array.from({ length: columns }, (_, k) => 1 - 0.43 * ((k * 5) % 7)),
  );
  for (let round = 0; round < rounds; round++) {
    const next = orthonormal(spread(off, pair[0]), spread(off, pair[1]));
    const moved = Math.max(...next.map((direction) => length(without(direction, pair))));
    pair = next;
    if (moved < SETTLED) break;
  }
  return pair;
}

/** How far each row lies along a direction. @param {Matrix} off @param {Numbers | number[]} direction */
function along({ rows, columns, data }, direction) {
  const scores = new Float64Array(rows);
  for (let i = 0, at = 0; i < rows; i++) for (let k = 0; k < columns; k++, at++) scores[i] += data[at] * direction[k];
  return scores;
}

/** The covariance (times the rows) times a direction. @param {Matrix} off @param {Float64Array} direction */
function spread(off, direction) {
  const scores = along(off, direction);
  const sum = new Float64Array(off.columns);
  for (let i = 0, at = 0; i < off.rows; i++)
    for (let k = 0; k < off.columns; k++, at++) sum[k] += scores[i] * off.data[at];
  return sum;
}

/**
 * Two directions of length 1 at right angles; zeros for what is none.
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function orthonormal(a, b) {
  const size = length(a);
  const first = a.map((value) => (size > 0 ? value / size : 0));
  const rest = without(without(b, [first]), [first]); // twice: once leaves a rounding error as large as the rest may be
  const left = length(rest);
  return [first, rest.map((value) => (left > 1e-14 * size ? value / left : 0))];
}

/** What of a direction does not lie along others. @param {Float64Array} direction @param {Float64Array[]} others */
function without(direction, others) {
  const rest = Float64Array.from(direction);
  for (const other of others) {
    const shared = dot(direction, other);
    for (let k = 0; k < rest.length; k++) rest[k] -= shared * other[k];
  }
  return rest;
}

/** @param {Float64Array} direction */
const length = (direction) => Math.sqrt(dot(direction, direction));

/**
 * A direction or its opposite, so that the largest of its parts is positive; of several as large the first.
 * @param {Numbers | number[]} direction
 */
export function upright(direction) {
  const parts = Float64Array.from(direction);
  const largest = parts.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const first = parts.find((value) => Math.abs(value) >= largest * (1 - ALIKE)) ?? 0;
  return first < 0 ? parts.map((value) => -value) : parts;
}

/**
 * The turn that brings a pair of axes nearest to a reference (orthogonal Procrustes in the plane), given how much of
 * each axis (columns) lies along each of the reference (rows). Mirrored only where that is nearer by more than
 * rounding.
 * @param {number[][]} along
 * @returns {Turn}
 */
export function nearestTurn([[a, b], [c, d]]) {
  const rotation = Math.hypot(a + d, c - b);
  const reflection = Math.hypot(a - d, c + b);
  return rotation >= reflection * (1 - ALIKE) ? [Math.atan2(c - b, a + d), 1] : [Math.atan2(c + b, a - d), -1];
}

/**
 * The turn that brings axes nearest to others of the same space.
 * @param {Pick<Axes, "basis">} axes
 * @param {Pick<Axes, "basis">} reference
 */
export const turnTowards = (axes, reference) =>
  nearestTurn(reference.basis.map((row) => axes.basis.map((other) => dot(row, other))));

/**
 * The same plane with its axes turned; the shares are those of the turned axes.
 * @param {Axes} axes
 * @param {Turn} turn
 * @returns {Axes}
 */
export function turned({ mean, basis, share }, [angle, sign]) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = [
    [cos, -sign * sin],
    [sin, sign * cos],
  ];
  return {
    mean,
    basis: turn.map(([p, q]) => basis[0].map((value, k) => p * value + q * basis[1][k])),
    share: turn.map(([p, q]) => p * p * share[0] + q * q * share[1]),
  };
}

/** @param {Numbers | number[]} a @param {Numbers | number[]} b */
function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
