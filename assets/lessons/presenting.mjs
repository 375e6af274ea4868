/**
 * A lesson at a projector: the beat that is spoken of beside its explorer, both in sizes for the back row, and nothing
 * else. It is a look: styles/lessons-page.css has it.
 */
import { byId, keepingFocus } from "../shell/elements.mjs";

const PRESENTING = "lesson-presenting";
const SLACK = 30; // px below the text
const SCREEN = 0.8;

/**
 * @param {Document} document
 * @returns {{ readonly on: boolean, toggle(): void, more(): boolean }} whether one presents
 */
export function mount(document) {
  const { documentElement: page } = document; // of which explorers notice another look
  const button = byId(document, "lesson-present", HTMLButtonElement);

  function toggle() {
    /** @type {HTMLElement | null} */
    const beat = document.querySelector(".lesson-beat.now");
    const turn = () => void (button.ariaPressed = String(page.classList.toggle(PRESENTING)));
    keepingFocus(document, turn, () => beat);
    beat?.scrollIntoView({ block: "start" });
  }

  button.addEventListener("click", toggle);
  return {
    get on() {
      return page.classList.contains(PRESENTING);
    },
    toggle,
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
