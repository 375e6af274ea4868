/** Plane: the numeric data, the regions of the network's answers and the line between them. */
import { watchPointer } from "../../draw/pointer.mjs";
import { createFigure, element } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { compose } from "./compose.mjs";
import panel from "./panel.json" with { type: "json" };
import { headersOf, hiddenNames, inputNames, linesOf, pick, rowsOf } from "./readout.mjs";

export { panel };

/** @import { Explorer, Picture, Scene, Session } from "../../types" */
/** @import { PlanePicture } from "./compose.mjs" */
/** @import { Spot } from "./readout.mjs" */

const LABEL = "Plane of the inputs, with the data, the regions and the line between them";

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  const { tools, area } = createFigure(root, "plane");
  const offerInputs = chooser(tools, app, "plane", "Inputs on the axes", inputNames);
  const offerHidden = chooser(tools, app, "hiddenPlane", "Hidden units on the axes", hiddenNames);
  /** @type {Picture<PlanePicture>} */
  const painter = createPainter(app, area, LABEL, { compose, show });
  const setTable = accessibleTable(app, root, "Points");

  /** @param {PlanePicture} picture @param {Scene} scene */
  function show({ answers, chosen }, scene) {
    offerInputs(scene.session, chosen.inputs, chosen.plane);
    offerHidden(scene.session, chosen.hidden, chosen.hiddenPlane);
    setTable(headersOf(scene, answers), () => rowsOf(scene, answers), scene.playing);
    pointer.refresh();
  }

  const pointer = watchPointer(painter.surface.canvas, app, {
    pick: /** @param {number} x @param {number} y */ (x, y) => pick(painter.shown, x, y),
    /** @param {Spot} spot @param {MouseEvent} event */
    hover(spot, { clientX, clientY }) {
      const { scene, shown } = painter;
      if (scene && shown) app.tooltip.show(clientX, clientY, linesOf(scene, shown.answers, spot));
    },
    leave: () => app.tooltip.hide(),
    click: /** @param {Spot} spot */ ({ point }) => app.seekInstance(point),
  });
  return painter;
}

/**
 * A select of view option `key` in the panel's head, shown where there is something to choose.
 * @param {Element} tools
 * @param {Explorer} app
 * @param {string} key
 * @param {string} title
 * @param {(session: Session, choice: string) => string} nameOf
 */
function chooser(tools, app, key, title, nameOf) {
  const select = tools.appendChild(element("select", "select"));
  Object.assign(select, { title, hidden: true });
  select.setAttribute("aria-label", title);
  select.addEventListener("change", () => app.setView({ [key]: select.value }));
  /** @type {Session | null} */
  let offered = null;
  /** @param {Session} session @param {string[]} choices @param {string | null} chosen */
  return (session, choices, chosen) => {
    if (offered !== session) {
      offered = session;
      select.hidden = choices.length < 2;
      select.replaceChildren(...choices.map((choice) => new Option(nameOf(session, choice), choice)));
    }
    if (chosen !== null && select.value !== chosen) select.value = chosen;
  };
}
