/**
 * A lesson at a projector: the beat that is spoken of beside its explorer, both in sizes for the back row, and nothing else. And
 * the teacher's notes, which stand in the text where they are asked for. Both are looks: styles/lessons-page.css has them.
 */
import { byId } from "../shell/elements.mjs";

const PRESENTING = "lesson-presenting";
const TEACHING = "lesson-teaching";
const SLACK = 30; // px below the text
const SCREEN = 0.8;

/** @param {Document} document @returns {{ readonly on: boolean, toggle(): void, more(): boolean }} whether one presents */
export function mount(document) {
  const { documentElement: page } = document; // of which explorers notice another look
  const button = byId(document, "lesson-present", HTMLButtonElement);
  const notes = byId(document, "lesson-teacher", HTMLButtonElement);

  /** @param {HTMLButtonElement} pressed @param {string} look */
  function toggle(pressed, look) {
    pressed.ariaPressed = String(page.classList.toggle(look));
    document.querySelector(".lesson-beat.now")?.scrollIntoView({ block: "nearest" });
  }

  button.addEventListener("click", () => toggle(button, PRESENTING));
  notes.addEventListener("click", () => toggle(notes, TEACHING));
  return {
    get on() {
      return page.classList.contains(PRESENTING);
    },
    toggle: () => toggle(button, PRESENTING),
    /** A beat that is longer than the window is read to its end first: whether there was more of it. */
    more() {
      const text = byId(document, "lesson-text", HTMLElement);
      const left = text.scrollHeight - text.scrollTop - text.clientHeight;
      if (left < SLACK) return false;
      text.scrollBy({ top: SCREEN * text.clientHeight });
      return true;
    },
  };
}
