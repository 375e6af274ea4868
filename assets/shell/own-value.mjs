/**
 * Choosers that take other values too, such as a tree written down: the last option stands for what is written in the
 * area below, and has it as its value. So the chooser's value is the field's, whichever way it came.
 */

/** @import { Field } from "./elements.mjs" */

/** The option of one's own and its area; null where a chooser has none. @param {HTMLElement} row */
function ownOf(row) {
  const [option, area] = [row.querySelector("option[data-own]"), row.querySelector("textarea.own")];
  return option instanceof HTMLOptionElement && area instanceof HTMLTextAreaElement ? { option, area } : null;
}

/** @param {HTMLElement} row @param {Field} select @param {() => void} changed */
export function mountOwn(row, select, changed) {
  const own = ownOf(row);
  if (!own) return;
  const { option, area } = own;
  area.addEventListener("input", () => {
    option.value = area.value.trim();
    changed();
  });
  select.addEventListener("change", () => {
    show(row, option);
    if (option.selected) area.focus();
  });
  show(row, option);
}

/**
 * Sets a control; what is no option of its own is written below.
 * @param {HTMLElement} row
 * @param {Field} control
 * @param {string} text
 */
export function write(row, control, text) {
  const own = ownOf(row);
  const others =
    control instanceof HTMLSelectElement ? [...control.options].filter((each) => each !== own?.option) : [];
  if (own && !others.some(({ value }) => value === text)) own.option.value = own.area.value = text;
  control.value = text;
  if (own) show(row, own.option);
}

/** @param {HTMLElement} row @param {HTMLOptionElement} option */
function show(row, option) {
  row.toggleAttribute("data-own", option.selected);
}
