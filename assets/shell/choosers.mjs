/** The choosers of model and output layer, which act at once: the page's own, or a second run's (fork-choices.mjs). */

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

/** What a chooser stands in. @param {HTMLSelectElement} select */
export const rowOf = (select) => /** @type {HTMLElement} */ (select.closest(".chooser"));
