/** The buttons that copy the link, and say what came of it. */
import { all } from "./elements.mjs";

/** @import { Explorer } from "../types" */

const SAID = 2000; // ms for which it says so

/**
 * @param {Document} document
 * @param {Pick<Explorer, "clock" | "say">} explorer
 * @param {() => Promise<{ link: string, said: string }>} linkHere and what is said when it is copied
 */
export function mount(document, { clock, say }, linkHere) {
  for (const button of all(document, "[data-copy]")) {
    const label = /** @type {HTMLElement} */ (button.firstElementChild);
    const own = label.textContent;
    button.addEventListener("click", async ({ detail }) => {
      if (detail) button.blur(); // it was the pointer
      const { link, said } = await linkHere();
      label.textContent = (await copied(button, link)) ? said : "Not copied";
      say(label.textContent);
      await clock.pause(SAID);
      label.textContent = own;
    });
  }
}

/**
 * Whether the browser let it be copied; beside the button, since all around an open dialog is out of reach.
 * @param {HTMLElement} button
 * @param {string} text
 */
async function copied(button, text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const { ownerDocument: document } = button;
  const area = Object.assign(document.createElement("textarea"), { value: text });
  button.after(area);
  area.select();
  const done = document.execCommand("copy"); // pages without TLS have no clipboard object
  area.remove();
  return done;
}
