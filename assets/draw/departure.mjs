/**
 * Movements within a picture, such as the error's way back: they set out where one steps stage by stage, and take no time
 * elsewhere.
 *
 * @returns {{from: (scene, moves: (last: {step, stageIndex}) => boolean) => {began: number}, arrived: (place) => void}} `from`:
 *   the scene's place, with the time at which its movement set out, −Infinity where nothing moves. `moves` says whether it does,
 *   coming from the place that was last `arrived` at: a scene may be drawn that is not shown.
 */
export function createDeparture() {
  let last = null; // {session, step, stageIndex, began}
  return {
    from(scene, moves) {
      const { frame, stageIndex } = scene;
      const session = scene.session.whole;
      const step = frame?.step;
      const known = last?.session === session;
      if (known && last.step === step && last.stageIndex === stageIndex) return last;
      const slowly = known && moves(last) && !scene.playing && !scene.reducedMotion;
      return { session, step, stageIndex, began: slowly ? performance.now() : -Infinity };
    },
    arrived(place) {
      last = place;
    },
  };
}
