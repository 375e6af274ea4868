/** What the plane says in words: the point under the pointer, the table, the names of the axes that can be chosen. */
import { symbolOf } from "../../text/names.mjs";
import { count, exact, plain, subscript, tuple } from "../../text/numbers.mjs";
import { PCA } from "./spaces.mjs";

/** @import { Answered, Line, Numbers, Scene, Session } from "../../types" */
/** @import { PlanePicture } from "./compose.mjs" */
/**
 * @typedef {{ point: number, points: Float64Array }} Spot a point of the data, and all of the space in which it was
 *   found
 */

const REACH = 12; // px from a point at which it is hit
const MOST_UNITS = 8; // of a layer, whose answers are told

/**
 * The point nearest to (x, y).
 * @param {PlanePicture | null} picture
 * @param {number} x
 * @param {number} y
 * @returns {Spot | null}
 */
export function pick(picture, x, y) {
  /** @type {Spot | null} */
  let found = null;
  let nearest = REACH ** 2;
  for (const { frame, points } of picture?.spaces ?? []) {
    for (let i = 0; i < points.length / 2; i++) {
      const distance = (frame.x(points[2 * i]) - x) ** 2 + (frame.pointY(i) - y) ** 2;
      if (distance < nearest) [nearest, found] = [distance, { point: i, points }];
    }
  }
  return found;
}

/** Other points at the same spot of a space. @param {Spot} spot */
function othersAt({ point, points }) {
  /** @param {number} i */
  const away = (i) => Math.hypot(points[2 * i] - points[2 * point], points[2 * i + 1] - points[2 * point + 1]);
  return Array.from({ length: points.length / 2 }, (_, i) => i).filter((i) => i !== point && away(i) < 1e-9);
}

/**
 * The part of a point in an array that has `width` numbers for each.
 * @param {Numbers} values
 * @param {number} width
 * @param {number} i
 */
const partOf = (values, width, i) => values.subarray(i * width, (i + 1) * width);

/** @param {Scene} scene @param {Answered} answers @param {Spot} spot @returns {Line[]} */
export function linesOf({ session }, { data, known, right }, spot) {
  const i = spot.point;
  const [inputs, targets] = [partOf(data.inputs, data.width, i), partOf(data.targets, data.outputs, i)];
  /** @type {Line[]} */
  const lines = [`point ${i + 1} of ${count(data.total)}: ${tuple(inputs)} → ${tuple(targets)}`];
  for (const { output } of session.network.layers) {
    const width = known[output].length / data.count;
    const values = partOf(known[output], width, i).slice(0, MOST_UNITS);
    values.forEach((value, k) => lines.push([subscript(symbolOf(session, output), k), exact(value)]));
    if (width > MOST_UNITS) lines.push(`… ${width} units`);
  }
  if (right) lines.push(right[i] ? "on the right side" : "on the wrong side");
  const same = othersAt(spot).map((j) => tuple(partOf(data.inputs, data.width, j)));
  if (same.length) lines.push(`at the same place: ${same.join("; ")}`);
  return [...lines, "click: to its next step"];
}

/** @param {Scene} scene @param {Answered} answers */
export function headersOf({ session }, { data, known }) {
  const { layers } = session.network;
  /** @param {string} name @param {number} width */
  const columns = (name, width) => Array.from({ length: width }, (_, k) => subscript(symbolOf(session, name), k));
  const outputs = layers.flatMap(({ output }) => columns(output, known[output].length / data.count));
  return ["point", ...columns(layers[0].source, data.width), "target", ...outputs, "side"];
}

/** @param {Scene} scene @param {Answered} answers */
export function rowsOf({ session }, { data, known, right }) {
  const { layers } = session.network;
  return Array.from({ length: data.count }, (_, i) => [
    String(i + 1),
    ...Array.from(partOf(data.inputs, data.width, i), exact),
    Array.from(partOf(data.targets, data.outputs, i), (value) => plain(value)).join(" "),
    ...layers.flatMap(({ output }) => Array.from(partOf(known[output], known[output].length / data.count, i), exact)),
    right ? (right[i] ? "right" : "wrong") : "",
  ]);
}

/** "x₁ x₂" for the inputs "0,1". @param {Session} session @param {string} pair */
export const inputNames = (session, pair) => unitNames(session, session.network.layers[0].source, pair);

/** "h₁ h₂" for the units "h:0,1". @param {Session} session @param {string} choice */
export function hiddenNames(session, choice) {
  const [name, pair] = choice.split(":");
  return pair === PCA ? `${symbolOf(session, name)}: PCA` : unitNames(session, name, pair);
}

/** @param {Session} session @param {string} name @param {string} pair */
const unitNames = (session, name, pair) =>
  pair
    .split(",")
    .map((k) => subscript(symbolOf(session, name), Number(k)))
    .join(" ");
