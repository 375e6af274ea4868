/** The gradient of one weight beside central differences of the loss: a table, and the error's curve over the width. */
import { element } from "../../draw/figure.mjs";
import { exact, significant } from "../../text/numbers.mjs";
import { WIDTH, layout } from "../curve.mjs";
import { createPicture } from "../plot.mjs";

/** @import { Docked, Slope } from "../../types" */

const LEAST = 1e-17; // of an error in the curve

/** Why a right gradient may be far from a difference. */
export const KINK =
  "A kink of the loss, where a sum passes the 0 of ReLU, a step or the hinge, lies within that width: " +
  "the difference is of both sides of it, the gradient of one.";

/** @param {Slope} slope @param {Pick<Docked, "theme">} app */
export function slopeView({ gradient, points }, app) {
  const node = element("div", "dock-slope");
  const plot = node.appendChild(element("div", "dock-plot"));
  const { picture, line } = createPicture(app);
  const { path, low, high } = layout(errorCurve(points));
  line.setAttribute("d", path);
  const [top, bottom] = [high, low].map((power) => significant(10 ** power, 2));
  plot.append(element("span", "dock-plot-high", top), element("span", "dock-plot-low", bottom), picture);
  const [widest, narrowest] = [points[0][0], points[points.length - 1][0]].map((width) => significant(width, 3));
  const under = `Error, over the width of the difference from ${narrowest} to ${widest}, both by powers of ten`;
  node.append(element("p", "dock-hint", under), tableOf(gradient, points));
  return node;
}

/**
 * The logarithms of the errors over those of the widths.
 * @param {Slope["points"]} points the widest first
 * @returns {import("../curve.mjs").Curve}
 */
export function errorCurve(points) {
  const ascending = points.toReversed();
  const positions = ascending.map(([width]) => Math.log10(width));
  const values = ascending.map(([, , error]) => Math.log10(Math.max(LEAST, error)));
  const [first, last] = [positions[0], positions[positions.length - 1]];
  return { positions, values, first, last: last > first ? last : first + WIDTH };
}

/** The width at which the two agree best. @param {Slope["points"]} points */
export const bestOf = (points) => points.reduce((best, point) => (point[2] < best[2] ? point : best));

/**
 * What a step goes by that is not, or not exactly, the way down the loss; "" of one that is.
 * @param {Pick<Slope, "descends" | "goes_by">} found
 */
export const ruleOf = ({ descends, goes_by: rule }) =>
  descends ? rule && `${rule} ` : `The step is no gradient${rule ? `: ${rule}` : "."} `;

/** @param {number} gradient @param {Slope["points"]} points */
function tableOf(gradient, points) {
  const table = element("table", "dock-list");
  const head = table.createTHead().insertRow();
  const bent = points.some(([, , , kink]) => kink);
  for (const title of ["width", "difference", "gradient", "error", ...(bent ? ["kink"] : [])]) {
    const cell = head.appendChild(element("th", "", title));
    cell.scope = "col";
  }
  const body = table.createTBody();
  for (const [width, difference, error, kink] of points) {
    const cells = [significant(width, 3), exact(difference), exact(gradient), significant(error, 3)];
    if (bent) cells.push(kink ? "within" : "");
    body.insertRow().append(...cells.map((text) => element("td", "", text)));
  }
  return table;
}
