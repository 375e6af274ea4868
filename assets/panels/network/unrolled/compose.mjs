/** The picture of the unrolled network: states and words, the errors that travel back, and what each of them adds. */
import { label, legend, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { departureOf } from "../../../draw/departure.mjs";
import { beyondIn, dashesIn } from "../../../draw/signs.mjs";
import { brief } from "../../../text/numbers.mjs";
import { answer } from "./answer.mjs";
import { factsOf } from "./facts.mjs";
import { unrolledLayout } from "./layout.mjs";
import { arrow, outlines, pixelsOf } from "./shapes.mjs";

/** @import { Box, Mark, Measure, Room, Scene } from "../../../types" */
/** @import { Facts } from "./facts.mjs" */
/** @import { UnrolledLayout } from "./layout.mjs" */
/** @import { Departure } from "../../../draw/departure.mjs" */
/** @import { Rank } from "./answer.mjs" */
/**
 * @typedef {{ marks: Mark[], facts: Facts, layout: UnrolledLayout, departure: Departure, ranks: Rank[], moving: boolean
 *   }} UnrolledPicture `moving`: while the error is on its way
 */

const EACH = 200; // ms that the error takes from one state to the one before

/**
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 * @param {UnrolledPicture | null} before
 * @param {number} now in milliseconds
 * @returns {UnrolledPicture | null}
 */
export function compose(scene, { width, height }, measure, before, now) {
  if (width < 60 || height < 60) return null;
  const facts = factsOf(scene);
  const { words, units, gradient } = facts;
  const layout = unrolledLayout({ width, height, times: words.length, units, text: measure.small });
  const departure = errorsDeparture(facts, before, now);
  const reached = gradient ? 1 + Math.floor((now - departure.began) / EACH) : 0; // words that the error has come over
  const { marks: ranked, ranks } = answer(measure, facts, layout);
  const marks = [
    ...states(measure, facts, layout),
    ...inputs(measure, facts, layout),
    ...errors(measure, facts, layout, reached),
    ...parts(measure, facts, layout, reached),
    ...legends(measure, facts, layout),
    ...ranked,
  ];
  return { marks, facts, layout, departure, ranks, moving: gradient !== null && reached < words.length };
}

/**
 * The error sets out where one steps stage by stage, and is there at once elsewhere.
 * @param {Facts} facts
 * @param {UnrolledPicture | null} before
 * @param {number} now
 */
function errorsDeparture({ scene, declared }, before, now) {
  const { session, frame, stageIndex } = scene;
  const sent = session.stages[stageIndex - 1]?.shows.includes(declared.error.name) ?? false;
  /** @param {{ step: number | undefined, stageIndex: number }} last */
  const moves = (last) => sent && last.step === frame?.step && last.stageIndex === stageIndex - 1;
  return departureOf(scene, before?.departure, moves, now);
}

/** @param {Measure} measure */
const muted = ({ small }) => ({ colour: MUTED, pad: null, size: small });

/**
 * Where the arrow from a column's error or state to what follows ends.
 * @param {Measure} measure
 * @param {UnrolledLayout} layout
 * @param {number} column
 */
const followingX = ({ small }, layout, column) =>
  column + 1 < layout.columns ? layout.stateAt(column + 1) : layout.answer.x - 0.5 * small;

/**
 * The state after each word, from the one before the oldest on, and the weights that lead from one to the next.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @returns {Mark[]}
 */
function states(measure, { words, symbols, stateAt }, layout) {
  const { rows, columns, first, states: height, strip } = layout;
  const middle = rows.states + 0.3 * height;
  const shown = strips(layout, layout.stateAt, -1, (column) => stateAt(column + first));
  const count =
    first > 0 ? label(measure, `${columns} of ${words.length} words`, layout.pad, rows.names, muted(measure)) : null;
  /** @type {(Mark | null)[]} */
  const marks = [count, { mark: "cells", ...shown.cells, by: { tint: "activation" } }];
  marks.push(outlines(shown.known, true), outlines(shown.unknown, false));
  for (let column = -1; column < columns; column++) {
    const next = followingX(measure, layout, column);
    const from = (column < 0 ? layout.stateAt(column) : layout.errorAt(column)) + strip;
    const within = column + 1 < columns;
    marks.push(...arrow(from + 3, middle, next - 3, middle, 1.5, within ? "weight" : "output"));
    const symbol = within ? symbols.recurrent : symbols.output;
    const y = middle - 0.75 * measure.small;
    marks.push(label(measure, symbol, (from + next) / 2, y, { ...muted(measure), align: "center" }));
  }
  marks.push(label(measure, symbols.state, layout.pad, middle, { ...muted(measure), colour: { role: "activation" } }));
  return present(marks);
}

/**
 * Vectors as strips of cells, the first unit on top: boxes and values of all cells, and the strips by whether they are
 * known.
 * @param {UnrolledLayout} layout
 * @param {(column: number) => number} leftOf
 * @param {number} from the first column
 * @param {(column: number) => ArrayLike<number> | null} valuesOf
 */
function strips({ rows, columns, units, strip, cell, states: height }, leftOf, from, valuesOf) {
  /** @type {{ boxes: number[], values: number[] }} */
  const cells = { boxes: [], values: [] };
  /** @type {Record<"known" | "unknown", Box[]>} */
  const found = { known: [], unknown: [] };
  for (let column = from; column < columns; column++) {
    const [values, left] = [valuesOf(column), leftOf(column)];
    found[values ? "known" : "unknown"].push({ left, top: rows.states, width: strip, height });
    for (let unit = 0; values && unit < units; unit++) {
      cells.boxes.push(left, rows.states + unit * cell, strip, cell + 0.3);
      cells.values.push(values[unit]);
    }
  }
  return { cells, ...found };
}

/**
 * The words that are read, and the times of the columns.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @returns {Mark[]}
 */
function inputs(measure, facts, layout) {
  const { scene, words, names } = facts;
  const { rows, columns, first, step } = layout;
  /** @type {(Mark | null)[]} */
  const marks = [label(measure, "word", layout.pad, rows.words, muted(measure))];
  for (let column = 0; column < columns; column++) {
    const colour = column + first === words.length - 1 ? TEXT : MUTED;
    const x = layout.left(column) + step / 2;
    marks.push(label(measure, names[column + first], x, rows.names, { ...muted(measure), align: "center", colour }));
    marks.push(...input(measure, facts, layout, column));
  }
  const room = layout.answer.x - layout.left(0);
  const waiting = "The first stage reads the first word.";
  if (!scene.frame) marks.push(label(measure, waiting, layout.left(0), rows.u, { ...muted(measure), room }));
  return present(marks);
}

/**
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @param {number} column
 * @returns {(Mark | null)[]}
 */
function input(measure, { scene, words, symbols }, layout, column) {
  const { rows, step, states: height, strip } = layout;
  const id = words[column + layout.first];
  const now = column === layout.columns - 1;
  const x = layout.left(column) + step / 2;
  const lit = id >= 0 && (scene.hovered === id || scene.pins.includes(id));
  const said = id >= 0 ? scene.session.words[id] : scene.frame ? "none" : "";
  const name = label(measure, said, x, rows.words, {
    align: "center",
    pad: lit ? { role: "accent-soft" } : null,
    bold: now || lit,
    colour: id < 0 ? MUTED : now || lit ? { role: "input" } : TEXT,
    room: step - 2,
  });
  if (id < 0) return [name];
  const [at, foot] = [layout.stateAt(column) + strip / 2, rows.states + height];
  const read = arrow(at, rows.words - 0.62 * measure.small, at, foot + 1, 1.2, "input");
  if (!now) return [name, ...read];
  const options = /** @type {const} */ ({ ...muted(measure), align: "right" });
  return [name, ...read, label(measure, symbols.input, at - 6, foot + 0.62 * measure.small, options)];
}

/**
 * Errors, as far as they have travelled: of the last `reached` words.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @param {number} reached
 * @returns {Mark[]}
 */
function errors(measure, { gradient, words, symbols, errorAt }, layout, reached) {
  const { rows, columns, strip, first, states: height } = layout;
  const low = rows.states + 0.72 * height;
  /** @param {number} column */
  const valuesOf = (column) => (words.length - (column + first) <= reached ? errorAt(column + first) : null);
  const shown = strips(layout, layout.errorAt, 0, valuesOf);
  const colour = gradient ? { role: "error" } : MUTED;
  /** @type {(Mark | null)[]} */
  const marks = [label(measure, symbols.error, layout.pad, low, { pad: null, size: measure.small, colour })];
  const { boxes, values } = shown.cells;
  const limit = gradient?.errorLimit ?? 1;
  marks.push({ mark: "cells", boxes, values, by: { limit } }, ...beyondIn(boxes, values, limit));
  marks.push(...dashesIn(measure, boxes, values));
  marks.push(outlines(shown.known, true, { role: "error" }), outlines(shown.unknown, false));
  for (let column = 0; gradient && column < columns; column++) {
    if (!valuesOf(column) || words[column + first] < 0) continue;
    const after = followingX(measure, layout, column);
    const width = 1 + 3 * gradient.share(column + first) ** 0.25;
    marks.push(...arrow(after - 3, low, layout.errorAt(column) + strip + 4, low, width, "error"));
  }
  return present(marks);
}

/**
 * What each word adds: its length for its column of U, a map and its length for W; their sum at the right.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @param {number} reached
 * @returns {Mark[]}
 */
function parts(measure, { words, symbols, gradient }, layout, reached) {
  const { rows, columns, map, step, units, first } = layout;
  const centred = /** @type {const} */ ({ ...muted(measure), align: "center" });
  /** @type {(Mark | null)[]} */
  const marks = [
    label(measure, `to ${symbols.input}`, layout.pad, rows.u, muted(measure)),
    label(measure, `to ${symbols.recurrent}`, layout.pad, rows.map + map / 2, muted(measure)),
    // These do not add up, as the maps above them do.
    label(measure, "length", layout.pad, rows.lengths, muted(measure)),
  ];
  for (let column = 0; column < columns; column++) {
    const time = column + first;
    const known = gradient && words.length - time <= reached ? gradient : null;
    const box = { left: layout.mapAt(column), top: rows.map, width: map, height: map };
    if (known && words[time] >= 0) marks.push(...pixelsOf(measure, box, units, known.part(time), known.partLimit));
    marks.push(outlines([box], known !== null));
    if (!known) continue;
    const { input: toInput, recurrent } = known.lengths;
    const [ofInput, ofRecurrent] = words[time] < 0 ? ["0", "0"] : [toInput[time], recurrent[time]].map(brief);
    const [x, room] = [layout.left(column) + step / 2, step - 2];
    marks.push(label(measure, ofInput, x, rows.u, { ...centred, room }));
    marks.push(label(measure, ofRecurrent, x, rows.lengths, { ...centred, room }));
    if (column + 1 < columns) marks.push(label(measure, "+", layout.left(column) + step, rows.map + map / 2, centred));
  }
  const whole = gradient && reached >= words.length ? gradient : null;
  return present([...marks, ...sum(measure, symbols.recurrent, layout, whole)]);
}

/**
 * @param {Measure} measure
 * @param {string} recurrent
 * @param {UnrolledLayout} layout
 * @param {Facts["gradient"]} gradient
 * @returns {(Mark | null)[]}
 */
function sum(measure, recurrent, { rows, map, total, units, answer: { width: room } }, gradient) {
  const box = { left: total.x, top: total.y, width: map, height: map };
  const outline = outlines([box], gradient !== null);
  if (!gradient) return [outline];
  const error = { ...muted(measure), colour: { role: "error" }, room };
  const middle = rows.map + map / 2;
  return [
    ...pixelsOf(measure, box, units, gradient.sum, gradient.partLimit),
    outline,
    label(measure, "=", total.x - 0.6 * measure.small, middle, { ...muted(measure), align: "center" }),
    label(measure, brief(gradient.lengths.sum), total.x, rows.lengths, { ...muted(measure), room }),
    label(measure, `∂E/∂${recurrent}`, total.x, rows.u, error),
  ];
}

/**
 * The scales of the colours.
 * @param {Measure} measure
 * @param {Facts} facts
 * @param {UnrolledLayout} layout
 * @returns {Mark[]}
 */
function legends(measure, { gradient, symbols }, { rows: { legends: y }, pad, width, answer }) {
  const zero = label(measure, `${symbols.state} 0`, pad, y, muted(measure));
  let x = pad + (zero?.room ?? 0) + 3;
  const [boxes, shares] = [[0, 1, 2, 3, 4].flatMap((i) => [x + 7 * i, y - 4, 7, 8]), [0.1, 0.3, 0.5, 0.7, 0.9]];
  x += 35;
  const one = label(measure, "1", x + 3, y, muted(measure));
  const marks = present([zero, { mark: "cells", boxes, values: shares, by: { tint: "activation" } }, one]);
  if (!gradient) return marks;
  x += 3 + (one?.room ?? 0);
  const each = (answer.x - x) / 2;
  const [apart, wide] = width < 36 * measure.small ? [0.7, 26] : [1.2, 34];
  x += apart * measure.small;
  const { errorLimit, beyond, partLimit } = gradient;
  const ofErrors = legend(measure, x, y, errorLimit, { title: symbols.error, width: wide, room: each, beyond });
  x += ofErrors.width + apart * measure.small;
  const title = `to ${symbols.recurrent}`;
  const ofParts = legend(measure, x, y, partLimit, { title, width: wide, room: width - x });
  const fits = x + ofParts.width <= width;
  return [...marks, ...ofErrors.marks, ...(fits ? ofParts.marks : [])];
}
