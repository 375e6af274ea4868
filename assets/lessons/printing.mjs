/**
 * A lesson on paper: all beats, and where the text moves an explorer a figure of it there. The button, and the keys
 * that print, lead the explorers from cue to cue and keep what they show. A browser's menu does not wait for that: then
 * there are figures of what is shown now, and the paper says so.
 */
import { contextOf } from "../draw/context.mjs";
import { element } from "../draw/figure.mjs";
import { all, byId } from "../shell/elements.mjs";

/** @import { Place } from "../types" */
/** @import { Cue, Explorers, Held } from "./explorers.mjs" */
/**
 * @typedef {{ spots: Map<Cue, HTMLElement>, explorers: Explorers, spotOf(name: string): HTMLElement, show(): void }}
 *   Printed
 */
/**
 * @typedef {{ held: Held, cue: Cue, place: Place | null | undefined, frame: boolean }} State `frame`: whether it is
 *   hidden
 */

const LIGHT = "light";
const OF_MENU =
  "The figures are those that the page showed when it was printed; its button Print, or Ctrl+P, draws all of them.";
const [WIDEST, HIGHEST] = [640, 400]; // px of a figure on an A4 page
const LEFT_OUT =
  ".lesson-explorer-bar, .transport > :not(.status), .tools, .data-table, .alert, .voice, .tooltip, [hidden]";

/** @param {Document} document @param {Printed} lesson */
export function mount(document, lesson) {
  const button = byId(document, "lesson-print", HTMLButtonElement);
  const called = button.textContent;
  const { documentElement: page } = document;
  let whole = false; // whether the figures are of all cues
  let theme = page.dataset.theme;

  /** Paper is light. @param {boolean} printed */
  function turn(printed) {
    if (printed) theme = page.dataset.theme;
    page.dataset.theme = printed ? LIGHT : theme;
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    button.textContent = "Drawing …";
    whole = true;
    turn(true);
    try {
      await drawAll(lesson);
      print();
    } finally {
      button.textContent = called;
      button.disabled = whole = false;
      clear(document);
      turn(false);
    }
  });
  addEventListener("beforeprint", () => {
    if (whole) return;
    turn(true);
    for (const held of lesson.explorers.held.values()) {
      const spot = held.applied && lesson.spots.get(held.applied);
      if (spot) onPaper(held, () => spot.append(figureOf(held)));
    }
    const note = element("p", "lesson-figure");
    note.textContent = OF_MENU;
    byId(document, "lesson-text", HTMLElement).prepend(note);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key?.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    button.click();
  });
  addEventListener("afterprint", () => {
    if (whole) return;
    clear(document);
    turn(false);
  });
}

/** @param {Document} document */
const clear = (document) => all(document, ".lesson-figure").forEach((figure) => figure.remove());

/** A figure at each cue; then all explorers are again where they were. @param {Printed} lesson */
async function drawAll(lesson) {
  const { explorers } = lesson;
  const before = statesOf(explorers);
  explorers.predicted = null;
  for (const [cue, spot] of lesson.spots) {
    const held = await explorers.visit(cue, (name) => lesson.spotOf(name));
    onPaper(held, () => spot.append(figureOf(held)));
  }
  await putBack(lesson, before);
}

/** @param {Pick<Explorers, "held">} explorers @returns {State[]} */
export const statesOf = ({ held: every }) =>
  [...every.values()].map((held) => {
    const { cue, mounted, frame } = held;
    return { held, cue, place: mounted?.place, frame: Boolean(frame.hidden) };
  });

/**
 * Each explorer to its cue, with the panels and lights of it, and from there to where it was by hand. Those that only
 * the figures needed are hidden until the text speaks of them.
 * @param {Pick<Printed, "show"> & { explorers: Pick<Explorers, "held"> }} lesson @param {State[]} before
 */
export async function putBack(lesson, before) {
  const old = new Map(before.map((state) => [state.held, state]));
  for (const held of lesson.explorers.held.values()) {
    const { cue = held.cue, frame = true } = old.get(held) ?? {};
    Object.assign(held, { cue, applied: null });
    held.frame.hidden = frame;
  }
  lesson.show();
  for (const { held, place } of before) {
    if (!place) continue;
    await held.arriving;
    await held.mounted?.go(place).catch(() => {});
  }
}

/** While something is done an explorer has the pixels of a printer. @param {Held} held @param {() => void} action */
function onPaper({ mounted }, action) {
  if (!mounted) return;
  const { theme } = mounted.app;
  for (const paper of [true, false]) {
    theme.paper = paper;
    theme.reread(); // at once: there is no frame in between
    if (paper) action();
  }
}

/** What an explorer shows, as a picture that stays. @param {Held} held */
function figureOf({ root }) {
  const figure = element("figure", "lesson-figure lesson-explorer");
  const copy = /** @type {HTMLElement} */ (root.cloneNode(true));
  const drawn = [...root.querySelectorAll("canvas")];
  copy.querySelectorAll("canvas").forEach((canvas, i) => {
    const { width, height, clientWidth, clientHeight } = drawn[i];
    Object.assign(canvas, { width, height });
    Object.assign(canvas.style, { width: `${clientWidth}px`, height: `${clientHeight}px` }); // rings lie over it
    if (width && height) contextOf(canvas).drawImage(drawn[i], 0, 0);
  });
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove();
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  const [wide, high] = [root.clientWidth || WIDEST, root.clientHeight || HIGHEST];
  Object.assign(copy.style, { width: `${wide}px`, height: `${high}px`, flex: "none" });
  figure.append(copy);
  figure.style.zoom = String(Math.min(1, WIDEST / wide, HIGHEST / high));
  return figure;
}
