/**
 * A small field over a cell of a heatmap: Enter accepts a number, Escape puts everything back, and so does leaving it,
 * which is told where something was typed.
 */
import { element } from "../../draw/figure.mjs";
import { decimalOf, numberIn, refusalOf } from "../../text/typed.mjs";

/** @import { Clock } from "../../types" */

const ALL_DIGITS = 17; // so that 1/3 is the nearest float64
const READ_WITHIN = 4000; // ms

/**
 * @param {HTMLElement} parent
 * @param {{ left: number, top: number }} corner in `parent`
 * @param {{ value: number, label: string, clock: Clock, accept: (value: number) => void, done: () => void }} of `done`
 *   is called when the field has gone by a key, to put the focus back
 * @returns {() => void} leaves the field
 */
export function openCellEditor(parent, { left, top }, { value, label, clock, accept, done }) {
  /** @type {HTMLInputElement} */
  const field = element("input", "cell-editor");
  Object.assign(field, {
    type: "text",
    inputMode: "decimal",
    defaultValue: String(value),
    title: "Enter changes the weight from here on, Escape cancels",
  });
  field.setAttribute("aria-label", label);
  field.style.left = `${left}px`;
  field.style.top = `${top}px`;
  parent.append(field);
  field.focus({ preventScroll: true });
  field.select();

  let open = true;
  function close() {
    if (!open) return;
    open = false; // removing the field blurs it, which would come here again
    field.remove();
  }

  /** What is wrong with what was typed, if anything. @param {string} problem */
  function tell(problem) {
    field.ariaInvalid = problem ? "true" : null;
    field.setCustomValidity(problem);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    event.stopPropagation();
    if (event.key === "Escape") {
      close();
      done();
    } else if (event.key === "Enter") {
      const problem = refusalOf(field.value);
      tell(problem);
      if (problem) return void field.reportValidity();
      close();
      done();
      const typed = numberIn(decimalOf(field.value, ALL_DIGITS))?.value ?? value;
      if (typed !== value) accept(typed);
    }
  }

  function leave() {
    const typed = open && field.value !== field.defaultValue;
    close();
    if (typed) tellLeft(field, parent, clock);
  }

  field.addEventListener("blur", () => {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    if (activeElement !== field) leave(); // not to another window
  });
  field.addEventListener("input", () => tell(""));
  field.addEventListener("keydown", press);
  return leave;
}

/**
 * What was typed, and is not the weight's value.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} parent
 * @param {Clock} clock
 */
async function tellLeft({ value, style: { left, top } }, parent, clock) {
  const note = element("p", "cell-left");
  note.setAttribute("role", "status");
  note.dir = "auto";
  Object.assign(note.style, { left, top });
  parent.append(note);
  await clock.afterFrame(); // what is said of an element that is there is heard
  note.textContent = `${value} is not set: only Enter sets a weight`;
  await clock.pause(READ_WITHIN);
  note.remove();
}
