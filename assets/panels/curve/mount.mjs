/**
 * Curve: what a unit makes of its net input, y = f(u), with all data as points on it and the instance at work as a larger
 * one; the tangent there is the slope with which an error comes through. Where the curve is flat the unit is saturated,
 * and learns next to nothing.
 */
import { drawLabel, setFont, small, watchPointer } from "../../draw/canvas.mjs";
import { role, tint } from "../../draw/colours.mjs";
import { createFigure, createNote, element } from "../../draw/figure.mjs";
import { createPainter } from "../../draw/painter.mjs";
import { accessibleTable } from "../../draw/table.mjs";
import { answersOf } from "../../maths/answers.mjs";
import { activate, declaredOf, slopeAt, written } from "../../maths/nets.mjs";
import { roundStep } from "../../maths/points.mjs";
import { symbolOf } from "../../text/names.mjs";
import { exact, format, short, subscript, tuple } from "../../text/numbers.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

const MOST_UNITS = 60; // of the choice
const REACH = 10; // px
const FLAT = 0.1; // a slope below this share of the steepest counts as flat

export function mount(root, app) {
  const { tools, area } = createFigure(root, "curve");
  const notes = ["text", "activation", "error"].map((kind) => createNote(tools, `curve-${kind}`));
  const select = tools.appendChild(element("select", "select"));
  Object.assign(select, { title: "Unit" });
  select.setAttribute("aria-label", "Unit whose curve is shown");
  select.addEventListener("change", () => app.setView({ curve: select.value }));
  const painter = createPainter(app, area, "The unit's curve, with the data on it", { draw, show });
  let offered = null;
  const setTable = accessibleTable(app, root, "Curve");

  function draw(context, scene) {
    const { session } = scene;
    const { width, height } = painter.surface;
    if (session.words.length || !session.network.layers.length || width < 80 || height < 40) return null;
    const plot = plotOf(scene, chosenUnit(scene), painter.surface);
    drawFlat(context, plot);
    drawGrid(context, plot);
    drawCurve(context, plot);
    drawData(context, plot);
    drawOperating(context, plot);
    return plot;
  }

  function show(plot, scene) {
    offer(scene.session, plot);
    notes.forEach((tell, at) => tell(told(plot)[at]));
    setTable(["point", plot.netName, plot.outName, "slope"], () => tableRows(plot), scene.playing);
    pointer.refresh();
  }

  /** The choice of units; of the last layer first. */
  function offer(session, { layer, k }) {
    if (offered !== session) {
      offered = session;
      const units = session.network.layers.toReversed().flatMap(({ output }) => Array.from({ length: declaredOf(session, output).size }, (_, k) => [`${output}.${k}`, subscript(symbolOf(session, output), k)]));
      select.replaceChildren(...units.slice(0, MOST_UNITS).map(([value, text]) => new Option(text, value)));
      select.hidden = units.length < 2;
    }
    const chosen = `${layer.output}.${k}`;
    if (select.value !== chosen) select.value = chosen;
  }

  const pointer = watchPointer(painter.surface.canvas, {
    pick(x, y) {
      const plot = painter.shown;
      let [found, nearest] = [null, REACH ** 2];
      for (let i = 0; i < (plot?.data.count ?? 0); i++) {
        const distance = (plot.x(plot.nets[i]) - x) ** 2 + (plot.y(plot.outs[i]) - y) ** 2;
        if (distance < nearest) [nearest, found] = [distance, { point: i }];
      }
      return found;
    },
    hover({ point }, event) {
      const { data, nets, outs, layer, netName, outName } = painter.shown;
      app.tooltip.show(event.clientX, event.clientY, [
        `point ${point + 1}: ${tuple(data.inputs.subarray(point * data.width, (point + 1) * data.width))}`,
        [netName, exact(nets[point])], [outName, exact(outs[point])], ["slope", exact(slopeAt(layer.activation, outs[point]))],
      ]);
    },
    leave: () => app.tooltip.hide(),
    click: ({ point }) => app.seekInstance(point),
  });
  return painter;
}

/** The unit of the view option "y.0", else the one whose number is in focus, else the first output. */
function chosenUnit({ session, view }) {
  const { layers } = session.network;
  const find = (text) => {
    const [name, ...index] = String(text ?? "").split(".");
    const layer = layers.find(({ net, output }) => name === net || name === output);
    const k = Number(index.at(-1));
    return layer && k < declaredOf(session, layer.output).size ? { layer, k } : null;
  };
  return find(view.focus) ?? find(view.curve) ?? { layer: layers.at(-1), k: 0 };
}

function plotOf(scene, { layer, k }, surface) {
  const { session, frame } = scene;
  const { width, height } = surface;
  const size = small(surface);
  const { data, known, level } = answersOf(scene);
  const units = known[layer.net].length / data.count;
  const of = (values) => Float64Array.from({ length: data.count }, (_, i) => values[i * units + k]);
  const [nets, outs] = [of(known[layer.net]), of(known[layer.output])];
  const [net, out] = [frame?.get(layer.net), frame?.get(layer.output)];
  const own = net && out ? { u: net[k], y: out[k] } : null;
  // A softmax unit's curve is the one along its own score, the others as they are for this instance (or the first).
  const others = layer.activation === "softmax" ? restOf(net ?? known[layer.net].subarray(0, units), k) : 0;
  const f = layer.activation === "softmax" ? (u) => activate("sigmoid", u - others) : (u) => activate(layer.activation, u);
  const sides = [...nets, ...(own ? [own.u] : []), others - 4, others + 4].filter(Number.isFinite);
  const reach = Math.max(...sides.map((u) => Math.abs(u - others)));
  const unit = roundStep(reach / 6);
  const far = Math.ceil((1.05 * reach) / unit) * unit;
  const [left, right] = [others - far, others + far];
  const heights = [f(left), f(right), 0, ...(layer.activation === "tanh" ? [-1, 1] : layer.activation === "identity" || layer.activation === "relu" ? [] : [1])];
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const pad = 0.1 * (high - low);
  const box = { left: 2.8 * size, right: width - 0.5 * size, top: 0.5 * size, bottom: height - 1.5 * size };
  return {
    scene, layer, k, data, nets, outs, own, f, box, left, right, low, high, level,
    netName: subscript(symbolOf(session, layer.net), k),
    outName: subscript(symbolOf(session, layer.output), k),
    formula: written(layer.activation, symbolOf(session, layer.net)),
    x: (u) => box.left + ((u - left) / (right - left)) * (box.right - box.left),
    y: (v) => box.bottom - ((v - low + pad) / (high - low + 2 * pad)) * (box.bottom - box.top),
  };
}

/** ln Σ exp of the other scores. */
function restOf(scores, k) {
  const others = [...scores].filter((_, j) => j !== k);
  const largest = Math.max(...others, -700);
  return others.length ? largest + Math.log(others.reduce((sum, u) => sum + Math.exp(u - largest), 0)) : 0;
}

/** Where the slope is next to nothing. */
function drawFlat(context, { f, layer, x, box, left, right }) {
  const steepest = { sigmoid: 0.25, softmax: 0.25, tanh: 1, relu: 1, step: 1 }[layer.activation];
  if (!steepest || layer.activation === "step") return;
  const [from, to, step] = [x(left), x(right), 2];
  const flat = [];
  for (let place = from; place < to; place += step) {
    const u = left + ((place - from) / (to - from)) * (right - left);
    if (slopeAt(layer.activation, f(u)) >= FLAT * steepest) continue;
    if (flat.at(-1)?.right === place) flat.at(-1).right += step;
    else flat.push({ left: place, right: place + step });
  }
  setFont(context, small(context));
  const name = layer.activation === "relu" ? "off" : "saturated";
  for (const part of flat) {
    context.fillStyle = tint(context, "error", 0.1);
    context.fillRect(part.left, box.top, Math.min(part.right, to) - part.left, box.bottom - box.top);
    if (context.measureText(name).width + 8 < part.right - part.left) drawLabel(context, name, (part.left + part.right) / 2, box.top + 0.55 * (box.bottom - box.top), { align: "center", pad: null, size: small(context), colour: role(context, "muted") });
  }
}

function drawGrid(context, { box, x, y, left, right, low, high, netName, outName, formula, layer }) {
  const size = small(context);
  const muted = { colour: role(context, "muted"), pad: null, size };
  context.strokeStyle = role(context, "edge");
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(box.left, Math.round(y(0)) + 0.5);
  context.lineTo(box.right, Math.round(y(0)) + 0.5);
  if (left < 0 && right > 0) {
    context.moveTo(Math.round(x(0)) + 0.5, box.top);
    context.lineTo(Math.round(x(0)) + 0.5, box.bottom);
  }
  context.stroke();
  context.globalAlpha = 1;
  setFont(context, size);
  const step = roundStep(((right - left) * 4 * size) / (box.right - box.left));
  const foot = box.bottom + 0.75 * size;
  const name = context.measureText(netName).width + 8;
  for (let u = Math.ceil(left / step) * step; u <= right && x(u) < box.right - name; u += step) drawLabel(context, short(Math.abs(u) < step / 1e6 ? 0 : Number(u.toPrecision(6))), x(u), foot, { ...muted, align: "center" });
  const upStep = roundStep(((high - low) * 2.2 * size) / (box.bottom - box.top));
  for (let v = Math.ceil(low / upStep) * upStep; v <= high; v += upStep) drawLabel(context, short(Math.abs(v) < upStep / 1e6 ? 0 : Number(v.toPrecision(6))), box.left - 4, y(v), { ...muted, align: "right" });
  setFont(context, size, "bold");
  drawLabel(context, netName, box.right, foot, { ...muted, align: "right", colour: role(context, "text") });
  setFont(context, size);
  const says = formula === netName || layer.activation === "identity" ? `${outName} = ${netName}` : `${outName} = ${formula}`;
  drawLabel(context, layer.activation === "softmax" ? `${says}, other scores held` : says, box.left + 4, box.top + 0.6 * size, { ...muted });
}

function drawCurve(context, { f, x, y, left, right, layer }) {
  context.strokeStyle = role(context, "activation");
  context.lineWidth = 2;
  context.beginPath();
  const parts = layer.activation === "step" ? [[left, 0], [1e-12, right]] : [[left, right]];
  for (const [from, to] of parts) {
    for (let i = 0; i <= 120; i++) {
      const u = from + (i / 120) * (to - from);
      if (i) context.lineTo(x(u), y(f(u)));
      else context.moveTo(x(u), y(f(u)));
    }
  }
  context.stroke();
}

/** Every point of the data on the curve, and a tick below it. */
function drawData(context, { data, nets, outs, x, y, box, level }) {
  const radius = (data.count > 60 ? 0.2 : 0.3) * small(context);
  context.lineWidth = 1;
  for (let i = 0; i < data.count; i++) {
    const [px, py] = [x(nets[i]), y(outs[i])];
    context.strokeStyle = role(context, "text");
    context.fillStyle = data.outputs === 1 ? tint(context, "activation", (data.targets[i] - level.low) / (level.high - level.low)) : role(context, "surface");
    context.beginPath();
    context.arc(px, py, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.beginPath();
    context.moveTo(px, box.bottom);
    context.lineTo(px, box.bottom - 0.4 * small(context));
    context.stroke();
  }
}

/** The instance at work: where it stands, the tangent there, and the numbers. */
function drawOperating(context, plot) {
  const { own, x, y, box, layer } = plot;
  if (!own) return;
  const size = small(context);
  const [px, py] = [x(own.u), y(own.y)];
  const slope = slopeAt(layer.activation, own.y);
  context.strokeStyle = role(context, "accent");
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(px, box.bottom);
  context.lineTo(px, py);
  context.lineTo(box.left, py);
  context.stroke();
  context.setLineDash([]);
  // In pixels, so that the tangent is equally long however steep it is.
  const [dx, dy] = [x(1) - x(0), slope * (y(1) - y(0))];
  const length = (3.2 * size) / Math.hypot(dx, dy);
  context.strokeStyle = role(context, "error");
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(px - length * dx, py - length * dy);
  context.lineTo(px + length * dx, py + length * dy);
  context.stroke();
  context.fillStyle = role(context, "accent");
  context.beginPath();
  context.arc(px, py, 0.45 * size, 0, 2 * Math.PI);
  context.fill();
}

/** The numbers of the instance at work: net input, answer, slope. */
function told({ own, layer, netName, outName }) {
  if (!own) return ["", "", ""];
  const slope = layer.activation === "step" ? "no slope" : `slope ${format(slopeAt(layer.activation, own.y))}`;
  return [`${netName} = ${format(own.u)}`, `${outName} = ${format(own.y)}`, slope];
}

function tableRows({ data, nets, outs, layer, own }) {
  const rows = Array.from(nets, (u, i) => [tuple(data.inputs.subarray(i * data.width, (i + 1) * data.width)), exact(u), exact(outs[i]), exact(slopeAt(layer.activation, outs[i]))]);
  return own ? [["now", exact(own.u), exact(own.y), exact(slopeAt(layer.activation, own.y))], ...rows] : rows;
}
