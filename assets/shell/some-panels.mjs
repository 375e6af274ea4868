/** An explorer with some of its panels. */
import { all } from "./elements.mjs";

/**
 * Show the panels of these names, all where none is named.
 * @param {ParentNode} root @param {string[]} wanted @param {string} [prefix] of the ids in it
 */
export function showPanels(root, wanted, prefix = "") {
  for (const panel of all(root, ".panel")) {
    const id = panel.id || panel.querySelector(".panel-body")?.id || "";
    panel.hidden = wanted.length > 0 && !wanted.includes(id.slice(prefix.length));
  }
}
