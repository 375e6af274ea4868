/** The parts of the form: those of the page around the panel, and where it has none, of the panel's own. */
import { element } from "../../draw/figure.mjs";

/** @import { Explorer } from "../../types" */

/**
 * @param {HTMLElement} root
 * @param {Pick<Explorer, "id">} app
 */
export function partsOf(root, { id }) {
  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {string} name
   * @param {string} look
   * @param {Record<string, string>} [own] what else it has where it is made here
   */
  const part = (tag, name, look, own = {}) =>
    /** @type {HTMLElementTagNameMap[Tag]} */ (id(name)) ?? Object.assign(root.appendChild(element(tag, look)), own);
  return {
    field: part("input", "next-context", "entry", { type: "text", ariaLabel: "your words" }),
    draw: part("button", "next-draw", "button small", { type: "button", textContent: "Draw" }),
    best: part("button", "next-best", "button small", { type: "button", textContent: "Top" }),
    seed: part("input", "next-seed", "entry", { type: "text", ariaLabel: "The seed of the draws" }),
    note: part("p", "next-note", "next-note"),
    list: part("div", "next-list", "ranking next-list"),
  };
}
