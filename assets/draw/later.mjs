/** What most visitors never open: its scripts come when it is first shown. */
import { createNote } from "./figure.mjs";

/** @import { Asker, Explorer, Panel, Scene } from "../types" */
/** @typedef {{ mount: (root: HTMLElement, app: Explorer) => Panel }} Module of a picture */

/** The event of a picture that has come: who knows where its numbers stand looks again. */
export const ARRIVED = "arrived";

/** @param {() => Promise<Module>} load @returns {Module} */
export function later(load) {
  return {
    mount(pane, app) {
      /** @type {((text: string) => void) | null} */
      let note = null;
      /** @type {Panel | null} */
      let picture = null;
      /** @type {Scene | null} */
      let latest = null; // the one to paint
      /** @type {Asker<Module>} */
      const asker = app.asker(() => latest && paint(latest));

      /** What did not come is asked for again at another step. @param {number} step */
      function found(step) {
        const module = asker.answer("script", load, step);
        const failed = module !== null && "error" in module;
        if (failed) note ??= createNote(pane);
        note?.(failed ? "This part could not be loaded." : "");
        return module && !failed ? module.mount(pane, app) : null;
      }

      /** @param {Scene} scene */
      function paint(scene) {
        latest = scene;
        const first = !picture;
        picture ??= found(scene.step);
        picture?.paint(scene);
        if (first && picture) pane.dispatchEvent(new Event(ARRIVED, { bubbles: true }));
      }

      return { paint, prepare: (scene, after) => picture?.prepare?.(scene, after), inner: () => picture };
    },
  };
}
