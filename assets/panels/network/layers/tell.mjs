/**
 * What is told of a network of layers: lines beside the pointer, rows of the table, and which number a press asks
 * about.
 */
import { last } from "../../../maths/declared.mjs";
import { indexOf, targetOf } from "../../../maths/nets.mjs";
import { count, exact, subscript } from "../../../text/numbers.mjs";
import { askedRows } from "../../../maths/rows.mjs";
import { symbolIn, unitName } from "./facts.mjs";

/** @import { Focus, Line } from "../../../types" */
/** @import { LayersFacts } from "./facts.mjs" */
/** @import { LayersTarget } from "./layout.mjs" */
/** @typedef {Extract<LayersTarget, { kind: "edge" }>} EdgeTarget */

/**
 * The id of the word under the pointer; null where there is none.
 * @param {LayersFacts} facts
 * @param {LayersTarget} target
 */
export const wordOf = ({ columns }, target) =>
  target.kind === "unit" && columns[target.column].words ? columns[target.column].ids[target.row] : null;

/**
 * The number that a press asks about; a bias unit has none.
 * @param {LayersFacts} facts
 * @param {LayersTarget} target
 * @returns {Focus | null}
 */
export function numberOf(facts, target) {
  if (target.kind === "edge") return weightAt(facts, target);
  if (target.kind === "bias") return null;
  const { quantity, ids, nodes } = facts.columns[target.column];
  const id = ids[target.row];
  const row = nodes ? (askedRows(facts.scene)?.indexOf(id) ?? -1) : id;
  return row < 0 ? { name: nodes ?? "", index: [id, 0] } : { name: quantity.name, index: [row] };
}

/**
 * The weight of an edge: the parameter, and its index there.
 * @param {LayersFacts} facts
 * @param {EdgeTarget} target
 * @returns {Focus}
 */
function weightAt({ scene: { session }, columns, gaps }, { column, to, from }) {
  const { layer } = gaps[column - 1];
  const unit = columns[column].ids[to];
  if (from < 0) return { name: layer.bias ?? "", index: [unit] };
  return { name: layer.weights, index: indexOf(session, layer, unit, columns[column - 1].ids[from]) };
}

/** @param {LayersFacts} facts @param {LayersTarget} target @returns {Line[]} */
export function linesFor(facts, target) {
  if (target.kind === "bias") return ["1", "always on: its edges are the biases"];
  return target.kind === "unit" ? linesOfUnit(facts, target.column, target.row) : linesOfEdge(facts, target);
}

/** @param {LayersFacts} facts @param {number} at the column @param {number} row @returns {Line[]} */
function linesOfUnit(facts, at, row) {
  const { scene, columns, targets } = facts;
  const { session, frame } = scene;
  const column = columns[at];
  const id = column.ids[row];
  /** @param {string | null} name @param {ArrayLike<number> | null | undefined} values @returns {Line[]} */
  const named = (name, values) =>
    values && id in values ? [[subscript(symbolIn(facts, name), id), exact(values[id])]] : [];
  const axes = column.quantity.axes.join();
  const errors = session.quantities.filter((each) => each.role === "error" && each.axes.join() === axes);
  return [
    column.words || column.nodes ? unitName(facts, column, id) : `${column.quantity.help}: unit ${id + 1}`,
    ...(column.net ? named(column.net, column.nets) : []),
    ...named(column.quantity.name, column.values),
    ...(column === last(columns) ? named(targetOf(session), targets) : []),
    ...(column.nodes
      ? named(column.error, column.errors)
      : errors.flatMap(({ name }) => named(name, frame?.get(name)))),
  ];
}

/** @param {LayersFacts} facts @param {EdgeTarget} target @returns {Line[]} */
function linesOfEdge(facts, target) {
  const { scene, columns, gaps } = facts;
  const { name, index } = weightAt(facts, target);
  const column = columns[target.column];
  const to = column.ids[target.to];
  const source = columns[target.column - 1];
  const from = target.from < 0 ? "1" : unitName(facts, source, source.ids[target.from]);
  const cell = target.from < 0 ? to : to * gaps[target.column - 1].columns + source.ids[target.from];
  const now = scene.weights[name].data[cell];
  const old = scene.before?.[name]?.data[cell] ?? now;
  return [
    `${from} → ${unitName(facts, column, to)}`,
    [`${symbolIn(facts, name)}[${index.map((i) => i + 1).join(", ")}]`, exact(now)],
    ...(old === now ? [] : [/** @type {Line} */ ([`change by step ${count(scene.step)}`, exact(now - old)])]),
  ];
}

/** A row a unit: name, net input, activation, error, target. @param {LayersFacts} facts */
export function tableRows(facts) {
  const { columns, targets } = facts;
  return columns.flatMap((column) =>
    column.ids.map((id) => [
      unitName(facts, column, id),
      exact(column.nets?.[id]),
      exact(column.values?.[id]),
      exact(column.errors?.[id]),
      column === last(columns) ? exact(targets?.[id]) : "",
    ]),
  );
}
