/**
 * The line of each unit of the first layer, where its net input is 0; of a single unit the normal, which is its
 * weights.
 */
import { label, present } from "../../draw/composing.mjs";
import { weightsOf } from "../../maths/nets.mjs";
import { symbolOf } from "../../text/names.mjs";
import { subscript } from "../../text/numbers.mjs";
import { inside } from "./frame.mjs";

/** @import { Box, Layer, Mark, Measure, Numbers, Scene, Weights } from "../../types" */
/** @import { FramedSpace } from "./frame.mjs" */
/** @typedef {[x: number, y: number]} Spot in px */
/**
 * @typedef {{ foot: Spot, normal: Spot }} UnitLine where it is nearest to the picture's middle; `normal` to it, of
 *   length 1
 */
/**
 * @typedef {{ marks: Mark[], taken: Spot[] }} UnitMarks `taken`: where arrows begin and names stand, which no other
 *   name should cover
 */

const LINES = 4; // hidden units, up to which each has its line in the plane of the inputs
const ALONG = [0, 3.5, -3.5, 7, -7]; // heights of a text along its line, tried in this order
const WEIGHT = { role: "weight" };
const DASH = [7, 3];

/**
 * @param {Pick<Scene, "session" | "weights">} scene
 * @param {FramedSpace} space
 * @param {Measure} measure
 * @returns {UnitMarks}
 */
export function unitMarks({ session, weights }, space, measure) {
  const { layers, frame, names } = space;
  const [layer] = layers;
  const matrix = weightsOf(session, weights, layer);
  const { rows } = matrix;
  const alone = layers.length === 1 && rows === 1;
  /** @type {UnitMarks} */
  const drawn = { marks: [], taken: [] };
  if ((!alone && layers.length === 1) || rows > LINES || names.length < 2) return drawn;
  for (let k = 0; k < rows; k++) {
    const line = lineOf(weights, space, layer, matrix, k);
    if (!line || !inside(line.foot, frame.inner)) continue;
    const { marks, foot, spot } = alone
      ? normalMarks(line, symbolOf(session, layer.weights), measure)
      : lineMarks(line, frame.inner, subscript(symbolOf(session, layer.output), k), drawn.taken, measure);
    drawn.marks.push(...marks);
    drawn.taken.push(foot, spot);
  }
  return drawn;
}

/**
 * Where unit k's net input is 0; null where its weights have no direction.
 * @param {Weights} weights
 * @param {FramedSpace} space
 * @param {Layer} layer
 * @param {{ columns: number, data: Numbers }} matrix
 * @param {number} k
 * @returns {UnitLine | null}
 */
function lineOf(weights, { axes = [], origin, frame: { box, x, y } }, layer, { columns, data }, k) {
  const [p, q] = axes.map((i) => data[k * columns + i]);
  const size = Math.hypot(p, q);
  if (!(size > 0) || !Number.isFinite(size)) return null;
  let rest = layer.bias ? weights[layer.bias].data[k] : 0;
  for (let i = 0; i < columns; i++) if (!axes.includes(i)) rest += data[k * columns + i] * origin[i];
  // The foot of the perpendicular from the middle of the picture.
  const [mu, mv] = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2];
  const away = (p * mu + q * mv + rest) / (size * size);
  return { foot: [x(mu - away * p), y(mv - away * q)], normal: [p / size, -q / size] }; // on the screen
}

/**
 * w, at right angles to the boundary, on the side where the answer is larger.
 * @param {UnitLine} line
 * @param {string} symbol
 * @param {Measure} measure
 */
function normalMarks({ foot, normal: [nx, ny] }, symbol, measure) {
  const [x, y] = foot;
  const size = measure.small;
  const length = 2.8 * size;
  /** @type {Spot} */
  const spot = [x + (length + 9) * nx, y + (length + 9) * ny];
  const name = label(measure, symbol, ...spot, { align: "center", pad: null, size, bold: true, colour: WEIGHT });
  return { marks: [...arrow(foot, [x + length * nx, y + length * ny], 2), ...present([name])], foot, spot };
}

/**
 * Where a hidden unit's net input is 0: a thin line across the picture, its name on the side where it is positive,
 * further along the line where names of other units stand.
 * @param {UnitLine} line
 * @param {Box} inner
 * @param {string} name
 * @param {Spot[]} taken
 * @param {Measure} measure
 */
function lineMarks({ foot: middle, normal: [nx, ny] }, inner, name, taken, measure) {
  const size = measure.small;
  const period = DASH[0] + DASH[1];
  /** @param {Spot} from @param {number} off @returns {Spot} */
  const above = ([x, y], off) => [x + off * size * nx, y + off * size * ny];
  const feet = ALONG.map((off) => /** @type {Spot} */ ([middle[0] - off * size * ny, middle[1] + off * size * nx]));
  const foot = feet.find((each) => isFree(each, above(each, 2), inner, taken, 1.5 * size)) ?? middle;
  const [[x, y], spot] = [foot, above(foot, 2)];
  // so the foot is where a dash begins
  const reach = period * Math.ceil(Math.hypot(inner.width, inner.height) / period);
  const points = [x - reach * ny, y + reach * nx, x + reach * ny, y - reach * nx];
  /** @type {Mark} */
  const across = { mark: "lines", points, stroke: WEIGHT, alpha: 0.8, dash: DASH };
  const text = label(measure, name, ...spot, { align: "center", pad: null, size, colour: WEIGHT });
  const short = arrow(foot, above(foot, 1.1), 1.25);
  /** @type {Mark} */
  const clipped = { mark: "clip", box: inner, marks: [across] };
  return { marks: [clipped, ...short, ...present([text])], foot, spot };
}

/**
 * Whether an arrow and its name stand in the picture, apart from others.
 * @param {Spot} foot
 * @param {Spot} spot
 * @param {Box} inner
 * @param {Spot[]} taken
 * @param {number} apart px
 */
function isFree(foot, spot, inner, taken, apart) {
  /** @param {Spot} at */
  const clear = ([x, y]) => taken.every(([left, top]) => Math.hypot(x - left, y - top) >= apart);
  return inside(foot, inner) && inside(spot, inner) && clear(foot) && clear(spot);
}

/** @param {Spot} from @param {Spot} to @param {number} width @returns {Mark[]} */
function arrow([x1, y1], [x2, y2], width) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const shaft = [x1, y1, x2 - 4 * Math.cos(angle), y2 - 4 * Math.sin(angle)];
  const barbs = [-0.45, 0.45].flatMap((turn) => [x2 - 8 * Math.cos(angle + turn), y2 - 8 * Math.sin(angle + turn)]);
  return [
    { mark: "lines", points: shaft, stroke: WEIGHT, width },
    { mark: "path", points: [x2, y2, ...barbs], fill: WEIGHT },
  ];
}
