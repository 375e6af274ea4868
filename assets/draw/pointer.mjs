/** The pointer over what is drawn on a canvas. */

/** @import { Box, Explorer, Line, Spot } from "../types" */

const FAR = 120; // px from a press, to which what was pressed is followed
const APART = 3; // px

/**
 * The pointer over a canvas. `pick(x, y)` names what lies there (any object, or null); `hover(target, event)` is told when it
 * changes or the pointer moves, `leave()` when nothing is under it any more, `click(target, event)` at a click or tap.
 * `refresh()` after a paint tells `hover` again, since the numbers under a resting pointer have changed.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {{ pick: (x: number, y: number) => Target | null, hover: (target: Target, event: PointerEvent) => void,
 *   leave: () => void, click?: (target: Target, event: MouseEvent, at: Spot) => void }} panel `at`: where what was clicked stands
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
    if (target && click) click(target, event, { host: canvas, box: boxAround(event, target) });
  });
  /** The box of what was clicked, on the canvas, as far as it reaches from there. @param {MouseEvent} event @param {Target} target @returns {Box} */
  function boxAround({ clientX, clientY }, target) {
    const { left, top } = canvas.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    /** @param {number} dx @param {number} dy */
    const reach = (dx, dy) => {
      let far = 0;
      while (far < FAR && areSame(pick(x + dx * (far + APART), y + dy * (far + APART)), target)) far += APART;
      return far;
    };
    const [before, above] = [reach(-1, 0), reach(0, -1)];
    return { left: x - before, top: y - above, width: before + reach(1, 0), height: above + reach(0, 1) };
  }

  return { refresh: () => last && tell(last) };
}

/** Whether two picks named the same thing. @param {object | null} one @param {object} other */
function areSame(one, other) {
  const known = new Map(Object.entries(one ?? {}));
  return Object.entries(other).every(
    ([key, value]) => known.get(key) === value || (Array.isArray(value) && String(known.get(key)) === String(value)),
  );
}

/**
 * The pointer over a picture of words and numbers: `word(target)` lights up everywhere (null for none), and `lines(target)`
 * are told beside the pointer, where there are any.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {Pick<Explorer, "hover" | "tooltip">} app
 * @param {{ pick: (x: number, y: number) => Target | null, word: (target: Target) => number | null,
 *   lines: (target: Target) => Line[] | null, click?: (target: Target, event: MouseEvent, at: Spot) => void }} panel
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
