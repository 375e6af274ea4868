/** The history of a number, put together from pieces that follow each other. */

/** @import { Group, LedgerPiece } from "../../types" */
/** @import { Curve } from "../curve.mjs" */
/** @typedef {"update" | "decay" | "edit"} Kind */

/** Pieces of a ledger from step 0 on, and what they come to. */
export class History {
  /** @type {LedgerPiece[]} */
  pieces = [];
  ended = false; // the run goes no further

  /** Up to which position it is known; -1 where nothing is. */
  get stop() {
    return this.pieces.at(-1)?.stop ?? -1;
  }

  /** @param {LedgerPiece} piece the next one @param {number} asked up to where it was asked for */
  add(piece, asked) {
    this.pieces.push(piece);
    this.ended = piece.stop < asked;
  }

  /** Forget what came after a position. @param {number} step */
  backTo(step) {
    while (this.stop > step) this.pieces.pop();
    if (this.stop < step) this.ended = false;
  }

  get startValue() {
    return this.pieces[0]?.start_value ?? NaN;
  }

  get value() {
    return this.pieces.at(-1)?.value ?? NaN;
  }

  /** What rounding leaves over of value = start + changes. */
  get residual() {
    return this.pieces.reduce((sum, { residual }) => sum + residual, 0);
  }

  /** What the entries of a kind add up to, and how many they are. @param {Kind} kind */
  kind(kind) {
    const all = this.pieces.map(({ kinds }) => kinds[kind]);
    return {
      change: all.reduce((sum, [change]) => sum + change, 0),
      count: all.reduce((sum, [, count]) => sum + count, 0),
    };
  }

  /** What belongs together, the largest change first. @returns {Group[]} */
  groups() {
    /** @type {Map<string, Group>} */
    const found = new Map();
    for (const piece of this.pieces) for (const group of piece.groups) put(found, group);
    return [...found.values()].sort((one, other) => Math.abs(other[2]) - Math.abs(one[2]));
  }

  /** @param {number} last where the picture ends @returns {Curve} */
  curve(last) {
    /** @type {number[]} */
    const positions = [];
    /** @type {number[]} */
    const values = [];
    for (const { curve } of this.pieces) {
      const from = curve[0][0] === positions.at(-1) ? 1 : 0; // a piece begins where the one before ended
      positions.push(...curve[0].slice(from));
      values.push(...curve[1].slice(from));
    }
    return { positions, values, first: 0, last };
  }
}

/** @param {Map<string, Group>} found @param {Group} group */
function put(found, [key, label, change, count, position, largest]) {
  const own = found.get(key);
  if (!own) found.set(key, [key, label, change, count, position, largest]);
  else {
    own[2] += change;
    own[3] += count;
    if (largest > own[5]) [own[4], own[5]] = [position, largest];
  }
}
