/** The pointer over what is drawn on a canvas. */

/** @import { Explorer, Line } from "../types" */

/**
 * The pointer over a canvas. `pick(x, y)` names what lies there (any object, or null); `hover(target, event)` is told when it
 * changes or the pointer moves, `leave()` when nothing is under it any more, `click(target, event)` at a click or tap.
 * `refresh()` after a paint tells `hover` again, since the numbers under a resting pointer have changed.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {{ pick: (x: number, y: number) => Target | null, hover: (target: Target, event: PointerEvent) => void,
 *   leave: () => void, click?: (target: Target, event: MouseEvent) => void }} panel
 */
export function watchPointer(canvas, { pick, hover, leave, click }) {
  /** @type {PointerEvent | null} */
  let last = null; // the last mouse event over the canvas
  let inside = false;

  /** @param {MouseEvent} event */
  function under(event) {
    const box = canvas.getBoundingClientRect();
    return pick(event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  function tell(event) {
    last = event;
    const target = under(event);
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

  canvas.addEventListener("pointermove", tell);
  canvas.addEventListener("pointerleave", gone);
  canvas.addEventListener("click", (event) => {
    const target = under(event);
    if (target && click) click(target, event);
  });
  return { refresh: () => last && tell(last) };
}

/**
 * The pointer over a picture of words and numbers: `word(target)` lights up everywhere (null for none), and `lines(target)`
 * are told beside the pointer, where there are any.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {Pick<Explorer, "hover" | "tooltip">} app
 * @param {{ pick: (x: number, y: number) => Target | null, word: (target: Target) => number | null,
 *   lines: (target: Target) => Line[] | null, click?: (target: Target, event: MouseEvent) => void }} panel
 */
export function watchPicture(canvas, app, { pick, word, lines, click }) {
  return watchPointer(canvas, {
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
