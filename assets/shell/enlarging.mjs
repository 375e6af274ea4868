/**
 * What shows Plotly's figure of a panel, or another one, large. Which one is the view option `enlarged`, so that a link
 * opens it, beside a fork of the run that `forkEnlarged` says; what draws it (enlarged.mjs) comes with the first. A
 * panel by itself, alive, is presented (presenting.mjs).
 */
import { all } from "./elements.mjs";

/** @import { Page } from "./enlarged.mjs" */

/**
 * @param {Document} document
 * @param {Page} page
 * @param {() => Promise<void>} drawing
 * @param {(error: unknown) => void} trouble hears that the script does not come
 * @returns {(figure: string, run?: string) => void} shows one, of the run "B" of a fork where that is said
 */
export function mount(document, { explorer, player }, drawing, trouble) {
  /** @type {Promise<void> | null} */
  let coming = null;
  const enlarge = (/** @type {string} */ figure, forkEnlarged = "") => {
    player.pause();
    explorer.app.setView({ enlarged: figure, forkEnlarged });
  };

  for (const button of all(document, "[data-enlarge]"))
    button.addEventListener("click", () => enlarge(button.dataset.enlarge ?? ""));
  explorer.on("paint", ({ view }) => {
    if (!view.enlarged || coming) return;
    coming = drawing();
    coming.catch((error) => {
      coming = null; // it is asked for again with the next picture
      trouble(error);
    });
  });
  return enlarge;
}
