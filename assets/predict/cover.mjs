/**
 * What is to be predicted is covered: a scene that no number of the coming stages has a part in, and which panels show
 * such numbers by themselves. Panels know nothing but scenes, so the numbers are covered in everything that they show
 * and tell.
 */
import { last } from "../maths/declared.mjs";
import { remembered } from "../maths/remembered.mjs";
import { widest } from "../player/abreast.mjs";
import { isInside, shownStep } from "../player/positions.mjs";
import { reachAt } from "../player/reach.mjs";

/** @import { Block, KnownLosses, PanelRecord, Reach, Scene } from "../types" */
/** @typedef {Pick<import("../player/run.mjs").Run, "store" | "session">} Known a run */

/**
 * Of what a stage has not reached a scene has no number. What tells of it nevertheless is taken out: where scales end,
 * the answer to pinned words, which may be the instance's, the last stretch of losses.
 *
 * @param {Scene} scene
 * @param {Known[]} runs whose scales it has: the scene's own, and one beside it
 * @returns {Scene}
 */
export function covered(scene, runs) {
  const { session } = scene;
  const alike = runs.filter(({ session: { model, output } }) => model === session.model && output === session.output);
  const reaches = alike.flatMap((run) => reachOf(scene, run) ?? []);
  return { ...scene, pins: [], excited: null, losses: lossesOf(scene), reach: widest(reaches) };
}

/** The panels whose own numbers a scene does not hold back. @param {PanelRecord[]} records @param {Scene} scene */
export const hidden = (records, scene) => records.filter(({ foresees }) => foresees && shows(foresees, scene));

/** @param {string} foresees @param {Scene} scene */
const shows = (foresees, scene) =>
  foresees === "answers" ? !hasAnswered(scene) : scene.view.picture === foresees && Boolean(scene.frame);

/** Whether the step that is shown has come to the network's answer and not to its end. @param {Scene} scene */
function hasAnswered({ session, stageIndex, frame }) {
  const { layers, activation } = session.network;
  const answer = layers.length ? last(layers).output : activation;
  return isInside(session, stageIndex) && Boolean(frame?.get(answer));
}

/**
 * How far numbers reach up to here; null where they are not here.
 * @param {Scene} scene
 * @param {Known} run
 * @returns {Reach | null}
 */
function reachOf({ session, step, stageIndex }, { store }) {
  const shown = shownStep(session, { step, stageIndex });
  const block = store.at(shown);
  if (!block) return null;
  const made = store.at(Math.max(0, step - 1)) ?? block;
  return reachAt(upTo(made, step, session.stages.length), step, upTo(block, shown + 1, stageIndex), shown);
}

/** @type {WeakMap<Block, Map<string, Block>>} */
const known = new WeakMap(); // block -> where it ends

/**
 * A block that ends before step `end`, with so many stages of its last step.
 * @param {Block} block
 * @param {number} end
 * @param {number} stages
 */
function upTo(block, end, stages) {
  const ends = remembered(known, block, () => new Map());
  return remembered(ends, `${end} ${stages}`, () => {
    const reached = new Set(block.session.stages.slice(0, stages).flatMap(({ shows: names }) => names));
    /** @type {Block["quantity"]} */
    const quantity = (declared, step, b) =>
      step === end - 1 && !reached.has(declared.name) ? null : block.quantity(declared, step, b);
    /** @type {Block["apply"]} */
    const apply = (...asked) => block.apply(...asked); // what is not reached moves nothing that is measured
    return Object.assign(Object.create(block), { end: Math.min(block.end, end), quantity, apply });
  });
}

/** Without a stretch of losses that has not ended. @param {Scene} scene @returns {KnownLosses | null} */
function lossesOf({ losses, step }) {
  if (!losses || losses.stride === 1) return losses;
  const whole = Math.floor(step / losses.stride);
  const { values, low, high } = losses;
  return { ...losses, values: values.subarray(0, whole), low: low.subarray(0, whole), high: high.subarray(0, whole) };
}
