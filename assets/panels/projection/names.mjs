/**
 * The labels of the projection: the important ones first, each where it was in the picture before as long as it can be.
 */
import { leaders, MUTED, veil } from "../../draw/composing.mjs";
import { placeLabels } from "../../draw/labels.mjs";
import { remembered } from "../../maths/remembered.mjs";

/** @import { Occupied, Placed, Sites, Wanted } from "../../draw/labels.mjs" */
/** @import { Mark, Measure } from "../../types" */
/** @import { Projected } from "./compose.mjs" */
/** @import { Reason } from "./vectors.mjs" */
/** @typedef {Wanted & { at: number, text: string }} Label of the set `at`; −1 is the analogy's */

/** @type {Reason[]} */
const FIRST = ["hovered", "instance"]; // what the step touches has room before all else but what is looked at
const EDGE = { role: "edge" };
const WIDEST = 130; // px a label
const TRIED = 400; // words whose labels are tried: the first ones of a text's vocabulary are its most frequent
const FEW = 44; // labels, up to which all may stand off with a line: more lines than that confuse

/**
 * @param {Projected} projected
 * @param {Occupied} occupied
 * @param {Sites} before where the labels stood
 * @param {Measure} measure
 * @returns {{ marks: Mark[], sites: Sites, omitted: number }} `omitted` labels found no room
 */
export function nameMarks(projected, occupied, before, measure) {
  const { sets, size, analogy } = projected;
  const wanted = wantedLabels(projected, measure);
  const { placed, sites } = placeLabels(wanted, occupied, size + 1, { far: wanted.length <= FEW, before });
  const visible = [...sets.keys()].filter((at) => sets[at].visible);
  const named = visible.reduce((sum, at) => sum + sets[at].names.length, 0) + (analogy ? 1 : 0);
  const texts = [...visible, -1].flatMap((at) => textMarks(placed, projected, at));
  return { marks: [leaders(placed, size, EDGE), veil(placed, size), ...texts], sites, omitted: named - placed.length };
}

/** The analogy's label, what stands out, all others. @param {Projected} projected @param {Measure} measure */
function wantedLabels({ frame, sets, words, lit, size, radius, analogy, width }, measure) {
  /** @type {Label[]} */
  const wanted = [];
  if (analogy) {
    const [x, y] = analogy.corners[3];
    const text = measure.fit(analogy.text, width / 2, size, true);
    const own = { at: -1, text, radius: 8, width: measure.width(text, size, true) + 1, must: true };
    wanted.push({ key: -1, x: frame.x(x), y: frame.y(y), ...own });
  }
  /** @param {number} at @param {number} row @param {boolean} must */
  const add = (at, row, must) => {
    const { points, names } = sets[at];
    const name = must ? cut(measure, names[row], size, true) : cutNames(measure, names, size)[row];
    const [x, y] = [frame.x(points[2 * row]), frame.y(points[2 * row + 1])];
    wanted.push({ key: at * words.length + row, at, x, y, radius: must ? radius + 3 : radius, must, ...name });
  };
  const visible = [...sets.keys()].filter((at) => sets[at].visible);
  for (const now of [...FIRST, null])
    for (const at of visible)
      for (const [row, reason] of lit[at]) if ((FIRST.includes(reason) ? reason : null) === now) add(at, row, true);
  for (const at of visible)
    for (let row = 0; row < Math.min(sets[at].names.length, TRIED); row++) if (!lit[at].has(row)) add(at, row, false);
  return wanted;
}

/**
 * A name as far as it is shown, and its width.
 * @param {Measure} measure
 * @param {string} name
 * @param {number} size
 * @param {boolean} bold
 */
function cut(measure, name, size, bold) {
  const text = measure.fit(name, WIDEST, size, bold);
  return { text, width: measure.width(text, size, bold) + 1 };
}

/** @typedef {Map<number, ReturnType<typeof cut>[]>} CutNames by the size of the text */
/** @type {WeakMap<Measure, WeakMap<string[], CutNames>>} */
const cuts = new WeakMap();

/**
 * All names as ordinary labels, measured once.
 * @param {Measure} measure
 * @param {string[]} names
 * @param {number} size
 */
function cutNames(measure, names, size) {
  const ofMeasure = remembered(cuts, measure, () => new WeakMap());
  const ofNames = remembered(ofMeasure, names, () => new Map());
  return remembered(ofNames, size, () => names.slice(0, TRIED).map((name) => cut(measure, name, size, false)));
}

/**
 * The labels of a set, the strong ones last.
 * @param {Placed<Label>[]} placed
 * @param {Projected} projected
 * @param {number} at
 * @returns {Mark[]}
 */
function textMarks(placed, { sets, size }, at) {
  const colour = { role: at < 0 ? "accent" : sets[at].kind };
  const resting = sets[at]?.touched ? MUTED : colour;
  const own = placed.filter(({ label }) => label.at === at && label.text);
  return [false, true].flatMap((bold) =>
    own
      .filter(({ label }) => label.must === bold)
      .map(({ label: { text, width }, left, top }) => ({
        mark: "text",
        text,
        x: left,
        y: top + size / 2 + 1,
        room: width - 1,
        colour: bold ? colour : resting,
        size,
        align: "left",
        bold,
      })),
  );
}
