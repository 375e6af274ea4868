/**
 * The strip between the panels: the equation of the stage that was done last, as its source prints it, and the same
 * line with this frame's numbers. After a press on a number, beside it: how it came about (popover.mjs).
 *
 * The MathML comes from our server, where words are escaped. It is parsed once a stage; a paint changes texts only.
 */

import { element } from "../../draw/figure.mjs";
import { later } from "../../draw/later.mjs";
import { remembered } from "../../maths/remembered.mjs";
import { mathOf } from "./math.mjs";
import { bind } from "./slots.mjs";
import panel from "./panel.json" with { type: "json" };

export { panel };

/** @import { Explorer, Scene, Session, Stage } from "../../types" */
/** @typedef {{ node: HTMLElement, prepare?: (scene: Scene) => void, paint: (scene: Scene) => void }} Strip */

const NUMBER = later(() => import("./popover.mjs"));
const SYMBOLS = ":is(mi, mn, mo, mtext)";
const MANY = 9; // titles of stages: as many as two lines have
const [LONG, LONGEST] = [18, 27]; // symbols of a line of numbers that is written smaller where the strip is narrow
const LONG_SOURCE = 70; // characters
const BRIEF = 70; // characters of what a stage says, which then needs little room beside a long line

/** @param {HTMLElement} root @param {Explorer} app */
export function mount(root, app) {
  /** @type {WeakMap<Stage | Session, Strip>} */
  const built = new WeakMap();
  const number = NUMBER.mount(root, app);
  let pressed = false; // once, any number
  /** @type {Strip[]} */
  let shown = [];
  /** @type {Scene | null} */
  let painted = null;

  /** The stage done last; on paper all that were done. @param {Scene} scene */
  function stripsOf({ session, stageIndex, frame }) {
    const done = frame ? session.stages.slice(0, stageIndex) : [];
    if (!done.length) return [remembered(built, session, () => beginning(session))];
    const first = app.theme.paper ? 1 : stageIndex;
    return done.slice(first - 1).map((stage, i) => remembered(built, stage, () => stageView(session, first + i, app)));
  }

  /** @param {Scene} scene */
  function paint(scene) {
    painted = scene;
    const strips = stripsOf(scene);
    const others = strips.length !== shown.length || strips.some((strip, i) => strip !== shown[i]);
    const held = others && shown.some(({ node }) => node.matches(":focus-within"));
    if (others) {
      for (const { node } of shown) node.remove();
      root.append(...strips.map(({ node }) => node)); // behind the box of a number
      shown = strips;
    }
    for (const strip of strips) strip.paint(scene);
    if (held) focusFirst(root);
    pressed ||= Boolean(scene.view.focus);
    if (pressed) number.paint(scene);
  }

  /** @param {Scene} scene */
  function prepare(scene) {
    for (const strip of stripsOf(scene)) strip.prepare?.(scene);
    return undefined;
  }

  app.theme.onChange(() => painted && paint(painted));
  return { paint, prepare };
}

/** The first number of the line has the focus that one of another line had. @param {HTMLElement} root */
function focusFirst(root) {
  /** @type {NodeListOf<MathMLElement>} */
  const numbers = root.querySelectorAll(".stage-now [role=button]");
  [...numbers].find((number) => number.checkVisibility())?.focus({ preventScroll: true });
}

/**
 * One stage: title and number, equation, live line.
 * @param {Session} session
 * @param {number} number
 * @param {Explorer} app
 * @returns {Strip}
 */
function stageView(session, number, app) {
  const stage = session.stages[number - 1];
  const node = element("div", "stage-now");
  const head = element("div", "stage-head");
  const title = element("p", "stage-title");
  const which = `${stage.name} · ${number} of ${session.stages.length}`;
  title.append(element("span", "stage-name", stage.title), element("span", "muted", which));
  head.append(rail(session, number), title, element("p", "stage-says", stage.says));

  const equation = element("figure", "equation");
  equation.append(element("figcaption", "muted live-head", stage.source), mathOf(stage.equation));

  const live = element("div", "live");
  const line = mathOf(stage.live);
  const slots = bind(line, session, (name) => (index, of) => app.focus(name, index, of));
  const parts = session.batch_size > 1 ? SYMBOLS : `${SYMBOLS}:not([data-when="mean"] *)`;
  const symbols = Math.max(...Array.from(line.children, (math) => math.querySelectorAll(parts).length));
  node.classList.toggle("longest", symbols > LONGEST);
  node.classList.toggle("brief", stage.says.length < BRIEF);
  node.classList.toggle("long", symbols > LONG || stage.source.length > LONG_SOURCE); // which leaves less room
  const liveHead = element("div", "live-head muted");
  const now = liveHead.appendChild(element("span", "", "now"));
  now.title = "Rounded as they stand, computed with all their digits";
  const unit = slots.units ? unitSelect(slots.units, app) : null;
  if (unit) liveHead.append(unit);
  live.append(line);
  nameOnHover(line, app);
  const room = element("div", "live-room");
  room.append(liveHead, live);
  node.append(head, equation, room);

  /** @param {Scene} scene */
  function paint(scene) {
    slots.paint(scene);
    const chosen = String(Math.min(Number(scene.view.unit) || 0, slots.units - 1));
    if (unit && unit.value !== chosen) unit.value = chosen;
  }
  return { node, prepare: slots.prepare, paint };
}

/**
 * Under the pointer each number that can be asked about tells its name: "W′ old".
 * @param {Element} line
 * @param {Explorer} app
 */
function nameOnHover(line, { tooltip }) {
  /** @param {Event} event */
  const name = (event) => {
    const slot = event.target instanceof Element ? event.target.closest("[data-slot]") : null;
    const named = slot?.getAttribute("aria-description");
    const { clientX, clientY } = /** @type {PointerEvent} */ (event);
    if (named) tooltip.show(clientX, clientY, [named]);
    else tooltip.hide();
  };
  line.addEventListener("pointerover", name);
  line.addEventListener("pointerleave", tooltip.hide);
}

/** Before the first stage: what is coming. @param {Session} session @returns {Strip} */
function beginning(session) {
  const node = element("div", "stage-now beginning");
  const head = element("div", "stage-head");
  const title = element("p", "stage-title");
  title.append(element("span", "", "Before the first step"));
  const parts = session.stages.length;
  head.append(
    rail(session, 0),
    title,
    element("p", "stage-says", `The weights as they start. A step has ${parts} parts.`),
  );
  /** @type {Map<string, number[]>} */
  const numbers = new Map(); // of the stages of each title, which layers share
  for (const [i, stage] of session.stages.entries())
    numbers.set(stage.title, [...(numbers.get(stage.title) ?? []), i + 1]);
  const list = element("ol", `stage-list${numbers.size > MANY ? " many" : ""}`);
  for (const [title, at] of numbers) list.appendChild(element("li", "", title)).dataset.at = at.join(", ");
  const coming = element("div");
  coming.append(element("p", "stage-press", "Press Next for a step, or any number to see why."), list);
  node.append(head, coming);
  return { node, paint() {} };
}

/** Which unit k stands for in the live line. @param {number} units @param {Explorer} app */
function unitSelect(units, app) {
  const select = element("select", "select");
  select.setAttribute("aria-label", "Unit shown in the line");
  for (let unit = 0; unit < units; unit++) select.append(new Option(`unit ${unit + 1}`, String(unit)));
  select.addEventListener("change", () => app.setView({ unit: select.value }));
  return select;
}

/** @param {Session} session @param {number} number */
function rail(session, number) {
  const list = element("ol", "stage-rail");
  list.setAttribute("aria-hidden", "true");
  session.stages.forEach((stage, i) => {
    const item = list.appendChild(element("li", i + 1 < number ? "done" : i + 1 === number ? "now" : ""));
    item.title = stage.title;
  });
  return list;
}
