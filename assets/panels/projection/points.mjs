/** The points of the projection: circles are input vectors, diamonds output vectors, squares what is no words'. */
import { SURFACE } from "../../draw/composing.mjs";

/** @import { Occupied } from "../../draw/labels.mjs" */
/** @import { Ink, Mark } from "../../types" */
/** @import { Projected } from "./compose.mjs" */
/** @import { ShownSet } from "./vectors.mjs" */

const ACCENT = { role: "accent" };
const RING = 7; // px around a predicted point

/**
 * a − b + c: sides a–b and (a − b + c)–c are parallel and equal by construction; the ring is the predicted point.
 * @param {Projected} projected
 * @param {Occupied} occupied
 * @returns {Mark[]}
 */
export function analogyMarks({ frame, analogy }, occupied) {
  if (!analogy) return [];
  const [a, b, c, sum] = analogy.corners.map(([x, y]) => [frame.x(x), frame.y(y)]);
  occupied.point(sum[0], sum[1], RING + 1);
  return [
    { mark: "path", points: [...a, ...b, ...c, ...sum], fill: ACCENT, alpha: 0.1 },
    { mark: "lines", points: [...b, ...a, ...c, ...sum], stroke: ACCENT, width: 2 },
    { mark: "lines", points: [...b, ...c, ...a, ...sum], stroke: ACCENT, width: 1.5, dash: [3, 3] },
    { mark: "discs", discs: [...sum, RING], stroke: ACCENT, width: 2 },
  ];
}

/**
 * The ordinary points, a mark a set, then the lit ones, larger, with a rim. Where a step touches only some of a set,
 * the others are pale.
 * @param {Projected} projected
 * @param {Occupied} occupied
 * @returns {Mark[]}
 */
export function pointMarks(projected, occupied) {
  const { sets, lit } = projected;
  const visible = [...sets.keys()].filter((at) => sets[at].visible);
  return [
    ...link(projected),
    ...visible.map((at) => ordinary(projected, at, occupied)),
    ...visible.flatMap((at) =>
      [...lit[at]].map(([row, reason]) => standsOut(projected, at, row, reason === "hovered")),
    ),
  ];
}

/** The two vectors of the hovered word, joined. @param {Projected} projected @returns {Mark[]} */
function link({ frame, sets, hovered }) {
  if (hovered === null || sets.length !== 2 || !sets.every(({ visible, words }) => visible && words)) return [];
  const points = sets.flatMap((set) => [frame.x(set.points[2 * hovered]), frame.y(set.points[2 * hovered + 1])]);
  return [{ mark: "lines", points, stroke: ACCENT }];
}

/** @param {Projected} projected @param {number} at @param {Occupied} occupied */
function ordinary({ frame, sets, lit, radius }, at, occupied) {
  const set = sets[at];
  /** @type {number[]} */
  const centres = [];
  for (let row = 0; row < set.points.length / 2; row++) {
    const [x, y] = [frame.x(set.points[2 * row]), frame.y(set.points[2 * row + 1])];
    const strong = lit[at].has(row);
    occupied.point(x, y, strong ? radius + 2.5 : radius);
    if (!strong) centres.push(x, y);
  }
  return shapes(set, centres, radius, { fill: { role: set.kind }, alpha: set.touched ? 0.3 : 0.85 });
}

/** @param {Projected} projected @param {number} at @param {number} row @param {boolean} hovered */
function standsOut({ frame, sets, radius }, at, row, hovered) {
  const set = sets[at];
  const centre = [frame.x(set.points[2 * row]), frame.y(set.points[2 * row + 1])];
  const rim = hovered ? { stroke: ACCENT, width: 2.5 } : { stroke: SURFACE, width: 1.5 };
  return shapes(set, centre, radius + (hovered ? 4 : 2.5), { fill: { role: set.kind }, ...rim });
}

/**
 * Points of a set, all of one look.
 * @param {ShownSet} set
 * @param {number[]} centres
 * @param {number} radius
 * @param {Ink} ink
 * @returns {Mark}
 */
export function shapes({ kind, words }, centres, radius, ink) {
  if (words && kind !== "output") return { mark: "discs", discs: circles(centres, radius), ...ink };
  const corners = words ? DIAMOND : SQUARE;
  /** @type {number[]} */
  const points = [];
  for (let i = 0; i < centres.length; i += 2)
    for (const [dx, dy] of corners) points.push(centres[i] + dx * radius, centres[i + 1] + dy * radius);
  const starts = Array.from({ length: centres.length / 2 }, (_, i) => i * corners.length);
  return { mark: "path", points, starts, closed: !words && starts.length === 1, ...ink };
}

// A diamond of the same area as the circle; it ends where it begins, as closing paths by the hundred takes
// milliseconds.
const DIAMOND = [
  [0, -1.25],
  [1.25, 0],
  [0, 1.25],
  [-1.25, 0],
  [0, -1.25],
];
const SQUARE = [
  [-0.9, -0.9],
  [0.9, -0.9],
  [0.9, 0.9],
  [-0.9, 0.9],
];

/** @param {number[]} centres @param {number} radius */
function circles(centres, radius) {
  /** @type {number[]} */
  const discs = [];
  for (let i = 0; i < centres.length; i += 2) discs.push(centres[i], centres[i + 1], radius);
  return discs;
}
