/**
 * The ways that the words came. Each step's points are projected once: a trail moves on by one a frame, so all but the
 * newest are known from the picture before, unless that was of another run or other axes.
 */
import { project } from "../../maths/points.mjs";
import { vectorsOf } from "../../maths/rows.mjs";

/** @import { Axes, Mark, Session, VectorSet } from "../../types" */
/** @import { Projected } from "./compose.mjs" */
/** @import { ProjectedScene } from "./vectors.mjs" */
/**
 * @typedef {{ session: Session, projection: Axes, steps: Map<number, Float64Array[]> }} Trails points of each set by
 *   step, oldest first
 */

const CROWD = 60; // words, above which only the trails of the lit ones are drawn step by step
const AGES = [0.2, 0.35, 0.55, 0.8]; // opacity of a trail, oldest part first
const LEAST = 0.5; // px of a movement that is drawn

/** @param {ProjectedScene} scene @param {VectorSet[]} sets @param {Trails | undefined} before @returns {Trails} */
export function trailsOf({ session, projection, trail }, sets, before) {
  const known = before?.session === session && before.projection === projection ? before.steps : null;
  /** @type {Trails["steps"]} */
  const steps = new Map();
  for (const { step, weights } of trail) {
    const pointsOf = () => sets.map(({ name }) => project(vectorsOf(session, name, weights[name]), projection));
    steps.set(step, known?.get(step) ?? pointsOf());
  }
  return { session, projection, steps };
}

/**
 * Lines that fade with age, those of lit words thicker; in a crowd ordinary words show their way as one line.
 * @param {Projected} projected
 * @returns {Mark[]}
 */
export function trailMarks({ frame, sets, trails, lit }) {
  const steps = [...trails.steps.values()];
  if (!steps.length) return [];
  return sets.flatMap((set, at) => {
    if (!set.visible) return [];
    const way = [...steps.map((points) => points[at]), set.points];
    const rows = set.points.length / 2;
    const ordinary = Array.from({ length: rows }, (_, row) => row).filter((row) => !lit[at].has(row));
    const stroke = { role: set.kind };
    const short = rows > CROWD ? [way[0], set.points] : way;
    return [
      ...fading(frame, short, ordinary, { stroke, width: 1 }, 0.7),
      ...fading(frame, way, [...lit[at].keys()], { stroke, width: 2 }, 1.3),
    ];
  });
}

/**
 * The ways of some rows, a path for each age.
 * @param {Projected["frame"]} frame
 * @param {Float64Array[]} way
 * @param {number[]} rows
 * @param {{ stroke: { role: string }, width: number }} ink
 * @param {number} opacity
 * @returns {Mark[]}
 */
function fading(frame, way, rows, ink, opacity) {
  const length = way.length - 1;
  return AGES.flatMap((alpha, age) => {
    const from = Math.floor((length * age) / AGES.length);
    const to = Math.floor((length * (age + 1)) / AGES.length);
    if (from === to || !rows.length) return [];
    /** @type {{ points: number[], starts: number[] }} */
    const lines = { points: [], starts: [] };
    for (const row of rows) addWay(lines, frame, way, row, from, to);
    return [{ mark: "path", ...lines, ...ink, alpha: Math.min(1, alpha * opacity), join: "round" }];
  });
}

/**
 * One row's way between two ages; what moves by less than half a pixel adds no line.
 * @param {{ points: number[], starts: number[] }} lines
 * @param {Projected["frame"]} frame
 * @param {Float64Array[]} way
 * @param {number} row
 * @param {number} from
 * @param {number} to
 */
function addWay({ points, starts }, frame, way, row, from, to) {
  let [x, y] = [frame.x(way[from][2 * row]), frame.y(way[from][2 * row + 1])];
  let started = false;
  for (let step = from + 1; step <= to; step++) {
    const [nextX, nextY] = [frame.x(way[step][2 * row]), frame.y(way[step][2 * row + 1])];
    if (Math.abs(nextX - x) + Math.abs(nextY - y) < LEAST) continue;
    if (!started) {
      starts.push(points.length / 2);
      points.push(x, y);
    }
    started = true;
    points.push(nextX, nextY);
    [x, y] = [nextX, nextY];
  }
}
