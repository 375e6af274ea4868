/**
 * What is drawn on a canvas, by keyboard: once the keyboard has reached it, arrow keys walk through what can be
 * pressed, Enter or space presses it, and Escape leaves it. Walking is a pointer without a mouse: it stands where a
 * panel's `pick` finds something, and a ring shows where. All other keys, and all of them where the mouse gave the
 * focus, are the page's.
 */
import { element } from "./figure.mjs";
import { boxAround, firstSite, siteAhead } from "./sites.mjs";

/** @import { Box } from "../types" */
/** @import { Site, Pick } from "./sites.mjs" */

const HINT = "Arrow keys walk through it, Enter presses, Escape leaves.";
const PRESSES = ["Enter", " "];
const DIALOG = '[role="dialog"]'; // gives the focus back when it closes

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The keyboard on a canvas. `visit` and `press` are told by events as of a pointer that stands there; `refresh()` after
 * a paint returns such an event too, null where nobody walks; `target()` is what one stands at, `walkTo(site)` leads
 * elsewhere.
 * @template {{}} Target
 * @param {HTMLCanvasElement} canvas
 * @param {Pick<Target>} pick
 * @param {{ visit: (event: PointerEvent) => void, press: (event: PointerEvent) => void, leave: () => void }} panel
 */
export function createWalk(canvas, pick, { visit, press, leave }) {
  const frame = createRing(canvas);
  present(canvas);
  /** @type {Site | null} */
  let at = null;
  let held = false; // by the keyboard

  function refresh() {
    frame(at && pick(at.x, at.y) ? boxAround(pick, at) : null);
    return at && eventAt(canvas, at);
  }

  function end() {
    held = false;
    if (at) leave();
    at = null;
    refresh();
  }

  /** @param {Site} site */
  function walkTo(site) {
    at = site;
    visit(/** @type {PointerEvent} */ (refresh()));
  }

  /** Whether a key has led anywhere. @param {string} key */
  function follow(key) {
    const arrow = ARROWS[key];
    const room = { width: canvas.clientWidth, height: canvas.clientHeight };
    const next = arrow && (at ? siteAhead(pick, at, arrow, room) : firstSite(pick, room));
    if (next) walkTo(next);
    else if (at && PRESSES.includes(key)) press(eventAt(canvas, at));
    else if (at && key === "Escape") end();
    else return Boolean(arrow && !arrow[1]); // what has no more above or below may scroll
    return true;
  }

  watchFocus(canvas, end, () => void (held = true));
  canvas.addEventListener("keydown", (event) => {
    const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
    if (event.defaultPrevented || ctrlKey || shiftKey || altKey || metaKey) return;
    // Where the mouse gave the focus, left and right are the page's; up and down begin to walk.
    held ||= canvas.matches(":focus") && (key === "ArrowDown" || key === "ArrowUp");
    if (!held || !follow(key)) return;
    held = true; // Escape leaves, the focus stays
    event.preventDefault();
    event.stopPropagation();
  });

  return { refresh, walkTo, target: () => at && pick(at.x, at.y) };
}

/** Tells that there is something to walk through. @param {HTMLCanvasElement} canvas */
function present(canvas) {
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application"); // a picture would not be given the arrow keys
  canvas.setAttribute("aria-roledescription", "picture");
  canvas.setAttribute("aria-description", HINT);
}

/** A pointer's event at a site. @param {HTMLCanvasElement} canvas @param {Site} at */
function eventAt(canvas, { x, y }) {
  const { left, top } = canvas.getBoundingClientRect();
  return new PointerEvent("pointermove", { clientX: left + x, clientY: top + y });
}

/**
 * A ring around a box, as far as it is on the canvas; none around null.
 * @param {HTMLCanvasElement} canvas
 * @returns {(box: Box | null) => void}
 */
function createRing(canvas) {
  const ring = element("div", "walk-ring");
  ring.hidden = true;
  canvas.after(ring);
  return (box) => {
    if (ring.hidden === Boolean(box)) ring.hidden = !box; // written again, it would be styled again
    if (!box) return;
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    const width = Math.min(canvas.clientWidth, box.left + box.width) - left;
    const height = Math.min(canvas.clientHeight, box.top + box.height) - top;
    Object.assign(ring.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  };
}

/**
 * Tells when the keyboard gets hold of a canvas, and when it leaves. A dialog that a press opens takes nothing away: it
 * gives the focus back.
 * @param {HTMLCanvasElement} canvas
 * @param {() => void} end
 * @param {() => void} hold
 */
function watchFocus(canvas, end, hold) {
  let [pointed, lent] = [false, false];
  /** @param {EventTarget | null} other */
  const dialogOf = (other) => (other instanceof Element ? other.closest(DIALOG) : null);
  canvas.addEventListener("pointerdown", () => {
    pointed = true;
    end();
  });
  canvas.addEventListener("focus", () => pointed || lent || hold());
  canvas.addEventListener("blur", ({ relatedTarget }) => {
    pointed = false;
    const dialog = dialogOf(relatedTarget);
    if (dialog) lend(dialog);
    else end();
  });

  /** From a dialog the focus may go elsewhere. @param {Element} dialog */
  function lend(dialog) {
    lent = true;
    /** @param {Event} event */
    const left = (event) => {
      if (dialogOf(/** @type {FocusEvent} */ (event).relatedTarget)) return;
      dialog.removeEventListener("focusout", left);
      queueMicrotask(() => {
        lent = false;
        const { activeElement } = /** @type {Document | ShadowRoot} */ (canvas.getRootNode());
        if (activeElement !== canvas) end();
      });
    };
    dialog.addEventListener("focusout", left);
  }
}
