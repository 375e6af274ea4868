/**
 * Beside the rows of a heatmap: their names, and what stands out among them, which is the hovered row and those that
 * the step uses.
 */
import { label, present, TEXT } from "../../draw/composing.mjs";
import { spread } from "../../draw/row-labels.mjs";
import { lineOf, rowAt } from "./excerpt.mjs";
import { isInView } from "./layout.mjs";
import { nameOf } from "./rows.mjs";

/** @import { Mark, Measure, Scene } from "../../types" */
/** @import { Heatmap, Shown } from "./compose.mjs" */
/** @import { ShownMap } from "./layout.mjs" */
/**
 * @typedef {Map<number, string>} Standouts lines that stand out, and the roles of their colours, most important first
 */

const REACH = { least: 3, most: 5 }; // px of a pointer beside a row

/** @param {Scene} scene @param {Heatmap} heatmap @returns {Standouts} */
function standouts(scene, { map, marked: { rows, kind } }) {
  const hovered = hoveredLine(scene, map);
  /** @type {Standouts} */
  const found = new Map(hovered < 0 ? [] : [[hovered, "accent"]]);
  for (const row of rows) if (lineOf(map, row) >= 0) found.set(lineOf(map, row), kind);
  return found;
}

/** @param {Scene} scene @param {ShownMap} map */
const hoveredLine = ({ hovered }, map) => (map.words && hovered !== null ? lineOf(map, hovered) : -1);

/**
 * Labels shared by several maps name the lines that stand out in any of them.
 * @param {Shown} shown
 * @param {Heatmap} own
 * @returns {Standouts}
 */
function namedFirst({ scene, heatmaps }, own) {
  const found = standouts(scene, own);
  for (const { map, marked } of heatmaps) {
    if (map.axis !== own.map.axis) continue;
    for (const row of marked.rows) {
      const line = lineOf(own.map, row);
      if (line >= 0 && !found.has(line)) found.set(line, marked.kind);
    }
  }
  return found;
}

/**
 * Names of the rows, thinned out where rows are lower than the text. Those that stand out are always named, moved apart
 * where they would overlap; out of view they stand at the edge that they lie beyond.
 * @param {Measure} measure
 * @param {Shown} shown
 * @param {Heatmap} heatmap
 * @returns {Mark[]}
 */
export function rowLabels(measure, shown, heatmap) {
  const { map } = heatmap;
  if (!map.labelWidth) return [];
  const { layout, scene } = shown;
  const { small: size } = measure;
  const { first, count, labelWidth: room } = map;
  const spare = layout.labelled ? 0 : size + 1; // a thinned-out label keeps this distance from the next
  const [low, high] = [layout.header + size / 2, layout.header + count * layout.rowHeight - size / 2];
  /** @param {number} line */
  const middleOf = (line) => Math.max(low, Math.min(high, layout.header + (line - first + 0.5) * layout.rowHeight));
  /** @param {number} line @param {number} y @param {string | null} role */
  const write = (line, y, role) => {
    const text = nameOf(scene, map, rowAt(map, line));
    const options = { pad: null, room, size, bold: role !== null, colour: role === null ? TEXT : { role } };
    const written = label(measure, text, map.left - map.gutter, y + 0.5, options);
    return written && { ...written, x: written.x - written.room };
  };
  const important = namedFirst(shown, heatmap);
  const most = spare ? Math.max(1, Math.floor((high - low) / spare) + 1) : count;
  const named = [...important]
    .filter(([line]) => spare || isInView(map, line))
    .slice(0, most)
    .sort(([one], [other]) => one - other);
  const middles = named.map(([line]) => middleOf(line));
  const taken = spare ? spread(middles, spare, low, high) : middles;
  const strong = named.map(([line, role], i) => write(line, taken[i], role));
  const every = Math.max(1, Math.ceil(spare / layout.rowHeight));
  const others = [];
  for (let line = Math.ceil(first / every) * every; line < first + count; line += every) {
    const y = middleOf(line);
    if (important.has(line) || (spare && taken.some((other) => Math.abs(other - y) < spare))) continue;
    if (spare) taken.push(y);
    others.push(write(line, y, null));
  }
  const plain = present(others);
  const points = plain.flatMap(({ x, y }) => [x, y]);
  return [
    ...present(strong),
    { mark: "texts", texts: plain.map(({ text }) => text), points, size, align: "left", colour: TEXT },
  ];
}

/**
 * Pointers and frames of the rows that stand out, the hovered one's first.
 * @param {Shown} shown
 * @param {Heatmap} heatmap
 * @returns {Mark[]}
 */
export function rowMarks(shown, heatmap) {
  const { map, marked } = heatmap;
  const hovered = hoveredLine(shown.scene, map);
  const found = standouts(shown.scene, heatmap);
  const others = [...found.keys()].filter((line) => line !== hovered);
  const role = found.get(hovered);
  return [
    ...(role ? marksOfLines(shown, map, [hovered], role, true) : []),
    ...(others.length ? marksOfLines(shown, map, others, marked.kind, false) : []),
  ];
}

/**
 * A pointer beside each line and a frame around it; lines out of view leave a tick at the scroll bar, and one to the
 * edge that they lie beyond.
 * @param {Shown} shown
 * @param {ShownMap} map
 * @param {number[]} lines
 * @param {string} role
 * @param {boolean} lit
 * @returns {Mark[]}
 */
function marksOfLines({ layout }, map, lines, role, lit) {
  const { header, rowHeight, width, height } = layout;
  const [colour, seen] = [{ role }, lines.filter((line) => isInView(map, line))];
  const ticks =
    map.count < map.rows
      ? lines.flatMap((line) => [width - 4, header + (line / map.rows) * (height - header), 4, 2])
      : [];
  const reach = Math.max(REACH.least, Math.min(REACH.most, rowHeight / 2));
  const tip = map.left - 2;
  const corners = seen.flatMap((line) => {
    const middle = header + (line - map.first + 0.5) * rowHeight;
    return [tip, middle, tip - reach, middle - reach, tip - reach, middle + reach];
  });
  const end = header + map.count * rowHeight;
  if (lines.some((line) => line < map.first))
    corners.push(tip - REACH.most, header, tip - 2 * REACH.most, header + REACH.most, tip, header + REACH.most);
  if (lines.some((line) => line >= map.first + map.count))
    corners.push(tip - REACH.most, end, tip - 2 * REACH.most, end - REACH.most, tip, end - REACH.most);
  const outside = rowHeight < 8 ? 1 : 0; // a low row would vanish under its own frame
  const frames = seen.flatMap((line) => [
    map.left,
    header + (line - map.first) * rowHeight - outside,
    map.width,
    rowHeight + 2 * outside,
  ]);
  return [
    { mark: "boxes", boxes: ticks, fill: colour },
    { mark: "triangles", corners, fill: colour },
    { mark: "boxes", boxes: frames, stroke: colour, width: lit ? 2 : 1.5 },
  ];
}
