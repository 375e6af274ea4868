/**
 * The picture of the loss: each step's loss as a thin line (a band of lowest and highest where there are more steps
 * than pixels), the mean of each epoch as a thick one: single losses jump with the instance, the means tell whether it
 * learns.
 */
import { GRID, label, MUTED, present } from "../../draw/composing.mjs";
import { roundEvery } from "../../maths/limits.mjs";
import { count as thousands, short } from "../../text/numbers.mjs";
import { curveOf, epochMeans, lossAt, lossAxis, stepAxis, toldStep, withComing } from "./series.mjs";

/** @import { KnownLosses, Mark, Measure, Room, Scene, Session } from "../../types" */
/** @import { EpochMean, LossCurve, Stretch } from "./series.mjs" */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Sides of the curve's box, in px */
/**
 * @typedef {{ losses: KnownLosses, curve: LossCurve, means: EpochMean[], stretches: Stretch[], unit: string, last:
 *   number, ticks: number[], box: Sides, scale: number, x: (step: number) => number, y: (loss: number) => number, step:
 *   (x: number) => number }} LossPlot `scale`: px a step; `step`: the one at x
 */
/** @typedef {ReturnType<typeof compose>} LossPicture */

const CURVE = { role: "error" };
const HERE = { role: "accent" };
const DOT = 4; // px, on the loss that is told
const TALL = 8; // px, the mark of a change

/**
 * @param {Pick<Scene, "session" | "view" | "losses" | "step" | "frame">} scene
 * @param {Room} room
 * @param {Measure} measure
 * @returns {{ marks: Mark[], plot: LossPlot | null }}
 */
export function compose(scene, room, measure) {
  const losses = withComing(scene);
  if (!losses || room.width <= 60 || room.height <= 30) return { marks: nothingYet(room, measure), plot: null };
  const plot = plotOf(scene, losses, room, measure);
  return {
    marks: [
      ...axes(plot, room, measure),
      ...curve(plot),
      ...changes(plot, scene.session),
      ...here(plot, toldStep(scene)),
    ],
    plot,
  };
}

/** What is shown beside the marks: whether there is a curve, its last epoch's mean. @param {LossPicture} picture */
export const tell = ({ plot }) => ({ drawn: plot !== null, epoch: plot?.means.at(-1) ?? null });

/** @param {Room} room @param {Measure} measure */
function nothingYet({ width, height }, measure) {
  const options = /** @type {const} */ ({ align: "center", colour: MUTED, pad: null, size: measure.small });
  return present([label(measure, "The curve begins with the first step", width / 2, height / 2, options)]);
}

/**
 * @param {Pick<Scene, "session" | "view">} scene
 * @param {KnownLosses} losses
 * @param {Room} room
 * @param {Measure} measure
 * @returns {LossPlot}
 */
function plotOf({ session, view }, losses, { width, height }, measure) {
  const size = measure.small;
  const { start, stride, values } = losses;
  const end = start + values.length * stride;
  const { last, stretches, unit } = stepAxis(session, start, end);
  const points = curveOf(losses, Math.ceil((width * (end - start)) / (last - start)));
  const { share, ticks } = lossAxis(points, view.lossScale === "log");
  const left = Math.max(...[unit, ...ticks.map(short)].map((text) => measure.width(text, size))) + 6;
  const box = { left, top: size / 2 + 1, bottom: height - size - 8, right: width - 6 };
  const scale = (box.right - box.left) / (last - start);
  return {
    losses,
    curve: points,
    means: epochMeans(losses, stretches),
    stretches,
    unit,
    last,
    ticks,
    box,
    scale,
    x: (step) => box.left + (step - start) * scale,
    y: (loss) => box.bottom - Math.max(0, Math.min(1.02, share(loss))) * (box.bottom - box.top),
    step: (x) => start + (x - box.left) / scale,
  };
}

/**
 * The grid with its numbers.
 * @param {LossPlot} plot
 * @param {Room} room
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function axes(plot, room, measure) {
  const { box, ticks, unit } = plot;
  const size = measure.small;
  const foot = room.height - size / 2 - 1;
  /** @param {string} text @param {number} x @param {number} y @param {"right" | "center"} align */
  const write = (text, x, y, align) => label(measure, text, x, y, { align, colour: MUTED, pad: null, size });
  const crowded = box.bottom - box.top < (ticks.length - 1) * size * 1.3;
  const levels = ticks
    .filter((_, i) => !crowded || i === 0 || i === ticks.length - 1)
    .map((tick) => ({ text: short(tick), y: Math.round(plot.y(tick)) + 0.5 }));
  const epochs = plot.stretches.flatMap((stretch) => epochsOf(plot, stretch, room, measure));
  const texts = [
    ...levels.map(({ text, y }) => write(text, box.left - 5, y, "right")),
    write(unit, box.left - 5, foot, "right"),
    ...epochs.map(({ text, middle }) => (text ? write(text, middle, foot, "center") : null)),
  ];
  const points = [
    ...levels.flatMap(({ y }) => [box.left, y, box.right, y]),
    ...epochs.flatMap(({ x, bottom }) => [x, box.top, x, bottom]),
  ];
  return [...present(texts), { mark: "lines", points, stroke: GRID }];
}

/**
 * Every epoch has its line as long as lines stay apart; numbers only where they fit.
 * @param {LossPlot} plot
 * @param {Stretch} stretch
 * @param {Room} room
 * @param {Measure} measure
 */
function epochsOf({ box, scale, x: xOf }, { from, to, epoch, length }, room, measure) {
  /** @param {number} i */
  const numberAt = (i) => thousands(epoch + i);
  const apart = length * scale;
  const named = roundEvery((measure.width(numberAt((to - from) / length), measure.small) + 14) / apart);
  const lined = apart >= 5 ? 1 : named;
  const lines = [];
  for (let i = Math.ceil(epoch / lined) * lined - epoch; from + i * length <= to; i += lined) {
    const x = Math.round(xOf(from + i * length)) + 0.5;
    const isNamed = (epoch + i) % named === 0;
    const half = isNamed ? measure.width(numberAt(i), measure.small) / 2 : 0;
    const text = isNamed && x - half > box.left ? numberAt(i) : "";
    lines.push({ x, bottom: box.bottom + (isNamed ? 3 : 0), text, middle: Math.min(x, room.width - half) });
  }
  return lines;
}

/** @param {LossPlot} plot @returns {Mark[]} */
function curve(plot) {
  const { curve: points, means } = plot;
  const emphasised = means.length > 1;
  /** @type {Mark[]} */
  const marks = [];
  if (points.low && points.high) {
    const band = [...through(plot, points.high), ...through(plot, points.low, true)];
    marks.push({ mark: "path", points: band, fill: CURVE, alpha: 0.22 });
  }
  const [width, alpha] = emphasised ? [1, 0.5] : [1.5, 1];
  marks.push({ mark: "path", points: through(plot, points.mean), stroke: CURVE, width, alpha, join: "round" });
  if (!emphasised) return marks;
  const middles = means.flatMap(({ step, mean }) => [plot.x(step), plot.y(mean)]);
  return [...marks, { mark: "path", points: middles, stroke: CURVE, width: 2.25, join: "round" }];
}

/**
 * Positions of the curve's losses, from the first to the last or back; what isn't finite is left out.
 * @param {LossPlot} plot
 * @param {Float64Array} losses
 * @param {boolean} [back]
 */
function through({ curve: { step: steps }, x, y }, losses, back = false) {
  /** @type {number[]} */
  const points = [];
  const direction = back ? -1 : 1;
  for (let i = back ? steps.length - 1 : 0; i >= 0 && i < steps.length; i += direction) {
    if (Number.isFinite(losses[i])) points.push(x(steps[i]), y(losses[i]));
  }
  return points;
}

/**
 * A triangle on the axis where something was changed by hand.
 * @param {LossPlot} plot
 * @param {Pick<Session, "edits">} session
 * @returns {Mark[]}
 */
function changes({ losses, last, box, x: xOf }, { edits }) {
  const steps = new Set(edits.map((edit) => edit.step).filter((step) => step >= losses.start && step <= last));
  const corners = [...steps].flatMap((step) => {
    const x = xOf(step);
    return [x, box.bottom - TALL, x - TALL / 2, box.bottom, x + TALL / 2, box.bottom];
  });
  return corners.length ? [{ mark: "triangles", corners, fill: HERE }] : [];
}

/**
 * Where the page stands: a line, and a dot on the loss that is told.
 * @param {LossPlot} plot
 * @param {number} step
 * @returns {Mark[]}
 */
function here({ losses, last, box, x: xOf, y }, step) {
  if (step < losses.start) return [];
  const x = xOf(Math.min(step, last));
  const loss = lossAt(losses, step);
  /** @type {Mark[]} */
  const marks = [{ mark: "lines", points: [x, box.top, x, box.bottom], stroke: HERE, width: 1.5 }];
  return Number.isFinite(loss) ? [...marks, { mark: "discs", discs: [x, y(loss), DOT], fill: HERE }] : marks;
}

/**
 * The curve as far as a jump has come, over that of its end: what is still to come lies under a veil.
 * @param {LossPlot} plot
 * @param {number} from the step where the jump began
 * @param {number} to where it ends
 * @param {number} share of the way, 0 to 1
 * @returns {Mark[]}
 */
export function journeyMarks({ losses, last, box, x: xOf, y }, from, to, share) {
  const step = from + share * (Math.min(to, last) - from);
  const [x, end] = [xOf(step), xOf(Math.min(to, last))];
  const loss = lossAt(losses, Math.ceil(step));
  const veil = [x, box.top - DOT, end - x + DOT, box.bottom - box.top + 2 * DOT];
  /** @type {Mark[]} */
  const marks = [{ mark: "boxes", boxes: veil, fill: { role: "surface" }, alpha: 0.9 }];
  return Number.isFinite(loss) ? [...marks, { mark: "discs", discs: [x, y(loss), DOT], fill: HERE }] : marks;
}
