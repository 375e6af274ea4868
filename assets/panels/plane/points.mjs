/** The points of the plane and their names. */
import { label, leaders, present, TEXT, veil } from "../../draw/composing.mjs";
import { Occupied, placeLabels } from "../../draw/labels.mjs";
import { tuple } from "../../text/numbers.mjs";
import { classColour } from "./colours.mjs";
import { inside } from "./frame.mjs";

/** @import { Answered, Colour, Mark, Measure, NumericData, Scene } from "../../types" */
/** @import { FramedSpace } from "./frame.mjs" */
/** @import { Spot } from "./units.mjs" */
/**
 * @typedef {{ x: number, y: number, points: number[], member: boolean }} Group of points that stand together; `member`:
 *   one is trained on
 */

const FULL = 2 * Math.PI;
const NAMED = 14; // points, up to which each carries its inputs
const TOGETHER = 4; // px
const ERROR = { role: "error" };
const ACCENT = { role: "accent" };

/**
 * The points, those of the step on the others, with a ring around what is wrong and around what is trained on.
 * @param {Pick<Scene, "frame">} scene
 * @param {Answered} answers
 * @param {FramedSpace} space
 * @param {Spot[]} taken by other names
 * @param {Measure} measure
 * @returns {Mark[]}
 */
export function pointMarks({ frame: step }, answers, space, taken, measure) {
  const { data, right } = answers;
  const { frame, points } = space;
  const radius = (data.count > 60 ? 0.3 : 0.45) * measure.small;
  const members = new Set(step?.members ?? []);
  const own = step?.members[step.instance];
  /** @type {Group[]} */
  const groups = [];
  /** @type {Mark[]} */
  const marks = [];
  const all = Array.from({ length: data.count }, (_, i) => i);
  for (const i of [...all.filter((at) => !members.has(at)), ...all.filter((at) => members.has(at))]) {
    const [x, y] = [frame.x(points[2 * i]), frame.pointY(i)];
    if (!inside([x, y], frame.inner)) continue;
    const alpha = space.off(i) ? 0.35 : 1;
    const member = members.has(i);
    marks.push(pointMark(x, y, radius, fillOf(answers, i), answers.classes(data.targets, i * data.outputs), alpha));
    if (right && !right[i])
      marks.push({ mark: "discs", discs: [x, y, radius + 3.5], stroke: ERROR, width: 1.75, alpha });
    const width = i === own ? 2.5 : 1.25;
    if (member) marks.push({ mark: "discs", discs: [x, y, radius + 7], stroke: ACCENT, width, alpha });
    const group = groups.find((each) => Math.hypot(each.x - x, each.y - y) < TOGETHER);
    if (!group) groups.push({ x, y, points: [i], member });
    else {
      group.points.push(i);
      group.member ||= member;
    }
  }
  return [...marks, ...nameMarks(data, groups, radius, space, taken, measure)];
}

/**
 * A disc for the lower target (or first class), a square for the higher, then a triangle and a diamond.
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Colour} fill
 * @param {number} kind
 * @param {number} alpha
 * @returns {Mark}
 */
function pointMark(x, y, radius, fill, kind, alpha) {
  const ink = { fill, stroke: TEXT, width: 1.25, alpha };
  if (kind % 4 === 0) return { mark: "discs", discs: [x, y, radius], ...ink };
  if (kind % 4 === 1) {
    const [left, top, right, bottom] = [x - 0.92 * radius, y - 0.92 * radius, x + 0.92 * radius, y + 0.92 * radius];
    return { mark: "path", points: [left, top, right, top, right, bottom, left, bottom], closed: true, ...ink };
  }
  const corners = kind % 4 === 2 ? 3 : 4;
  const points = Array.from({ length: corners }, (_, corner) => (corner * FULL) / corners - Math.PI / 2).flatMap(
    (angle) => [x + 1.3 * radius * Math.cos(angle), y + 1.3 * radius * Math.sin(angle)],
  );
  return { mark: "path", points, closed: true, ...ink };
}

/** @param {Answered} answers @param {number} i @returns {Colour} */
function fillOf({ data, level, classes }, i) {
  if (data.outputs > 1) return classColour(classes(data.targets, i * data.outputs));
  return { tint: "activation", share: (data.targets[i] - level.low) / (level.high - level.low) };
}

/**
 * Names of points that stand alone or together: "(0 1) (1 0)" where two have become one.
 * @param {NumericData} data
 * @param {Group[]} groups
 * @param {number} radius
 * @param {FramedSpace} space
 * @param {Spot[]} taken
 * @param {Measure} measure
 * @returns {Mark[]}
 */
function nameMarks(data, groups, radius, { frame: { inner } }, taken, measure) {
  const size = measure.small;
  const height = 1.15 * size;
  const occupied = new Occupied(inner.left + inner.width, inner.top + inner.height);
  /** @param {Group} group */
  const around = ({ member }) => radius + (member ? 8 : 3); // with its rings
  occupied.mark(0, 0, inner.left, inner.top + inner.height); // the axis's numbers, and the other picture
  occupied.mark(0, 0, inner.left + inner.width, inner.top); // this picture's title
  for (const group of groups) occupied.point(group.x, group.y, around(group));
  for (const [x, y] of taken) occupied.point(x, y, 0.6 * size);
  const named = groups.filter(({ member }) => data.count <= NAMED || member);
  const wanted = named.map((group, key) => {
    const text = nameOf(data, group.points);
    const bold = group.points.length > 1 || group.member;
    const own = { text, bold, member: group.member, width: measure.width(text, size, bold) + 4, must: true };
    return { key, x: group.x, y: group.y, radius: around(group), ...own };
  });
  const { placed } = placeLabels(wanted, occupied, height, { far: false, before: new Map() });
  const texts = placed.map(({ label: { text, bold, member }, left, top }) =>
    label(measure, text, left + 2, top + 0.58 * size, { pad: null, size, bold, colour: member ? ACCENT : TEXT }),
  );
  return [leaders(placed, height, TEXT), veil(placed, height), ...present(texts)];
}

/** @param {NumericData} data @param {number[]} points */
function nameOf({ inputs, width }, points) {
  const names = points.slice(0, 4).map((i) => `(${tuple(inputs.subarray(i * width, (i + 1) * width), 3)})`);
  return names.join(" ") + (points.length > 4 ? ` +${points.length - 4}` : "");
}
