/** Where things stand in the pictures of the plane: how they share the panel, and the frame of each. */
import { extent, frameOf } from "../../maths/points.mjs";

/** @import { Answered, Bounds, Box, Room } from "../../types" */
/** @import { Space } from "./spaces.mjs" */
/**
 * @typedef {{ flat: boolean, inner: Box, box: Bounds, x: (u: number) => number, y: (v: number) => number, pointY: (i:
 *   number) => number }} Frame of a picture: `inner` is its box on the panel, `box` the same in the units of its axes;
 *   `flat`: of a single input, over which the answer is drawn. `pointY` is that of a point of the data
 */
/** @typedef {Space & { frame: Frame }} FramedSpace */

/** The room to the right of a picture, of the size of text. */
export const BESIDE = 0.4;

/** @param {[number, number]} spot @param {Box} box */
export const inside = ([x, y], { left, top, width, height }) =>
  x >= left && x <= left + width && y >= top && y <= top + height;

/**
 * The boxes of one or two pictures: side by side, or one above the other where the panel is tall.
 * @param {number} number
 * @param {Room} room
 * @param {number} gap
 * @returns {Box[]}
 */
export function boxesOf(number, { width, height }, gap) {
  if (number === 1) return [{ left: 0, top: 0, width, height }];
  if (width >= 1.1 * height) {
    const half = (width - gap) / 2;
    return [0, 1].map((at) => ({ left: at * (half + gap), top: 0, width: half, height }));
  }
  const half = (height - gap) / 2;
  return [0, 1].map((at) => ({ left: 0, top: at * (half + gap), width, height: half }));
}

/**
 * The frame of a picture: all points (and where they were before the last update) with a margin, the same scale on both
 * axes; the answer of a single input is drawn over it on a scale of its own.
 * @param {Space} space
 * @param {Answered} answers
 * @param {Box} box
 * @param {Space | null} before
 * @param {number} size of text
 * @returns {Frame}
 */
export function frameFor({ points, names }, answers, box, before, size) {
  const flat = names.length === 1;
  const gutter = (flat ? 3.2 : 2.2) * size; // an answer's scale has finer numbers
  const inner = {
    left: box.left + gutter,
    top: box.top + 1.4 * size,
    width: box.width - gutter - BESIDE * size,
    height: box.height - 4.1 * size,
  };
  const [left, right, bottom, top] = flat
    ? [...ends(points), 0, 0]
    : extent(before ? [points, before.points] : [points]);
  const margin = 0.28 * Math.max(right - left, top - bottom) || 0.5;
  if (flat) return flatFrame([left - margin, right + margin], answers, inner);
  const { x, y, scale } = frameOf([left - margin, right + margin, bottom - margin, top + margin], inner);
  /** @param {number} at */
  const u = (at) => (at - x(0)) / scale;
  /** @param {number} at */
  const v = (at) => (y(0) - at) / scale;
  const bounds = [u(inner.left), u(inner.left + inner.width), v(inner.top + inner.height), v(inner.top)];
  return { flat, inner, box: /** @type {Bounds} */ (bounds), x, y, pointY: (i) => y(points[2 * i + 1]) };
}

/** Smallest and largest x; all in one point have no width, so 0 is the other end. @param {Float64Array} points */
function ends(points) {
  const values = points.filter((_, at) => at % 2 === 0);
  const [left, right] = [Math.min(...values), Math.max(...values)];
  return left < right ? [left, right] : [Math.min(0, left), Math.max(0, right)];
}

/** @param {[number, number]} ends @param {Answered} answers @param {Box} inner @returns {Frame} */
function flatFrame([left, right], { data: { targets, outputs }, answers, level: { low, high } }, inner) {
  const all = [low, high, ...targets, ...answers];
  const [bottom, top] = [Math.min(...all), Math.max(...all)];
  const pad = 0.12 * (top - bottom || 1);
  const scale = { x: inner.width / (right - left), y: inner.height / (top - bottom + 2 * pad) };
  /** @param {number} v */
  const y = (v) => inner.top + inner.height - (v - bottom + pad) * scale.y;
  return {
    flat: true,
    inner,
    box: [left, right, bottom - pad, top + pad],
    x: (u) => inner.left + (u - left) * scale.x,
    y,
    pointY: (i) => y(targets[i * outputs]),
  };
}
