/**
 * Loss: the small curve beside the projection. Each step's loss is a thin line (a band of lowest and highest where there are
 * more steps than pixels), the mean of each epoch a thick one: single losses jump with the instance, the means tell whether it learns.
 */
import { setFont, small, watchPointer, widthOf } from "../../draw/canvas.mjs";
import { role } from "../../draw/colours.mjs";
import { createButtons, createFigure, createNote } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { count as thousands, exact, format, short } from "../../text/numbers.mjs";
import { curveOf, epochMeans, everyRound, lossAxis, stepAxis } from "./series.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const [{ title, choices: [, log] }] = panel.options;
const TABLE_ROWS = 200;

export function mount(root, app) {
  const { tools, area } = createFigure(root, "loss");
  // The numbers of now are the key to the two lines as well.
  const ofStep = createNote(tools, "loss-step");
  const ofEpoch = createNote(tools, "loss-epoch");
  const showScale = createButtons(tools, title, [log], () => {
    app.setView({ lossScale: painter.scene.view.lossScale === "log" ? "linear" : "log" });
  });
  const painter = createPainter(app, area, "Loss of each step", { draw, show });
  const setTable = accessibleTable(app, root, "Loss");

  function draw(context, scene) {
    const { width, height } = painter.surface;
    const losses = scene.losses?.values.length ? scene.losses : null;
    if (!losses || width <= 60 || height <= 30) return drawNothing(context, width, height);
    const plot = plotOf(context, scene, losses, width, height);
    drawAxes(context, plot);
    drawCurve(context, plot);
    drawHere(context, plot, scene.step);
    return { plot };
  }

  function show({ plot }, scene) {
    showScale(() => scene.view.lossScale === "log");
    tellNumbers(plot, scene);
    setTable(["step", "loss"], () => (plot ? tableRows(plot.losses) : []), scene.playing);
    pointer.refresh();
  }

  function tellNumbers(plot, scene) {
    const now = plot && (scene.frame?.loss ?? lossAt(plot.losses, scene.step)); // the coming step's, once its stages have got that far
    const mean = plot?.means.at(-1);
    ofStep(Number.isFinite(now) ? `step ${plot.losses.stride > 1 ? "about " : ""}${format(now)}` : "");
    ofEpoch(mean ? `epoch mean ${format(mean.mean)}` : "");
  }

  function pick(x, y) {
    const plot = painter.shown?.plot;
    if (!plot || x < plot.box.left - 4) return null;
    const { start, stride, values } = plot.losses;
    const bin = Math.max(0, Math.min(values.length - 1, Math.floor((plot.step(x) - start - 0.5) / stride)));
    return { bin, step: start + bin * stride + 1, y };
  }

  const pointer = watchPointer(painter.surface.canvas, {
    pick,
    hover({ bin, step }, event) {
      const { plot } = painter.shown;
      const { values, low, high, stride } = plot.losses;
      const lines = [stride > 1 ? `steps ${thousands(step)} to ${thousands(step + stride - 1)}` : `step ${thousands(step)}`];
      lines.push([stride > 1 ? "mean loss" : "loss", exact(values[bin])]);
      if (stride > 1) lines.push(["lowest", exact(low[bin])], ["highest", exact(high[bin])]);
      const { from, epoch, length } = plot.stretches.findLast((stretch) => stretch.from < step) ?? plot.stretches[0];
      const number = epoch + Math.floor((step - 1 - from) / length);
      const mean = plot.means.find((each) => each.epoch === number);
      if (plot.unit === "epoch") lines.push(["epoch", thousands(number)]);
      if (mean) lines.push(["mean of the epoch", exact(mean.mean)]);
      app.tooltip.show(event.clientX, event.clientY, lines);
    },
    leave: () => app.tooltip.hide(),
    click: ({ step }) => app.seek(step),
  });

  return painter;
}

function plotOf(context, { session, view }, losses, width, height) {
  const size = small(context);
  const { start, stride, values } = losses;
  const end = start + values.length * stride;
  const { last, stretches, unit } = stepAxis(session, start, end);
  const curve = curveOf(losses, Math.ceil((width * (end - start)) / (last - start)));
  const axis = lossAxis(curve, view.lossScale === "log");
  setFont(context, size);
  const left = Math.max(...[unit, ...axis.ticks.map(short)].map((text) => widthOf(context, text))) + 6;
  const box = { left, top: size / 2 + 1, bottom: height - size - 8, right: width - 6 };
  const scale = (box.right - box.left) / (last - start);
  return {
    losses, size, unit, stretches, last, box, scale, curve, axis, width, height,
    means: epochMeans(losses, stretches),
    x: (step) => box.left + (step - start) * scale,
    y: (loss) => box.bottom - Math.max(0, Math.min(1.02, axis.place(loss))) * (box.bottom - box.top),
    step: (x) => start + (x - box.left) / scale,
  };
}

function drawAxes(context, plot) {
  const { box, axis, size, unit, height } = plot;
  setFont(context, size);
  context.textAlign = "right";
  context.fillStyle = role(context, "muted");
  context.strokeStyle = role(context, "grid");
  context.lineWidth = 1;
  context.beginPath();
  const crowded = box.bottom - box.top < (axis.ticks.length - 1) * size * 1.3;
  for (const [i, tick] of axis.ticks.entries()) {
    if (crowded && i > 0 && i < axis.ticks.length - 1) continue; // only the ends
    const y = Math.round(plot.y(tick)) + 0.5;
    context.moveTo(box.left, y);
    context.lineTo(box.right, y);
    context.fillText(short(tick), box.left - 5, y);
  }
  context.fillText(unit, box.left - 5, height - size / 2 - 1);
  context.textAlign = "center";
  for (const stretch of plot.stretches) drawEpochs(context, plot, stretch);
  context.stroke();
  context.textAlign = "left";
}

/** Every epoch has its line as long as lines stay apart; numbers only where they fit. */
function drawEpochs(context, { box, size, scale, width, height, x: placeOf }, { from, to, epoch, length }) {
  const numberAt = (i) => thousands(epoch + i);
  const apart = length * scale;
  const named = everyRound((widthOf(context, numberAt((to - from) / length)) + 14) / apart);
  const lined = apart >= 5 ? 1 : named;
  const firstLined = Math.ceil(epoch / lined) * lined - epoch;
  for (let i = firstLined; from + i * length <= to; i += lined) {
    const x = Math.round(placeOf(from + i * length)) + 0.5;
    const isNamed = (epoch + i) % named === 0;
    context.moveTo(x, box.top);
    context.lineTo(x, box.bottom + (isNamed ? 3 : 0));
    const half = isNamed && widthOf(context, numberAt(i)) / 2;
    if (isNamed && x - half > box.left) context.fillText(numberAt(i), Math.min(x, width - half), height - size / 2 - 1);
  }
}

function drawCurve(context, plot) {
  const { curve, means } = plot;
  const emphasised = means.length > 1;
  context.strokeStyle = context.fillStyle = role(context, "error");
  context.lineJoin = "round";
  if (curve.low) {
    context.globalAlpha = 0.22;
    context.beginPath();
    trace(context, plot, curve.high, 1);
    trace(context, plot, curve.low, -1);
    context.fill();
  }
  context.globalAlpha = emphasised ? 0.5 : 1;
  context.lineWidth = emphasised ? 1 : 1.5;
  context.beginPath();
  trace(context, plot, curve.mean, 1);
  context.stroke();
  context.globalAlpha = 1;
  if (!emphasised) return;
  context.lineWidth = 2.25;
  context.beginPath();
  for (const { step, mean } of means) context.lineTo(plot.x(step), plot.y(mean));
  context.stroke();
}

/** Adds a line through the curve's points, forwards or backwards; what isn't finite is left out. */
function trace(context, { curve: { step: steps }, x, y }, losses, direction) {
  for (let i = direction > 0 ? 0 : steps.length - 1; i >= 0 && i < steps.length; i += direction) {
    if (Number.isFinite(losses[i])) context.lineTo(x(steps[i]), y(losses[i]));
  }
}

/** Where the page stands: a line, and a dot on the loss of the step just done. */
function drawHere(context, { losses, last, box, x: placeOf, y }, step) {
  if (step < losses.start) return;
  const x = placeOf(Math.min(step, last));
  context.strokeStyle = context.fillStyle = role(context, "accent");
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, box.top);
  context.lineTo(x, box.bottom);
  context.stroke();
  const loss = lossAt(losses, step);
  if (!Number.isFinite(loss)) return;
  context.beginPath();
  context.arc(x, y(loss), 4, 0, 2 * Math.PI);
  context.fill();
}

function drawNothing(context, width, height) {
  setFont(context, small(context));
  context.fillStyle = role(context, "muted");
  context.textAlign = "center";
  context.fillText("The curve begins with the first step", width / 2, height / 2);
  context.textAlign = "left";
  return { plot: null };
}

/** Loss of the step after which the page stands at `step`; undefined where it isn't known. */
function lossAt({ start, stride, values }, step) {
  return step > start ? values[Math.floor((step - 1 - start) / stride)] : undefined;
}

/** The last values, newest last: a screen reader is not helped by ten thousand rows. */
function tableRows({ start, stride, values }) {
  const from = Math.max(0, values.length - TABLE_ROWS);
  return Array.from({ length: values.length - from }, (_, i) => [start + (from + i) * stride + 1, exact(values[from + i])]);
}
