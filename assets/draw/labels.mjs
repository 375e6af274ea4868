/**
 * Labels that cover neither each other nor the points they name: greedy placement. Each label tries some sites
 * around its point and takes the first that is free; what finds none is left out, unless it must be seen. Free or not
 * is looked up in a coarse grid of occupied squares, so that 400 labels cost well under a millisecond.
 *
 * A label tries the site it had before first: from frame to frame it stays where it is as long as it can.
 */

import { clamp } from "../maths/limits.mjs";

/** @typedef {[x: number, y: number, toX: number, toY: number]} Line */
/** @typedef {{ dx: number, dy: number, extra: number }} Direction around a point, and how much further out */
/**
 * @typedef {{ key: number, x: number, y: number, radius: number, width: number, must: boolean }} Wanted a label: (x, y)
 *   is the point, `width` the text's; one of `must` is never left out
 */
/** @typedef {Map<number, number>} Sites by a label's key the number of the site it has */
/**
 * @template {Wanted} Label
 * @typedef {{ label: Label, left: number, top: number, line: boolean }} Placed with a line or without
 */

const CELL = 3; // px a square of the grid
const GAP = 2; // px between a point and its label
const POINT = 1;
const LABEL = 2;

// Directions around a point: right first, as one reads, then left, above, below and the corners.
const AROUND = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
];
// Further out, with a line back to the point, there is room for more directions.
const ROUND = Array.from({ length: 16 }, (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)]);
const FAR = [14, 26, 42, 60, 84, 112]; // px
/** Sites tried, in order: near ones without a line, then far ones with it. */
const SITES = [
  ...AROUND.map(([dx, dy]) => ({ dx, dy, extra: 0 })),
  ...FAR.flatMap((extra) => ROUND.map(([dx, dy]) => ({ dx, dy, extra }))),
];
const NEAR = AROUND.length;

/** Squares of a picture of width × height that are taken, by points or by labels. */
export class Occupied {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / CELL) + 1;
    this.cells = new Uint8Array(this.columns * (Math.ceil(height / CELL) + 1));
  }

  /**
   * Runs of squares that a rectangle covers, row by row, until a visit to [first, last] answers true; whether one did.
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   * @param {(first: number, last: number) => boolean} visit
   */
  rows(left, top, width, height, visit) {
    const firstColumn = Math.max(0, Math.floor(left / CELL));
    const lastColumn = Math.min(this.columns - 1, Math.floor((left + width) / CELL));
    const lastRow = Math.min(this.cells.length / this.columns - 1, Math.floor((top + height) / CELL));
    for (let row = Math.max(0, Math.floor(top / CELL)); row <= lastRow; row++) {
      if (visit(row * this.columns + firstColumn, row * this.columns + lastColumn)) return true;
    }
    return false;
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height @param {number} [kind] */
  mark(left, top, width, height, kind = LABEL) {
    this.rows(left, top, width, height, (first, last) => {
      for (let cell = first; cell <= last; cell++) this.cells[cell] |= kind;
      return false;
    });
  }

  /**
   * Visits the squares along a line, its last stretch left out, until a visit answers true; whether one did.
   * @param {Line} line
   * @param {(cell: number) => unknown} visit
   */
  along([fromX, fromY, toX, toY], visit) {
    const steps = Math.floor(Math.hypot(toX - fromX, toY - fromY) / CELL);
    for (let i = 0; i < steps; i++) {
      const column = Math.floor((fromX + ((toX - fromX) * i) / steps) / CELL);
      const cell = column + this.columns * Math.floor((fromY + ((toY - fromY) * i) / steps) / CELL);
      if (column >= 0 && column < this.columns && cell >= 0 && cell < this.cells.length && visit(cell)) return true;
    }
    return false;
  }

  /** @param {number} x @param {number} y @param {number} radius */
  point(x, y, radius) {
    this.mark(x - radius, y - radius, 2 * radius, 2 * radius, POINT);
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height @param {number} [kinds] */
  free(left, top, width, height, kinds = POINT | LABEL) {
    if (left < 0 || top < 0 || left + width > this.width || top + height > this.height) return false;
    return !this.rows(left, top, width, height, (first, last) => {
      for (let cell = first; cell <= last; cell++) if (this.cells[cell] & kinds) return true;
      return false;
    });
  }
}

/**
 * @template {Wanted} Label
 * @param {Label[]} wanted in order of importance
 * @param {Occupied} occupied with all points and whatever else may not be covered already marked
 * @param {number} height of a line of text
 * @param {{far: boolean, before: Sites}} options `far`: may ordinary labels stand off with a line; `before`: their
 *   sites last time
 * @returns {{placed: Placed<Label>[], sites: Sites, omitted: number}}
 */
export function placeLabels(wanted, occupied, height, { far, before }) {
  const placed = [];
  /** @type {Sites} */
  const sites = new Map();
  for (const label of wanted) {
    const site = findSite(label, occupied, height, far, before.get(label.key));
    if (site < 0) continue;
    const [left, top] = corner(label, height, SITES[site], occupied);
    occupied.mark(left, top, label.width, height);
    if (site >= NEAR)
      occupied.along(lineTo(label, left, top, height), (cell) => {
        occupied.cells[cell] |= LABEL;
        return false;
      });
    sites.set(label.key, site);
    placed.push({ label, left, top, line: site >= NEAR });
  }
  return { placed, sites, omitted: wanted.length - placed.length };
}

/**
 * @param {Wanted} label
 * @param {Occupied} occupied
 * @param {number} height
 * @param {boolean} far
 * @param {number | undefined} before
 */
function findSite(label, occupied, height, far, before) {
  /** @param {number} site @param {number} [kinds] */
  const fits = (site, kinds) => {
    const [left, top] = corner(label, height, SITES[site], occupied);
    if (!occupied.free(left, top, label.width, height, kinds)) return false;
    return site < NEAR || !occupied.along(lineTo(label, left, top, height), (cell) => occupied.cells[cell] & LABEL);
  };
  if (before !== undefined && before < NEAR && fits(before)) return before;
  const count = far || label.must ? SITES.length : NEAR;
  for (let site = 0; site < count; site++) if (fits(site)) return site;
  if (!label.must) return -1;
  // It must be seen: it may cover points, rather than another label.
  for (let site = 0; site < SITES.length; site++) if (fits(site, LABEL)) return site;
  return -1;
}

/**
 * The line from the rim of a point to the nearest point of its label: [x, y, x, y].
 * @param {Pick<Wanted, "x" | "y" | "radius" | "width">} point
 * @param {number} left
 * @param {number} top
 * @param {number} height
 * @returns {Line}
 */
export function lineTo({ x, y, radius, width }, left, top, height) {
  const toX = Math.max(left, Math.min(left + width, x));
  const toY = Math.max(top, Math.min(top + height, y));
  const share = radius / Math.hypot(toX - x, toY - y);
  return [x + share * (toX - x), y + share * (toY - y), toX, toY];
}

/**
 * Left top corner of a label at a site around its point: the side that faces the point is at that distance from it.
 * Beside a point at the upper or lower edge of the picture it stands within.
 * @param {Pick<Wanted, "x" | "y" | "radius" | "width">} point
 * @param {number} height
 * @param {Direction} direction
 * @param {{ height: number }} picture
 * @returns {[number, number]}
 */
function corner({ x, y, radius, width }, height, { dx, dy, extra }, picture) {
  const off = (dx && dy && !extra ? 0.7 * radius : radius) + GAP + extra;
  const [left, top] = [x + dx * off - ((1 - dx) * width) / 2, y + dy * off - ((1 - dy) * height) / 2];
  const beside = dx && !extra && y >= 0 && y <= picture.height;
  return [left, beside ? clamp(top, 0, picture.height - height) : top];
}
