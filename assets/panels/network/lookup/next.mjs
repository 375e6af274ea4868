/** The likeliest next words of the table look-up, and the one that came. */
import { label, TEXT } from "../../../draw/composing.mjs";
import { format, percent } from "../../../text/numbers.mjs";
import { arrow } from "../marks.mjs";

/** @import { Mark, Measure } from "../../../types" */
/** @import { LookupFacts } from "./facts.mjs" */
/** @import { LookupLayout } from "./layout.mjs" */

const OUTPUT = { role: "output" };

/** @param {LookupFacts} facts @param {LookupLayout} layout @param {Measure} measure @param {number[]} ranks */
export function nextWords(facts, layout, measure, ranks) {
  const { answer } = layout;
  const size = measure.small;
  const shown = ranks.slice(0, answer.count);
  const wrong = Math.max(0, ...shown.map((id) => measure.width(errorOf(facts, id), size)));
  const numbers = measure.width("100%", size) + 13 + wrong;
  const least = 0.56 * answer.width < numbers ? 0.4 : 0.44;
  const names = answer.width < 24 * size ? least : 0.34; // of the width
  const bar = {
    x: answer.x + names * answer.width,
    width: Math.max(4, Math.min(0.26 * answer.width, (1 - names) * answer.width - numbers)),
  };
  return shown.flatMap((id, row) => {
    const y = answer.y + (row + 0.5) * answer.row;
    return [...name(facts, layout, measure, bar, id, y), ...number(facts, layout, measure, bar, id, y, row === 0)];
  });
}

/**
 * @param {LookupFacts} facts
 * @param {LookupLayout} layout
 * @param {Measure} measure
 * @param {{ x: number, width: number }} bar
 * @param {number} id
 * @param {number} y
 */
function name({ scene }, { answer }, measure, bar, id, y) {
  const size = measure.small;
  const own = scene.frame?.outputs.includes(id) ?? false;
  /** @type {Mark[]} */
  const marks = [];
  if (scene.hovered === id) {
    const box = [answer.x, y - 0.5 * answer.row, bar.x - answer.x + bar.width, answer.row];
    marks.push({ mark: "boxes", boxes: box, fill: { role: "accent-soft" } });
  }
  const word = label(measure, scene.session.words[id], bar.x - 0.5 * size, y, {
    align: "right",
    size,
    bold: own,
    room: bar.x - answer.x - (own ? 2.2 : 0.7) * size, // an arrow stands before its own
    pad: null,
    colour: own ? OUTPUT : TEXT,
  });
  if (word) marks.push(word);
  const before = bar.x - 0.9 * size - (word?.room ?? 0);
  return own ? [...marks, ...arrow(before - 1.3 * size, y, before, y, OUTPUT)] : marks;
}

/**
 * A bar with the probability, or the score as long as there is none, and the error.
 * @param {LookupFacts} facts
 * @param {LookupLayout} layout
 * @param {Measure} measure
 * @param {{ x: number, width: number }} bar
 * @param {number} id
 * @param {number} y
 * @param {boolean} first whose error is followed by what it is, where there is room
 */
function number(facts, { answer }, measure, bar, id, y, first) {
  const { chances, scores } = facts.values;
  const options = { pad: null, size: measure.small };
  const length = chances ? chances[id] * bar.width : 0;
  const box = [bar.x, y - 0.36 * answer.row, Math.max(1, length), 0.72 * answer.row];
  /** @type {Mark[]} */
  const marks = chances ? [{ mark: "boxes", boxes: box, fill: { tint: "activation", share: 0.55 } }] : [];
  const at = bar.x + length + 5;
  const said = chances ? percent(chances[id]) : format(scores?.[id], 2);
  const written = label(measure, said, at, y, { ...options, colour: { role: "activation" } });
  if (written) marks.push(written);
  const after = Math.max(at + (written?.room ?? 0) + 8, bar.x + bar.width + 4);
  const wrong = errorOf(facts, id);
  const named = `${wrong}  ${facts.symbols.errors}`;
  const isNamed = first && after + measure.width(named, measure.small) <= answer.x + answer.width;
  const error = wrong && label(measure, isNamed ? named : wrong, after, y, { ...options, colour: { role: "error" } });
  return error ? [...marks, error] : marks;
}

/** The error of a word, "" before there is one. @param {LookupFacts} facts @param {number} id */
const errorOf = ({ values: { errors } }, id) => (errors ? format(errors[id], 2) : "");
