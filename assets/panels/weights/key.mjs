/** The key to the heatmaps' colours, in the panel's head: drawn anew only where their limit changes. */
import { createCanvas } from "../../draw/canvas.mjs";
import { element } from "../../draw/figure.mjs";
import { measureOf } from "../../draw/fonts.mjs";
import { draw } from "../../draw/marks.mjs";
import { isBeyond } from "../../maths/limits.mjs";
import { exact, format } from "../../text/numbers.mjs";
import { composeKey } from "./compose.mjs";

/** @import { Explorer } from "../../types" */

/** @param {Element} parent @param {Pick<Explorer, "theme" | "clock">} app */
export function createKey(parent, app) {
  const root = parent.appendChild(element("div", "heat-legend"));
  let scale = { limit: 0, beyond: false };
  const surface = createCanvas(app, root, "Colour scale", paint);

  function paint() {
    const context = surface.begin();
    if (scale.limit) draw(context, composeKey(surface, measureOf(app.theme), scale));
  }

  /** @param {{ limit: number, largest: number }} reach */
  return ({ limit, largest }) => {
    const beyond = isBeyond(largest, limit);
    if (limit !== scale.limit || beyond !== scale.beyond) {
      scale = { limit, beyond };
      paint();
    }
    const told = beyond ? `Cells with a corner lie beyond ±${format(limit, 2)}; the largest is ${exact(largest)}` : "";
    if (root.title !== told) root.title = told;
  };
}
