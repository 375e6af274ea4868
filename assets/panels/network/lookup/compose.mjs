/** The picture of the table look-up: the table, the rows on their way, the hidden layer, and the next words. */
import { label, legend, TEXT } from "../../../draw/composing.mjs";
import { departureOf } from "../../../draw/departure.mjs";
import { symbolOf } from "../../../text/names.mjs";
import { cells, frame, heading, strip, stripName } from "./cells.mjs";
import { lookupFacts, ranked } from "./facts.mjs";
import { inputAt, lookupLayout, rowsOfTable } from "./layout.mjs";
import { hidden } from "./hidden.mjs";
import { nextWords } from "./next.mjs";

/** @import { Departure } from "../../../draw/departure.mjs" */
/** @import { Mark, Measure, Room, Scene } from "../../../types" */
/** @import { LookupFacts } from "./facts.mjs" */
/** @import { LookupLayout } from "./layout.mjs" */
/**
 * @typedef {{ marks: Mark[], facts: LookupFacts, layout: LookupLayout, ranks: number[], departure: Departure, moving:
 *   boolean }} LookupPicture `ranks` are the next words; `moving`: while the rows are on their way
 */

const WAY = 380; // ms that the rows take from the table to the input
const INPUT = { role: "input" };

/**
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 * @param {LookupPicture | null} before
 * @param {number} now in milliseconds
 * @returns {LookupPicture | null}
 */
export function compose(scene, { width, height }, measure, before, now) {
  if (width < 60 || height < 60) return null;
  const text = measure.small;
  const facts = lookupFacts(scene, rowsOfTable(height, text));
  const { ids, features, positions, units } = facts;
  const widest = ids.reduce((most, id) => Math.max(most, widthOf(measure, scene.session.words[id])), 0);
  const layout = lookupLayout({ width, height, text, words: ids.length, features, positions, units, widest });
  const ranks = scene.frame ? ranked(facts, scene.frame, layout.answer.count) : [];
  const departure = departureOfRows(facts, before, now);
  const share = Math.min(1, (now - departure.began) / WAY);
  const marks = [
    ...table(facts, layout, measure),
    ...oneHot(facts, layout, measure),
    ...hidden(facts, layout, measure),
    ...inputs(facts, layout, measure, share * share * (3 - 2 * share)),
    ...nextWords(facts, layout, measure, ranks),
  ];
  return { marks, facts, layout, ranks, departure, moving: facts.values.inputs !== null && share < 1 };
}

/** @param {Measure} measure @param {string} word */
const widthOf = (measure, word) =>
  measure.width(measure.fit(word, 12 * measure.small, measure.small, true), measure.small, true);

/**
 * The words looked up as one-hot vectors, a column a position: 1 at the word's row, 0 at all others.
 * @param {LookupFacts} facts @param {LookupLayout} layout @param {Measure} measure @returns {Mark[]}
 */
function oneHot({ ids, looked }, { table, hot, positions }, measure) {
  if (!hot) return [];
  const size = measure.small;
  return Array.from({ length: positions }, (_, position) => {
    const x = hot.x + position * hot.cell;
    const boxes = ids.flatMap((_, row) => [x + 0.5, table.y + row * table.row + 0.5, hot.cell - 1, table.row - 2]);
    const at = 4 * ids.indexOf(looked[position]);
    const ones = boxes.slice(at, at < 0 ? at : at + 4);
    const name = label(measure, `${position + 1}`, x + 0.5 * hot.cell, 0.75 * size, {
      align: "center",
      size,
      pad: null,
    });
    /** @type {Mark[]} */
    const marks = [{ mark: "boxes", boxes, stroke: { role: "grid" } }];
    if (at >= 0) marks.push({ mark: "boxes", boxes: ones, fill: INPUT });
    return name ? [...marks, name] : marks;
  }).flat();
}

/**
 * The rows set out where one steps stage by stage, and are there at once elsewhere.
 * @param {LookupFacts} facts
 * @param {LookupPicture | null} before
 * @param {number} now
 */
function departureOfRows({ scene, names }, before, now) {
  const { session, stageIndex } = scene;
  const looks = session.stages[stageIndex - 1]?.shows.includes(names.inputs) ?? false;
  return departureOf(scene, before?.departure, (last) => looks && last.stageIndex !== stageIndex, now);
}

/**
 * The table, a row a word; rows that are looked up are framed.
 * @param {LookupFacts} facts
 * @param {LookupLayout} layout
 * @param {Measure} measure
 */
function table(facts, layout, measure) {
  const { scene, ids, table: name, looked, limit, features } = facts;
  const size = measure.small;
  const { data, columns } = scene.weights[name];
  const { label: left, y: top, row: step, cell } = layout.table;
  const [room, height] = [left + features * cell, step - 1];
  const thin = Math.max(1, Math.ceil((0.95 * size) / step)); // of the names
  const rows = ids.flatMap((id, row) => {
    const y = top + row * step;
    const values = data.subarray(id * columns, id * columns + features);
    const marks = cells({ left, top: y, width: cell, height }, values, limit, measure);
    const own = looked.includes(id);
    const lit = own || scene.hovered === id;
    if (row % thin && !lit) return marks;
    const word = label(measure, scene.session.words[id], left - 0.5 * size, y + 0.5 * step, {
      align: "right",
      size,
      bold: own,
      room: left - 1.3 * size,
      colour: own ? INPUT : scene.frame?.outputs.includes(id) ? { role: "output" } : TEXT,
      pad: lit && !own ? { role: "accent-soft" } : null,
    });
    const around = own ? [frame({ left, top: y, width: features * cell, height }, INPUT)] : [];
    return [...marks, ...(word ? [word] : []), ...around];
  });
  return [
    ...heading(measure, `${symbolOf(scene.session, name)}, a row a word`, layout.side, 0.75 * size, room),
    ...rows,
    ...legend(measure, layout.side, layout.height - 0.75 * size, limit, { room }).marks,
  ];
}

/**
 * The rows looked up, at their positions or on their way there, and the error that comes back.
 * @param {LookupFacts} facts
 * @param {LookupLayout} layout
 * @param {Measure} measure
 * @param {number} share of the way
 */
function inputs(facts, layout, measure, share) {
  const { inputs: spot, width, positions } = layout;
  const { symbols, values, reach } = facts;
  const title = `${symbols.inputs}: their rows side by side`;
  return [
    ...heading(measure, title, spot.x, 0.75 * measure.small, width - spot.x),
    ...Array.from({ length: positions }, (_, position) => inputRow(facts, layout, measure, share, position)).flat(),
    ...(values.back ? stripName(measure, symbols.back, reach.back, spot.x + spot.width, spot.error, width) : []),
  ];
}

/**
 * @param {LookupFacts} facts
 * @param {LookupLayout} layout
 * @param {Measure} measure
 * @param {number} share
 * @param {number} position
 * @returns {Mark[]}
 */
function inputRow({ scene, ids, looked, values, limit, features, reach }, layout, measure, share, position) {
  const { table: from, inputs: spot } = layout;
  const size = measure.small;
  const x = inputAt(layout, position);
  const { height } = spot;
  const ground = frame({ left: x, top: spot.y, width: spot.piece, height }, { role: "grid" }, !values.inputs);
  if (!values.inputs) return [ground];
  const fromY = from.y + Math.max(0, ids.indexOf(looked[position])) * from.row;
  const left = from.label + (x - from.label) * share;
  const top = fromY + (spot.y - fromY) * share;
  const width = from.cell + (spot.cell - from.cell) * share;
  /** @param {Float64Array | Float32Array | Int32Array} all */
  const own = (all) => all.subarray(position * features, (position + 1) * features);
  const word = label(measure, scene.session.words[looked[position]], x + 0.5 * spot.piece, spot.y - 0.75 * size, {
    align: "center",
    size,
    bold: true,
    colour: INPUT,
    pad: null,
    room: spot.step - 2,
  });
  const errors = { left: x, top: spot.error, width: spot.cell, height: 0.5 * size };
  return [
    ground,
    ...cells({ left, top, width, height }, own(values.inputs), limit, measure),
    frame({ left, top, width: features * width, height }, INPUT),
    ...(word ? [word] : []),
    ...(values.back ? strip(measure, errors, own(values.back), reach.back) : []),
  ];
}
