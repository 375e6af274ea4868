/**
 * What each output word of an instance has of its own: the errors of its panel, and what it sends back; and their sums.
 * A softmax holds one answer against each of them (Rong 2014, figure 3): e_c = y − t_c, eq. 30, which add up to e, eq.
 * 31. Where rows are asked one by one each output word asks its own. In any case EH = Σ_c EH_c.
 */
import { parameterOf, quantityOf } from "../../../maths/declared.mjs";
import { largestSize, niceLimit } from "../../../maths/limits.mjs";
import { askedRows, shownWords, usedWeights } from "../../../maths/rows.mjs";
import { subscript } from "../../../text/numbers.mjs";
import { dragParts } from "../instance/drag.mjs";
import { askedOn } from "../instance/facts.mjs";
import { WORD } from "../instance/widths.mjs";

/** @import { Numbers, Quantity, Scene } from "../../../types" */
/** @import { Asked } from "../instance/facts.mjs" */
/**
 * @typedef {{ quantity: Quantity, symbol: string, of: number | null, values: number[] | null, limit: number, rest?:
 *   number, index: ((row: number) => number[]) | null }} Part a column: of the output word number `of`, of all, or of
 *   so many that have none, the `rest`; `index` of its numbers where one can ask about them
 */
/**
 * @typedef {{ ids: number[] | null, asked: Asked | null, parts: Part[] }} Panel columns with the same rows: the words
 *   `ids`, the rows that are `asked`, or units
 */

/**
 * Names of what parts have: {answer, error, sum, weights}; null where the model has no output words of their own.
 * @param {Scene} scene
 */
export function namesOf({ session }) {
  const { layers, unrolled, activation } = session.network;
  const names = layers.length || unrolled ? null : dragParts(session);
  return names && { ...names, answer: activation };
}

/** How many output words the scene's instance has. @param {Scene} scene */
export const countOf = ({ frame }) => frame?.outputs.length ?? 0;

/**
 * The first so many output words' panels, one for all of them or one each, and what they send back; sums last.
 * @param {Scene} scene
 * @param {NonNullable<ReturnType<typeof namesOf>>} names
 * @param {number} most output words
 * @param {number} rows of words that find room
 * @returns {Panel[]}
 */
export function panelsOf(scene, names, most, rows) {
  const count = Math.min(most, countOf(scene));
  const asked = askedOn(scene, quantityOf(scene.session, names.error).axes[0]);
  const errors = asked ? ofAsked(scene, names, asked, count) : [ofWords(scene, names, count, rows)];
  return [...errors, sentBack(scene, names, count)];
}

/**
 * @param {Scene} scene
 * @param {NonNullable<ReturnType<typeof namesOf>>} names
 * @param {number} count
 * @param {number} rows
 * @returns {Panel}
 */
function ofWords(scene, names, count, rows) {
  const { session, frame } = scene;
  const [answer, error] = [names.answer, names.error].map((name) => quantityOf(session, name));
  const ids = shownWords(scene, rows, Math.ceil(rows / 2));
  const [y, e] = [answer, error].map(({ name }) => frame?.get(name) ?? null);
  const limit = niceLimit(Math.max(1, scene.reach.quantity(error.name)));
  /** @param {(row: number) => number[]} index @param {Numbers | number[] | null} all */
  const shown = (index, all) => ({
    values: all && ids.map((id) => all[id]),
    index: (/** @type {number} */ row) => index(ids[row]),
  });
  const parts = Array.from({ length: count }, (_, c) => ({
    quantity: error,
    symbol: subscript(error.symbol, c),
    of: c,
    limit,
    ...shown((id) => [...instanceOf(scene), c, id], e && errorsOf(scene, e, c)),
  }));
  return {
    ids,
    asked: null,
    parts: [
      {
        quantity: answer,
        symbol: answer.symbol,
        of: null,
        limit: niceLimit(scene.reach.quantity(answer.name)),
        ...shown((id) => [id], y),
      },
      ...parts,
      ...restOf(scene, error, parts, limit, e && ids.map((id) => e[id])),
      { quantity: error, symbol: error.symbol, of: null, limit, ...shown((id) => [id], e) },
    ],
  };
}

/**
 * Of each output word the rows that it asks.
 * @param {Scene} scene
 * @param {NonNullable<ReturnType<typeof namesOf>>} names
 * @param {Asked} asked
 * @param {number} count
 * @returns {Panel[]}
 */
function ofAsked(scene, names, asked, count) {
  const { session, frame } = scene;
  const all = asked.groups ?? new Int32Array(asked.ids.length);
  return Array.from({ length: count }, (_, c) => {
    const own = [...asked.ids.keys()].filter((q) => all[q] === c);
    /** @template Item @param {ArrayLike<Item>} list */
    const of = (list) => own.map((q) => list[q]);
    const parts = [names.answer, names.error].map((name) => {
      const quantity = quantityOf(session, name);
      const values = frame?.get(name);
      const limit = niceLimit(scene.reach.quantity(name));
      const symbol = name === names.error ? subscript(quantity.symbol, c) : quantity.symbol;
      return {
        quantity,
        symbol,
        of: c,
        limit,
        values: values ? of(values) : null,
        index: (/** @type {number} */ row) => [own[row]],
      };
    });
    const ids = Int32Array.from(own, (q) => asked.ids[q]);
    const rows = { ...asked, ids, names: of(asked.names), short: of(asked.short), groups: null };
    return { ids: null, asked: rows, parts };
  });
}

/**
 * What the output words send back to the hidden layer, and the sum.
 * @param {Scene} scene
 * @param {NonNullable<ReturnType<typeof namesOf>>} names
 * @param {number} count
 * @returns {Panel}
 */
function sentBack(scene, names, count) {
  const { session, frame } = scene;
  const quantity = quantityOf(session, names.sum);
  const sum = frame?.get(names.sum) ?? null;
  const sent = Array.from({ length: count }, (_, c) => sum && sentBackBy(scene, names, c));
  const reach = Math.max(scene.reach.quantity(names.sum), ...sent.map((each) => largestSize(each ?? [])));
  const limit = niceLimit(reach);
  const parts = sent.map((values, c) => ({
    quantity,
    symbol: subscript(quantity.symbol, c),
    of: c,
    limit,
    values,
    index: (/** @type {number} */ k) => [...instanceOf(scene), c, k],
  }));
  const whole = {
    quantity,
    symbol: quantity.symbol,
    of: null,
    limit,
    values: sum && Array.from(sum),
    index: (/** @type {number} */ k) => [k],
  };
  return { ids: null, asked: null, parts: [...parts, ...restOf(scene, quantity, parts, limit, whole.values), whole] };
}

/**
 * What the output words without a column have in a sum, where there are such.
 * @param {Scene} scene
 * @param {Quantity} quantity
 * @param {Part[]} parts
 * @param {number} limit
 * @param {number[] | null} sum
 * @returns {Part[]}
 */
function restOf(scene, quantity, parts, limit, sum) {
  const rest = countOf(scene) - parts.length;
  if (!rest) return [];
  const left = sum?.map((all, row) => parts.reduce((rest, { values }) => rest - (values?.[row] ?? 0), all));
  return [{ quantity, symbol: quantity.symbol, of: null, rest, limit, values: left ?? null, index: null }];
}

/**
 * Of all words, y_j − t_cj: from the sum of the errors, which has more digits than y where y is almost 1.
 * @param {Scene} scene
 * @param {Numbers} e
 * @param {number} c
 */
function errorsOf({ frame }, e, c) {
  const outputs = frame?.outputs ?? [];
  const own = Array.from(e);
  for (const id of outputs) own[id] += 1;
  own[outputs[c]] -= outputs.length;
  return own.map((value) => value / outputs.length);
}

/**
 * Σ e v′ over the rows of an output word.
 * @param {Scene} scene
 * @param {NonNullable<ReturnType<typeof namesOf>>} names
 * @param {number} c
 */
function sentBackBy(scene, names, c) {
  const { data, columns } = usedWeights(scene)[names.weights];
  const e = scene.frame?.get(names.error) ?? new Float64Array();
  const asked = askedRows(scene);
  const whose = asked && askedOn(scene, quantityOf(scene.session, names.error).axes[0])?.groups;
  const errors = asked ? Array.from(e, (value, q) => ((whose?.[q] ?? 0) === c ? value : 0)) : errorsOf(scene, e, c);
  const sum = Array.from({ length: columns }, () => 0);
  errors.forEach((error, i) => {
    const first = (asked ? asked[i] : i) * columns;
    for (let k = 0; error && k < columns; k++) sum[k] += error * data[first + k];
  });
  return sum;
}

/** What stands before the index of a part in a batch. @param {Scene} scene */
const instanceOf = ({ session, frame }) => (session.batch_size > 1 && frame ? [frame.instance] : []);

/** The word that a row of a panel is, else null. @param {Scene} scene @param {Panel} panel @param {number} row */
export function wordOf({ session }, { ids, asked }, row) {
  if (ids) return ids[row];
  const isWord = asked?.ofWords && parameterOf(session, session.network.output).axes[0] === WORD;
  return isWord ? asked.ids[row] : null;
}
