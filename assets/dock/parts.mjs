/** What sections of the dock are made of. */
import { element, setText } from "../draw/figure.mjs";

/** @import { Clock } from "../types" */

const SLOW = 500; // ms after which somebody who waits is told so

/** @param {string} label @param {string} title @param {() => void} press @param {string} [className] */
export function button(label, title, press, className = "button small") {
  const made = element("button", className, label);
  Object.assign(made, { type: "button", title });
  made.addEventListener("click", press);
  return made;
}

/**
 * A number of a step that can be gone to.
 * @param {number} step so many updates are done there
 * @param {string} text
 * @param {(step: number) => void} seek
 */
export const way = (step, text, seek) =>
  button(text, `Go to where ${text} ${text === "1" ? "step is" : "steps are"} done`, () => seek(step), "way in-text");

/**
 * A line that says how far a search is, with a button that ends it, and one that goes on.
 * @param {HTMLElement} parent
 * @param {() => void} cancel
 * @param {() => void} resume
 * @returns {(text: string, state?: "going" | "left" | "") => void} says it, and whether it goes on or was left
 */
export function createProgress(parent, cancel, resume) {
  const line = parent.appendChild(element("p", "dock-progress"));
  const said = line.appendChild(element("span"));
  said.setAttribute("role", "status");
  const end = line.appendChild(button("Cancel", "Stop searching", cancel));
  const on = line.appendChild(button("Go on", "Search on from there", resume));
  end.hidden = on.hidden = true;
  return (text, state = "") => {
    said.ariaBusy = String(state === "going" && !end.hidden); // its beginning and its end are said, not each count
    setText(said, text);
    if (end.hidden !== (state !== "going")) end.hidden = state !== "going";
    if (on.hidden !== (state !== "left")) on.hidden = state !== "left";
  };
}

/**
 * The same for an answer that comes at once, as a rule: nothing is shown before it takes longer.
 * @param {HTMLElement} parent
 * @param {Clock} clock
 * @param {() => void} cancel
 * @returns {(text: string) => void} says what is awaited; "" once it is there, or left
 */
export function createWait(parent, clock, cancel) {
  const tell = createProgress(parent, cancel, () => {});
  /** @type {object | null} */
  let timer = null;
  let [awaited, shown] = ["", false];
  const show = () => {
    [timer, shown] = [null, true];
    tell(awaited, "going");
  };
  return (text) => {
    awaited = text;
    if (text && shown) tell(text, "going");
    else if (text) timer ??= clock.after(SLOW, show);
    else {
      clock.drop(timer);
      [timer, shown] = [null, false];
      tell("");
    }
  };
}
