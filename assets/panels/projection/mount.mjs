/** Projection: the word vectors in the plane of two principal components. */
import { watchPointer } from "../../draw/pointer.mjs";
import { createButtons, createFigure, element } from "../../draw/figure.mjs";
import { createJourney } from "../../draw/journey.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { percent } from "../../text/numbers.mjs";
import { compose, tell } from "./compose.mjs";
import { journeyMarks } from "./journey.mjs";
import panel from "./panel.json" with { type: "json" };
import { HEADERS, linesOf, pick, rowsOf } from "./readout.mjs";
import { setsOf, showOf } from "./vectors.mjs";

export { panel };

/** @import { Explorer, Picture, Room, Scene } from "../../types" */
/** @import { Advice, ProjectionPicture, ProjectionTold } from "./compose.mjs" */
/** @import { Spot } from "./readout.mjs" */

const KEY = [
  ["input", "input", "Show or hide the input vectors", "key-input"],
  ["output", "output", "Show or hide the output vectors", "key-output"],
];

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  const { area } = createFigure(root, "projection");
  /** @type {Picture<ProjectionPicture>} */
  const painter = createPainter(app, area, "Projection of the word vectors on two principal components", {
    art: "projection",
    asked: () => ({ strip: stripOf() }),
    compose,
    tell,
    show,
  });
  const { surface } = painter;
  const journey = createJourney(app, area);
  const setTable = accessibleTable(app, root, "Projection");
  const key = area.appendChild(element("div", "figure-key"));
  const showKey = createButtons(key, "Vectors shown", KEY, (pressed) => {
    const other = pressed === "input" ? "output" : "input";
    // Hiding the only set that is left would leave nothing: it brings the other one back instead.
    if (painter.scene) app.setView({ show: showOf(painter.scene) === "both" ? other : "both" });
  });
  const stripOf = measured(key, surface);
  const advise = adviser(app.id("pca"));

  /** @param {ProjectionTold} told @param {Scene} scene */
  function show({ advice, ofWords }, scene) {
    const shown = showOf(scene);
    showKey((kind) => shown === "both" || shown === kind);
    key.classList.toggle("nodes", !ofWords);
    advise(advice);
    const projected = () => painter.shown?.projected;
    setTable(HEADERS, () => rowsOf(setsOf(scene)), scene.playing);
    journey.follow(scene, () => {
      const way = projected();
      return way ? (share) => journeyMarks(way, share) : null;
    });
    pointer.refresh();
  }

  const pointer = watchPointer(surface.canvas, app, {
    pick: /** @param {number} x @param {number} y */ (x, y) => pick(painter.shown?.projected, x, y),
    /** @param {Spot} spot @param {MouseEvent} event */
    hover(spot, { clientX, clientY }) {
      if (painter.scene?.hovered !== spot.id) app.hover(spot.id);
      app.tooltip.show(clientX, clientY, linesOf(spot));
    },
    leave() {
      app.tooltip.hide();
      app.hover(null);
    },
    /** @param {Spot} spot */
    click({ id, name }) {
      if (id === null) return;
      app.chooseWord(name);
      app.hover(id);
    },
  });

  return painter;
}

/**
 * The button that refits the axes stands out where it is worth it, and says why.
 * @param {HTMLElement | null} refit
 * @returns {(advice: Advice | null) => void}
 */
function adviser(refit) {
  const usual = refit?.title ?? "";
  return (advice) => {
    if (!refit) return;
    refit.classList.toggle("advised", advice !== null);
    const title = advice
      ? `These axes explain ${percent(advice.now)} of the variance, refitted ones ${percent(advice.refitted)}`
      : usual;
    if (refit.title !== title) refit.title = title;
  };
}

/**
 * The size of an element on a surface, asked of the page once a version.
 * @param {HTMLElement} node
 * @param {Picture<unknown>["surface"]} surface
 * @returns {() => Room}
 */
function measured(node, surface) {
  let [version, width, height] = [-1, 0, 0];
  return () => {
    if (version !== surface.version) {
      [version, width, height] = [surface.version, node.offsetWidth, node.offsetHeight];
    }
    return { width, height };
  };
}
