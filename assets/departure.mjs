/**
 * Movements within a picture, such as the error's way back: they set out where one steps stage by stage, and take no time
 * elsewhere.
 *
 * @returns {(scene, moves: (last: {step, stageIndex}) => boolean) => number} how long ago, in ms, the movement of the scene's
 *   place set out; Infinity where nothing moves. `moves` says whether it does, coming from the place painted last.
 */
export function createDeparture() {
  let last = null; // {session, step, stageIndex, began}
  return (scene, moves) => {
    const { frame, stageIndex } = scene;
    const session = scene.session.whole;
    const step = frame?.step;
    if (last?.session !== session || last.step !== step || last.stageIndex !== stageIndex) {
      const slowly = last?.session === session && moves(last) && !scene.playing && !scene.reducedMotion;
      last = { session, step, stageIndex, began: slowly ? performance.now() : -Infinity };
    }
    return performance.now() - last.began;
  };
}
