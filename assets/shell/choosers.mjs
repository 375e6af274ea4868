/** The choosers of model and output layer, which act at once: those of the page, and of a second run beside its own. */

/** @import { Session } from "../types" */
/** @typedef {{ model: HTMLSelectElement, output: HTMLSelectElement }} Choosers */

/**
 * Shows what runs, and of the output layers those that its model can have.
 * @param {Choosers} choosers
 * @param {Session} session
 */
export function showKind({ model, output }, session) {
  model.value = session.model;
  output.value = session.output ?? "";
  for (const option of output.options)
    option.hidden = option.disabled = !option.dataset.models?.split(" ").includes(session.model);
  rowOf(output).hidden = !("output" in session.hyper);
}

/**
 * Two more, like the page's own, in an element of another run's.
 * @param {Document} document
 * @param {HTMLElement} parent
 * @param {string} prefix of their ids
 * @param {(field: string, value: string) => void} choose
 * @returns {Choosers}
 */
export function likeThePages(document, parent, prefix, choose) {
  const [model, output] = ["model", "output"].map((name) => {
    const own = /** @type {HTMLSelectElement} */ (document.getElementById(name));
    const row = parent.appendChild(/** @type {HTMLElement} */ (rowOf(own).cloneNode(true)));
    const select = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
    select.id = prefix + name;
    select.addEventListener("change", () => choose(name, select.value));
    return select;
  });
  return { model, output };
}

/** @param {HTMLSelectElement} select */
const rowOf = (select) => /** @type {HTMLElement} */ (select.closest(".chooser"));
