/** The pointer over what is drawn on a canvas, and the keyboard in its stead. */
import { boxAround } from "./sites.mjs";
import { createWalk } from "./walking.mjs";

/** @import { Explorer, Line, Spot } from "../types" */
/** @import { Site } from "./sites.mjs" */

/**
 * The pointer over a canvas; where something can be pressed the keyboard walks there too. `pick(x, y)` names what lies
 * there (any object, or null); `hover(target, event)` is told when it changes or the pointer moves, `leave()` when
 * nothing is under it any more, `click(target, event)` at a click or tap. `refresh()` after a paint tells `hover`
 * again, since the numbers under a resting pointer have changed; `walked()` is what the keyboard stands at.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {Pick<Explorer, "tooltip" | "say">} app
 * @param {{ pick: (x: number, y: number) => Target | null, hover: (target: Target, event: PointerEvent) => void, leave:
 *   () => void, click?: (target: Target, event: MouseEvent, at: Spot) => void, moves?: boolean }} panel `at`: where
 *   what was clicked stands; `moves`: whether a click leads to another step, which tells itself
 */
export function watchPointer(canvas, app, { pick, hover, leave, click, moves = false }) {
  /** @type {PointerEvent | null} */
  let last = null; // the last mouse event over the canvas
  let inside = false;
  let pressed = false; // by the keyboard, not painted yet
  let said = ""; // of what the keyboard has walked to
  const say = () => app.say((said = app.tooltip.text));

  /** @param {PointerEvent} event */
  function tell(event) {
    last = event;
    const { x, y } = siteOf(canvas, event);
    const target = pick(x, y);
    canvas.style.cursor = target && click ? "pointer" : "";
    if (target) hover(target, event);
    else if (inside) leave();
    inside = Boolean(target);
  }

  function gone() {
    last = null;
    if (inside) leave();
    inside = false;
  }

  /** @param {MouseEvent} event */
  function press(event) {
    const at = siteOf(canvas, event);
    const target = pick(at.x, at.y);
    if (target && click) click(target, event, { host: canvas, box: boxAround(pick, at) });
  }

  canvas.addEventListener("pointermove", tell);
  canvas.addEventListener("pointerleave", gone);
  canvas.addEventListener("click", press);
  /** @param {PointerEvent} event */
  const visit = (event) => {
    app.tooltip.wake();
    tell(event);
    say();
  };
  /** @param {PointerEvent} event */
  const pressThere = (event) => {
    pressed = !moves;
    press(event);
  };
  const walk = click ? createWalk(canvas, pick, { visit, press: pressThere, leave: gone }) : null;

  function refresh() {
    const event = walk?.refresh() ?? last;
    if (event) tell(event);
    if (pressed && app.tooltip.text !== said) say(); // what the press has changed there
    pressed = false;
  }

  /** @param {Site} site */
  const walkTo = (site) => walk?.walkTo(site);
  return { refresh, walkTo, walked: () => walk?.target() ?? null };
}

/** Where on a canvas an event is. @param {HTMLCanvasElement} canvas @param {MouseEvent} event @returns {Site} */
function siteOf(canvas, { clientX, clientY }) {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/**
 * The pointer over a picture of words and numbers: `word(target)` lights up everywhere (null for none), and
 * `lines(target)` are told beside the pointer, where there are any.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {Pick<Explorer, "hover" | "tooltip" | "say">} app
 * @param {{ pick: (x: number, y: number) => Target | null, word: (target: Target) => number | null,
 *   lines: (target: Target) => Line[] | null, click?: (target: Target, event: MouseEvent, at: Spot) => void }} panel
 */
export function watchPicture(canvas, app, { pick, word, lines, click }) {
  return watchPointer(canvas, app, {
    pick,
    hover(target, event) {
      app.hover(word(target));
      const told = lines(target);
      if (told) app.tooltip.show(event.clientX, event.clientY, told);
      else app.tooltip.hide();
    },
    leave() {
      app.hover(null);
      app.tooltip.hide();
    },
    click,
  });
}
