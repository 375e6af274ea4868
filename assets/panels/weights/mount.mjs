/**
 * Weights: a heatmap for each parameter, words as rows where there are some, all on one colour scale. Where they would
 * not all be legible side by side, one chooses among them. The panel knows parameters only by their declarations.
 */
import { createFigure, element } from "../../draw/figure.mjs";
import { measureOf } from "../../draw/fonts.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { watchPointer } from "../../draw/pointer.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { compose, tell } from "./compose.mjs";
import { createEditing } from "./editing.mjs";
import { createKey } from "./key.mjs";
import { cornerOf, layoutFor, neighbour, pick } from "./layout.mjs";
import { describe, tableFor } from "./rows.mjs";
import { agoOf } from "./shown.mjs";
import { createSheets, focusedCell, indexOf, mapsOf } from "./sheets.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

/** @import { Box, Explorer, Picture, Scene, Session, Spot } from "../../types" */
/** @import { WeightsPicture } from "./compose.mjs" */
/** @import { Cell } from "./layout.mjs" */

const LABEL = "Heatmaps of the weights. With Control, arrow keys move the cell that is chosen";

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  const { tools, area } = createFigure(root, "weights");
  const sheets = createSheets(tools, app);
  const showKey = createKey(tools, app);
  const view = area.appendChild(element("div", "heat-view"));
  const spacer = area.appendChild(element("div")); // as high as the rows that are out of view
  let scrolled = 0; // kept, since a page that is asked for it has to be laid out
  /** @type {Picture<WeightsPicture>} */
  const painter = createPainter(app, view, `${LABEL}${app.source.readonly ? "" : ", Enter edits it"}.`, {
    art: "weights",
    asked: () => ({ scrolled }),
    compose,
    tell,
    show,
  });
  const { canvas } = painter.surface;
  const editing = createEditing(view, app, painter);
  const setTable = accessibleTable(app, root, "Weights");
  /** @type {WeakMap<Session, ReturnType<typeof tableFor>>} */
  const tables = new WeakMap();
  /** @type {WeightsPicture["layout"] | null} */
  let laidOut = null; // the layout that is on the page

  /** @param {ReturnType<typeof tell>} told @param {Scene} scene */
  function show(told, scene) {
    const layout = layoutFor(scene, painter.surface, measureOf(app.theme));
    if (layout !== laidOut) {
      laidOut = layout;
      sheets.show(layout.offered, layout.sheet);
      spacer.style.height = `${(layout.rows - layout.fits) * layout.rowHeight}px`;
    }
    showKey(told);
    const { headers, rowsOf, length } = remembered(tables, scene.session, () => tableFor(mapsOf(scene.session)));
    setTable(headers, () => rowsOf(scene), scene.playing, length);
    editing.closeUnless(scene.step);
    pointer.refresh();
  }

  const scroll = () => {
    scrolled = area.scrollTop;
    painter.redraw();
  };
  area.addEventListener("scroll", scroll, { passive: true });
  // Before the keys by which one walks: Enter edits what was pressed before.
  canvas.addEventListener("keydown", (event) => press(event, app, painter, pointer, editing.edit));
  const pointer = watchPointer(canvas, app, {
    pick: /** @param {number} x @param {number} y */ (x, y) => painter.shown && pick(painter.shown, x, y),
    ...answering(app, painter),
  });
  canvas.addEventListener("dblclick", ({ offsetX, offsetY }) => {
    const cell = painter.shown && pick(painter.shown, offsetX, offsetY);
    if (cell && cell.column >= 0) editing.edit(cell, true);
  });
  return painter;
}

/** What the pointer over a cell does. @param {Explorer} app @param {Picture<WeightsPicture>} painter */
const answering = (app, painter) => ({
  /** @param {Cell} cell @param {PointerEvent} event */
  hover({ map, row, column }, { clientX, clientY }) {
    if (!painter.scene) return;
    const word = map.words ? row : null;
    if (word !== painter.scene.hovered) app.hover(word);
    app.tooltip.show(clientX, clientY, describe(painter.scene, map, row, column));
  },
  leave() {
    app.tooltip.hide();
    app.hover(null);
  },
  /** @param {Cell} cell @param {MouseEvent} _ @param {Spot} at */
  click({ map, row, column }, _, at) {
    if (column >= 0) app.focus(map.parameter.name, indexOf(map, row, column), { at, ago: agoOf(painter.scene) });
    else if (map.words && painter.scene) app.chooseWord(painter.scene.session.words[row]);
  },
});

/** Where a cell stands. @param {Picture<WeightsPicture>} painter @param {Cell} cell @returns {Spot | null} */
function spotOf({ shown, surface: { canvas } }, cell) {
  const box = shown && { ...cornerOf(shown.layout, cell), width: cell.map.cellWidth, height: shown.layout.rowHeight };
  return box && { host: canvas, box };
}

/**
 * Enter edits the chosen cell, unless one has walked on to another; control and an arrow key choose the next one, from
 * where one has walked to, and lead there.
 * @param {KeyboardEvent} event
 * @param {Explorer} app
 * @param {Picture<WeightsPicture>} painter
 * @param {Pick<ReturnType<typeof watchPointer<Cell>>, "walked" | "walkTo">} pointer
 * @param {(cell: Cell) => void} edit
 */
function press(event, app, painter, pointer, edit) {
  if (!painter.shown) return;
  const { scene, maps } = painter.shown;
  const [chosen, walked] = [focusedCell(scene.view, maps), pointer.walked()];
  const next = event.ctrlKey ? neighbour(maps, walked ?? chosen, event.key) : null;
  if (chosen && event.key === "Enter" && (!walked || isSame(walked, chosen))) edit(chosen);
  else if (next) {
    const at = spotOf(painter, next);
    const site = walked && middleOf(at?.box);
    if (site && !isSame(pick(painter.shown, site.x, site.y), next)) return; // out of view
    if (site) pointer.walkTo(site);
    app.focus(next.map.parameter.name, indexOf(next.map, next.row, next.column), { at, ago: agoOf(scene) });
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Box | undefined} box */
const middleOf = (box) => box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };

/** @param {Cell | null} one @param {Cell} other */
const isSame = (one, other) =>
  one?.map.parameter === other.map.parameter && one.row === other.row && one.column === other.column;
