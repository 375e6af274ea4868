/**
 * The dialect: one choice that fills in the controls of all fields in which word2vec's programs differ from the papers.
 *
 * It is no field of a recipe. It shows which dialect the controls speak as they stand, or the nearest one and in how
 * many they differ from it, and nothing runs before the action is pressed.
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
    const misses = (name) => shown.filter(({ input, values }) => input.value.trim() !== values[name]).length;
    if (select.value && !misses(select.value)) return;
    const [mixed, ...named] = Array.from(select.options).reverse();
    const nearest = named.reduceRight((best, each) => (misses(each.value) < misses(best.value) ? each : best));
    const count = misses(nearest.value);
    mixed.text = `${nearest.text} but for ${count}`;
    (count ? mixed : nearest).selected = true;
  };
}
