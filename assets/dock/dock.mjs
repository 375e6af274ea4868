/**
 * The dock: questions across steps, a section each, of which one is shown. It keeps nothing that a link does not have
 * but what was answered, which could be asked again, and what was written on the sheets of other steps.
 */
import { createButtons, element } from "../draw/figure.mjs";
import * as modules from "./all.mjs";
import { button } from "./parts.mjs";

/** @import { Docked, Scene, SectionModule } from "../types" */

/** @type {SectionModule[]} */
const MODULES = Object.values(modules);
const SECTIONS = MODULES.sort((one, other) => one.section.at - other.section.at);
const RUNS = ["A", "B"].map((run) => [run, run, `Ask about ${run}`]);

/**
 * @param {HTMLElement} root gets the sections
 * @param {Docked} app
 * @returns what shows the section that a scene's view names, and what is done when the dock is closed
 */
export function mount(root, app) {
  const head = root.appendChild(element("header", "panel-head"));
  const names = SECTIONS.map(({ section: { name, title, says } }) => [name, title, says]);
  const press = createButtons(head, "What is asked", names, (dock) => app.setView({ dock }));
  const beside = root.appendChild(element("div", "dock-run", "Asked of run"));
  const ask = (/** @type {string} */ forkAsked) => app.setView({ forkAsked });
  const runs = createButtons(beside, "Which run is asked", RUNS, ask);
  const predict = () => app.setView({ predict: "1", dock: "" });
  head.append(button("Predict", "Cover what the coming stage brings, and predict it (g)", predict));
  head.append(button("Close", "Close (d or Esc)", () => app.setView({ dock: "" })));
  const parts = SECTIONS.map(({ section, mount: mountSection }) => {
    const body = root.appendChild(element("div", "dock-section"));
    body.setAttribute("role", "group");
    body.setAttribute("aria-label", section.title);
    return { name: section.name, body, part: mountSection(body, app) };
  });

  /** @param {Scene} scene @param {string} run which of two it is of, "A" or "B"; "" where there is but one */
  function paint(scene, run) {
    const { dock, about } = scene.view;
    const open = parts.find(({ name }) => name === dock) ?? parts[0];
    if (about) {
      app.setView({ about: "" });
      open.part.ask?.(about, scene);
    }
    press((name) => name === open.name);
    runs((each) => each === run);
    beside.hidden = !run;
    for (const each of parts) {
      if (each.body.hidden !== (each !== open)) each.body.hidden = each !== open;
      each.part.paint(scene, each === open, run);
    }
  }

  const leave = () => parts.forEach(({ part }) => part.leave?.());
  return { paint, leave };
}
