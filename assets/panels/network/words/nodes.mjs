/**
 * The nodes of the network of words: filled by what they carry, ringed where one looks, hidden ones with their numbers.
 */
import { scaleIndex } from "../../../draw/colours.mjs";
import { label, SURFACE, TEXT } from "../../../draw/composing.mjs";
import { dashedIf } from "../../../draw/signs.mjs";
import { remembered } from "../../../maths/remembered.mjs";
import { format } from "../../../text/numbers.mjs";
import { square } from "../marks.mjs";

/** @import { Colour, Mark, Measure } from "../../../types" */
/** @import { NetworkFacts } from "./facts.mjs" */
/** @import { NetworkLayout } from "./layout.mjs" */

const AT_REST = 0.35; // opacity of rows that the step does not touch
const EDGE = { role: "edge" };
const SHARES = 32; // of a tint, that can be told apart

/** @param {NetworkFacts} facts @param {NetworkLayout} layout @param {Measure} measure */
export function nodes(facts, layout, measure) {
  const { input, output } = layout.sides;
  const [resting, touched, circles] = [new Looks(), new Looks(), new Looks()];
  facts.ids.forEach((_, row) => {
    const lit = facts.inputs.has(row) || facts.excited.has(row);
    const speaks = !facts.scene.excited || facts.excited.has(row);
    const fill = { tint: "input", share: lit ? (speaks ? 1 : 0.35) : 0 };
    circles.add(fill, sized(measure, input, lit), input.x, input.rowY[row]);
  });
  layout.unitY.forEach((y, unit) => {
    const value = facts.hidden?.[unit];
    const fill = value === undefined ? SURFACE : { value, limit: facts.limit };
    circles.add(fill, layout.hiddenNode, layout.hiddenX, y, dashedIf((value ?? 0) < 0, measure, layout.unitStep));
  });
  facts.outIds.forEach((id, row) => {
    const value = answerOf(facts, id);
    const strong = facts.targets.has(row) || facts.fired.has(row);
    const looks = facts.touched?.has(id) === false ? resting : touched;
    const fill = value === undefined ? SURFACE : { tint: "activation", share: Math.sqrt(value) };
    looks.add(fill, sized(measure, output, strong), output.x, output.rowY[row]);
  });
  return [
    ...circles.discs(),
    ...resting.squares(AT_REST),
    ...touched.squares(1),
    ...rings(facts, layout, measure),
    ...hiddenNumbers(facts, layout, measure),
  ];
}

/**
 * The activation of an output row: of all words, or of those that the step asks; undefined where there is none.
 * @param {NetworkFacts} facts
 * @param {number} id
 * @returns {number | undefined}
 */
export const answerOf = ({ partly, scene, chances, answers, ofWords }, id) =>
  partly && !scene.excited ? answers.get(id) : ofWords ? chances?.[id] : undefined;

/**
 * Small nodes grow where they matter, so that a thin column still shows its instance.
 * @param {Measure} measure
 * @param {Pick<NetworkLayout["sides"]["input"], "node">} side
 * @param {boolean} lit
 */
export const sized = (measure, side, lit) => (lit ? Math.max(side.node, 0.32 * measure.small) : side.node);

/** Nodes by their look: those of one fill and size are one mark. */
class Looks {
  /** @type {Map<string, { fill: Colour, radius: number, dash: number[] | undefined, centres: number[] }>} */
  alike = new Map();

  /** @param {Colour} fill @param {number} radius @param {number} x @param {number} y @param {number[]} [dash] */
  add(fill, radius, x, y, dash) {
    const look = `${shadeOf(fill)} ${radius} ${dash}`;
    remembered(this.alike, look, () => ({ fill, radius, dash, centres: [] })).centres.push(x, y);
  }

  /** @returns {Mark[]} */
  discs() {
    return Array.from(this.alike.values(), ({ fill, radius, dash, centres }) => {
      /** @type {number[]} */
      const discs = [];
      for (let i = 0; i < centres.length; i += 2) discs.push(centres[i], centres[i + 1], radius);
      return { mark: "discs", discs, fill, stroke: EDGE, width: outline(radius), dash };
    });
  }

  /** @param {number} alpha @returns {Mark[]} */
  squares(alpha) {
    return Array.from(this.alike.values(), ({ fill, radius, centres }) => {
      /** @type {number[]} */
      const points = [];
      /** @type {number[]} */
      const starts = [];
      for (let i = 0; i < centres.length; i += 2) {
        starts.push(points.length / 2);
        for (const coordinate of square(centres[i], centres[i + 1], 0.9 * radius)) points.push(coordinate);
      }
      return { mark: "path", points, starts, closed: true, fill, stroke: EDGE, width: outline(radius), alpha };
    });
  }
}

/** What fills that cannot be told apart have in common. @param {Colour} fill */
function shadeOf(fill) {
  if ("share" in fill) return `${fill.tint} ${Math.round(SHARES * fill.share)}`;
  return "value" in fill ? scaleIndex(fill.value, fill.limit) : "";
}

/** @param {number} radius */
const outline = (radius) => (radius < 3 ? 0.5 : 1);

/**
 * Rings: pinned words, the targets, the hovered word on both sides, and the unit in focus.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 */
function rings(facts, layout, measure) {
  const { input, output } = layout.sides;
  const [radius, outRadius] = [sized(measure, input, true) + 2.5, sized(measure, output, true) + 2.5];
  /** @param {number} row @param {Colour} stroke @returns {Mark} */
  const round = (row, stroke) => ({ mark: "discs", discs: [input.x, input.rowY[row], radius], stroke, width: 2 });
  /** @param {number} row @param {number} half @param {Colour} stroke @returns {Mark} */
  const angular = (row, half, stroke) => {
    return { mark: "path", points: square(output.x, output.rowY[row], half), closed: true, stroke, width: 2 };
  };
  const { focus, scene, hovered, hoveredOut } = facts;
  const marks = [
    ...Array.from(facts.pins, (row) => round(row, { role: "accent" })),
    ...Array.from(facts.targets, (row) => angular(row, outRadius - 0.5, { role: "output" })),
    ...(hovered >= 0 ? [round(hovered, TEXT)] : []),
    ...(hoveredOut >= 0 ? [angular(hoveredOut, outRadius, TEXT)] : []),
  ];
  const unitY = focus?.name === scene.session.network.hidden ? layout.unitY[focus?.index[0] ?? -1] : undefined;
  if (unitY !== undefined)
    marks.push({ mark: "discs", discs: [layout.hiddenX, unitY, layout.hiddenNode + 3], stroke: TEXT, width: 2 });
  return marks;
}

/**
 * The value under each hidden unit, where they stand far enough apart.
 * @param {NetworkFacts} facts
 * @param {NetworkLayout} layout
 * @param {Measure} measure
 */
function hiddenNumbers({ hidden, scene }, layout, measure) {
  const size = measure.small;
  if (!hidden || !(scene.frame || scene.excited)) return [];
  if (layout.unitStep < 2 * layout.hiddenNode + size + 2) return [];
  const tall = 1.24 * (size - 2);
  return layout.unitY.flatMap((unitY, unit) => {
    const y = unitY + layout.hiddenNode + 0.62 * size;
    return label(measure, format(hidden[unit], 3), layout.hiddenX, y, { align: "center", size, tall }) ?? [];
  });
}
