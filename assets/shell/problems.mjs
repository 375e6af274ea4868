/** What is wrong with a recipe, told beside each control and above the page. */
import { KINDS } from "./data-sheets.mjs";
import { all, byId, fieldOf } from "./elements.mjs";

/** @import { Problem } from "../sources/errors.mjs" */

const MOST_SHOWN = 60; // characters of what was given
/** @type {Record<string, string>} */
const LABELS = { step: "Step" }; // of what is in no form: where one goes

/**
 * @param {Document} document
 * @param {Problem[]} problems
 */
export function showProblems(document, problems) {
  clearProblems(document);
  for (const [field, got, allowed] of problems) {
    const told = document.querySelector(`[data-problem-for="${CSS.escape(String(field))}"]`);
    if (!told) continue;
    told.textContent = sentence(field, got, allowed);
    const id = document.getElementById(`param-${field}`) ? `param-${field}` : field;
    fieldOf(document, id).setAttribute("aria-invalid", "true");
  }
  summarise(document, problems);
  const first = document.querySelector("[aria-invalid='true']");
  (first?.closest(".parameter, .sheet") ?? first)?.scrollIntoView({ block: "center" }); // with its message
}

/** Takes back what was told of a field, which is typed in anew. @param {Element | null} target within its control */
export function dropProblem(target) {
  const control = target?.closest(".parameter, .sheet");
  const told = control?.querySelector("[data-problem-for]");
  if (!(told instanceof HTMLElement) || !told.textContent) return;
  told.textContent = "";
  control?.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
  const box = byId(told.ownerDocument, "problems", HTMLElement);
  for (const item of all(box, "li")) if (item.dataset.field === told.dataset.problemFor) item.remove();
  box.hidden = !box.querySelector("li");
}

/** @param {Document} document */
export function clearProblems(document) {
  for (const told of all(document, "[data-problem-for]")) told.textContent = "";
  for (const input of all(document, "[aria-invalid='true']")) input.removeAttribute("aria-invalid");
  byId(document, "problems", HTMLElement).hidden = true;
}

/**
 * What is wrong with a field. A corpus's message names line and column and speaks for itself.
 * @param {Problem} problem
 */
function sentence(...[field, got, allowed]) {
  if (KINDS.includes(field)) return String(allowed);
  const value = String(got ?? "");
  const shown = value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN - 1)}…` : value;
  return `Allowed: ${allowed}. Given: ${shown || "nothing"}`;
}

/** @param {Document} document @param {Problem[]} problems */
function summarise(document, problems) {
  const box = byId(document, "problems", HTMLElement);
  const list = document.createElement("ul");
  for (const [field, got, allowed] of problems) {
    const item = list.appendChild(document.createElement("li"));
    item.appendChild(document.createElement("b")).textContent = labelOf(document, field);
    item.dataset.field = String(field);
    item.append(` ${sentence(field, got, allowed)}`);
  }
  const title = document.createElement("p");
  title.textContent = "Nothing was changed, because of this:";
  box.replaceChildren(title, list);
  box.hidden = false;
}

/** What a field's control is called. @param {Document} document @param {string} field */
export function labelOf(document, field) {
  const label = document.querySelector(`label[for="param-${CSS.escape(String(field))}"]`)?.textContent;
  return label ?? document.getElementById(field)?.ariaLabel ?? LABELS[field] ?? String(field);
}
