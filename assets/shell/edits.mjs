/** What was changed on the way through a run, listed, each to be undone by itself. */
import { count } from "../text/numbers.mjs";
import { all, byId, keepingFocus } from "./elements.mjs";

/** @import { Edit, Explorer, Session } from "../types" */

const EACH = 2; // buttons

/**
 * The recipe without one of its edits.
 * @param {string} query
 * @param {number} number of the edit, in the order of the session's
 */
function withoutEdit(query, number) {
  const items = new URLSearchParams(query);
  const edits = items.getAll("edit");
  items.delete("edit");
  for (const [i, edit] of edits.entries()) if (i !== number) items.append("edit", edit);
  return items.toString();
}

/**
 * @param {Document} document
 * @param {{ explorer: { app: Pick<Explorer, "seek"> }, rewrite(change: (query: string) => string): void }} page
 */
export function mount(document, page) {
  /** @param {string} id */
  const part = (id) => byId(document, id, HTMLElement);
  const [details, title, list] = ["edits", "edits-title", "edits-list"].map(part);

  /** @param {string} text @param {string} help @param {() => void} press */
  function button(text, help, press) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "button small", textContent: text, title: help });
    made.addEventListener("click", press);
    return made;
  }

  /** @param {Edit} edit @param {number} i */
  function itemOf({ step, label }, i) {
    const item = document.createElement("li");
    const words = Object.assign(document.createElement("span"), { textContent: label, dir: "auto" });
    const there = `after ${count(step)}`;
    const go = button(there, "Go to where this was changed", () => page.explorer.app.seek(step));
    item.append(
      go,
      words,
      button("Undo", `Run on without this change: ${label}`, () => page.rewrite((query) => withoutEdit(query, i))),
    );
    return item;
  }

  /** @param {Session} session */
  function fill({ edits }) {
    title.textContent = edits.length === 1 ? "1 change on the way" : `${edits.length} changes on the way`;
    const at = all(list, "button").findIndex((each) => each.matches(":focus"));
    const change = () => {
      details.hidden = !edits.length;
      list.replaceChildren(...edits.map(itemOf));
    };
    /** The button that does the same to the change that is there now, or to the last one. */
    const next = () => {
      const left = all(list, "button");
      return left[Math.min(at, left.length - EACH + (at % EACH))] ?? byId(document, "next", HTMLElement);
    };
    keepingFocus(document, change, next);
  }
  return { fill };
}
