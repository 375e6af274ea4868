/**
 * The right of the tree: leaves with their words and probabilities; what is folded away says how many words it holds.
 */
import { label, MUTED, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { count, percent } from "../../../text/numbers.mjs";
import { square } from "../marks.mjs";

/** @import { Ink, Mark, Measure, Session } from "../../../types" */
/** @import { TreeFacts } from "./facts.mjs" */
/** @import { PlacedRow, TreeLayout } from "./layout.mjs" */

const OUTPUT = { role: "output" };

/** @param {TreeFacts} facts @param {TreeLayout} layout @param {Measure} measure */
export function leaves(facts, layout, measure) {
  const { chances } = facts;
  let reach = chances ? 0 : 1;
  for (let word = 0; word < (chances?.length ?? 0); word++) reach = Math.max(reach, chances?.[word] ?? 0);
  return layout.rows.flatMap((row) => leaf(facts, layout, measure, row, reach));
}

/**
 * @param {TreeFacts} facts
 * @param {TreeLayout} layout
 * @param {Measure} measure
 * @param {PlacedRow} row
 * @param {number} reach the largest probability
 */
function leaf({ scene, tree, chances, mass, targets }, layout, measure, row, reach) {
  const { small, normal } = measure;
  const { x, y, word, stub } = row;
  const [target, lit] = [word !== undefined && targets.has(word), word !== undefined && word === scene.hovered];
  const chance = (stub === undefined ? chances?.[word ?? -1] : mass?.[stub]) ?? null;
  /** @type {Mark[]} */
  const marks = [];
  if (lit) {
    const box = [x + 3, y - layout.step / 2, layout.width - x - layout.pad, layout.step];
    marks.push({ mark: "boxes", boxes: box, fill: { role: "accent-soft" } });
  }
  marks.push(end(small, row, chance, target));
  const name = label(measure, textOf(scene.session, tree, row), x + 0.75 * small, y, {
    pad: null,
    room: layout.bars.x - x - 0.75 * small - 4,
    size: layout.step >= normal + 2 ? normal : small,
    bold: target || lit,
    colour: word === undefined ? MUTED : target ? OUTPUT : TEXT,
  });
  if (name) marks.push(name);
  if (chance !== null) marks.push(...share(layout, measure, y, chance, reach, word === undefined));
  return marks;
}

/**
 * What stands at a row's end.
 * @param {Session} session
 * @param {Pick<TreeFacts["tree"], "leaves">} tree
 * @param {{ word?: number, stub?: number }} row
 */
export const textOf = ({ words }, tree, { word, stub }) =>
  word === undefined ? `${count(tree.leaves[stub ?? 0])} words` : words[word];

/**
 * A word's leaf is a square, what is folded away a triangle.
 * @param {number} small
 * @param {PlacedRow} row
 * @param {number | null} chance
 * @param {boolean} target
 * @returns {Mark}
 */
function end(small, { x, y, stub }, chance, target) {
  const radius = target ? 0.42 * small : 0.32 * small;
  /** @type {Ink} */
  const ink = {
    fill: chance === null ? SURFACE : { tint: "activation", share: Math.sqrt(chance) },
    stroke: target ? OUTPUT : { role: "edge" },
    width: target ? 2 : 1,
  };
  const points =
    stub === undefined ? square(x, y, radius) : [x - radius, y, x + radius, y - radius, x + radius, y + radius];
  return { mark: "path", points, closed: true, ...ink };
}

/**
 * A probability, as a number and, of a word's, as a bar.
 * @param {TreeLayout} layout
 * @param {Measure} measure
 * @param {number} y
 * @param {number} chance
 * @param {number} reach
 * @param {boolean} folded
 * @returns {Mark[]}
 */
function share({ bars, step }, measure, y, chance, reach, folded) {
  const { small } = measure;
  const number = label(measure, percent(chance), bars.x + bars.width, y, {
    align: "right",
    pad: null,
    size: small,
    colour: folded ? MUTED : { role: "activation" },
  });
  const room = bars.width - 3.6 * small;
  const length = Math.max(1, (room * chance) / reach);
  const bar = [bars.x, y - step / 2 + 1, length, step - 2];
  const shown = room >= small && !folded;
  return [
    ...(number ? [number] : []),
    ...(shown ? [/** @type {const} */ ({ mark: "boxes", boxes: bar, fill: { tint: "activation", share: 0.34 } })] : []),
  ];
}
