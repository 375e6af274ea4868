/** The answer at the right of the unrolled network: the most probable words, once they are known. */
import { label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { largest } from "../../../maths/limits.mjs";
import { percent } from "../../../text/numbers.mjs";

/** @import { Mark, Measure } from "../../../types" */
/** @import { Facts } from "./facts.mjs" */
/** @import { UnrolledLayout } from "./layout.mjs" */
/** @typedef {{ id: number, top: number, bottom: number }} Rank a word, and where it stands */

/**
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @returns {{ marks: Mark[], ranks: Rank[] }}
 */
export function answer(measure, { scene, chances }, { answer: { x, width }, rows, states }) {
  const muted = { colour: MUTED, pad: null, size: measure.small };
  const title = label(measure, "next word", x, rows.names, { ...muted, room: width });
  /** @type {Mark[]} */
  const marks = title ? [title] : [];
  if (!chances) return { marks, ranks: [] };
  const step = 1.4 * measure.normal;
  const most = Math.max(1, Math.min(scene.session.words.length, Math.floor(states / step)));
  const ids = largest(chances, most);
  const bars = ids.flatMap((id, rank) => [x, rows.states + (rank + 0.05) * step, width * chances[id], 0.9 * step]);
  marks.push({ mark: "boxes", boxes: bars, fill: { tint: "activation", share: 0.3 } });
  const ranks = ids.map((id, rank) => {
    const y = rows.states + (rank + 0.5) * step;
    const target = scene.frame?.outputs.includes(id) ?? false;
    const chance = label(measure, percent(chances[id]), x + width - 2, y, { ...muted, align: "right" });
    const colour = target ? { role: "output" } : TEXT;
    const room = width - (chance?.room ?? 0) - 8;
    const word = label(measure, scene.session.words[id], x + 2, y, { pad: null, bold: target, colour, room });
    marks.push(...present([chance, word]));
    return { id, top: y - step / 2, bottom: y + step / 2 };
  });
  return { marks, ranks };
}
