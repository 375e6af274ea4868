/** What the panel of the loss says in words: the numbers of now, those under the pointer, the table. */
import { count as thousands, exact, format } from "../../text/numbers.mjs";
import { lossAt, toldStep } from "./series.mjs";

/** @import { Edit, KnownLosses, Line, Scene } from "../../types" */
/** @import { LossPlot, tell } from "./compose.mjs" */
/** @typedef {{ bin: number, step: number }} Spot a value of the losses, and the first of its steps */

const TABLE_ROWS = 200;

/**
 * The loss of the step, of the coming one once its stages have got that far; and the mean of the last epoch. Nothing
 * where no curve is drawn.
 * @param {ReturnType<typeof tell>} told
 * @param {Pick<Scene, "losses" | "frame" | "step">} scene
 */
export function numbersOf({ drawn, epoch }, scene) {
  if (!drawn || !scene.losses) return { ofStep: "", ofEpoch: "" };
  const ofFrame = scene.frame?.loss ?? null;
  const now = ofFrame ?? lossAt(scene.losses, scene.step);
  const near = ofFrame === null && scene.losses.stride > 1 ? "near " : "";
  const which = `${near}step ${thousands(toldStep(scene))}`;
  return {
    ofStep: Number.isFinite(now) ? `${which}: ${format(now)}` : "",
    ofEpoch: epoch ? `epoch ${thousands(epoch.epoch + 1)}: ${format(epoch.mean)}` : "",
  };
}

/** How many steps before that of the frame the loss is of which the numbers of now tell. @param {Scene | null} scene */
export const agoOf = (scene) => Number(Boolean(scene?.frame) && (scene?.frame?.loss ?? null) === null);

/** What lies at x. @param {LossPlot | null | undefined} plot @param {number} x @returns {Spot | null} */
export function pick(plot, x) {
  if (!plot || x < plot.box.left - 4) return null;
  const { start, stride, values } = plot.losses;
  const bin = Math.max(0, Math.min(values.length - 1, Math.floor((plot.step(x) - start - 0.5) / stride)));
  return { bin, step: start + bin * stride + 1 };
}

/**
 * What is told of a spot; of a change by hand just before one of its steps too.
 * @param {LossPlot} plot
 * @param {Spot} spot
 * @param {Edit[]} [edits]
 * @returns {Line[]}
 */
export function linesOf({ losses, stretches, means, unit }, { bin, step }, edits = []) {
  const { values, low, high, stride } = losses;
  const bins = stride > 1;
  const { from, epoch, length } = stretches.findLast((stretch) => stretch.from < step) ?? stretches[0];
  const number = epoch + Math.floor((step - 1 - from) / length);
  const mean = means.find((each) => each.epoch === number);
  /** @type {Line[]} */
  const lines = [bins ? `steps ${thousands(step)} to ${thousands(step + stride - 1)}` : `step ${thousands(step)}`];
  lines.push([bins ? "mean loss" : "loss", exact(values[bin])]);
  if (bins) lines.push(["lowest", exact(low[bin])], ["highest", exact(high[bin])]);
  if (unit === "epoch") lines.push(["epoch", thousands(number + 1)]);
  if (mean) lines.push(["mean of its steps", exact(mean.mean)]);
  for (const edit of edits) {
    if (edit.step >= step - 1 && edit.step < step - 1 + stride) lines.push(["changed before", edit.label]);
  }
  return lines;
}

/**
 * The last values, newest last: a screen reader is not helped by ten thousand rows.
 * @param {KnownLosses | null} losses
 */
export function rowsOf(losses) {
  if (!losses) return [];
  const { start, stride, values } = losses;
  const from = Math.max(0, values.length - TABLE_ROWS);
  return Array.from({ length: values.length - from }, (_, i) => [
    start + (from + i) * stride + 1,
    exact(values[from + i]),
  ]);
}
