/** A panel to be thrown away: how many words there are. */
import { element, setText } from "../../draw/figure.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

/** @import { Panel } from "../../types" */

/** @param {HTMLElement} root @returns {Panel} */
export function mount(root) {
  const line = root.appendChild(element("p"));
  return { paint: ({ session }) => setText(line, `${session.words.length} words`) };
}
