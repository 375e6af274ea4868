/** What the help says of the model that runs: its symbols, and what is for it alone. */
import { count } from "../text/numbers.mjs";
import { all, byId } from "./elements.mjs";

/** @import { Session } from "../types" */

/** @type {Record<string, string[]>} for whom parts of the help are, by what a model reads: "vectors" are word2vec's */
const FOR = { points: ["numbers"], context: ["words", "vectors"], centre: ["words", "vectors"] };

/**
 * What the page's help does not say by itself: what is for this model alone, and its symbols, before the letters of the
 * equations.
 * @param {Document} document
 * @param {Session | null} session
 * @param {DOMStringMap} addresses where links out of the page lead: no markup names what lies outside
 */
export function fillHelp(document, session, addresses) {
  const wanted = FOR[session?.reading ?? ""] ?? ["words"];
  for (const part of all(document, "#help-dialog [data-for]")) part.hidden = !wanted.includes(part.dataset.for ?? "");
  for (const link of all(document, "#help-dialog a[data-address]"))
    link.setAttribute("href", addresses[link.dataset.address ?? ""] ?? "");
  const { api, step } = document.body.dataset;
  const file = byId(document, "save-file", HTMLAnchorElement);
  file.href = `${api}/file?file.step=${step}&${session?.query ?? ""}`;
  if (session) byId(document, "saved-steps", HTMLElement).textContent = count(session.limits.file);
  for (const earlier of all(document, "#help-symbols > [data-declared]")) earlier.remove();
  const declared = session ? [...session.parameters, ...session.quantities] : [];
  const own = new Set(declared.map(({ symbol }) => symbol));
  for (const term of all(document, "#help-symbols > dt[data-for]"))
    if (term.textContent?.split(", ").some((symbol) => own.has(symbol))) hide(term); // it stands for another thing here
  byId(document, "help-symbols", HTMLElement).prepend(
    ...declared.flatMap(({ symbol, help, role }) => definition(document, symbol, help, role)),
  );
}

/** @param {HTMLElement} term with what it means */
function hide(term) {
  for (const part of [term, term.nextElementSibling]) part?.toggleAttribute("hidden", true);
}

/** @param {Document} document @param {string} symbol @param {string} meaning @param {string} role */
function definition(document, symbol, meaning, role) {
  const sign = Object.assign(document.createElement("span"), { className: "symbol", textContent: symbol });
  sign.dataset.role = role;
  const [term, told] = ["dt", "dd"].map((tag) => document.createElement(tag));
  for (const each of [term, told]) each.dataset.declared = "true";
  term.append(sign);
  told.append(meaning);
  return [term, told];
}
