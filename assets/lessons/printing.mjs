/**
 * A lesson on paper: all beats, and where the text moves an explorer a figure of it there. The button leads the explorers from cue
 * to cue and keeps what they show; where the browser is asked to print by itself, there is a figure of what is shown now.
 */
import { contextOf } from "../draw/context.mjs";
import { element } from "../draw/figure.mjs";
import { all, byId } from "../shell/elements.mjs";

/** @import { Cue, Explorers, Held } from "./explorers.mjs" */
/** @typedef {{ beats: { node: HTMLElement, cues: Cue[] }[], explorers: Explorers, spotOf(name: string): HTMLElement }} Printed */

const LIGHT = "light";
const ROOM = 700; // px of an A4 page
const LEFT_OUT =
  ".lesson-explorer-bar, .transport > :not(.status), .tools, .data-table, .alert, .voice, .tooltip, [hidden]";

/** @param {Document} document @param {Printed} lesson */
export function mount(document, lesson) {
  const button = byId(document, "lesson-print", HTMLButtonElement);
  const called = button.textContent;
  let whole = false; // whether the figures are of all cues

  button.addEventListener("click", async () => {
    button.disabled = true;
    button.textContent = "Drawing …";
    whole = true;
    try {
      await drawAll(document, lesson);
      print();
    } finally {
      button.textContent = called;
      button.disabled = whole = false;
      clear(document);
    }
  });
  addEventListener("beforeprint", () => {
    if (whole) return;
    for (const held of lesson.explorers.held.values()) {
      const spot = held.applied && spotOf(lesson, held.applied);
      if (spot) onPaper(document, held, () => spot.append(figureOf(held)));
    }
  });
  addEventListener("afterprint", () => whole || clear(document));
}

/** @param {Document} document */
const clear = (document) => all(document, ".lesson-figure").forEach((figure) => figure.remove());

/** Where a cue stands. @param {Printed} lesson @param {Cue} cue */
function spotOf({ beats }, cue) {
  for (const { node, cues } of beats) {
    const at = cues.indexOf(cue);
    if (at >= 0) return all(node, ".lesson-cue")[at];
  }
  return null;
}

/** A figure at each cue; then all explorers are again where they were. @param {Document} document @param {Printed} lesson */
async function drawAll(document, lesson) {
  const { explorers } = lesson;
  const before = [...explorers.held.values()].map((held) => ({
    held,
    place: held.mounted?.place,
    frame: held.frame.hidden,
  }));
  for (const cue of lesson.beats.flatMap(({ cues }) => cues)) {
    const held = await explorers.visit(cue, (name) => lesson.spotOf(name));
    onPaper(document, held, () => spotOf(lesson, cue)?.append(figureOf(held)));
  }
  for (const { held, place, frame } of before) {
    held.frame.hidden = frame;
    if (place) await held.mounted?.go(place).catch(() => {});
  }
}

/** While something is done an explorer is drawn for paper: light, with the pixels of a printer. @param {Document} document @param {Held} held @param {() => void} action */
function onPaper({ documentElement: page }, { mounted }, action) {
  if (!mounted) return;
  const { theme } = mounted.app;
  const { theme: before } = page.dataset;
  page.dataset.theme = LIGHT;
  theme.paper = true;
  theme.reread();
  action();
  page.dataset.theme = before;
  theme.paper = false;
  theme.reread();
}

/** What an explorer shows, as a picture that stays. @param {Held} held */
function figureOf({ root }) {
  const figure = element("figure", "lesson-figure explorer alone");
  const copy = /** @type {HTMLElement} */ (root.cloneNode(true));
  const drawn = [...root.querySelectorAll("canvas")];
  copy.querySelectorAll("canvas").forEach((canvas, i) => {
    const { width, height } = drawn[i];
    Object.assign(canvas, { width, height });
    if (width && height) contextOf(canvas).drawImage(drawn[i], 0, 0);
  });
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove();
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  figure.append(...copy.childNodes);
  const wide = root.clientWidth || ROOM;
  Object.assign(figure.style, { width: `${wide}px`, zoom: String(Math.min(1, ROOM / wide)) });
  return figure;
}
