/**
 * The picture of the network of words. All edges stand grey on a ground that is drawn once per size; on it, every
 * frame, only those that carry something now: from the instance's and the hovered or pinned input words, and to the
 * most probable and the target words. That keeps a frame of 200 words and 50 units, 20,000 edges, within a few
 * milliseconds.
 */
import { GRID, label, legend, MUTED, present } from "../../../draw/composing.mjs";
import { edges } from "../../../draw/edges.mjs";
import { dashedIf } from "../../../draw/signs.mjs";
import { last, networkOfWords, parameterOf } from "../../../maths/declared.mjs";
import { remembered } from "../../../maths/remembered.mjs";
import { rowIndex, shownRows, shownWords, vectorsOf, windowOf } from "../../../maths/rows.mjs";
import { longestRowName, shareOfWords, symbolOf } from "../../../text/names.mjs";
import { sharesLegend, sharesWidth, widestWord, widthOf } from "../marks.mjs";
import { networkFacts } from "./facts.mjs";
import { networkLayout } from "./layout.mjs";
import { list } from "./list.mjs";
import { names } from "./names.mjs";
import { nodes } from "./nodes.mjs";

/** @import { Ground, Mark, Measure, Room, Scene, Session } from "../../../types" */
/** @import { NetworkFacts, Side } from "./facts.mjs" */
/** @import { NetworkLayout } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} NetworkPicture */

const FAINT_EDGES = 3000; // more are not coloured at the start: they would be a blur
const GREY_LINES = 2500; // a half; more could not be told apart
const GAP = 14; // px, between two legends

/**
 * `facts` is what is shown, `layout` where, `ranks` the words of the list at the right.
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 */
export function compose(scene, room, measure) {
  if (room.width < 40 || room.height < 40) return null;
  const facts = factsOf(scene);
  const { ids, outIds } = facts;
  const layout = layoutFor(scene, room, measure, ids.length, outIds.length);
  const lit = litEdges(facts, layout, measure);
  const ranked = list(facts, layout, measure);
  const marks = [
    ...lit.marks,
    ...nodes(facts, layout, measure),
    ...names(facts, layout, measure, "input"),
    ...names(facts, layout, measure, "output"),
    ...headings(facts, layout, measure),
    ...foot(facts, layout, measure, lit.beyond),
    ...ranked.marks,
  ];
  /** @type {Ground} */
  const ground = {
    key: `${ids.length} ${outIds.length} ${layout.units} ${layout.label}`,
    marks: () => Object.values(layout.sides).flatMap((side) => greyEdges(layout, side)),
  };
  return { marks, ground, layout, facts, ranks: ranked.ranks };
}

/** What is shown, whatever the room. @param {Scene} scene */
export function factsOf(scene) {
  const ids = shownWords(scene, windowOf(scene.session.whole.words.length));
  return networkFacts(scene, ids, shownRows(scene, ids));
}

/**
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 * @param {number} rows
 * @param {number} outRows
 */
export function layoutFor({ session, weights }, { width, height }, measure, rows, outRows) {
  const { input } = networkOfWords(session);
  const units = vectorsOf(session, input, weights[input]).columns;
  const rowNames = session.parameters.flatMap((parameter) => longestRowName(parameter) ?? []);
  const tail = rowIndex(session) || repeatsInputs(session) ? 2 * measure.small : 0; // as of her ×2
  const widest = Math.max(widestWord(measure, session), ...rowNames.map((name) => widthOf(measure, name))) + tail;
  return networkLayout({ width, height, rows, outRows, units, widest, text: measure.small });
}

/** @type {WeakMap<Session["instances_head"], boolean>} */
const repeating = new WeakMap();

/** Whether an instance has an input word more than once. @param {Session} session */
const repeatsInputs = ({ instances_head: instances }) =>
  remembered(repeating, instances, () => instances.some(([inputs]) => new Set(inputs).size < inputs.length));

/**
 * Every edge of a side as a thin grey line; where there are very many, a tinted field and only some of the lines.
 * @param {NetworkLayout} layout
 * @param {NetworkLayout["sides"]["input"]} side
 * @returns {Mark[]}
 */
function greyEdges({ units, hiddenX, unitY }, { x, rows, rowY }) {
  const all = rows * units;
  const every = Math.max(1, Math.ceil(all / GREY_LINES));
  const field = [x, rowY[0], hiddenX, unitY[0], hiddenX, last(unitY), x, last(rowY)];
  /** @type {number[]} */
  const points = [];
  for (let edge = 0; edge < all; edge += every)
    points.push(x, rowY[Math.floor(edge / units)], hiddenX, unitY[edge % units]);
  return [
    ...(every > 1 ? [/** @type {const} */ ({ mark: "path", points: field, fill: GRID, alpha: 0.35 })] : []),
    { mark: "lines", points, stroke: GRID, width: all > 400 ? 0.5 : 1 },
  ];
}

/**
 * The edges that carry something now, and whether the colour scale could not hold some of them.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 */
function litEdges(facts, layout, measure) {
  const { scene, inputs, excited, fired } = facts;
  const { input, output } = layout.sides;
  const drawn = [];
  if (!scene.frame && !scene.excited) {
    // The start, when no word is lit yet: all of them faintly.
    if ((input.rows + output.rows) * layout.units <= FAINT_EDGES)
      drawn.push(
        edgesOf(facts, layout, measure, "input", facts.ids.keys(), 0.5),
        edgesOf(facts, layout, measure, "output", facts.outIds.keys(), 0.5),
      );
  } else {
    // While words are hovered or pinned these speak, and the instance's own words step back.
    const quiet = [...inputs].filter((row) => !excited.has(row));
    drawn.push(
      edgesOf(facts, layout, measure, "input", quiet, scene.excited ? 0.3 : 1),
      edgesOf(facts, layout, measure, "input", excited, 1),
      edgesOf(facts, layout, measure, "output", fired, 1),
    );
  }
  return { marks: drawn.flatMap(({ marks }) => marks), beyond: drawn.some(({ beyond }) => beyond > 0) };
}

/**
 * Edges of some rows by their weights.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 * @param {Side} side
 * @param {Iterable<number>} rows
 * @param {number} strength
 */
export function edgesOf(facts, layout, measure, side, rows, strength) {
  const { x, rowY } = layout.sides[side];
  const ids = side === "input" ? facts.ids : facts.outIds;
  const { data, columns } = facts[side];
  const lines = edges(facts.limit, dashedIf(true, measure, layout.unitStep));
  for (const row of rows) {
    for (let unit = 0; unit < layout.units; unit++)
      lines.add(x, rowY[row], layout.hiddenX, layout.unitY[unit], data[ids[row] * columns + unit]);
  }
  return lines.made(strength, Math.max(1, Math.min(3.5, layout.unitStep / 2))); // where units are dense, so are edges
}

/**
 * Above the columns.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 * @param {string} [inputs]
 */
export function headings({ scene, partly }, layout, measure, inputs = "input words") {
  const { session } = scene;
  const size = measure.small;
  const muted = { colour: MUTED, pad: null, size };
  const y = 0.8 * size;
  const { hidden, output, activation } = networkOfWords(session);
  const inputX = Math.max(layout.inputX, measure.width(inputs, size) + 4);
  const rows = parameterOf(session, output).axes[0];
  // Rows that are asked one by one answer each for itself: their numbers are no shares of a whole, as those of the list
  // are.
  const answer = partly && !scene.excited ? `${symbolOf(session, activation)} = σ(u)` : "";
  const end = layout.outputLabel + layout.label + layout.percent;
  const room = end - layout.outputX - (answer ? measure.width(answer, size) + 4 : 0);
  const outputs = [`output ${rows}s`, `${rows}s`].find((text) => measure.width(text, size) <= room) ?? "";
  return present([
    label(measure, inputs, inputX, y, { ...muted, align: "right" }),
    label(measure, `hidden ${symbolOf(session, hidden)}`, layout.hiddenX, y, { ...muted, align: "center" }),
    label(measure, outputs, layout.outputX, y, muted),
    label(measure, answer, end, y, { ...muted, align: "right", colour: { role: "activation" } }),
  ]);
}

/**
 * Legends and note.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 * @param {boolean} beyond
 */
export function foot({ scene: { session }, ids, limit }, layout, measure, beyond) {
  const size = measure.small;
  const y = layout.height - 0.85 * size;
  const { input, hidden, output, activation } = networkOfWords(session);
  const title = [input, output, hidden].map((name) => symbolOf(session, name)).join(", ");
  const symbol = symbolOf(session, activation);
  const room = layout.width - 1.2 * size - GAP - sharesWidth(measure, symbol);
  const scale = legend(measure, 0.6 * size, y, limit, { title, beyond, room });
  const shares = sharesLegend(measure, 0.6 * size + scale.width + GAP, y, symbol);
  const note = label(measure, shareOfWords(ids.length, session), layout.width - 0.6 * size, y, {
    colour: MUTED,
    pad: null,
    size,
    align: "right",
    room: layout.width - shares.end - 20,
  });
  return [...scale.marks, ...shares.marks, ...(note ? [note] : [])];
}
