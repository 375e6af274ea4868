/** Pictures that most visitors never open: their scripts come with the first look at them. */

/** @import { Panel, Scene } from "../types" */

/** What is painted once it is here. @param {() => Promise<Panel>} load @returns {Panel} */
export function createLater(load) {
  /** @type {Panel | null} */
  let picture = null;
  /** @type {Scene | null} */
  let wanted = null; // while it comes

  /** @param {Scene} scene */
  function paint(scene) {
    if (picture) return picture.paint(scene);
    const asked = wanted;
    wanted = scene;
    if (asked) return undefined;
    load().then(
      (made) => {
        picture = made;
        if (wanted) made.paint(wanted);
      },
      () => {
        wanted = null; // it is asked for again with the next picture
      },
    );
    return undefined;
  }

  return { paint, prepare: (scene) => picture?.prepare?.(scene) };
}
