/** One panel on the whole window: asks Dash for its figure, which brings plotly.js with it, and lets it go when closed. */
import { tell } from "./dash.mjs";
import { theme } from "./theme.mjs";

/**
 * The dialog that is there first gives way to Dash's (painted.mjs), so what is heard of it is heard at the document.
 *
 * @param {{told: () => void, pause: () => void}} app `told` hears that `asked` changed; and how to stop playing
 * @returns {{readonly asked: ?{panel: string, theme: string, time: number}}} `asked`: the figure that is wanted, null when it is none any
 *   more, undefined before the first; the same one wanted again is another
 */
export function mount(document, app) {
  const dialog = () => document.getElementById("enlarged-dialog");
  const chooser = document.getElementById("enlarged-panel");
  let asked;
  const ask = () => {
    tell("enlarged", { children: "Drawing …" });
    asked = { panel: chooser.value, theme: theme(), time: performance.now() };
    app.told();
  };
  const open = (panel) => {
    app.pause();
    chooser.value = panel;
    dialog().showModal();
    ask();
  };
  const closed = ({ target }) => {
    if (target !== dialog()) return;
    asked = null;
    app.told();
  };
  document.getElementById("enlarge").addEventListener("click", () => open(chooser.value));
  for (const button of document.querySelectorAll("[data-enlarge]")) button.addEventListener("click", () => open(button.dataset.enlarge));
  chooser.addEventListener("change", ask);
  document.addEventListener("close", closed, true); // it does not bubble
  document.addEventListener("click", ({ target }) => {
    const save = target.closest?.("#enlarged-dialog [data-export]");
    if (save) exportFigure(dialog().querySelector(".js-plotly-plot"), save.dataset);
  });
  return {
    open,
    offer: (session) => offerFigures(chooser, session),
    get asked() {
      return asked;
    },
  };
}

/** Saves the figure as it is seen, zoomed or not. */
function exportFigure(figure, { export: format, filename }) {
  const { width, height } = figure.getBoundingClientRect();
  globalThis.Plotly.downloadImage(figure, { format, filename, width, height });
}

/** The figures that this session has. */
function offerFigures(select, session) {
  const layered = !("output" in session.hyper);
  const missing = { projection: !session.words.length, plane: session.words.length > 0, race: layered, costs: layered };
  for (const option of select.options) option.hidden = option.disabled = missing[option.value] ?? false;
}
