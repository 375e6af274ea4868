/** What most visitors never open: its scripts come when it is first shown. */
import { createNote } from "./figure.mjs";

/** @import { Asker, Explorer, Panel, Scene } from "../types" */
/** @typedef {{ mount: (root: HTMLElement, app: Explorer) => Panel }} Module of a picture */

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

      /** @param {Scene} scene */
      function paint(scene) {
        latest = scene;
        const found = asker.answer("script", load);
        if (found && "error" in found) {
          note ??= createNote(pane);
          note("This part could not be loaded. Reload the page.");
        } else if (found) picture ??= found.mount(pane, app);
        picture?.paint(scene);
      }

      return { paint, prepare: (scene, after) => picture?.prepare?.(scene, after) };
    },
  };
}
