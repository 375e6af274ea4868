/**
 * What the vectors panel shows of a scene: a column for each quantity, the rows that a step asks, the number in focus.
 */
import { largestSize, niceLimit } from "../../../maths/limits.mjs";
import { parseFocus } from "../../../maths/named.mjs";
import { remembered } from "../../../maths/remembered.mjs";
import { wordsToMeasure } from "../../../maths/rows.mjs";
import { rowName, shortName } from "../../../text/names.mjs";
import { vectorsLayout } from "./layout.mjs";
import { WORD } from "./widths.mjs";
import { neededWidths } from "./writing.mjs";

/** @import { Measure, Numbers, Quantity, Room, Scene, Session } from "../../../types" */
/** @import { Column, VectorsLayout } from "./layout.mjs" */
/**
 * @typedef {{ ids: Numbers, names: string[], short: string[], groups: Numbers | null, ofWords: boolean, side: "input" |
 *   "output" }} Asked the rows that a step asks; `groups`: of each the number of the output word that it belongs to
 */
/**
 * @typedef {{ quantity: Quantity, column: Column, values: number[] | null, asked: Asked | null, most: number, reach:
 *   number, signed: boolean, current: boolean }} Shown a quantity in its column: `values` of its rows, null before its
 *   stage; `most`: the largest size in this step, not only of the words in sight; `reach`: where its scale ends, the
 *   same in a stretch of steps; `current`: its stage is shown
 */

/**
 * The quantities with a column: matrices of a whole batch repeat what is there instance by instance.
 * @param {Session} session
 */
export const withColumn = ({ quantities }) => quantities.filter(({ matrix_of }) => !matrix_of);

/**
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 * @param {boolean} drags whether there is a list of drags
 */
export function layoutFor(scene, { width, height }, measure, drags) {
  const { session, frame } = scene;
  const current = currentOf(scene);
  const columns = withColumn(session);
  const quantities = columns.map(({ name, symbol, axes, shape, role, names, row_names: named }) => ({
    axis: axes[0],
    ...(names ? {} : neededOf(measure, scene, name, shape[1])),
    current: current.includes(name),
    size: shape.length > 1 ? shape[0] : (frame?.length(name) ?? shape[0]),
    across: shape[1],
    role,
    names,
    named: Boolean(named),
    lead: named && leadOf(columns, named),
    digits: names ? String(indexed(session, name)?.shape[0] ?? 0).length : undefined,
    head: measure.width(symbol, measure.normal, true),
  }));
  const [words, widest] = [session.words.length, widestWord(session, measure)];
  return vectorsLayout({ width, height, quantities, words, widest, text: measure.small, drags });
}

/**
 * How many rows another column has before these, whose names its own end with.
 * @param {Quantity[]} quantities
 * @param {string[]} names
 */
function leadOf(quantities, names) {
  const leads = quantities.map(({ row_names: other = [] }) => {
    const lead = other.length - names.length;
    return lead > 0 && names.every((name, row) => name === other[lead + row]) ? lead : 0;
  });
  return Math.max(...leads);
}

/**
 * How wide the column of a quantity must be for its numbers, the same from step to step: so numbers that are not
 * counted have room for a sign and decimals, whether the step needs them or not.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {string} name
 * @param {number} [across]
 */
function neededOf(measure, { frame, reach }, name, across) {
  const values = Array.from(frame?.get(name) ?? []);
  const counted = values.some((value) => value > 0) && values.every(Number.isSafeInteger);
  const most = mostOf(values, reach.quantity(name));
  return neededWidths(measure, counted ? values : [0.5], most, !counted, across);
}

/** @param {ArrayLike<number>} values @param {number} reach of the stretch of steps */
const mostOf = (values, reach) => Math.max(largestSize(values), reach);

/** @param {number[] | Numbers} values */
const isSigned = (values) => values.some((value) => value < 0);

/** The quantities that the stage shows. @param {Scene} scene */
const currentOf = ({ session, stageIndex }) => session.stages[stageIndex - 1]?.shows ?? [];

/** The parameter whose rows a quantity names. @param {Session} session @param {string} name */
const indexed = ({ parameters }, name) => parameters.find(({ change }) => change[0]?.at === name);

/** @type {WeakMap<Measure, WeakMap<Session, { size: number, width: number }>>} */
const widths = new WeakMap();

/**
 * The width of the widest word, which is measured once for each size.
 * @param {Session} session
 * @param {Measure} measure
 */
export function widestWord({ whole }, measure) {
  const { small, normal: size } = measure;
  const known = remembered(widths, measure, () => new WeakMap());
  const found = known.get(whole);
  if (found?.size === size) return found.width;
  /** @param {string} word */
  const widthOf = (word) => measure.width(measure.fit(word, 16 * small, size, true), size, true);
  const width = Math.max(0, ...wordsToMeasure(whole).map(widthOf));
  known.set(whole, { size, width });
  return width;
}

/**
 * Where the scale of a quantity ends: of errors by colours not at the largest of the stretch, beside which those of
 * most steps would be pale.
 * @param {Scene} scene
 * @param {Quantity} quantity
 */
const reachOf = ({ reach }, { name, role, axes }) =>
  role === "error" && axes.length > 1 ? reach.colours(name).limit : niceLimit(reach.quantity(name));

/** @param {Scene} scene @param {VectorsLayout} layout @param {number[]} ids the words in sight @returns {Shown[]} */
export function shownIn(scene, layout, ids) {
  const current = currentOf(scene);
  return withColumn(scene.session).map((quantity, i) => {
    const column = layout.columns[i];
    const all = scene.frame?.get(quantity.name) ?? null;
    return {
      quantity,
      column,
      values: all && (column.axis === WORD ? ids.map((id) => all[id]) : Array.from(all)),
      asked: askedOn(scene, column.axis),
      most: largestSize(all ?? []),
      reach: reachOf(scene, quantity),
      signed: isSigned(all ?? []),
      current: current.includes(quantity.name),
    };
  });
}

/**
 * The rows on the axis of what a step asks; null on another axis, or before they are known.
 * @param {Scene} scene
 * @param {string} axis
 * @returns {Asked | null}
 */
export function askedOn({ session, frame }, axis) {
  const on = session.quantities.filter(({ axes, names }) => names && axes[0] === axis);
  const [naming, grouping] = [on.find(({ names }) => names !== "outputs"), on.find(({ names }) => names === "outputs")];
  const ids = naming && frame?.get(naming.name);
  if (!naming || !ids || !frame) return null;
  const weights = indexed(session, naming.name)?.name;
  /** @param {typeof rowName} nameOf */
  const named = (nameOf) =>
    Array.from(ids, (id) => (weights ? nameOf(session, weights, id) : (session.words[id] ?? "–")));
  const groups = grouping ? frame.get(grouping.name) : null;
  const side = weights ? "output" : "input";
  return { ids, names: named(rowName), short: named(shortName), groups, ofWords: naming.names === WORD, side };
}

/**
 * The cell of the number in focus, where it is in sight.
 * @param {Scene} scene
 * @param {Shown[]} shown
 * @param {number[]} ids
 */
export function focusedCell(scene, shown, ids) {
  const focus = parseFocus(scene.view.focus);
  const found = focus && shown.find(({ quantity }) => quantity.name === focus.name);
  if (!focus || !found?.values) return null;
  const { column, quantity } = found;
  const [index, across = 0] = focus.index.slice(-quantity.axes.length);
  const row = column.axis === WORD ? ids.indexOf(index) : index;
  return row >= 0 && row < column.rows ? { column, row, across } : null;
}
