/**
 * The picture of the projection: input and output vectors of all words in the plane of two principal components, with
 * trails, labels that don't cover each other, and the parallelogram of an analogy. It follows from the scene; only
 * labels remember from the picture before where they were, so that they don't jump about.
 */
import { label, MUTED, present } from "../../draw/composing.mjs";
import { Occupied } from "../../draw/labels.mjs";
import { mostShare, principalAxes } from "../../maths/axes.mjs";
import { extent, frameOf, project, sharesOf } from "../../maths/points.mjs";
import { shareOfWords } from "../../text/names.mjs";
import { count, short } from "../../text/numbers.mjs";
import { axisMarks, axisNames } from "./axes.mjs";
import { nameMarks } from "./names.mjs";
import { analogyMarks, pointMarks } from "./points.mjs";
import { trailMarks, trailsOf } from "./trails.mjs";
import { analogyOf, hasAxes, litOf, matrixOf, setsOf } from "./vectors.mjs";

/** @import { Sites } from "../../draw/labels.mjs" */
/** @import { Excerpt } from "../../player/excerpt.mjs" */
/** @import { Axes, Mark, Matrix, Measure, Room, Scene, Session, VectorSet } from "../../types" */
/** @import { Trails } from "./trails.mjs" */
/** @import { Analogy, Lit, ProjectedScene, ShownSet } from "./vectors.mjs" */
/**
 * @typedef {Room & { strip: Room }} StripedRoom of its bottom a strip is kept free of points, as wide as `strip` that
 *   of the key
 */
/**
 * @typedef {Room & { sets: ShownSet[], trails: Trails, analogy: Analogy | null, lit: Lit[], zero: ArrayLike<number>,
 *   session: Session, words: string[], hovered: number | null, share: number[], fitted: number | null, advice: Advice
 *   | null, frame: ReturnType<typeof frameOf>, foot: number, size: number, radius: number }} Projected what is drawn:
 *   `fitted` is the step at which the axes were, if it was another; `foot` the y of the strip, `size` that of text
 */
/**
 * @typedef {{ now: number, refitted: number }} Advice the share of the variance that the axes explain, and that others
 *   would
 */
/**
 * @typedef {{ run: Excerpt | string, step: number, room: Room, sites: Sites, trails?: Trails }} Memory what the next
 *   picture knows of this one: rows have a meaning within an excerpt, or a query
 */
/** @typedef {{ marks: Mark[], projected: Projected | null, memory: Memory | null }} ProjectionPicture */
/** @typedef {{ advice: Advice | null, ofWords: boolean, memory: Memory | null }} ProjectionTold `ofWords`: all are */

const [SIDES, ABOVE, BELOW] = [20, 10, 6]; // px around the points
const NEAR = 50; // steps, over which labels stay where they were
const MANY = 60; // words, above which points are smaller
const WORTHWHILE = 3; // times as much explained, above which the axes had better be refitted
const MOST_NUMBERS = 3_000; // that axes are fitted to on the way: a millisecond

/**
 * @param {Scene} scene
 * @param {StripedRoom} room
 * @param {Measure} measure
 * @param {Pick<ProjectionPicture, "memory"> | null} before
 * @returns {ProjectionPicture | null}
 */
export function compose(scene, room, measure, before) {
  if (room.width < 60 || room.height < 40) return null;
  const run = scene.session.excerpt ?? scene.session.query;
  const memory = before?.memory?.run === run ? before.memory : null;
  const projected = hasAxes(scene) ? projectedOf(scene, room, measure.small, memory) : null;
  if (!projected) return { marks: nothing(scene, room, measure), projected: null, memory };
  const occupied = new Occupied(room.width, room.height);
  occupied.mark(0, projected.foot, room.width, room.strip.height);
  // In this order they take their room.
  const axes = axisMarks(projected, occupied);
  const analogy = analogyMarks(projected, occupied);
  const points = pointMarks(projected, occupied);
  const ends = axisNames(projected, occupied, measure);
  const names = nameMarks(projected, occupied, sitesNear(memory, scene.step, room), measure);
  const note = noteMarks(scene, projected, room, names.omitted, measure);
  return {
    marks: [...axes, ...trailMarks(projected), ...analogy, ...points, ...ends, ...names.marks, ...note],
    projected,
    memory: { run, step: scene.step, room, sites: names.sites, trails: projected.trails },
  };
}

/**
 * Where labels stood in the picture before; nowhere where that is long ago, or had another size: a page has several
 * while it opens.
 * @param {Memory | null} memory
 * @param {number} step
 * @param {Room} room
 * @returns {Sites}
 */
function sitesNear(memory, step, { width, height }) {
  if (!memory || Math.abs(memory.step - step) > NEAR) return new Map();
  const { sites, room } = memory;
  return room.width === width && room.height === height ? sites : new Map();
}

/** What is shown beside the marks, and asked for by the next picture. @param {ProjectionPicture} picture */
export function tell({ projected, memory }) {
  /** @type {ProjectionTold} */
  const told = { advice: null, ofWords: true, memory: null };
  if (projected) Object.assign(told, { advice: projected.advice, ofWords: projected.sets.every(({ words }) => words) });
  if (memory) told.memory = { run: memory.run, step: memory.step, room: memory.room, sites: memory.sites };
  return told;
}

/**
 * @param {ProjectedScene} scene
 * @param {StripedRoom} room
 * @param {number} size
 * @param {Memory | null} memory
 * @returns {Projected | null}
 */
function projectedOf(scene, { width, height, strip }, size, memory) {
  const { session, projection } = scene;
  const sets = setsOf(scene);
  if (!sets.length) return null;
  const trails = trailsOf(scene, sets, memory?.trails);
  const analogy = analogyOf(scene, sets);
  const zero = zeroOf(projection);
  const bounds = extent([...everyPoint(sets, trails), zero, ...(analogy ? [analogy.corners[3]] : [])]);
  const foot = height - Math.max(strip.height, size + 4); // on paper there is the note alone
  const inner = { left: SIDES, top: ABOVE, width: width - 2 * SIDES, height: foot - ABOVE - BELOW };
  if (!bounds.every(Number.isFinite) || inner.height < 10) return null;
  return {
    width,
    height,
    foot,
    size,
    sets,
    trails,
    analogy,
    zero,
    ...fittedOf(scene, sets),
    session,
    words: session.words,
    frame: frameOf(bounds, inner),
    hovered: scene.hovered,
    lit: sets.map((set) => litOf(scene, set, analogy)),
    radius: (session.words.length > MANY ? 2.4 : 3.4) * (size / 11),
  };
}

/** Where the vector of zeros lies. @param {Axes} projection */
function zeroOf(projection) {
  const columns = projection.mean.length;
  return project({ rows: 1, columns, data: new Float64Array(columns) }, projection);
}

/** @param {ShownSet[]} sets @param {Trails} trails */
const everyPoint = (sets, { steps }) =>
  sets.flatMap((set, at) => (set.visible ? [set.points, ...[...steps.values()].map((points) => points[at])] : []));

/**
 * The step at which the axes were fitted, if it was another, the shares of the variance along them now, and whether to
 * refit.
 * @param {ProjectedScene} scene
 * @param {VectorSet[]} kinds
 */
function fittedOf(scene, kinds) {
  const { projection, step, view } = scene;
  const fitted = view.axes === "follow" ? step : Number(view.axes) || 0;
  if (fitted === step) return { fitted: null, share: projection.share, advice: null };
  const kind = view.fit === "output" ? "output" : "input";
  const of = view.fit === "both" ? kinds : kinds.filter((set) => set.kind === kind);
  const matrices = of.map((set) => matrixOf(scene, set));
  const share = sharesOf(matrices, projection);
  return { fitted, share, advice: adviceOf(scene, matrices, share) };
}

/**
 * What axes would explain that were fitted now, where it is more than three times as much as these do. Not asked while
 * playing, nor of so many numbers that a press would have to wait for the answer.
 * @param {Scene} scene
 * @param {Matrix[]} matrices
 * @param {number[]} share
 * @returns {Advice | null}
 */
export function adviceOf({ playing, session }, matrices, share) {
  const now = share[0] + share[1];
  const rows = matrices.reduce((sum, matrix) => sum + matrix.rows, 0);
  const [{ columns }] = matrices;
  if (playing || session.excerpt || WORTHWHILE * now >= 1 || rows * columns > MOST_NUMBERS) return null;
  const matrix = { rows, columns, data: new Float64Array(rows * columns) };
  let filled = 0;
  for (const { data } of matrices) {
    matrix.data.set(data, filled);
    filled += data.length;
  }
  if (WORTHWHILE * now >= mostShare(matrix)) return null;
  const [first, second] = principalAxes(matrix).share;
  return WORTHWHILE * now < first + second ? { now, refitted: first + second } : null;
}

/** @param {Scene} scene @param {Room} room @param {Measure} measure */
function nothing({ projection }, { width, height }, measure) {
  const text = projection ? "These vectors can't be drawn: they hold no finite numbers" : "Fitting the axes …";
  const options = /** @type {const} */ ({ align: "center", colour: MUTED, pad: null, size: measure.small });
  return present([label(measure, text, width / 2, height / 2, options)]);
}

/**
 * Beside the key: how many labels found no room, or how many words there are of how many, and how large the grid's
 * squares are.
 * @param {Scene} scene
 * @param {Projected} projected
 * @param {StripedRoom} room
 * @param {number} omitted
 * @param {Measure} measure
 */
function noteMarks({ session }, { words, size, frame }, { width, height, strip }, omitted, measure) {
  const some = shareOfWords(words.length, session) || (omitted ? `${count(omitted)} without label` : "");
  const parts = [...(some ? [some] : []), `grid ${short(frame.grid)}`];
  const fits = measure.width(parts.join(" · "), size) < width - strip.width - 8;
  const options = /** @type {const} */ ({ align: "right", colour: MUTED, pad: null, size });
  return present([label(measure, fits ? parts.join(" · ") : parts[0], width, height - size / 2 - 2, options)]);
}
