/** Nearest words by cosine, as explorer/maths/cosine.py finds them. */
import { largestSize } from "./limits.mjs";

/** @import { Numbers } from "../types" */

/**
 * The vectors with the largest cosine to `query`, the best first; of equal ones the first. One of length 0 has no
 * direction: its cosine is 0.
 * @param {Numbers[]} vectors
 * @param {Numbers} query
 * @param {number[]} leftOut positions among the vectors that do not take part
 * @param {number} count
 * @returns {{ at: number, cosine: number }[]}
 */
export function nearest(vectors, query, leftOut, count) {
  const wanted = directionOf(query);
  return vectors
    .map((vector, at) => ({ at, cosine: Math.min(1, Math.max(-1, dot(directionOf(vector), wanted))) }))
    .filter(({ at }) => !leftOut.includes(at))
    .sort((one, other) => other.cosine - one.cosine || one.at - other.at)
    .slice(0, count);
}

/** A vector of length 1, scaled first, so that no square overflows. @param {Numbers} vector */
function directionOf(vector) {
  const scale = largestSize(vector) || 1;
  const scaled = Float64Array.from(vector, (value) => value / scale);
  const length = Math.sqrt(dot(scaled, scaled)) || 1;
  return scaled.map((value) => value / length);
}

/** @param {Numbers} a @param {Numbers} b */
const dot = (a, b) => {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
};
