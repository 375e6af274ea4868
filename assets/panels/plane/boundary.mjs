/** The lines between regions of a plane: where the answer changes, by marching squares on its grid. */
import { last } from "../../maths/declared.mjs";
import { remembered } from "../../maths/remembered.mjs";

/** @import { Answered, Numbers } from "../../types" */
/** @import { Field, Grid } from "./field.mjs" */
/** @typedef {[x: number, y: number]} Spot in cells of a grid */
/** @typedef {Spot[][]} Chains of lines that hang together */

/** @type {WeakMap<Field, Chains>} */
const kept = new WeakMap();

/**
 * The lines of a field of answers. A step has no slope for them to be found by: there it is where the net input crosses
 * 0.
 * @param {Field} field
 * @param {Grid} grid
 * @param {Answered} answers
 * @param {string} activation of the last layer
 */
export const boundaryOf = (field, grid, answers, activation) =>
  remembered(kept, field, () =>
    chained(activation === "step" ? contour(field.nets, grid, 0) : crossings(field.answers, grid, answers)),
  );

/**
 * Where the answer changes: an output crosses its level, or another becomes the largest.
 * @param {Numbers} field
 * @param {Grid} grid
 * @param {Pick<Answered, "data" | "level" | "shared">} answers
 * @returns {number[]}
 */
function crossings(field, grid, { data: { outputs }, level, shared }) {
  if (outputs === 1 && !shared) return contour(field, grid, level.at);
  /** @type {number[]} */
  const lines = [];
  for (let k = 0; k < outputs && k < 12; k++) {
    const lead = new Float64Array(grid.columns * grid.rows);
    for (let at = 0; at < lead.length; at++) {
      let other = shared ? -Infinity : level.at;
      for (let j = 0; shared && j < outputs; j++) if (j !== k) other = Math.max(other, field[at * outputs + j]);
      lead[at] = field[at * outputs + k] - other;
    }
    for (const end of contour(lead, grid, 0)) lines.push(end);
  }
  return lines;
}

/**
 * The line on which a field has the value `level`, by marching squares: [x1, y1, x2, y2] in cells of the grid, flat.
 * @param {Numbers} field
 * @param {Grid} grid
 * @param {number} level
 */
function contour(field, { columns, rows }, level) {
  /** @type {number[]} */
  const lines = [];
  /** @param {number} a @param {number} b */
  const between = (a, b) => (level - a) / (b - a);
  for (let row = 0, at = 0; row + 1 < rows; row++, at++) {
    for (let column = 0; column + 1 < columns; column++, at++) {
      const a = field[at];
      const b = field[at + 1];
      const c = field[at + columns + 1];
      const d = field[at + columns];
      if (a > level === b > level && b > level === c > level && c > level === d > level) continue;
      /** @type {[number, number][]} */
      const crossings = [];
      if (a > level !== b > level) crossings.push([column + between(a, b), row]);
      if (b > level !== c > level) crossings.push([column + 1, row + between(b, c)]);
      if (d > level !== c > level) crossings.push([column + between(d, c), row + 1]);
      if (a > level !== d > level) crossings.push([column, row + between(a, d)]);
      for (let i = 0; i + 1 < crossings.length; i += 2) lines.push(...crossings[i], ...crossings[i + 1]);
    }
  }
  return lines;
}

/**
 * Short lines joined where they meet, so that dashes run on from one to the next: [[[x, y], …], …].
 * @param {number[]} lines
 * @returns {Chains}
 */
function chained(lines) {
  /** @param {Spot} spot */
  // a grid has fewer than 300 cells a side
  const keyOf = ([x, y]) => Math.round(x * 1e5) * 2 ** 25 + Math.round(y * 1e5);
  /** @typedef {{ ends: [Spot, Spot], used: boolean }} Short */
  /** @type {Map<number, Short[]>} */
  const ends = new Map(); // end -> the lines that have it
  /** @type {Short[]} */
  const all = [];
  for (let i = 0; i < lines.length; i += 4) {
    /** @type {Short} */
    const line = {
      ends: [
        [lines[i], lines[i + 1]],
        [lines[i + 2], lines[i + 3]],
      ],
      used: false,
    };
    all.push(line);
    for (const key of line.ends.map(keyOf)) remembered(ends, key, () => []).push(line);
  }
  /** @param {Spot[]} chain */
  const follow = (chain) => {
    for (;;) {
      const here = last(chain);
      const next = ends.get(keyOf(here))?.find(({ used }) => !used);
      if (!next) return chain;
      next.used = true;
      chain.push(keyOf(next.ends[0]) === keyOf(here) ? next.ends[1] : next.ends[0]);
    }
  };
  return all
    .filter(({ used }) => !used)
    .flatMap((line) => {
      if (line.used) return [];
      line.used = true;
      return [follow(follow([...line.ends]).reverse())];
    });
}
