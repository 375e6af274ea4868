/** A row of the control panel: a field with its label, which tells what it is and what is allowed. */
import { fieldOf } from "./elements.mjs";
import { mountOwn } from "./own-value.mjs";

/** @import { Tooltip } from "../types" */
/** @import { Field } from "./elements.mjs" */
/** @typedef {{ field: string, element: HTMLElement, input: Field }} Row */

/** @param {Document} document @param {HTMLElement} element @returns {Row} */
export function rowOf(document, element) {
  const field = element.dataset.field ?? "";
  return { field, element, input: fieldOf(document, `param-${field}`) };
}

/**
 * @param {Row} row
 * @param {Tooltip} tooltip
 * @param {() => void} refresh
 * @param {() => void} submit
 */
export function prepare({ element, input }, tooltip, refresh, submit) {
  const { help = "", allowed = "" } = element.dataset;
  input.setAttribute("aria-description", help);
  mountOwn(element, input, refresh);
  input.addEventListener("input", refresh);
  input.addEventListener("change", refresh);
  if (input instanceof HTMLInputElement)
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // else it presses what gets the focus
      submit();
    });
  const label = element.querySelector("label");
  label?.addEventListener("pointerenter", (event) => {
    tooltip.show(event.clientX, event.clientY, [label.textContent, help, ["allowed", allowed]]);
  });
  label?.addEventListener("pointerleave", () => tooltip.hide());
}
