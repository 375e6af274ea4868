/** What the strip and the explanation of a number are made of. */
import { element as make } from "../../draw/figure.mjs";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {string | null} [text]
 */
export function element(tag, className = "", text = null) {
  const node = make(tag, className);
  if (text !== null) {
    node.textContent = text;
    node.dir = "auto";
  }
  return node;
}
