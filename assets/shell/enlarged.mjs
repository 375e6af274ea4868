/** One panel on the whole window: asks Dash for its figure, which brings plotly.js with it, and lets it go when closed. */
import { tell } from "./telling.mjs";
import { all, byId, targetOf } from "./elements.mjs";
import { theme } from "./theme.mjs";

/** @import { Session } from "../types" */
/** @typedef {{ panel: string, theme: string | undefined, time: number }} Wanted a figure; the same one wanted again is another */
/** @typedef {{ downloadImage(figure: Element, options: object): void }} Plotly */

/**
 * The dialog that is there first gives way to Dash's (painted.mjs), so what is heard of it is heard at the document.
 *
 * @param {Document} document
 * @param {{ told: () => void, pause: () => void }} app `told` hears that `asked` changed; and how to stop playing
 * @returns what opens a figure; which ones a session has; and `asked`, the figure that is wanted, null when it is none any more,
 *   undefined before the first
 */
export function mount(document, app) {
  const dialog = () => byId(document, "enlarged-dialog", HTMLDialogElement);
  const chooser = byId(document, "enlarged-panel", HTMLSelectElement);
  /** @type {Wanted | null | undefined} */
  let asked;
  const ask = () => {
    tell("enlarged", { children: "Drawing …" });
    asked = { panel: chooser.value, theme: theme(), time: performance.now() };
    app.told();
  };
  /** @param {string} panel */
  const open = (panel) => {
    app.pause();
    chooser.value = panel;
    dialog().showModal();
    ask();
  };
  /** @param {Event} event */
  const closed = ({ target }) => {
    if (target !== dialog()) return;
    asked = null;
    app.told();
  };
  byId(document, "enlarge", HTMLElement).addEventListener("click", () => open(chooser.value));
  for (const button of all(document, "[data-enlarge]"))
    button.addEventListener("click", () => open(button.dataset.enlarge ?? ""));
  chooser.addEventListener("change", ask);
  document.addEventListener("close", closed, true); // it does not bubble
  document.addEventListener("click", (event) => {
    const save = targetOf(event)?.closest("#enlarged-dialog [data-export]");
    const figure = dialog().querySelector(".js-plotly-plot");
    if (save instanceof HTMLElement && figure) exportFigure(figure, save.dataset);
  });
  return {
    open,
    /** @param {Session} session */
    offer: (session) => offerFigures(chooser, session),
    get asked() {
      return asked;
    },
  };
}

/** Saves the figure as it is seen, zoomed or not. @param {Element} figure @param {DOMStringMap} how */
function exportFigure(figure, { export: format, filename }) {
  const { width, height } = figure.getBoundingClientRect();
  const { Plotly } = /** @type {{ Plotly: Plotly }} */ (/** @type {unknown} */ (globalThis));
  Plotly.downloadImage(figure, { format, filename, width, height });
}

/** The figures that this session has. @param {HTMLSelectElement} select @param {Session} session */
function offerFigures(select, session) {
  const layered = !("output" in session.hyper);
  const numbers = !session.words.length;
  /** @type {Record<string, boolean>} */
  const missing = { projection: numbers, analogy: numbers, plane: !numbers, race: layered, costs: layered };
  missing.counted = !/preceding|sequence/.test(session.reading);
  missing.pmi = session.output !== "negative";
  for (const option of select.options) option.hidden = option.disabled = missing[option.value] ?? false;
}
