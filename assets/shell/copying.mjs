/** The button that copies the link, and says what came of it. */
import { byId } from "./elements.mjs";

/** @import { Clock } from "../types" */

const SAID = 2000; // ms for which it says so

/** @param {Document} document @param {Clock} clock @param {() => Promise<string>} linkHere */
export function mount(document, clock, linkHere) {
  const button = byId(document, "copy-link", HTMLButtonElement);
  const label = /** @type {HTMLElement} */ (button.firstElementChild);
  const own = label.textContent;
  button.addEventListener("click", async () => {
    button.blur();
    label.textContent = (await copied(document, await linkHere())) ? "Copied" : "Not copied";
    await clock.pause(SAID);
    label.textContent = own;
  });
}

/** Whether the browser let it be copied. @param {Document} document @param {string} text */
async function copied(document, text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
  area.select();
  const done = document.execCommand("copy"); // pages without TLS have no clipboard object
  area.remove();
  return done;
}
