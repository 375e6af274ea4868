/** What lies under the pointer in the copies of the input, what is told of it, and which number a press asks about. */
import { isHidden, linesFor, numberOf, pickWords, wordOf } from "../words/tell.mjs";

/** @import { Focus, Line } from "../../../types" */
/** @import { WordsTarget } from "../words/tell.mjs" */
/** @import { CopiesPicture } from "./compose.mjs" */
/** @typedef {{ kind: "copy", c: number, id: number } | WordsTarget} CopyTarget */

const NEAR = 5; // px from an edge

/** @param {CopiesPicture} picture @param {number} x @param {number} y @returns {CopyTarget | null} */
export function pick(picture, x, y) {
  const { layout } = picture;
  if (x >= layout.hiddenX - layout.hiddenNode - 3) {
    const target = pickWords(picture, x, y);
    return target?.kind === "edge" && target.side === "input" ? null : target;
  }
  return x <= layout.inputX + 8 ? nodeAt(picture, y) : edgeAt(picture, x, y);
}

/** @param {CopiesPicture} picture @param {number} y @returns {CopyTarget | null} */
function nodeAt({ copies: { blocks, step }, ids }, y) {
  for (const [c, rowY] of blocks.entries()) {
    const row = Math.round((y - rowY[0]) / step);
    if (row >= 0 && row < rowY.length) return { kind: "copy", c, id: ids[row] };
  }
  return null;
}

/**
 * The edge of a word that is on.
 * @param {CopiesPicture} picture
 * @param {number} x
 * @param {number} y
 * @returns {CopyTarget | null}
 */
function edgeAt({ layout, copies, shown, ids }, x, y) {
  const share = (x - layout.inputX) / (layout.hiddenX - layout.inputX);
  /** @type {CopyTarget | null} */
  let best = null;
  let least = NEAR;
  for (const [c, word] of shown.entries()) {
    const from = copies.blocks[c][ids.indexOf(word)];
    for (const [unit, to] of layout.unitY.entries()) {
      const away =
        Math.abs(y - (from + (to - from) * share)) / Math.hypot(1, (to - from) / (layout.hiddenX - layout.inputX));
      if (away <= least) [least, best] = [away, { kind: "edge", side: "input", id: word, unit }];
    }
  }
  return best;
}

/** @param {CopiesPicture} picture @param {CopyTarget} target @returns {number | null} */
export const wordAt = ({ facts }, target) => (target.kind === "copy" ? target.id : wordOf(facts, target));

/** @param {CopiesPicture} picture @param {CopyTarget} target @returns {Line[]} */
export function linesAt({ facts, shown }, target) {
  if (target.kind !== "copy") return linesFor(facts, target);
  const { session } = facts.scene;
  const on = shown[target.c] === target.id ? "on: the input word of this copy" : "off in this copy";
  return [session.words[target.id], `copy ${target.c + 1} of ${shown.length}`, on];
}

/** @param {CopiesPicture} picture @param {CopyTarget} target @returns {Focus | null} */
export function numberAt({ facts }, target) {
  if (target.kind === "copy" || (target.kind === "rank" && isHidden(target))) return null;
  return numberOf(facts, target);
}

/**
 * A row a copy: its word, and what comes from it; then the mean.
 * @param {CopiesPicture} picture
 * @param {(value: number) => string} exact
 */
export function tableRows({ facts, shown, layout }, exact) {
  const { data, columns } = facts.input;
  const rows = shown.map((word, c) => {
    const weights = layout.unitY.map((_, unit) => exact(data[word * columns + unit]));
    return [String(c + 1), facts.scene.session.words[word] ?? "not known yet", ...(word < 0 ? [] : weights)];
  });
  const symbol = facts.scene.excited ? "h" : "h, before the update";
  const mean = facts.hidden ? [["mean", symbol, ...Array.from(facts.hidden, exact)]] : [];
  return [...rows, ...mean];
}
