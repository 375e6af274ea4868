/**
 * The dialect: one choice that fills in the controls of all fields in which word2vec's programs differ from the papers.
 *
 * It is no field of a recipe. It shows which dialect the controls speak as they stand, and nothing runs before the action
 * is pressed.
 */
import { byId } from "./elements.mjs";
import { write } from "./own-value.mjs";

/** @import { Row } from "./controls.mjs" */

/**
 * @param {Document} document
 * @param {Row[]} rows
 * @param {() => void} changed called when it has filled the controls
 * @returns {() => void} shows the dialect of the controls as they stand
 */
export function mountDialect(document, rows, changed) {
  const row = byId(document, "dialect", HTMLElement);
  const select = byId(document, "param-dialect", HTMLSelectElement);
  const spoken = rows.flatMap((each) => {
    const { dialects } = each.element.dataset;
    return dialects ? [{ ...each, values: /** @type {Record<string, string>} */ (JSON.parse(dialects)) }] : [];
  });
  select.addEventListener("change", () => {
    for (const { element, input, values } of spoken) write(element, input, values[select.value]);
    changed();
  });
  return () => {
    const shown = spoken.filter(({ element }) => !element.hidden);
    row.hidden = !shown.some(({ field }) => field === "sample");
    /** @param {string} name */
    const isSpoken = (name) => shown.every(({ input, values }) => input.value.trim() === values[name]);
    const names = Array.from(select.options, ({ value }) => value).filter(Boolean);
    select.value = (isSpoken(select.value) ? select.value : names.find(isSpoken)) ?? "";
  };
}
