/**
 * The dialect: one choice that fills in the controls of all fields in which word2vec's programs differ from the papers.
 *
 * It is no field of a recipe. It shows which dialect the controls speak as they stand, or the nearest one and in how
 * many they differ from it, and nothing runs before the action is pressed.
 */
import { stayingOf } from "../maths/sampling.mjs";
import { count } from "../text/numbers.mjs";
import { byId } from "./elements.mjs";
import { write } from "./own-value.mjs";

/** @import { Session } from "../types" */
/** @import { Row } from "./control-rows.mjs" */

const MOST = 0.5; // of the words of a text that may be left out unsaid

/**
 * @param {Document} document
 * @param {Row[]} rows
 * @param {() => void} changed called when it has filled the controls
 * @returns {(session: Session | null) => void} shows the dialect of the controls as they stand, and how little it
 *   leaves of the text that runs
 */
export function mountDialect(document, rows, changed) {
  const row = byId(document, "dialect", HTMLElement);
  const select = byId(document, "param-dialect", HTMLSelectElement);
  const left = byId(document, "dialect-left", HTMLElement);
  const spoken = rows.flatMap((each) => {
    const { dialects } = each.element.dataset;
    return dialects ? [{ ...each, values: /** @type {Record<string, string>} */ (JSON.parse(dialects)) }] : [];
  });
  select.addEventListener("change", () => {
    for (const { element, input, values } of spoken) write(element, input, values[select.value]);
    changed();
  });
  /** @param {string} name */
  const standing = (name) => spoken.find(({ field }) => field === name)?.input.value.trim() ?? "";
  /** @param {Session | null} session */
  function sayWhatStays(session) {
    const { counts = [] } = session ?? {};
    const [total, sample] = [counts.reduce((sum, each) => sum + each, 0), standing("sample")];
    const stay = stayingOf(counts, Number(sample), standing("sample_formula"));
    const few = stay < MOST * total;
    const leaves = `sample ${sample} leaves about ${count(Math.round(stay))} of ${count(total)} words`;
    left.textContent = few ? `${leaves}; 0 keeps all` : "";
  }
  return (session) => {
    sayWhatStays(session);
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
