/**
 * Weights: a heatmap for each parameter, words as rows where there are some, all on one colour scale. Where they would not
 * all be legible side by side, one chooses among them. The images and the text over them are separate layers; the panel
 * knows parameters only by their declarations.
 */
import { accessibleTable } from "./table.mjs";
import { createCanvas, drawLegend, setFont, SIZE, watchPointer, widthOf } from "./canvas.mjs";
import { role } from "./colours.mjs";
import { exact, format } from "./numbers.mjs";
import { createFigure, element } from "./figure.mjs";
import { arrange, cellsOf, createImage, heatLimit, numberStyle, paintClamped, paintNumbers, paintRowLabels } from "./heatmap.mjs";
import { openCellEditor } from "./cell-editor.mjs";
import { chooseRows, gathered, placeIn, rowAt } from "./weights-excerpt.mjs";
import { columnName, describe, markedRows, nameOf, paintRest, tableOf } from "./weights-rows.mjs";
import { ALL, cellAt, createSheets, mapsOf, placeOf, sheetsOf } from "./weights-sheets.mjs";

const LEGIBLE = 22; // px of a cell, below which the parameters of a network of layers are not all shown side by side

export function mount(root, app) {
  const { tools, area } = createFigure(root, "weights");
  const sheets = createSheets(tools, app);
  const legendPlace = tools.appendChild(element("div", "heat-legend"));
  const view = area.appendChild(element("div", "heat-view"));
  const spacer = area.appendChild(element("div"));
  let scene = null;
  let layout = null;
  let laidOut = "";
  let laidOutFor = null;
  let all = []; // the maps of all parameters, for the table
  let sheet = null; // which of the parameters are laid out
  let legendShown = "";
  let images = [];
  let editor = null;

  const draw = () => scene && paint(scene);
  const surface = createCanvas(view, "Heatmaps of the weights. Enter edits the chosen cell, control and arrow keys move it.", draw);
  const legend = createCanvas(legendPlace, "Colour scale", () => {
    legendShown = "";
    draw();
  });
  surface.canvas.tabIndex = 0;
  area.addEventListener("scroll", draw, { passive: true });
  const setTable = accessibleTable(root, "Weights");

  function measure(text) {
    return widthOf(surface.context, text);
  }

  function lay(session, wanted) {
    const key = `${surface.version}|${surface.width}|${surface.height}`;
    const arranged = (maps) => arrange(session, maps, surface.width, surface.height, SIZE.small, measure);
    setFont(surface.context, SIZE.small);
    if (key !== laidOut || session !== laidOutFor) {
      [laidOut, laidOutFor, sheet] = [key, session, null];
      all = mapsOf(session);
      layout = arranged(mapsOf(session));
      sheets.offer(session, session.network.layers.length > 0 && layout.maps[0].cellWidth < LEGIBLE);
    }
    const chosen = sheets.choose(wanted);
    if (chosen === sheet) return;
    if (sheet !== null || chosen !== ALL) layout = arranged(mapsOf(session, chosen));
    sheet = chosen;
    spacer.style.height = `${(layout.rows - layout.fits) * layout.rowHeight}px`;
    images.forEach(({ canvas }) => canvas.remove());
    images = layout.maps.map(() => createImage(view));
  }

  const firstRow = (map) => (map.rows > layout.fits ? Math.max(0, Math.min(Math.round(area.scrollTop / layout.rowHeight), map.rows - layout.fits)) : 0);
  const rowsShown = (map) => Math.min(map.rows, layout.fits);

  function paint(next) {
    scene = next;
    const context = surface.begin();
    if (surface.width < 60 || surface.height < 40) return;
    lay(scene.session, scene.view.sheet || focusedSheet());
    const size = SIZE.small;
    if (scene.session.excerpt) chooseRows(scene, layout.maps);
    const shown = layout.maps.map((map) => cellsOf(scene, map));
    const { limit, largest } = heatLimit(shown);
    setFont(context, numberSize(size));
    const style = layout.maps.length ? numberStyle(limit, largest, layout.maps[0].cellWidth, layout.rowHeight, numberSize(size), measure) : null;
    layout.maps.forEach((map, i) => paintMap(context, map, gathered(shown[i], map), i, limit, largest, style, size));
    if (style?.power) paintUnit(context, style.power, size, layout.maps[0]);
    paintFocus(context);
    paintLegend(limit, largest);
    const [headers, rows, count] = tableOf(scene, all);
    setTable(headers, rows, scene.playing, count);
    if (editor && editor.step !== scene.step) closeEditor();
    pointer.refresh();
  }

  function paintMap(context, map, cells, i, limit, largest, style, size) {
    const [first, count] = [firstRow(map), rowsShown(map)];
    images[i].paint(cells, map, layout, first, count, limit);
    paintHeader(context, map, size);
    const marked = markedRows(scene, map);
    const hovered = map.words && scene.hovered !== null ? placeIn(map, scene.hovered) : -1;
    const always = new Map([...(hovered < 0 ? [] : [[hovered, "accent"]]), ...Array.from(marked.rows, (row) => [placeIn(map, row), marked.kind])]);
    if (map.labelWidth) paintRowLabels(context, map, layout, first, count, size, (place) => nameOf(scene, map, rowAt(map, place)), alwaysLabelled(map, always));
    if (style) paintNumbers(context, cells, map, layout, first, count, limit, style, numberSize(size));
    if (largest > limit * (1 + 1e-9)) paintClamped(context, cells, map, layout, first, count, limit);
    paintRest(context, scene, map, layout, first, count);
    for (const [place, kind] of always) paintRowMark(context, map, place, first, count, kind, place === hovered);
  }

  // Labels shared by several maps name the marked rows of all of them.
  function alwaysLabelled({ axis }, own) {
    const all = new Map(own);
    for (const map of layout.maps.filter((other) => other.axis === axis)) {
      const { rows, kind } = markedRows(scene, map);
      for (const row of rows) if (!all.has(placeIn(map, row))) all.set(placeIn(map, row), kind);
    }
    return all;
  }

  function paintHeader(context, map, size) {
    const y = layout.header / 2;
    setFont(context, size, "bold");
    context.fillStyle = role("text");
    const vector = map.columns === 1 && !map.across;
    const over = map.left + (vector ? (map.width - measure(map.symbol)) / 2 : -measure(map.symbol) - 6);
    context.fillText(map.symbol, over, y);
    if (vector) return;
    setFont(context, size);
    context.fillStyle = role("muted");
    context.textAlign = "center";
    const every = Math.ceil((measure(String(map.columns)) + 6) / map.cellWidth);
    for (let k = 0; k < map.columns; k++) {
      if (every === 1 || k === 0 || (k + 1) % niceEvery(every) === 0) context.fillText(k + 1, map.left + (k + 0.5) * map.cellWidth, y);
    }
    context.textAlign = "left";
  }

  /** What the numbers in the cells have to be multiplied by, as long as there is room before the first symbol. */
  function paintUnit(context, power, size, first) {
    setFont(context, size, "bold");
    const room = first.left - measure(first.symbol) - 10;
    setFont(context, size);
    context.fillStyle = role("muted");
    const text = [`× 1e${power}`, `×1e${power}`].find((each) => measure(each) <= room) ?? `e${power}`;
    context.fillText(text, 0, layout.header / 2);
  }

  /** A pointer beside the row and a frame around it; rows out of view leave a tick at the scroll bar. */
  function paintRowMark(context, map, row, first, count, kind, lit) {
    const { header, rowHeight } = layout;
    context.fillStyle = context.strokeStyle = role(kind);
    if (count < map.rows) context.fillRect(surface.width - 4, header + (row / map.rows) * (surface.height - header), 4, 2);
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

  function paintFocus(context) {
    const cell = focused();
    if (!cell) return;
    const first = firstRow(cell.map);
    const place = placeIn(cell.map, cell.row);
    if (place < first || place >= first + rowsShown(cell.map)) return;
    context.strokeStyle = role("text");
    context.lineWidth = 2;
    const { left, top } = cornerOf(cell);
    context.strokeRect(left, top, cell.map.cellWidth, layout.rowHeight);
  }

  function paintLegend(limit, largest) {
    const beyond = largest > limit * (1 + 1e-9);
    const key = `${legend.version}|${limit}|${beyond}`;
    if (key !== legendShown) {
      legendShown = key;
      const context = legend.begin();
      const used = drawLegend(context, 0, legend.height / 2, limit, { width: 52, room: legend.width - (beyond ? 10 : 0) });
      if (beyond) drawBeyond(context, used + 2, legend.height / 2);
    }
    const told = beyond ? `Cells with a corner lie beyond ±${format(limit, 2)}; the largest is ${exact(largest)}` : "";
    if (legendPlace.title !== told) legendPlace.title = told;
  }

  function cornerOf({ map, row, column }) {
    return { left: map.left + column * map.cellWidth, top: layout.header + (placeIn(map, row) - firstRow(map)) * layout.rowHeight };
  }

  function pick(x, y) {
    if (!layout || !scene) return null;
    const line = Math.floor((y - layout.header) / layout.rowHeight);
    for (const map of layout.maps) {
      if (line < 0 || line >= rowsShown(map) || x < map.left - map.gutter - map.labelWidth || x >= map.left + map.width) continue;
      const column = x < map.left ? -1 : Math.min(map.columns - 1, Math.floor((x - map.left) / map.cellWidth));
      return { map, row: rowAt(map, firstRow(map) + line), column };
    }
    return null;
  }

  /** The cell of the view option `focus`, "W.3.0"; null where it names another quantity. */
  function focused() {
    const [name, ...index] = String(scene?.view.focus ?? "").split(".");
    const map = layout?.maps.find(({ parameter }) => parameter.name === name);
    const cell = map && cellAt(map, index.map(Number));
    return cell ? { map, ...cell } : null;
  }

  /** The sheet of the number in focus, where it is a weight. */
  function focusedSheet() {
    const [name] = String(scene.view.focus ?? "").split(".");
    return [...sheetsOf(scene.session)].find(([, parameters]) => parameters.some((parameter) => parameter.name === name))?.[0];
  }

  function hover({ map, row, column }, event) {
    const word = map.words ? row : null;
    if (word !== scene.hovered) app.hover(word);
    app.tooltip.show(event.clientX, event.clientY, describe(scene, map, row, column));
  }

  function leave() {
    app.tooltip.hide();
    app.hover(null);
  }

  function click({ map, row, column }) {
    if (column >= 0) app.focus(map.parameter.name, placeOf(map, row, column));
    else if (map.words) app.setView({ word: scene.session.words[row] });
  }

  function edit(cell) {
    closeEditor();
    app.tooltip.hide();
    const { map, row, column } = cell;
    const { left, top } = cornerOf(cell);
    const value = scene.weights[map.parameter.name].data[row * map.row + column * map.column];
    const label = [`${map.parameter.symbol} of ${nameOf(scene, map, row)}`, columnName(map, column)].filter(Boolean).join(", ");
    const place = { left: Math.max(0, Math.min(left, surface.width - 96)), top: Math.max(0, Math.min(top - 4, surface.height - 30)) };
    const [at, across = 0] = placeOf(map, row, column);
    const accept = (changed) => app.edit({ parameter: map.parameter.name, row: at, column: across, value: changed });
    editor = { step: scene.step, close: openCellEditor(view, place, value, label, accept, () => surface.canvas.focus({ preventScroll: true })) };
  }

  function closeEditor() {
    editor?.close();
    editor = null;
  }

  const pointer = watchPointer(surface.canvas, { pick, hover, leave, click });
  surface.canvas.addEventListener("dblclick", (event) => {
    const cell = pick(event.offsetX, event.offsetY);
    if (cell && cell.column >= 0) edit(cell);
  });
  surface.canvas.addEventListener("keydown", (event) => {
    const cell = focused();
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (cell && event.key === "Enter") edit(cell);
    else if (move && event.ctrlKey) {
      const { map, row, column } = cell ?? { map: layout.maps[0], row: 0, column: 0 };
      const clamp = (value, size) => Math.max(0, Math.min(size - 1, value));
      const to = rowAt(map, clamp(Math.max(0, placeIn(map, row)) + move[0], map.rows));
      app.focus(map.parameter.name, placeOf(map, to, clamp(column + move[1], map.columns)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return { paint, resize: draw };
}

const LEAST = 11; // px
/** Numbers stand closer than words and are read one at a time. */
const numberSize = (size) => Math.max(LEAST, size - 1);
const niceEvery = (least) => [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((every) => every >= least) ?? least;
function drawBeyond(context, x, y) {
  context.fillStyle = role("text");
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 7, y - 4);
  context.lineTo(x + 7, y + 3);
  context.fill();
}
