/** The theme's button, the help, and how dialogs are closed. */
import { byId, targetOf } from "./elements.mjs";
import { toggleTheme } from "./theme.mjs";

/** @import { Session } from "../types" */

const VISITED = "embedding-explorer-visited";

/** @param {Document} document */
export function mount(document) {
  greet(byId(document, "first-visit", HTMLElement));
  const help = byId(document, "help-dialog", HTMLDialogElement);
  /** @type {Session | null} */
  let session = null;

  function openHelp() {
    if (help.open) return;
    help.showModal();
    const brought = import("./help-of-model.mjs").then(({ fillHelp }) => fillHelp(document, session, help.dataset));
    brought.catch(() => {}); // the rest of it is there
  }

  byId(document, "theme", HTMLElement).addEventListener("click", toggleTheme);
  byId(document, "help", HTMLElement).addEventListener("click", openHelp);

  document.addEventListener("click", (event) => {
    const target = targetOf(event);
    const dialog = target?.closest("dialog");
    // A press on the dark around it lands on the dialog itself, outside its box.
    if (dialog && (target?.closest("[data-close]") || (dialog === target && outside(dialog, event)))) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !targetOf(event)?.closest("input, textarea, select")) openHelp();
  });

  /** @param {Session} described */
  const fill = (described) => void (session = described);
  return { fill };
}

/** Shows the way to the lessons to who is here for the first time. @param {HTMLElement} line */
function greet(line) {
  try {
    line.hidden = localStorage.getItem(VISITED) !== null;
    localStorage.setItem(VISITED, "1");
  } catch {
    // Storage is switched off: nobody knows, and the help has it too.
  }
}

/** @param {HTMLElement} dialog @param {MouseEvent} event */
function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
