/** The picture of the weights: an image a parameter, a pixel a cell, and over it names, numbers and marks. */
import { scaleIndex } from "../../draw/colours.mjs";
import { label, legend, MUTED, SURFACE, TEXT } from "../../draw/composing.mjs";
import { dashesOfGrid } from "../../draw/signs.mjs";
import { isBeyond, largestSize, roundEvery } from "../../maths/limits.mjs";
import { numberStyle, valuesInView } from "./cells.mjs";
import { cellsOf } from "./shown.mjs";
import { lineOf, rowAt } from "./excerpt.mjs";
import { cornerOf, inView, isInView, layoutFor } from "./layout.mjs";
import { rowLabels, rowMarks } from "./row-marks.mjs";
import { rowsToMark } from "./rows.mjs";
import { focusedCell } from "./sheets.mjs";

/** @import { Colour, Mark, Measure, OnEach, Room, Scene } from "../../types" */
/** @import { Style } from "./cells.mjs" */
/** @import { ShownMap, WeightsLayout } from "./layout.mjs" */
/** @import { Cells } from "./shown.mjs" */
/** @import { Marked } from "./rows.mjs" */
/** @typedef {{ map: ShownMap, values: Float64Array, marked: Marked }} Heatmap `values`: of the cells in view */
/**
 * @typedef {{ scene: Scene, layout: WeightsLayout, limit: number, largest: number, style: Style | null, heatmaps:
 *   Heatmap[] }} Shown
 */
/** @typedef {Extract<Mark, { mark: "pixels" }>} Pixels */
/** @typedef {NonNullable<ReturnType<typeof compose>>} WeightsPicture */

const LEAST = 11; // px
const APART = 4; // px between the numbers of columns, at least
/** Numbers stand closer than words and are read one at a time. @param {Measure} measure */
const numberSize = ({ small, least }) => Math.max(LEAST, least, small - 1);

/** @typedef {Room & { scrolled?: number }} HeatRoom `scrolled`: how far the rows are, in pixels */

/**
 * @param {Scene} scene
 * @param {HeatRoom} room
 * @param {Measure} measure
 */
export function compose(scene, { scrolled = 0, ...room }, measure) {
  if (room.width < 60 || room.height < 40) return null;
  const layout = layoutFor(scene, room, measure);
  const maps = inView(scene, layout, scrolled);
  const cells = maps.map((map) => cellsOf(scene, map));
  const names = maps.map(({ parameter }) => parameter.name);
  const reach = scene.reach.weights(names, scene.view.heat === "change");
  const style = numberStyle(reach, maps[0].cellWidth, layout.rowHeight, numberSize(measure), measure);
  const heatmaps = maps.map((map, i) => ({
    map,
    values: valuesInView(cells[i], map),
    marked: rowsToMark(scene, map),
  }));
  const { limit } = reach;
  // What the stretch of steps does not reach beyond, no step does.
  const largest = isBeyond(reach.largest, limit) ? Math.max(...cells.map(largestOf)) : reach.largest;
  const shown = { scene, layout, style, heatmaps, limit, largest };
  const marks = [
    ...heatmaps.map((heatmap) => imageOf(shown, heatmap)),
    ...heatmaps.flatMap((heatmap) => over(measure, shown, heatmap)),
    ...power(measure, shown),
    ...focus(shown, maps),
  ];
  return { marks, maps, ...shown };
}

/** What is shown beside the marks. @param {WeightsPicture} picture */
export const tell = ({ limit, largest }) => ({ limit, largest });

/** @param {Cells} cells */
const largestOf = ({ data, minus }) => largestSize(minus ? data.map((value, at) => value - minus[at]) : data);

/** A pixel a cell. @param {Shown} shown @param {Heatmap} heatmap @returns {Pixels} */
function imageOf({ layout, limit }, { map: { left, width, columns, count }, values }) {
  const indexes = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) indexes[i] = scaleIndex(values[i], limit);
  const box = { left, top: layout.header, width, height: count * layout.rowHeight };
  return { mark: "pixels", box, columns, rows: count, indexes };
}

/**
 * What stands over the image of a map.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {Heatmap} heatmap
 * @returns {Mark[]}
 */
function over(measure, shown, heatmap) {
  return [
    ...heading(measure, shown.layout, heatmap.map),
    ...rowLabels(measure, shown, heatmap),
    ...corners(shown, heatmap),
    ...veil(shown, heatmap),
    ...signs(measure, shown, heatmap),
    ...numbers(measure, shown, heatmap),
    ...rowMarks(shown, heatmap),
  ];
}

/**
 * The symbol, and the numbers of a matrix's columns.
 * @param {Measure} measure
 * @param {WeightsLayout} layout
 * @param {ShownMap} map
 * @returns {Mark[]}
 */
function heading(measure, layout, map) {
  const { small: size } = measure;
  const y = layout.header / 2;
  const taken = measure.width(map.symbol, size, true);
  const vector = map.columns === 1 && !map.across;
  const x = map.left + (vector ? (map.width - taken) / 2 : -taken - 6);
  const symbol = label(measure, map.symbol, x, y, { pad: null, size, bold: true });
  /** @type {Mark[]} */
  const marks = symbol ? [symbol] : [];
  if (vector) return marks;
  const every = roundEvery((measure.width(String(map.columns), size) + 6) / map.cellWidth);
  const numbered = Array.from({ length: map.columns }, (_, k) => k).filter((k) => k === 0 || (k + 1) % every === 0);
  /** @type {string[]} */
  const texts = [];
  /** @type {number[]} */
  const points = [];
  let free = map.left; // from where on there is room: what is wider than its column stays in its map, and apart
  for (const k of numbered) {
    const text = String(k + 1);
    const half = measure.width(text, size) / 2;
    const last = map.left + map.width - half;
    const middle = Math.min(Math.max(map.left + (k + 0.5) * map.cellWidth, map.left + half), last);
    if (texts.length && middle - half < free) continue;
    points.push(middle, y);
    texts.push(text);
    free = middle + half + APART;
  }
  return [...marks, { mark: "texts", texts, points, size, align: "center", colour: MUTED }];
}

/**
 * Dashes in the negative cells, where they have no numbers.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {Heatmap} heatmap
 * @returns {Mark[]}
 */
function signs(measure, { layout: { header, rowHeight }, style }, { map, values }) {
  const box = { left: map.left, top: header, width: map.width, height: map.count * rowHeight };
  return style ? [] : dashesOfGrid(measure, box, { columns: map.columns, rows: map.count }, (cell) => values[cell]);
}

/**
 * The numbers in the cells; one that didn't change stays empty, so that what moved stands out. Under the veil all cells
 * are pale: numbers there have the colour of other texts.
 * @param {Measure} measure @param {Shown} shown @param {Heatmap} heatmap @returns {Mark[]}
 */
function numbers(measure, { scene, layout, limit, style }, { map, values }) {
  if (!style) return [];
  const change = scene.view.heat === "change";
  const touched = scene.frame?.touched(map.parameter.name);
  /** @returns {{ texts: string[], points: number[], onEach: number[] }} */
  const none = () => ({ texts: [], points: [], onEach: [] });
  const [bright, pale] = [none(), none()];
  values.forEach((value, cell) => {
    if (change && value === 0) return;
    const line = Math.floor(cell / map.columns);
    const { texts, points, onEach } = rests(touched, map, line) ? pale : bright;
    texts.push(style.write(value));
    points.push(map.left + ((cell % map.columns) + 0.5) * map.cellWidth);
    points.push(layout.header + (line + 0.5) * layout.rowHeight + 0.5);
    onEach.push(value);
  });
  /** @param {typeof bright} some @param {Colour | OnEach} colour @returns {Mark[]} */
  const written = ({ texts, points }, colour) =>
    texts.length ? [{ mark: "texts", texts, points, colour, size: numberSize(measure), align: "center" }] : [];
  return [...written(bright, { onEach: bright.onEach, limit }), ...written(pale, TEXT)];
}

/**
 * Whether a line is one that the step does not touch, where it touches only some.
 * @param {Set<number> | null | undefined} touched
 * @param {ShownMap} map
 * @param {number} line
 */
const rests = (touched, map, line) => Boolean(touched) && !touched?.has(rowAt(map, map.first + line));

/**
 * A small triangle in the corner of every cell beyond the scale.
 * @param {Shown} shown
 * @param {Heatmap} heatmap
 * @returns {Mark[]}
 */
function corners({ layout: { header, rowHeight }, limit, largest }, { map, values }) {
  if (!isBeyond(largest, limit)) return [];
  const side = Math.max(2, Math.min(6, rowHeight / 2, map.cellWidth / 2));
  /** @type {number[]} */
  const points = [];
  values.forEach((value, cell) => {
    if (!isBeyond(value, limit)) return;
    const right = map.left + ((cell % map.columns) + 1) * map.cellWidth;
    const top = header + Math.floor(cell / map.columns) * rowHeight;
    points.push(right - side, top, right, top, right, top + side);
  });
  return [{ mark: "triangles", corners: points, fill: TEXT }];
}

/**
 * Over the rows that the step does not touch, where it touches only some.
 * @param {Shown} shown
 * @param {Heatmap} heatmap
 * @returns {Mark[]}
 */
function veil({ scene, layout: { header, rowHeight } }, { map }) {
  const touched = scene.frame?.touched(map.parameter.name);
  if (!touched) return [];
  /** @type {number[]} */
  const boxes = [];
  for (let line = 0; line < map.count; line++) {
    const from = line;
    while (line < map.count && rests(touched, map, line)) line += 1;
    if (line > from) boxes.push(map.left, header + from * rowHeight, map.width, (line - from) * rowHeight);
  }
  return [{ mark: "boxes", boxes, fill: SURFACE, alpha: 0.62 }];
}

/**
 * What the numbers have to be multiplied by, as long as there is room before the first symbol.
 * @param {Measure} measure
 * @param {Shown} shown
 * @returns {Mark[]}
 */
function power(measure, { layout, style, heatmaps: [{ map }] }) {
  if (!style?.power) return [];
  const { small: size } = measure;
  const room = map.left - measure.width(map.symbol, size, true) - 10;
  const texts = [`× 1e${style.power}`, `×1e${style.power}`];
  const text = texts.find((each) => measure.width(each, size) <= room) ?? `e${style.power}`;
  const written = label(measure, text, 0, layout.header / 2, { pad: null, size, colour: MUTED });
  return written ? [written] : [];
}

/** A frame around the cell in focus. @param {Shown} shown @param {ShownMap[]} maps @returns {Mark[]} */
function focus({ scene, layout }, maps) {
  const cell = focusedCell(scene.view, maps);
  if (!cell || !isInView(cell.map, lineOf(cell.map, cell.row))) return [];
  const { left, top } = cornerOf(layout, cell);
  return [{ mark: "boxes", boxes: [left, top, cell.map.cellWidth, layout.rowHeight], stroke: TEXT, width: 2 }];
}

/**
 * The key to the colours, with the sign of cells beyond them.
 * @param {Room} room
 * @param {Measure} measure
 * @param {{ limit: number, beyond: boolean }} scale
 * @returns {Mark[]}
 */
export function composeKey(room, measure, { limit, beyond }) {
  const y = room.height / 2;
  const { marks, width } = legend(measure, 0, y, limit, { width: 52, room: room.width - (beyond ? 10 : 0) });
  if (!beyond) return marks;
  const x = width + 2;
  return [...marks, { mark: "triangles", corners: [x, y - 4, x + 7, y - 4, x + 7, y + 3], fill: TEXT }];
}
