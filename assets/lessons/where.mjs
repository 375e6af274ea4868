/**
 * Where the numbers of a quantity stand on the pictures of panels, so that a lesson can light them: plain geometry,
 * from the layouts of the pictures themselves. What a picture does not show has no box there.
 */
import { cornerOf, isInView } from "../panels/weights/layout.mjs";
import { lineOf } from "../panels/weights/excerpt.mjs";
import { nodeRadius } from "../panels/network/tree/layout.mjs";
import { cellBox } from "../panels/vectors/instance/layout.mjs";
import { WORD } from "../panels/vectors/instance/widths.mjs";
import { declaredOf } from "../maths/declared.mjs";
import { isTurned, rowIndex } from "../maths/rows.mjs";
import { wordId } from "../maths/named.mjs";

/** @import { LayersPicture } from "../panels/network/layers/compose.mjs" */
/** @import { TreePicture } from "../panels/network/tree/compose.mjs" */
/** @import { UnrolledPicture } from "../panels/network/unrolled/compose.mjs" */
/** @import { NetworkPicture } from "../panels/network/words/compose.mjs" */
/** @import { ProjectionPicture } from "../panels/projection/compose.mjs" */
/** @import { VectorsPicture } from "../panels/vectors/instance/compose.mjs" */
/** @import { WeightsPicture } from "../panels/weights/compose.mjs" */
/** @import { Box, Session } from "../types" */
/**
 * @typedef {[name: string, index: (number | string)[]]} Named the same as a cue has it: words by name, as a reader may
 *   change the data
 */
/** @typedef {{ name: string, index: number[] }} Lit a quantity or parameter; all of it, a row, or a number, from 0 */
/** @typedef {Box & { round?: boolean }} LitBox `round`: its ring is a thin circle, where texts stand close by */
/**
 * @typedef {LayersPicture | UnrolledPicture | NetworkPicture | ProjectionPicture | TreePicture | VectorsPicture |
 *   WeightsPicture} Known a picture whose numbers can be found
 */

const AROUND = 4; // px between a node and its ring
const CLOSE = 2; // px around a tree's node, whose numbers begin there

/**
 * What a cue lights, in a session; null where that has no such thing.
 * @param {Named} named
 * @param {Session} session
 * @returns {Lit | null}
 */
export function litIn([name, parts], session) {
  const declared = declaredOf(session, name);
  if (!declared) return null;
  const index = parts.map((part, at) =>
    typeof part === "number" ? part : declared.axes[at] === "word" ? wordId(session, part) : -1,
  );
  return index.every((i) => i >= 0) ? { name, index } : null;
}

/**
 * The boxes of what is lit on a picture.
 * @param {object} picture of any panel
 * @param {Lit} lit
 * @returns {LitBox[]}
 */
export function boxesOn(picture, lit) {
  const known = /** @type {Known} */ (picture);
  if ("heatmaps" in known) return onWeights(known, lit);
  if ("spots" in known) return onVectors(known, lit);
  if ("projected" in known) return onProjection(known, lit);
  if (!("facts" in known)) return [];
  const { facts } = known;
  if ("columns" in facts) return onLayers(/** @type {LayersPicture} */ (known), lit);
  if ("declared" in facts) return onUnrolled(/** @type {UnrolledPicture} */ (known), lit);
  if ("tree" in facts) return onTree(/** @type {TreePicture} */ (known), lit);
  return "outIds" in facts ? onWords(/** @type {NetworkPicture} */ (known), lit) : [];
}

/** @param {WeightsPicture} picture @param {Lit} lit @returns {Box[]} */
function onWeights({ layout, maps, scene }, { name, index }) {
  const map = maps.find(({ parameter }) => parameter.name === name);
  if (!map || !scene) return [];
  const height = layout.rowHeight;
  if (!index.length) return [{ left: map.left, top: layout.header, width: map.width, height: map.count * height }];
  const [first, second] = map.turned ? [index[1], index[0]] : index;
  if (first === undefined) {
    const { left } = cornerOf(layout, { map, row: 0, column: second });
    return [{ left, top: layout.header, width: map.cellWidth, height: map.count * height }];
  }
  if (!isInView(map, lineOf(map, first))) return [];
  const { left, top } = cornerOf(layout, { map, row: first, column: second ?? 0 });
  return [{ left, top, width: second === undefined ? map.width : map.cellWidth, height }];
}

/** @param {VectorsPicture} picture @param {Lit} lit @returns {Box[]} */
function onVectors({ layout, shown, ids }, { name, index }) {
  const found = shown.find(({ quantity }) => quantity.name === name);
  if (!found) return [];
  const { x, top, bottom, width, rows, across, axis } = found.column;
  if (!index.length) {
    const above = Math.min(layout.head, top);
    return [{ left: x, top: top - above, width, height: bottom - top + above }];
  }
  const row = axis === WORD ? ids.indexOf(index[0]) : index[0];
  if (row < 0 || row >= rows) return [];
  const whole = index[1] === undefined && across > 1; // row
  const [left, y, cell, height] = cellBox(found.column, row, index[1]);
  return [{ left, top: y, width: whole ? width : cell, height }];
}

/**
 * Of the network of words: a column of nodes, one of them, or the edges between two columns.
 * @param {NetworkPicture} picture
 * @param {Lit} lit
 * @returns {Box[]}
 */
function onWords({ layout, facts }, { name, index }) {
  const { session } = facts.scene;
  const { input, hidden, output } = session.network;
  const { inputX, hiddenX, outputX, unitY, hiddenNode, node } = layout;
  if (name === input || name === output) {
    const side = name === input ? "input" : "output";
    if (!index.length)
      return [between(side === "input" ? inputX : hiddenX, side === "input" ? hiddenX : outputX, layout)];
    const turned = isTurned(/** @type {{ axes: string[] }} */ (declaredOf(session, name)));
    const id = turned ? index[1] : index[0];
    const row = (side === "input" ? facts.ids : facts.outIds).indexOf(id ?? -1);
    const y = layout.sides[side].rowY[row];
    return y === undefined ? [] : [wordBox(layout, side, [y])];
  }
  if (name === hidden) return around(hiddenX, index.length ? [unitY[index.at(-1) ?? 0]] : unitY, hiddenNode);
  const declared = declaredOf(session, name);
  if (declared?.axes.at(-1) !== "word") return [];
  const side =
    session.quantities.findIndex((each) => each.name === name) <
    session.quantities.findIndex((each) => each.name === hidden)
      ? "input"
      : "output";
  const { rowY, x } = layout.sides[side];
  if (!index.length) return around(x, rowY, node);
  const y = rowY[(side === "input" ? facts.ids : facts.outIds).indexOf(index[0])];
  return y === undefined ? [] : [wordBox(layout, side, [y])];
}

/**
 * A node with its word.
 * @param {NetworkPicture["layout"]} layout
 * @param {"input" | "output"} side
 * @param {number[]} rows
 * @returns {Box}
 */
function wordBox({ sides, arrow, label, node, inputLabel, outputLabel }, side, [y]) {
  const { x, rowStep } = sides[side];
  const height = Math.max(2 * node + AROUND, rowStep);
  const [from, to] =
    side === "input" ? [inputLabel - label, x + node + AROUND] : [x - node - AROUND, outputLabel + label];
  return { left: Math.min(from, x - arrow), top: y - height / 2, width: to - Math.min(from, x - arrow), height };
}

/** Nodes below each other, as one. @param {number} x @param {number[]} ys @param {number} radius @returns {Box[]} */
function around(x, ys, radius) {
  if (!ys.length || ys.some((y) => y === undefined)) return [];
  const far = radius + AROUND;
  return [{ left: x - far, top: ys[0] - far, width: 2 * far, height: ys[ys.length - 1] - ys[0] + 2 * far }];
}

/**
 * What lies between two columns.
 * @param {number} from
 * @param {number} to
 * @param {{ top: number, bottom: number }} layout
 * @returns {Box}
 */
const between = (from, to, { top, bottom }) => ({
  left: from + 3 * AROUND,
  top,
  width: to - from - 6 * AROUND,
  height: bottom - top,
});

/** The point of a row that is lit. @param {ProjectionPicture} picture @param {Lit} lit @returns {Box[]} */
function onProjection({ projected }, { name, index }) {
  const set = projected?.sets.find((each) => each.name === name && each.visible);
  const declared = projected && declaredOf(projected.session, name);
  const row = declared && isTurned(declared) ? index[1] : index[0];
  if (!projected || !set || row === undefined) return [];
  const { frame, radius } = projected;
  const [x, y] = [set.points[2 * row], set.points[2 * row + 1]];
  return around(frame.x(x), [frame.y(y)], radius + AROUND);
}

/** @param {LayersPicture} picture @param {Lit} lit @returns {Box[]} */
function onLayers({ layout, facts: { columns, gaps } }, { name, index }) {
  const at = columns.findIndex(({ quantity, net, error }) => [quantity.name, net, error].includes(name));
  if (at >= 0) {
    const { x, y, ids, radius } = layout.columns[at];
    const ys = index.length ? [y[ids.indexOf(index.at(-1) ?? -1)]] : y;
    return around(x, ys, radius);
  }
  const gap = gaps.findIndex(({ layer }) => [layer.weights, layer.bias].includes(name));
  if (gap < 0) return [];
  return [between(layout.columns[gap].x, layout.columns[gap + 1].x, layout)];
}

/**
 * The inner nodes that the step asks, for what it computes of each of them; or the node of a row of weights.
 * @param {TreePicture} picture
 * @param {Lit} lit
 * @returns {LitBox[]}
 */
function onTree({ layout, facts: { scene, asked, answers } }, { name, index: [first] }) {
  const { session } = scene;
  const { activation, output } = session.network;
  const axis = declaredOf(session, activation)?.axes[0];
  const questions = asked && declaredOf(session, name)?.axes[0] === axis ? Array.from(asked) : [];
  const nodes = name === output ? [first] : first === undefined ? questions : [questions[first]];
  return nodes.flatMap((node) => {
    const placed = layout.nodes.get(node ?? -1);
    if (!placed) return [];
    const far = nodeRadius(layout, answers.has(placed.node)) + CLOSE;
    return [{ left: placed.x - far, top: placed.y - far, width: 2 * far, height: 2 * far, round: true }];
  });
}

/**
 * Of the unrolled network: the states or the errors of all times or of one, and the parts of a gradient.
 * @param {UnrolledPicture} picture
 * @param {Lit} lit
 * @returns {Box[]}
 */
function onUnrolled({ layout, facts: { declared, scene }, ranks }, { name, index }) {
  const { rows, strip, states, columns, first, map, total } = layout;
  /** @type {(column: number) => number} */
  const stripAt = name === declared.state.name ? layout.stateAt : layout.errorAt;
  if (name === declared.state.name || name === declared.error.name) {
    const from = name === declared.state.name ? -1 : 0;
    const all = Array.from({ length: columns - from }, (_, i) => i + from);
    const wanted = index.length ? all.filter((column) => column + first - from === index[0]) : all;
    return wanted.map((column) => ({
      left: stripAt(column) - 2,
      top: rows.states - 2,
      width: strip + 4,
      height: states + 4,
    }));
  }
  if (name === scene.session.network.activation && !rowIndex(scene.session)) {
    const { x, width } = layout.answer;
    const lit = ranks.filter(({ id }) => !index.length || id === index[0]);
    if (!lit.length) return [];
    const { top } = lit[0];
    return [{ left: x - 2, top, width, height: lit[lit.length - 1].bottom - top }];
  }
  if (name === declared.recurrent.name)
    return [{ left: total.x - 2, top: rows.map - 2, width: map + 4, height: map + 4 }];
  return [];
}
