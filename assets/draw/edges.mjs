// @ts-check
/** Edges of a network: coloured and as wide as their weights, collected by colour so that each colour is one path. */
import { remembered } from "../maths/remembered.mjs";
import { clamped, diverging, role, scaleIndex } from "./colours.mjs";

/** @import { Context } from "../types" */
const BUCKETS = 32; // colours, 16 a sign

/**
 * Ink for one stroke of many edges: `add` each, then `stroke`. A weight near zero keeps a trace of its sign's colour; one
 * beyond `limit` gets a dot in its middle. `stroke` returns how many were beyond.
 * @param {number} limit
 */
export function edgeInk(limit) {
  /** @type {Map<number, Path2D>} */
  const paths = new Map(); // by the bucket of their colour
  /** @type {[number, number][]} */
  const marks = [];

  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} weight */
  function add(x1, y1, x2, y2, weight) {
    const bucket = bucketOf(weight, limit);
    const path = remembered(paths, bucket, () => new Path2D());
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
    if (clamped(weight, limit)) marks.push([(x1 + x2) / 2, (y1 + y2) / 2]);
  }

  /** @param {Context} context @param {number} strength @param {number} widest */
  function stroke(context, strength, widest) {
    context.globalAlpha = strength;
    for (const [bucket, path] of [...paths].sort(([a], [b]) => Math.abs(a) - Math.abs(b))) {
      const share = Math.abs(bucket) / (BUCKETS / 2);
      context.strokeStyle = diverging(context, Math.sign(bucket) * Math.max(0.3, share), 1);
      context.lineWidth = 0.7 + (widest - 0.7) * share;
      context.stroke(path);
    }
    context.globalAlpha = 1;
    context.fillStyle = role(context, "text");
    for (const [mx, my] of marks) context.fillRect(mx - 1.5, my - 1.5, 3, 3);
    return marks.length;
  }

  return { add, stroke };
}

/** @param {number} weight @param {number} limit */
function bucketOf(weight, limit) {
  const half = scaleIndex(weight, limit) / 128 - 1;
  return Math.sign(half) * Math.max(1, Math.round((Math.abs(half) * BUCKETS) / 2)) || 1;
}
