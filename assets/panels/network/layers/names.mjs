/** Names beside the outer columns of a network of layers, with arrows where an instance is at work. */
import { label, present, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { placeLabels } from "../../../draw/row-labels.mjs";
import { last } from "../../../maths/declared.mjs";
import { largest } from "../../../maths/limits.mjs";
import { targetOf } from "../../../maths/nets.mjs";
import { percent, plain } from "../../../text/numbers.mjs";
import { arrow } from "../marks.mjs";
import { symbolIn, unitName } from "./facts.mjs";

/** @import { Mark, Measure } from "../../../types" */
/** @import { LayersFacts } from "./facts.mjs" */
/** @import { LayersLayout } from "./layout.mjs" */

const INPUT = { role: "input" };
const OUTPUT = { role: "output" };

/** @param {number} step between the units @param {Measure} measure */
const sizeFor = (step, { small, normal }) => (step >= 1.2 * normal ? normal : small);

/** @param {LayersFacts} facts @param {LayersLayout} layout @param {Measure} measure @returns {Mark[]} */
export function inputNames(facts, layout, measure) {
  const [column, spot] = [facts.columns[0], layout.columns[0]];
  if (spot.step < 0.95 * measure.small) return [];
  const atWork = facts.scene.frame !== null;
  const edge = spot.x - spot.radius - 3;
  const x = edge - 1.5 * measure.small;
  return column.ids.flatMap((id, row) => {
    const y = spot.y[row];
    const name = label(measure, unitName(facts, column, id), x - 1, y, {
      align: "right",
      colour: atWork ? INPUT : TEXT,
      size: sizeFor(spot.step, measure),
      bold: atWork,
      room: layout.room.left,
    });
    return [...(atWork ? arrow(x + 2, y, edge, y, INPUT) : []), ...(name ? [name] : [])];
  });
}

const LIKELIEST = 3; // words that are named, though not all are

/**
 * Names of the outputs, probabilities of words, and an arrow from each target.
 * @param {LayersFacts} facts
 * @param {LayersLayout} layout
 * @param {Measure} measure
 */
export function outputNames(facts, layout, measure) {
  const { scene, targets } = facts;
  const [column, spot] = [last(facts.columns), last(layout.columns)];
  if (spot.step < 0.6 * measure.small) return [];
  const size = sizeFor(spot.step, measure);
  const { words, nodes, values } = column;
  /** @param {number} id */
  const isOwn = (id) =>
    words ? (scene.frame?.outputs.includes(id) ?? false) : nodes ? values !== null && id in values : targets !== null;
  const must = column.ids.flatMap((id, row) => ((words || nodes) && (isOwn(id) || scene.hovered === id) ? [row] : []));
  const gap = 1.02 * size;
  const named = spot.step < gap ? [...new Set([...must, ...likeliest(column)])] : must;
  const placed = placeLabels(spot.y, named, gap, layout.top, layout.bottom);
  return placed.flatMap(({ row, y }) => outputName(facts, layout, measure, size, row, y, isOwn(column.ids[row])));
}

/** The rows of the most probable words, the first one first. @param {LayersFacts["columns"][number]} column */
function likeliest({ words, ids, values }) {
  if (!words || !values) return [];
  return largest(values, LIKELIEST)
    .map((id) => ids.indexOf(id))
    .filter((row) => row >= 0);
}

/**
 * @param {LayersFacts} facts
 * @param {LayersLayout} layout
 * @param {Measure} measure
 * @param {number} size
 * @param {number} row
 * @param {number} y
 * @param {boolean} own whether it is a target
 */
function outputName(facts, layout, measure, size, row, y, own) {
  const { small } = measure;
  const { scene, targets } = facts;
  const [column, spot] = [last(facts.columns), last(layout.columns)];
  const id = column.ids[row];
  const x = spot.x + spot.radius + 3;
  const left = x + 1.5 * small;
  const word = own && !targets;
  const hovered = column.words && scene.hovered === id;
  const name = label(measure, unitName(facts, column, id), left + 1, y, {
    colour: word ? OUTPUT : TEXT,
    size,
    bold: word,
    pad: hovered ? { role: "accent-soft" } : SURFACE,
    room: layout.room.right - 2 * small,
  });
  const after = left + 1 + (name?.room ?? 0) + 6;
  const target =
    own && targets && !column.words
      ? label(measure, `${symbolIn(facts, targetOf(scene.session))} ${plain(targets[id])}`, after, y, {
          colour: OUTPUT,
          pad: null,
          size,
          bold: true,
        })
      : null;
  const chance =
    column.words && column.values
      ? label(measure, percent(column.values[id]), after, y, { colour: { role: "activation" }, pad: null, size: small })
      : null;
  const written = present([name, target, chance]);
  return [...(own ? arrow(left - 2, y, x, spot.y[row], OUTPUT) : []), ...written];
}
