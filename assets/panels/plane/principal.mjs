// @ts-check
/** Principal components of the points as a hidden layer has them. */

/** @import { NumericData, Numbers } from "../../types" */

const ROUNDS = 60; // of power iteration

/** @param {Numbers} values @param {number} size @param {number} count */
export function meanOf(values, size, count) {
  const mean = new Float64Array(size);
  values.forEach((value, at) => (mean[at % size] += value / count));
  return mean;
}

/**
 * The two principal components of the points, turned in their plane so that they lie as near as can be to where the inputs
 * have them (orthogonal Procrustes): no axis flips from one step to the next, and the two pictures can be compared.
 * @param {Numbers} values
 * @param {number} size
 * @param {NumericData} data
 */
export function principal(values, size, data) {
  const centre = meanOf(values, size, data.count);
  const off = Float64Array.from(values, (value, at) => value - centre[at % size]);
  const first = strongest(off, size, data.count, null);
  const second = strongest(off, size, data.count, first.direction);
  const turn = turnTo(
    data,
    [first, second].map(({ direction }) => scores(off, size, data.count, direction)),
  );
  const basis = turn.map(([p, q]) => first.direction.map((value, k) => p * value + q * second.direction[k]));
  const all = off.reduce((sum, value) => sum + value * value, 0);
  return { basis, share: all > 0 ? (first.size + second.size) / all : 1 };
}

/**
 * The rotation or reflection of the plane that brings two scores of each point nearest to its first two inputs.
 * @param {NumericData} data
 * @param {Float64Array[]} scoresOf
 */
function turnTo({ inputs, count, width }, scoresOf) {
  const centre = meanOf(inputs, width, count);
  /** @param {number} axis @param {Float64Array} along */
  const shared = (axis, along) =>
    along.reduce((sum, value, i) => sum + (axis < width ? value * (inputs[i * width + axis] - centre[axis]) : 0), 0);
  const [[a, b], [c, d]] = [0, 1].map((axis) => scoresOf.map((along) => shared(axis, along)));
  const rotates = Math.hypot(a + d, c - b) >= Math.hypot(a - d, c + b);
  const angle = rotates ? Math.atan2(c - b, a + d) : Math.atan2(c + b, a - d);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return rotates
    ? [
        [cos, -sin],
        [sin, cos],
      ]
    : [
        [cos, sin],
        [sin, -cos],
      ];
}

/**
 * How far each point lies along a direction.
 * @param {Numbers} off
 * @param {number} size
 * @param {number} count
 * @param {Numbers} direction
 */
function scores(off, size, count, direction) {
  const along = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++) for (let k = 0; k < size; k++, at++) along[i] += off[at] * direction[k];
  return along;
}

/**
 * The strongest direction of some centred points, at right angles to another one, by power iteration; {direction, size}.
 * @param {Float64Array} off
 * @param {number} size
 * @param {number} count
 * @param {Float64Array | null} other
 */
function strongest(off, size, count, other) {
  let direction = Float64Array.from({ length: size }, (_, k) => 1 + 0.37 * ((k * 7) % 5));
  let length = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const along = round ? scores(off, size, count, direction) : null;
    /** @type {Float64Array} */
    const next = round ? new Float64Array(size) : direction;
    if (along)
      for (let i = 0, at = 0; i < count; i++) for (let k = 0; k < size; k++, at++) next[k] += along[i] * off[at];
    if (other) {
      const shared = next.reduce((sum, value, k) => sum + value * other[k], 0);
      for (let k = 0; k < size; k++) next[k] -= shared * other[k];
    }
    length = Math.hypot(...next);
    if (!(length > 1e-300)) return { direction: new Float64Array(size), size: 0 };
    direction = next.map((value) => value / length);
  }
  return { direction, size: length };
}
