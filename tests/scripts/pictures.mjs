/**
 * Pictures, tested without a screen: texts of fixed widths, scenes of real runs made by the player's own functions, and
 * what can be asked of any list of marks.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Losses } from "../../assets/player/losses.mjs";
import { Replay } from "../../assets/player/replay.mjs";
import { buildScene } from "../../assets/player/scene.mjs";
import { remembered } from "../../assets/maths/remembered.mjs";
import { NAMES, runOf } from "./runs.mjs";

/** Where pictures are composed: a phone, a panel of the page, one that is enlarged. */
export const ROOMS = [
  { width: 320, height: 240 },
  { width: 640, height: 420 },
  { width: 1100, height: 620 },
];

const lengths = new Map(); // of texts, in characters
const lengthOf = (text) => remembered(lengths, text, () => Array.from(text).length);
const widthOf = (text, size, bold = false) => (bold ? 0.6 : 0.55) * size * lengthOf(text);

/** A measure by which all characters of a size are as wide. */
export const measure = {
  small: 11,
  normal: 12,
  least: 0,
  sign: 5,
  width: widthOf,
  fit(text, room, size, bold) {
    if (widthOf(text, size, bold) <= room) return text;
    const kept = Math.floor(room / widthOf("…", size, bold)) - 1;
    return kept < 1 ? "" : `${Array.from(text).slice(0, kept).join("")}…`;
  },
};

/** The names of the runs whose session fits, of which there has to be one. */
export function namesWith(fits = () => true) {
  const found = NAMES.filter((name) => fits(standing(name).session));
  assert.ok(found.length, "no run has such a session");
  return found;
}

const runs = new Map(); // name -> its run, its replayed weights and its losses

function standing(name) {
  if (!runs.has(name)) {
    const run = runOf(name);
    const { block, session } = run;
    const store = { fit: null, at: (step) => (step >= block.start && step < block.end ? block : null) };
    const losses = new Losses({}, session.query, () => {});
    losses.add(block.start, block.arrays.loss);
    runs.set(name, { ...run, session: block.session, store, losses, replay: new Replay(store) });
  }
  return runs.get(name);
}

/**
 * The scene of a run when `stage` stages of its step number `step`, from 0 on, are done; all of them unless told: then
 * the weights are those after the step. At stage 0 no step is shown. `known` is whatever else a player knows: view,
 * hovered (a word of the whole session), playing, and what has been answered: excited, foreseen, projection, explanation.
 */
export function sceneOf(name, step = 0, stage = undefined, known = {}) {
  const { session, block, store, losses, replay } = standing(name);
  const last = session.stages.length;
  const position = { step: step + Number((stage ?? last) === last), stageIndex: stage ?? last };
  const { view = {}, hovered = null, playing = false, speed = 0, ...answered } = known;
  const answer = (kind) => () => answered[kind] ?? null;
  const run = {
    store,
    losses,
    trail: null,
    axes: { at: answer("projection") },
    questions: { excited: answer("excited"), foreseen: answer("foreseen"), explanation: answer("explanation") },
  };
  const window = replay.upTo(position.step, 1 + Number(view.trail ?? 0), block);
  const look = { view, hovered, excites: false, axes: null };
  return buildScene(position, { run, window, block, look, pace: { playing, speed, reducedMotion: true } });
}

/** The scenes of a run after each stage of its steps 0 and 5, and at the start: `[what it is, scene]`. */
export function* scenesOf(name, known = {}) {
  const { length } = standing(name).session.stages;
  yield [`${name} at the start`, sceneOf(name, 0, 0, known)];
  for (const step of [0, 5])
    for (let stage = 1; stage <= length; stage++)
      yield [`${name}, step ${step}, stage ${stage}`, sceneOf(name, step, stage, known)];
}

/** What the server would answer to these words at the input, with made-up numbers: more likely the lower the id. */
export function answerTo({ words: all, network, quantities }, words) {
  const output = all.map((_, id) => 0.5 ** (id + 1));
  const units = quantities.find((quantity) => quantity.name === network.hidden)?.shape.at(-1) ?? 0;
  return { words, output, hidden: Array.from({ length: units }, (_, unit) => (unit + 1) / units - 0.5) };
}

/** The first two units as axes, around 0: so a point's place is its vector's first two numbers. */
export function axesOf({ parameters, network }) {
  const { shape, axes } = parameters.find(({ name }) => name === network.input);
  const size = axes[1] === "word" && axes[0] !== "word" ? shape[0] : shape[1];
  const unit = (at) => Float64Array.from({ length: size }, (_, i) => Number(i === at));
  return { projection: { mean: new Float64Array(size), basis: [unit(0), unit(1)], share: [0.5, 0.25] } };
}

/** All marks of a list, those that are clipped too. */
export function* everyMark(marks) {
  for (const mark of marks) {
    yield mark;
    if (mark.mark === "clip") yield* everyMark(mark.marks);
  }
}

/** The marks of a kind. */
export const marksOf = (picture, kind) => [...everyMark(picture.marks)].filter(({ mark }) => mark === kind);
/** The texts of a picture, in the order in which they are drawn. */
export const textsOf = (picture) =>
  [...everyMark(picture.marks)].flatMap(({ mark, text, texts }) => (mark === "text" ? text : (texts ?? [])));

/** The text marks that say exactly this, of which there has to be one. */
export function written(picture, text) {
  const found = marksOf(picture, "text").filter((each) => each.text === text);
  assert.ok(found.length, `"${text}" is not among ${textsOf(picture).join(" | ")}`);
  return found;
}

/** The number of shapes (lines, boxes, discs) of a mark. */
export const shapesOf = (mark) => coordinatesOf(mark).length / PER_SHAPE[mark.mark];
const PER_SHAPE = { lines: 4, boxes: 4, cells: 4, discs: 3, triangles: 6, texts: 2, curves: 8 };
const coordinatesOf = (mark) => mark.points ?? mark.boxes ?? mark.discs ?? mark.corners;

/** Left, top, right, bottom of a mark: of its shape, without the width of a line. */
export function extentOf(mark) {
  switch (mark.mark) {
    case "lines":
    case "path":
      return around(mark.points, 2);
    case "curves":
      return around(grouped(mark.points, 8).flatMap(pointsOnCurve), 2);
    case "triangles":
      return around(mark.corners, 2);
    case "texts": {
      const { points, size, align } = mark;
      const each = mark.texts.map((text, i) =>
        extentOfText({ x: points[2 * i], y: points[2 * i + 1], room: widthOf(text, size), size, align }),
      );
      return around(each.flat(), 2);
    }
    case "cells":
    case "boxes":
      return around(mark.boxes, 4, (width, height) => [0, 0, width, height]);
    case "discs":
      return around(mark.discs, 3, (radius) => [-radius, -radius, radius, radius]);
    case "text":
      return extentOfText(mark);
    case "pixels":
    case "scale":
    case "clip": {
      const { left, top, width, height } = mark.box;
      return [left, top, left + width, top + height];
    }
  }
  throw new Error(`A mark of a kind that is not known: ${mark.mark}`);
}

const grouped = (numbers, size) =>
  Array.from({ length: numbers.length / size }, (_, i) => numbers.slice(i * size, (i + 1) * size));

const POINT = [0, 0, 0, 0];

/** Left, top, right, bottom of shapes of `size` numbers each: x, y, and what says how far they reach from there. */
function around(numbers, size, reach = () => POINT) {
  const found = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at += size) {
    const [x, y] = [numbers[at], numbers[at + 1]];
    const [left, top, right, bottom] = reach(numbers[at + 2], numbers[at + 3]);
    found[0] = Math.min(found[0], x + left);
    found[1] = Math.min(found[1], y + top);
    found[2] = Math.max(found[2], x + right);
    found[3] = Math.max(found[3], y + bottom);
  }
  return found;
}

function pointsOnCurve([x, y, x1, y1, x2, y2, endX, endY]) {
  const between = (a, b, c, d, t) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
  return Array.from({ length: 33 }, (_, i) => [
    between(x, x1, x2, endX, i / 32),
    between(y, y1, y2, endY, i / 32),
  ]).flat();
}

function extentOfText({ x, y, room, size, align, turned = 0 }) {
  const left = { left: 0, right: -room, center: -room / 2 }[align];
  if (!turned) return [x + left, y - size / 2, x + left + room, y + size / 2];
  const corners = [left, left + room].flatMap((along) => [-size / 2, size / 2].map((across) => [along, across]));
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  return around(
    corners.flatMap(([along, across]) => [x + cos * along - sin * across, y + sin * along + cos * across]),
    2,
  );
}

const SHEET = readFileSync(new URL("../../assets/styles/theme.css", import.meta.url), "utf8");
const ROLES = new Set(Array.from(SHEET.matchAll(/--c-([\w-]+):/g), ([, role]) => role));

/**
 * What holds of every picture: it is data that can be copied, with finite numbers and roles that the theme has, and all
 * of it stands in its room, up to `slack` pixels; of what is clipped, the box does.
 */
export function assertSound(picture, { width, height }, slack = 0.5) {
  const { marks } = picture;
  assert.ok(isData(marks), "not data that can be copied");
  const all = new Set(marks);
  for (const mark of everyMark(marks)) {
    const wrong = faultOf(mark, [width, height], all.has(mark) ? slack : Infinity);
    if (wrong) assert.fail(`${wrong}: ${JSON.stringify(mark).slice(0, 300)}`);
  }
}

/** Whether it is plain objects and lists all through, of texts and numbers. */
function isData(value) {
  if (typeof value !== "object") return typeof value !== "function" && typeof value !== "symbol";
  if (value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.every(isData);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}

/** What is wrong with a mark in a room of this size; "" where nothing is. */
function faultOf(mark, [width, height], slack) {
  if (coordinatesOf(mark)?.length !== 0) {
    const [left, top, right, bottom] = extentOf(mark);
    if (![left, top, right, bottom].every(Number.isFinite)) return "no finite place";
    if (left < -slack || top < -slack || right > width + slack || bottom > height + slack) return "outside";
  }
  if (mark.mark === "text" && !(mark.text.length && mark.size >= 8)) return "no text to read";
  if (mark.width !== undefined && !(mark.width > 0)) return "no width";
  if (mark.alpha !== undefined && !(mark.alpha >= 0 && mark.alpha <= 1)) return "no opacity";
  return [mark.fill, mark.stroke, mark.colour, mark.pad].every((colour) => !colour || isColour(colour))
    ? ""
    : "no colour";
}

function isColour(colour) {
  const role = colour.role ?? colour.tint;
  if (role !== undefined) return ROLES.has(role) && !Number.isNaN(colour.share);
  return Array.from(colour.onEach ?? [colour.value ?? colour.on ?? 0]).every(Number.isFinite) && colour.limit > 0;
}

/**
 * A picture of each scene of each run that fits, `[what it is, picture, scene, room]`: of a run's start and first step in
 * each room, of a later step with a room for each stage in turn.
 */
export function* composedOf(compose, fits, { known } = {}) {
  for (const name of namesWith(fits)) {
    if (known) yield* composedOfRun(compose, name, known(standing(name).session));
    else
      yield* remembered(
        remembered(composed, compose, () => new Map()),
        name,
        () => [...composedOfRun(compose, name)],
      );
  }
}

const composed = new Map(); // compose -> name of a run -> its pictures, at which several files look

function* composedOfRun(compose, name, known) {
  let turn = 0;
  for (const [title, scene] of scenesOf(name, known))
    for (const room of scene.frame?.step ? [ROOMS[turn++ % ROOMS.length]] : ROOMS) {
      const told = `${title}, ${room.width} × ${room.height}`;
      const picture = compose(scene, room, measure, null);
      assert.ok(picture, told);
      yield [told, picture, scene, room];
    }
}

/** The same, each checked to be sound, up to `slack` pixels. */
export function* picturesOf(compose, fits, { known, slack = 0.5 } = {}) {
  for (const each of composedOf(compose, fits, { known })) {
    const [told, picture, , room] = each;
    try {
      assertSound(picture, room, slack);
    } catch (error) {
      throw new Error(`${told}: ${error.message}`);
    }
    yield each;
  }
}
