/** The hidden layer of the table look-up, and the ways to it and past it. */
import { GRID } from "../../../draw/composing.mjs";
import { arrow } from "../marks.mjs";
import { cells, frame, heading, strip, stripName } from "./cells.mjs";
import { RULES } from "./facts.mjs";

/** @import { Colour, Mark, Measure } from "../../../types" */
/** @import { LookupFacts } from "./facts.mjs" */
/** @import { LookupLayout } from "./layout.mjs" */
/** @typedef {{ x: number, width: number, y: number }} Side of a way: all of a row */

const EDGE = { role: "edge" };
const ACTIVATION = { role: "activation" };

/** @param {LookupFacts} facts @param {LookupLayout} layout @param {Measure} measure */
export function hidden(facts, layout, measure) {
  const { symbols, forward, direct } = facts;
  const { inputs, hidden: spot, answer } = layout;
  const size = measure.small;
  const from = { x: inputs.x, width: inputs.width, y: inputs.error + 0.55 * size };
  const to = { x: answer.x, width: 0.6 * answer.width, y: answer.y - 0.4 * size };
  const colour = forward === 0 ? ACTIVATION : undefined;
  const gap = { x: inputs.x, width: answer.width, top: from.y, bottom: spot ? spot.y : to.y };
  const title = rules(symbols.net, gap, measure, colour);
  const past = direct ? bow(facts, layout, size) : [];
  if (!spot) return [funnel(from, to, forward === 0), ...title, ...past];
  const width = layout.units * spot.cell;
  const below = { x: spot.x, width, y: spot.error + 0.55 * size };
  const scored = forward === 1 ? ACTIVATION : undefined;
  return [
    funnel(from, { x: spot.x, width, y: spot.y }, forward === 0),
    funnel(below, to, forward === 1),
    ...title,
    ...units(facts, spot, width, measure, layout.width - 6),
    ...rules(symbols.scores, { x: spot.x, width: answer.width, top: below.y, bottom: to.y }, measure, scored),
    ...past,
  ];
}

/**
 * "y = softmax(u),  u = b + U a" between two rows; each below the other where they are too long, and where these have
 * no room either the one that is computed first.
 * @param {string} text
 * @param {{ x: number, width: number, top: number, bottom: number }} gap
 * @param {Measure} measure
 * @param {Colour} [colour]
 */
function rules(text, { x, width, top, bottom }, measure, colour) {
  const size = measure.small;
  const all = measure.width(text, size) + 0.3 * size <= width ? [text] : text.split(RULES);
  const lines = all.slice(-Math.max(1, Math.floor((bottom - top) / (1.2 * size))));
  const first = (top + bottom) / 2 - 0.6 * size * (lines.length - 1);
  return lines.flatMap((line, i) => heading(measure, line, x + 0.3 * size, first + 1.2 * size * i, width, colour));
}

/**
 * The units, and the error that comes back to them.
 * @param {LookupFacts} facts
 * @param {NonNullable<LookupLayout["hidden"]>} spot
 * @param {number} width
 * @param {Measure} measure
 * @param {number} right where the picture ends
 */
function units({ values, reach, symbols }, { x, y, cell, height, error }, width, measure, right) {
  const box = { left: x, top: y, width: cell, height };
  const errors = { left: x, top: error, width: cell, height: 0.5 * measure.small };
  return [
    frame({ ...box, width }, GRID, !values.hidden),
    ...(values.hidden ? cells(box, values.hidden, reach.hidden, measure, "activation") : []),
    ...(values.hiddenBack ? strip(measure, errors, values.hiddenBack, reach.hiddenBack) : []),
    ...(values.hiddenBack ? stripName(measure, symbols.hiddenBack, reach.hiddenBack, x + width, error, right) : []),
  ];
}

/**
 * All of one row feeds all of the next.
 * @param {Side} from
 * @param {Side} to
 * @param {boolean} lit
 * @returns {Mark}
 */
const funnel = (from, to, lit) => ({
  mark: "path",
  points: [from.x, from.y, from.x + from.width, from.y, to.x + to.width, to.y, to.x, to.y],
  fill: lit ? { tint: "activation", share: 0.22 } : { role: "sunken" },
});

/**
 * Connections past the hidden layer, as a bow at the right.
 * @param {LookupFacts} facts
 * @param {LookupLayout} layout
 * @param {number} size
 * @returns {Mark[]}
 */
function bow({ forward }, { inputs, answer, width }, size) {
  const x = width - 3;
  const [from, to] = [inputs.y + 0.5 * inputs.height, answer.y - 0.4 * size]; // above the numbers
  const [start, end] = [Math.min(x - 4, inputs.x + inputs.width + 2), answer.x + 0.86 * answer.width];
  const stroke = forward === 1 ? ACTIVATION : EDGE;
  const points = [start, from, x + 4, from, x + 2, to, end, to];
  return [
    { mark: "curves", points, stroke, width: forward === 1 ? 2 : 1, dash: [5, 4] },
    ...arrow(end + 8, to, end, to, stroke),
  ];
}
