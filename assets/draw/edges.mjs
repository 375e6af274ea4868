/**
 * Edges of a network: coloured, as wide and where negative as dashed as told, collected by colour so that each is one
 * mark.
 */
import { remembered } from "../maths/remembered.mjs";
import { clamped, scaleIndex } from "./colours.mjs";
import { TEXT } from "./composing.mjs";

/** @import { Mark } from "../types" */
const BUCKETS = 32; // colours, 16 a sign

/**
 * Many edges: `add` each, then have them `made`. A weight near zero keeps a trace of its sign's colour; one beyond
 * `limit` gets a dot in its middle. `beyond` is how many these are.
 * @param {number} limit
 * @param {number[] | undefined} dash of negative ones
 */
export function edges(limit, dash) {
  /** @type {Map<number, number[]>} */
  const lines = new Map(); // by the bucket of their colour
  /** @type {number[]} */
  const dots = [];

  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} weight */
  function add(x1, y1, x2, y2, weight) {
    remembered(lines, bucketOf(weight, limit), () => []).push(x1, y1, x2, y2);
    if (clamped(weight, limit)) dots.push((x1 + x2) / 2 - 1.5, (y1 + y2) / 2 - 1.5, 3, 3);
  }

  /** @param {number} strength @param {number} widest */
  function made(strength, widest) {
    const faintFirst = [...lines].sort(([a], [b]) => Math.abs(a) - Math.abs(b));
    /** @type {Mark[]} */
    const marks = faintFirst.map(([bucket, points]) => {
      const share = Math.abs(bucket) / (BUCKETS / 2);
      const stroke = { value: Math.sign(bucket) * Math.max(0.3, share), limit: 1 };
      const width = 0.7 + (widest - 0.7) * share;
      return { mark: "lines", points, stroke, width, alpha: strength, dash: bucket < 0 ? dash : undefined };
    });
    if (dots.length) marks.push({ mark: "boxes", boxes: dots, fill: TEXT });
    return { marks, beyond: dots.length / 4 };
  }

  return { add, made };
}

/** @param {number} weight @param {number} limit */
function bucketOf(weight, limit) {
  const half = scaleIndex(weight, limit) / 128 - 1;
  return Math.sign(half) * Math.max(1, Math.round((Math.abs(half) * BUCKETS) / 2)) || 1;
}
