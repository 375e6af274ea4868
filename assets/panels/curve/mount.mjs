/** Curve: what a unit makes of its net input. */
import { watchPointer } from "../../draw/pointer.mjs";
import { createFigure, createReadout, element } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { compose } from "./compose.mjs";
import panel from "./panel.json" with { type: "json" };
import { headersOf, linesOf, numbersOf, pick, rowsOf, unitsOf, choiceOf } from "./readout.mjs";

export { panel };

/** @import { Explorer, Picture, Scene, Session } from "../../types" */
/** @import { CurvePlot } from "./plot.mjs" */
/** @typedef {{ point: number }} Spot */

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  const { tools, area } = createFigure(root, "curve");
  const notes = ["text", "activation", "error"].map((kind) => createReadout(tools, `curve-${kind}`));
  const offer = chooser(tools, app);
  /** @type {Picture<{ plot: CurvePlot }>} */
  const painter = createPainter(app, area, "The unit's curve, with the data on it", { compose, show });
  const setTable = accessibleTable(app, root, "Curve");

  /** @param {{ plot: CurvePlot }} picture @param {Scene} scene */
  function show({ plot }, scene) {
    offer(scene.session, plot);
    const numbers = numbersOf(plot);
    notes.forEach((tell, at) => tell(numbers[at]));
    setTable(headersOf(plot), () => rowsOf(plot), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPointer(painter.surface.canvas, app, {
    pick: /** @param {number} x @param {number} y */ (x, y) => pick(painter.shown?.plot, x, y),
    /** @param {Spot} spot @param {MouseEvent} event */
    hover({ point }, { clientX, clientY }) {
      const plot = painter.shown?.plot;
      if (plot) app.tooltip.show(clientX, clientY, linesOf(plot, point));
    },
    leave: () => app.tooltip.hide(),
    click: /** @param {Spot} spot */ ({ point }) => app.seekInstance(point),
    moves: true,
  });
  return painter;
}

/** The choice of units. @param {Element} tools @param {Explorer} app */
function chooser(tools, app) {
  const select = tools.appendChild(element("select", "select"));
  Object.assign(select, { title: "Unit" });
  select.setAttribute("aria-label", "Unit whose curve is shown");
  select.addEventListener("change", () => app.setView({ curve: select.value }));
  /** @type {Session | null} */
  let offered = null;
  /** @param {Session} session @param {CurvePlot} plot */
  return (session, plot) => {
    if (offered !== session) {
      offered = session;
      const units = unitsOf(session);
      select.replaceChildren(...units.map(([value, text]) => new Option(text, value)));
      select.hidden = units.length < 2;
    }
    const chosen = choiceOf(plot);
    if (select.value !== chosen) select.value = chosen;
  };
}
