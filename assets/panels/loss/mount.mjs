/** Loss: the small curve beside the projection. */
import { watchPointer } from "../../draw/pointer.mjs";
import { createButtons, createFigure, createReadout } from "../../draw/figure.mjs";
import { createJourney } from "../../draw/journey.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { LOSS } from "../../maths/declared.mjs";
import { compose, journeyMarks, tell } from "./compose.mjs";
import panel from "./panel.json" with { type: "json" };
import { agoOf, linesOf, numbersOf, pick, rowsOf } from "./readout.mjs";
import { withComing } from "./series.mjs";

export { panel };

/** @import { Explorer, Picture, Scene } from "../../types" */
/** @import { Spot } from "./readout.mjs" */
/** @import { LossPicture } from "./compose.mjs" */

const [{ title, choices }] = panel.options;
const [, log] = choices;

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  const { tools, area } = createFigure(root, "loss");
  // The numbers of now are the key to the two lines as well.
  const ofStep = createReadout(tools, "loss-step", (host) =>
    app.focus(LOSS, [], { at: { host }, ago: agoOf(painter.scene) }),
  );
  const ofEpoch = createReadout(tools, "loss-epoch");
  const showScale = createButtons(tools, title, [log], () => {
    app.setView({ lossScale: painter.scene?.view.lossScale === "log" ? "linear" : "log" });
  });
  /** @type {Picture<LossPicture>} */
  const painter = createPainter(app, area, "Loss of each step", { art: "loss", compose, tell, show });
  const journey = createJourney(app, area);
  const setTable = accessibleTable(app, root, "Loss");

  /** @param {ReturnType<typeof tell>} told @param {Scene} scene */
  function show(told, scene) {
    const numbers = numbersOf(told, scene);
    ofStep(numbers.ofStep);
    ofEpoch(numbers.ofEpoch);
    showScale(() => scene.view.lossScale === "log");
    setTable(["step", "loss"], () => rowsOf(withComing(scene)), scene.playing);
    journey.follow(scene, () => wayTo(scene));
    pointer.refresh();
  }

  /** The way of a jump to a scene. @param {Scene} scene */
  function wayTo({ step, trail: [from] }) {
    const plot = painter.shown?.plot;
    return plot && from ? (/** @type {number} */ share) => journeyMarks(plot, from.step, step, share) : null;
  }

  const pointer = watchPointer(painter.surface.canvas, app, {
    pick: /** @param {number} x */ (x) => pick(painter.shown?.plot, x),
    /** @param {Spot} spot @param {MouseEvent} event */
    hover(spot, { clientX, clientY }) {
      const plot = painter.shown?.plot;
      if (plot) app.tooltip.show(clientX, clientY, linesOf(plot, spot, painter.scene?.session.edits));
    },
    leave: () => app.tooltip.hide(),
    click: /** @param {Spot} spot */ ({ step }) => app.seek(step),
    moves: true,
  });

  return painter;
}
