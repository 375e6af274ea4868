/** What is told of a step's vectors: what lies at a point, lines at the pointer, the table behind the panel. */
import { exact, subscript } from "../../../text/numbers.mjs";
import { dragParts, drags, effect } from "./drag.mjs";
import { askedOn, withColumn } from "./facts.mjs";
import { pickVectors } from "./layout.mjs";
import { WORD } from "./widths.mjs";

/** @import { Line, Quantity, Scene } from "../../../types" */
/** @import { VectorsPicture } from "./compose.mjs" */
/** @import { DragParts, Drags, Part } from "./drag.mjs" */
/** @import { Shown } from "./facts.mjs" */
/**
 * @typedef {{ kind: "drag", part: Part | null, word?: number } | { kind: "word", row: number, word: number }
 *   | { kind: "cell", column: number, row: number, across: number, index: number[], word?: number }
 *   | { kind: "head", column: number, word?: undefined }} Target `index`: that of the quantity's number
 */

const MOST_NUMBERS = 12;

/** @param {VectorsPicture} picture @param {number} x @param {number} y @returns {Target | null} */
export function pick({ layout, ids, shown, spots }, x, y) {
  const { list } = layout;
  if (list && x >= list.x - 4 && y >= list.y) {
    const spot = spots.find(({ top, bottom }) => y >= top && y < bottom);
    return spot ? { kind: "drag", part: spot.part, word: spot.part?.word ?? undefined } : null;
  }
  const target = pickVectors(layout, x, y);
  if (target?.kind === "word") return target.row in ids ? { ...target, word: ids[target.row] } : null;
  if (target?.kind !== "cell") return target;
  const { column, asked, quantity } = shown[target.column];
  const isWord = column.axis === WORD;
  const row = isWord ? ids[target.row] : target.row;
  const index = quantity.axes.length > 1 ? [row, target.across] : [row];
  const word = asked?.ofWords && asked.ids[row] >= 0 ? asked.ids[row] : isWord ? row : undefined;
  return { ...target, index, word };
}

/** @param {VectorsPicture} picture @param {Target} target @returns {Line[]} */
export function linesFor({ scene, shown, names, found }, target) {
  const { words } = scene.session;
  if (target.kind === "word") return [words[target.word]];
  if (target.kind === "drag") return names && found ? dragLines(target.part, found, names) : [];
  const { quantity, values, asked, column } = shown[target.column];
  const about = [quantity.help, quantity.source].filter(Boolean);
  if (target.kind === "head") return [quantity.symbol, ...about];
  const { row, across, word } = target;
  const value = values ? exact(values[row * column.across + across]) : "not yet computed";
  if (quantity.axes.length > 1) {
    const name = quantity.row_names?.[row] ?? asked?.names[row] ?? row + 1;
    return [[`${quantity.symbol}[${name}, ${across + 1}]`, value], ...about];
  }
  if (asked) return [...askedLines(scene, quantity, asked, row, value), ...about];
  const title = column.axis === WORD ? `${quantity.symbol} of ${words[word ?? 0]}` : subscript(quantity.symbol, row);
  return [[title, value], ...about];
}

/**
 * @param {Scene} scene
 * @param {Quantity} quantity
 * @param {NonNullable<Shown["asked"]>} asked
 * @param {number} row
 * @param {string} value
 * @returns {Line[]}
 */
function askedLines({ session, frame }, { symbol, names }, asked, row, value) {
  /** @type {Line[]} */
  const group = asked.groups && frame ? [["for", session.words[frame.outputs[asked.groups[row]]]]] : [];
  const name = asked.names[row];
  return names ? [name, ...group] : [`${symbol} of ${name}`, [symbol, value], ...group];
}

/** @param {Part | null} part @param {Drags} found @param {DragParts} names @returns {Line[]} */
function dragLines(part, found, names) {
  const vector = part ? part.vector : found.sum;
  const numbers = Array.from(
    vector.slice(0, MOST_NUMBERS),
    (value, k) => /** @type {Line} */ ([`unit ${k + 1}`, exact(value)]),
  );
  const more = vector.length > MOST_NUMBERS ? [`… ${vector.length} units`] : [];
  if (!part) return [`${names.sum}: the sum over all of them`, ...numbers, ...more];
  const does = `${effect(part.error)} the input vectors`;
  return [part.name, does, [names.error, exact(part.error)], ["length", exact(part.norm)], ...numbers, ...more];
}

/** Of the scene, whatever of it has room. @param {Scene} scene */
export function tableRows(scene) {
  const names = dragParts(scene.session);
  const rows = withColumn(scene.session).flatMap((quantity) => numbersOf(scene, quantity));
  const found = names && drags(scene, names);
  if (!found || !names) return rows;
  /** @param {Part} part */
  const partRow = ({ name, error, vector }) => [
    `${names.error} · v′`,
    `${name} ${effect(error)}`,
    Array.from(vector, exact).join(", "),
  ];
  return [...rows, ...found.parts.map(partRow)];
}

/**
 * The rows of a quantity: its symbol, what an element is called, its number; of one that names words or nodes the name.
 * @param {Scene} scene
 * @param {Quantity} quantity
 */
function numbersOf(scene, quantity) {
  const { name, symbol, axes, shape, row_names: names } = quantity;
  const across = shape[1] ?? 1;
  const values = scene.frame?.get(name);
  if (!values) return [[symbol, "", "not yet computed"]];
  const asked = askedOn(scene, axes[0]);
  /** @param {string} axis @param {number} i */
  const numbered = (axis, i) => (axis === WORD ? scene.session.words[i] : `${axis} ${i + 1}`);
  const named = namedBy(scene, quantity, asked);
  if (named) return named.map((text, i) => [symbol, names?.[i] ?? numbered(axes[0], i), text]);
  const asks = asked && questionsOf(scene, asked);
  return Array.from(values, (value, i) => {
    const row = Math.floor(i / across);
    const rowName = names?.[row] ?? asks?.[row] ?? numbered(axes[0], row);
    return [symbol, axes.length > 1 ? `${rowName}, ${numbered(axes[1], i % across)}` : rowName, exact(value)];
  });
}

/**
 * What is asked, each question by a name of its own: of which output word it is, and which one of several alike.
 * @param {Scene} scene
 * @param {NonNullable<Shown["asked"]>} asked
 */
function questionsOf({ session, frame }, { names, groups }) {
  const named = names.map((name, i) =>
    groups && frame ? `${name}, for ${session.words[frame.outputs[groups[i]]]}` : name,
  );
  /** @type {Map<string, number>} */
  const times = new Map();
  return named.map((name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time > 1 ? `${name} (${time})` : name;
  });
}

/**
 * What the numbers of a quantity stand for, as the picture has it: names of rows, or output words; else null.
 * @param {Scene} scene
 * @param {Quantity} quantity
 * @param {Shown["asked"]} asked
 */
function namedBy({ session, frame }, { name, names }, asked) {
  if (!names || !asked) return null;
  if (names !== "outputs") return asked.names;
  return Array.from(frame?.get(name) ?? [], (at) => session.words[frame?.outputs[at] ?? -1] ?? "–");
}
