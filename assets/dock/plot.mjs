/** A small curve that can be pressed: a slider over it goes to the step, with the pointer and the keyboard. */
import { element, setText } from "../draw/figure.mjs";
import { exact, format } from "../text/numbers.mjs";
import { afterStep } from "../text/steps.mjs";
import { HEIGHT, WIDTH, layout } from "./curve.mjs";

/** @import { Docked } from "../types" */
/** @import { Curve } from "./curve.mjs" */

/** The names of SVG. */
export const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement} parent
 * @param {Docked} app
 * @returns {(curve: Curve, now: number, label: string) => void} shows a curve, and where one is
 */
export function createPlot(parent, app) {
  const plot = parent.appendChild(element("div", "dock-plot"));
  const [high, low] = ["high", "low"].map((side) => plot.appendChild(element("span", `dock-plot-${side}`)));
  const { picture, line, zero, mark } = createPicture(app);
  const slider = plot.appendChild(element("input"));
  slider.type = "range";
  plot.insertBefore(picture, slider);
  slider.addEventListener("input", () => app.seek(Number(slider.value)));
  /** @type {Curve | null} */
  let shown = null;

  return (curve, now, label) => {
    if (curve !== shown) {
      shown = curve;
      const { path, low: least, high: most, zero: level } = layout(curve);
      line.setAttribute("d", path);
      zero.setAttribute("d", level === null ? "" : `M0 ${level}H${WIDTH}`);
      const end = (/** @type {number} */ value) => (curve.condition ? String(Boolean(value)) : format(value, 3));
      setText(high, Number.isNaN(most) ? "" : end(most));
      setText(low, Number.isNaN(least) || least === most ? "" : end(least)); // a level line has one
      Object.assign(slider, { min: String(curve.first), max: String(Math.max(curve.last, curve.first + 1)) });
    }
    const at = curve.last > curve.first ? (WIDTH * (now - curve.first)) / (curve.last - curve.first) : 0;
    mark.setAttribute("d", at > WIDTH ? "" : `M${at} 0V${HEIGHT}`);
    slider.value = String(now);
    slider.ariaLabel = `Step, along the curve of ${label}`;
    const value = valueAt(curve, now);
    slider.ariaValueText = `${afterStep(now)}: ${curve.condition ? Boolean(value) : exact(value)}`;
  };
}

/** The value at the last position up to one. @param {Curve} curve @param {number} now */
const valueAt = ({ positions, values }, now) =>
  values[Array.from(positions).findLastIndex((position) => position <= now)];

/** The lines of a curve, without a slider. @param {Pick<Docked, "theme">} app */
export function createPicture({ theme }) {
  const make = (/** @type {"svg" | "path"} */ tag) => theme.document.createElementNS(SVG, tag);
  const picture = make("svg");
  picture.setAttribute("viewBox", `0 -4 ${WIDTH} ${HEIGHT + 8}`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  const [zero, mark, line] = ["zero", "mark", "line"].map((name) => {
    const path = picture.appendChild(make("path"));
    path.setAttribute("class", name);
    return path;
  });
  return { picture, zero, mark, line };
}
