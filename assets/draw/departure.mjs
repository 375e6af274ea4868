// @ts-check
/**
 * Movements within a picture, such as the error's way back: they set out where one steps stage by stage, and take no time
 * elsewhere.
 */

/** @import { Scene, Session } from "../types" */
/** @typedef {{ session: Session, step: number | undefined, stageIndex: number, began: number }} Departure from a stage, at `began` ms */

/**
 * `from`: the scene's place, with the time at which its movement set out, −Infinity where nothing moves. `moves` says whether
 * it does, coming from the place that was last `arrived` at: a scene may be drawn that is not shown.
 */
export function createDeparture() {
  /** @type {Departure | null} */
  let last = null;
  return {
    /** @param {Scene} scene @param {(last: Departure) => boolean} moves @returns {Departure} */
    from(scene, moves) {
      const { frame, stageIndex } = scene;
      const session = scene.session.whole;
      const step = frame?.step;
      const known = last?.session === session ? last : null;
      if (known && known.step === step && known.stageIndex === stageIndex) return known;
      const slowly = known && moves(known) && !scene.playing && !scene.reducedMotion;
      return { session, step, stageIndex, began: slowly ? performance.now() : -Infinity };
    },
    /** @param {Departure} place */
    arrived(place) {
      last = place;
    },
  };
}
