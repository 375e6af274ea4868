/** The ranked list beside the network: the most probable words. */
import { GRID, label, MUTED, present, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { percent } from "../../../text/numbers.mjs";
import { MOST_PROBABLE } from "./facts.mjs";

/** @import { Mark, Measure, Ranked } from "../../../types" */
/** @import { NetworkFacts } from "./facts.mjs" */
/** @import { NetworkLayout } from "./layout.mjs" */
/** @typedef {Ranked & { y: number, top: number, bottom: number }} Standing a word of the list, and where it stands */

/**
 * The most probable words, ranked, with bars; empty boxes until they are known. `ranks` is which words stand where.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 * @returns {{ marks: Mark[], ranks: Standing[] }}
 */
export function list(facts, layout, measure) {
  const { scene, ranks } = facts;
  if (!layout.list) return { marks: [], ranks: [] };
  const { x, width } = layout.list;
  const size = measure.small;
  const given = scene.excited ? scene.excited.words.map((id) => scene.session.words[id]).join(", ") : "";
  const text = given ? `given ${given}` : (ofAll(facts) ?? "most probable");
  const title = label(measure, text, x, 0.8 * size, { colour: MUTED, pad: null, size, room: width });
  const head = title ? [title] : [];
  const step = 1.55 * measure.normal;
  const room = Math.floor((layout.bottom - layout.top) / step);
  const lines = Math.min(MOST_PROBABLE, scene.session.whole.words.length, room);
  const lineY = Array.from({ length: lines }, (_, i) => layout.top + (i + 0.5) * step);
  if (!ranks) {
    const boxes = lineY.flatMap((y) => [x + 0.5, y - step / 2 + 1.5, width - 1, step - 3]);
    return { marks: [...head, { mark: "boxes", boxes, stroke: GRID }], ranks: [] };
  }
  const found = ranks
    .slice(0, lines)
    .map((rank, i) => ({ ...rank, y: lineY[i], top: lineY[i] - step / 2, bottom: lineY[i] + step / 2 }));
  return { marks: [...head, ...rankMarks(facts, layout.list, measure, found, step)], ranks: found };
}

/**
 * What the list's numbers are, where words have two: those that the step asks also answer each for itself.
 * @param {Pick<NetworkFacts, "partly" | "ofWords">} facts
 */
export const ofAll = ({ partly, ofWords }) => (partly && ofWords ? "softmax of all u" : null);

/**
 * @param {NetworkFacts} facts
 * @param {{ x: number, width: number }} list
 * @param {Measure} measure
 * @param {Standing[]} ranks
 * @param {number} step
 * @returns {Mark[]}
 */
function rankMarks({ scene }, { x, width }, measure, ranks, step) {
  const bars = ranks.flatMap(({ id, chance, top }) => {
    const bar = [x, top + 1, Math.max(1, chance * width), step - 2];
    return /** @type {Mark[]} */ ([
      {
        mark: "boxes",
        boxes: [x - 3, top, width + 6, step],
        fill: scene.hovered === id ? { role: "accent-soft" } : SURFACE,
      },
      { mark: "boxes", boxes: bar, fill: { tint: "activation", share: 0.3 } },
    ]);
  });
  const numbers = ranks.map(({ chance, y }) =>
    label(measure, percent(chance), x + width - 2, y, { align: "right", pad: null, size: measure.small }),
  );
  const words = ranks.map(({ id, word, y }, i) => {
    const target = scene.frame?.outputs.includes(id) ?? false;
    const room = width - (numbers[i]?.room ?? 0) - 8;
    return label(measure, word, x + 3, y, {
      pad: null,
      room,
      colour: target ? { role: "output" } : TEXT,
      bold: target,
    });
  });
  return [...bars, ...present([...numbers, ...words])];
}
