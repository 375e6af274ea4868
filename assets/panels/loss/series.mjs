/** Arithmetic of the loss curve: one point a pixel column, means of epochs, axes that don't breathe. */

import { roundEnd } from "../../maths/limits.mjs";

/** @import { KnownLosses, Scene, Session } from "../../types" */
/**
 * @typedef {{ step: Float64Array, mean: Float64Array, low: Float64Array | null, high: Float64Array | null, largest:
 *   number, smallest: number }} LossCurve
 */
/** @typedef {{ from: number, to: number, epoch: number, length: number }} Stretch steps with epochs of one length */
/** @typedef {{ epoch: number, step: number, mean: number }} EpochMean the loss of an epoch, `step` in its middle */
const SAMPLES = 64; // values looked at for one column

/**
 * The step whose loss is told: the coming one's, once its stages have got that far.
 * @param {Pick<Scene, "frame" | "step">} scene
 */
export const toldStep = ({ frame, step }) => (frame && frame.loss !== null ? frame.step + 1 : step);

/**
 * The losses with that of the coming step, once its stages have got that far; null where there is none.
 * @param {Pick<Scene, "losses" | "frame" | "step">} scene
 * @returns {KnownLosses | null}
 */
export function withComing({ losses, frame, step }) {
  const loss = frame?.loss ?? null;
  if (losses?.stride === 1 && loss !== null && frame?.step === step && losses.start + losses.values.length === step) {
    const values = Float64Array.from([...losses.values, loss]);
    return { ...losses, values, low: values, high: values };
  }
  return losses?.values.length ? losses : null;
}

/**
 * Points of the curve: every value while there are few, else one column a pixel with its mean, lowest and highest.
 * `step` is the number of updates after which the page shows that loss: value i belongs to step start + i·stride + 1.
 * @param {Pick<KnownLosses, "start" | "stride" | "values"> & Partial<KnownLosses>} losses
 * @param {number} columns
 * @returns {LossCurve}
 */
export function curveOf({ start, stride, values, low, high }, columns) {
  const n = values.length;
  const reduced = n > 1.5 * columns;
  const size = reduced ? Math.max(1, columns) : n;
  const banded = reduced || stride > 1;
  const [lowest, highest] = banded ? [new Float64Array(size), new Float64Array(size)] : [null, null];
  const curve = {
    step: new Float64Array(size),
    mean: new Float64Array(size),
    low: lowest,
    high: highest,
    largest: 0,
    smallest: Infinity,
  };
  for (let column = 0; column < size; column++) {
    const from = reduced ? Math.floor((column * n) / size) : column;
    const to = reduced ? Math.max(from + 1, Math.floor(((column + 1) * n) / size)) : column + 1;
    const jump = Math.ceil((to - from) / SAMPLES);
    let [sum, seen, least, most] = [0, 0, Infinity, -Infinity];
    for (let i = from; i < to; i += jump) {
      if (Number.isNaN(values[i])) continue; // not known yet
      sum += values[i];
      seen += 1;
      least = Math.min(least, low ? low[i] : values[i]);
      most = Math.max(most, high ? high[i] : values[i]);
    }
    curve.step[column] = start + ((from + to - 1) / 2) * stride + (stride + 1) / 2;
    curve.mean[column] = sum / seen;
    if (lowest) lowest[column] = least;
    if (highest) highest[column] = most;
    if (most > curve.largest && most < Infinity) curve.largest = most;
    if (least < curve.smallest && least > 0) curve.smallest = least;
  }
  return curve;
}

/**
 * Stretches of steps with epochs of one length: a change of the data begins another. `to` is the step at which the
 * stretch ends.
 * @param {Session} session
 * @param {number} last
 */
function stretchesOf({ segments, steps_per_epoch }, last) {
  const all = (segments ?? [{ step: 0, epoch: 0, steps_per_epoch }]).filter(({ step }, i) => i === 0 || step < last);
  return all.map(({ step, epoch, steps_per_epoch: length }, i) => ({
    from: step,
    to: all[i + 1]?.step ?? last,
    epoch,
    length: Math.max(1, length || 1),
  }));
}

const SHORT = 50; // steps of an epoch that is always shown whole
const FEW = 20; // steps, for which there is room in any case

/**
 * What the step axis is divided into: epochs; but steps as long as less than half of a long first epoch is done, which
 * would else be a dot at the left. `last` is where the axis ends.
 * @param {Session} session
 * @param {number} start
 * @param {number} end
 */
export function stepAxis(session, start, end) {
  const perEpoch = Math.max(1, session.steps_per_epoch);
  const whole = start + lastStep(end - start, perEpoch);
  const stretches = stretchesOf(session, whole);
  const early = perEpoch > SHORT && 2 * (end - start) <= perEpoch && stretches.length === 1;
  if (!early) return { last: whole, stretches, unit: stretches.some(({ length }) => length > 1) ? "epoch" : "step" };
  const last = start + Math.min(perEpoch, lastStep(Math.max(FEW, end - start), 1));
  return { last, stretches: [{ from: start, to: last, epoch: start, length: 1 }], unit: "step" };
}

/**
 * Mean loss of each complete epoch; none where bins are longer than epochs.
 * @param {Pick<KnownLosses, "start" | "stride" | "values">} losses
 * @param {Stretch[]} stretches
 * @returns {EpochMean[]}
 */
export function epochMeans({ start, stride, values }, stretches) {
  const means = [];
  for (const { from, to, epoch, length } of stretches) {
    if (length < 2 || stride > length) continue;
    const known = Math.min(to, start + values.length * stride);
    for (let i = 0; from + (i + 1) * length <= known; i++) {
      const [first, end] = [from + i * length, from + (i + 1) * length].map((step) =>
        Math.round((step - start) / stride),
      );
      let sum = 0;
      for (let at = Math.max(0, first); at < end; at++) sum += values[at];
      const mean = sum / (end - first);
      if (first >= 0 && Number.isFinite(mean))
        means.push({ epoch: epoch + i, step: from + (i + 0.5) * length + 0.5, mean });
    }
  }
  return means;
}

/**
 * End of the step axis: whole epochs, a round number of them, so that the curve is stretched seldom.
 * @param {number} steps
 * @param {number} stepsPerEpoch
 */
function lastStep(steps, stepsPerEpoch) {
  const unit = Math.max(1, stepsPerEpoch);
  return unit * roundEnd(Math.ceil(steps / unit));
}

/**
 * The loss axis.
 * @returns {{share: (loss: number) => number, ticks: number[]}} `share` of the axis's height: 0 at the bottom, 1 at the
 *   top
 * @param {Pick<LossCurve, "largest" | "smallest">} curve
 * @param {boolean} logarithmic
 */
export function lossAxis({ largest, smallest }, logarithmic) {
  if (!logarithmic || !(smallest < Infinity)) {
    const top = roundEnd(largest);
    return { share: (loss) => loss / top, ticks: [0, top / 2, top] };
  }
  const [bottom, top] = [10 ** Math.floor(Math.log10(smallest)), roundEnd(largest)];
  const [from, span] = [Math.log(bottom), Math.log(top / bottom) || 1];
  const ticks = [];
  for (let tick = bottom; tick <= top * (1 + 1e-9); tick *= 10) ticks.push(Number(tick.toPrecision(1)));
  if (ticks.length < 3) ticks.push(top);
  return { share: (loss) => (Math.log(Math.max(loss, bottom)) - from) / span, ticks };
}

/**
 * Loss of the step after which the page stands at `step`; NaN where it isn't known.
 * @param {Pick<KnownLosses, "start" | "stride" | "values">} losses
 * @param {number} step
 */
export const lossAt = ({ start, stride, values }, step) =>
  step > start ? (values[Math.floor((step - 1 - start) / stride)] ?? NaN) : NaN;
