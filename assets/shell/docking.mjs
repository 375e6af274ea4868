/**
 * The dock of questions across steps, beside the panels. Which section is open is the view option `dock`, what it is about
 * `about`; its script comes when it is first opened.
 */
import { byId } from "./elements.mjs";

/** @import { Docked, Explorer, Scene } from "../types" */
/** @typedef {{ app: Explorer, on: (name: "paint", handler: (scene: Scene) => void) => void }} Around an explorer whose source is a server */

/**
 * @param {Document} document
 * @param {Around} explorer
 * @param {(error: unknown) => void} trouble hears that the script does not come
 * @returns {() => void} opens the dock, at the section that was open last, and closes it
 */
export function mount(document, { app, on }, trouble) {
  const root = byId(document, "dock", HTMLElement);
  const button = byId(document, "debug", HTMLElement);
  let last = "why";
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Promise<{ paint: (scene: Scene) => void, leave: () => void }> | null} */
  let dock = null;

  on("paint", (painted) => {
    scene = painted;
    const section = painted.view.dock ?? "";
    if (!section && root.hidden) return;
    last = section || last;
    root.hidden = !section;
    app.host.classList.toggle("docked", !root.hidden);
    button.ariaPressed = String(!root.hidden);
    dock ??= import("../dock/dock.mjs").then((module) => module.mount(root, /** @type {Docked} */ (app)));
    dock
      .then((open) => (root.hidden ? open.leave() : scene && open.paint(scene)))
      .catch((error) => {
        dock = null; // it is asked for again with the next picture
        trouble(error);
      });
  });
  const toggle = () => app.setView({ dock: root.hidden ? last : "" });
  button.addEventListener("click", toggle);
  return toggle;
}
