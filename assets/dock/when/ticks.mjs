/** Positions as ticks on the timeline. */
import { HEIGHT, WIDTH, ticks } from "../curve.mjs";
import { SVG } from "../plot.mjs";

/** @import { Docked } from "../../types" */

/**
 * @param {Docked} app
 * @returns {(positions: number[], range: number) => void} shows them on a timeline that ends at `range`
 */
export function createTicks(app) {
  const picture = app.theme.document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "timeline-found");
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  const path = picture.appendChild(app.theme.document.createElementNS(SVG, "path"));
  app.id("timeline")?.before(picture);
  let shown = "";

  return (positions, range) => {
    const key = `${positions.length}|${positions.at(-1)}|${positions[0]}|${range}`;
    if (key === shown) return;
    shown = key;
    path.setAttribute("d", ticks(positions, range));
  };
}
