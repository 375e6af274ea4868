/** One panel on the whole window: asks Dash for its figure, which brings plotly.js with it, and lets it go when closed. */
import { tell } from "./dash.mjs";
import { theme } from "./theme.mjs";

/** @param {{place: () => Promise<?{query, step, stage, view}>, pause: () => void}} app what to show, and how to stop playing */
export function mount(document, app) {
  const dialog = document.getElementById("enlarged-dialog");
  const chooser = document.getElementById("enlarged-panel");
  const ask = async () => {
    tell("enlarged", { children: "Drawing …" });
    const place = await app.place();
    if (place) tell("enlarge-request", { data: { panel: chooser.value, theme: theme(), ...place } });
  };
  const open = (panel) => {
    app.pause();
    chooser.value = panel;
    dialog.showModal();
    ask();
  };
  document.getElementById("enlarge").addEventListener("click", () => open(chooser.value));
  for (const button of document.querySelectorAll("[data-enlarge]")) button.addEventListener("click", () => open(button.dataset.enlarge));
  chooser.addEventListener("change", ask);
  dialog.addEventListener("close", () => tell("enlarge-request", { data: null }));
  dialog.addEventListener("click", ({ target }) => {
    const save = target.closest("[data-export]");
    if (save) exportFigure(dialog.querySelector(".js-plotly-plot"), save.dataset);
  });
  return { open, offer: (session) => offerFigures(chooser, session) };
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
