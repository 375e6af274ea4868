/** What stands around a picture of the plane: axes and ticks, its title, what its colours mean. */
import { label, MUTED, present, TEXT } from "../../draw/composing.mjs";
import { last } from "../../maths/declared.mjs";
import { multiples, roundStep } from "../../maths/limits.mjs";
import { symbolOf } from "../../text/names.mjs";
import { count, exact, short, subscript, tick, tuple } from "../../text/numbers.mjs";
import { CLASS_SHADES, classIndex, KEY_SHADES, MOST_CLASSES } from "./colours.mjs";
import { BESIDE } from "./frame.mjs";

/** @import { Answered, Box, Mark, Measure, Session } from "../../types" */
/** @import { FramedSpace } from "./frame.mjs" */

const AXIS = { role: "edge" };
const BORDER = { role: "line" };

/** The axes through 0, where they are in the picture. @param {FramedSpace} space @returns {Mark} */
export function axisMark({ frame: { inner, x, y, flat, box } }) {
  const [left, top, right, bottom] = [inner.left, inner.top, inner.left + inner.width, inner.top + inner.height];
  const [zeroX, zeroY] = [Math.round(x(0)) + 0.5, Math.round(y(0)) + 0.5];
  const upright = box[0] < 0 && box[1] > 0 ? [zeroX, top, zeroX, bottom] : [];
  const across = flat || (box[2] < 0 && box[3] > 0) ? [left, zeroY, right, zeroY] : [];
  return { mark: "lines", points: [...upright, ...across], stroke: AXIS, alpha: 0.5 };
}

/** @param {FramedSpace} space @param {Measure} measure @returns {Mark[]} */
export function tickMarks({ names, frame: { inner, box, x, y, flat } }, measure) {
  const size = measure.small;
  const muted = { colour: MUTED, pad: null, size };
  const strong = /** @type {const} */ ({ ...muted, colour: TEXT, bold: true, align: "right" });
  const foot = inner.top + inner.height + 0.75 * size;
  const edge = inner.left + inner.width + BESIDE * size; // beyond it a number would be cut
  const step = roundStep(((box[1] - box[0]) * 3.2 * size) / inner.width);
  const upStep = flat ? roundStep(((box[3] - box[2]) * 2 * size) / inner.height) : step;
  const ups = multiples(box[2], box[3], upStep).filter((v) => flat || !(y(v) < inner.top + 1.6 * size));
  const texts = [
    ...multiples(box[0], box[1], step).map((v) => {
      const middle = Math.min(x(v), edge - measure.width(named(v, step), size) / 2);
      return label(measure, named(v, step), middle, foot, { ...muted, align: "center" });
    }),
    ...ups.map((v) => label(measure, named(v, upStep), inner.left - 4, y(v), { ...muted, align: "right" })),
    names[0] ? label(measure, names[0], inner.left + inner.width, foot + 1.15 * size, strong) : null,
    names[1] ? label(measure, names[1], inner.left - 4, inner.top + 0.7 * size, strong) : null,
  ];
  const border = [inner.left + 0.5, inner.top + 0.5, inner.width - 1, inner.height - 1];
  return [{ mark: "boxes", boxes: border, stroke: BORDER }, ...present(texts)];
}

const CUT = ["slice at ", "at ", ""]; // the briefer ones where the number would be cut off

/** With an exponent where it is tiny: a row of noughts has no room. @param {number} value @param {number} step */
const named = (value, step) => exact(Number(tick(value, step)));

/**
 * What the picture is of above it, how many are right; below what it leaves out, and what its colours say.
 * @param {Session} session
 * @param {Answered} answers
 * @param {FramedSpace} space
 * @param {Measure} measure
 * @returns {Mark[]}
 */
export function titleMarks(session, answers, { title, note, cut, frame: { inner, flat } }, measure) {
  const { data, right } = answers;
  const size = measure.small;
  const muted = { colour: MUTED, pad: null, size };
  const keyed = title === "inputs" && !flat;
  const said =
    right && title === "inputs" ? `${count(right.filter(Boolean).length)} of ${count(data.count)} right` : "";
  const side = {
    ...muted,
    align: /** @type {const} */ ("right"),
    colour: { role: right?.every(Boolean) ? "activation" : "error" },
  };
  const some =
    data.count < data.total && title === "inputs" ? `first ${count(data.count)} of ${count(data.total)} points` : "";
  const [y, foot] = [inner.top - 0.7 * size, inner.top + inner.height + 1.9 * size];
  const room = inner.width - 3 * size;
  const key = keyed
    ? keyMarks(session, answers, { left: inner.left, y: foot, room }, measure)
    : { marks: [], width: 0 };
  const left = room - key.width;
  const forms = CUT.map((at) => [note, cut && at + cut, some].filter(Boolean).join(" · "));
  const told = forms.find((form) => measure.width(form, size) <= left) ?? forms[0];
  return [
    ...present([
      label(measure, title, inner.left, y, { ...muted, room: inner.width - measure.width(said, size) - 8 }),
      said ? label(measure, said, inner.left + inner.width, y, side) : null,
    ]),
    ...key.marks,
    ...present([told ? label(measure, told, inner.left + key.width, foot, { ...muted, room: left }) : null]),
  ];
}

/**
 * What the colours say, from `left` on: the answer of a single output from low to high, else the targets' classes; with
 * the width used, and a gap behind it.
 * @param {Session} session
 * @param {Answered} answers
 * @param {{ left: number, y: number, room: number }} line
 * @param {Measure} measure
 * @returns {{ marks: Mark[], width: number }}
 */
function keyMarks(session, answers, { left, y, room }, measure) {
  const { data, level } = answers;
  const size = measure.small;
  const symbol = symbolOf(session, last(session.network.layers).output);
  const end = left + room;
  let x = left;
  /** @type {Mark[]} */
  const marks = [];
  /** @param {string} text */
  const say = (text) => {
    const written = label(measure, text, x, y, { colour: MUTED, pad: null, size, room: end - x });
    if (written) marks.push(written);
    x += (written?.room ?? 0) + 4;
  };
  /** @param {number} width @param {(box: Box) => Mark} fill */
  const swatch = (width, fill) => {
    marks.push(fill({ left: x, top: y - 4, width, height: 8 }));
    marks.push({ mark: "boxes", boxes: [x + 0.5, y - 3.5, width - 1, 7], stroke: AXIS });
    x += width + 4;
  };
  if (data.outputs === 1) {
    if (room < 7 * size) return { marks, width: 0 };
    say(`${subscript(symbol, 0)} ${short(level.low)}`);
    swatch(2 * size, (box) => ({ mark: "scale", box, colours: KEY_SHADES }));
    say(short(level.high));
  }
  for (const [kind, name] of data.outputs > 1 ? classNames(answers, symbol) : []) {
    if (x + measure.width(name, size) + size + 4 > end) break;
    const fill = CLASS_SHADES[classIndex(kind)];
    swatch(size, (box) => ({ mark: "boxes", boxes: [box.left, box.top, box.width, box.height], fill }));
    say(name);
  }
  return { marks, width: x - left + 1.5 * size };
}

/**
 * The classes of the targets, and what they are called.
 * @param {Answered} answers
 * @param {string} symbol
 * @returns {[number, string][]}
 */
function classNames({ data, shared, classes }, symbol) {
  /** @type {Map<number, string>} */
  const found = new Map();
  for (let i = 0; i < data.count && found.size < MOST_CLASSES; i++) {
    const kind = classes(data.targets, i * data.outputs);
    const target = data.targets.subarray(i * data.outputs, (i + 1) * data.outputs);
    if (!found.has(kind)) found.set(kind, shared ? subscript(symbol, kind) : tuple(target));
  }
  return [...found].sort(([a], [b]) => a - b);
}
