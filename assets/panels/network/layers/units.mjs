/** The units of a network of layers: discs with their numbers, rings of their errors, biases. */
import { label, MUTED, present, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { dashedIf } from "../../../draw/signs.mjs";
import { brief, count, tight } from "../../../text/numbers.mjs";
import { square } from "../marks.mjs";
import { symbolIn } from "./facts.mjs";

/** @import { Mark, Measure } from "../../../types" */
/** @import { Column, LayersFacts } from "./facts.mjs" */
/** @import { LayersLayout, PlacedColumn } from "./layout.mjs" */

const EDGE = { role: "edge" };
const ERROR = { role: "error" };

/** @param {LayersFacts} facts @param {LayersLayout} layout @param {Measure} measure */
export function units(facts, layout, measure) {
  return facts.columns.flatMap((column, at) => {
    const spot = layout.columns[at];
    return [
      ...column.ids.flatMap((id, row) => [
        unit(column, spot, id, row, measure),
        ...errorRing(column, spot, id, row, measure),
        ...numbers(facts, column, spot, id, row, measure),
      ]),
      ...(spot.bias ? bias(spot.bias, measure) : []),
      ...rest(column, spot, layout, measure),
      ...focused(facts, column, spot),
    ];
  });
}

/**
 * The share of a unit's disc that its value fills.
 * @param {Column} column
 * @param {number} value
 */
const shareOf = ({ words, reach }, value) => (words ? Math.sqrt(value) : Math.min(1, Math.abs(value) / reach));

/**
 * A disc filled by the size of its activation; the rim of a negative one is dashed.
 * @param {Column} column
 * @param {PlacedColumn} spot
 * @param {number} id
 * @param {number} row
 * @param {Measure} measure
 * @returns {Mark}
 */
function unit(column, { x, y, radius, step }, id, row, measure) {
  const value = column.values?.[id] ?? null;
  return {
    mark: "discs",
    discs: [x, y[row], radius],
    fill: value === null ? SURFACE : { tint: "activation", share: shareOf(column, value) },
    stroke: EDGE,
    width: radius < 3 ? 0.5 : 1.25,
    dash: dashedIf(value !== null && value < 0, measure, step),
  };
}

/**
 * A ring around the unit, as wide as its share of the largest error in its layer; of a negative one dashed.
 * @param {Column} column
 * @param {PlacedColumn} spot
 * @param {number} id
 * @param {number} row
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function errorRing({ errors, strongest }, { x, y, radius, step }, id, row, measure) {
  const error = errors?.[id] ?? 0;
  const share = strongest ? Math.abs(error) / strongest : 0;
  if (share < 0.02) return [];
  const width = Math.max(0.8, share * Math.min(4, 0.3 * radius + 1));
  const dash = dashedIf(error < 0, measure, step);
  return [{ mark: "discs", discs: [x, y[row], radius + 0.5 * width + 0.5], stroke: ERROR, width, dash }];
}

/**
 * The activation inside the unit where it is large enough; net input and error below it, as far as there is room.
 * @param {LayersFacts} facts
 * @param {Column} column
 * @param {PlacedColumn} spot
 * @param {number} id
 * @param {number} row
 * @param {Measure} measure
 */
function numbers(facts, column, { x, y, radius, inside, lines }, id, row, measure) {
  const { values, nets, errors, words } = column;
  const size = measure.small;
  const marks = [];
  const below = [];
  if (values && !(id in values)) return [];
  if (values && inside) {
    const colour = shareOf(column, values[id]) > 0.55 ? SURFACE : TEXT;
    const text = (radius < 1.3 * size ? tight : brief)(values[id]);
    marks.push(label(measure, text, x, y[row], { align: "center", pad: null, size, colour, bold: true }));
  } else if (values && !words) below.push({ text: brief(values[id]), colour: TEXT });
  if (inside && nets && lines > (errors ? 1 : 0))
    below.push({ text: `${symbolIn(facts, column.net)} ${brief(nets[id])}`, colour: MUTED });
  if (errors)
    below.push({ text: `${inside ? `${symbolIn(facts, column.error)} ` : ""}${brief(errors[id])}`, colour: ERROR });
  below.slice(0, lines).forEach(({ text, colour }, line) => {
    const lineY = y[row] + radius + (0.62 + 1.04 * line) * size + (errors ? 3.5 : 0);
    marks.push(label(measure, text, x, lineY, { align: "center", size, tall: 1.24 * (size - 1), colour }));
  });
  return present(marks);
}

/**
 * A unit that is always 1.
 * @param {NonNullable<PlacedColumn["bias"]>} spot
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function bias({ x, y, radius }, measure) {
  const size = measure.small;
  const fill = { tint: "activation", share: 1 };
  const one =
    radius >= 0.55 * size &&
    label(measure, "1", x, y, { align: "center", pad: null, colour: SURFACE, size, bold: true });
  return [
    { mark: "path", points: square(x, y, radius), closed: true, fill, stroke: EDGE, width: 1 },
    ...(one ? [one] : []),
  ];
}

/**
 * "60 of 200", below a column that is longer than what is shown of it.
 * @param {Column} column
 * @param {PlacedColumn} spot
 * @param {LayersLayout} layout
 * @param {Measure} measure
 */
function rest({ ids, size: all }, { some, x }, layout, measure) {
  if (!some) return [];
  const size = measure.small;
  const text = `${count(ids.length)} of ${count(all)}`;
  const note = label(measure, text, x, layout.foot - 0.4 * size, { align: "center", colour: MUTED, size });
  return note ? [note] : [];
}

/** @param {LayersFacts} facts @param {Column} column @param {PlacedColumn} spot @returns {Mark[]} */
function focused({ focus }, { quantity, net, error, ids }, { x, y, radius }) {
  const own = focus && [quantity.name, net, error].includes(focus.name);
  const row = own ? ids.indexOf(focus.index.at(-1) ?? -1) : -1;
  return row < 0 ? [] : [{ mark: "discs", discs: [x, y[row], radius + 4], stroke: { role: "accent" }, width: 2 }];
}
