/** The tree of the words: its shape, which part of it is shown, and where things stand. Without canvas or scene. */
import { clamp } from "../../../maths/limits.mjs";

/** @typedef {ReturnType<typeof treeOf>} WordTree */
/** @typedef {ReturnType<typeof treeLayout>} TreeLayout */
/** @typedef {[inner: boolean, id: number]} Child an inner node's number, or a word's */
/**
 * @typedef {{ word?: number, stub?: number, depth: number, from: number, left: boolean, row: number }} Row a word, or a
 *   node that is not opened; `from` is the inner node that it hangs on
 */
/**
 * @typedef {{ node: number, depth: number, row: number, ends: number[] }} Inner an opened node; `ends`: its children's
 *   rows
 */
/** @typedef {Row & { x: number, y: number }} PlacedRow */
/** @typedef {Inner & { x: number, y: number, endsY: number[] }} PlacedNode `endsY`: where its children stand */
/**
 * @typedef {{ kind: "node", node: number } | { kind: "word", word: number } | { kind: "stub", node: number }}
 *   TreeTarget
 */

/**
 * What never changes in a session. An inner node's number is larger than its parent's, the root is 0.
 * @param {number[]} flat left and right child of each inner node, one after the other: a node's number, or -1 - a
 *   word's
 */
export function treeOf(flat) {
  /** @param {number} id @returns {Child} */
  const childOf = (id) => (id < 0 ? [false, -1 - id] : [true, id]);
  const children = Array.from({ length: flat.length / 2 }, (_, node) => [
    childOf(flat[2 * node]),
    childOf(flat[2 * node + 1]),
  ]);
  const parent = new Int32Array(children.length).fill(-1);
  const leaves = new Int32Array(children.length);
  const leafParent = new Int32Array(children.length + 1).fill(-1);
  children.forEach((pair, node) => {
    for (const [inner, id] of pair) (inner ? parent : leafParent)[id] = node;
  });
  for (let node = children.length - 1; node >= 0; node--) {
    for (const [inner, id] of children[node]) leaves[node] += inner ? leaves[id] : 1;
  }
  /**
   * The way to a word, from the root: [{node, left}].
   * @param {number} word
   * @returns {{ node: number, left: boolean }[]}
   */
  function path(word) {
    /** @type {{ node: number, left: boolean }[]} */
    const way = [];
    let [node, inner, id] = [leafParent[word] ?? -1, false, word];
    while (node >= 0) {
      const [first] = children[node];
      way.push({ node, left: first[0] === inner && first[1] === id });
      [inner, id, node] = [true, node, parent[node]];
    }
    return way.reverse();
  }
  return { children, parent, leaves, path, words: children.length + 1 };
}

/**
 * The probability of each inner node, its leaves' together.
 * @param {Pick<WordTree, "children">} tree
 * @param {ArrayLike<number>} chances
 */
export function masses({ children }, chances) {
  const mass = new Float64Array(children.length);
  for (let node = children.length - 1; node >= 0; node--) {
    for (const [inner, id] of children[node]) mass[node] += inner ? mass[id] : chances[id];
  }
  return mass;
}

/**
 * Inner nodes that are opened, at most `room` − 1, so that at most `room` rows are shown: those on the way to the words
 * of `must`, then from the root on. A node that is shown and not opened stands for all below it.
 * @param {Pick<WordTree, "children" | "parent" | "path">} tree
 * @param {number} room
 * @param {number[]} must
 */
export function opened({ children, parent, path }, room, must) {
  /** @type {Set<number>} */
  const open = new Set();
  for (const word of must) for (const { node } of path(word)) if (open.size < room - 1) open.add(node);
  for (let node = 0; node < children.length && open.size < room - 1; node++) {
    if (node === 0 || open.has(parent[node])) open.add(node);
  }
  return open;
}

/**
 * Where the rows and the opened nodes stand; those on the way to the words of `must` are opened.
 * @param {object} given
 * @param {number} given.width
 * @param {number} given.height
 * @param {WordTree} given.tree
 * @param {number[]} given.must
 * @param {number} given.widest width of the widest word
 * @param {(row: Row) => number} [given.widthOf] width of what stands at a row's end
 * @param {number} given.text height of the small text
 */
export function treeLayout({ width, height, tree, must, widest, widthOf = () => widest, text }) {
  const pad = 0.6 * text;
  const [top, bottom] = [0.9 * text, height - 1.7 * text];
  /** @param {number} height of a row, in heights of the text */
  const fits = (height) => Math.floor((bottom - top) / (height * text));
  // rows of the first way, which may stand closer to show its leaf
  const way = must.length ? tree.path(must[0]).length + 1 : 0;
  const open = opened(tree, Math.max(2, fits(1.12), Math.min(way, fits(0.92))), must);
  /** @type {Row[]} */
  const rows = [];
  /** @type {Inner[]} */
  const inners = [];
  /** @param {number} node @param {number} depth @returns {number} its row */
  const visit = (node, depth) => {
    const ends = tree.children[node].map(([inner, id], side) => {
      if (inner && open.has(id)) return visit(id, depth + 1);
      rows.push({ [inner ? "stub" : "word"]: id, depth: depth + 1, from: node, left: side === 0, row: rows.length });
      return rows.length - 1;
    });
    const row = (ends[0] + ends[1]) / 2;
    inners.push({ node, depth, row, ends });
    return row;
  };
  visit(0, 0);
  const step = Math.min((bottom - top) / rows.length, 2.2 * text);
  const lead = Math.min(4.6 * text, 0.12 * width);
  /** @param {number} bars */
  const stepWith = (bars) => {
    const left = width - 2 * pad - lead - bars;
    // What stands behind a row's end: short words leave more to the ways.
    const labelOf = (/** @type {Row} */ row) => clamp(widthOf(row) + 2.4 * text, 3 * text, 0.26 * width);
    return Math.min(8 * text, ...rows.map((row) => (left - labelOf(row)) / row.depth));
  };
  const [wide, narrow] = [8.5 * text, 3.6 * text];
  const bars = width > 30 * text && stepWith(wide) >= 3.4 * text ? wide : narrow; // numbers on the ways go before bars
  const dx = stepWith(bars);
  const middle = (top + bottom) / 2;
  /** @param {number} depth */
  const x = (depth) => pad + lead + depth * dx;
  /** @param {number} row */
  const y = (row) => middle + (row - (rows.length - 1) / 2) * step;
  const nodes = inners.map((each) => ({ ...each, x: x(each.depth), y: y(each.row), endsY: each.ends.map(y) }));
  return {
    width,
    height,
    text,
    top,
    bottom,
    step,
    dx,
    lead,
    pad,
    bars: { x: width - pad - bars, width: bars },
    rows: rows.map((each) => ({ ...each, x: x(each.depth), y: y(each.row) })),
    root: nodes[nodes.length - 1], // the last that was visited to its end
    nodes: new Map(nodes.map((each) => [each.node, each])),
  };
}

/** The radius of a node's disc: one that the step asks is larger. @param {TreeLayout} layout @param {boolean} asked */
export const nodeRadius = ({ text, dx }, asked) =>
  asked ? Math.min(0.55 * text, 0.42 * dx) : Math.min(0.32 * text, 0.3 * dx);

/**
 * What lies at a point, or null.
 * @param {TreeLayout} layout
 * @param {number} x
 * @param {number} y
 * @returns {TreeTarget | null}
 */
export function pickTree(layout, x, y) {
  /** @type {TreeTarget | null} */
  let found = null;
  let nearest = (0.9 * layout.text) ** 2;
  for (const { node, x: atX, y: atY } of layout.nodes.values()) {
    const distance = (atX - x) ** 2 + (atY - y) ** 2;
    if (distance >= nearest) continue;
    nearest = distance;
    found = { kind: "node", node };
  }
  if (found) return found;
  const row = layout.rows.find((each) => Math.abs(each.y - y) <= layout.step / 2 && x >= each.x - 6);
  if (!row) return null;
  return row.stub === undefined ? { kind: "word", word: row.word ?? -1 } : { kind: "stub", node: row.stub };
}
