/**
 * Movements within a picture, such as the error's way back: they set out where one steps stage by stage, and take no
 * time elsewhere.
 */

/** @import { Scene, Session } from "../types" */
/**
 * @typedef {{ session: Session, step: number | undefined, stageIndex: number, began: number }} Departure where a
 *   movement set out, and when, in milliseconds; −Infinity where nothing moves
 */

/**
 * The departure of a scene's movement. It stays the same as long as the scene's step and stage do.
 * @param {Scene} scene
 * @param {Departure | null | undefined} last that of the picture which is shown
 * @param {(last: Departure) => boolean} moves whether something moves, coming from there
 * @param {number} now
 * @returns {Departure}
 */
export function departureOf(scene, last, moves, now) {
  const { frame, stageIndex } = scene;
  const session = scene.session.whole;
  const step = frame?.step;
  const known = last?.session === session ? last : null;
  if (known && known.step === step && known.stageIndex === stageIndex) return known;
  const slowly = known && moves(known) && !scene.playing && !scene.reducedMotion;
  return { session, step, stageIndex, began: slowly ? now : -Infinity };
}
