/**
 * The picture of a sigmoid that is looked up: the exact curve, the table's steps over it, the zones outside the table,
 * and the questions of the instance at work, each at its score and the answer that was taken.
 */
import { label, MUTED, present, TEXT } from "../../../draw/composing.mjs";
import { sigmoid } from "../../../maths/exponential.mjs";

/** @import { Colour, Mark, Measure, Room, Scene } from "../../../types" */
/**
 * @typedef {{ x: (u: number) => number, y: (v: number) => number, box: { left: number, right: number, top: number,
 *   bottom: number }, far: number }} Plot
 */
/** @typedef {{ u: number, y: number, t: number, e: number | undefined, row: number }} Question e: once it is known */

const REACH = 6; // of the table, either side of 0
const PER_UNIT = 83; // entries that a program looks up for a score one larger
const STEP = 0.012; // from an entry to the next
const POINTS = 160;
const [EXACT, TABLE, ZONE] = [{ role: "edge" }, { role: "activation" }, { tint: "error", share: 0.1 }];

/** The answer from the table, for a score within it. @param {number} u */
const lookedUp = (u) => sigmoid(STEP * Math.floor((u + REACH) * PER_UNIT) - REACH);

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
export function compose(scene, room, measure) {
  const table = scene.session.whole.structure.sigmoid;
  if (!table || room.width < 80 || room.height < 60) return null;
  const questions = questionsOf(scene);
  const plot = plotOf(questions, room, measure.small);
  const marks = [
    ...zones(plot, measure, table.skips),
    ...axes(plot, measure),
    ...curves(plot, table.skips),
    ...dots(plot, measure, questions, table.skips),
  ];
  return { marks, questions, plot };
}

/** What the instance asks; nothing before it is answered. @param {Scene} scene @returns {Question[]} */
function questionsOf({ session, frame }) {
  const rows = session.quantities.find(({ role, names }) => role === "index" && names !== "outputs");
  const [u, y, t, e] = ["u", "y", "t", "e"].map((name) => frame?.get(name));
  const ids = rows && frame?.get(rows.name);
  if (!ids || !u || !y || !t) return [];
  return Array.from(ids, (row, q) => ({ row, u: u[q], y: y[q], t: t[q], e: e?.[q] }));
}

/** @param {Question[]} questions @param {Room} room @param {number} size of text @returns {Plot} */
function plotOf(questions, { width, height }, size) {
  const far = questions.reduce((most, { u }) => Math.max(most, Math.abs(u) * 1.1), REACH * 1.4);
  const box = { left: 3 * size, right: width - size, top: size, bottom: height - 2.6 * size };
  return {
    box,
    far,
    x: (u) => box.left + ((u + far) / (2 * far)) * (box.right - box.left),
    y: (v) => box.bottom - v * (box.bottom - box.top),
  };
}

/**
 * Where the table has no entry.
 * @param {Plot} plot
 * @param {Measure} measure
 * @param {boolean} skips
 * @returns {Mark[]}
 */
function zones({ x, y, box }, measure, skips) {
  const [from, to] = [x(-REACH), x(REACH)];
  const height = box.bottom - box.top;
  const boxes = [box.left, box.top, from - box.left, height, to, box.top, box.right - to, height];
  const says = skips ? ["skipped", "skipped"] : ["answer 0", "answer 1"];
  const options = { align: /** @type {const} */ ("center"), pad: null, size: measure.small, colour: MUTED };
  const names = says.map((text, i) =>
    label(measure, text, i ? (to + box.right) / 2 : (box.left + from) / 2, y(0.5), options),
  );
  return [{ mark: "boxes", boxes, fill: ZONE }, ...present(names)];
}

/** @param {Plot} plot @param {Measure} measure @returns {Mark[]} */
function axes({ x, y, box }, measure) {
  const muted = { pad: null, size: measure.small, colour: MUTED };
  const foot = box.bottom + 0.8 * measure.small;
  const apart = x(REACH) - x(0) > 1.5 * measure.small;
  const texts = [
    ...(apart ? [-REACH, 0, REACH] : [0]).map((u) =>
      label(measure, String(u).replace("-", "−"), x(u), foot, { ...muted, align: "center" }),
    ),
    ...[0, 0.5, 1].map((v) => label(measure, String(v), box.left - 4, y(v), { ...muted, align: "right" })),
    label(measure, "u", box.right, foot, { ...muted, align: "right", colour: TEXT, bold: true }),
    label(measure, "y = σ(0.012 ⌊83 (u + 6)⌋ − 6)    ● wants 0   ■ wants 1", box.left, foot + 1.2 * measure.small, {
      ...muted,
      room: box.right - box.left,
    }),
  ];
  const points = [box.left, y(0), box.right, y(0), x(0), box.top, x(0), box.bottom];
  return [{ mark: "lines", points, stroke: EXACT, alpha: 0.5 }, ...present(texts)];
}

/** The exact curve, and over it what the program takes. @param {Plot} plot @param {boolean} skips @returns {Mark[]} */
function curves({ x, y, far }, skips) {
  /** @param {number} from @param {number} to @param {(u: number) => number} f */
  const path = (from, to, f) =>
    Array.from({ length: POINTS + 1 }, (_, i) => from + ((to - from) * i) / POINTS).flatMap((u) => [x(u), y(f(u))]);
  const ends = skips ? [] : [path(-far, -REACH, () => 0), path(REACH, far, () => 1)];
  /** @type {Mark[]} */
  const taken = [path(-REACH, REACH - 1e-9, lookedUp), ...ends].map((points) => ({
    mark: "path",
    points,
    stroke: TABLE,
    width: 2,
  }));
  return [{ mark: "path", points: path(-far, far, sigmoid), stroke: EXACT, dash: [4, 3] }, ...taken];
}

/**
 * The questions: squares want 1, discs 0; empty are those that send nothing back, as they are skipped or answered in
 * full.
 * @param {Plot} plot @param {Measure} measure @param {Question[]} questions @param {boolean} skips @returns {Mark[]}
 */
function dots({ x, y }, { small }, questions, skips) {
  const radius = 0.38 * small;
  return questions.map(({ u, y: answer, t }) => {
    const silent = (skips && Math.abs(u) >= REACH) || answer === t;
    /** @type {Colour | undefined} */
    const fill = silent ? undefined : { role: t > 0 ? "output" : "error" };
    const stroke = { role: t > 0 ? "output" : "error" };
    const [px, py] = [x(u), y(answer)];
    return t > 0
      ? { mark: "boxes", boxes: [px - radius, py - radius, 2 * radius, 2 * radius], fill, stroke }
      : { mark: "discs", discs: [px, py, radius], fill, stroke };
  });
}
