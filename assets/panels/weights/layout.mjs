/**
 * Where the heatmaps stand, side by side in a sheet; neighbours with rows of the same axis share the labels on the
 * left. Only the rows in view are shown, so a vocabulary of thousands costs no more than the panel's height.
 */
import { remembered } from "../../maths/remembered.mjs";
import { wordsToMeasure } from "../../maths/rows.mjs";
import { longestRowName } from "../../text/names.mjs";
import { chooseRows, lineOf, rowAt } from "./excerpt.mjs";
import { ALL, chosenSheet, focusedSheet, mapsOf, sheetsOf } from "./sheets.mjs";

/** @import { Measure, Room, Scene, Session } from "../../types" */
/** @import { Chosen } from "./excerpt.mjs" */
/** @import { SheetMap, Sheets } from "./sheets.mjs" */
/**
 * @typedef {{ labelWidth: number, gutter: number }} Margin what a map takes on its left: row labels, and room for its
 *   symbol
 */
/** @typedef {SheetMap & Margin & { left: number, cellWidth: number, width: number }} PlacedMap */
/**
 * @typedef {PlacedMap & Chosen & { first: number, count: number }} ShownMap with the rows in view: `count` lines from
 *   `first` on
 */
/** @typedef {{ map: ShownMap, row: number, column: number }} Cell */
/**
 * `rows`: of the longest map; `fits`: rows in view; `labelled`: whether each row is high enough for its name.
 * @typedef {Room & { sheet: string, offered: Sheets, maps: PlacedMap[], header: number, rowHeight: number, rows:
 *   number, fits: number, labelled: boolean }} WeightsLayout
 */
/**
 * @typedef {{ key: string, offered: Sheets, layouts: Map<string, WeightsLayout> }} Arranged `offered`: the sheets to
 *   choose from
 */

const SMALLEST_ROW = 3;
const EXCERPT_ROW = 6; // of a large session, which shows as many rows as fit
const LARGEST_CELL = 76; // px at a text of 11 px
const LEGIBLE = 22; // px so, below which the layers of a network are not all shown side by side
const EDGE = 6; // px for the marks beside the scroll bar
const MEASURED = 500; // words

/** @type {WeakMap<Measure, WeakMap<Session, Arranged>>} */
const arranged = new WeakMap();

/**
 * Where the maps of the sheet that a view asks for stand: the same object as long as that, session and room are the
 * same.
 * @param {Pick<Scene, "session" | "view">} scene
 * @param {Room} room
 * @param {Measure} measure
 */
export function layoutFor({ session, view }, room, measure) {
  const { offered, layouts } = arrangedFor(session, room, measure);
  const sheet = measure.whole ? ALL : chosenSheet(offered, view.sheet || focusedSheet(session, view));
  return remembered(layouts, sheet, () => arrange(session, sheet, offered, room, measure));
}

/** @param {Session} session @param {Room} room @param {Measure} measure */
function arrangedFor(session, room, measure) {
  const known = remembered(arranged, measure, () => new WeakMap());
  const key = `${room.width}|${room.height}|${measure.small}`;
  const found = known.get(session);
  if (found?.key === key) return found;
  const all = arrange(session, ALL, new Map(), room, measure);
  const choice = session.network.layers.length > 0 && all.maps[0].cellWidth < LEGIBLE * (measure.small / 11);
  const offered = choice ? sheetsOf(session) : all.offered;
  const made = { key, offered, layouts: new Map([[ALL, { ...all, offered }]]) };
  known.set(session, made);
  return made;
}

/**
 * @param {Session} session
 * @param {string} sheet
 * @param {Sheets} offered
 * @param {Room} room
 * @param {Measure} measure
 * @returns {WeightsLayout}
 */
function arrange(session, sheet, offered, { width, height }, measure) {
  const size = measure.small;
  const header = size + 6;
  const space = Math.max(1, height - header);
  const most = session.excerpt ? Math.max(1, Math.floor(space / EXCERPT_ROW)) : Infinity;
  const maps = mapsOf(session, sheet).map((map) => ({ ...map, rows: Math.min(map.height, most) }));
  const rows = Math.max(1, ...maps.map((map) => map.rows));
  const rowHeight = Math.max(SMALLEST_ROW, Math.min(Math.floor(space / rows), Math.round(2.2 * size)));
  return {
    sheet,
    offered,
    width,
    height,
    header,
    rowHeight,
    rows,
    maps: sideBySide(maps, marginsOf(session, maps, width, measure), width, LARGEST_CELL * (size / 11)),
    fits: Math.min(rows, Math.floor(space / rowHeight)),
    labelled: rowHeight >= size - 0.5,
  };
}

/**
 * @param {Session} session
 * @param {SheetMap[]} maps
 * @param {number} width
 * @param {Measure} measure
 * @returns {Margin[]}
 */
function marginsOf(session, maps, width, { small, width: measured }) {
  /** @param {string} text */
  const widthOf = (text) => measured(text, small);
  // A common power of the numbers stands over the labels, beside the symbol; a phone has no room to spare for it.
  const unit = widthOf(width < 400 ? "WW" : "× 1e-4 W");
  /** @param {string[]} names */
  const labelsOf = (names) => {
    const widths = names.slice(0, MEASURED).map((name) => widthOf(name.slice(0, 40)));
    return Math.min(Math.max(Math.max(0, ...widths) + 2, unit), 0.2 * width, 150);
  };
  return maps.map((map, i) => {
    const before = maps.at(i - 1);
    const aside = widthOf(map.symbol) + 10; // the symbol stands left of a matrix's column numbers, above a vector
    if (i > 0 && before?.axis === map.axis && before.rows === map.rows) {
      const numbers = before.columns > 1 ? widthOf(String(before.columns)) / 2 : 0;
      const gutter = map.columns === 1 ? Math.max(aside / 2, 8) : Math.max(aside + numbers, 20);
      return { labelWidth: 0, gutter };
    }
    const labelWidth = map.words
      ? labelsOf(wordsToMeasure(session))
      : 1.15 * labelsOf([longestRowName(map.parameter) ?? ""]);
    return { labelWidth, gutter: i > 0 ? 14 : 9 };
  });
}

/**
 * @param {SheetMap[]} maps
 * @param {Margin[]} margins
 * @param {number} width
 * @param {number} largest of a cell
 * @returns {PlacedMap[]}
 */
function sideBySide(maps, margins, width, largest) {
  const taken = margins.reduce((sum, { labelWidth, gutter }) => sum + labelWidth + gutter, EDGE);
  const columns = maps.reduce((sum, map) => sum + map.columns, 0);
  const exact = Math.min((width - taken) / Math.max(1, columns), largest);
  // Whole pixels where a lost fraction doesn't matter; narrow cells may differ by a pixel rather than waste a third of
  // the room.
  const cellWidth = exact >= 8 ? Math.floor(exact) : Math.max(exact, 0.1);
  let right = 0;
  return maps.map((map, i) => {
    const { labelWidth, gutter } = margins[i];
    const left = right + (labelWidth + gutter);
    right = left + cellWidth * map.columns;
    return { ...map, labelWidth, gutter, left, cellWidth, width: cellWidth * map.columns };
  });
}

/**
 * The maps with the rows in view.
 * @param {Scene} scene
 * @param {WeightsLayout} layout
 * @param {number} scrolled in pixels
 * @returns {ShownMap[]}
 */
export function inView(scene, { maps, fits, rowHeight }, scrolled) {
  const chosen = scene.session.excerpt ? chooseRows(scene, maps) : maps;
  const line = Math.round(scrolled / rowHeight);
  return chosen.map((map) => ({
    ...map,
    count: Math.min(map.rows, fits),
    first: Math.max(0, Math.min(line, map.rows - fits)),
  }));
}

/** Whether a line of a map is in view. @param {ShownMap} map @param {number} line */
export const isInView = ({ first, count }, line) => line >= first && line < first + count;

/** The left upper corner of a cell. @param {WeightsLayout} layout @param {Cell} cell */
export const cornerOf = ({ header, rowHeight }, { map, row, column }) => ({
  left: map.left + column * map.cellWidth,
  top: header + (lineOf(map, row) - map.first) * rowHeight,
});

/**
 * The cell at a point; its column is −1 over the name of its row.
 * @param {{ layout: WeightsLayout, maps: ShownMap[] }} picture
 * @param {number} x
 * @param {number} y
 * @returns {Cell | null}
 */
export function pick({ layout, maps }, x, y) {
  const line = Math.floor((y - layout.header) / layout.rowHeight);
  for (const map of maps) {
    const start = map.left - map.gutter - map.labelWidth;
    if (line < 0 || line >= map.count || x < start || x >= map.left + map.width) continue;
    const column = x < map.left ? -1 : Math.min(map.columns - 1, Math.floor((x - map.left) / map.cellWidth));
    return { map, row: rowAt(map, map.first + line), column };
  }
  return null;
}

/**
 * The cell that an arrow key leads to from the one in focus, or from the first; null where it is no arrow key.
 * @param {ShownMap[]} maps
 * @param {Cell | null} from
 * @param {string} key
 * @returns {Cell | null}
 */
export function neighbour(maps, from, key) {
  const move = ARROWS.get(key);
  if (!move) return null;
  const { map, row, column } = from ?? { map: maps[0], row: 0, column: 0 };
  if (column + move[1] < -1) return null; // before the name of a row
  /** @param {number} value @param {number} size */
  const within = (value, size) => Math.max(0, Math.min(size - 1, value));
  const line = within(Math.max(0, lineOf(map, row)) + move[0], map.rows);
  return { map, row: rowAt(map, line), column: within(column + move[1], map.columns) };
}

const ARROWS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);
