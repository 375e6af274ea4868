/**
 * The scene: everything that the panels may know, as one object, made anew for each painted frame.
 *
 * Quantities that the current stage has not reached yet are null: a panel cannot show them by mistake.
 */
import { declaredOf, last, parameterOf, segmentOf } from "../maths/declared.mjs";
import { targetOf } from "../maths/nets.mjs";
import { remembered } from "../maths/remembered.mjs";
import { wordId } from "../maths/named.mjs";
import { shownStep, stageName } from "./positions.mjs";
import { reachAt } from "./reach.mjs";

/** @import { Axes, Block, Blocks, Frame, Moment, NumericInstance, Outer, Position, Scene, Session } from "../types" */
/** @import { View } from "../types" */
/** @import { Excerpt } from "./excerpt.mjs" */
/** @import { Run } from "./run.mjs" */
/**
 * @typedef {{ run: Known, window: Moment[], block: Block, look: Look, pace: Pace }} Data what is known of a run, the
 *   weights at a step and before it, oldest first, and the block with its frame
 * @typedef {{ store: Blocks, axes: Pick<Run["axes"], "at">, losses: Pick<Run["losses"], "before">, trail: Run["trail"],
 *   questions: Pick<Run["questions"], "excited" | "foreseen" | "explanation"> }} Known
 * @typedef {{ view: View, hovered: number | null, excites: boolean, axes: Axes | null }} Look how one looks at it:
 *   `hovered` is a word of the whole session, `axes` those of the picture before
 * @typedef {{ playing: boolean, speed: number, reducedMotion: boolean }} Pace
 */

/** @type {WeakMap<Scene, Data & { position: Position }>} */
const made = new WeakMap();

const LEGIBLE = 4; // steps a second that one can read, and about which the source is asked

/** What a scene was made of; null of one that something was changed in, or covered. @param {Scene} scene */
export const dataOf = (scene) => made.get(scene) ?? null;

/**
 * @param {Position} position
 * @param {Data} data
 * @returns {Scene}
 */
export function buildScene(position, data) {
  const { step, stageIndex } = position;
  const { run, window, block, look, pace } = data;
  const { session, excerpt } = block;
  const view = excerpt ? excerpt.viewOf(look.view) : look.view;
  const { weights } = last(window);
  const shown = shownStep(session, { step, stageIndex });
  /** @type {Scene["open"]} */
  const open = [];
  /** @type {Scene} */
  const scene = {
    session,
    step,
    stage: stageName(session, stageIndex),
    stageIndex,
    frame: stageIndex ? frameOf(block, shown, stageIndex, look.view) : null,
    weights,
    before: window.at(-2)?.weights ?? null,
    reach: reachAt(run.store.at(Math.max(0, step - 1)) ?? block, step, block, shown),
    hovered: rowOf(excerpt, look.hovered),
    pins: pinned(session, view),
    view,
    jumped: run.trail?.step === step,
    trail: run.trail?.step === step ? run.trail.trail(excerpt, weights) : trailOf(window, Number(view.trail) || 0),
    projection: run.axes.at(step, view, look.axes, run.store, open),
    losses: run.losses.before(step, open),
    epoch: epochOf(session, shown),
    ...pace,
    hurried: pace.playing && pace.speed > LEGIBLE,
    open,
    excited: null,
    foreseen: null,
    explanation: null,
  };
  const exciting = look.excites && scene.hovered !== null ? [scene.hovered] : [];
  scene.excited = run.questions.excited(scene, [...new Set([...scene.pins, ...exciting])]);
  scene.foreseen = scene.excited ? null : run.questions.foreseen(scene);
  scene.explanation = run.questions.explanation(scene, look.view.focus);
  remembered(made, scene, () => ({ ...data, position }));
  return scene;
}

/**
 * The row of a word in an excerpt; null where it isn't there.
 * @param {Excerpt | null} excerpt
 * @param {number | null} word
 */
function rowOf(excerpt, word) {
  const row = excerpt && word !== null ? excerpt.row("word", word) : word;
  return row === -1 ? null : row;
}

/**
 * The ids of the words that are pinned at the input.
 * @param {Session} session
 * @param {View} view
 */
export function pinned(session, view) {
  if (!view.pins) return [];
  return view.pins
    .split(",")
    .map((word) => wordId(session, word))
    .filter((id) => id >= 0);
}

/**
 * The number, from 0, of the pass over the data that a step belongs to.
 * @param {Session} session
 * @param {number} step
 */
function epochOf(session, step) {
  const segment = segmentOf(session, step);
  return segment.epoch + Math.floor((step - segment.step) / segment.steps_per_epoch);
}

/**
 * The frame of a step, as far as the stage has come.
 * @param {Block} block
 * @param {number} step
 * @param {number} stageIndex
 * @param {View} view
 * @returns {Frame}
 */
function frameOf(block, step, stageIndex, view) {
  const { session } = block;
  const batch = block.size(step);
  const b = Math.min(batch - 1, Math.max(0, Number(view.instance) || 0));
  const reached = new Set(session.stages.slice(0, stageIndex).flatMap(({ shows }) => shows));
  const { inputs, outputs } = block.instance(step, b);
  /** @type {Map<string, Set<number> | null>} */
  const touched = new Map(); // parameter -> its rows, for which several panels ask
  /** @param {string} name */
  const touchedOf = (name) => {
    const terms = session.parameters.find((parameter) => parameter.name === name)?.change ?? [];
    const ids = terms.map((term) => touching(session, name, term) ?? "");
    if (!ids.length || !ids.every((at) => reached.has(at))) return null;
    /** @param {number} instance */
    const touchedBy = (instance) =>
      ids.flatMap((at) => [...(block.quantity(block.declared(at), step, instance) ?? [])]);
    return new Set(Array.from({ length: batch }, (_, instance) => touchedBy(instance)).flat());
  };
  return {
    step,
    batch,
    instance: b,
    inputs,
    outputs,
    members: block.members(step),
    point: session.words.length ? null : pointOf(session, block, step, b),
    loss: reached.has("loss") ? block.loss(step) : null,
    rate: block.rate(step),
    batchOf: (name) =>
      reached.has(name)
        ? Array.from({ length: batch }, (_, at) => block.quantity(block.declared(name), step, at))
        : null,
    wordsOf: (at) => block.instance(step, at).inputs,
    get: (name) => (reached.has(name) ? block.quantity(block.declared(name), step, b) : null),
    length: (name) => block.length(block.declared(name), step, b),
    // Rows of a parameter that the step touches (of one whose words are its columns: the columns); null where it
    // touches all, or what it touches isn't known yet.
    touched: (name) => remembered(touched, name, () => touchedOf(name)),
  };
}

/**
 * The index quantity that names the rows (or columns, where these are words) which a term of a gradient touches; null
 * if none does.
 * @param {Session} session
 * @param {string} name
 * @param {Outer} term
 */
function touching(session, name, { rows, columns, at }) {
  const { axes, decay } = parameterOf(session, name);
  const side = axes[1] === "word" && axes[0] !== "word" ? columns : (at ?? rows);
  return !decay && declaredOf(session, side)?.role === "index" ? side : null;
}

/**
 * The numbers of an instance that is no words; they are known before the first stage.
 * @param {Session} session
 * @param {Block} block
 * @param {number} step
 * @param {number} b
 * @returns {NumericInstance}
 */
function pointOf(session, block, step, b) {
  /** @param {string | null | undefined} name */
  const read = (name) => (name ? block.quantity(block.declared(name), step, b) : []);
  return { inputs: read(session.network.layers[0]?.source), targets: read(targetOf(session)) };
}

/** @param {Moment[]} window @param {number} length */
const trailOf = (window, length) => window.slice(-1 - length, -1);
