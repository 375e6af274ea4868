/**
 * What of the coming stage can be predicted: which numbers it has, what their rows and columns are called, what they
 * were before.
 */
import { declaredOf, LOSS, segmentOf } from "../maths/declared.mjs";
import { spanAround, stageAfter } from "../player/positions.mjs";
import { rowName } from "../text/names.mjs";

/** @import { Block, Blocks, Parameter, Position, Predicted, Quantity, Scene, Session, Stage, View } from "../types" */
/**
 * @typedef {{ stage: Stage, number: number, at: Position, step: number, instance: number, block: Block }} Coming a
 *   stage, its number from 1, where it is done, and what it is a stage of
 */
/**
 * @typedef {{ name: string, symbol: string, role: string, weight: boolean, rows: string[], columns: string[], kinds:
 *   Kind[], first: number, since: number | null }} Subject `kinds`: what can be asked of it; `first`: the row that is
 *   asked about at first; `since`: of what is no weight the last step with the same data, null where there is none
 * @typedef {Predicted["kind"]} Kind
 */

const MOST_ROWS = 2000; // among which one can choose
const LOOKS_BACK = 512; // steps

/** Whether so many rows can be put into an order. One rule with explorer/lessons/predicted.py. @param {number} rows */
export const hasOrder = (rows) => rows >= 2 && rows <= MOST_ROWS;

/**
 * The first step at which a number's way to one of `step` may begin. One rule with explorer/lessons/predicted.py.
 * @param {{ step: number, steps_per_epoch: number }} segment @param {number} step
 */
export const lookedAtFrom = (segment, step) =>
  Math.max(segment.step, step - Math.min(LOOKS_BACK, 2 * segment.steps_per_epoch));

/**
 * The stage that comes next; null while its block is not here.
 * @param {Scene} scene
 * @param {Blocks} store
 * @param {View} view
 * @returns {Coming | null}
 */
export function comingAfter({ session, step, stageIndex }, store, view) {
  const block = store.at(step);
  const at = stageAfter(session, { step, stageIndex });
  if (!block) return null;
  const number = at.step > step ? session.stages.length : at.stageIndex;
  const instance = Math.min(block.size(step) - 1, Math.max(0, Number(view.instance) || 0));
  return { stage: session.stages[number - 1], number, at, step, instance, block };
}

/**
 * What it has, what the instance itself tells last.
 * @param {Coming} coming
 * @param {Blocks} store
 * @param {(step: number) => void} [missing] hears of a step whose block would tell more
 * @returns {Subject[]}
 */
export function subjectsOf(coming, store, missing = () => {}) {
  const { session } = coming.block;
  const last = sameData(coming, store, missing);
  const named = coming.stage.shows.flatMap((name) => {
    if (name === LOSS) return [lossOf(last)];
    const declared = declaredOf(session, name);
    return declared ? (subjectOf(declared, coming, last) ?? []) : [];
  });
  const own = named.filter(({ name }) => !session.quantities.find((each) => each.name === name)?.of_instance);
  return [...own, ...named.filter((subject) => !own.includes(subject))];
}

/** @param {number | null} since @returns {Subject} */
function lossOf(since) {
  const symbol = LOSS;
  return {
    name: LOSS,
    symbol,
    role: "loss",
    weight: false,
    rows: [],
    columns: [],
    first: 0,
    since,
    kinds: since === null ? ["value"] : ["direction", "value"],
  };
}

/**
 * Null where its rows are not known beforehand.
 * @param {Parameter | Quantity} declared
 * @param {Coming} coming
 * @param {number | null} before the last step with the same data
 * @returns {Subject | null}
 */
function subjectOf(declared, coming, before) {
  const { block, step, instance } = coming;
  const { name, symbol, role, axes } = declared;
  const weight = !("stage" in declared);
  const quantity = weight ? null : /** @type {Quantity} */ (declared);
  if (role === "index" || quantity?.matrix_of) return null;
  const rows = weight ? rowsOf(block.session, declared) : namesOf(/** @type {Quantity} */ (declared), coming);
  if (!rows) return null;
  const width = weight ? (declared.shape[1] ?? 1) : axes.length > 1 ? declared.shape[declared.shape.length - 1] : 1;
  const columns = width > 1 ? Array.from({ length: width }, (_, k) => columnName(block.session, axes[1], k)) : [];
  const since = weight || quantity?.ragged ? null : before;
  /** @type {Kind[]} */
  const kinds = ["value"];
  if (weight || since !== null) kinds.unshift("direction");
  if (hasOrder(rows.length) && (weight || !columns.length)) kinds.unshift("order");
  const { inputs, outputs } = block.instance(step, instance);
  const own = name === block.session.network.input ? inputs : outputs;
  const first = axes[0] === "word" ? (own[0] ?? 0) : 0;
  return { name, symbol, role, weight, rows, columns, kinds, first, since };
}

/** @param {Session} session @param {string} axis @param {number} k */
const columnName = (session, axis, k) => (axis === "word" ? session.words[k] : String(k + 1));

/** @param {Session} session @param {Parameter | Quantity} declared */
function rowsOf(session, { name, shape }) {
  return Array.from({ length: shape[0] }, (_, row) => rowName(session, name, row) ?? String(row + 1));
}

/**
 * Of what has as many rows as the step asks for these, where an earlier stage has told them.
 * @param {Quantity} quantity
 * @param {Coming} coming
 */
function namesOf(quantity, { block, step, instance, number }) {
  const { session } = block;
  const [axis] = quantity.axes;
  const index = session.quantities.find(
    ({ role, names, axes }) => role === "index" && names !== "outputs" && axes[0] === axis,
  );
  if (quantity.ragged || index) {
    const told = session.stages.slice(0, number - 1).some(({ shows }) => index && shows.includes(index.name));
    const ids = told && index ? block.quantity(block.declared(index.name), step, instance) : null;
    const weights = session.parameters.find(({ change }) => change[0]?.at === index?.name)?.name;
    return ids ? Array.from(ids, (id) => (weights ? rowName(session, weights, id) : session.words[id]) ?? "–") : null;
  }
  const size = quantity.axes.length > 1 ? quantity.shape[0] : quantity.size;
  return Array.from(
    { length: size },
    (_, row) => quantity.row_names?.[row] ?? (axis === "word" ? session.words[row] : String(row + 1)),
  );
}

/**
 * The last step before that trained on the same data, two passes back at most; null where there is none. `missing`
 * hears of a step whose block is not here, so that it cannot be told yet.
 * @param {Coming} coming
 * @param {Blocks} store
 * @param {(step: number) => void} missing
 */
function sameData({ step, block }, store, missing) {
  const { session } = block;
  if (session.by_rows) return null; // other rows stood in its block
  const segment = segmentOf(session, step);
  const first = Math.max(spanAround(session, step)[0], lookedAtFrom(segment, step));
  const wanted = String(block.members(step));
  for (let at = step - 1; at >= first; at--) {
    const other = store.at(at);
    if (!other) {
      missing(at);
      return null;
    }
    if (String(other.members(at)) === wanted) return at;
  }
  return null;
}

/**
 * How a number is called: "y[palace]", "W[king, 2]", "loss".
 * @param {Subject} subject
 * @param {number} row
 * @param {number} column
 */
export function nameOf({ symbol, rows, columns }, row, column) {
  const index = [...(rows.length ? [rows[row]] : []), ...(columns.length ? [columns[column]] : [])];
  return index.length ? `${symbol}[${index.join(", ")}]` : symbol;
}

/**
 * What somebody asks for, among what can be asked; an Error that says what can.
 * @param {Predicted} what
 * @param {Subject[]} subjects
 * @param {Coming} coming
 * @returns {{ kind: Kind, subject: Subject, row: number, column: number } | Error}
 */
export function chosenOf({ kind, name, index = [] }, subjects, { stage }) {
  const subject = subjects.find((each) => each.kinds.includes(kind) && (name === undefined || each.name === name));
  if (!subject) {
    const allowed = subjects.map((each) => `${each.name} (${each.kinds.join(", ")})`).join(", ") || "nothing";
    return new Error(`predict: got ${kind} of ${name ?? "the coming stage"}; in ${stage.name} there is ${allowed}`);
  }
  const { rows, columns } = subject;
  const [row = subject.first, column = 0] = index.map((each, axis) =>
    typeof each === "number" ? each : (axis ? columns : rows).indexOf(each),
  );
  /** @param {number} at @param {string[]} names */
  const isIn = (at, names) => Number.isInteger(at) && at >= 0 && at < Math.max(1, names.length);
  if (isIn(row, rows) && isIn(column, columns)) return { kind, subject, row, column };
  const last = nameOf(subject, Math.max(0, rows.length - 1), Math.max(0, columns.length - 1));
  return new Error(`predict.index: got ${index.join(", ")}; allowed is ${nameOf(subject, 0, 0)} to ${last}`);
}
