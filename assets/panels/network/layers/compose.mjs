/**
 * The picture of a network of layers. Edges have the colour and width of their weights, units the fill of their
 * activations as soon as the stage has computed them, and a ring of the error's width once it has come back to them.
 */
import { label, legend, MUTED } from "../../../draw/composing.mjs";
import { edges } from "../../../draw/edges.mjs";
import { dashedIf } from "../../../draw/signs.mjs";
import { last } from "../../../maths/declared.mjs";
import { written } from "../../../maths/nets.mjs";
import { format } from "../../../text/numbers.mjs";
import { arrow } from "../marks.mjs";
import { layersFacts, symbolIn, unitName } from "./facts.mjs";
import { layersLayout, mostUnits } from "./layout.mjs";
import { inputNames, outputNames } from "./names.mjs";
import { units } from "./units.mjs";

/** @import { Mark, Measure, Room, Scene } from "../../../types" */
/** @import { Column, Gap, LayersFacts } from "./facts.mjs" */
/** @import { LayersLayout, PlacedColumn } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} LayersPicture */
/** @typedef {PlacedColumn & { wide: number }} WideColumn `wide`: half its width, with the lines below units */

const RESTING = 0.3; // strength of edges that the stage is not about
const NUMBERED = 40; // edges of a gap, up to which they carry their numbers where these keep clear of each other
const ALONG = [0.28, 0.33, 0.24, 0.38]; // shares of the way at which numbers may stand
const FURTHER = [...ALONG, 0.43, 0.48, 0.53, 0.58, 0.63]; // where lines below units leave them no room there
const MOST_NAMED = 6; // parameters, in the legend
const MEASURED = 300; // units

/**
 * `facts` is what is shown, `layout` where.
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 */
export function compose(scene, { width, height }, measure) {
  if (width < 60 || height < 60) return null;
  const text = measure.small;
  const facts = layersFacts(scene, mostUnits(height, text));
  const columns = facts.columns.map((column) => ({ ...column, some: column.ids.length < column.size }));
  const layout = layersLayout({ width, height, columns, room: roomFor(facts, measure, width), text });
  const drawn = facts.gaps.map((gap, at) => connections(facts, layout, measure, gap, at));
  const beyond = drawn.some((each) => each.beyond > 0);
  const spots = layout.columns.map((column, at) => ({ ...column, wide: wideOf(facts, column, at, measure) }));
  const marks = [
    ...drawn.flatMap((each) => each.marks),
    ...facts.gaps.flatMap((gap, at) => weightNumbers(gap, spots[at], spots[at + 1], measure)),
    ...units(facts, layout, measure),
    ...inputNames(facts, layout, measure),
    ...outputNames(facts, layout, measure),
    ...headings(facts, layout, measure),
    ...foot(facts, layout, measure, beyond),
  ];
  return { marks, layout, facts };
}

/**
 * Room beside the outer columns: for the names of the inputs, and for names, shares and targets of the outputs.
 * @param {LayersFacts} facts
 * @param {Measure} measure
 * @param {number} width
 */
function roomFor(facts, measure, width) {
  const { small, normal } = measure;
  /** @param {Column} column */
  const widest = (column) =>
    Math.max(...column.ids.slice(0, MEASURED).map((id) => measure.width(unitName(facts, column, id), normal, true)));
  const [inputs, outputs] = [facts.columns[0], last(facts.columns)];
  const target = outputs.words ? 3.6 * small : measure.width("t 0.000", normal, true);
  return {
    left: Math.min(0.2 * width, widest(inputs) + 1.9 * small),
    right: Math.min(0.3 * width, widest(outputs) + 2.2 * small + target),
  };
}

/**
 * All edges of a gap; `beyond` is how many of its weights were beyond the scale.
 * @param {LayersFacts} facts
 * @param {LayersLayout} layout
 * @param {Measure} measure
 * @param {Gap} gap
 * @param {number} at
 */
function connections({ forward, backward, limit }, layout, measure, { data, columns, bias }, at) {
  const [before, after] = [layout.columns[at], layout.columns[at + 1]];
  const lines = edges(limit, dashedIf(true, measure, Math.min(before.step, after.step)));
  after.ids.forEach((to, j) => {
    before.ids.forEach((from, i) => lines.add(before.x, before.y[i], after.x, after.y[j], data[to * columns + from]));
    if (bias && before.bias) lines.add(before.bias.x, before.bias.y, after.x, after.y[j], bias[to]);
  });
  const count = before.ids.length * after.ids.length;
  const resting = (forward >= 0 || backward >= 0) && forward !== at && backward !== at;
  return lines.made((count > 400 ? 0.6 : 0.9) * (resting ? RESTING : 1), count > 200 ? 2 : 4);
}

/**
 * The weights as numbers on their edges, where they come clear of the units and of each other; none where they do not.
 * @param {Gap} gap
 * @param {WideColumn} before
 * @param {WideColumn} after
 * @param {Measure} measure
 */
function weightNumbers({ data, columns, bias }, before, after, measure) {
  const size = measure.small;
  const count = before.ids.length * after.ids.length;
  if (count > NUMBERED || !after.inside || after.x - before.x < 8 * size) return [];
  const ends = before.y.map((y, i) => ({ y, from: before.ids[i] }));
  if (bias && before.bias) ends.push({ y: before.bias.y, from: -1 });
  const gap = after.x - before.x;
  const half = measure.width("-0.00", size) / 2;
  const clear = FURTHER.filter((share) => share * gap >= before.wide + half && (1 - share) * gap >= after.wide + half);
  for (const share of [...clear, ...ALONG.filter((each) => !clear.includes(each))]) {
    if (share * gap < before.radius + half || (1 - share) * gap < after.radius + half) continue;
    const numbers = ends.flatMap(({ y, from }) =>
      after.ids.map((to, j) => ({
        y: y + share * (after.y[j] - y),
        value: from < 0 && bias ? bias[to] : data[to * columns + from],
      })),
    );
    const sorted = numbers.map(({ y }) => y).sort((a, b) => a - b);
    if (sorted.some((y, i) => i && y - sorted[i - 1] < 1.08 * size)) continue;
    const x = before.x + share * (after.x - before.x);
    return numbers.flatMap(({ y, value }) => {
      const text = format(value, 2);
      const nearest = before.x + wideAt(before, y, size) + 2; // a long number begins beside the unit
      const middle = Math.max(x, nearest + measure.width(text, size) / 2);
      return label(measure, text, middle, y, { align: "center", size }) ?? [];
    });
  }
  return [];
}

/**
 * Half of what a column takes, with the lines below its units; inputs have none.
 * @param {LayersFacts} facts
 * @param {PlacedColumn} column
 * @param {number} at
 * @param {Measure} measure
 */
function wideOf(facts, { lines, radius }, at, measure) {
  const { error } = facts.columns[at];
  const line = lines && error ? measure.width(`${symbolIn(facts, error)} -0.00`, measure.small) : 0;
  return Math.max(radius, line / 2);
}

/**
 * The same at the height of a number: lines take what they take beside themselves only.
 * @param {WideColumn} column
 * @param {number} at
 * @param {number} size
 */
function wideAt({ y, lines, radius, wide }, at, size) {
  const [above, below] = [radius - 0.6 * size, radius + (1.04 * lines + 1.4) * size];
  return y.some((unit) => at > unit + above && at < unit + below) ? wide : radius;
}

/**
 * What each column is, above it, and an arrow along the gap at work.
 * @param {LayersFacts} facts
 * @param {LayersLayout} layout
 * @param {Measure} measure
 */
function headings(facts, layout, measure) {
  const { columns, forward, backward } = facts;
  const size = measure.small;
  const forms = columns.map(({ symbol, net, activation }, at) => {
    const kind = at === 0 ? "input" : at === columns.length - 1 ? "output" : "hidden";
    const formula = net ? `${symbol} = ${written(activation, symbolIn(facts, net))}` : symbol;
    return [`${kind} ${formula}`, formula, symbol];
  });
  const between = layout.columns.length > 1 ? layout.columns[1].x - layout.columns[0].x : layout.width;
  /** @param {number} form */
  const fits = (form) => forms.every((each) => measure.width(each[form], size) + size < between);
  const form = [0, 1].find(fits) ?? 2;
  /** @type {Mark[]} */
  const marks = forms.flatMap((each, at) => {
    const half = measure.width(each[form], size) / 2 + 3; // so that it stays within the panel
    const x = Math.max(half, Math.min(layout.width - half, layout.columns[at].x));
    return label(measure, each[form], x, 0.8 * size, { colour: MUTED, pad: null, size, align: "center" }) ?? [];
  });
  const gap = forward >= 0 ? forward : backward;
  if (gap < 0 || !layout.columns[gap + 1]) return marks;
  const [from, to] = [layout.columns[gap].x, layout.columns[gap + 1].x];
  const [middle, half] = [(from + to) / 2, Math.min(16, (to - from) / 8)];
  const way = forward >= 0 ? 1 : -1;
  const colour = { role: way > 0 ? "activation" : "error" };
  return [...marks, ...arrow(middle - way * half, 1.9 * size, middle + way * half, 1.9 * size, colour)];
}

/**
 * The legend.
 * @param {LayersFacts} facts
 * @param {LayersLayout} layout
 * @param {Measure} measure
 * @param {boolean} beyond
 */
function foot(facts, layout, measure, beyond) {
  const size = measure.small;
  const names = facts.gaps.flatMap(({ layer }) => [layer.weights, layer.bias].filter(Boolean));
  const symbols = [...new Set(names.map((name) => symbolIn(facts, name)))];
  const title = (symbols.length > MOST_NAMED ? [...symbols.slice(0, 2), "…", ...symbols.slice(-2)] : symbols).join(
    ", ",
  );
  return legend(measure, 0.6 * size, layout.height - 0.85 * size, facts.limit, { title, beyond }).marks;
}
