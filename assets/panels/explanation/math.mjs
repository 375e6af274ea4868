/** MathML as the server writes it, where words are escaped, as elements of the page. */
import { element } from "../../draw/figure.mjs";

const WIDE = "2em"; // \qquad

/**
 * Parsed MathML. A wide space on the top level parts formulas: each gets its own line, since MathML wraps nothing.
 * @param {string} markup
 */
export function mathOf(markup) {
  const template = element("template");
  template.innerHTML = markup;
  const math = template.content.firstElementChild ?? element("span");
  const row = math.firstElementChild;
  const lines = element("div", "math-lines");
  lines.append(math);
  while (row?.lastElementChild) {
    const space = [...row.children].findLast((part) => part.getAttribute("width") === WIDE);
    if (!space) break;
    const line = /** @type {Element} */ (math.cloneNode(false));
    const rest = /** @type {Element} */ (row.cloneNode(false));
    while (space.nextSibling) rest.append(space.nextSibling);
    space.remove();
    line.append(rest);
    math.after(line);
  }
  return lines;
}

/**
 * Formulas are read as the texts that they have, since as one formula its buttons could not be reached; what the bar of
 * a fraction says is said.
 * @param {Element} root
 */
export function asTexts(root) {
  const bars = [...root.querySelectorAll("mfrac")];
  for (const node of [...root.querySelectorAll("math"), ...bars]) node.setAttribute("role", "group");
  for (const bar of bars) {
    bar.setAttribute("aria-label", "fraction");
    bar.lastElementChild?.setAttribute("role", "group");
    bar.lastElementChild?.setAttribute("aria-label", "over");
  }
}
