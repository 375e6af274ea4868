/** In the heads of panels: of which step is shown what they show. */
import { createLine } from "../draw/figure.mjs";
import { MOMENTS } from "../text/steps.mjs";
import { all } from "./elements.mjs";

/** @import { Explorer, Panel, Scene } from "../types" */

/** @param {Explorer} app @returns {Panel} */
export function mount({ host }) {
  const notes = all(host, "[data-moment]").map((node) => ({
    write: createLine(node),
    say: MOMENTS[node.dataset.moment ?? ""],
  }));

  /** @param {Scene} scene */
  function paint(scene) {
    for (const { write, say } of notes) if (say) write(say(scene));
  }

  return { paint };
}
