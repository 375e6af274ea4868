/**
 * The network with an input of its own for each context word (Rong 2014, figure 2): C copies that share one W. Each of
 * them has one word on, and the hidden layer is the mean of what comes from them. From there on it is the network of
 * words.
 */
import { GRID, label, MUTED, present, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { edges } from "../../../draw/edges.mjs";
import { dashedIf } from "../../../draw/signs.mjs";
import { last } from "../../../maths/declared.mjs";
import { shownRows, shownWords, windowOf } from "../../../maths/rows.mjs";
import { symbolOf } from "../../../text/names.mjs";
import { arrow } from "../marks.mjs";
import { edgesOf, foot, headings, layoutFor } from "../words/compose.mjs";
import { networkFacts } from "../words/facts.mjs";
import { list } from "../words/list.mjs";
import { names } from "../words/names.mjs";
import { nodes, sized } from "../words/nodes.mjs";
import { copiesLayout, rowsFor } from "./layout.mjs";

/** @import { Colour, Mark, Measure, Room, Scene } from "../../../types" */
/** @import { NetworkFacts } from "../words/facts.mjs" */
/** @import { NetworkLayout } from "../words/layout.mjs" */
/** @import { CopiesLayout } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} CopiesPicture */

const MOST = 8; // copies

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, room, measure) {
  if (room.width < 40 || room.height < 40) return null;
  const { session } = scene;
  const all = shownWords(scene, windowOf(session.whole.words.length));
  const outIds = shownRows(scene, all);
  const layout = layoutFor(scene, room, measure, all.length, outIds.length);
  const inputs = inputsOf(scene);
  const shown = inputs.slice(0, MOST);
  const ids = shownWords(scene, rowsFor(layout.bottom - layout.top, shown.length, session.words.length));
  const copies = copiesLayout({ ...layout, copies: shown.length, rows: ids.length, text: measure.small });
  const facts = onRight(networkFacts(scene, all, outIds));
  const lit = edgesOf(facts, layout, measure, "output", scene.frame || scene.excited ? facts.fired : [], 1);
  const on = litEdges(facts, { shown, ids }, layout, copies, measure);
  const ranked = list(facts, layout, measure);
  const copied = inputs.length === 1 ? "1 copy of x" : `${inputs.length} copies of x`;
  const of = inputs.length > shown.length ? `${shown.length} of ${inputs.length} copies` : copied;
  const marks = [
    ...on.marks,
    ...lit.marks,
    ...shown.flatMap((word, c) => copyMarks(facts, word, ids, layout, copies.blocks[c], copies, measure)),
    ...shared(facts, shown, layout, copies, measure),
    ...nodes(facts, { ...layout, sides: { ...layout.sides, input: { ...layout.sides.input, rowY: [] } } }, measure),
    ...names(facts, layout, measure, "output"),
    ...headings(facts, layout, measure, of),
    ...foot({ ...facts, ids: all }, layout, measure, lit.beyond + on.beyond > 0),
    ...ranked.marks,
  ];
  return { marks, layout, copies, shown, ids, facts, ranks: ranked.ranks };
}

/**
 * The input words: those whose answer is shown, else the instance's, −1 for each that is not known yet.
 * @param {Scene} scene
 * @returns {number[]}
 */
function inputsOf({ session, frame, excited }) {
  if (excited) return excited.words;
  if (frame) return Array.from(frame.inputs);
  const [[first = []] = []] = session.instances_head;
  return first.map(() => -1);
}

/** What is shown of the output side alone. @param {NetworkFacts} facts @returns {NetworkFacts} */
const onRight = (facts) => ({ ...facts, ids: [], inputs: new Set(), pins: new Set(), excited: new Set(), hovered: -1 });

/**
 * The edges that carry something: from the word that is on in each copy.
 * @param {NetworkFacts} facts
 * @param {{ shown: number[], ids: number[] }} words
 * @param {NetworkLayout} layout
 * @param {CopiesLayout} copies
 * @param {Measure} measure
 */
function litEdges(facts, { shown, ids }, layout, copies, measure) {
  const { data, columns } = facts.input;
  const lines = edges(facts.limit, dashedIf(true, measure, layout.unitStep));
  shown.forEach((word, c) => {
    const row = ids.indexOf(word);
    if (row < 0) return;
    layout.unitY.forEach((y, unit) =>
      lines.add(layout.inputX, copies.blocks[c][row], layout.hiddenX, y, data[word * columns + unit]),
    );
  });
  return lines.made(1, Math.max(1, Math.min(3.5, layout.unitStep / 2)));
}

/**
 * A copy: a node a word, that of its own on and named; grey edges behind, as a field.
 * @param {NetworkFacts} facts
 * @param {number} word
 * @param {number[]} ids
 * @param {NetworkLayout} layout
 * @param {number[]} rowY
 * @param {CopiesLayout} copies
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function copyMarks({ scene }, word, ids, layout, rowY, copies, measure) {
  const { session, hovered, pins } = scene;
  const x = layout.inputX;
  const field = [x, rowY[0], layout.hiddenX, layout.unitY[0], layout.hiddenX, last(layout.unitY), x, last(rowY)];
  const on = ids.indexOf(word);
  const radius = sized(measure, { node: copies.node }, true);
  const off = rowY.flatMap((y, row) => (row === on ? [] : [x, y, copies.node]));
  const lit = hovered === null ? -1 : ids.indexOf(hovered);
  /** @param {number} row @param {Colour} stroke @returns {Mark} */
  const ring = (row, stroke) => ({ mark: "discs", discs: [x, rowY[row], radius + 2.5], stroke, width: 2 });
  /** @type {(Mark | null)[]} */
  const marks = [
    { mark: "path", points: field, fill: GRID, alpha: 0.16 },
    { mark: "discs", discs: off, fill: SURFACE, stroke: { role: "edge" }, width: copies.node < 3 ? 0.5 : 1 },
  ];
  if (on >= 0 && pins.includes(word)) marks.push(ring(on, { role: "accent" }));
  if (lit >= 0) marks.push(ring(lit, TEXT));
  if (on < 0) return present(marks);
  const start = x - copies.node - layout.arrow;
  const colour = { role: "input" };
  marks.push(
    { mark: "discs", discs: [x, rowY[on], radius], fill: colour, stroke: { role: "edge" }, width: 1 },
    ...arrow(start + 4, rowY[on], x - radius - 2, rowY[on], colour),
    label(measure, session.words[word], start, rowY[on], { align: "right", colour, bold: true, room: layout.label }),
  );
  return present(marks);
}

/**
 * W stands at the edges of each copy: it is one matrix.
 * @param {NetworkFacts} facts
 * @param {number[]} shown
 * @param {NetworkLayout} layout
 * @param {CopiesLayout} copies
 * @param {Measure} measure
 */
function shared({ scene: { session } }, shown, layout, copies, measure) {
  const symbol = symbolOf(session, session.network.input ?? "");
  const [middle, size] = [(layout.unitY[0] + last(layout.unitY)) / 2, measure.small];
  return present(
    shown.map((_, c) => {
      const rowY = copies.blocks[c];
      const y = 0.7 * ((rowY[0] + last(rowY)) / 2) + 0.3 * middle;
      return label(measure, symbol, 0.7 * layout.inputX + 0.3 * layout.hiddenX, y, {
        align: "center",
        size,
        colour: MUTED,
      });
    }),
  );
}
