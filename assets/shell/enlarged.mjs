/**
 * One panel on the whole window: asks Dash for its figure, which brings plotly.js with it, and lets it go when closed.
 * Which one is the view option `enlarged`, and what it can be asked are view options too, those of the page and its
 * own: so a link opens it as it is. Its script comes with the first of them.
 */
import { byId, targetOf } from "./elements.mjs";
import { forked, nameRun } from "./forked.mjs";
import { tellFigure } from "./figure-told.mjs";
import { tell } from "./telling.mjs";
import { theme } from "./theme.mjs";

/** @import { Player } from "../player/player.mjs" */
/** @import { Scene, Session, View } from "../types" */
/** @import { Hosting } from "./hosting.mjs" */
/** @typedef {Hosting & { player: Player }} Page */
/** @typedef {{ slider: { name?: string }, step: { value: string } }} Slid */
/** @typedef {HTMLElement & { on(name: string, heard: (event: Slid) => void): void }} Drawn Plotly's */

const SETTLED = 300; // ms without another change of a window's width
const FIGURE = "#enlarged-dialog .js-plotly-plot";

/**
 * The dialog that is there first gives way to Dash's (painted.mjs), so what is heard of it is heard at the document.
 *
 * @param {Document} document
 * @param {Page} page
 */
export function mount(document, { explorer, player, figures, followers }) {
  const dialog = () => byId(document, "enlarged-dialog", HTMLDialogElement);
  const chooser = byId(document, "enlarged-panel", HTMLSelectElement);
  let shown = ""; // what the figure that is asked for is of
  /** @type {View} */
  let slid = {}; // what it shows already
  const offer = offering(chooser);
  const { setView } = explorer.app;
  const drawing = new MutationObserver(() => tellFigure(document.querySelector(FIGURE)));

  /** @param {object | null} asked the same figure wanted again is another */
  function want(asked) {
    figures.asked = asked;
    for (const changed of followers) changed();
  }

  /** @param {Scene} scene */
  function paint(scene) {
    offer(scene.session.whole);
    const panel = offered(chooser, scene.view.enlarged);
    if (!panel) return dialog().close(); // also where a picture opened it again before it was told to be closed
    if (!dialog().open) dialog().showModal();
    drawing.observe(document.body, { childList: true, subtree: true }); // the dialog may yet give way to Dash's
    const fitted = chooser.dataset.fitted?.split(" ").includes(panel);
    const now = shownIn(scene, fitted ? document.defaultView?.innerWidth : null);
    if (now === shown) return;
    shown = now;
    const drawn = Object.entries(slid).some(([option, value]) => scene.view[option] === value);
    slid = {};
    if (drawn) return;
    chooser.value = panel;
    tell("enlarged", { children: "Drawing …" });
    const { letter, ...other } = runOf(scene);
    nameRun(byId(document, "enlarged-run", HTMLElement), letter);
    want({ panel, theme: theme(), time: performance.now(), room: fitted ? roomIn(dialog()) : "", ...other });
  }

  /** @param {Event} event */
  function closed({ target }) {
    if (target !== dialog()) return;
    shown = "";
    drawing.disconnect();
    want(null);
    if (player.view.enlarged) setView({ enlarged: "", forkEnlarged: "" });
  }

  explorer.on("paint", paint);
  chooser.addEventListener("change", () => setView({ enlarged: chooser.value }));
  document.addEventListener("close", closed, true); // it does not bubble
  document.addEventListener("click", exportFigure);
  hearSliders(document, (moved) => {
    if (Object.entries(moved).every(([option, value]) => player.view[option] === value)) return;
    slid = moved;
    setView(moved);
  });
  if (player.scene) paint(player.scene);
  hearWidth(document, () => player.scene && paint(player.scene));
}

/**
 * A figure that is drawn for the room that it has is another one in a window of another width.
 * @param {Document} document
 * @param {() => void} heard once a window has its new width
 */
function hearWidth({ defaultView: view }, heard) {
  let [width, waiting] = [view?.innerWidth, 0];
  view?.addEventListener("resize", () => {
    if (view.innerWidth === width) return;
    width = view.innerWidth;
    view.clearTimeout(waiting);
    waiting = view.setTimeout(heard, SETTLED);
  });
}

/**
 * A figure's slider is a view option, of the slider's name.
 * @param {Document} document
 * @param {(slid: View) => void} heard
 */
function hearSliders(document, heard) {
  /** @type {WeakSet<Element>} */
  const known = new WeakSet();
  const listen = (/** @type {Event} */ event) => {
    const figure = /** @type {Drawn | null} */ (targetOf(event)?.closest(FIGURE) ?? null);
    if (!figure || known.has(figure)) return;
    known.add(figure);
    figure.on("plotly_sliderchange", ({ slider, step }) => {
      if (slider.name) heard({ [slider.name]: step.value });
    });
  };
  document.addEventListener("pointerdown", listen, true); // before Plotly hears it
}

/**
 * The run that a figure is of: its letter beside a fork, and its query where it is not the page's own.
 * @param {Scene} scene
 */
function runOf({ session: { whole }, view: { fork, forkEnlarged } }) {
  if (!fork) return { letter: "" };
  return forkEnlarged === "B" ? { letter: "B", query: forked(whole.query, fork) } : { letter: "A" };
}

/** The room for a figure, in px. @param {Element} dialog */
function roomIn(dialog) {
  const { clientWidth, clientHeight } = dialog.querySelector(".enlarged-figure") ?? dialog;
  return `${clientWidth} ${clientHeight}`;
}

/**
 * What a figure is of: a place, all that the view says, and how wide the window is where it is drawn for that.
 * @param {Scene} scene
 * @param {number | null | undefined} width
 */
function shownIn({ session: { whole }, step, stage, view }, width) {
  const said = Object.entries(view).filter(([, value]) => value);
  return JSON.stringify([whole.query, step, stage, said.sort(), width]);
}

/**
 * The figure of a name where the session has it, else "".
 * @param {HTMLSelectElement} chooser
 * @param {string | undefined} name
 */
const offered = (chooser, name) =>
  [...chooser.options].find(({ value, disabled }) => value === name && !disabled)?.value ?? "";

/** Saves the figure as it is seen, zoomed or not. @param {Event} event */
function exportFigure(event) {
  const save = targetOf(event)?.closest("#enlarged-dialog [data-export]");
  const figure = document.querySelector(FIGURE);
  if (!(save instanceof HTMLElement && figure)) return;
  const { export: format, filename } = save.dataset;
  const { width, height } = figure.getBoundingClientRect();
  Plotly?.downloadImage(figure, { format, filename, width, height });
}

/** What offers the figures that a session has. @param {HTMLSelectElement} select */
function offering(select) {
  /** @type {Session | null} */
  let known = null;
  return (/** @type {Session} */ session) => {
    if (session === known) return;
    known = session;
    const layered = !("output" in session.hyper);
    const numbers = !session.words.length;
    /** @type {Record<string, boolean>} */
    const missing = { projection: numbers, analogy: numbers, plane: !numbers, race: layered, costs: layered };
    missing.counted = !/preceding|sequence/.test(session.reading);
    missing.pmi = session.output !== "negative";
    missing.panels = missing.copies = !/context|centre/.test(session.reading);
    for (const option of select.options) option.hidden = option.disabled = missing[option.value] ?? false;
  };
}
