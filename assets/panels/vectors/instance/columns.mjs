/** A column of the vectors panel: its heading, and bars, cells or names with their numbers. */
import { GRID, label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { beyondIn, dashesIn } from "../../../draw/signs.mjs";
import { remembered } from "../../../maths/remembered.mjs";
import { cellBox } from "./layout.mjs";
import { alone, BESIDE_CELL, barsBeside, besideBars, sizesOf, writing } from "./writing.mjs";

/** @import { Mark, Measure, Quantity, Scene } from "../../../types" */
/** @import { Asked, Shown } from "./facts.mjs" */
/** @import { Column } from "./layout.mjs" */

/** @param {Measure} measure @param {Scene} scene @param {Shown} shown @returns {Mark[]} */
export const columnMarks = (measure, scene, shown) => [
  ...heading(measure, shown),
  ...columnBody(measure, scene, shown),
];

/**
 * All below its heading; an empty outline while the stage has not reached the quantity.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {Shown} shown
 * @returns {Mark[]}
 */
export function columnBody(measure, scene, shown) {
  const { quantity, column, values, asked } = shown;
  const rows = rowNumbers(measure, column, quantity.row_names);
  if (!values) {
    const boxes = [column.x + 0.5, column.top + 0.5, column.width - 1, column.bottom - column.top - 1];
    return [...rows, { mark: "boxes", boxes, stroke: GRID, dash: [3, 3] }];
  }
  const groups = asked ? groupLines(measure, shown, asked) : [];
  return [...rows, ...groups, ...content(measure, scene, shown, values)];
}

/** @param {Measure} measure @param {Scene} scene @param {Shown} shown @param {number[]} values @returns {Mark[]} */
function content(measure, scene, shown, values) {
  const { quantity, column, asked } = shown;
  if (quantity.names && asked)
    return quantity.names === "outputs"
      ? groupNames(measure, scene, column, asked)
      : rowNames(measure, scene, column, asked);
  if (quantity.axes.length > 1) return [...cells(shown, values), ...cellNumbers(measure, shown, values)];
  return barsAndNumbers(measure, shown, values);
}

/** @param {Measure} measure @param {Shown} shown @returns {Mark[]} */
function heading(measure, { quantity, column, values, current }) {
  const { small } = measure;
  const { x, head, width } = column;
  const y = head - 0.95 * small;
  const colour = !values ? MUTED : quantity.names ? TEXT : { role: quantity.role };
  const symbol = label(measure, quantity.symbol, x + 2, y, { pad: null, colour, bold: current });
  const used = symbol?.room ?? 0;
  const said = phrases(measure, quantity, width - used - 10);
  const help = label(measure, said, x + used + 8, y, { pad: null, colour: MUTED, size: small });
  /** @type {Mark} */
  const line = {
    mark: "boxes",
    boxes: [x, head - (current ? 3 : 2), width, current ? 3 : 1],
    fill: values ? colour : GRID,
  };
  return present([symbol, help, line]);
}

/** @type {WeakMap<Quantity, string[]>} */
const beginnings = new WeakMap();

/**
 * As much of an explanation as fits, no phrase cut: "error of the answer, y − t", "error of the answer", "error".
 * @param {Measure} measure
 * @param {Quantity} quantity
 * @param {number} room
 */
function phrases({ small, width }, quantity, room) {
  if (room < 2 * small) return "";
  const { help } = quantity;
  const known = remembered(beginnings, quantity, () => {
    const ends = Array.from(help.matchAll(/[,:] | of /g), ({ index }) => index);
    return [help, ...ends.reverse().map((end) => help.slice(0, end))];
  });
  return known.find((text) => width(text, small) <= room) ?? "";
}

/**
 * Where a column has room for them, at its left.
 * @param {Measure} measure
 * @param {Column} column
 * @param {string[] | undefined} names
 * @returns {Mark[]}
 */
function rowNumbers({ small, fit }, { gutter, x, top, step, rows, folds }, names) {
  if (!gutter) return [];
  const every = folds * Math.ceil((1.05 * small) / step);
  const numbered = Array.from({ length: Math.ceil(rows / every) }, (_, i) => i * every);
  const texts = numbered.map((row) => fit(names?.[row] ?? String(row + 1), Infinity, small));
  const points = numbered.flatMap((row) => [x - 3, top + (row / folds + 0.5) * step]);
  return [{ mark: "texts", texts, points, size: small, align: "right", colour: MUTED }];
}

/** Where the rows of one output word begin: [row, …, end]. @param {Column} column @param {Asked} asked */
function groupStarts({ rows }, { groups }) {
  const starts = [...Array(rows).keys()].filter((row) => row === 0 || (groups && groups[row] !== groups[row - 1]));
  return [...starts, rows];
}

/**
 * A line between the rows of one output word and the next.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {Asked} asked
 * @returns {Mark[]}
 */
function groupLines(measure, { column, quantity }, asked) {
  const { x, top, step, width, rows, some, bottom } = column;
  const boxes = groupStarts(column, asked)
    .slice(1, -1)
    .flatMap((row) => [x - 2, Math.round(top + row * step), width + 2, 1]);
  /** @type {Mark} */
  const lines = { mark: "boxes", boxes, fill: { role: "edge" } };
  if (!some || quantity.names === "outputs" || !quantity.names) return [lines];
  const muted = { pad: null, colour: MUTED, size: measure.small };
  const note = label(measure, `${rows} of ${some}`, x, bottom + 0.7 * measure.small, muted);
  return note ? [lines, note] : [lines];
}

/**
 * The output words that the rows belong to, upright beside them; the last takes the free room below as it needs it.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {Column} column
 * @param {Asked} asked
 * @returns {Mark[]}
 */
function groupNames(measure, { session, frame }, column, asked) {
  const size = measure.small;
  const starts = groupStarts(column, asked);
  return starts.slice(0, -1).flatMap((start, i) => {
    const word = session.words[frame?.outputs[asked.groups?.[start] ?? 0] ?? 0];
    const [top, end] = [start, starts[i + 1]].map((row) => column.top + row * column.step);
    const free = i + 2 === starts.length && !column.some;
    const needed = top + measure.width(word, size, true) + 3;
    const bottom = free ? Math.max(end, Math.min(column.floor, needed)) : end;
    const options = /** @type {const} */ ({ align: "center", pad: null, colour: { role: "output" }, size, bold: true });
    const [x, y] = [column.x + column.width / 2, (top + bottom) / 2];
    const written = label(measure, word, x, y, { ...options, room: bottom - top - 2 });
    return written ? [{ ...written, turned: -Math.PI / 2 }] : [];
  });
}

/**
 * What the rows are; input words, or output words, stand out.
 * @param {Measure} measure
 * @param {Scene} scene
 * @param {Column} column
 * @param {Asked} asked
 * @returns {Mark[]}
 */
function rowNames(measure, { frame }, { x, top, width, step, rows }, asked) {
  const size = measure.small;
  if (step < 0.95 * size) return [];
  const names = asked.short.slice(0, rows).map((name, row) => {
    const target = asked.ofWords && (frame?.[`${asked.side}s`].includes(asked.ids[row]) ?? false);
    const colour = target ? { role: asked.side } : TEXT;
    const y = top + (row + 0.5) * step;
    return label(measure, name, x + 1, y, { pad: null, colour, size, bold: target, room: width - 2 });
  });
  return present(names);
}

/**
 * How a column of numbers is parted: `texts` and `size` of its numbers, at the right, null where they find no room;
 * `bars` the width that is left of them, none where only numbers find room that tell more than 0.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {number[]} values
 */
function partsOf(measure, { column, most, signed }, values) {
  const inSight = values.slice(0, column.rows);
  const sizes = sizesOf(measure).filter((size) => column.step >= 1.05 * size);
  const width = column.width / column.folds;
  const rooms = [besideBars(width), alone(width)];
  for (const [room, tells] of /** @type {const} */ ([
    [rooms[0], true],
    [rooms[1], true],
    [rooms[0], false],
  ]))
    for (const size of sizes) {
      const write = writing(measure, size, inSight, most, signed, room, tells);
      if (!write) continue;
      const texts = inSight.map(write);
      const widest = Math.max(...texts.map((text) => measure.width(text, size)));
      return { texts, size, bars: room === rooms[0] ? barsBeside(width, widest) : 0 };
    }
  return { texts: null, size: measure.small, bars: width };
}

/**
 * Bars at the left, numbers at the right: neither reaches into the other's room.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {number[]} values
 * @returns {Mark[]}
 */
function barsAndNumbers(measure, shown, values) {
  const parts = partsOf(measure, shown, values);
  return [...(parts.bars ? bars(shown, values, parts.bars) : []), ...numbers(shown, values, parts)];
}

/** @param {Shown} shown @param {number[]} values @param {number} width @returns {Mark[]} */
function bars({ quantity, column, reach, signed }, values, width) {
  const { rows, folds, top, bottom } = column;
  const zero = signed ? width / 2 : 0;
  const scale = (signed ? width / 2 : width) / reach;
  const gap = column.step > 5 ? 1 : 0;
  /** @type {number[]} */
  const boxes = [];
  values.forEach((value, row) => {
    if (row >= rows || value === 0) return;
    const [left, y, , step] = cellBox(column, row);
    const length = value * scale;
    boxes.push(left + Math.min(zero, zero + length), y + gap, Math.abs(length), step - 2 * gap);
  });
  const zeros = Array.from({ length: folds }, (_, row) => Math.floor(cellBox(column, row)[0] + zero));
  return [
    { mark: "boxes", boxes: zeros.flatMap((x) => [x, top, 1, bottom - top]), fill: GRID },
    { mark: "boxes", boxes, fill: { tint: quantity.role, share: 0.7 } },
  ];
}

/**
 * All as the column is written, what is exactly 0 more faintly.
 * @param {Shown} shown
 * @param {number[]} values
 * @param {ReturnType<typeof partsOf>} parts
 * @returns {Mark[]}
 */
function numbers({ column }, values, { texts, size }) {
  if (!texts) return [];
  /** @param {boolean} zeros @returns {Mark} */
  const those = (zeros) => {
    const some = [...texts.keys()].filter((row) => (values[row] === 0) === zeros);
    const points = some.flatMap((row) => {
      const [left, top, width, step] = cellBox(column, row);
      return [left + width - 1, top + step / 2];
    });
    const colour = zeros ? MUTED : TEXT;
    return { mark: "texts", texts: some.map((row) => texts[row]), points, size, align: "right", colour };
  };
  return [those(false), those(true)];
}

/** A quantity of two axes: a cell for each number. @param {Shown} shown @param {number[]} values @returns {Mark[]} */
function cells({ quantity, column, reach, signed }, values) {
  const [boxes, { rows, across }] = [boxesOf(column), column];
  const inSight = values.slice(0, rows * across);
  if (signed)
    return [{ mark: "cells", boxes, values: inSight, by: { limit: reach } }, ...beyondIn(boxes, inSight, reach)];
  const shares = inSight.map((value) => (0.7 * value) / reach);
  return [{ mark: "cells", boxes, values: shares, by: { tint: quantity.role } }];
}

/** The cells of a column of several. @param {Column} column */
function boxesOf(column) {
  const { rows, across } = column;
  /** @type {number[]} */
  const boxes = [];
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < across; k++) {
      const [x, y, cell, step] = cellBox(column, row, k);
      const gap = step > 5 ? 1 : 0;
      boxes.push(x, y + gap, cell - (cell > 5 ? 1 : 0), step - 2 * gap);
    }
  return boxes;
}

/**
 * The numbers in the cells, where there is room; else dashes in the negative ones.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {number[]} values
 * @returns {Mark[]}
 */
function cellNumbers(measure, { column, most, reach, signed }, values) {
  const { small: size } = measure;
  const { width, step, rows, across } = column;
  const cell = width / across;
  const write = step < 1.05 * size ? null : writing(measure, size, values, most, signed, cell - BESIDE_CELL);
  const inSight = values.slice(0, rows * across);
  if (!write) return dashesIn(measure, boxesOf(column), inSight);
  const points = inSight.flatMap((_, i) => {
    const [left, top] = cellBox(column, Math.floor(i / across), i % across);
    return [left + cell - 2, top + step / 2];
  });
  const texts = inSight.map((value) => (value === 0 ? "0" : write(value)));
  const colour = signed ? { onEach: inSight, limit: reach } : TEXT;
  return [{ mark: "texts", texts, points, size, align: "right", colour }];
}
