/**
 * The scene: everything that the panels may know, as one object, made anew for each painted frame.
 *
 * Quantities that the current stage has not reached yet are null: a panel cannot show them by mistake.
 */
import { wordId } from "./figure.mjs";

/** @param {Array<{step, weights}>} window the weights at the painted step and before it, oldest first */
export function buildScene(player, window, block) {
  const { step, stageIndex, store } = player;
  const { session, excerpt } = block;
  const view = excerpt ? excerpt.viewOf(player.view) : player.view;
  const { weights } = window.at(-1);
  const trail = player.trailOfJump?.step === step ? player.trailOfJump.trail(excerpt, weights) : trailOf(window, Number(view.trail) || 0);
  const pins = pinned(session, view);
  const hovered = placeOf(excerpt, player.hovered);
  const scene = {
    session,
    step,
    stage: player.stageName,
    stageIndex,
    frame: frameOf(player, block),
    weights,
    before: window.at(-2)?.weights ?? null,
    hovered,
    pins,
    view,
    trail,
    projection: player.axes.at(step, view, store),
    losses: player.losses.before(step),
    epoch: epochOf(session, Math.max(0, player.inside ? step : step - 1)),
    playing: player.playing,
    reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    theme: document.documentElement.dataset.theme,
  };
  const exciting = player.excites && hovered !== null ? [hovered] : [];
  scene.excited = player.questions.excited(scene, [...new Set([...pins, ...exciting])]);
  scene.foreseen = scene.excited ? null : player.questions.foreseen(scene, player.playing ? player.speed : 0);
  scene.explanation = player.questions.explanation(scene, player.view.focus);
  return scene;
}

/** The place of a word in an excerpt; null where it isn't there. */
function placeOf(excerpt, word) {
  const place = excerpt && word !== null ? excerpt.place("word", word) : word;
  return place === -1 ? null : place;
}

/** The ids of the words that are pinned at the input. */
export function pinned(session, view) {
  if (!view.pins) return [];
  return view.pins.split(",").map((word) => wordId(session, word)).filter((id) => id >= 0);
}

/** The number, from 0, of the pass over the data that a step belongs to. */
export function epochOf({ segments }, step) {
  const segment = segments.findLast((each) => each.step <= step);
  return segment.epoch + Math.floor((step - segment.step) / segment.steps_per_epoch);
}

/** The frame of the step that is shown, as far as the stage has come; null at the start. */
function frameOf(player, block) {
  const { stageIndex, view } = player;
  const { session } = block;
  if (stageIndex === 0) return null;
  const step = player.inside ? player.step : player.step - 1;
  const batch = block.size(step);
  const b = Math.min(batch - 1, Math.max(0, Number(view.instance) || 0));
  const reached = new Set(session.stages.slice(0, stageIndex).flatMap(({ shows }) => shows));
  const { inputs, outputs } = block.instance(step, b);
  return {
    step,
    batch,
    instance: b,
    inputs,
    outputs,
    loss: reached.has("loss") ? block.loss(step) : null,
    rate: block.rate(step),
    get: (name) => (reached.has(name) ? block.quantity(block.declared(name), step, b) : null),
    length: (name) => block.length(block.declared(name), step, b),
    // Rows of a parameter that the instance touches; null where it touches all, or what it touches isn't known yet.
    touched(name) {
      const { at } = session.parameters.find((parameter) => parameter.name === name)?.change[0] ?? {};
      return at && reached.has(at) ? new Set(block.quantity(block.declared(at), step, b)) : null;
    },
  };
}

const trailOf = (window, length) => window.slice(-1 - length, -1).map(({ step, weights }) => ({ step, ...weights }));
