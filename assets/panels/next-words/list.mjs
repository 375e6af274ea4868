/** The list of the likeliest words, each with its share as a bar; a press adds it to the text. */
import { element } from "../../draw/figure.mjs";
import { percent } from "../../text/numbers.mjs";

/** @import { Continuation } from "../../types" */

const DRAWN = "what Draw adds";

/**
 * @param {HTMLElement} parent
 * @param {(word: string) => void} add
 * @returns {(following: Continuation | null) => void} fills it; touches the page only where it changes
 */
export function createList(parent, add) {
  const rows = parent.appendChild(element("ol"));
  return (following) => {
    const likely = following?.likely ?? [];
    while (rows.children.length > likely.length) rows.lastElementChild?.remove();
    likely.forEach(([word, chance], at) => {
      const row = /** @type {HTMLElement} */ (rows.children[at] ?? rows.appendChild(rowOf(add)));
      row.style.setProperty("--share", String(chance));
      const drawn = word === following?.drawn?.[0];
      const [name, share] = /** @type {Iterable<HTMLElement>} */ (row.children);
      if (name.textContent !== word) name.textContent = word;
      const told = percent(chance);
      if (share.textContent !== told) share.textContent = told;
      const [title, description] = drawn ? [`${word}: ← marks ${DRAWN}`, `${told}, ${DRAWN}`] : [word, told];
      if (name.title === title && name.getAttribute("aria-description") === description) return;
      row.classList.toggle("drawn", drawn);
      name.title = title;
      name.setAttribute("aria-description", description);
    });
  };
}

/** @param {(word: string) => void} add */
function rowOf(add) {
  const row = element("li");
  const name = row.appendChild(element("button"));
  name.type = "button";
  name.dir = "auto";
  name.addEventListener("click", () => add(name.textContent ?? ""));
  row.appendChild(element("span"));
  return row;
}
