/**
 * Choosers that take other values too, such as a tree written down: the last option stands for what is written in the
 * area below, and has it as its value. So the chooser's value is the field's, whichever way it came.
 */

const partsOf = (row) => ({ option: row.querySelector("option[data-own]"), area: row.querySelector("textarea.own") });

export function mountOwn(row, select, changed) {
  const { option, area } = partsOf(row);
  if (!option) return;
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

/** Sets a control; what is no option of its own is written below. */
export function write(row, control, text) {
  const { option, area } = partsOf(row);
  if (option && ![...control.options].some((each) => each !== option && each.value === text)) option.value = area.value = text;
  control.value = text;
  if (option) show(row, option);
}

function show(row, option) {
  row.toggleAttribute("data-own", option.selected);
}
