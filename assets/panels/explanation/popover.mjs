/**
 * The explanation of the number in focus, in a box beside what was pressed. It follows the steps, and lies over all of
 * the page around the explorer, in whatever root that is.
 *
 * A press moves the focus in; Escape closes, wherever the focus is, and gives it back. Keys that the box has no use for
 * go on to what was pressed: on a heatmap Enter edits and arrows walk, as if one were still there.
 */
import { element } from "../../draw/figure.mjs";
import { createAligning } from "./aligning.mjs";
import { changeOf, numberView, waiting } from "./number.mjs";
import { fold } from "./terms.mjs";

/** @import { Box, Explorer, Scene } from "../../types" */
/** @import { Focused } from "./number.mjs" */

const TALLEST = 400; // px: a longer sum would be no picture any more
const FIELDS = "input, select, textarea";

/** @param {HTMLElement} root @param {Explorer} app @returns {{ paint: (scene: Scene) => void }} */
export function mount(root, app) {
  const box = createBox(root);
  /** @type {Focused | null} */
  let focused = null;
  /** @type {HTMLElement | null} */
  let opener = null; // what gets the focus back
  const trail = createTrail(app);
  const { show, forget } = createShowing(box, createAligning(root, box, app));

  /** @param {Scene} scene */
  function paint(scene) {
    const { explanation, step } = scene;
    const { focus, pair, ago } = scene.view;
    const { asked } = app;
    if (!focus) return close();
    const now = { explanation, focus, pair, ago, change: changeOf(scene), step };
    if (focused && isSame(focused, now) && !asked.fresh) return undefined;
    const within = box.contains(activeIn(root));
    if (asked.fresh) trail.goOn(asked.onward ? focused : null);
    focused = now;
    const view = () => (explanation ? numberView(explanation, scene, now, app) : waiting(focus, scene, app));
    show(focus, () => trail.offeringBack(view()));
    if (asked.fresh && !within) arrive();
    if (within || asked.fresh) enter();
    return undefined;
  }

  /** From outside: what was pressed gets the focus back where it takes it, else what has it now. */
  function arrive() {
    const pressable = /** @type {HTMLElement | undefined} */ (app.asked.at?.host);
    opener = pressable && pressable.tabIndex >= 0 ? pressable : activeIn(root);
    app.tooltip.rest();
  }

  /** The focus comes in, unless one types meanwhile. */
  function enter() {
    app.asked.fresh = false;
    if (!activeIn(root)?.matches(FIELDS)) box.focus({ preventScroll: true });
  }

  function close() {
    if (box.hidden) return;
    const within = box.contains(activeIn(root));
    if (box.popover) box.hidePopover();
    box.hidden = true;
    box.replaceChildren();
    focused = null;
    forget();
    if (within && opener?.isConnected) opener.focus({ preventScroll: true });
  }

  box.addEventListener("keydown", (event) => event.target === box && passOn(event, opener));
  onEscape(app, () => {
    const isOpen = focused !== null;
    if (isOpen) app.setView({ focus: "", ago: "" });
    return isOpen;
  });
  return { paint };
}

/**
 * What shows a number, with all terms of its sum that there are where that is asked, until another one is shown.
 * @param {HTMLElement} box
 * @param {() => Box} align
 */
function createShowing(box, align) {
  /** @type {string | null} */
  let unfolded = null;

  /** @param {string} focus @param {() => HTMLElement} make the view of that number */
  function show(focus, make) {
    const view = make();
    box.replaceChildren(view);
    box.setAttribute("aria-description", toldOf(view));
    const all = unfolded === focus;
    if (!all) forget();
    const press = () => {
      unfolded = all ? null : focus;
      show(focus, make);
      const again = /** @type {HTMLElement | null} */ (box.querySelector(".terms"));
      again?.focus({ preventScroll: true });
    };
    open(box, align, () => offerTerms(box, all, press), all);
  }

  function forget() {
    unfolded = null;
  }

  return { show, forget };
}

/**
 * The numbers whose operands led to the one that is explained, and the way back to the last of them.
 * @param {Explorer} app
 */
function createTrail(app) {
  /** @type {Focused[]} */
  let trail = [];

  function back() {
    const { focus = "", ago = "" } = trail.pop() ?? {};
    app.setView({ focus, ago });
  }

  return {
    /** A number was pressed: an operand of one, or another one. @param {Focused | null} from */
    goOn(from) {
      trail = from ? [...trail, from] : [];
    },
    /** @param {HTMLElement} view of the number, which it returns */
    offeringBack(view) {
      if (!trail.length) return view;
      const button = element("button", "button small", "Back");
      Object.assign(button, { type: "button", title: "To the number that this one is a part of" });
      button.addEventListener("click", back);
      view.querySelector(".number-head .button")?.before(button);
      return view;
    },
  };
}

/**
 * Escape anywhere in the explorer, where nothing else is closed by it.
 * @param {Explorer} app
 * @param {() => boolean} close says whether it did
 */
function onEscape({ host, clock }, close) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const elsewhere = event.target instanceof Element && event.target.closest("dialog");
    if (event.key !== "Escape" || event.defaultPrevented || elsewhere || !close()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  host.addEventListener("keydown", press, { signal: clock.signal });
}

/**
 * The button, in the box's head, that shows all terms of a sum, and as many as have room again.
 * @param {HTMLElement} box @param {boolean} all are shown @param {() => void} press
 */
function offerTerms(box, all, press) {
  const button = element("button", "button small terms", all ? "Fewer terms" : "More terms");
  button.type = "button";
  button.addEventListener("click", press);
  box.querySelector(".number-head .button")?.before(button);
  return button;
}

/**
 * Shows the box, with as many terms of a long sum as it has room for, or with all.
 * @param {HTMLElement} box
 * @param {() => Box} align
 * @param {() => HTMLElement} offer what changes which, where not all have room
 * @param {boolean} all
 */
function open(box, align, offer, all) {
  if (box.hidden) {
    box.hidden = false;
    if (box.popover) box.showPopover();
  }
  box.classList.remove("tight");
  const room = align();
  const line = box.querySelector(".live");
  const tallest = Math.min(TALLEST, 0.7 * room.height, box.clientHeight);
  const fits = () => box.scrollHeight <= tallest + 1;
  if (!line || fits()) return;
  box.classList.add("tight"); // rather the sum's terms than the same numbers below it
  if (!fits()) {
    const more = offer();
    if (!all && !fold(line, fits)) more.remove();
  }
  align();
}

/** Which number it is, where it is from, and its value. @param {HTMLElement} view */
function toldOf(view) {
  const parts = Array.from(view.querySelectorAll(".stage-title > span, .number-value"), (part) => part.textContent);
  return parts.filter(Boolean).join(", ");
}

/** @param {HTMLElement} root */
function createBox(root) {
  const box = element("div", "number-box");
  root.prepend(box); // as it lies over the strip, one hears of it first
  box.hidden = true;
  box.tabIndex = -1;
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "How this number came about");
  if ("showPopover" in box) box.popover = "manual"; // over all else, whatever clips or moves what is around it
  return box;
}

/**
 * A key, to an element that may have a use for it, and to it alone.
 * @param {KeyboardEvent} event
 * @param {HTMLElement | null} to
 */
function passOn(event, to) {
  if (!to?.isConnected || event.key === "Escape" || event.key === "Tab") return;
  const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event;
  const same = new KeyboardEvent("keydown", { key, code, ctrlKey, shiftKey, altKey, metaKey, cancelable: true });
  if (to.dispatchEvent(same)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** What has the focus in the root that an element is in. @param {Element} of @returns {HTMLElement | null} */
function activeIn(of) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (of.getRootNode());
  return /** @type {HTMLElement | null} */ (activeElement);
}

/**
 * Whether the same is explained in the same way; of another step, `ago`, it is another explanation.
 * @param {Focused} one
 * @param {Focused} other
 */
const isSame = (one, other) =>
  one.explanation === other.explanation &&
  one.focus === other.focus &&
  one.pair === other.pair &&
  one.change === other.change &&
  one.step === other.step;
