/** The picture of the tree: branches, the ways to the output words, inner nodes with their answers, leaves. */
import { GRID, label, MUTED, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { quantityOf, suffice } from "../../../maths/declared.mjs";
import { shortName } from "../../../text/names.mjs";
import { count, pointed } from "../../../text/numbers.mjs";
import { sharesLegend, widestWord } from "../marks.mjs";
import { given } from "../words/tell.mjs";
import { treeFacts } from "./facts.mjs";
import { nodeRadius, treeLayout } from "./layout.mjs";
import { leaves, textOf } from "./leaves.mjs";

/** @import { Colour, Mark, Measure, Room, Scene } from "../../../types" */
/** @import { Answer, TreeFacts } from "./facts.mjs" */
/** @import { PlacedNode, TreeLayout } from "./layout.mjs" */
/** @typedef {NonNullable<ReturnType<typeof compose>>} TreePicture */

const THICKEST = 7; // px, a branch with all of the probability
const [LINE, HALF] = [0.62, 0.36]; // of the size of text: from a branch to the middle of a line beside it; half a digit
const [ABOVE, BELOW] = [1.5, 2.5]; // px, more from a branch to the line on either side
const ACTIVATION = { role: "activation" };
const OUTPUT = { role: "output" };

/**
 * `facts` is what is shown, `layout` where.
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 */
export function compose(scene, { width, height }, measure) {
  if (width < 60 || height < 40) return null;
  const facts = treeFacts(scene);
  const { tree, targets } = facts;
  const { session, hovered, pins } = facts.scene;
  const must = [...targets, ...(hovered === null ? [] : [hovered]), ...pins];
  const widest = widestWord(measure, session);
  /** @param {{ word?: number, stub?: number }} row */
  const widthOf = (row) => measure.width(textOf(session, tree, row), measure.normal, true);
  const layout = treeLayout({ width, height, tree, must, widest, widthOf, text: measure.small });
  const ways = Array.from(targets, (word) => way(layout, tree.path(word), OUTPUT, facts.asked ? 3 : 1.5));
  const marks = [
    ...branches(facts, layout),
    ...(hovered === null ? [] : way(layout, tree.path(hovered), { role: "accent" }, 3)),
    ...ways.flat(),
    ...inner(facts, layout, measure),
    ...leaves(facts, layout, measure),
    ...foot(facts, layout, measure),
  ];
  return { marks, layout, facts };
}

/**
 * All branches, as wide as the probability that goes through them.
 * @param {TreeFacts} facts
 * @param {TreeLayout} layout
 */
function branches({ tree, mass, chances }, layout) {
  const colour = mass ? { role: "line" } : GRID;
  /** @param {number} share */
  const thick = (share) => (mass ? 0.8 + (THICKEST - 0.8) * share : 1);
  /** @type {Mark[]} */
  const marks = [];
  for (const entry of layout.nodes.values()) {
    tree.children[entry.node].forEach(([isInner, id], side) => {
      const share = mass && chances ? (isInner ? mass[id] : chances[id]) : 0;
      marks.push(branch(entry, side, layout.dx, colour, thick(share)));
    });
  }
  return [...marks, trunk(layout, colour, thick(1))];
}

/**
 * The way to a word, as far as it is shown.
 * @param {TreeLayout} layout
 * @param {{ node: number, left: boolean }[]} turns
 * @param {Colour} colour
 * @param {number} width
 */
function way(layout, turns, colour, width) {
  const marks = [trunk(layout, colour, width)];
  for (const { node, left } of turns) {
    const entry = layout.nodes.get(node);
    if (entry) marks.push(branch(entry, left ? 0 : 1, layout.dx, colour, width));
  }
  return marks;
}

/**
 * @param {PlacedNode} node
 * @param {number} side
 * @param {number} dx
 * @param {Colour} colour
 * @param {number} width
 * @returns {Mark}
 */
function branch({ x, y, endsY }, side, dx, colour, width) {
  return { mark: "path", points: [x, y, x, endsY[side], x + dx, endsY[side]], stroke: colour, width };
}

/** What leads to the root. @param {TreeLayout} layout @param {Colour} colour @param {number} width @returns {Mark} */
function trunk({ root: { x, y }, lead }, colour, width) {
  return { mark: "path", points: [x - lead, y, x, y], stroke: colour, width };
}

/**
 * Inner nodes: the fill is the probability of going left; those that the step asks stand out, with their numbers.
 * @param {TreeFacts} facts
 * @param {TreeLayout} layout
 * @param {Measure} measure
 */
function inner({ scene: { session }, tree, answers, touched, left: leftOf }, layout, measure) {
  const { small } = measure;
  /** @type {Mark[]} */
  const marks = [];
  const roomy = layout.step >= 1.25 * small;
  /** @param {number} node */
  const isNumbered = (node) => roomy || answers.has(node);
  for (const placed of layout.nodes.values()) {
    const { node, x, y } = placed;
    const answer = answers.get(node);
    const left = leftOf(node);
    const radius = nodeRadius(layout, Boolean(answer));
    marks.push({
      mark: "discs",
      discs: [x, y, radius],
      fill: left === null ? SURFACE : { tint: "activation", share: Math.sqrt(left) },
      stroke: answer ? OUTPUT : { role: "edge" },
      width: answer ? 2 : 1,
      alpha: touched?.has(node) === false ? 0.6 : 1,
    });
    const room = (node ? layout.dx : layout.lead) - radius - 4;
    if (room < 1.15 * small || !isNumbered(node)) continue;
    const name = shortName(session, session.network.output, node);
    const behind = answer ? roomBehind(layout, placed, tree.children[node], small, isNumbered) - radius - 3 : 0;
    const beside = measure.width(name, small) <= behind ? x + radius + 3 : null;
    marks.push(...numbers(measure, { room, x: x - radius - 2, y, left, answer, name, beside }));
  }
  return marks;
}

/**
 * How wide a line of text may be behind a node, before its branches end; 0 where they, or the numbers on them, are too
 * near.
 * @param {TreeLayout} layout
 * @param {PlacedNode} placed
 * @param {[inner: boolean, id: number][]} children
 * @param {number} size of text
 * @param {(node: number) => boolean} isNumbered
 */
function roomBehind({ nodes, dx }, { y, endsY }, children, size, isNumbered) {
  const isFree = children.every(([inner, id], side) => {
    const numbered = inner && nodes.has(id) && isNumbered(id);
    return Math.abs(endsY[side] - y) >= (numbered ? (LINE + 2 * HALF) * size + BELOW + 1 : 2.5 * HALF * size);
  });
  return isFree ? dx - 2 : 0;
}

/**
 * On the branch that leads to a node: its name and probability above, its error below. The name stands behind the node
 * where it has no room there.
 * @param {Measure} measure
 * @param {{ room: number, x: number, y: number, left: number | null, answer: Answer | undefined, name: string, beside:
 *   number | null }} node `beside` is where the name would begin behind it, if there is room
 */
function numbers(measure, { room, x, y, left, answer, name, beside }) {
  const size = measure.small;
  const bold = Boolean(answer);
  const [above, below] = [y - LINE * size - ABOVE, y + LINE * size + BELOW];
  /** @param {number} value */
  const written = (value) => {
    if (Math.abs(value) < 0.005) return "0";
    return [2, 1].map((digits) => pointed(value, digits)).find((text) => measure.width(text, size, bold) <= room) ?? "";
  };
  /** @param {string} text @param {number} at @param {number} line @param {Colour} colour @param {boolean} strong */
  const write = (text, at, line, colour, strong) =>
    label(measure, text, at, line, { align: "right", pad: null, size, colour, bold: strong });
  const share = left === null ? null : write(written(left), x, above, answer ? ACTIVATION : MUTED, bold);
  const error = typeof answer?.error === "number" && write(written(answer.error), x, below, { role: "error" }, bold);
  const several = error && answer && answer.times > 1;
  const sum = several && write("Σ", x - error.room - 2, below, MUTED, false); // as of as many output words
  const taken = share ? share.room + 4 : 0;
  const colour = answer ? TEXT : MUTED;
  const named =
    measure.width(name, size) <= room - taken
      ? write(name, x - taken, above, colour, false)
      : beside !== null && label(measure, name, beside, y, { pad: null, size, colour });
  return [share, error, sum, named].filter((each) => each !== false && each !== null);
}

/**
 * Below: which way is left, the scale of the nodes' fill, and which pinned words the numbers are given, or how many
 * have to be pinned; else how much of the tree is shown.
 * @param {TreeFacts} facts
 * @param {TreeLayout} layout
 * @param {Measure} measure
 */
function foot({ scene, tree }, layout, measure) {
  const { session, pins } = scene;
  const { takes } = session;
  const size = measure.small;
  const y = layout.height - 0.85 * size;
  const muted = { colour: MUTED, pad: null, size };
  const { symbol } = quantityOf(session, session.network.activation);
  const up = label(measure, "up = left", layout.pad, y, muted);
  const shares = sharesLegend(measure, layout.pad + (up?.room ?? 0) + 14, y, `p(left) = ${symbol}`);
  const shown = layout.rows.filter(({ word }) => word !== undefined).length;
  const part = shown < tree.words ? `${count(shown)} of ${count(tree.words)} words` : "";
  const awaited = takes && pins.length && !suffice(session, pins);
  const told = given(scene) || (awaited ? `pin ${takes} word${takes > 1 ? "s, in reading order" : ""}` : part);
  const room = layout.width - shares.end - 20;
  const note = label(measure, told, layout.width - layout.pad, y, { ...muted, align: "right", room });
  return [...(up ? [up] : []), ...shares.marks, ...(note ? [note] : [])];
}
