/** The words on their way from one end of a jump to the other, in the axes of the picture. */
import { SURFACE } from "../../draw/composing.mjs";
import { shapes } from "./points.mjs";

/** @import { Mark } from "../../types" */
/** @import { Projected } from "./compose.mjs" */

const VEIL = 0.8; // of the picture below, which is that of the end
const LIT = 2.5; // px by which a lit point is larger

/** @param {Projected} projected @param {number} share of the way, 0 to 1 @returns {Mark[]} */
export function journeyMarks({ frame, sets, trails, lit, width, foot, radius }, share) {
  const stops = [...trails.steps.values()];
  const at = share * stops.length;
  const last = Math.min(Math.floor(at), Math.max(0, stops.length - 1));
  /** @type {Mark[]} */
  const marks = [{ mark: "boxes", boxes: [0, 0, width, foot], fill: SURFACE, alpha: VEIL }];
  sets.forEach((set, number) => {
    if (!set.visible || !stops.length) return;
    const [from, to] = [stops[last][number], stops[last + 1]?.[number] ?? set.points];
    /** @param {boolean} strong */
    const centres = (strong) => {
      /** @type {number[]} */
      const found = [];
      for (let row = 0; row < to.length / 2; row++) {
        if (lit[number].has(row) === strong) found.push(...between(from, to, row, at - last, frame));
      }
      return found;
    };
    const fill = { role: set.kind };
    marks.push(
      shapes(set, centres(false), radius, { fill, alpha: 0.85 }),
      shapes(set, centres(true), radius + LIT, { fill }),
    );
  });
  return marks;
}

/**
 * @param {Float64Array} from @param {Float64Array} to @param {number} row @param {number} share
 * @param {Projected["frame"]} frame
 */
function between(from, to, row, share, frame) {
  const [x, y] = [0, 1].map((axis) => from[2 * row + axis] * (1 - share) + to[2 * row + axis] * share);
  return [frame.x(x), frame.y(y)];
}
