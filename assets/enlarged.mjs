/** One panel on the whole window: asks Dash for its figure, which brings plotly.js with it, and lets it go when closed. */
import { theme } from "./theme.mjs";

/** @param {{place: () => {query, step, stage, view}, pause: () => void}} app what to show, and how to stop playing */
export function mount(document, app) {
  const dialog = document.getElementById("enlarged-dialog");
  const chooser = document.getElementById("enlarged-panel");
  const setProps = (id, props) => globalThis.dash_clientside.set_props(id, props);
  const ask = () => {
    setProps("enlarged", { children: "Drawing …" });
    setProps("enlarge-request", { data: { panel: chooser.value, theme: theme(), ...app.place() } });
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
  dialog.addEventListener("close", () => setProps("enlarge-request", { data: null }));
  dialog.addEventListener("click", ({ target }) => {
    const save = target.closest("[data-export]");
    if (save) exportFigure(dialog.querySelector(".js-plotly-plot"), save.dataset);
  });
  return { open };
}

/** Saves the figure as it is seen, zoomed or not. */
function exportFigure(figure, { export: format, filename }) {
  const { width, height } = figure.getBoundingClientRect();
  globalThis.Plotly.downloadImage(figure, { format, filename, width, height });
}
