/**
 * The picture of a unit's curve, y = f(u), with all data as points on it and the instance at work as a larger one; the
 * tangent there is the slope with which an error comes through. Where the curve is flat the unit is saturated, and
 * learns next to nothing.
 */
import { label, MUTED, present, SURFACE, TEXT } from "../../draw/composing.mjs";
import { slopeAt } from "../../maths/nets.mjs";
import { multiples, roundStep } from "../../maths/limits.mjs";
import { count as counted, tick } from "../../text/numbers.mjs";
import { afterStep, isEdited, isUnderWay } from "../../text/steps.mjs";
import { chosenUnit, plotOf } from "./plot.mjs";

/** @import { Colour, Mark, Measure, Room, Scene } from "../../types" */
/** @import { CurvePlot } from "./plot.mjs" */
/** @typedef {{ left: number, right: number }} Part of the picture that is flat, in px */

const FLAT = 0.1; // a slope below this share of the steepest counts as flat
const SLICE = 2; // px of the curve that are looked at together
const POINTS = 120; // of the curve
const AXIS = { role: "edge" };
const SATURATED = { tint: "error", share: 0.1 };
const CURVE = { role: "activation" };
const SLOPE = { role: "error" };
const HERE = { role: "accent" };
const FORMULA = 0.6; // of the text's height: from the top to the middle of the formula
/** @type {Record<string, number>} */
const STEEPEST = { sigmoid: 0.25, softmax: 0.25, tanh: 1, relu: 1 };

/**
 * @param {Scene} scene
 * @param {Room} room
 * @param {Measure} measure
 * @returns {{ marks: Mark[], plot: CurvePlot } | null}
 */
export function compose(scene, room, measure) {
  const { words, network } = scene.session;
  if (words.length || !network.layers.length || room.width < 80 || room.height < 40) return null;
  const plot = plotOf(scene, chosenUnit(scene), room, measure.small);
  const parts = flatParts(plot);
  const around = [flat(plot, parts, measure), legend(scene, plot, parts, measure), axes(plot, measure)];
  const below = [...around, curve(plot), way(plot), named(plot, measure)];
  const marks = [...below, data(plot, measure), operating(plot, measure)];
  return { marks: marks.flat(), plot };
}

/**
 * Where the slope is next to nothing.
 * @param {CurvePlot} plot
 * @param {Part[]} parts
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function flat(plot, parts, measure) {
  const { layer, box } = plot;
  if (!parts.length) return [];
  const size = measure.small;
  const says = layer.activation === "relu" ? ["off"] : ["saturated", "flat"];
  const below = box.top + (FORMULA + 1.2) * size; // so that names keep clear of the formula
  const y = Math.max(box.top + 0.55 * (box.bottom - box.top), below);
  const end = plot.x(plot.right);
  /** @param {string} word @returns {(part: Part) => boolean} */
  const fitting = (word) => (part) => measure.width(word, size) + 4 < Math.min(part.right, end) - part.left;
  const name = says.find((word) => parts.every(fitting(word))) ?? says[says.length - 1]; // one word for all
  const names = parts
    .filter(fitting(name))
    .map(({ left, right }) =>
      label(measure, name, (left + Math.min(right, end)) / 2, y, { align: "center", pad: null, size, colour: MUTED }),
    );
  const boxes = parts.flatMap(({ left, right }) => [left, box.top, Math.min(right, end) - left, box.bottom - box.top]);
  const fits = y + size / 2 <= box.bottom;
  return [{ mark: "boxes", boxes, fill: SATURATED }, ...(fits ? present(names) : [])];
}

/** From where to where, in px, the slope is next to nothing; nowhere without a steepest. @param {CurvePlot} plot */
function flatParts({ f, layer, x, left, right }) {
  const least = FLAT * (STEEPEST[layer.activation] ?? 0);
  const [from, to] = [x(left), x(right)];
  /** @type {Part[]} */
  const parts = [];
  for (let at = from; at < to; at += SLICE) {
    const u = left + ((at - from) / (to - from)) * (right - left);
    if (slopeAt(layer.activation, f(u)) >= least) continue;
    const before = parts.at(-1);
    if (before?.right === at) before.right += SLICE;
    else parts.push({ left: at, right: at + SLICE });
  }
  return parts;
}

/**
 * The axes through 0 with their numbers, and the names.
 * @param {CurvePlot} plot
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function axes(plot, measure) {
  const { box, x, y, left, right, low, high, netName } = plot;
  const size = measure.small;
  const muted = { colour: MUTED, pad: null, size };
  const [zeroX, zeroY] = [Math.round(x(0)) + 0.5, Math.round(y(0)) + 0.5];
  const upright = left < 0 && right > 0 ? [zeroX, box.top, zeroX, box.bottom] : [];
  const step = roundStep(((right - left) * 4 * size) / (box.right - box.left));
  const upStep = roundStep(((high - low) * 2.2 * size) / (box.bottom - box.top));
  const foot = box.bottom + 0.75 * size;
  const end = box.right - measure.width(netName, size) - 8;
  const across = multiples(left, right, step).filter((u) => x(u) < end);
  const texts = [
    ...across.map((u) => label(measure, tick(u, step), x(u), foot, { ...muted, align: "center" })),
    ...multiples(low, high, upStep).map((v) =>
      label(measure, tick(v, upStep), box.left - 4, y(v), { ...muted, align: "right" }),
    ),
    label(measure, netName, box.right, foot, { ...muted, align: "right", colour: TEXT, bold: true }),
  ];
  const points = [box.left, zeroY, box.right, zeroY, ...upright];
  return [{ mark: "lines", points, stroke: AXIS, alpha: 0.5 }, ...present(texts)];
}

/** What the curve is, readable over the line to the answer. @param {CurvePlot} plot @param {Measure} measure */
function named(plot, measure) {
  const { box } = plot;
  const size = measure.small;
  return present([label(measure, formulaOf(plot), box.left + 4, box.top + FORMULA * size, { colour: MUTED, size })]);
}

/** @param {CurvePlot} plot */
function formulaOf({ formula, netName, outName, layer: { activation } }) {
  const says = `${outName} = ${formula === netName || activation === "identity" ? netName : formula}`;
  return activation === "softmax" ? `${says}, other scores held` : says;
}

/** @param {CurvePlot} plot @returns {Mark[]} */
function curve({ f, x, y, left, right, layer }) {
  const jumps = layer.activation === "step";
  const parts = jumps
    ? [
        [left, 0],
        [1e-12, right],
      ]
    : [[left, right]];
  const points = parts.flatMap(([from, to]) =>
    Array.from({ length: POINTS + 1 }, (_, i) => from + (i / POINTS) * (to - from)).flatMap((u) => [x(u), y(f(u))]),
  );
  return [{ mark: "path", points, starts: jumps ? [0, POINTS + 1] : undefined, stroke: CURVE, width: 2 }];
}

/**
 * Every point of the data on the curve, and a tick below it.
 * @param {CurvePlot} plot
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function data({ data: { count, outputs, targets }, nets, outs, x, y, box, level }, { small }) {
  const radius = (count > 60 ? 0.2 : 0.3) * small;
  /** @param {number} i @returns {Colour} */
  const fillOf = (i) =>
    outputs === 1 ? { tint: "activation", share: (targets[i] - level.low) / (level.high - level.low) } : SURFACE;
  // Each point lies on those before, their ticks too.
  /** @param {number} u @param {number} i @returns {Mark[]} */
  const point = (u, i) => [
    { mark: "discs", discs: [x(u), y(outs[i]), radius], fill: fillOf(i), stroke: TEXT },
    { mark: "lines", points: [x(u), box.bottom, x(u), box.bottom - 0.4 * small], stroke: TEXT },
  ];
  return Array.from(nets, point).flat();
}

/**
 * What the discs on the curve are, and by which weights: below it at the right, as far as it is not flat, where a
 * rising one leaves room.
 * @param {Scene} scene
 * @param {CurvePlot} plot
 * @param {Part[]} parts
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function legend(scene, plot, parts, measure) {
  const { data, x, y, low, box } = plot;
  const size = measure.small;
  const right = Math.min(box.right, ...parts.map(({ left }) => (left > x(0) ? left : box.right))) - 4;
  const text = `○ ${counted(data.count)} ${data.count === 1 ? "point" : "points"}`;
  const { frame, step } = scene;
  const edited = isEdited(scene) ? ", edited" : "";
  const ways = frame ? [`${afterStep(step)}${edited}:`, isUnderWay(scene) ? "before:" : "after:"] : [];
  const begin = right - measure.width(text, size);
  const [at, left] = [y(low) - 0.8 * size, begin - 0.5 * size];
  const when = ways.find((each) => left - measure.width(each, size) > x(0)) ?? "";
  const look = { align: /** @type {const} */ ("right"), pad: null, size, colour: MUTED };
  return present([
    begin > x(0) ? label(measure, text, right, at, look) : null,
    when ? label(measure, when, left, at, look) : null,
  ]);
}

/** The lines from the instance at work to what goes in and what comes out. @param {CurvePlot} plot @returns {Mark[]} */
function way({ own, x, y, box }) {
  if (!own) return [];
  const [px, py] = [x(own.u), y(own.y)];
  return [{ mark: "path", points: [px, box.bottom, px, py, box.left, py], stroke: HERE, dash: [3, 3] }];
}

/**
 * The instance at work: where it stands, and the tangent there.
 * @param {CurvePlot} plot
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function operating({ own, x, y, layer }, { small }) {
  if (!own) return [];
  const [px, py] = [x(own.u), y(own.y)];
  /** @type {Mark} */
  const stands = { mark: "discs", discs: [px, py, 0.45 * small], fill: HERE };
  if (layer.activation === "step") return [stands]; // which has no slope
  // In pixels, so that the tangent is equally long however steep it is.
  const [dx, dy] = [x(1) - x(0), slopeAt(layer.activation, own.y) * (y(1) - y(0))];
  const length = (3.2 * small) / Math.hypot(dx, dy);
  const tangent = [px - length * dx, py - length * dy, px + length * dx, py + length * dy];
  return [{ mark: "lines", points: tangent, stroke: SLOPE, width: 2.5 }, stands];
}
