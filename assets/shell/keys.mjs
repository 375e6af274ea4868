/** The keys that move the player, and what they need of the page: where the focus is. */

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
};
const TYPING = "input:not([type=range]), textarea, select, [contenteditable], dialog[open] *";
const MOVES = ".transport button";

/**
 * @param {Document} document
 * @param {(name: string) => void} press does what a button of the transport does, by its name
 */
export function mount(document, press) {
  // The focus stays where it was, so that the space bar plays after a click on a button too; a field that is left takes what was typed.
  document.addEventListener(
    "mousedown",
    (event) => {
      const button = targetOf(event)?.closest("button");
      if (button && (button.matches(MOVES) || !document.activeElement?.matches(TYPING))) event.preventDefault();
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
    const name = KEYS[(event.shiftKey ? "shift+" : "") + event.key];
    const target = targetOf(event);
    const onButton = event.key === " " && target?.closest("button, summary, a");
    if (!name || onButton || event.ctrlKey || event.metaKey || event.altKey || target?.closest(TYPING)) return;
    event.preventDefault();
    press(name);
  });
}
