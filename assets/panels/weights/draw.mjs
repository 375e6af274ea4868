/** Drawing over the heatmaps' images: numbers, names and marks. Functions of a context and a picture. */
import { setFont, small, widthOf } from "../../draw/canvas.mjs";
import { role } from "../../draw/colours.mjs";
import { placeIn, rowAt } from "./excerpt.mjs";
import { drawClamped, drawNumbers, drawRowLabels } from "./heatmap.mjs";
import { drawRest, markedRows, nameOf } from "./rows.mjs";
import { focusedCell } from "./sheets.mjs";

const LEAST = 11; // px
/** Numbers stand closer than words and are read one at a time. */
export const numberSize = (context) => Math.max(LEAST, small(context) - 1);

export const measuring = (context) => (text) => widthOf(context, text);

export function drawMaps(context, picture) {
  const { scene, maps, cells, layout, style } = picture;
  maps.forEach((map, i) => drawMap(context, picture, map, cells[i]));
  if (style?.power) drawUnit(context, style.power, maps[0], layout.header / 2);
  drawFocus(context, layout, focusedCell(scene.view, maps));
}

function drawMap(context, { scene, maps, layout, limit, largest, style }, map, cells) {
  drawHeader(context, map, layout.header / 2);
  const marked = markedRows(scene, map);
  const hovered = map.words && scene.hovered !== null ? placeIn(map, scene.hovered) : -1;
  const always = new Map([
    ...(hovered < 0 ? [] : [[hovered, "accent"]]),
    ...Array.from(marked.rows, (row) => [placeIn(map, row), marked.kind]),
  ]);
  if (map.labelWidth)
    drawRowLabels(
      context,
      map,
      layout,
      small(context),
      (place) => nameOf(scene, map, rowAt(map, place)),
      alwaysLabelled(scene, maps, map, always),
    );
  if (style) drawNumbers(context, cells, map, layout, limit, style, numberSize(context));
  if (largest > limit * (1 + 1e-9)) drawClamped(context, cells, map, layout, limit);
  drawRest(context, scene, map, layout);
  for (const [place, kind] of always) drawRowMark(context, map, layout, place, kind, place === hovered);
}

// Labels shared by several maps name the marked rows of all of them.
function alwaysLabelled(scene, maps, { axis }, own) {
  const all = new Map(own);
  for (const map of maps.filter((other) => other.axis === axis)) {
    const { rows, kind } = markedRows(scene, map);
    for (const row of rows) if (!all.has(placeIn(map, row))) all.set(placeIn(map, row), kind);
  }
  return all;
}

function drawHeader(context, map, y) {
  const measure = measuring(context);
  setFont(context, small(context), "bold");
  context.fillStyle = role(context, "text");
  const vector = map.columns === 1 && !map.across;
  const over = map.left + (vector ? (map.width - measure(map.symbol)) / 2 : -measure(map.symbol) - 6);
  context.fillText(map.symbol, over, y);
  if (vector) return;
  setFont(context, small(context));
  context.fillStyle = role(context, "muted");
  context.textAlign = "center";
  const every = Math.ceil((measure(String(map.columns)) + 6) / map.cellWidth);
  for (let k = 0; k < map.columns; k++) {
    if (every === 1 || k === 0 || (k + 1) % niceEvery(every) === 0)
      context.fillText(k + 1, map.left + (k + 0.5) * map.cellWidth, y);
  }
  context.textAlign = "left";
}

const niceEvery = (least) => [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((every) => every >= least) ?? least;

/** What the numbers in the cells have to be multiplied by, as long as there is room before the first symbol. */
function drawUnit(context, power, first, y) {
  setFont(context, small(context), "bold");
  const room = first.left - widthOf(context, first.symbol) - 10;
  setFont(context, small(context));
  context.fillStyle = role(context, "muted");
  const text = [`× 1e${power}`, `×1e${power}`].find((each) => widthOf(context, each) <= room) ?? `e${power}`;
  context.fillText(text, 0, y);
}

/** A pointer beside the row and a frame around it; rows out of view leave a tick at the scroll bar. */
function drawRowMark(context, map, { header, rowHeight, width, height }, row, kind, lit) {
  const { first, count } = map;
  context.fillStyle = context.strokeStyle = role(context, kind);
  if (count < map.rows) context.fillRect(width - 4, header + (row / map.rows) * (height - header), 4, 2);
  if (row < first || row >= first + count) return;
  const [y, middle] = [header + (row - first) * rowHeight, header + (row - first + 0.5) * rowHeight];
  const reach = Math.max(3, Math.min(5, rowHeight / 2));
  context.beginPath();
  context.moveTo(map.left - 2, middle);
  context.lineTo(map.left - 2 - reach, middle - reach);
  context.lineTo(map.left - 2 - reach, middle + reach);
  context.fill();
  context.lineWidth = lit ? 2 : 1.5;
  const outside = rowHeight < 8 ? 1 : 0; // a low row would vanish under its own frame
  context.strokeRect(map.left, y - outside, map.width, rowHeight + 2 * outside);
}

function drawFocus(context, layout, cell) {
  if (!cell) return;
  const { map, row } = cell;
  const place = placeIn(map, row);
  if (place < map.first || place >= map.first + map.count) return;
  context.strokeStyle = role(context, "text");
  context.lineWidth = 2;
  const { left, top } = cornerOf(layout, cell);
  context.strokeRect(left, top, map.cellWidth, layout.rowHeight);
}

export const cornerOf = ({ header, rowHeight }, { map, row, column }) => ({
  left: map.left + column * map.cellWidth,
  top: header + (placeIn(map, row) - map.first) * rowHeight,
});

/** The sign beside the legend of the cells' corners. */
export function drawBeyond(context, x, y) {
  context.fillStyle = role(context, "text");
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 7, y - 4);
  context.lineTo(x + 7, y + 3);
  context.fill();
}
