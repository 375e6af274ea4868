/**
 * Weights: a heatmap for each parameter, words as rows where there are some, all on one colour scale. Where they would not
 * all be legible side by side, one chooses among them. The images and the text over them are separate layers; the panel
 * knows parameters only by their declarations.
 */
import { createCanvas, drawLegend, setFont, small, watchPointer } from "../../draw/canvas.mjs";
import { createFigure, element } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { exact, format } from "../../text/numbers.mjs";
import { openCellEditor } from "./cell-editor.mjs";
import { cornerOf, drawBeyond, drawMaps, measuring, numberSize } from "./draw.mjs";
import { chooseRows, gathered, placeIn, rowAt } from "./excerpt.mjs";
import { arrange, cellsOf, createImage, heatLimit, numberStyle } from "./heatmap.mjs";
import { columnName, describe, nameOf, tableOf } from "./rows.mjs";
import { ALL, chosenSheet, createSheets, focusedCell, focusedSheet, mapsOf, placeOf, sheetsOf } from "./sheets.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const LEGIBLE = 22; // px of a cell, below which the parameters of a network of layers are not all shown side by side

export function mount(root, app) {
  const { tools, area } = createFigure(root, "weights");
  const sheets = createSheets(tools, app);
  const legendPlace = tools.appendChild(element("div", "heat-legend"));
  const view = area.appendChild(element("div", "heat-view"));
  const spacer = area.appendChild(element("div"));
  let arranged = { key: "", session: null }; // and all `maps`, `offered`, the sheets to choose from, and their `layouts`
  let laidOut = null; // the layout that is on the page
  let legendShown = "";
  let images = [];
  let editor = null;

  const painter = createPainter(app, view, "Heatmaps of the weights. Enter edits the chosen cell, control and arrow keys move it.", { draw, show });
  const { surface } = painter;
  const legend = createCanvas(app, legendPlace, "Colour scale", () => {
    legendShown = "";
    painter.redraw();
  });
  surface.canvas.tabIndex = 0;
  area.addEventListener("scroll", painter.redraw, { passive: true });
  const setTable = accessibleTable(app, root, "Weights");

  /** Where the maps of the sheet that a view asks for stand. */
  function layoutFor(context, { session, view }) {
    const { version, width, height } = surface;
    const key = `${version}|${width}|${height}`;
    setFont(context, small(context));
    const arrangedAs = (sheet) => ({ sheet, ...arrange(session, mapsOf(session, sheet), width, height, small(context), measuring(context)) });
    if (key !== arranged.key || session !== arranged.session) {
      const all = arrangedAs(ALL);
      const choice = session.network.layers.length > 0 && all.maps[0].cellWidth < LEGIBLE;
      arranged = { key, session, maps: mapsOf(session), offered: choice ? sheetsOf(session) : new Map(), layouts: new Map([[ALL, all]]) };
    }
    const { offered, layouts } = arranged;
    const sheet = chosenSheet(offered, view.sheet || focusedSheet(session, view));
    if (!layouts.has(sheet)) layouts.set(sheet, arrangedAs(sheet));
    return layouts.get(sheet);
  }

  /** The maps with the rows in view: their number, and the place of the first of them. */
  function inView(scene, { maps, fits, rowHeight }) {
    const chosen = scene.session.excerpt ? chooseRows(scene, maps) : maps;
    const scrolled = () => Math.round(area.scrollTop / rowHeight);
    return chosen.map((map) => ({ ...map, count: Math.min(map.rows, fits), first: map.rows > fits ? Math.max(0, Math.min(scrolled(), map.rows - fits)) : 0 }));
  }

  function draw(context, scene) {
    if (surface.width < 60 || surface.height < 40) return null;
    const layout = layoutFor(context, scene);
    const maps = inView(scene, layout);
    const whole = maps.map((map) => cellsOf(scene, map));
    const { limit, largest } = heatLimit(whole);
    const cells = maps.map((map, i) => gathered(whole[i], map));
    setFont(context, numberSize(context));
    const style = maps.length ? numberStyle(limit, largest, maps[0].cellWidth, layout.rowHeight, numberSize(context), measuring(context)) : null;
    const picture = { scene, layout, maps, cells, limit, largest, style };
    drawMaps(context, picture);
    return picture;
  }

  function show({ layout, maps, cells, limit, largest }, scene) {
    if (layout !== laidOut) lay(layout);
    maps.forEach((map, i) => images[i].paint(cells[i], map, layout, limit));
    showLegend(limit, largest);
    const [headers, rows, count] = tableOf(scene, arranged.maps);
    setTable(headers, rows, scene.playing, count);
    if (editor && editor.step !== scene.step) closeEditor();
    pointer.refresh();
  }

  /** Make room on the page: for the sheets to choose from, for as many rows as there are, and an image for each map. */
  function lay(layout) {
    laidOut = layout;
    sheets.show(arranged.offered, layout.sheet);
    spacer.style.height = `${(layout.rows - layout.fits) * layout.rowHeight}px`;
    images.forEach(({ canvas }) => canvas.remove());
    images = layout.maps.map(() => createImage(app.theme, view));
  }

  function showLegend(limit, largest) {
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

  function pick(x, y) {
    if (!painter.shown) return null;
    const { layout, maps } = painter.shown;
    const line = Math.floor((y - layout.header) / layout.rowHeight);
    for (const map of maps) {
      if (line < 0 || line >= map.count || x < map.left - map.gutter - map.labelWidth || x >= map.left + map.width) continue;
      const column = x < map.left ? -1 : Math.min(map.columns - 1, Math.floor((x - map.left) / map.cellWidth));
      return { map, row: rowAt(map, map.first + line), column };
    }
    return null;
  }

  function hover({ map, row, column }, event) {
    const { scene } = painter;
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
    else if (map.words) app.setView({ word: painter.scene.session.words[row] });
  }

  function edit(cell) {
    closeEditor();
    app.tooltip.hide();
    const { scene } = painter;
    const { map, row, column } = cell;
    const { left, top } = cornerOf(painter.shown.layout, cell);
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
    if (!painter.shown) return;
    const { scene, maps } = painter.shown;
    const cell = focusedCell(scene.view, maps);
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (cell && event.key === "Enter") edit(cell);
    else if (move && event.ctrlKey) {
      const { map, row, column } = cell ?? { map: maps[0], row: 0, column: 0 };
      const clamp = (value, size) => Math.max(0, Math.min(size - 1, value));
      const to = rowAt(map, clamp(Math.max(0, placeIn(map, row)) + move[0], map.rows));
      app.focus(map.parameter.name, placeOf(map, to, clamp(column + move[1], map.columns)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return painter;
}
