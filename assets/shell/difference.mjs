/**
 * The difference of two runs: figures that the server computes and Plotly draws, of the step that is shown, and where
 * the first number differs. One answer is waited for at a time, so that a run that plays is followed as fast as they
 * come.
 */
import { element } from "../draw/figure.mjs";
import { count } from "../text/numbers.mjs";
import { createAwaited } from "./awaited.mjs";

/** @import { Figure, Parting } from "../types" */
/** @import { HttpSource } from "../sources/http.mjs" */
/** @import { Mounted } from "./inhabit.mjs" */
/**
 * @typedef {{ a: Mounted, b: Mounted, source: HttpSource, dash: () => Promise<void> | null, first: HTMLElement }} Two
 *   `first` tells where they first differ
 * @typedef {{ about: "weight", parameter: string, turned: boolean, axes: number, rows: number[] }} OfWeights
 * @typedef {{ about: "step" } | { about: "word", words: string[] } | OfWeights} About what a press on a figure is about
 * @typedef {{ x: string | number, y: string | number, pointIndex: number, data: { meta?: About } }} Point of a figure
 * @typedef {{ title?: object, margin?: { l?: number, r?: number }, coloraxis?: { cmax?: number, colorbar?: object } }}
 *   Layout
 * @typedef {{ title?: object, domain?: [number, number], labelalias?: Record<string, string>, showticklabels?: boolean
 *   }} Axis
 * @typedef {{ type: string, x: string[], xaxis?: string, texttemplate?: string, textfont?: object }}
 *   Heatmap
 * @typedef {HTMLElement & { on(name: "plotly_click", press: (event: { points: Point[] }) => void): void, bound?:
 *   boolean }} Drawn
 */

const FIGURES = ["weights", "loss", "projection"];
const OF_WORDS = "projection";
const OPTIONS = ["fit", "show", "lossScale"]; // of the view
const PAUSE = 150; // ms between two answers
const [ABOVE, BELOW] = [52, 60]; // px, around a figure
const [CELL, LEAST_ROWS] = [11, 10]; // px, of a cell that can be seen; rows
const NUMBERS = { size: 11, letter: 6.4, beside: 2 }; // px, of those in cells
const NAMES = { letter: 7.2, beside: 14 }; // px, of those of rows
const MOST_LETTERS = 16; // of a row's name that maps are moved apart for
const SCALE_ABOVE = {
  orientation: "h",
  lenmode: "pixels",
  len: 200,
  thickness: 7,
  ticklen: 2,
  nticks: 5,
  title: { text: "" },
  x: 0,
  xanchor: "left",
  xpad: 12,
  y: 1,
  yanchor: "bottom",
  ypad: 0,
};
const CONFIG = { displaylogo: false, responsive: true, modeBarButtonsToRemove: ["select2d", "lasso2d"] };

/** @param {HTMLElement} root @param {Two} two */
export function createDifference(root, { a, b, source, dash, first }) {
  const { clock } = b;
  const parts = FIGURES.map((name) => {
    const panel = root.appendChild(element("div", `panel fork-figure fork-${name}`));
    return { name, panel, cell: panel.appendChild(element("div", "fork-graph")) };
  });
  const [{ cell: largest }] = parts;
  const readsNumbers = () => [a, b].some(({ player }) => player.session?.reading === "points");
  const note = root.appendChild(element("p", "muted fork-note"));
  note.setAttribute("role", "status");
  const find = createParting(source, first);
  const answer = createAwaited(root, clock, () => {
    note.textContent = "Cancelled. At another step it is drawn again.";
  });
  let [on, drawn] = [false, ""];

  function follow() {
    const wanted = on && !answer.awaited ? wish(a, b, largest) : null;
    if (wanted && JSON.stringify(wanted) !== drawn) draw(wanted);
  }

  /** @param {NonNullable<ReturnType<typeof wish>>} wanted */
  async function draw(wanted) {
    const { query, asked } = wanted;
    drawn = JSON.stringify(wanted);
    try {
      await answer.wait("Comparing the two runs …", async (signal) => {
        const shown = parts.filter(({ name }) => name !== OF_WORDS || !readsNumbers());
        const figures = shown.map(({ name: panel }) => source.difference(query, { ...asked, panel }, signal));
        const answers = Promise.all([Promise.all(figures), find(query, asked.other, asked.step, signal)]);
        const [[drawings], plotly] = await Promise.all([answers, plotlyOf(dash, clock)]);
        if (signal.aborted) return;
        for (const part of parts) part.panel.hidden = !shown.includes(part);
        const cells = shown.map(({ cell }) => cell);
        await show(plotly, cells, drawings, (point) => press(a.app, point));
        note.textContent = "";
      });
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
    clock.after(PAUSE, follow);
  }

  b.app.theme.onChange(follow);
  const resized = new ResizeObserver(follow); // a figure is laid out for its width
  resized.observe(root);
  return {
    follow,
    /** @param {boolean} wanted */
    turn(wanted) {
      if (on === wanted) return;
      on = wanted;
      follow();
    },
    end() {
      resized.disconnect();
      for (const { cell } of parts) globalThis.Plotly?.purge(cell);
    },
  };
}

/**
 * A step is gone to; a word is chosen, and a number asked, in both runs side by side.
 * @param {Mounted["app"]} app of A, which B follows
 * @param {Point} point
 */
function press(app, { x, y, pointIndex, data: { meta } }) {
  if (meta?.about === "step") app.seek(Math.round(Number(x)));
  if (meta?.about === "word") app.setView({ forkTab: "", word: meta.words[pointIndex] });
  if (meta?.about !== "weight") return;
  const index = [meta.rows[Number(y)], Number(x) - 1];
  app.setView({ forkTab: "" });
  app.focus(meta.parameter, meta.turned ? index.reverse() : index.slice(0, meta.axes), { whole: true });
}

/**
 * What is to be drawn: null while the two are not at the same step.
 * @param {Mounted} a
 * @param {Mounted} b
 * @param {HTMLElement} room of the largest figure
 */
function wish({ place: mine, app }, { place: theirs }, { parentElement: panel, clientHeight: height }) {
  if (!mine || !theirs || mine.step !== theirs.step) return null;
  const { theme = "light" } = app.host.ownerDocument.documentElement.dataset;
  const options = Object.fromEntries(OPTIONS.map((key) => [key, mine.view[key] || null]));
  return {
    query: mine.query,
    width: panel?.clientWidth, // which a figure is not asked for, but laid out
    asked: { other: theirs.query, step: mine.step, theme, rows: rowsIn(height), ...options },
  };
}

/**
 * @param {PlotlyLibrary} plotly
 * @param {HTMLElement[]} cells
 * @param {Figure[]} figures
 * @param {(point: Point) => void} press
 */
async function show(plotly, cells, figures, press) {
  for (const [i, { data, layout }] of figures.entries()) {
    if (!cells[i].isConnected) return;
    const { clientWidth = 0 } = cells[i].parentElement ?? {};
    const laid = widthFor(figures[i]) > clientWidth ? scaleAbove(layout) : layout;
    if (cells[i].dataset.scale !== String(laid === layout)) clear(plotly, cells[i]); // of another one its numbers stay
    cells[i].dataset.scale = String(laid === layout);
    cells[i].style.minWidth = `${widthFor({ data, layout: laid })}px`;
    const { clientHeight } = cells[i];
    for (const trace of /** @type {Heatmap[]} */ (data))
      if (trace.texttemplate) trace.textfont = { size: NUMBERS.size };
    const graph = /** @type {Drawn} */ (await plotly.react(cells[i], data, compact(laid, clientHeight), CONFIG));
    if (!graph.bound) graph.on("plotly_click", ({ points: [point] }) => press(point));
    graph.bound = true;
  }
}

/** @param {PlotlyLibrary} plotly @param {HTMLElement & { bound?: boolean }} cell */
function clear(plotly, cell) {
  plotly.purge(cell);
  cell.bound = false;
}

/** The rows of weights that can be read in a part of a window. @param {number} height px */
const rowsIn = (height) => Math.max(LEAST_ROWS, Math.floor((height - ABOVE - BELOW) / CELL));

/**
 * How wide maps have to be for their cells, the numbers in them and the names between them to be read: px, 0 for
 * another figure.
 * @param {Figure} figure
 */
export function widthFor({ data, layout }) {
  const maps = /** @type {Heatmap[]} */ (data).filter(({ type }) => type === "heatmap");
  const { margin: { l = 0, r = 0 } = {}, coloraxis: { cmax = 1 } = {} } = /** @type {Layout} */ (layout);
  const axes = /** @type {Record<string, Axis>} */ (layout);
  let [widest, before] = [0, 0]; // px of all maps, and where the one before ends, of 1
  for (const { x, xaxis = "x", texttemplate } of maps) {
    const [start, end] = axes[xaxis.replace("x", "xaxis")].domain ?? [0, 1];
    const { labelalias = {}, showticklabels } = axes[xaxis.replace("x", "yaxis")];
    const cell = texttemplate ? widthOf(NUMBERS, lettersOf(texttemplate, cmax)) : CELL;
    const name = Math.min(MOST_LETTERS, Math.max(...Object.values(labelalias).map(({ length }) => length)));
    widest = Math.max(widest, (x.length * cell) / (end - start));
    if (before && showticklabels) widest = Math.max(widest, widthOf(NAMES, name) / (start - before));
    before = end;
  }
  return widest && Math.ceil(widest + l + r);
}

/**
 * A layout whose scale lies above the maps' beginning: beside maps that are wider than their panel it would be out of
 * sight.
 * @param {Layout} layout
 * @returns {Layout}
 */
export function scaleAbove({ margin, coloraxis, ...layout }) {
  const colorbar = { ...coloraxis?.colorbar, ...SCALE_ABOVE };
  return { ...layout, margin: { ...margin, r: SCALE_ABOVE.xpad }, coloraxis: { ...coloraxis, colorbar } };
}

/** @param {{ letter: number, beside: number }} text @param {number} letters */
const widthOf = ({ letter, beside }, letters) => letters * letter + beside;

/**
 * How many letters a cell's number has, with its sign, in what writes it.
 * @param {string} template
 * @param {number} most
 */
function lettersOf(template, most) {
  const [, digits = 2] = template.match(/\.(\d+)f/) ?? [];
  return `-${Math.max(1, Math.floor(most))}.`.length + Number(digits);
}

/** A figure's layout, made for a window, in a part of one. @param {Layout} layout @param {number} height px */
function compact({ title, margin, ...layout }, height) {
  const parts = Object.entries(/** @type {Record<string, Axis>} */ (layout));
  const axes = parts.filter(([name]) => /^[xy]axis/.test(name));
  const smaller = (/** @type {Axis} */ axis) => ({ ...axis, title: { ...axis.title, font: { size: 12 } } });
  return {
    ...layout,
    ...Object.fromEntries(axes.map(([name, axis]) => [name, smaller(axis)])),
    title: { ...title, font: { size: 13 }, pad: { l: 12, t: 8 } },
    margin: { ...margin, t: ABOVE, b: BELOW },
    font: { size: 12 },
    legend: { y: 1 - 24 / Math.max(100, height), bgcolor: "transparent" }, // names of points reach up to it
  };
}

/**
 * Tells where two runs part; once it is found it stays the first.
 * @param {HttpSource} source
 * @param {HTMLElement} line
 */
function createParting(source, line) {
  /** @type {(Parting & { of: string }) | null} */
  let known = null;
  const where = (/** @type {number} */ at) => (at ? `after step ${count(at)}` : "before step 1");

  /** @param {string} query @param {string} other @param {number} stop @param {AbortSignal} signal */
  return async (query, other, stop, signal) => {
    const of = `${query}\n${other}`;
    if (known?.of === of && known.position !== null && known.position <= stop) return;
    const told = await source.parting(query, { other, stop }, signal);
    if (signal.aborted) return;
    known = { of, ...told };
    const { position, name, seen } = known;
    line.hidden = false;
    line.dataset.position = String(position ?? seen);
    line.textContent = position === null ? `the same ${where(seen)}` : `first difference ${where(position)}: ${name}`;
  };
}

/**
 * Plotly, from where Dash would take it.
 * @param {Two["dash"]} dash
 * @param {Mounted["clock"]} clock
 * @returns {Promise<PlotlyLibrary>}
 */
async function plotlyOf(dash, clock) {
  while (!globalThis.Plotly && !globalThis._dashPlotlyJSURL) {
    await dash();
    await clock.pause(PAUSE);
  }
  if (!globalThis.Plotly) await loaded(globalThis._dashPlotlyJSURL ?? "");
  return /** @type {PlotlyLibrary} */ (globalThis.Plotly);
}

/** @param {string} src @returns {Promise<unknown>} */
function loaded(src) {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("What draws the difference does not come."));
    document.body.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: failed }));
  });
}
