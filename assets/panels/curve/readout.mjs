/**
 * What the panel of a unit's curve says in words: the numbers of the instance, those under the pointer, the table, the
 * units.
 */
import { quantityOf } from "../../maths/declared.mjs";
import { slopeAt } from "../../maths/nets.mjs";
import { exact, format, subscript, tuple } from "../../text/numbers.mjs";

/** @import { Line, Session } from "../../types" */
/** @import { CurvePlot, Unit } from "./plot.mjs" */

const MOST_UNITS = 60; // of the choice
const REACH = 10; // px

/** What names a unit among the choices. @param {Unit} unit */
export const choiceOf = ({ layer, k }) => `${layer.output}.${k}`;

/** The units that can be chosen, value and text of each; of the last layer first. @param {Session} session */
export const unitsOf = (session) =>
  session.network.layers
    .toReversed()
    .flatMap((layer) => {
      const { size, symbol } = quantityOf(session, layer.output);
      return Array.from({ length: size }, (_, k) => [choiceOf({ layer, k }), subscript(symbol, k)]);
    })
    .slice(0, MOST_UNITS);

/** The numbers of the instance at work: net input, answer, slope. @param {CurvePlot} plot */
export function numbersOf({ own, layer, netName, outName }) {
  if (!own) return ["", "", ""];
  const slope = layer.activation === "step" ? "no slope" : `slope ${format(slopeAt(layer.activation, own.y))}`;
  return [`${netName} = ${format(own.u)}`, `${outName} = ${format(own.y)}`, slope];
}

/** The point at (x, y): its number, from 0. @param {CurvePlot | undefined} plot @param {number} x @param {number} y */
export function pick(plot, x, y) {
  if (!plot) return null;
  let [found, nearest] = [-1, REACH ** 2];
  for (let i = 0; i < plot.data.count; i++) {
    const distance = (plot.x(plot.nets[i]) - x) ** 2 + (plot.y(plot.outs[i]) - y) ** 2;
    if (distance < nearest) [nearest, found] = [distance, i];
  }
  return found < 0 ? null : { point: found };
}

/** @param {CurvePlot} plot @param {number} point @returns {Line[]} */
export const linesOf = (plot, point) => [
  `point ${point + 1}: ${inputsOf(plot, point)}`,
  [plot.netName, exact(plot.nets[point])],
  [plot.outName, exact(plot.outs[point])],
  ["slope", exact(slopeAt(plot.layer.activation, plot.outs[point]))],
];

/** @param {CurvePlot} plot */
export const headersOf = ({ netName, outName }) => ["point", netName, outName, "slope"];

/** @param {CurvePlot} plot */
export function rowsOf(plot) {
  const { nets, outs, layer, own } = plot;
  /** @param {string} name @param {number} u @param {number} y */
  const row = (name, u, y) => [name, exact(u), exact(y), exact(slopeAt(layer.activation, y))];
  const rows = Array.from(nets, (u, i) => row(inputsOf(plot, i), u, outs[i]));
  return own ? [row("now", own.u, own.y), ...rows] : rows;
}

/** @param {CurvePlot} plot @param {number} point */
const inputsOf = ({ data: { inputs, width } }, point) => tuple(inputs.subarray(point * width, (point + 1) * width));
