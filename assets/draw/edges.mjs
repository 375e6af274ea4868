/**
 * Edges of a network: coloured, as wide and where negative as dashed as told, collected by colour so that each is one
 * mark.
 */
import { remembered } from "../maths/remembered.mjs";
import { isBeyond } from "../maths/limits.mjs";
import { GRID, TEXT } from "./composing.mjs";

/** @import { Mark } from "../types" */
const LEVELS = 16; // of colour and width, for each sign
const FAINTEST = 0.3; // of the scale, in which a sign's colour can be told
const THINNEST = 0.7; // px

/**
 * Many edges: `add` each, then have them `made`. A weight beyond
 * `limit` gets a dot in its middle. `beyond` is how many these are.
 * @param {number} limit
 * @param {number[] | undefined} dash of negative ones
 */
export function edges(limit, dash) {
  /** @type {Map<number, number[]>} */
  const lines = new Map(); // by the level of their weight
  /** @type {number[]} */
  const dots = [];

  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} weight */
  function add(x1, y1, x2, y2, weight) {
    remembered(lines, levelOf(weight, limit), () => []).push(x1, y1, x2, y2);
    if (isBeyond(weight, limit)) dots.push((x1 + x2) / 2 - 1.5, (y1 + y2) / 2 - 1.5, 3, 3);
  }

  /** @param {number} strength @param {number} widest */
  function made(strength, widest) {
    const faintFirst = [...lines].sort(([a], [b]) => Math.abs(a) - Math.abs(b));
    /** @type {Mark[]} */
    const marks = faintFirst.map(([level, points]) => {
      const { shade, share, dashed } = lookOf(level);
      const stroke = shade ? { value: shade, limit: 1 } : GRID;
      const width = THINNEST + (widest - THINNEST) * share;
      return { mark: "lines", points, stroke, width, alpha: strength, dash: dashed ? dash : undefined };
    });
    if (dots.length) marks.push({ mark: "boxes", boxes: dots, fill: TEXT });
    return { marks, beyond: dots.length / 4 };
  }

  return { add, made };
}

/**
 * The level of a weight's colour and width, from −LEVELS to LEVELS; 0 of zero alone, as a small one keeps its sign. One
 * rule with explorer/views/edges.py.
 * @param {number} weight
 * @param {number} limit
 */
export function levelOf(weight, limit) {
  if (!weight || !(limit > 0)) return 0;
  return Math.sign(weight) * Math.max(1, Math.round(LEVELS * Math.min(1, Math.abs(weight) / limit)));
}

/**
 * How an edge of a level looks: how far along the scale its colour is, none of zero; its width between the thinnest and
 * the widest, from 0 to 1; whether it is dashed.
 * @param {number} level
 */
export const lookOf = (level) => ({
  shade: level && Math.sign(level) * Math.max(FAINTEST, Math.abs(level) / LEVELS),
  share: Math.abs(level) / LEVELS,
  dashed: level < 0,
});
