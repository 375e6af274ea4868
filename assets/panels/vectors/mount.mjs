/**
 * The panel of a step's arrays: vectors of one instance, and, of a model that declares matrices of a whole batch, these
 * beside them, behind a switch in the panel's head; where an instance may have several output words, what each of them
 * has of its own. Scripts of the last two come with the first look at them.
 */
import { createButtons, element } from "../../draw/figure.mjs";
import { later } from "../../draw/later.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { withColumn } from "./instance/facts.mjs";
import * as vectors from "./instance/mount.mjs";
import { WORD } from "./instance/widths.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

/** @import { Explorer, Panel, Scene, Session } from "../../types" */

const [{ title = "", choices = [] }] = panel.options;
const OF_BATCHES = ["matrices", "lookup", "vectors"];
const OF_OUTPUTS = ["vectors", "panels"];
const ONLY = ["vectors"];
const MATRICES = later(() => import("./batch/mount.mjs"));
const OUTPUTS = later(() => import("./outputs/mount.mjs"));

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const outer = root.closest(".panel");
  const head = outer?.querySelector(".panel-head .tools") ?? root;
  const pane = () => root.appendChild(element("div", "pane"));
  const [whole, single, apart] = [pane(), pane(), pane()];
  const one = vectors.mount(single, app);
  /** @type {Panel | null} */
  let all = null; // made when it is first shown
  /** @type {Panel | null} */
  let own = null;
  let shown = one;
  let columns = 0;
  /** @type {{ kinds: string[], group: HTMLElement, press: (pressed: (kind: string) => boolean) => void } | null} */
  let offered = null;

  /** The switch between what a session has. @param {string[]} kinds */
  function offer(kinds) {
    offered?.group.remove();
    const group = head.appendChild(element("div"));
    group.toggleAttribute("hidden", kinds.length < 2);
    const some = choices.filter(([kind]) => kinds.includes(kind));
    return { kinds, group, press: createButtons(group, title, some, (arrays) => app.setView({ arrays })) };
  }

  /** Where it is narrow its row is as tall as its columns need (styles/panels.css, dock.css). @param {number} count */
  function makeRoom(count) {
    const row = root.closest(".panels") ?? outer;
    if (row instanceof HTMLElement && count !== columns) row.style.setProperty("--columns", String(count));
    columns = count;
  }

  /** @param {Scene} scene */
  function paint(scene) {
    const kinds = kindsOf(scene.session.whole);
    if (offered?.kinds !== kinds) offered = offer(kinds);
    const kind = kinds.find((each) => each === scene.view.arrays) ?? kinds[0];
    offered.press((each) => each === kind);
    const pane = kind === "vectors" ? single : kind === "panels" ? apart : whole;
    for (const each of [whole, single, apart]) each.toggleAttribute("hidden", each !== pane);
    shown =
      pane === single
        ? one
        : pane === apart
          ? (own ??= OUTPUTS.mount(apart, app))
          : (all ??= MATRICES.mount(whole, app));
    makeRoom(pane === single ? columnsBesideWords(scene.session.whole) : 0);
    shown.paint(scene);
  }

  return { paint, prepare: (scene, after) => shown.prepare?.(scene, after), inner: () => shown };
}

/** @type {WeakMap<Session, number>} */
const counts = new WeakMap();

/** How many columns stand beside a list of words, as none do without a column of theirs. @param {Session} session */
const columnsBesideWords = (session) =>
  remembered(counts, session, () => {
    const all = withColumn(session);
    return all.some(({ axes: [axis] }) => axis === WORD) ? all.length : 0;
  });

/** What a session has, the usual first. @param {Session} session */
function kindsOf({ quantities, instances_head: instances, network }) {
  if (quantities.some(({ matrix_of }) => matrix_of)) return OF_BATCHES;
  const several = instances.some(([, outputs]) => outputs.length > 1);
  return several && !network.layers.length && !network.unrolled ? OF_OUTPUTS : ONLY;
}
