/** The grid of the projection, the dashed axes through the mean with their names, and the origin of the vectors. */
import { GRID, label, MUTED, present, TEXT } from "../../draw/composing.mjs";
import { percent } from "../../text/numbers.mjs";
import { afterStep } from "../../text/steps.mjs";

/** @import { Occupied } from "../../draw/labels.mjs" */
/** @import { Colour, Mark, Measure } from "../../types" */
/** @import { Advice, Projected } from "./compose.mjs" */

const ARM = 5; // px of the cross at the origin
const GAP = 10; // px between two names, which else read as one

/** @param {Projected} projected @param {Occupied} occupied @returns {Mark[]} */
export function axisMarks({ frame, width, height, zero }, occupied) {
  const step = frame.grid * frame.scale;
  const [x, y] = [frame.x(zero[0]), frame.y(zero[1])];
  occupied.point(x, y, ARM);
  const grid = [
    ...multiples(frame.x(0) % step, step, width).flatMap((at) => upright(at, height)),
    ...multiples(frame.y(0) % step, step, height).flatMap((at) => across(at, width)),
  ];
  const axes = [...upright(frame.x(0), height), ...across(frame.y(0), width)];
  return [
    { mark: "lines", points: grid, stroke: GRID, alpha: 0.6 },
    { mark: "lines", points: axes, stroke: MUTED, dash: [4, 4] },
    { mark: "lines", points: [x - ARM, y, x + ARM, y, x, y - ARM, x, y + ARM], stroke: TEXT },
  ];
}

/** @param {number} first @param {number} step @param {number} end */
function multiples(first, step, end) {
  const all = [];
  for (let at = first; at < end; at += step) all.push(at);
  return all;
}

/** @param {number} x @param {number} height */
const upright = (x, height) => [Math.round(x) + 0.5, 0, Math.round(x) + 0.5, height];
/** @param {number} y @param {number} width */
const across = (y, width) => [0, Math.round(y) + 0.5, width, Math.round(y) + 0.5];

/**
 * Names of the axes with their share of the variance now, at the end where they cover no point; and the step at which
 * the axes were fitted, if it was another.
 * @param {Projected} projected
 * @param {Occupied} occupied
 * @param {Measure} measure
 * @returns {Mark[]}
 */
export function axisNames({ frame, width, foot, size, share, fitted, advice }, occupied, measure) {
  /** @type {[left: number, top: number, length: number][]} */
  const names = []; // those that stand already: where points lie everywhere they are covered, but no name is
  /**
   * @param {string} text
   * @param {(length: number) => [left: number, middle: number][]} sites tried in this order
   * @param {Colour} colour
   */
  const put = (text, sites, colour = MUTED) => {
    const length = measure.width(text, size);
    const corners = sites(length).map(([left, middle]) => [
      Math.max(0, Math.min(width - length, left)),
      middle - size / 2 - 1,
    ]);
    /** @param {number[]} corner */
    const apart = ([x, y]) =>
      names.every(
        ([left, top, other]) => Math.abs(y - top) >= size + 2 || x >= left + other + GAP || left >= x + length + GAP,
      );
    const bare = corners.filter(apart);
    /** @param {number[]} corner */
    const free = ([x, y]) => occupied.free(x, y, length, size + 2);
    const [left, top] = bare.find(free) ?? corners.find(free) ?? bare[0] ?? corners[0];
    names.push([left, top, length]);
    occupied.mark(left - 2, top, length + 4, size + 2);
    return label(measure, text, left, top + size / 2 + 1, { colour, pad: null, size });
  };
  const [zeroX, zeroY, off] = [frame.x(0), frame.y(0), size / 2 + 3];
  const [head, tail] = [size / 2 + 1, foot - size / 2 - 2];
  const clear = [head, foot / 2, tail].filter((y) => Math.abs(y - zeroY) >= off); // an axis would strike it through
  const [first, second] = share.map((part, i) => `PC${i + 1} ${percent(Number.isFinite(part) ? part : 0)}`);
  return present([
    fitted === null
      ? null
      : put(
          said(fitted, advice).find((text) => measure.width(text, size) <= width / 2) ??
            said(fitted, advice).at(-1) ??
            "",
          () => (clear.length ? clear : [head]).map((y) => [0, y]),
          advice ? TEXT : MUTED,
        ),
    put(first, (length) => [
      [width - length, zeroY - off],
      [width - length, zeroY + off],
      [0, zeroY - off],
      [0, zeroY + off],
    ]),
    put(second, (length) =>
      [head, tail, foot * 0.75, foot / 4].flatMap((y) => [
        [zeroX + 5, y],
        [zeroX - 5 - length, y],
      ]),
    ),
  ]);
}

/**
 * When the axes were fitted, and what refitted ones would explain where that is much more: at length, and shorter.
 * @param {number} fitted
 * @param {Advice | null} advice
 */
function said(fitted, advice) {
  const when = `axes fitted ${afterStep(fitted)}`;
  if (!advice) return [when];
  const explained = `explain ${percent(advice.now)}, refitted ${percent(advice.refitted)}`;
  return [
    `${when} ${explained}`,
    `axes ${explained}`,
    `axes ${percent(advice.now)}, refitted ${percent(advice.refitted)}`,
  ];
}
