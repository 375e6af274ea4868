/** The tree of the words: its shape, which part of it is shown, and where things stand. Without canvas or scene. */

/**
 * What never changes in a session. An inner node's number is larger than its parent's, the root is 0.
 * @param {number[]} flat left and right child of each inner node, one after the other: a node's number, or -1 - a word's
 */
export function treeOf(flat) {
  const childOf = (id) => (id < 0 ? [false, -1 - id] : [true, id]);
  const children = Array.from({ length: flat.length / 2 }, (_, node) => [
    childOf(flat[2 * node]),
    childOf(flat[2 * node + 1]),
  ]);
  const parent = new Int32Array(children.length).fill(-1);
  const [leafParent, leaves] = [[], new Int32Array(children.length)];
  children.forEach((pair, node) => {
    for (const [inner, id] of pair) (inner ? parent : leafParent)[id] = node;
  });
  for (let node = children.length - 1; node >= 0; node--) {
    for (const [inner, id] of children[node]) leaves[node] += inner ? leaves[id] : 1;
  }
  /** The way to a word, from the root: [{node, left}]. */
  function path(word) {
    const way = [];
    let [node, inner, id] = [leafParent[word], false, word];
    while (node >= 0) {
      const [first] = children[node];
      way.push({ node, left: first[0] === inner && first[1] === id });
      [inner, id, node] = [true, node, parent[node]];
    }
    return way.reverse();
  }
  return { children, parent, leaves, path, words: children.length + 1 };
}

/** The probability of each inner node, its leaves' together. */
export function masses({ children }, chances) {
  const mass = new Float64Array(children.length);
  for (let node = children.length - 1; node >= 0; node--) {
    for (const [inner, id] of children[node]) mass[node] += inner ? mass[id] : chances[id];
  }
  return mass;
}

/**
 * Inner nodes that are opened, at most `room` − 1, so that at most `room` rows are shown: those on the way to the words of
 * `must`, then from the root on. A node that is shown and not opened stands for all below it.
 */
export function opened({ children, parent, path }, room, must) {
  const open = new Set();
  for (const word of must) for (const { node } of path(word)) if (open.size < room - 1) open.add(node);
  for (let node = 0; node < children.length && open.size < room - 1; node++) {
    if (node === 0 || open.has(parent[node])) open.add(node);
  }
  return open;
}

/**
 * @returns {{nodes: Map<number, {node, x, y, depth}>, rows: {word?: number, stub?: number, x, y, from: number, left: boolean}[],
 *   step: number, dx: number, ...}} `from` is the inner node that a row hangs on
 */
export function treeLayout({ width, height, tree, must, widest, text }) {
  const pad = 0.6 * text;
  const [top, bottom] = [0.9 * text, height - 1.7 * text];
  const fits = (height) => Math.floor((bottom - top) / (height * text));
  const way = must.length ? tree.path(must[0]).length + 1 : 0; // rows of the first way, which may stand closer to show its leaf
  const open = opened(tree, Math.max(2, fits(1.12), Math.min(way, fits(0.92))), must);
  const rows = [];
  const nodes = new Map();
  let deepest = 1;
  const visit = (node, depth) => {
    deepest = Math.max(deepest, depth + 1);
    const ends = tree.children[node].map(([inner, id], side) => {
      if (inner && open.has(id)) return visit(id, depth + 1);
      rows.push({ [inner ? "stub" : "word"]: id, depth: depth + 1, from: node, left: side === 0, row: rows.length });
      return rows.length - 1;
    });
    nodes.set(node, { node, depth, row: (ends[0] + ends[1]) / 2, ends });
    return (ends[0] + ends[1]) / 2;
  };
  visit(0, 0);
  const step = Math.min((bottom - top) / rows.length, 2.2 * text);
  const label = Math.max(3 * text, Math.min(widest + 2.4 * text, 0.26 * width));
  const lead = Math.min(4.6 * text, 0.12 * width);
  const stepWith = (bars) => Math.min(8 * text, (width - 2 * pad - lead - label - bars) / deepest);
  const [wide, narrow] = [8.5 * text, 3.6 * text];
  const bars = width > 30 * text && stepWith(wide) >= 3.4 * text ? wide : narrow; // numbers on the ways go before bars
  const dx = stepWith(bars);
  const middle = (top + bottom) / 2;
  const place = (entry) =>
    Object.assign(entry, { x: pad + lead + entry.depth * dx, y: middle + (entry.row - (rows.length - 1) / 2) * step });
  rows.forEach(place);
  for (const entry of nodes.values()) {
    place(entry);
    entry.endsY = entry.ends.map((row) => middle + (row - (rows.length - 1) / 2) * step);
  }
  return { width, height, top, bottom, step, dx, lead, bars: { x: width - pad - bars, width: bars }, rows, nodes, pad };
}

/** {kind: "node", node} | {kind: "word", word} | {kind: "stub", node} | null */
export function pickTree(layout, x, y, text) {
  let [found, nearest] = [null, (0.9 * text) ** 2];
  for (const { node, x: atX, y: atY } of layout.nodes.values()) {
    const distance = (atX - x) ** 2 + (atY - y) ** 2;
    if (distance < nearest) [nearest, found] = [distance, { kind: "node", node }];
  }
  if (found) return found;
  const row = layout.rows.find((each) => Math.abs(each.y - y) <= layout.step / 2 && x >= each.x - 6);
  if (!row) return null;
  return row.word === undefined ? { kind: "stub", node: row.stub } : { kind: "word", word: row.word };
}
