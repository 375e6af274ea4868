/** The keys that move the player, present and open the dock, and what they need of the page: where the focus is. */
import { targetOf } from "./elements.mjs";

/** @type {Record<string, string>} */
const KEYS = {
  " ": "play",
  ArrowRight: "next",
  ArrowLeft: "back",
  "shift+ArrowRight": "stage",
  "shift+ArrowLeft": "stage-back",
  Home: "restart",
  Escape: "unpin",
  g: "predict",
};
/** To present, and to leave it. */
export const PRESENT = "p";
const DEBUG = "d";
const FORK = "f";
/** While one presents: a clicker's keys. @type {Record<string, string>} */
const CLICKER = { PageDown: "next", PageUp: "back" };
const LONG = "textarea, [contenteditable], dialog[open] *";
const TYPING = `input:not([type=range], [type=checkbox]), select, ${LONG}`;
const SCROLLER = ".data-table[open], .ranking";
const SCROLLS = [" ", "Home", "ArrowLeft", "ArrowRight"];
const OWN_SPACE = "button, summary, a, [type=checkbox]";
const MOVES = ".transport button";
/** What the browser closes on Escape. */
export const POPUP = ".fork-popup:popover-open";

/**
 * Whether a key is not the explorer's: where one types, or with a sign that is the browser's. Who presents may have
 * nothing but a clicker: its keys and the way out work in choosers and fields of one line, too.
 * @param {KeyboardEvent} event
 * @param {boolean} [presenting]
 */
export function isTaken(event, presenting = false) {
  const typing = presenting && (event.key in CLICKER || event.key === "Escape") ? LONG : TYPING;
  const [first] = event.composedPath(); // in a shadow root, too
  const target = first instanceof Element ? first : targetOf(event);
  const onButton = event.key === " " && target?.closest(OWN_SPACE);
  const scrolls = SCROLLS.includes(event.key) && target?.matches(SCROLLER);
  return onButton || scrolls || event.ctrlKey || event.metaKey || event.altKey || target?.closest(typing);
}

/** The button of the transport that a key stands for, if it does. @param {KeyboardEvent} event */
export const moveOf = ({ shiftKey, key }) => KEYS[(shiftKey ? "shift+" : "") + key];

/**
 * @param {Document} document
 * @param {(name: string) => void} press does what a button of the transport does, by its name
 * @param {{ readonly on: boolean, toggle: () => void }} presenting
 * @param {() => void} [debug] opens the dock and closes it, where there is one
 */
export function mount(document, press, presenting, debug) {
  // The focus stays where it was, so that the space bar plays after a click on a button too; a field that is left takes
  // what was typed.
  document.addEventListener(
    "mousedown",
    (event) => {
      const button = targetOf(event)?.closest("button");
      if (!button || !(button.matches(MOVES) || !document.activeElement?.matches(TYPING))) return;
      event.preventDefault();
      if (!document.hasFocus()) document.defaultView?.focus(); // of a frame, which the press would have given the keys
    },
    true,
  );
  // A chooser lets go of the keys once something was chosen with the pointer: else → would choose the next preset.
  let pointed = false;
  document.addEventListener("pointerdown", () => void (pointed = true), true);
  document.addEventListener("keydown", () => void (pointed = false), true);
  document.addEventListener("change", (event) => {
    const target = targetOf(event);
    if (pointed && target instanceof HTMLSelectElement && !target.closest("dialog")) target.blur();
  });
  document.addEventListener("keydown", (event) => {
    if (isTaken(event, presenting.on)) return;
    if (event.key === "Escape" && (event.defaultPrevented || document.querySelector(POPUP))) return;
    const toggles = event.key === PRESENT || (presenting.on && event.key === "Escape");
    if (presenting.on && [FORK, DEBUG].includes(event.key)) return; // what they open is out of sight
    if (event.key === FORK && !event.repeat) document.getElementById("fork")?.click();
    const name = (presenting.on && CLICKER[event.key]) || moveOf(event);
    const docks = event.key === DEBUG && debug;
    if (!toggles && !name && !docks) return;
    event.preventDefault();
    if (docks) docks();
    else if (toggles) presenting.toggle();
    else press(name);
  });
}
