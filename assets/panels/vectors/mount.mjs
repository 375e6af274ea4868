/**
 * The panel of a step's arrays: vectors of one instance, and, of a model that declares matrices of a whole batch, these
 * beside them, behind a switch in the panel's head.
 */
import { createButtons, element } from "../../draw/figure.mjs";
import * as matrices from "./batch/mount.mjs";
import * as vectors from "./instance/mount.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

/** @import { Explorer, Panel, Scene } from "../../types" */

const [{ title = "", choices = [] }] = panel.options;

/** @param {HTMLElement} root @param {Explorer} app @returns {Panel} */
export function mount(root, app) {
  const head = root.closest(".panel")?.querySelector(".panel-head .tools") ?? root;
  const pane = () => root.appendChild(element("div", "pane"));
  const [whole, single] = [pane(), pane()];
  const one = vectors.mount(single, app);
  const group = head.appendChild(element("div"));
  /** @param {string} arrays */
  const choose = (arrays) => app.setView({ arrays });
  const buttons = choices.map(([value, text, says]) => /** @type {[string, string, string]} */ ([value, text, says]));
  const press = createButtons(group, title, buttons, choose);
  /** @type {Panel | null} */
  let all = null; // made when it is first shown
  let shown = one;

  /** @param {Scene} scene */
  function paint(scene) {
    const has = scene.session.quantities.some(({ matrix_of }) => matrix_of);
    const kind = has ? scene.view.arrays || "matrices" : "vectors";
    group.toggleAttribute("hidden", !has);
    press((/** @type {string} */ each) => each === kind);
    whole.toggleAttribute("hidden", kind === "vectors");
    single.toggleAttribute("hidden", !whole.hidden);
    shown = single.hidden ? (all ??= matrices.mount(whole, app)) : one;
    shown.paint(scene);
  }

  return { paint, prepare: (scene) => shown.prepare?.(scene), inner: () => shown };
}
