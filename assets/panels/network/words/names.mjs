/**
 * Names beside the nodes of the network of words, arrows from those of the instance's words to their nodes,
 * probabilities.
 */
import { label, MUTED, TEXT } from "../../../draw/composing.mjs";
import { placeLabels } from "../../../draw/row-labels.mjs";
import { parameterOf } from "../../../maths/declared.mjs";
import { timesIn } from "../../../maths/rows.mjs";
import { longestRowName, rowName, shortName } from "../../../text/names.mjs";
import { percent } from "../../../text/numbers.mjs";
import { arrow } from "../marks.mjs";
import { mustLabel } from "./facts.mjs";
import { answerOf, sized } from "./nodes.mjs";

/** @import { Mark, Measure } from "../../../types" */
/** @import { NetworkFacts, Side } from "./facts.mjs" */
/** @import { NetworkLayout } from "./layout.mjs" */
/**
 * @typedef {{ row: number, y: number, id: number, marked: boolean, asked: boolean, quiet: boolean, strong: boolean }}
 *   Named
 */

const WITH_CHANCE = 5; // words of the ranking that show their probability beside their name, as the targets do

/** @param {NetworkFacts} facts @param {NetworkLayout} layout @param {Measure} measure @param {Side} side */
export function names(facts, layout, measure, side) {
  const { small, normal } = measure;
  const size = layout.sides[side].rowStep >= 1.2 * normal ? normal : small;
  const nameOf = namesOf(facts, layout, measure, side);
  const top = new Set(facts.top.slice(0, WITH_CHANCE));
  /** @type {Mark[]} */
  const marks = [];
  /** @type {Mark[]} */
  const chances = [];
  for (const named of namedRows(facts, layout, side, size)) {
    const { id, y, asked, marked } = named;
    marks.push(...name(facts, layout, measure, side, size, named, nameOf(id)));
    const value = side === "output" && (asked || marked || top.has(id)) ? answerOf(facts, id) : undefined;
    const options = { colour: { role: "activation" }, pad: null, size: small };
    const chance =
      value !== undefined && label(measure, percent(value), layout.outputLabel + layout.label + 4, y, options);
    if (chance) chances.push(chance);
  }
  return [...marks, ...chances];
}

/**
 * The rows that are named, and how: `marked` are the instance's own words, `asked` rows that it asks.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Side} side
 * @param {number} size
 * @returns {Named[]}
 */
function namedRows(facts, layout, side, size) {
  const isInput = side === "input";
  const { rowY, rowStep } = layout.sides[side];
  const [own, ids, hovered] = isInput
    ? [facts.inputs, facts.ids, facts.hovered]
    : [facts.targets, facts.outIds, facts.hoveredOut];
  const must = mustLabel(facts, side);
  const important = new Set(must);
  const gap = 1.02 * size;
  return placeLabels(rowY, must, gap, layout.top, layout.bottom).map(({ row, y }) => {
    const id = ids[row];
    const marked = own.has(row);
    const resting = !isInput && facts.touched?.has(id) === false;
    const asked = !isInput && facts.partly && facts.fired.has(row);
    const quiet = resting || (rowStep < gap && !important.has(row));
    const strong = marked || asked || row === hovered || (isInput && facts.pins.has(row));
    return { row, y, id, marked, asked, quiet, strong };
  });
}

/**
 * A name and what leads from it to its node: an arrow, or where it had to move a thin line.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 * @param {Side} side
 * @param {number} size
 * @param {Named} named
 * @param {string} text
 * @returns {Mark[]}
 */
function name(facts, layout, measure, side, size, { row, y, id, marked, asked, quiet, strong }, text) {
  const isInput = side === "input";
  const { node, rowY } = layout.sides[side];
  const [x, nodeX, way] = isInput ? [layout.inputLabel, layout.inputX, 1] : [layout.outputLabel, layout.outputX, -1];
  const edge = nodeX - way * (sized(measure, { node }, marked) + 4);
  /** @type {Mark[]} */
  const marks = [];
  if (marked) marks.push(...arrow(x + way * 4, y, edge, rowY[row], { role: side }));
  else if (Math.abs(y - rowY[row]) > 1.5)
    marks.push({ mark: "lines", points: [x + way * 3, y, edge, rowY[row]], stroke: MUTED, width: 0.75 });
  const { frame } = facts.scene;
  const drawn = facts.ofWords ? facts.asked : null; // what stood there may be drawn, too
  const listed = isInput ? frame?.inputs : marked ? (drawn ?? frame?.outputs) : asked ? facts.asked : null;
  const times = timesIn(listed, id);
  const tail = times > 1 ? ` ×${times}` : "";
  const before = measure.fit(text, layout.label - (tail ? 2 * measure.small : 0), size, strong);
  // rather the word than how often
  const shown = before.length > 2 || before === text ? before + tail : measure.fit(text, layout.label, size, strong);
  const hovered = row === (isInput ? facts.hovered : facts.hoveredOut);
  const written = label(measure, shown, x, y, {
    align: isInput ? "right" : "left",
    colour: marked ? { role: side } : quiet ? MUTED : TEXT,
    pad: hovered ? { role: "accent-soft" } : null,
    size,
    bold: strong,
  });
  return written ? [...marks, written] : marks;
}

/**
 * What the rows of a side are called: outputs in short, all of them, where the longest name has no room ("n3", not
 * "no…").
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 * @param {Side} side
 * @returns {(id: number) => string}
 */
function namesOf({ scene: { session } }, layout, measure, side) {
  if (side === "input") return (id) => session.words[id];
  const { output } = session.network;
  const longest = longestRowName(parameterOf(session, output));
  const room = layout.label - 2 * measure.small;
  const named = !longest || measure.width(longest, measure.normal, true) <= room ? rowName : shortName;
  return (id) => named(session, output, id);
}
