/**
 * The dock of questions across steps, beside the panels. Which section is open is the view option `dock`, what it is
 * about `about`; its script comes when it is first opened. Beside a fork, `forkAsked` says which of both runs it asks
 * about.
 */
import { byId } from "./elements.mjs";
import { POPUP } from "./keys.mjs";

/** @import { Docked, Explorer, Scene, View } from "../types" */
/**
 * @typedef {{ app: Explorer, on: (name: "paint", handler: (scene: Scene) => void) => void }} Around an explorer whose
 *   source is a server
 */
/**
 * @typedef {{ toggle: () => void, beside: (scene: Scene | null) => void }} Docking `toggle` opens the dock, at the
 *   section that was open last, and closes it; `beside` hears B's scenes, and null once there is no B
 */

const OPEN = "header [aria-pressed=true]"; // the button of the section that is shown

/**
 * @param {Document} document
 * @param {Around} explorer
 * @param {(error: unknown) => void} trouble hears that the script does not come
 * @returns {Docking}
 */
export function mount(document, { app, on }, trouble) {
  const root = byId(document, "dock", HTMLElement);
  const button = byId(document, "debug", HTMLElement);
  let last = "why";
  let wanted = false; // the focus, by somebody who opened it with a key
  let from = document.activeElement; // what had the focus when it was opened
  const byKey = lastByKey(document, app.clock.signal);
  const scenes = { A: /** @type {Scene | null} */ (null), B: /** @type {Scene | null} */ (null) };
  /** @type {Promise<{ paint: (scene: Scene, run: string) => void, leave: () => void }> | null} */
  let dock = null;

  /** Of which run a picture is there; it is shown where that one is asked about. @param {"A" | "B"} painted */
  function paint(painted) {
    const { fork, forkAsked } = scenes.A?.view ?? {};
    const run = fork && forkAsked === "B" ? "B" : "A";
    if (painted !== run && !root.hidden) return;
    dock ??= import("../dock/dock.mjs").then((module) => module.mount(root, dockedOf(app)));
    dock
      .then((open) => {
        const scene = scenes[run];
        if (root.hidden) open.leave();
        else if (scene) open.paint(scene, fork ? run : "");
        const pressed = wanted && !root.hidden && root.querySelector(OPEN);
        if (pressed instanceof HTMLElement) pressed.focus({ preventScroll: true });
        wanted = false;
      })
      .catch((error) => {
        dock = null; // it is asked for again with the next picture
        trouble(error);
      });
  }

  on("paint", (painted) => {
    scenes.A = painted;
    const section = painted.view.dock ?? "";
    if (!section && root.hidden) return;
    last = section || last;
    wanted ||= byKey() && Boolean(root.hidden ? section : painted.view.about);
    if (section && root.hidden) from = document.activeElement;
    if (!section && root.contains(document.activeElement)) focusBack(document, from, button);
    root.hidden = !section;
    app.host.classList.toggle("docked", !root.hidden);
    button.ariaPressed = String(!root.hidden);
    paint("A");
  });

  /** @param {Scene | null} scene */
  function beside(scene) {
    scenes.B = scene;
    if (scene && !root.hidden) paint("B");
  }

  const toggle = () => app.setView({ dock: root.hidden ? last : "" });
  onEscape(root, () => scenes.A?.view ?? {}, toggle);
  button.addEventListener("click", toggle);
  return { toggle, beside };
}

/**
 * To where the focus was, where that takes it still.
 * @param {Document} document
 * @param {Element | null} from
 * @param {HTMLElement} otherwise
 */
function focusBack(document, from, otherwise) {
  if (from instanceof HTMLElement || from instanceof MathMLElement) from.focus({ preventScroll: true });
  if (document.activeElement !== from) otherwise.focus({ preventScroll: true });
}

/**
 * Escape from within closes it, where nothing else is closed by it: a number's box, what one presents, choices.
 * @param {HTMLElement} root
 * @param {() => View} view
 * @param {() => void} close
 */
function onEscape(root, view, close) {
  root.addEventListener("keydown", (event) => {
    const { focus, present } = view();
    const isOther = focus || present || root.ownerDocument.querySelector(POPUP);
    if (event.key !== "Escape" || event.isComposing || isOther) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
}

/**
 * Whether the last thing that somebody did was to press a key.
 * @param {Document} document
 * @param {AbortSignal} signal
 */
function lastByKey(document, signal) {
  let pressed = false;
  const heard = { capture: true, signal };
  document.addEventListener("keydown", () => void (pressed = true), heard);
  document.addEventListener("pointerdown", () => void (pressed = false), heard);
  return () => pressed;
}

/** What the dock asks for is about the run that it shows. @param {Explorer} app */
const dockedOf = (app) =>
  /** @type {Docked} */ ({ ...app, ask: (dock, about) => app.setView({ dock, about, focus: "", ago: "" }) });
