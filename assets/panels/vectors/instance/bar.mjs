/** "instance 1 of 4" with two buttons, shown for minibatches only. */
import { element, setText } from "../../../draw/figure.mjs";

/** @import { Explorer, Scene } from "../../../types" */

/** @param {HTMLElement} root @param {Pick<Explorer, "setView">} app */
export function instanceBar(root, app) {
  const bar = root.appendChild(element("div", "panel-bar"));
  bar.hidden = true;
  const text = bar.appendChild(element("span"));
  let [chosen, batch] = [0, 1];
  /** @param {string} sign @param {string} title @param {number} step */
  const button = (sign, title, step) => {
    const made = bar.appendChild(element("button"));
    Object.assign(made, { type: "button", textContent: sign });
    made.setAttribute("aria-label", title);
    made.addEventListener("click", () => app.setView({ instance: String((chosen + step + batch) % batch) }));
  };
  button("‹", "previous instance", -1);
  button("›", "next instance", 1);
  return {
    /** The height that it takes. @param {Scene} scene @returns {number} */
    update({ frame, view }) {
      batch = frame?.batch ?? 1;
      chosen = Math.min(batch - 1, Math.max(0, Number(view.instance) || 0));
      bar.toggleAttribute("hidden", batch < 2);
      if (bar.hidden) return 0;
      setText(text, `instance ${chosen + 1} of ${batch}`);
      return bar.offsetHeight;
    },
  };
}
